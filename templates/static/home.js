// The event's home: find me, and my board. Beside site.js, which knows who I am.
(() => {
  const { $, el, say, local, slot, load, record, score, foreign, home, open, colour, steps, remember, lang } = tourgen;
  const input = $("q"), me = $("me");
  const SHOWN = 8, hits = $("hits"), found = $("found");
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
    put("wl", p.rank ? score(p) : ""); put("rank", p.rank && !done ? say("rank", { n: p.rank }) : "");
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
    const q = plain(input.value), all = q && await load();
    hits.replaceChildren();
    found.textContent = "";
    if (!all || q !== plain(input.value)) return;
    const number = /^\d+$/.test(q);
    const list = all.players.filter((p) => number ? p.table === +q : [p.name, p.kana, p.club, p.members ?? ""].some((s) => plain(s).includes(q)))
      .sort((a, b) => !plain(a.kana).startsWith(q) - !plain(b.kana).startsWith(q));
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
