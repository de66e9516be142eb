// The desk: "12 ○ Enter". Every line is read by the server and said in words before it counts, and can be taken back.

import { $, ask, claim, clock, connect, el, lang, marks, named, otherLanguage, t, words } from "./line.js";
import { nextRound, toggleDraft } from "./next_round.js";
import { rosterDay } from "./roster_day.js";

const input = $("c"), out = $("out");
let state = null, chosen = null, now = null, latest = 0;
const same = (one, other) => one && other && one.join() === other.join();
const division = () => state?.divisions.find((one) => one.id === chosen) ?? state?.divisions[0];
const open = (one) => one.tables.filter((table) => table.kind === null || ["conflict", "differ", "wrong"].includes(table.state));

function render() {
  if (!state) return;
  const one = division();
  chosen = one?.id ?? null;
  $("title").replaceChildren(...(one ? [named(one), " ", el("span", {}, one.round ? t("round", { round: one.round }) : "")] : [named(state.event)]));
  document.title = `${t("desk")} | ${named(state.event)}`;
  const total = one?.tables.length ?? 0, left = one ? open(one).length : 0;
  $("n").textContent = `${total - left} / ${total}`;
  Object.assign($("bar"), { max: Math.max(total, 1), value: total - left });
  $("bar").setAttribute("aria-label", t("entered"));
  $("next").textContent = one?.next_time ? t("next-at", { round: one.round + 1, time: one.next_time }) : "";
  $("divs").setAttribute("aria-label", t("divisions"));
  $("divs").hidden = state.divisions.length < 2;
  $("divs").replaceChildren(...state.divisions.map((each) => el("button", { type: "button", "aria-pressed": String(each.id === chosen), onclick: () => choose(each.id) }, `${named(each)} ${each.tables.length - open(each).length}/${each.tables.length}`)));
  $("key-discs").hidden = one?.game !== "othello";
  $("key-division").hidden = state.divisions.length < 2;
  $("hall").href = `/${encodeURIComponent(state.event?.id ?? "")}/hall.html`;
  $("publish").hidden = !state.publish;
  $("publish").textContent = state.published ? t("published", { time: clock(state.published) }) : t("publish");
  $("scroll").setAttribute("aria-label", t("tables"));
  $("grid").replaceChildren(...(one?.tables ?? []).map((table) => row(one, table)));
  $("grid").style.setProperty("--rows", Math.max(1, Math.ceil(total / 2)));
  $("rail").setAttribute("aria-label", t("rail"));
  missing();
  history();
  alerts();
  nextRound(one, state.sheets);
}

const LABELS = { waiting: "state-waiting", conflict: "state-conflict", differ: "state-differ", wrong: "state-wrong", referee: "state-referee" };
function row(one, table) {
  const side = (index) => el("span", { class: table.winner === null ? null : table.winner === index ? "won" : "lost" }, table.names[index]);
  const label = LABELS[table.state] ? t(LABELS[table.state]) : table.origin ? t(`origin-${table.origin}`) : table.reported ? t("reported", { count: table.reported }) : "";
  const bad = ["conflict", "differ"].includes(table.state);
  const told = table.state === "wrong" || state.alerts.some((alert) => alert.type === "problem" && alert.n === table.n && alert.division === one.id);
  const classes = [bad ? "bad" : told ? "told" : "", same(now, table.game) ? "now" : ""].join(" ").trim();
  return el("li", { class: classes || null, "data-table": table.n, "data-state": table.state || null, "data-kind": table.kind ?? "", onclick: () => pick(one, table) }, el("b", {}, String(table.n ?? "–")), side(0), el("span", { class: "mid" }, marks(one.game, table), el("span", { class: "vh" }, words(table, table.names))), side(1), el("small", {}, label));
}

