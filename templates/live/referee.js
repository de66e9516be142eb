// The referee's desk: how every table stands, and its links and QR codes to hand out.

import { begin, element, goLine, minutes, outcome, side, t, title } from "./words.js";

const banner = document.getElementById("banner");
const cards = new Map(); // table id → what of its card changes
let links = null;

function said(message) {
  if (message.type === "links") {
    links = message.links;
    const { href, qr } = links.committee;
    document.getElementById("review").replaceChildren(element("a", { href, target: "_blank", rel: "noopener" }, t("referee.review")), element("img", { src: qr, alt: `QR: ${t("referee.review")}`, width: 148, height: 148 }));
  }
  else if (message.tables.every((table) => links && table.id in links)) showAll(message.tables);
  else line.send({ ask: "links" }); // a new round is open
  banner.hidden = true;
}

function lost(stranger) {
  banner.hidden = false;
  banner.textContent = t(stranger ? "page.stranger" : "page.offline");
}

// A player is away while the clock runs, or somebody calls: said first.
function showAll(tables) {
  tables.forEach(show);
  const alarms = tables.filter((table) => table.left !== null && !table.paused && table.here.length < 2);
  const lines = alarms.length ? [t("referee.alarm", { tables: alarms.map((table) => table.number).join(", ") })] : [];
  for (const table of tables) if (table.called) lines.push(`${t("page.table")} ${table.number}: ${t("page.called", { who: side(table.called) })}`);
  document.getElementById("alarm").replaceChildren(...lines.map((line) => element("p", { class: "alarm" }, line)));
}

function show(table) {
  if (!cards.has(table.id)) cards.set(table.id, card(table));
  const { standing, confirm, seats } = cards.get(table.id);
  confirm.textContent = table.waits_for && t(`referee.to_${table.waits_for}`);
  standing.textContent = (outcome(table) || title(table)) + (table.left === null ? "" : ` ${minutes(table.left)}`);
  const swapped = table.names[0] !== table.seats[0];
  for (const [index, letter] of ["b", "w"].entries()) {
    const { disc, here } = seats[swapped ? 1 - index : index];
    disc.className = `stone ${letter}`;
    here.textContent = t(table.here.includes(letter) ? "page.here" : "page.away");
    here.className = table.left !== null && !table.here.includes(letter) ? "alarm" : "";
  }
}

function card(table) {
  const own = links[table.id];
  const standing = element("span", { class: "standing" });
  const confirm = element("b", { class: "alarm" });
  const seats = [0, 1].map(() => ({ disc: element("i", { class: "stone" }), here: element("small") }));
  const pass = (role, name, hint, seat) => element("div", { class: "pass" },
    element("p", {}, seat?.disc, " ", element("b", {}, name), " ", seat?.here),
    element("img", { src: own[role].qr, alt: `QR: ${name}`, width: 148, height: 148 }),
    element("small", {}, hint),
    element("button", { type: "button", class: "plain", onclick: (event) => copy(event.target, own[role].href) }, t("referee.copy")));
  document.getElementById("cards").append(element("li", { class: "card", id: table.id },
    element("h2", {}, element("span", {}, `${t("page.table")} `), element("b", { class: "no" }, String(table.number)), element("small", {}, t("page.round", { n: table.round })), standing, confirm,
      element("a", { class: "plain", href: own.referee.href, target: "_blank", rel: "noopener" }, t("button.open"))),
    element("div", { class: "passes" },
      pass("1", table.seats[0] || t("page.black"), t("referee.secret"), seats[0]),
      pass("2", table.seats[1] || t("page.white"), t("referee.secret"), seats[1]),
      pass("watch", t("page.watching"), t("referee.anyone"), null))));
  return { standing, confirm, seats };
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
const line = goLine({ table: null, key: decodeURIComponent(location.hash.slice(1)) || null }, said, lost);
