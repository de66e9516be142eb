// A table: shows what the server says, sends what is clicked, and decides nothing.

import { Board } from "./board.js";
import { Line, begin, element, has, language, minutes, opponent, outcome, side, t, title } from "./words.js";

const $ = (id) => document.getElementById(id);
const table = location.pathname.split("/").pop();
const secret = decodeURIComponent(location.hash.slice(1)) || null;

let view = null; // the last state shown
let line = null;
let number = 0; // of the last command
let task = "own"; // the switch of one's own proposal
let stone = "b"; // the stone in hand while the position is put up
let pending = null; // a touched point that waits for its confirmation
let board = null;
let ends = null; // when the clock runs out, by this browser's own clock

// --- To the server

function send(command, args = {}) {
  number += 1;
  const fine = line.send({ do: command, number, scene: view.scene, ...args });
  if (!fine) toast(t("page.offline"));
}

// --- From the server

function said(message) {
  if (message.type === "view") show(message);
  else if (message.type === "presence") presence(message);
  else if (message.type === "pulse") pulse(message);
  else if (message.type === "answer" && message.refused) toast(t(`refused.${message.refused}`));
}

let fresh = true; // the next state is the first of a connection

function show(next) {
  if (!fresh && next.seq !== view.seq + 1) {
    document.body.dataset.gaps = Number(document.body.dataset.gaps || 0) + 1;
    fresh = true;
    line.anew();
    return;
  }
  const scene_changed = !view || view.scene !== next.scene;
  fresh = false;
  view = next;
  if (scene_changed) pending = null;
  if (scene_changed || !view.allowed.includes("insert-other")) task = "own";
  $("banner").hidden = true;
  ends = view.left === null ? null : performance.now() + view.left;
  paint();
  tell();
}

// Sets the clock right after a phone has slept.
function pulse(message) {
  if (view && message.seq === view.seq && message.left !== null) ends = performance.now() + message.left;
}

function lost(stranger) {
  fresh = true;
  const banner = $("banner");
  banner.hidden = false;
  banner.textContent = t(stranger ? "page.stranger" : "page.offline");
  if (stranger) banner.append(" ", element("a", { href: location.pathname, onclick: watch }, t("page.watch_instead")));
}

