// A player's page: tap the winner, send; the other side does the same.

import { $, ask, claim, clock, connect, el, lang, named, otherLanguage, t, words } from "./line.js";

let state = null, correcting = false;

function render() {
  if (!state) return;
  $("event").textContent = state.event ? named(state.event) : "";
  const playing = state.status !== "none";
  $("table").textContent = playing ? String(state.table ?? "") : "";
  $("round").textContent = playing ? t("table-round", { round: state.round }) : t("no-game");
  document.title = `${t("report-title")} | ${$("event").textContent}`;
  const entering = playing && !state.teams && (state.status === "enter" || (correcting && ["wait", "differ", "referee"].includes(state.status)));
  $("enter").hidden = !entering;
  $("go-line").hidden = !state.go; // the same key opens the Go table
  $("go").href = state.go ? `/_/go/${encodeURIComponent(state.go)}/me${location.hash}` : "";
  $("shown").hidden = entering || !playing;
  if (!playing) return;
  $("enter").setAttribute("aria-label", t("who-won"));
  $("shown").setAttribute("aria-label", t("report-title"));
  if (entering) form(); else shown();
}

/** Name and club of a side. */
const who = (side) => el("span", {}, el("span", { class: "name" }, state.names[side]), el("small", {}, state.clubs[side]));

function form() {
  const order = [state.me, 1 - state.me];
  $("me").textContent = state.names[state.me];
  if ($("flip").dataset.game !== `${state.round} ${lang}`) {
    $("flip").dataset.game = `${state.round} ${lang}`;
    $("form").reset(); // the discs of the round before are not this game's
    $("flip").replaceChildren(...order.map((side) => el("label", {}, el("input", { type: "radio", name: "w", value: side, required: true }), el("span", { class: "dsc", "data-none": t("press"), "data-won": t("win"), "data-lost": t("loss") }), who(side))));
  }
  for (const one of ["discs", "discs-text"]) $(one).hidden = !state.counts_discs;
  $("discs-text").textContent = t(state.needs_discs ? "discs-needed" : "discs-text");
  $("x-label").textContent = t("discs-of", { name: state.names[order[0]] });
  $("y-label").textContent = t("discs-of", { name: state.names[order[1]] });
}

function shown() {
  $("lede").textContent = t(`report-${state.teams && state.status === "enter" ? "teams" : state.status}`);
  $("text").textContent = t(`report-${state.teams && state.status === "enter" ? "teams" : state.status}-text`, { name: state.names[1 - state.me] });
  const winner = state.kind ? state.winner : state.status === "wait" || state.status === "referee" ? state.said[state.me]?.winner ?? null : null;
  $("result").hidden = winner === null;
  $("result").replaceChildren(...(winner === null ? [] : [state.me, 1 - state.me].map((side) => el("div", { class: side === winner ? "won" : "lost" }, el("span", { class: "dsc", "data-won": t("win"), "data-lost": t("loss") }), who(side)))));
  const lines = state.kind ? [el("li", {}, el("span", {}, t("result")), el("em", {}, words(state, state.names)))] : state.said.map((said, side) => el("li", {}, el("span", {}, state.names[side], el("small", {}, side === state.me ? `${t("you")} ` : "", said ? t("sent-at", { time: clock(said.at) }) : t("not-sent"))), said ? el("em", {}, claim(said, side)) : el("em", { class: "pend" }, t("waited-for"))));
  if (state.kind && state.next_time) lines.push(el("li", {}, el("span", {}, t("next-starts", { round: state.round + 1 })), el("em", {}, t("next-at-time", { time: state.next_time }))));
  $("says").replaceChildren(...(state.status === "off" ? [] : lines));
  $("mine").hidden = !state.kind;
  $("mine").href = lang === "en" ? state.page.replace(/^(\/[^/]+)/, "$1/en") : state.page;
  $("call").hidden = state.status !== "differ";
  $("again").hidden = !["wait", "differ", "referee"].includes(state.status);
}

$("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const winner = Number(new FormData($("form")).get("w"));
  const counts = ["x", "y"].map((id) => $(id).value.normalize("NFKC").trim());
  let discs = null;
  if (state.counts_discs && counts.some(Boolean)) {
    const [mine, theirs] = counts.map((text, index) => (text ? Number(text) : 64 - Number(counts[1 - index])));
    discs = state.me === 0 ? [mine, theirs] : [theirs, mine];
  }
  const answer = await ask({ do: "report", round: state.round, winner, discs });
  const banner = $("banner");
  banner.hidden = Boolean(answer && !answer.refused);
  if (!banner.hidden) banner.textContent = answer?.texts?.[lang] ?? t(answer ? `refused-${answer.refused}` : "offline");
  else { correcting = false; render(); }
});
$("again").addEventListener("click", () => { correcting = true; render(); });
otherLanguage(render);
connect((message) => { state = message; render(); });
