// The lottery, computed again from the three draws on the page. WORDS comes from the site's script.
(() => {
  const rules = JSON.parse(document.getElementById("lottery").textContent);
  const $ = (id) => document.getElementById(id);
  const form = $("lot"), fields = [...form.querySelectorAll("input")], published = fields.map((f) => f.value);
  const M = BigInt(rules.m), A = BigInt(rules.a), C = BigInt(rules.c);

  const digits = (f) => f.value.normalize("NFKC").trim();               // a Japanese keyboard types wide ones
  function compute() {
    const joined = fields.map((f) => digits(f).padStart(5, "0")).join("");
    let x = BigInt(joined) % M;
    const x0 = x, people = rules.rows.map(([no, , number, desk]) => ({ no, desk, number, x: (x = (x * A + C) % M) }));
    const order = [...people].sort((a, b) => (a.x < b.x ? -1 : a.x > b.x ? 1 : a.no - b.no));
    // "before-others": everyone who drew no number at the desk follows the highest one drawn; else the drawn number replaces.
    const drawn = people.filter((p) => p.desk), apart = rules.seeds === "before-others";
    let next = apart && drawn.length ? Math.max(...drawn.map((p) => p.number)) + 1 : rules.first;
    if (rules.places) {
      // Bracket numbers: seeds and who drew at the desk keep theirs, the others take the free ones in ascending order.
      const held = new Set(drawn.map((p) => p.number)), [first, last] = rules.places, free = [];
      for (let n = first; n <= last; n++) if (!held.has(n)) free.push(n);
      for (const p of order) if (!p.desk) p.got = free.shift();
    } else for (const p of order) if (!(apart && p.desk)) p.got = next++;
    for (const p of drawn) p.got = p.number;
    return { joined, x0, order };
  }
  let touched = false;
  function place(order) {
    const body = $("lots").tBodies[0], rows = new Map([...body.rows].map((tr) => [Number(tr.dataset.no), tr]));
    let last = null;
    for (const p of order) {
      const tr = rows.get(p.no);
      if (!tr) continue;   // moved to another division: not listed, but counted in the roster's order
      if (tr.cells[0].textContent !== String(p.got)) tr.cells[0].textContent = p.got;
      if (tr.cells[2].textContent !== String(p.x)) tr.cells[2].textContent = p.x;
      tr.classList.toggle("changed", !p.same);
      const next = last ? last.nextElementSibling : body.firstElementChild;
      if (next !== tr) body.insertBefore(tr, next);
      last = tr;
    }
    touched = true;
  }
  function show() {
    const verdict = $("verdict");
    verdict.hidden = !fields.every((f) => /^[0-9]{1,4}$/.test(digits(f)));
    if (verdict.hidden) return;
    const { joined, x0, order } = compute();
    const was = new Map(rules.rows.map(([no, x, number]) => [no, [x, number]]));
    let right = true, moved = 0;
    for (const p of order) {
      const [x, number] = was.get(p.no);
      p.same = Number(p.x) === x && p.got === number;
      right &&= p.same;
      if (p.got !== number) moved++;
    }
    if (!right || touched) place(order);   // the rows stand as published until something differs: a thousand take long
    $("joined").textContent = joined;
    $("x0").textContent = x0;
    const original = fields.every((f, i) => digits(f) === published[i]);
    verdict.textContent = (right ? WORDS.lottery_same : original ? WORDS.lottery_wrong : WORDS.lottery_differs).replace("{n}", moved);
  }
  form.querySelector("p").hidden = false;
  $("again").onclick = () => { for (const f of fields) f.readOnly = false; fields[0].focus(); fields[0].select(); };
  form.addEventListener("input", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (e) => e.preventDefault());
  show();
})();
