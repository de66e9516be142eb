// The list of tables, for whoever wants to watch.

import { shape } from "./board.js";
import { begin, element, fetchTables, here, minutes, outcome, released, t, title } from "./words.js";

function row(table) {
  const names = table.names.map((name, index) => element("span", { class: "name" }, element("i", { class: `stone ${"bw"[index]}` }), " ", name || t(index ? "page.white" : "page.black")));
  const clock = table.left === null ? "" : ` ${minutes(table.left)}`;
  const standing = outcome(table) || title(table);
  return element("li", {}, element("a", { href: `${here}t/${table.id}` }, element("b", { class: "no" }, String(table.number)), element("span", { class: "pair" }, ...names), element("small", {}, standing + clock), mini(table.stones)));
}

// The board as it stands, small.
function mini(rows) {
  const box = shape("svg", { class: "mini", viewBox: `-1 -1 ${rows[0].length + 1} ${rows.length + 1}`, "aria-hidden": "true" });
  rows.forEach((row, y) => [...row].forEach((stone, x) => stone !== "." && box.append(shape("circle", { cx: x, cy: y, r: 0.48, class: stone }))));
  return box;
}

function show(tables) {
  const list = document.getElementById("tables");
  list.replaceChildren(...(tables.length ? tables.map(row) : [element("li", { class: "soft" }, t("page.none"))]));
}

const { tables } = await begin();
show(tables);
setInterval(async () => {
  const banner = document.getElementById("banner");
  try {
    const { tables } = await fetchTables();
    await released();
    show(tables);
    banner.hidden = true;
  } catch {
    banner.hidden = false;
  }
}, 3000);
