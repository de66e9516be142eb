// The start page: lists folders, makes events, opens them.

import { $, el } from "./page.js";

const key = location.hash.slice(1);
let lang = localStorage.getItem("tourgen:lang") === "en" ? "en" : "ja";
let texts = {}, formats = [], folder = "";

const t = (name, values = {}) => (texts[name] ?? "").replace(/\{(\w+)\}/g, (_, one) => values[one] ?? "");

function say(text, good = false) {
  $("banner").hidden = !text;
  $("banner").textContent = text;
  $("banner").classList.toggle("good", good);
  if (text) $("banner").scrollIntoView({ block: "nearest" });
}

async function ask(what, values = {}) {
  let answer;
  try {
    answer = await fetch("/_/start/do", { method: "POST", body: JSON.stringify({ key, lang, do: what, ...values }) });
  } catch {
    say(t("gone"));
    throw new Error("gone");
  }
  if (!answer.ok) {
    say(t("stranger") || "403");
    throw new Error(String(answer.status));
  }
  const found = await answer.json();
  say(found.refused ?? "");
  return found;
}

async function begin() {
  const found = await ask("begin");
  ({ texts, formats } = found);
  document.documentElement.lang = lang;
  document.title = `${t("title")} | tourgen`;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
  const chosen = document.querySelector("[name=format]:checked")?.value ?? "othello-swiss";
  const choice = (one) => el("label", {},
    el("input", { type: "radio", name: "format", value: one.id, checked: one.id === chosen }),
    el("span", {}, el("b", {}, one.title), el("small", {}, `${one.summary} (${t(one.teams ? "sizes-teams" : "sizes-players", { low: one.sizes[0], high: one.sizes[1] })}) ${one.id}`)));
  $("formats").replaceChildren(...["othello", "shogi", "go", "any"].flatMap((game) => [
    el("h3", {}, t(`game-${game}`)), ...formats.filter((one) => one.game === game).map(choice),
  ]));
  await list(folder || found.home);
  await forecast();
}

async function list(path) {
  const found = await ask("list", { folder: path });
  if (found.refused) return;
  folder = found.folder;
  $("where").textContent = folder;
  $("new-here").textContent = t("new-here", { folder });
  $("up").disabled = !found.parent;
  $("up").onclick = () => list(found.parent);
  const own = found.event ? [{ name: ".", path: folder, event: true }] : [];
  const rows = [...own, ...found.folders].map((one) => el("li", { class: one.event ? "is-event" : "" },
    el("button", { type: "button", onclick: () => list(one.path) }, one.event ? `${one.name} (${t("event")})` : one.name),
    ...(one.event ? [
      el("button", { type: "button", class: "btn", onclick: () => ask("settings", { folder: one.path }) }, t("settings")),
      el("button", { type: "button", class: "btn", onclick: () => ask("roster", { folder: one.path }) }, t("roster")),
      el("button", { type: "button", class: "btn go", onclick: () => open(one.path) }, t("open")),
    ] : [])));
  $("folders").replaceChildren(...(rows.length ? rows : [el("li", {}, t("empty"))]));
}

async function open(path) {
  const found = await ask("open", { folder: path, everywhere: $("everywhere").checked });
  if (!found.desk) return;
  say(t("opening"), true);
  // The event's server takes this one's place at the same address.
  for (let tries = 0; tries < 240; tries += 1) {
    await new Promise((done) => setTimeout(done, 500));
    try {
      if ((await fetch("/_/desk")).ok) return location.assign(found.desk);
    } catch {
      // not yet
    }
  }
  say(t("gone"));
}

// Full-width digits are digits.
const players = () => Number($("players").value.normalize("NFKC")) || 0;

/** What is asked for: the format, and how many players or which list of them. */
async function wanted() {
  const file = $("entries").files[0];
  const columns = Object.fromEntries([...$("columns").querySelectorAll("select")].map((one) => [one.name, Number(one.value)]));
  return {
    format: document.querySelector("[name=format]:checked").value, players: players(),
    ...(file ? { entries: await base64(file), file: file.name, columns } : {}),
  };
}

async function forecast() {
  const asked = await wanted();
  if (!asked.players && !asked.entries) return $("forecast").replaceChildren();
  const found = await ask("forecast", asked);
  if (found.unsure) $("columns").replaceChildren(...found.unsure.map(question));
  $("forecast").textContent = (found.lines ?? []).join("\n");
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

async function make(event) {
  event.preventDefault();
  const found = await ask("new", { folder, id: $("id").value, name: $("name").value, ...(await wanted()) });
  if (found.unsure) return $("columns").replaceChildren(...found.unsure.map(question));
  if (!found.event) return;
  $("columns").replaceChildren();
  await list(folder);
  say([t("made", { event: found.event }), ...found.forecast].join("\n"), true);
}

function question(one) {
  const options = [el("option", { value: -1 }, t("none")), ...one.titles.map((title, place) => el("option", { value: place, selected: place === one.likely }, title))];
  return el("label", {}, el("span", {}, t("column", one)), el("select", { name: one.key }, ...options));
}

$("lang").onclick = () => {
  lang = lang === "ja" ? "en" : "ja";
  localStorage.setItem("tourgen:lang", lang);
  begin();
};
$("new").onsubmit = make;
$("players").onchange = forecast;
$("formats").onchange = forecast;
$("columns").onchange = forecast;
$("entries").onchange = () => {
  $("players-label").hidden = Boolean($("entries").files.length);
  $("columns").replaceChildren();
  forecast();
};
begin();