function missing() {
  const groups = state.divisions.filter((one) => open(one).length);
  $("left").textContent = String(groups.reduce((sum, one) => sum + open(one).length, 0));
  $("miss").replaceChildren(...groups.flatMap((one) => [
    ...(state.divisions.length > 1 ? [el("span", { class: "of" }, named(one))] : []),
    ...open(one).map((table) => el("button", { type: "button", class: table.state && table.kind === null ? "bad" : null, "aria-label": t("table", { table: table.n }), onclick: () => pick(one, table) }, String(table.n))),
  ]));
}

/** The division, where there are several: their table numbers may repeat. */
const of = (id) => (state.divisions.length > 1 ? state.divisions.filter((one) => one.id === id).map((one) => `${named(one)} `).join("") : "");

function history() {
  const last = state.history.find((entry) => entry.can_undo);
  $("key-undo").textContent = last ? t("key-undo", { what: of(last.division) + (last.change ? t(`done-${last.change}`, last.said) : t("table", { table: last.n })) }) : t("refused-nothing-to-undo");
  $("hist").replaceChildren(...state.history.slice(0, 12).map((entry) => {
    if (entry.change) return changed(entry);
    const result = entry.typed === null ? words(entry, entry.names) : `${t("round", { round: entry.round })} ${entry.names.join(" – ")} ${entry.typed}`;
    const what = entry.undoes ? t("undone-to", { what: result }) : result;
    const undo = entry.can_undo ? el("button", { type: "button", class: "undo", onclick: () => act({ do: "undo", id: entry.id }) }, t("undo"), el("span", { class: "vh" }, t("table", { table: entry.n }))) : el("span", { class: "soft small" }, entry.state === "undone" || entry.state === "dropped" ? t(`entry-${entry.state}`) : "");
    return el("li", { class: entry.state }, el("time", {}, clock(entry.at)), el("span", {}, el("b", {}, `${of(entry.division)}${entry.n ?? ""}`), ` ${what} `, el("small", { class: "soft" }, t(`origin-${entry.origin}`))), undo);
  }));
}

/** A change of the roster or of a pairing. */
function changed(entry) {
  const what = t(`done-${entry.change}`, entry.said);
  const undo = entry.can_undo ? el("button", { type: "button", class: "undo", onclick: () => act({ do: "undo", id: entry.id }) }, t("undo"), el("span", { class: "vh" }, what)) : el("span", { class: "soft small" }, entry.state === "undone" || entry.state === "dropped" ? t(`entry-${entry.state}`) : "");
  return el("li", { class: entry.state }, el("time", {}, clock(entry.at)), el("span", {}, `${entry.undoes ? t("undone-to", { what }) : what} `, el("small", { class: "soft" }, entry.state === "waiting" ? t("state-waiting") : t(`origin-${entry.origin}`))), undo);
}

function alerts() {
  const urgent = state.alerts.filter((one) => one.type !== "notice"), rest = state.alerts.filter((one) => one.type === "notice");
  const sheets = Object.entries(state.sheets).map(([name, reason]) => el("div", { class: "alert file" }, el("p", {}, el("b", {}, name)), el("p", {}, t(`sheet-${reason}`))));
  $("alerts").hidden = !urgent.length;
  $("alert-list").setAttribute("aria-label", t("decide"));
  $("alert-count").textContent = String(urgent.length);
  $("alert-list").replaceChildren(...urgent.map(alert));
  $("said").hidden = !rest.length && !sheets.length;
  $("said-list").replaceChildren(...sheets, ...rest.map(message));
}

/** What a build says, at the table or player that it is about. */
const message = (one) => el("div", { class: `alert file ${one.type}` }, one.n || one.who ? el("p", {}, el("b", {}, one.n ? of(one.division) + t("table", { table: one.n }) : one.who)) : "", el("p", {}, one.texts[lang]));

