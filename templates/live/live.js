// A table: shows what the server says, sends what is clicked, and decides nothing.

import { Board } from "./board.js";
import { begin, element, goLine, has, here, language, minutes, opponent, outcome, side, store, stored, t, title } from "./words.js";

const $ = (id) => document.getElementById(id);
const table = /\/t\/([^/]+)$/.exec(location.pathname)?.[1] ?? null; // null: the player's own, wherever that is
const key = decodeURIComponent(location.hash.slice(1)) || null;

let view = null; // the last state shown
let line = null;
let number = 0; // of the last command
let task = "own"; // the switch of one's own proposal
let stone = "b"; // the stone in hand while the position is put up
let board = null;
let ends = null; // when the clock runs out, by this browser's own clock
let hints = null; // what the draft on the board leaves open
let helped = false; // whether it is shown on the board

// A second tap that was meant for the scene before does nothing: after every change buttons are dead for a while.
const DEAD = 700;
let deadUntil = 0;
function deaden() {
  deadUntil = performance.now() + DEAD;
  setTimeout(revive, DEAD + 20);
}
function revive() {
  if (performance.now() < deadUntil) return;
  for (const one of document.querySelectorAll("button[data-dead]")) {
    one.disabled = false;
    delete one.dataset.dead;
  }
}

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
  else if (message.type === "hints") hint(message);
  else if (message.type === "moved") line.anew();
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
  const answered = view && (view.counted.includes(view.you) !== next.counted.includes(next.you) || view.ready.includes(view.you) !== next.ready.includes(next.you));
  const turned = view && !myTurn();
  fresh = false;
  view = next;
  hints = null;
  if (scene_changed) {
    board.pending = null;
    if ($("dialog").dataset.kind === "sure") $("dialog").close();
  }
  if (scene_changed || answered) deaden();
  if (turned && myTurn()) signal();
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
    over: view.over ? 1 : "",
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
  $("blue").textContent = t(view.paused ? "blue.PAUSED" : view.resigned ? "blue.RESIGNED" : view.ruling ? "blue.RULED" : `blue.${view.phase}`, words());
  const closed = `red.${view.phase}_closed`;
  $("red").textContent = t(view.closed && has(closed) ? closed : `red.${view.phase}`, words());
  if (view.note) $("blue").append(` ${view.note}`);
  board.draw(view.stones, view.marks);
  board.ghost = null;
  board.candidates = null;
  paintTask();
  paintSwitch();
  paintTools();
  paintButtons();
  paintScore();
  paintDoubts();
  paintSetup();
  paintReferee();
  paintDialog();
  paintFoot();
  tick();
}

function headline() {
  if (view.paused) return t("title.PAUSED");
  const result = outcome({ ruling: view.ruling, resigned: view.resigned, result: view.score ? view.score.result : null });
  return view.phase === "DECIDED" && result ? result : title(view);
}

function paintSeats() {
  if (!view) return;
  for (const [index, letter] of ["b", "w"].entries()) {
    const seat = $(`seat-${letter}`);
    seat.querySelector(".name").textContent = view.names[index] || side(letter);
    const away = seat.dataset.here === "0" ? ` · ${t("page.away")}` : "";
    const you = view.you === letter ? ` · ${t("page.you")}` : "";
    seat.querySelector(".colour").textContent = side(letter) + you + away;
    seat.querySelector(".taken b").textContent = view.prisoners[index];
    seat.classList.toggle("acting", view.acting.includes(letter));
    seat.classList.toggle("done", (view.phase === "SETUP" ? view.ready : view.counted).includes(letter));
    seat.classList.toggle("own", view.you === letter);
  }
}

function paintTask() {
  const line = $("task");
  line.textContent = taskText();
  line.classList.toggle("mine", myTurn());
  const called = view.called === view.you;
  const mine = ["b", "w"].includes(view.you) && allows("call");
  $("call").replaceChildren(mine ? button("call", t(called ? "button.called" : "button.call"), () => send("call"), { kind: "tool", toggled: called }) : "");
}

const myTurn = () => view.acting.includes(view.you);

function taskText() {
  if (view.you === null) return view.over ? "" : t("page.watching");
  if (view.you === "referee") return t("page.referee");
  if (view.over || view.paused) return "";
  if (view.phase === "SETUP") return t(view.ready.includes(view.you) ? "task.SETUP_ready" : "task.SETUP");
  if (view.counted.includes(view.you)) return t("task.JOINT_counted");
  if (!myTurn()) return t("task.wait");
  if (view.phase === "JOINT") return t("task.JOINT");
  if (allows("insert-other")) return t(matchMedia("(pointer: coarse)").matches ? "task.both_tasks_touch" : "task.both_tasks");
  return t(view.phase === "PLAY" ? "task.play" : "task.answer");
}

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
  const dead = performance.now() < deadUntil && !options.disabled;
  const attributes = { type: "button", class: `do ${options.kind || ""}`, "data-do": options.name || action, disabled: options.disabled || dead, "data-dead": dead, onclick: pressed };
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
  if (allows("insert-own")) {
    tools.push(button("help", t("button.help"), () => {
      helped = !helped;
      paintTools();
      paintCandidates();
    }, { kind: "tool", toggled: helped }));
  }
  $("tools").replaceChildren(...tools);
}

