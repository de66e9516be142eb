// The moment a round is complete: what the next one would be, and the button that makes it.

import { $, el, lang, t } from "./line.js";

let looking = false; // at the results again, instead of the draft

export function nextRound(one, sheets) {
  const ready = Boolean(one?.complete) && !Object.keys(sheets).length && one.draft !== null;
  const draft = ready ? one.draft : null;
  $("done").hidden = !ready;
  $("draft").hidden = !draft;
  if (!ready) looking = false;
  $("grid").hidden = Boolean(draft) && !looking;
  for (const part of ["draft-notices", "pairs"]) $(part).hidden = looking;
  if (!ready) return;
  $("done-title").textContent = draft.finished ? t("finished") : t("complete", { round: one.round, count: one.tables.length });
  $("done-text").textContent = t(draft.finished ? "finished-text" : "complete-text", { round: one.round });
  const label = draft.round ? t("build-next", { round: draft.round }) : t(draft.finished ? "build-finish" : "build-go-on");
  $("build").replaceChildren(label, " ", el("kbd", {}, "Enter"));
  const cells = draft.finished ? draft.titles.map(([title, name]) => [title, name]) : draft.round ? ["games", "rematches", "equal", "gaps"].map((key) => [t(`draft-${key}`), String(draft[key])]) : [];
  if (draft.byes?.length) cells.push([t("draft-byes"), draft.byes.join(lang === "en" ? ", " : "、")]);
  $("cells").replaceChildren(...cells.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
  $("draft-title").replaceChildren(draft.round ? t("draft", { round: draft.round }) : "", " ", draft.round ? el("small", {}, t("draft-not-yet")) : "");
  $("draft-notices").replaceChildren(...draft.notices.map((text) => el("p", { class: "alert file" }, text[lang])), ...(draft.round ? [el("p", { class: "small soft" }, t("later-corrections"))] : []));
  const pairs = draft.pairs ?? [];
  $("pairs").style.setProperty("--rows", Math.max(1, Math.ceil(pairs.length / 2)));
  $("pairs").replaceChildren(...pairs.map(pair));
  $("toggle").textContent = t(looking ? "show-draft" : "show-results");
}

function pair(one) {
  const odd = one.gap === null ? t("draft-bye") : one.rematch ? t("draft-rematch") : one.gap ? t("draft-gap", { gap: one.gap }) : "";
  return el("li", {}, el("b", {}, String(one.n ?? "–")), el("span", {}, one.names[0]), el("span", {}, one.names[1]), el("small", { class: odd ? "odd" : null }, odd || `${one.group[lang]} ${t("draft-wins", { wins: one.wins })}`));
}

export function toggleDraft(render) {
  $("toggle").addEventListener("click", () => { looking = !looking; render(); });
}
