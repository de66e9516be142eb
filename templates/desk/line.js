// The line to the server, the words, and how a result is drawn: for the desk and for the players' pages.

import { $, Line, el } from "./page.js";

const key = decodeURIComponent(location.hash.slice(1));
addEventListener("hashchange", () => location.reload());
export { $, el };

let texts = {};
const chosen = () => localStorage.getItem("tourgen:lang");
export let lang = chosen();
export const t = (name, values = {}) => (texts[name] ?? name).replace(/\{(\w+)\}/g, (_, one) => values[one] ?? "");
export const named = (one) => (lang === "en" ? one.name_en : one.name);

/** Takes the words of a language; the event's own, unless somebody chose another. */
async function speak(wanted) {
  if (wanted && wanted === lang && texts["close"]) return;
  lang = wanted;
  texts = await (await fetch(`/_/texts.${lang}.json`)).json();
  document.documentElement.lang = lang;
  for (const one of document.querySelectorAll("[data-t]")) one.textContent = t(one.dataset.t);
}
export function otherLanguage(render) {
  $("lang").addEventListener("click", async () => {
    const wanted = lang === "ja" ? "en" : "ja";
    localStorage.setItem("tourgen:lang", wanted);
    await speak(wanted);
    render();
  });
}

const waiting = new Map();
let line = null, number = 0;
/** Asks for something; the answer, or null where the line is down. */
export const ask = (message) => new Promise((resolve) => {
  number += 1;
  if (line?.send({ ...message, number })) waiting.set(number, resolve); else resolve(null);
});

/** Opens the line and keeps it open; `show` gets every state, one after the other, and whether the line is a new one. */
export function connect(show) {
  const banner = $("banner");
  let anew = true;
  const said = async (message) => {
    if (message.type === "answer") { waiting.get(message.number)?.(message); waiting.delete(message.number); }
    if (message.type === "renewed") location.reload();  // this link opens nothing any more
    if (["answer", "alive", "renewed"].includes(message.type)) return;
    await speak(chosen() ?? message.event?.language ?? "ja");
    banner.hidden = true;
    show(message, anew);
    anew = false;
  };
  const lost = async (stranger) => {
    anew = true;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    await speak(lang ?? "ja").catch(() => {});
    banner.hidden = false;
    banner.textContent = t(stranger ? "stranger" : "offline");
  };
  line = new Line("/_/line", { key }, said, lost);
}

const SIGNS = { "double-loss": "ll", "no-result": "xx", pending: "xx", draw: "dd" };
/** Two marks side by side, on the game's own material; said in words for who can't see them. */
export function marks(game, result) {
  const open = result.kind === null, forfeit = result.kind === "forfeit" ? " f" : "";
  const sides = open ? ["", ""] : result.winner === null ? [...(SIGNS[result.kind] ?? "xx")] : result.winner === 0 ? ["w", "l"] : ["l", "w"];
  const box = el("span", { class: `${{ shogi: "slip", go: "ox" }[game] ?? "rec"}${open ? " wait" : ""}`, "aria-hidden": true });
  box.append(...sides.map((side) => el("i", { class: side ? side + forfeit : null })));
  return box;
}
/** The result in words. */
export function words(result, names) {
  if (result.kind === null) return t("open");
  const name = result.winner === null ? "" : names[result.winner];
  const key = result.winner === null ? result.kind : result.kind === "forfeit" ? "walkover" : "won";
  const discs = result.discs ? ` ${result.discs.join("–")}` : "";
  const boards = result.boards?.length ? ` ${result.boards.join("")}` : "";
  return t(key, { name }) + discs + boards + (result.note ? ` (${result.note})` : "");
}
/** What one of the two players says, in their own words: their own discs first. */
export const claim = (said, side) => t(said.winner === side ? "own-won" : "other-won") + (said.discs ? ` ${said.discs[side]}–${said.discs[1 - side]}` : "");
export const clock = (at) => at.slice(11, 16);
