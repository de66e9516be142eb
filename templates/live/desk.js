// The referee's desk: how every table stands, and its links and QR codes to hand out.

import { Line, begin, element, minutes, outcome, t, title } from "./words.js";

const banner = document.getElementById("banner");
const cards = new Map(); // table id → what of its card changes
let links = null;

function said(message) {
  if (message.type === "links") links = message.links;
  else if (message.type === "tables" && links) message.tables.forEach(show);
  banner.hidden = true;
}

function lost(stranger) {
  banner.hidden = false;
  banner.textContent = t(stranger ? "page.stranger" : "page.offline");
}

function show(table) {
  if (!cards.has(table.id)) cards.set(table.id, card(table));
  const { standing, seats } = cards.get(table.id);
  standing.textContent = (outcome(table) || title(table)) + (table.left === null ? "" : ` ${minutes(table.left)}`);
  for (const letter of ["b", "w"]) seats[letter].textContent = t(table.here.includes(letter) ? "page.here" : "page.away");
}

function card(table) {
  const own = links[table.id];
  const standing = element("span", { class: "standing" });
  const seats = { b: element("small"), w: element("small") };
  const pass = (role, name, hint, extra) => element("div", { class: "pass" },
    element("p", {}, role === "watch" ? null : element("i", { class: `stone ${role}` }), " ", element("b", {}, name), " ", extra),
    element("img", { src: own[role].qr, alt: `QR: ${name}`, width: 148, height: 148 }),
    element("small", {}, hint),
    element("button", { type: "button", class: "plain", onclick: (event) => copy(event.target, own[role].href) }, t("referee.copy")));
  document.getElementById("cards").append(element("li", { class: "card", id: table.id },
    element("h2", {}, element("span", {}, `${t("page.table")} `), element("b", { class: "no" }, String(table.number)), element("small", {}, t("page.round", { n: table.round })), standing,
      element("a", { class: "plain", href: own.referee.href, target: "_blank", rel: "noopener" }, t("button.open"))),
    element("div", { class: "passes" },
      pass("b", table.names[0] || t("page.black"), t("referee.secret"), seats.b),
      pass("w", table.names[1] || t("page.white"), t("referee.secret"), seats.w),
      pass("watch", t("page.watching"), t("referee.anyone"), null))));
  return { standing, seats };
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("referee.copied");
  } catch {
    prompt(t("referee.copy"), text); // a page without https may not use the clipboard
  }
}

await begin();
document.getElementById("print").addEventListener("click", () => print());
new Line({ table: null, secret: decodeURIComponent(location.hash.slice(1)) || null }, said, lost);