function paintButtons() {
  const found = [];
  const plain = (action, kind) => allows(action) && found.push(button(action, t(`button.${action}`), () => send(action), { kind }));
  // 承認 never stands where 計算 was: a second tap there meets 訂正.
  if (allows("approve")) found.push(button("approve", t("button.approve"), approve, { kind: "main" }));
  if (allows("resume")) found.push(button("resume", t("button.resume"), () => sure(t("sure.resume"), t("red.NOTICE"), () => send("resume")), { kind: "quiet" }));
  if (allows("resign")) found.push(button("resign", t("button.resign"), () => sure(t("sure.resign"), "", () => send("resign")), { kind: "quiet" }));
  plain("cancel", "quiet");
  plain("deny", "");
  plain("correct", "");
  if (allows("count")) {
    const mine = view.counted.includes(view.you);
    found.push(button("count", t(mine ? "button.count_back" : "button.count"), () => send("count"), { kind: mine ? "" : "main", toggled: view.phase === "JOINT" ? mine : undefined }));
  }
  plain("pass", "");
  if (board.pending && allows("move")) found.push(button("move", t("button.play_here"), playPending, { kind: "main", name: "play-here" }));
  if (allows("ready")) {
    const mine = view.ready.includes(view.you);
    found.push(button("ready", t(mine ? "button.ready_back" : "button.ready"), () => (mine ? send("ready") : ready()), { kind: mine ? "" : "main", toggled: mine }));
  }
  $("buttons").replaceChildren(...found);
  $("hand").classList.toggle("empty", !found.length && !$("tools").childElementCount);
}

// Asked once more while points are at stake.
function approve() {
  const open = view.warnings.filter((one) => one.points);
  if (!open.length) return send("approve");
  return sure(t("sure.approve", { n: open[0].points }), open.slice(0, 3).map((one) => one[language]).join("\n"), () => send("approve"));
}

const players = () => view.names.map((name, index) => name || side("bw"[index]));

// What begins is said before it does: who is Black, komi, the stones.
function ready() {
  const [black, white] = players();
  const stones = (letter) => view.stones.join("").split(letter).length - 1;
  const red = [];
  if (!stones("w") && stones("b") <= view.handicap) red.push(t("sure.empty")); // those of the handicap lie there from the start
  if (view.record_komi !== null) red.push(t("sure.komi", { komi: view.komi, record: view.record_komi }));
  sure(t("sure.ready", { black, white, komi: view.komi + handicap(), b: stones("b"), w: stones("w") }), red.join(" "), () => send("ready"));
}

const handicap = () => (view.handicap ? ` (${t(view.handicap === 1 ? "page.black_first" : "page.handicap", { n: view.handicap })})` : "");

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
  box.replaceChildren(sums);
}

// The warnings of a count, or what a draft leaves open; most points first.
function paintDoubts() {
  const found = view.over ? [] : view.score ? view.warnings : hints ? hints.warnings : [];
  const box = $("doubts");
  box.hidden = !found.length;
  const worth = (one) => (one.points === null ? null : element("b", {}, t("result.points", { n: one.points })));
  const place = (index) => (found.length > 1 ? element("small", {}, ` ${index + 1}/${found.length}`) : null); // a phone shows one at a time
  box.replaceChildren(element("ul", {}, ...found.map((one, index) => element("li", {}, element("button", { type: "button", onclick: () => board.point_out(one.x, one.y) }, worth(one), place(index), " ", one[language])))));
}

function hint(message) {
  if (!view || message.seq !== view.seq) return;
  hints = message;
  paintDoubts();
  paintCandidates();
}

function paintCandidates() {
  board.candidates = helped && hints && allows("insert-own") ? hints : null;
  board.show();
}

function paintFoot() {
  if (!view) return;
  const parts = [`${t("page.komi")} ${view.komi}${handicap()}`];
  if (view.last) parts.push(lastText());
  const watching = Number(document.body.dataset.watching || 0);
  if (watching) parts.push(t("page.watchers", { n: watching }));
  const called = view.called ? t("page.called", { who: side(view.called) }) : "";
  const tools = [];
  if (["b", "w"].includes(view.you)) tools.push(button("sound", t("button.sound"), toggleSound, { kind: "tool", toggled: loud }));
  if (view.over) tools.push(element("a", { class: "do tool", href: `${here}sgf/${view.table}` }, t("button.sgf")));
  $("foot").replaceChildren(element("p", {}, parts.join(" · ")), called ? element("p", { class: "red" }, called) : "", element("div", { class: "tools" }, ...tools));
}

// --- Sound and vibration at one's turn: off until somebody wants them

let loud = stored("tourgen-go-sound") === "1";
let tone = null;

function toggleSound() {
  loud = !loud;
  store("tourgen-go-sound", loud ? "1" : "0");
  if (loud) signal();
  paintFoot();
}

