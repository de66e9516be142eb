// Adds to pages that already work without it. WORDS (this language's strings) stands in the line above.
(() => {
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

  // ---------- how fresh: build.json is the only file that knows the time ----------
  let build = null;
  const seen = `tourgen:seen:${page.event}:${page.path}`, alone = el("p", "", "offline");
  alone.setAttribute("role", "status");
  function offline(lost, built) {                                       // what is shown, and how old it is
    if (!lost) { if (build === null) local(seen, built); alone.remove(); return; }
    const at = new Date(local(seen));
    alone.textContent = isNaN(at) || !local(seen) ? WORDS.offline : say("offline_at", { time: at.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) });
    document.body.prepend(alone);
  }
  async function fresh() {
    let now;
    try { now = await (await fetch(`${root}build.json`, { cache: "no-store" })).json(); } catch { offline(true); return; }
    offline(false, now.built);
    const built = new Date(now.built), shown = document.querySelector(".built");
    if (shown && !isNaN(built)) {
      const time = shown.querySelector("time");
      time.dateTime = now.built;
      time.textContent = built.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      shown.hidden = false;
    }
    // A page older than the build came out of a cache: past it, once per build (or it would loop), and never while someone types.
    const stale = build === null ? Date.parse(document.lastModified) + 5000 < built : now.build !== build;
    const key = `tourgen:build:${location.pathname}`, tried = kept(() => sessionStorage, key);
    build = now.build;
    if (stale && tried !== String(now.build) && !$("q")?.value) {
      kept(() => sessionStorage, key, String(now.build));
      try { await fetch(location.href, { cache: "reload" }); } catch { return; }
      location.reload();
    }
  }
  if (page.event && location.protocol.startsWith("http")) {
    fresh();
    setInterval(() => document.hidden || fresh(), 20000);
    navigator.serviceWorker?.register(`${root}sw.js`).catch(() => {});
    document.addEventListener("visibilitychange", () => document.hidden || fresh());
  }

  // ---------- me: remembered on this phone, per event ----------
  if (!page.event) return;
  const slot = `tourgen:me:${page.event}`;
  const FIELDS = ["d", "no", "name", "kana", "club", "grade", "table", "opp", "games", "rank", "now", "wins", "losses", "draws", "came", "stage", "members"];
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
  const score = (p) => say(p.losses || !p.wins ? "score" : "unbeaten", { w: p.wins, l: p.losses });
  const foreign = (node) => { if (lang !== "ja") node.lang = "ja"; return node; };   // names are Japanese on every page
  const home = (p) => `${p.div.path}p${p.no}.html`;
  const up = "../".repeat((page.path.match(/\//g) ?? []).length);

  // ---------- home: find me ----------
  const input = $("q"), me = $("me");
  if (input) {
    const hits = $("hits"), found = $("found");
    const plain = (s) => s.normalize("NFKC").toLowerCase().replace(/[\s・]/g, "")
      .replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60));
    const put = (name, ...nodes) => { const at = me.querySelector(`[data-me=${name}]`); at.replaceChildren(...nodes); return at; };
    const row = (name, shown) => { me.querySelector(`[data-row=${name}]`).hidden = !shown; };
    const marked = (tag, text) => {
      const typed = input.value.trim(), at = text.indexOf(typed), node = foreign(el(tag, text));
      if (typed && at >= 0) node.replaceChildren(text.slice(0, at), el("mark", typed), text.slice(at + typed.length));
      return node;
    };

    const show = (p) => {
      const o = p.other, div = p.div, done = div.status === "finished", last = p.games.slice(-1);
      foreign(put("name", p.name, ...(p.came ? [" ", el("small", WORDS.replacement, "tag")] : []))).href = home(p);
      put("round", done ? say("final_rank") : div.round ? say("round", { n: div.round }) : "");
      const seat = done ? p.rank : p.table;
      put("unit", done ? WORDS.place : seat ? WORDS.table : "");
      put("table", seat || say(p.now === "none" ? "none_yet" : p.now === "game" ? "rest" : p.now)).classList.toggle("word", !seat);
      row("opp", o && !done);
      if (o) {
        foreign(put("opp", o.name)).href = home(o);
        put("opprec", o.games && div.round > 1 ? record(o.games) : "");
        put("oppwl", div.round > 1 ? score(o) : "");
        foreign(put("oppmeta", [o.grade, o.club].filter(Boolean).join("・")));
      }
      row("rec", div.round > 1 || done || (last && last !== "."));
      put("rec", p.games.replace(/\.+$/, "") ? record(p.games) : "");
      put("wl", p.rank ? score(p) : ""); put("rank", p.rank && !done ? say("rank", { n: p.rank }) : "");
      const open = p.now === "game" && last === ".", clock = (div.clock[p.stage] ?? div.clock[""])?.[lang];
      row("clock", open && clock);
      put("clock", clock ?? "");
      const next = [open ? WORDS.card : "", div.cut && !done ? WORDS.cut : "", div.next && div.next_time ? say("next", { n: div.next, time: div.next_time }) : div.status === "waiting" ? WORDS.wait : ""].filter(Boolean);
      row("next", next.length && !done && p.now !== "withdrawn");
      put("next", ...next.flatMap((line, i) => i ? [el("br"), line] : [line]));
      me.hidden = false;
    };
    const choose = (p) => { remember(p); show(p); input.value = ""; suggest(); scrollTo(0, 0); $("change").focus({ preventScroll: true }); };
    const suggest = async () => {
      const q = plain(input.value), all = q && await load();
      hits.replaceChildren();
      found.textContent = "";
      if (!all || q !== plain(input.value)) return;
      const number = /^\d+$/.test(q);
      const list = all.players.filter((p) => number ? p.table === +q : [p.name, p.kana, p.club, p.members ?? ""].some((s) => plain(s).includes(q)))
        .sort((a, b) => !plain(a.kana).startsWith(q) - !plain(b.kana).startsWith(q));
      for (const p of list.slice(0, 8)) {
        const b = el("button"); b.type = "button";
        const where = all.divisions.length > 1 ? `　${p.div.name[lang] ?? ""}` : "", small = marked("small", `${p.members ?? `${p.kana}　${p.club}`}${where}`);
        if (p.came) small.append(" ", el("em", WORDS.replacement, "tag"));
        b.append(marked("span", p.name), p.table ? el("b", p.table) : el("b", p.now === "none" || p.now === "game" ? "–" : say(p.now), "word"), small);
        b.onclick = () => choose(p);
        const li = el("li"); li.append(b); hits.append(li);
      }
      found.textContent = list.length ? say("count", { n: list.length }) : WORDS.none;
      if (!list.length) hits.append(el("li", WORDS.none, "soft note"));
    };
    input.form.hidden = false;
    input.addEventListener("input", suggest);
    input.addEventListener("focus", load, { once: true });
    input.form.addEventListener("submit", (e) => { e.preventDefault(); hits.querySelector("button")?.click(); });
    $("change").onclick = () => { local(slot, null); me.hidden = true; input.focus(); };
    if (local(slot)) load().then((all) => { const p = all?.byKey.get(JSON.parse(local(slot)).key); if (p) show(p); });
    if (input.value) suggest();
    return;
  }

  // ---------- every other page: the bar, and my rows ----------
  const bar = $("mebar");
  function remember(p) {
    local(slot, JSON.stringify({ key: p.key, no: p.no, name: p.name, folder: p.div.path, table: p.table, rank: p.rank, now: p.now,
      other: p.other?.name ?? "", status: p.div.status, score: p.rank ? score(p) : "" }));
  }
  function tell(mine) {
    const here = mine.folder === page.folder, target = $(`p${mine.no}`);
    bar.hidden = false;
    const [big, span] = bar.children, [small, line] = span.children;
    if (here && target) {                                               // a standing: my rank
      const [first] = target.children;
      big.textContent = first.textContent;
      small.textContent = document.querySelector(".rank.plain") ? WORDS.your_final_rank : WORDS.your_rank;
      line.textContent = WORDS.see_sums;
      bar.href = `#p${mine.no}`;
      bar.onclick = () => { const details = target.nextElementSibling?.querySelector("details"); if (details) details.open = true; };
    } else {
      const done = mine.status === "finished", number = done ? mine.rank : mine.table;
      big.textContent = number || "–";
      small.textContent = done ? WORDS.your_final_rank : mine.table ? WORDS.your_table : WORDS.you;
      line.textContent = done || mine.now === "game" || mine.now === "none" ? mine.name : `${mine.name} ${say(mine.now)}`;
      if (!done && mine.other) line.textContent = say("against", { name: mine.other });
      if (lang !== "ja" && !done && mine.other) { line.replaceChildren(...say("against", { name: "\0" }).split("\0").flatMap((part, i) => i ? [foreign(el("span", mine.other)), part] : [part])); }
      else if (lang !== "ja" && line.textContent === mine.name) foreign(line);
      bar.href = `${up}${mine.folder}p${mine.no}.html`;
    }
    if (!here) return;
    document.querySelector(`.tree [data-no="${mine.no}"]`)?.classList.add("mine");
    for (const a of document.querySelectorAll(`.pair a[href="p${mine.no}.html"], .byname th a[href="p${mine.no}.html"], .rank th a[href="p${mine.no}.html"], .lots a[href="p${mine.no}.html"], .honour-list a[href="p${mine.no}.html"]`)) {
      const tr = a.closest("tr"), tag = el("em", WORDS.you, "tag"), small = a.querySelector("small:last-child");
      if (tr.classList.contains("mine")) continue;
      tr.classList.add("mine");
      if (small) small.append(" ", tag); else a.after(" ", tag);
    }
  }
  const mine = JSON.parse(local(slot) ?? "null"), iam = $("iam"), self = mine && mine.folder === page.folder && page.path === `${mine.folder}p${mine.no}.html`;
  if (mine && !self) {
    tell(mine);                                                         // what was last known, at once; then what is true now
    load().then((all) => { const p = all?.byKey.get(mine.key); if (p) { remember(p); tell(JSON.parse(local(slot))); } });
  }
  if (iam) {
    iam.hidden = Boolean(self);
    iam.onclick = async () => {
      const p = (await load())?.byKey.get(page.folder + iam.dataset.no);
      if (p) { remember(p); location.href = `${up}index.html`; }
    };
  }
})();
