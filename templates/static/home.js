// The event's home: my board. Beside site.js, which knows who I am.
(() => {
  const { $, el, say, local, slot, load, record, score, place, foreign, home, open, colour, steps, result, lang } = tourgen;
  const me = $("me");
  const put = (name, ...nodes) => { const at = me.querySelector(`[data-me=${name}]`); at.replaceChildren(...nodes); return at; };
  const row = (name, shown) => { me.querySelector(`[data-row=${name}]`).hidden = !shown; };
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
    row("result", result(p));
    put("result", result(p) ? record(p.result) : "");
    put("resultword", result(p));
    row("rec", div.round > 1 || done || (last && last !== "."));
    put("rec", ...(p.games.replace(/\.+$/, "") ? [record(p.games)] : []), ...(p.finals ? [" ", record(p.finals)] : []));
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
  $("change").onclick = () => { local(slot, null); me.hidden = true; $("q")?.focus(); };
  if (local(slot)) load().then((all) => { const p = all?.byKey.get(JSON.parse(local(slot)).key); if (p) show(p); });
})();
