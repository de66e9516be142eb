// The texts of one language, and what every live page does first.

import { Line, el as element, released } from "./page.js";
export { element, released };

let texts = {};
export let language = "ja";
const event = decodeURIComponent(location.pathname.split("/")[3]); // /_/go/<event>/…
export const here = `/_/go/${encodeURIComponent(event)}/`;

export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

export function has(key) {
  return key in texts;
}

export const side = (letter) => t(letter === "b" ? "page.black" : "page.white");
export const opponent = (letter) => (letter === "b" ? "w" : "b");

export function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function outcome(table) {
  if (table.ruling === "b" || table.ruling === "w") return t(table.resigned ? "result.resigned" : "result.won", { side: side(table.ruling) });
  if (table.ruling === "draw" || table.result === "0") return t("result.draw");
  const found = /^([BW])\+(.*)$/.exec(table.result || "");
  if (!found) return "";
  return t("result.win", { side: side(found[1].toLowerCase()), margin: found[2] });
}

export function title(table) {
  const lead = table.lead ? side(table.lead) : "";
  const other = table.lead ? side(opponent(table.lead)) : "";
  const turn = table.turn ? side(table.turn) : "";
  return t(table.paused ? "title.PAUSED" : `title.${table.phase}`, { lead, other, turn });
}

export async function fetchTables() {
  const answer = await fetch(`${here}tables.json`);
  return answer.json();
}

// Fills in the page; the language is the reader's choice, else the event's.
export async function begin() {
  const { event: shown, tables } = await fetchTables();
  const wanted = new URLSearchParams(location.search).get("lang") || stored("tourgen-live-lang");
  language = ["ja", "en"].includes(wanted) ? wanted : shown.language;
  texts = await (await fetch(`/_/go/texts.${language}.json`)).json();
  document.documentElement.lang = language;
  document.getElementById("home").href = here;
  document.getElementById("event").textContent = language === "en" ? shown.name_en : shown.name;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of document.querySelectorAll("[data-t-label]")) one.setAttribute("aria-label", t(one.dataset.tLabel));
  document.getElementById("lang").addEventListener("click", () => {
    store("tourgen-live-lang", language === "ja" ? "en" : "ja");
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    location.reload();
  });
  return { event: shown, tables };
}

export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing: the page's own language stays
  }
}

// Which of the devices this is, so that the log can tell them apart.
function device() {
  const known = stored("tourgen-go-device") ?? Array.from(crypto.getRandomValues(new Uint8Array(4)), (one) => one.toString(16).padStart(2, "0")).join("");
  store("tourgen-go-device", known);
  return known;
}

/** A line of the Go tables. */
export const goLine = (hello, said, lost) => new Line("/_/go/line", { event, device: device(), ...hello }, said, lost);