function watch(event) {
  event.preventDefault();
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

// What tests and style sheets look at.
function tell() {
  Object.assign(document.body.dataset, {
    seq: view.seq,
    phase: view.phase,
    left: view.left ?? "",
    you: view.you ?? "watching",
    stones: view.stones.join("/"),
    marks: view.marks.join("/"),
  });
}

function presence(message) {
  for (const letter of ["b", "w"]) {
    $(`seat-${letter}`).classList.toggle("away", !message[letter]);
    $(`seat-${letter}`).dataset.here = message[letter] ? "1" : "0";
  }
  document.body.dataset.watching = message.watching;
  paintSeats();
  paintFoot();
}

// --- The picture

const allows = (...actions) => view !== null && actions.some((action) => view.allowed.includes(action));
const words = () => ({
  lead: view.lead ? side(view.lead) : "",
  other: view.lead ? side(opponent(view.lead)) : "",
  turn: view.turn ? side(view.turn) : "",
});

function paint() {
  document.title = `${t("page.table")} ${view.number} – ${title(view)}`;
  $("number").textContent = view.number;
  paintSeats();
  $("title").textContent = headline();
  $("blue").textContent = t(view.ruling ? "blue.RULED" : `blue.${view.phase}`, words());
  const closed = `red.${view.phase}_closed`;
  $("red").textContent = t(view.closed && has(closed) ? closed : `red.${view.phase}`, words());
  if (view.note) $("blue").append(` ${view.note}`);
  board.draw(view.stones, view.marks);
  board.ghost = null;
  paintTask();
  paintSwitch();
  paintTools();
  paintButtons();
  paintScore();
  paintSetup();
  paintReferee();
  paintDialog();
  paintFoot();
  tick();
}

function headline() {
  const result = outcome({ ruling: view.ruling, result: view.score ? view.score.result : null });
  return view.phase === "DECIDED" && result ? result : title(view);
}

function paintSeats() {
  if (!view) return;
  const acting = actors();
  for (const [index, letter] of ["b", "w"].entries()) {
    const seat = $(`seat-${letter}`);
    seat.querySelector(".name").textContent = view.names[index] || side(letter);
    const away = seat.dataset.here === "0" ? ` · ${t("page.away")}` : "";
    const you = view.you === letter ? ` · ${t("page.you")}` : "";
    seat.querySelector(".colour").textContent = side(letter) + you + away;
    seat.querySelector(".taken b").textContent = view.prisoners[index];
    seat.classList.toggle("acting", acting.includes(letter));
    seat.classList.toggle("done", (view.phase === "SETUP" ? view.ready : view.counted).includes(letter));
    seat.classList.toggle("own", view.you === letter);
  }
}

function actors() {
  const { phase, lead, turn } = view;
  if (phase === "SETUP") return ["b", "w"].filter((letter) => !view.ready.includes(letter));
  if (phase === "JOINT") return ["b", "w"].filter((letter) => !view.counted.includes(letter));
  if (["JOINT_RESULT", "RESUME_REQUEST"].includes(phase)) return ["b", "w"];
  if (["WHITE_OWN", "BLACK_OWN", "OWN_RESULT", "AMEND_REVIEW"].includes(phase)) return [lead];
  if (["REVIEW", "AMEND", "AMEND_RESULT", "NOTICE"].includes(phase)) return [opponent(lead)];
  return phase === "PLAY" ? [turn] : [];
}

function paintTask() {
  const line = $("task");
  line.textContent = taskText();
  line.classList.toggle("mine", myTurn());
}

const myTurn = () => ["b", "w"].includes(view.you) && actors().includes(view.you);

function taskText() {
  if (view.you === null) return isOver() ? "" : t("page.watching");
  if (view.you === "referee") return t("page.referee");
  if (isOver()) return "";
  if (view.phase === "SETUP") return t(view.ready.includes(view.you) ? "task.SETUP_ready" : "task.SETUP");
  if (view.counted.includes(view.you)) return t("task.JOINT_counted");
  if (!myTurn()) return t("task.wait");
  if (view.phase === "JOINT") return t("task.JOINT");
  if (allows("insert-other")) return t(matchMedia("(pointer: coarse)").matches ? "task.both_tasks_touch" : "task.both_tasks");
  return t(view.phase === "PLAY" ? "task.play" : "task.answer");
}

const isOver = () => ["DECIDED", "BOTH_LOSE", "PENDING", "NO_RESULT"].includes(view.phase);

// The touch's right click: whose task a click is.
function paintSwitch() {
  const box = $("switch");
  box.hidden = !allows("insert-other");
  if (box.hidden) return;
  const choices = [["own", view.you], ["other", opponent(view.you)]];
  box.replaceChildren(...choices.map(([name, letter]) => choice(letter, t(`button.task_${letter}`), task === name, () => {
    task = name;
    paintSwitch();
  })));
}

function choice(letter, text, on, chosen) {
  const disc = letter ? element("i", { class: `stone ${letter}` }) : null;
  return element("button", { type: "button", role: "radio", "aria-checked": String(on), onclick: chosen }, disc, element("span", {}, text));
}

function button(action, text, pressed, options = {}) {
  const attributes = { type: "button", class: `do ${options.kind || ""}`, "data-do": options.name || action, disabled: options.disabled, onclick: pressed };
  if (options.toggled !== undefined) attributes["aria-pressed"] = String(options.toggled);
  return element("button", attributes, text);
}

function paintTools() {
  const tools = [];
  if (allows("delete")) {
    for (const n of ["1", "5", "all"]) {
      tools.push(button("delete", t(`button.delete_${n}`), () => send("delete", { n }), { name: `delete-${n}`, kind: "tool", disabled: !view.inserts }));
    }
  }
  if (allows("clear")) tools.push(button("clear", t("button.clear"), () => send("clear"), { kind: "tool", disabled: !view.dead }));
  $("tools").replaceChildren(...tools);
}

function paintButtons() {
  const found = [];
  const plain = (action, kind) => allows(action) && found.push(button(action, t(`button.${action}`), () => send(action), { kind }));
  plain("resume", "quiet");
  plain("cancel", "quiet");
  plain("correct", "");
  plain("deny", "");
  if (allows("count")) {
    const mine = view.counted.includes(view.you);
    found.push(button("count", t(mine ? "button.count_back" : "button.count"), () => send("count"), { kind: mine ? "" : "main", toggled: view.phase === "JOINT" ? mine : undefined }));
  }
  plain("approve", "main");
  plain("pass", "");
  if (pending && allows("move")) found.push(button("move", t("button.play_here"), playPending, { kind: "main", name: "play-here" }));
  if (allows("ready")) {
    const mine = view.ready.includes(view.you);
    found.push(button("ready", t(mine ? "button.ready_back" : "button.ready"), () => send("ready"), { kind: mine ? "" : "main", toggled: mine }));
  }
  $("buttons").replaceChildren(...found);
  $("hand").classList.toggle("empty", !found.length && !$("tools").childElementCount);
}

function paintScore() {
  const { score } = view;
  const box = $("score");
  box.hidden = $("verdict").hidden = score === null;
  if (!score) return;
  const row = (key) => element("tr", {}, element("th", { scope: "row" }, t(`page.${key}`)), ...["b", "w"].map((letter) => element("td", {}, String(score[letter][key]))));
  const head = element("tr", {}, element("td"), ...["b", "w"].map((letter) => element("th", { scope: "col" }, element("i", { class: `stone ${letter}` }), " ", side(letter))));
  const sums = element("table", {}, element("thead", {}, head), element("tbody", {}, row("territory"), row("prisoners"), row("komi"), row("total")));
  const basis = view.basis ? element("small", {}, t(`result.${view.basis}`)) : null;
  const total = (letter) => element("span", {}, element("i", { class: `stone ${letter}` }), ` ${score[letter].total}`);
  const won = view.phase === "DECIDED" ? basis : element("b", {}, outcome({ ruling: view.ruling, result: score.result }));
  $("verdict").replaceChildren(won, element("span", { class: "totals" }, total("b"), total("w")));
  box.replaceChildren(...doubts(), sums);
}

function doubts() {
  if (!view.warnings.length || isOver()) return [];
  const rows = view.warnings.map((one) => element("li", {}, element("button", { type: "button", onclick: () => board.point_out(one.x, one.y) }, one[language])));
  return [element("div", { class: "doubts" }, element("h2", {}, t("result.look")), element("ul", {}, ...rows))];
}

function paintFoot() {
  if (!view) return;
  const parts = [`${t("page.komi")} ${view.komi}`];
  if (view.last) parts.push(lastText());
  const watching = Number(document.body.dataset.watching || 0);
  if (watching) parts.push(t("page.watchers", { n: watching }));
  $("foot").textContent = parts.join(" · ");
}

function lastText() {
  const { who, do: done, x, y } = view.last;
  const name = who === "b" || who === "w" ? side(who) : t("page.referee");
  return t(`last.${done}`, { who: name, point: x === undefined ? "" : `${x + 1}-${y + 1}` });
}

function paintDialog() {
  const dialog = $("dialog");
  const wanted = view.phase === "NOTICE" && allows("acknowledge");
  if (!wanted) {
    if (dialog.open && dialog.dataset.kind === "notice") dialog.close();
    return;
  }
  dialog.dataset.kind = "notice";
  $("dialog-text").textContent = t("blue.NOTICE", words());
  $("dialog-red").textContent = t("red.NOTICE");
  $("dialog-buttons").replaceChildren(button("acknowledge", t("button.acknowledge"), () => send("acknowledge"), { kind: "main" }));
  if (!dialog.open) dialog.showModal();
}

// --- The position, before it begins

function paintSetup() {
  const box = $("setup");
  box.hidden = !allows("put");
  if (box.hidden) return;
  const stones = [["b", "stone_b"], ["w", "stone_w"], [".", "stone_none"]];
  const palette = stones.map(([letter, key]) => choice(letter === "." ? null : letter, t(`button.${key}`), stone === letter, () => {
    stone = letter;
    paintSetup();
  }));
  const sizes = [...new Set([19, 13, 9, view.stones.length])].sort((a, b) => b - a);
  const size = element("select", { onchange: (event) => resize(Number(event.target.value)) }, ...sizes.map((one) => element("option", { value: one, selected: view.stones.length === one && view.stones[0].length === one }, String(one))));
  const file = element("input", { type: "file", accept: ".sgf", onchange: (event) => load(event.target.files[0]) });
  box.replaceChildren(
    element("div", { class: "switch", role: "radiogroup" }, ...palette),
    element("div", { class: "counts" }, ...["b", "w"].map(counter)),
    element("div", { class: "row" }, element("label", {}, t("button.size"), " ", size), element("label", { class: "file" }, t("button.load"), file)),
  );
}

function counter(letter, index) {
  const change = (by) => {
    const counts = [...view.prisoners];
    counts[index] = Math.max(0, counts[index] + by);
    send("prisoners", { b: counts[0], w: counts[1] });
  };
  const label = `${side(letter)} ${t("page.prisoners")}`;
  const step = (sign, by, word) => element("button", { type: "button", class: "step", "aria-label": `${label} ${word}`, onclick: () => change(by) }, sign);
  return element("p", { class: "count" }, element("span", {}, label), step("−", -1, t("button.fewer")), element("b", {}, String(view.prisoners[index])), step("+", 1, t("button.more")));
}

function resize(size) {
  send("size", { width: size, height: size });
}

async function load(file) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > 45000) return toast(t("refused.not-a-record"));
  send("load", { sgf: btoa(String.fromCharCode(...bytes)) });
}

