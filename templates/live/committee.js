// The committee: each pending game with both proposals side by side, what differs, and the verdict.

import { Board, shape } from "./board.js";
import { begin, element, goLine, outcome, side, t } from "./words.js";

const RULINGS = ["b", "w", "draw", "both-lose", "no-result"];
const banner = document.getElementById("banner");
let shown = ""; // what is on the page, so that nobody's typing is overwritten by the same again
let number = 0;

function said(message) {
  banner.hidden = true;
  if (message.type !== "cases" || JSON.stringify(message.cases) === shown) return;
  shown = JSON.stringify(message.cases);
  const cases = message.cases.length ? message.cases.map(section) : [element("p", { class: "soft" }, t("page.no_cases"))];
  document.getElementById("cases").replaceChildren(...cases);
}

function lost(stranger) {
  banner.hidden = false;
  banner.textContent = t(stranger ? "page.stranger" : "page.offline");
}

function picture(title, stones, marks, differs, score) {
  const svg = shape("svg", { class: "drawn", role: "img", "aria-label": title });
  const figure = element("figure", { class: "boardbox" }, element("figcaption", {}, title), svg);
  const board = new Board(svg, shape("svg", {}), () => {}, () => {});
  board.draw(stones, marks);
  board.above.append(...differs.map(([x, y]) => shape("circle", { cx: x, cy: y, r: 0.52, class: "differs" })));
  if (score) figure.append(element("p", {}, element("b", {}, outcome({ result: score.result })), ` ● ${score.b.total} ○ ${score.w.total}`));
  return figure;
}

function section(one) {
  const blank = one.stones.map((row) => ".".repeat(row.length));
  const proposals = ["b", "w"].map((letter, index) => {
    const title = t("page.proposal", { who: `${side(letter)} ${one.names[index]}` });
    const made = one.proposals[letter];
    return made ? picture(title, made.stones, made.marks, one.differs, made) : element("p", {}, `${title}: ${t("page.no_proposal")}`);
  });
  const ruling = choices(one.table, "ruling", RULINGS.map((value) => [value, t(`referee.${value}`)]));
  const misuse = choices(one.table, "misuse", [["", t("referee.misuse_none")], ...["b", "w"].map((letter, index) => [letter, one.names[index] || side(letter)])], "");
  const note = element("input", { maxlength: 500, "aria-label": t("referee.reason") });
  const judge = (event) => {
    event.preventDefault();
    const chosen = new FormData(event.target);
    number += 1;
    line.send({ do: "judge", number, scene: null, table: one.table, ruling: chosen.get("ruling"), note: note.value, misuse: chosen.get("misuse") });
  };
  const verdict = one.judged_on ? element("p", { class: "alarm" }, t("referee.verdict", { date: one.judged_on, ruling: t(`referee.${one.ruling}`) }), " ", one.note, one.misuse ? ` ${t("referee.misuse_found", { name: one.names["bw".indexOf(one.misuse)] || side(one.misuse), date: one.judged_on })}` : "") : null;
  return element("section", { class: "case", id: one.table },
    element("h2", {}, `${t("page.round", { n: one.round })} ${t("page.table")} ${one.number}: ${one.names.join(" – ")}`), verdict,
    element("p", { class: "soft" }, `${t("page.komi")} ${one.komi} · ${t("page.prisoners")} ● ${one.prisoners[0]} ○ ${one.prisoners[1]} · ${t("page.differs", { n: one.differs.length })}`),
    element("div", { class: "boards" }, picture(t("page.stop"), one.stones, blank, []), ...proposals),
    element("form", { onsubmit: judge }, ruling, element("label", {}, t("referee.reason"), note), element("fieldset", {}, element("legend", {}, t("referee.misuse")), misuse), element("button", { class: "do main", "data-do": "judge" }, t("referee.judge"))));
}

function choices(table, name, options, chosen) {
  return element("div", { class: "choices" }, ...options.map(([value, text]) => element("label", {}, element("input", { type: "radio", name, value, required: true, checked: value === chosen }), " ", text)));
}

await begin();
const line = goLine({ table: null, key: decodeURIComponent(location.hash.slice(1)) || null }, said, lost);
