// The texts of one language, and what every live page does first.

let texts = {};
export let language = "ja";

export function t(key, values = {}) {
  const text = texts[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

export function has(key) {
  return key in texts;
}

export function element(name, attributes = {}, ...children) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) found.addEventListener(key.slice(2), value);
    else found.setAttribute(key, value === true ? "" : value);
  }
  found.append(...children.filter((child) => child !== null && child !== undefined));
  return found;
}

export const side = (letter) => t(letter === "b" ? "page.black" : "page.white");
export const opponent = (letter) => (letter === "b" ? "w" : "b");

export function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function outcome(table) {
  if (table.ruling === "b" || table.ruling === "w") return t("result.won", { side: side(table.ruling) });
  if (table.ruling === "draw" || table.result === "0") return t("result.draw");
  const found = /^([BW])\+(.*)$/.exec(table.result || "");
  if (!found) return "";
  return t("result.win", { side: side(found[1].toLowerCase()), margin: found[2] });
}

export function title(table) {
  const lead = table.lead ? side(table.lead) : "";
  const other = table.lead ? side(opponent(table.lead)) : "";
  return t(`title.${table.phase}`, { lead, other });
}

export async function fetchTables() {
  const answer = await fetch("/tables.json");
  return answer.json();
}

// Fills in the page; the language is the reader's choice, else the event's.
export async function begin() {
  const { event, tables } = await fetchTables();
  const wanted = new URLSearchParams(location.search).get("lang") || stored("tourgen-live-lang");
  language = ["ja", "en"].includes(wanted) ? wanted : event.language;
  texts = await (await fetch(`/texts.${language}.json`)).json();
  document.documentElement.lang = language;
  document.getElementById("event").textContent = language === "en" ? event.name_en : event.name;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  for (const one of document.querySelectorAll("[data-t-label]")) one.setAttribute("aria-label", t(one.dataset.tLabel));
  document.getElementById("lang").addEventListener("click", () => {
    store("tourgen-live-lang", language === "ja" ? "en" : "ja");
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    history.replaceState(null, "", address);
    location.reload();
  });
  return { event, tables };
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing: the page's own language stays
  }
}

// A connection that comes back by itself. `said` gets every message, `lost` is told when there is none.
// The server says something every few seconds: a line that is silent for longer is dead, whatever the browser thinks.
const SILENT = 12000;

export class Line {
  constructor(hello, said, lost) {
    this.hello = hello;
    this.said = said;
    this.lost = lost;
    this.pause = 300;
    this.open();
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.hurry(), 2000);
  }

  open() {
    clearTimeout(this.again);
    this.again = null;
    this.heard = Date.now();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    const current = (act) => (event) => this.socket === socket && act(event);
    socket.addEventListener("open", current(() => this.send({ hello: 1, ...this.hello })));
    socket.addEventListener("message", current((event) => {
      this.heard = Date.now();
      this.pause = 300;
      this.said(JSON.parse(event.data));
    }));
    socket.addEventListener("close", current((event) => this.closed(event.code === 4403)));
  }

  closed(stranger) {
    this.socket = null;
    this.stranger = stranger;
    this.lost(stranger);
    if (stranger) return;
    this.again = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.7, 3000);
  }

  hurry() {
    if (this.stranger) return;
    if (this.socket && Date.now() - this.heard > SILENT) this.anew();
    else if (!this.socket && !document.hidden && this.pause > 1000) this.open();
  }

  send(message) {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  // Drops the line without waiting for its other end, and takes a new one.
  anew() {
    const old = this.socket;
    this.closed(false);
    old.close();
  }
}