// --- The referee

const SCENES = ["JOINT", "JOINT_RESULT", "WHITE_OWN", "BLACK_OWN", "OWN_RESULT", "REVIEW", "AMEND", "AMEND_RESULT", "AMEND_REVIEW", "RESUME_REQUEST", "NOTICE", "PLAY"];
const RULINGS = ["b", "w", "draw", "both-lose", "pending", "no-result"];

function paintReferee() {
  const box = $("referee");
  box.hidden = view.you !== "referee";
  if (box.hidden || (box.childElementCount && box.contains(document.activeElement) && document.activeElement.matches("input, select"))) return;
  const select = (id, label, options) => element("label", {}, label, element("select", { id }, ...options.map(([value, text]) => element("option", { value }, text))));
  const lead = [["b", side("b")], ["w", side("w")]];
  const begun = view.phase !== "SETUP";
  box.replaceChildren(
    element("h2", {}, t("referee.title"), " ", element("small", {}, t("referee.resumed", { n: view.resumptions }))),
    begun ? "" : button("start", t("referee.start"), () => sure(() => send("start")), {}),
    begun ? element("fieldset", {}, element("legend", {}, t("referee.override")),
      select("scene-to", t("referee.scene"), SCENES.map((one) => [one, t(`title.${one}`, { lead: "P", other: "Q" })])), select("scene-lead", t("referee.lead"), lead),
      button("override", t("referee.set"), () => sure(() => send("override", { phase: $("scene-to").value, lead: $("scene-lead").value })))) : "",
    begun ? element("fieldset", {}, element("legend", {}, t("button.resume")),
      element("label", {}, t("referee.cap"), " ", element("input", { id: "cap", type: "number", min: 0, max: 99, value: view.cap ?? "" }), " ", t("referee.times")),
      button("cap", t("referee.set"), () => send("cap", { most: $("cap").value === "" ? null : Number($("cap").value) }))) : "",
    element("fieldset", {}, element("legend", {}, t("referee.komi")),
      element("label", {}, element("input", { id: "komi", inputmode: "decimal", pattern: "-?[0-9]{1,3}([.][0-9])?", value: view.komi })),
      button("komi", t("referee.set"), () => $("komi").checkValidity() && send("komi", { komi: $("komi").value }))),
    element("fieldset", {}, element("legend", {}, t("referee.rule")),
      select("ruling", t("referee.ruling"), RULINGS.map((one) => [one, t(`referee.${one}`)])),
      element("label", {}, t("referee.note"), element("input", { id: "note", maxlength: 500 })),
      button("rule", t("referee.rule"), () => sure(() => send("rule", { ruling: $("ruling").value, note: $("note").value })))),
  );
}

