// The roster's day: what a change would change is said first; the same button then does it.

import { $, ask, el, lang, t } from "./line.js";

const KINDS = ["withdrawn", "absent", "present", "rests", "from", "added", "name", "swap", "result", "pair"];
const FIELDS = ["no", "other", "round", "name", "kana", "club", "text"];
let division = () => null, looked = "";

/** Which player is meant: by number, or by a part of the name that only one has. */
function playerOf(typed) {
  const text = typed.normalize("NFKC").trim(), number = parseInt(text, 10);
  if (!Number.isNaN(number)) return number;
  const found = division().players.filter((one) => text && `${one.name} ${one.kana}`.includes(text));
  return found.length === 1 ? found[0].no : null;
}

function asked() {
  const values = Object.fromEntries(FIELDS.map((id) => [id, $(id).value]));
  return { ...values, no: playerOf(values.no), other: playerOf(values.other), round: values.round.normalize("NFKC").trim(), kind: $("kind").value, division: division().id };
}

function fields() {
  const kind = $("kind").value;
  for (const field of document.querySelectorAll("#change-form [data-for]")) field.hidden = !field.dataset.for.split(" ").includes(kind);
  $("round-label").textContent = t(["withdrawn", "rests", "result"].includes(kind) ? `change-round-${kind}` : "change-round-from");
  likelyRound();
  again();
}

/** The round that is probably meant: somebody whose game is over has played this round, too. */
function likelyRound() {
  const one = division(), no = playerOf($("no").value);
  const played = one.tables.find((table) => table.game.slice(2).includes(no))?.kind !== null;
  const coming = one.untouched ? one.round : one.round + 1;
  $("round").value = { withdrawn: played ? one.round : one.round - 1, result: Math.max(1, one.round - 1), from: one.round + 1 }[$("kind").value] ?? coming;
}

function again() {
  looked = "";
  $("preview").replaceChildren();
  $("change-go").replaceChildren(t("change-look"), " ", el("kbd", {}, "Enter"));
}

function list(title, texts, type) {
  return texts.length ? [el("p", {}, el("b", {}, title)), el("ul", { class: type }, ...texts.map((text) => el("li", {}, text[lang])))] : [];
}

function refused(answer) {
  if (answer?.refused !== "type-it") return [el("p", { class: "problem" }, answer?.texts?.[lang] ?? t(answer ? `refused-${answer.refused}` : "offline", answer ?? {}))];
  const cells = answer.cells.map((cell) => el("li", {}, t(cell.value === null ? "change-empty-cell" : "change-type-cell", { header: cell[lang], value: cell.value })));
  return [el("p", {}, t($("kind").value === "added" ? "change-type-new" : "change-type-it", { file: answer.file, no: answer.no })), el("ul", {}, ...cells), ...(answer.pair ? [el("p", {}, t("change-type-pair"))] : [])];
}

async function look(change) {
  $("preview").replaceChildren(el("p", { class: "soft" }, t("change-looking")));
  if (change.kind === "pair") { $("preview").replaceChildren(el("p", {}, t("pair-text", { round: division().round }))); return true; }
  const answer = await ask({ do: "preview", change });
  const found = answer?.preview;
  if (!found) { $("preview").replaceChildren(...refused(answer)); return false; }
  const told = [el("p", {}, el("b", {}, t(`done-${change.kind}`, found.said))), ...(found.pair ? [el("p", {}, t("pair-text", { round: found.pair }))] : []), ...list(t("change-will"), found.changes, "plain"), ...list(t("said"), found.notices, "plain")];
  $("preview").replaceChildren(...(found.problems.length ? list(t("change-cannot"), found.problems, "problem") : told.length > 1 ? told : [...told, el("p", {}, t("change-nothing"))]));
  return !found.problems.length;
}

export function rosterDay(present, after) {
  division = present;
  const open = () => {
    if (!division() || $("change").open) return;
    const one = division();
    const kinds = KINDS.filter((kind) => (!["from", "rests"].includes(kind) || one.late) && (kind !== "added" || one.late || one.untouched || !one.round) && (kind !== "pair" || one.untouched) && (kind !== "result" || one.round > 1) && (kind !== "swap" || one.round));
    $("kind").replaceChildren(...kinds.map((kind) => el("option", { value: kind }, t(`kind-${kind}`))));
    $("people").replaceChildren(...one.players.map((player) => el("option", { value: `${player.no} ${player.name}` })));
    for (const id of FIELDS) $(id).value = "";
    fields();
    $("change").showModal();
    $("kind").focus();
  };
  $("players").addEventListener("click", open);
  addEventListener("keydown", (event) => { if (event.key === "F2") { event.preventDefault(); open(); } });
  $("kind").addEventListener("change", fields);
  $("kind").addEventListener("keydown", (event) => {  // Enter would open the list
    if (event.key !== "Enter") return;
    event.preventDefault();
    (document.querySelector("#change-form [data-for]:not([hidden]) input") ?? $("change-go")).focus();
  });
  $("no").addEventListener("input", likelyRound);
  $("change-form").addEventListener("input", (event) => { if (event.target !== $("kind")) again(); });
  $("change-stop").addEventListener("click", () => $("change").close());
  $("change").addEventListener("close", after);
  $("change-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const change = asked(), text = JSON.stringify(change);
    if (looked !== text) {
      if (!(await look(change))) return;
      looked = text;
      $("change-go").replaceChildren(t("change-do"), " ", el("kbd", {}, "Enter"));
      return;
    }
    const answer = await ask(change.kind === "pair" ? { do: "pair", division: change.division } : { do: "change", change });
    if (answer && !answer.refused && !answer.problems?.length) { $("change").close(); return; }
    again();
    $("preview").replaceChildren(...(answer?.problems?.length ? list(t("change-cannot"), answer.problems, "problem") : refused(answer)));
  });
}
