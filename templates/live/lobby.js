// The list of tables, for whoever wants to watch.

import { begin, element, fetchTables, minutes, outcome, t, title } from "./words.js";

function row(table) {
  const names = table.names.map((name, index) => element("span", { class: "name" }, element("i", { class: `stone ${"bw"[index]}` }), " ", name || t(index ? "page.white" : "page.black")));
  const clock = table.left === null ? "" : ` ${minutes(table.left)}`;
  const standing = outcome(table) || title(table);
  return element("li", {}, element("a", { href: `/t/${table.id}` }, element("b", { class: "no" }, String(table.number)), element("span", { class: "pair" }, ...names), element("small", {}, standing + clock)));
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
    show((await fetchTables()).tables);
    banner.hidden = true;
  } catch {
    banner.hidden = false;
  }
}, 3000);