function signal() {
  if (!loud) return;
  navigator.vibrate?.(200);
  tone ??= new AudioContext();
  tone.resume(); // a page that was loaded anew may not sound before the first touch
  const beep = tone.createOscillator();
  const volume = tone.createGain();
  volume.gain.value = 0.15;
  beep.frequency.value = 660;
  beep.connect(volume).connect(tone.destination);
  beep.start();
  beep.stop(tone.currentTime + 0.18);
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
  if (dialog.open && dialog.dataset.kind === "notice") return;
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
  const colours = allows("swap") && view.you !== "referee" ? button("swap", t("button.swap"), () => send("swap"), { kind: "tool" }) : null;
  const komi = allows("record-komi") ? element("p", { class: "red" }, t("sure.komi", { komi: view.komi, record: view.record_komi }), " ",
    button("record-komi", t("button.record_komi", { komi: view.record_komi }), () => send("record-komi"), { kind: "tool", toggled: view.wanted_by.includes(view.you) }),
    view.wanted_by.length ? ` ${t("page.wanted_by", { who: view.wanted_by.map(side).join(" ") })}` : "") : null;
  box.replaceChildren(
    ...[komi].filter(Boolean),
    element("div", { class: "switch", role: "radiogroup" }, ...palette),
    element("div", { class: "counts" }, ...["b", "w"].map(counter)),
    element("div", { class: "row" }, element("label", {}, t("button.size"), " ", size), element("label", { class: "file" }, t("button.load"), file), colours),
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
  if (file.size > 1000000) return toast(t("refused.not-a-record"));
  const reader = new FileReader();
  reader.addEventListener("load", () => send("load", { sgf: reader.result.split(",")[1] ?? "" }));
  reader.readAsDataURL(file);
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
    element("div", { class: "tools" },
      begun ? "" : button("start", t("referee.start"), () => really(() => send("start")), { kind: "tool" }),
      begun && !view.over ? button(view.paused ? "go-on" : "pause", t(view.paused ? "referee.go_on" : "referee.pause"), () => send(view.paused ? "go-on" : "pause"), { kind: "tool" }) : "",
      allows("swap") ? button("swap", t("button.swap"), swap, { kind: "tool" }) : "",
      begun ? button("reset", t("referee.reset"), () => really(() => send("reset")), { kind: "tool" }) : "",
      view.waits_for === "confirm" ? button("confirm", t("referee.confirm"), () => send("confirm"), { kind: "tool" }) : "",
      view.called ? button("call", t("referee.heard"), () => send("call"), { kind: "tool" }) : ""),
    begun ? element("fieldset", {}, element("legend", {}, t("referee.override")),
      select("scene-to", t("referee.scene"), SCENES.map((one) => [one, t(`title.${one}`, { lead: "P", other: "Q" })])), select("scene-lead", t("referee.lead"), lead),
      button("override", t("referee.set"), () => really(() => send("override", { phase: $("scene-to").value, lead: $("scene-lead").value })))) : "",
    begun ? element("fieldset", {}, element("legend", {}, t("button.resume")),
      element("label", {}, t("referee.cap"), " ", element("input", { id: "cap", type: "number", min: 0, max: 99, value: view.cap ?? "" }), " ", t("referee.times")),
      button("cap", t("referee.set"), () => send("cap", { most: $("cap").value === "" ? null : Number($("cap").value) }))) : "",
    element("fieldset", {}, element("legend", {}, t("referee.komi")),
      element("label", {}, element("input", { id: "komi", "aria-label": t("referee.komi"), inputmode: "decimal", pattern: "-?[0-9]{1,3}([.][0-9])?", value: view.komi })),
      button("komi", t("referee.set"), () => $("komi").checkValidity() && send("komi", { komi: $("komi").value }))),
    element("fieldset", {}, element("legend", {}, t("referee.rule")),
      select("ruling", t("referee.ruling"), RULINGS.map((one) => [one, t(`referee.${one}`)])),
      element("label", {}, t("referee.note"), element("input", { id: "note", maxlength: 500 })),
      button("rule", t("referee.rule"), () => really(() => send("rule", { ruling: $("ruling").value, note: $("note").value })))),
  );
}

function swap() {
  const [white, black] = players();
  sure(t("sure.swap", { black, white }), "", () => send("swap"));
}

const really = (then) => sure(t("referee.sure"), "", then);

// Asks once more; the answer is dead at first, too, so that a double tap gives none.
function sure(text, red, then) {
  const dialog = $("dialog");
  dialog.dataset.kind = "sure";
  $("dialog-text").textContent = text;
  $("dialog-red").textContent = red;
  deaden();
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
  if (!allows("insert-own")) return refuse(view.over ? "over" : "not-now");
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
  const { pending } = board;
  if (pending && pending.x === x && pending.y === y) return playPending();
  board.pending = { x, y, stone: view.you };
  board.show();
  return paintButtons();
}

function playPending() {
  send("move", { x: board.pending.x, y: board.pending.y });
  board.pending = null;
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
line = goLine({ table, key }, said, lost);
addEventListener("hashchange", () => location.reload());
setInterval(tick, 200);
