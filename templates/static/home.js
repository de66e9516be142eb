// The event's home: find me, and my board. Beside site.js, which knows who I am.
(() => {
  const { $, el, say, local, slot, load, record, score, place, foreign, home, open, colour, steps, remember, lang } = tourgen;
  const input = $("q"), me = $("me");
  const SHOWN = 8, hits = $("hits"), found = $("found");
  // FORMS stands in the line above: letters that one name is written with; what is typed finds all of a group.
  const FIRST = new Map(FORMS.split(" ").flatMap(([first, ...others]) => others.map((one) => [one, first])));
  const plain = (s) => [...s.normalize("NFKC").toLowerCase().replace(/[\s・]/g, "").replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60))]
    .map((c) => FIRST.get(c) ?? c).join("");
  // What was typed, word by word; 3卓, 3番, 卓3 and "table 3" are the number with 卓.
  const words = () => input.value.normalize("NFKC").toLowerCase().replace(/(?:table|テーブル|卓)\s*(\d+)|(\d+)\s*(?:番卓|番|卓|table)/g, " $1$2卓 ")
    .split(/\s+/).map(plain).filter(Boolean);
  const holds = (p, word) => (p.texts ??= [p.name, p.kana, p.club, p.members ?? ""].map(plain)).some((s) => s.includes(word));
  const fits = (p, word) => {
    if (/^\d+卓?$/.test(word)) return p.table === parseInt(word, 10);
    const parts = word.match(/[ぁ-ゖー]+|[^ぁ-ゖー]+/g);                   // 終盤だいち: the kanji of one name, the kana of the other
    return holds(p, word) || parts.length > 1 && parts.every((one) => holds(p, one));
  };
  const put = (name, ...nodes) => { const at = me.querySelector(`[data-me=${name}]`); at.replaceChildren(...nodes); return at; };
  const row = (name, shown) => { me.querySelector(`[data-row=${name}]`).hidden = !shown; };
  const marked = (tag, text) => {
    const node = foreign(el(tag)), letters = [...text], spots = letters.flatMap((c, i) => [...plain(c)].map((one) => [one, i]));
    const flat = spots.map(([one]) => one), found = new Set();
    for (const word of words().map((one) => [...one]))
      for (let at = 0; at + word.length <= flat.length; at++)
        if (word.every((one, i) => flat[at + i] === one)) { for (let i = spots[at][1]; i <= spots[at + word.length - 1][1]; i++) found.add(i); break; }
    letters.forEach((c, i) => {
      const last = node.lastChild, wanted = found.has(i) ? "MARK" : "#text";
      if (last?.nodeName === wanted) last.textContent += c; else node.append(found.has(i) ? el("mark", c) : c);
    });
    return node;
  };

  const show = (p) => {
    const o = p.other, div = p.div, done = div.status === "finished", last = p.games.slice(-1), next = steps(p);
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
    put("wl", score(p)); put("rank", place(p));
    const clock = (div.clock[p.stage] ?? div.clock[""])?.[lang];
    row("clock", open(p) && clock);
    put("clock", clock ?? "");
    row("colour", colour(p));
    put("colour", el("b", colour(p)));
    row("next", next.length);
    put("next", ...next.flatMap((line, i) => i ? [el("br"), line] : [line]));
    me.hidden = false;
  };
  const choose = (p) => { remember(p); show(p); input.value = ""; suggest(); scrollTo(0, 0); $("change").focus({ preventScroll: true }); };
  const suggest = async () => {
    const typed = input.value, wanted = words(), all = wanted.length && await load();
    hits.replaceChildren();
    found.textContent = "";
    if (!all || typed !== input.value) return;
    const first = (p) => plain(p.kana).startsWith(wanted[0]);
    const list = all.players.filter((p) => wanted.every((word) => fits(p, word))).sort((a, b) => first(b) - first(a));
    for (const p of list.slice(0, SHOWN)) {
      const b = el("button"); b.type = "button";
      const where = all.divisions.length > 1 ? `　${p.div.name[lang] ?? ""}` : "", small = marked("small", `${p.members ?? `${p.kana}　${p.club}`}${where}`);
      if (p.came) small.append(" ", el("em", WORDS.replacement, "tag"));
      b.append(marked("span", p.name), p.table ? el("b", p.table) : el("b", p.now === "none" || p.now === "game" ? "–" : say(p.now), "word"), small);
      b.onclick = () => choose(p);
      const li = el("li"); li.append(b); hits.append(li);
    }
    found.textContent = list.length ? say("count", { n: list.length }) : WORDS.none;
    if (list.length > SHOWN || !list.length) hits.append(el("li", list.length ? say("more", { n: list.length - SHOWN }) : WORDS.none, "soft note"));
  };
  input.form.hidden = false;
  input.addEventListener("input", suggest);
  input.addEventListener("focus", load, { once: true });
  input.form.addEventListener("submit", (e) => { e.preventDefault(); hits.querySelector("button")?.click(); });
  $("change").onclick = () => { local(slot, null); me.hidden = true; input.focus(); };
  if (local(slot)) load().then((all) => { const p = all?.byKey.get(JSON.parse(local(slot)).key); if (p) show(p); });
  if (input.value) suggest();
})();