function sure(then) {
  const dialog = $("dialog");
  dialog.dataset.kind = "sure";
  $("dialog-text").textContent = t("referee.sure");
  $("dialog-red").textContent = "";
  const no = button("no", t("button.no"), () => dialog.close());
  const yes = button("yes", t("button.yes"), () => {
    dialog.close();
    then();
  }, { kind: "main" });
  $("dialog-buttons").replaceChildren(no, yes);
  dialog.showModal();
}

// --- Clicks on the board

function clicked(x, y, right) {
  if (!view) return;
  if (allows("put")) return putStone(x, y, right);
  if (allows("move")) return right ? null : send("move", { x, y });
  if (!allows("insert-own")) return refuse(isOver() ? "over" : "not-now");
  const mine = task === (right ? "other" : "own");
  if (!mine && !allows("insert-other")) return refuse("not-now");
  const which = mine ? "own" : "other";
  const there = view.stones[y][x];
  if (there === ".") return send("insert", { x, y, task: which });
  if (view.marks[y][x] === "s") return refuse("inserted-stone");
  return send("mark", { x, y, task: which });
}

// On a phone a move is pointed out first and then played: it can't be taken back.
function touched(x, y) {
  if (!allows("move")) return clicked(x, y, false);
  if (pending && pending.x === x && pending.y === y) return playPending();
  pending = { x, y };
  board.ghost = { x, y, stone: view.you };
  board.show();
  return paintButtons();
}

