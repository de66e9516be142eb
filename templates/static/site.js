// Adds to pages that already work without it. WORDS (this language's strings) and FORMS stand in the line above.
const tourgen = (() => {                                                // what home.js takes up
  const page = document.documentElement.dataset, root = page.root, lang = document.documentElement.lang;
  const $ = (id) => document.getElementById(id);
  const el = (tag, text, cls) => Object.assign(document.createElement(tag), { textContent: text ?? "", className: cls ?? "" });
  const say = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const kept = (area, key, value) => {                                  // a private window may refuse
    try { return value === undefined ? area().getItem(key) : value === null ? area().removeItem(key) : area().setItem(key, value); } catch { return null; }
  };
  const local = (key, value) => kept(() => localStorage, key, value);

  // ---------- what only a script can fill: the search, the bar that says where I sit, those whom I follow ----------
  const search = $("find"), bar = Object.assign(el("a", "", "mebar"), { id: "mebar", href: "#main", hidden: true });
  const list = Object.assign(el("ul", "", "fol"), { id: "followed", hidden: true, ariaLabel: WORDS.following });
  if (search) {
    search.innerHTML = `<form><label for="q">${WORDS.find}</label><div class="field"><input id="q" name="q" type="search" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="${WORDS.find_by}" aria-describedby="found"><button type="submit" aria-label="${WORDS.find}"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="6"/><path d="m13 13 5.5 5.5"/></svg></button></div><ul class="hits" id="hits"></ul><p class="vh" id="found" role="status"></p></form>`;
    bar.innerHTML = "<b></b><span><small></small><i></i><small></small></span>";
    if ($("me")) $("me").after(list); else search.after(bar, list);
    search.hidden = false;
    if (!location.protocol.startsWith("http") && !$("players")) search.remove();   // a file may not fetch the list
  }

  // ---------- pairings: tell assistive technology which order is shown ----------
  const seg = document.querySelectorAll(".views .seg a");
  if (seg.length) {
    const tell = () => {
      const byName = $("name").matches(":target, :has(:target)");
      seg.forEach((a, i) => a.setAttribute("aria-current", String(byName === (i === 1))));
    };
    addEventListener("hashchange", tell);
    tell();
  }

  // ---------- how fresh: a page knows its build, build.json the newest one and when it was made ----------
  const POLL = 20000, times = `tourgen:built:${page.event}`, turn = `tourgen:turn:${location.pathname}`, field = $("q"), notice = el("p", "", "offline");
  const session = (value) => kept(() => sessionStorage, turn, value);
  let own = page.build, built = JSON.parse(local(times) ?? "{}")[own], typed = 0;
  notice.setAttribute("role", "status");
  const clock = (text) => {                                             // 11月18日 14:38; of another year with it
    const at = new Date(text), year = at.getFullYear() !== new Date().getFullYear();
    return at.toLocaleString(lang === "en" ? "en-GB" : lang, {
      year: year ? "numeric" : undefined, month: "long", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  };
  function warn(key) {                                                  // what is shown is not the newest, and how old it is
    if (!key) { notice.remove(); return; }
    notice.textContent = built ? say(`${key}_at`, { time: clock(built) }) : WORDS[key];
    if (!notice.isConnected) document.body.prepend(notice);
  }
  const typing = () => field?.value || Date.now() - typed < 3000;
  async function fresh() {
    let now;
    try { now = await (await fetch(`${root}build.json`, { cache: "no-store", signal: AbortSignal.timeout?.(5000) })).json(); } catch { warn("offline"); return; }
    own ??= now.build;
    const old = now.build && now.build !== own, shown = document.querySelector(".built");
    if (!old && now.built) {                                            // only then is this the time of what stands here
      built = now.built;
      local(times, JSON.stringify(Object.fromEntries([...Object.entries(JSON.parse(local(times) ?? "{}")).slice(-50), [own, built]])));
    }
    if (!old) warn();
    if (shown && built) {
      const time = shown.querySelector("time");
      time.dateTime = built;
      time.textContent = clock(built);
      shown.hidden = false;
    }
    if (old) renew(now.build);
  }
  // An old page came out of a cache. The new one is fetched past it, never while someone types; a host that still answers
  // with the old one is asked again after 20 seconds, 40 … so that nothing ever loops.
  async function renew(build) {
    const last = JSON.parse(session() ?? "{}"), again = last.build === build, pause = again ? last.pause : POLL;
    if (typing()) return;
    if (again && Date.now() < last.at) { warn("newer"); return; }
    session(JSON.stringify({ build, at: Date.now() + pause, pause: Math.min(2 * pause, 16 * POLL) }));
    if (!session() && performance.now() < POLL) return;                 // a window that remembers nothing
    try {
      const answer = await fetch(location.href, { cache: "reload" });
      if (!answer.ok || (await answer.text()).includes(`data-build="${own}"`)) warn("newer"); else if (!typing()) location.reload();
    } catch { warn("offline"); }
  }
  if (page.event && location.protocol.startsWith("http")) {
    fresh();
    setInterval(() => document.hidden || fresh(), POLL);
    const worker = navigator.serviceWorker;
    const first = worker && !worker.controller;   // this page came without the worker, which is asked to keep it
    worker?.register(`${root}sw.js`).then(() => worker.ready).then(({ active }) => first && active.postMessage("keep")).catch(() => {});
    document.addEventListener("visibilitychange", () => document.hidden || fresh());
    field?.addEventListener("input", () => { typed = Date.now(); if (!field.value) setTimeout(fresh, 3500); });
  }

  // ---------- me: remembered on this phone, per event ----------
  if (!page.event) return;
  const slot = `tourgen:me:${page.event}`;
  const FIELDS = ["d", "no", "name", "kana", "club", "grade", "table", "opp", "games", "rank", "now", "wins", "losses", "draws", "came", "met", "finals", "result", "romaji", "stage", "members", "colour"];
  let index = null;
  function read(data) {
    const players = data.players.map((row) => Object.fromEntries(FIELDS.map((field, i) => [field, row[i]])));
    const at = new Map(players.map((p) => [`${p.d}:${p.no}`, p]));
    for (const p of players) { p.div = data.divisions[p.d]; p.key = p.div.path + p.no; p.other = at.get(`${p.d}:${p.opp}`); }
    index = { divisions: data.divisions, players, byKey: new Map(players.map((p) => [p.key, p])) };
    return index;
  }
  async function load() {
    if (index) return index;
    const block = $("players");
    if (block) return read(JSON.parse(block.textContent));
    try { return read(await (await fetch(`${root}find.json`, { cache: "no-cache" })).json()); } catch { return null; }
  }

  const MARKS = { W: ["w", "won"], L: ["l", "lost"], w: ["w b", "walkover"], l: ["l b", "forfeit"], q: ["w b", "qualified"], x: ["l b", "withdrawn"], d: ["l", "lost"], p: ["p", "pending"], n: ["p", "rest"], D: ["d", "draw"], T: ["d", "draw"], r: ["r", "sat-out"] };
  const record = (games) => {
    const row = el("span", "", "rec");
    for (const g of games.replace(/\.+$/, "")) { const m = MARKS[g]; row.append(el("i", m ? say(m[1]) : "", m ? m[0] : "")); }
    return row;
  };
  const score = (p) => !p.rank && !p.wins && !p.losses && !p.draws ? "" : say(p.draws ? p.div.drawn || "score_drawn" : p.losses || !p.wins ? "score" : "unbeaten", { w: p.wins, l: p.losses, d: p.draws });
  const place = ({ rank, div }) => !rank || div.status === "finished" ? "" : div.counted.length
    ? say("rank_live", { n: rank, after: div.after, done: div.counted[0], all: div.counted[1] }) : say("rank", { n: rank, after: div.after });
  const foreign = (node) => { if (lang !== "ja") node.lang = "ja"; return node; };   // names are Japanese on every page
  const home = (p) => `${p.div.path}p${p.no}.html`;
  const up = "../".repeat((page.path.match(/\//g) ?? []).length);
  const colour = (p) => open(p) && p.colour ? say(p.colour) : "";
  const open = (p) => p.now === "game" && p.result === ".";
  const steps = (p, div = p.div) => div.status === "finished" || p.now === "withdrawn" ? [] : [
    open(p) ? WORDS.card : "", div.cut ? WORDS.cut : "",
    div.next && div.next_time ? say("next", { n: div.next, time: div.next_time }) : div.status === "waiting" ? WORDS.wait : ""].filter(Boolean);

  // ---------- me on every page: the bar, my rows, and those whom I met ----------
  const remember = ({ other, ...p }) => local(slot, JSON.stringify({ ...p, other: other?.name }));
  function tell(mine) {
    const { div } = mine, done = div.status === "finished", target = div.path === page.folder && $(`p${mine.no}`)?.closest(".row");
    const [big, span] = bar.children, [small, line, more] = span.children;
    const named = (name) => say("against", { name: "\0" }).split("\0").flatMap((part, i) => i ? [foreign(el("span", name)), part] : [part]);
    const who = !done && mine.other ? named(mine.other) : [foreign(el("span", mine.name)), ["game", "none"].includes(mine.now) || done ? "" : ` ${say(mine.now)}`];
    bar.hidden = false;
    big.textContent = (done ? mine.rank : mine.table) || "–";
    small.textContent = done ? WORDS.your_final_rank : mine.table ? WORDS.your_table : WORDS.you;
    line.replaceChildren(...who);
    more.textContent = [score(mine), place(mine), colour(mine), ...steps(mine), target ? WORDS.see_sums : ""].filter(Boolean).join(lang === "ja" ? "　" : " · ");
    bar.href = target ? `#p${mine.no}` : `${up}${home(mine)}`;           // in a standing: to my row, opened
    bar.onclick = () => target && target.querySelector("td a")?.click();
    mark(mine);
    const [ranks, ...blocks] = document.querySelectorAll(".course img");  // my line in the picture of all ranks
    if (ranks && !blocks.length && div.path === page.folder && mine.met?.length > 2) ranks.src = ranks.src.replace(/#.*/, `#p${mine.no}`);
  }
  // Rows of a list: me, those whom I met, and those whom I follow.
  function mark({ div, no, met = [] }, followed = []) {
    const path = (one) => new URL(`${up}${div.path}p${one}.html`, location).pathname;
    const words = new Map([...met.map((one, i) => [one, say("met", { n: i + 1 })]), ...followed.map((one) => [one, `★ ${WORDS.followed}`]), [no, WORDS.you]]);
    const known = new Map([...words.keys()].filter(Boolean).map((one) => [path(one), one]));
    const put = (row, one) => { if (row.matches(".mine, .met")) return false; row.classList.add(one === no ? "mine" : "met"); return true; };
    const links = [...document.querySelectorAll("td a, th a")].filter((a) => known.has(a.pathname) && !a.hash && !a.closest(".byname td"));
    for (const a of links.sort((a, b) => (known.get(b.pathname) === no) - (known.get(a.pathname) === no))) {   // me first
      const one = known.get(a.pathname), tr = a.closest("tr");
      if (tr.matches(".mine") || !put(one !== no && tr.closest(".pair") ? a : tr, one)) continue;
      const tag = el("em", words.get(one), "tag"), small = a.querySelector("small:last-child:not(.kn)");
      if (small) small.append(" ", tag); else a.after(" ", tag);
    }
    if (div.path !== page.folder) return;
    for (const row of document.querySelectorAll("tr[data-no], g[data-no]")) {
      const one = +row.dataset.no, name = row.querySelector("th");
      if (words.has(one) && put(row, one) && name) name.append(el("span", ` ${words.get(one)}`, "vh"));
    }
  }
  // ---------- followed: several, remembered like me, and another thing than me ----------
  const stars = `tourgen:follow:${page.event}`;
  const following = () => JSON.parse(local(stars) ?? "[]");
  const follow = (key, yes) => local(stars, JSON.stringify([...following().filter((one) => one !== key), ...(yes ? [key] : [])]));
  const star = (p) => {                                                 // the button beside a name
    const button = el("button", "", "star");
    const show = () => { const yes = following().includes(p.key); button.ariaPressed = String(yes); button.textContent = yes ? "★" : "☆"; };
    button.type = "button";
    button.ariaLabel = say("follow", { name: p.name });
    button.onclick = () => { follow(p.key, !following().includes(p.key)); show(); cheer(); };
    show();
    return button;
  };
  const result = (p) => p.result && p.result !== "." && p.now === "game" ? say(MARKS[p.result]?.[1] ?? "rest") : "";
  async function cheer() {                                              // their tables and results, on top
    const keys = following(), all = list.isConnected && (keys.length || !list.hidden) && await load();
    if (!all) return;
    const people = keys.map((key) => all.byKey.get(key)).filter(Boolean);
    list.hidden = !people.length;
    list.replaceChildren(...people.map((p) => {
      const done = p.div.status === "finished", li = el("li"), name = foreign(el("a", p.name)), line = el("small");
      const seat = done ? p.rank : p.table, big = el("b", seat || "–");
      name.href = up + home(p);
      line.append(...[!done && p.other ? say("against", { name: p.other.name }) : "", done ? "" : result(p), score(p), place(p)].filter(Boolean).join(lang === "ja" ? "　" : " · "));
      big.append(el("small", seat ? (done ? WORDS.place : WORDS.table) : ""));
      const text = el("span"); text.append(name, line);
      li.append(star(p), text, big);
      return li;
    }));
    for (const div of new Set(people.map((p) => p.div))) mark({ div, no: 0 }, people.filter((p) => p.div === div).map((p) => p.no));
  }
  const mine = JSON.parse(local(slot) ?? "null"), iam = $("iam"), self = mine && page.path === `${mine.key.replace(/(\d+)$/, "p$1")}.html`;
  if (mine && !self) $("seat")?.classList.add("theirs");                // the green board is mine alone
  if (bar.isConnected && mine && !self) {
    if (mine.div) tell(mine);                                           // what was last known, at once; then what is true now
    load().then((all) => { const p = all?.byKey.get(mine.key); if (p) { remember(p); tell(JSON.parse(local(slot))); } });
  }
  cheer();
  if (iam) {                                                            // "this is me" and "follow" on a player's page
    const key = page.folder + iam.dataset.no;
    iam.after(star({ key, name: iam.dataset.name }));
    if (self) iam.remove(); else iam.hidden = false;
    iam.onclick = async () => { const p = (await load())?.byKey.get(key); if (p) { remember(p); location.href = `${up}index.html`; } };
  }

  // ---------- the day: how long until the next start, and whether it is today at all ----------
  const today = new Date().toLocaleDateString("sv"), word = document.querySelector("[data-on]");
  if (word?.dataset.on === today) word.textContent = word.dataset.word;
  for (const time of document.querySelectorAll(".hb time[datetime]")) {
    const left = Math.ceil((new Date(time.dateTime) - Date.now()) / 60000), note = time.closest("div").querySelector(".in");
    if (left > 0 && left < 180 && note) { note.textContent = say("minutes", { n: left }); note.hidden = false; }
  }
  return { $, el, say, local, slot, load, record, score, place, foreign, home, up, open, colour, steps, remember, star, result, MARKS, lang, fresh };
})();