function alert(one) {
  if (one.type === "problem") return message(one);
  if (one.type === "changed") return el("div", { class: "alert" }, el("p", {}, el("b", {}, t("alert-changed"))), el("p", {}, `${t(`done-${one.kind}`, one.said)} (${one.file})`), el("div", { class: "acts" }, el("button", { class: "btn", type: "button", onclick: () => act({ do: "give-up", id: one.id }) }, t("give-up"))));
  const head = el("p", {}, el("b", {}, `${of(one.game[0])}${t("table", { table: one.n })}　${t(one.theirs?.kind === null ? "alert-lost" : `alert-${one.type}`)}`));
  const button = (text, message) => el("button", { class: "btn", type: "button", onclick: () => act(message) }, text);
  if (one.type === "conflict") {
    const lines = one.names ? [el("dt", {}, t("this-screen")), el("dd", {}, `${words(one.ours, one.names)} (${t(`origin-${one.origin}`)} ${clock(one.at)})`), el("dt", {}, t("the-sheet")), el("dd", {}, words(one.theirs, one.names))] : [el("dt", {}, t("this-screen")), el("dd", {}, t("row-gone"))];
    return el("div", { class: "alert" }, head, el("dl", { class: "row" }, ...lines), el("div", { class: "acts" }, button(t("take-sheet"), { do: "decide", game: one.game, take: "sheet" }), one.names ? button(t("take-entry"), { do: "decide", game: one.game, take: "entry" }) : ""));
  }
  const lines = one.said.flatMap((said, side) => [el("dt", {}, one.names[side]), el("dd", {}, `${claim(said, side)} ${clock(said.at)}`)]);
  const acts = one.type === "referee" ? [button(t("confirm"), { do: "confirm", game: one.game })] : one.said.map((said) => button(words({ ...said, kind: "played" }, one.names), { do: "enter", text: `${one.n} ${said.winner + 1} ${said.discs?.join("-") ?? ""}`, division: one.game[0] }));
  return el("div", { class: "alert" }, head, el("dl", { class: "row" }, ...lines), el("div", { class: "acts" }, ...acts));
}

function choose(id) { chosen = id; render(); input.focus(); read(); }
function pick(one, table) { chosen = one.id; input.value = `${table.n} `; render(); input.focus(); read(); }
async function act(message) {
  const answer = await ask(message);
  if (answer === null || answer.refused) say(answer?.texts?.[lang] ?? t(answer ? `refused-${answer.refused}` : "offline", { found: answer?.found }));
  input.focus();
  return answer;
}
function say(text, problem = true) { out.replaceChildren(el("span"), el("span", { class: problem ? "problem" : "soft" }, text), el("span")); }

async function read() {
  const mine = ++latest;
  const answer = await ask({ do: "read", text: input.value, division: chosen ?? "" });
  if (mine !== latest || !answer?.read) return;
  const found = answer.read;
  now = found.game;
  for (const line of $("grid").children) line.classList.toggle("now", false);
  const table = found.game && division()?.tables.findIndex((one) => same(one.game, found.game));
  if (found.game && found.game[0] !== chosen) { chosen = found.game[0]; render(); }
  else if (typeof table === "number" && table >= 0) { $("grid").children[table].classList.add("now"); $("grid").children[table].scrollIntoView({ block: "nearest" }); }
  if (found.problem) { say(t(`refused-${found.problem}`, { found: found.found }), found.problem !== "no-rounds"); return; }
  if (!found.names) { say(t("type-table"), false); return; }
  const before = state.divisions.flatMap((one) => one.tables).find((one) => same(one.game, found.game));
  const side = (index) => el("span", { class: found.winner === null ? null : found.winner === index ? "won" : "lost" }, found.names[index]);
  const game = division()?.game;
  const middle = el("span", {}, side(0), "　", marks(game, found), "　", side(1), "　", found.whole ? words(found, found.names) : "");
  out.replaceChildren(el("b", {}, String(found.n)), middle, el("span", {}, el("kbd", {}, "Enter"), ` ${t(found.whole ? (before?.kind ? "enter-again" : "enter-counts") : "enter-not-yet")}`));
}