function playPending() {
  send("move", pending);
  pending = null;
}

function putStone(x, y, right) {
  const wanted = right && stone !== "." ? opponent(stone) : stone;
  send("put", { x, y, stone: view.stones[y][x] === wanted ? "." : wanted });
}

function ghostFor(x, y) {
  if (!view || view.stones[y][x] !== ".") return null;
  if (allows("put")) return stone === "." ? null : stone;
  if (allows("move")) return view.you;
  if (allows("insert-own")) return task === "own" ? view.you : opponent(view.you);
  return null;
}

// The place under the keyboard's cursor, for screen readers.
function speak(x, y) {
  const there = { b: "button.stone_b", w: "button.stone_w" }[view.stones[y][x]];
  $("spoken").textContent = [`${x + 1}-${y + 1}`, there ? t(there) : "", view.marks[y][x] === "x" ? "×" : ""].join(" ");
}

function refuse(code) {
  if (view.you === "b" || view.you === "w") toast(t(`refused.${code}`));
}

let fading = null;
function toast(text) {
  $("toast").textContent = text;
  clearTimeout(fading);
  fading = setTimeout(() => ($("toast").textContent = ""), 4000);
}

// --- The clock

function tick() {
  if (!view) return;
  const left = ends === null ? null : Math.max(0, ends - performance.now());
  $("clock").textContent = left === null ? "" : minutes(left);
  $("clock-word").textContent = left === null ? (view.phase === "PLAY" ? t("page.no_clock") : "") : t("page.left");
  $("gauge").hidden = left === null;
  if (left !== null) $("gauge").value = left / view.limit;
  $("scene").classList.toggle("urgent", left !== null && left < 15000);
}

await begin();
board = new Board($("board"), $("loupe"), clicked, touched);
board.ghostFor = ghostFor;
board.spoken = speak;
line = new Line({ table, secret }, said, lost);
addEventListener("hashchange", () => location.reload());
setInterval(tick, 200);
