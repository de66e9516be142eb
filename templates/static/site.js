// Adds to pages that already work without it. WORDS (this language's strings) stands in the line above.
const tourgen = (() => {                                                // what home.js takes up
  const page = document.documentElement.dataset, root = page.root, lang = document.documentElement.lang;
  const $ = (id) => document.getElementById(id);
  const el = (tag, text, cls) => Object.assign(document.createElement(tag), { textContent: text ?? "", className: cls ?? "" });
  const say = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const kept = (area, key, value) => {                                  // a private window may refuse
    try { return value === undefined ? area().getItem(key) : value === null ? area().removeItem(key) : area().setItem(key, value); } catch { return null; }
  };
  const local = (key, value) => kept(() => localStorage, key, value);

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
  const clock = (text) => {                                             // 14:38; of another day with its date
    const at = new Date(text), now = new Date(), day = at.toDateString() !== now.toDateString(), year = at.getFullYear() !== now.getFullYear();
    return at.toLocaleString(lang === "en" ? "en-GB" : lang, {
      year: year ? "numeric" : undefined, month: day ? "long" : undefined, day: day ? "numeric" : undefined, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  };
  function warn(key) {                                                  // what is shown is not the newest, and how old it is
    if (!key) { notice.remove(); return; }
    notice.textContent = built ? say(`${key}_at`, { time: clock(built) }) : WORDS[key];
    if (!notice.isConnected) document.body.prepend(notice);
  }
  const typing = () => field?.value || Date.now() - typed < 3000;
  async function fresh() {
    let now;
    try { now = await (await fetch(`${root}build.json`, { cache: "no-store" })).json(); } catch { warn("offline"); return; }
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
    navigator.serviceWorker?.register(`${root}sw.js`).catch(() => {});
    document.addEventListener("visibilitychange", () => document.hidden || fresh());
    field?.addEventListener("input", () => { typed = Date.now(); if (!field.value) setTimeout(fresh, 3500); });
  }

  // ---------- me: remembered on this phone, per event ----------
  if (!page.event) return;
  const slot = `tourgen:me:${page.event}`;
  const FIELDS = ["d", "no", "name", "kana", "club", "grade", "table", "opp", "games", "rank", "now", "wins", "losses", "draws", "came", "met", "stage", "members", "colour"];
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

  const MARKS = { W: ["w", "won"], L: ["l", "lost"], w: ["w b", "walkover"], l: ["l b", "forfeit"], q: ["w b", "qualified"], x: ["l b", "withdrawn"], d: ["l", "lost"], p: ["p", "pending"], n: ["p", "rest"], D: ["d", "draw"] };
  const record = (games) => {
    const row = el("span", "", "rec");
    for (const g of games.replace(/\.+$/, "")) { const m = MARKS[g]; row.append(el("i", m ? say(m[1]) : "", m ? m[0] : "")); }
    return row;
  };
  const score = (p) => !p.rank && !p.wins && !p.losses && !p.draws ? "" : say(p.draws ? "score_drawn" : p.losses || !p.wins ? "score" : "unbeaten", { w: p.wins, l: p.losses, d: p.draws });
  const place = (p) => p.rank && p.div.status !== "finished" ? say("rank", { n: p.rank, after: p.div.after }) : "";
  const foreign = (node) => { if (lang !== "ja") node.lang = "ja"; return node; };   // names are Japanese on every page
  const home = (p) => `${p.div.path}p${p.no}.html`;
  const up = "../".repeat((page.path.match(/\//g) ?? []).length);
  const colour = (p) => open(p) && p.colour ? say(p.colour) : "";
  const open = (p) => p.now === "game" && p.games.slice(-1) === ".";
  const steps = (p, div = p.div) => div.status === "finished" || p.now === "withdrawn" ? [] : [
    open(p) ? WORDS.card : "", div.cut ? WORDS.cut : "",
    div.next && div.next_time ? say("next", { n: div.next, time: div.next_time }) : div.status === "waiting" ? WORDS.wait : ""].filter(Boolean);

  // ---------- me on every page: the bar, my rows, and those whom I met ----------
  const bar = $("mebar");
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
    bar.onclick = () => { const details = target && target.nextElementSibling?.querySelector("details"); if (details) details.open = true; };
    mark(mine);
  }
  function mark({ div, no, met = [] }) {
    const path = (one) => new URL(`${up}${div.path}p${one}.html`, location).pathname;
    const words = new Map([...met.map((one, i) => [one, say("met", { n: i + 1 })]), [no, WORDS.you]]);
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
  const mine = JSON.parse(local(slot) ?? "null"), iam = $("iam"), self = mine && page.path === `${mine.key.replace(/(\d+)$/, "p$1")}.html`;
  if (mine && !self) $("seat")?.classList.add("theirs");                // the green board is mine alone
  if (bar && mine && !self) {
    if (mine.div) tell(mine);                                           // what was last known, at once; then what is true now
    load().then((all) => { const p = all?.byKey.get(mine.key); if (p) { remember(p); tell(JSON.parse(local(slot))); } });
  }
  if (iam) {
    if (self) iam.remove(); else iam.hidden = false;
    iam.onclick = async () => {
      const p = (await load())?.byKey.get(page.folder + iam.dataset.no);
      if (p) { remember(p); location.href = `${up}index.html`; }
    };
  }
  return { $, el, say, local, slot, load, record, score, place, foreign, home, open, colour, steps, remember, lang, fresh };
})();