$("cmd").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = input.value;
  if (!text.trim()) { if (!$("done").hidden && division()?.draft) await act({ do: "build", division: chosen }); return; }
  input.value = "";  // at once: the next table may be typed already
  latest += 1;
  const answer = await ask({ do: "enter", text, division: chosen ?? "" });
  if (answer && !answer.refused) { if (!input.value) { now = null; read(); } return; }
  if (!input.value) input.value = text;
  say(answer?.texts?.[lang] ?? t(answer ? `refused-${answer.refused}` : "offline", answer ?? {}));
});
// Whatever was clicked last: what is typed goes into the line.
addEventListener("keydown", () => { if (document.activeElement === document.body) input.focus(); });
$("build").addEventListener("click", () => act({ do: "build", division: chosen }));
input.addEventListener("input", read);
input.addEventListener("keydown", (event) => {
  const one = division();
  if ((event.key === "ArrowDown" || event.key === "ArrowUp") && one) {
    event.preventDefault();
    const numbers = open(one).map((table) => table.n), from = parseInt(input.value.normalize("NFKC"), 10) || 0;
    const next = event.key === "ArrowDown" ? numbers.find((n) => n > from) ?? numbers[0] : numbers.findLast((n) => n < from) ?? numbers.at(-1);
    if (next !== undefined) { input.value = `${next} `; read(); }
  } else if ((event.key === "PageDown" || event.key === "PageUp") && state) {
    event.preventDefault();
    const ids = state.divisions.map((each) => each.id), at = ids.indexOf(chosen) + (event.key === "PageDown" ? 1 : ids.length - 1);
    choose(ids[at % ids.length]);
  } else if ((event.ctrlKey || event.metaKey) && event.key === "z" && !input.value) {
    event.preventDefault();
    act({ do: "undo", id: null });
  }
});
async function papers() {
  if (!division()) return;
  const page = window.open("", "_blank");  // at once, while the browser knows that a person asked
  say(t("papers-making"), false);
  const answer = await act({ do: "papers", division: chosen, lang });
  if (answer?.problems?.length) say(answer.problems[0][lang]);
  if (!answer?.href) { page?.close(); return; }
  if (page) page.location = answer.href;
  say(page ? "" : t("papers-blocked"), false);
}
$("papers").addEventListener("click", papers);
addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "p") { event.preventDefault(); papers(); } });
$("publish").addEventListener("click", async () => { say(t("publishing"), false); if (await act({ do: "publish" }).then((answer) => answer && !answer.refused)) read(); });
const tick = () => { $("clock").textContent = new Date().toTimeString().slice(0, 5); };
setInterval(tick, 5000);
tick();
rosterDay(division, () => input.focus());
toggleDraft(render);
$("join").addEventListener("click", async () => {
  const answer = await act({ do: "links" });
  if (!answer?.links) return;
  $("alone").hidden = !answer.alone;
  const people = new Map(state.divisions.flatMap((one) => one.tables.flatMap((table) => [[`${one.id} ${table.game[2]}`, table.names[0]], [`${one.id} ${table.game[3]}`, table.names[1]]])));
  const order = ["desk", ...people.keys()], place = (one) => (order.indexOf(one.owner) + order.length + 1) % (order.length + 1);
  $("codes").replaceChildren(...answer.links.sort((one, other) => place(one) - place(other)).map((one) => {
    const name = one.owner === "desk" ? t("desk") : people.get(one.owner) ?? one.owner;
    const renew = one.owner === "desk" ? "" : el("button", { class: "undo", type: "button", onclick: async () => { if (!confirm(t("renew-sure", { name }))) return; await act({ do: "renew", owner: one.owner }); $("join").click(); } }, t("renew"));
    return el("figure", {}, el("img", { src: one.qr, alt: t("qr-of", { name }), width: 140, height: 140 }), el("figcaption", {}, el("a", { href: one.href }, name), " ", renew));
  }));
  if (!$("links").open) $("links").showModal();
});
$("links").addEventListener("close", () => input.focus());
otherLanguage(() => { render(); read(); });
const rounds = () => state?.divisions.map((one) => `${one.id} ${one.round}`).join();
connect((message, anew) => {
  const before = rounds();
  state = message;
  render();
  if (anew || rounds() !== before) read();
});
