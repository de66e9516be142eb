// The ranks: a filter, sorting by any column, and each row's arithmetic, which stands on the player's page. Beside site.js.
(() => {
  const { el, say } = tourgen, tables = [...document.querySelectorAll("table.rank")], rows = tables.flatMap((table) => [...table.querySelectorAll(".row")]);
  const cell = (row, name) => row.querySelector(name)?.textContent.trim() ?? "";

  // ---------- a row opens to its arithmetic; a page that can't be fetched is followed as the link it is ----------
  async function open(link) {
    const row = link.closest("tr"), below = row.nextElementSibling;
    if (below?.matches(".why")) { below.remove(); link.ariaExpanded = "false"; return; }
    try {
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector(link.hash), table = found.closest("table");
      if (table) table.tBodies[0].replaceChildren(found);
      const tr = el("tr", "", "why"), td = el("td");
      td.colSpan = 20;
      td.append(...(table ? [table] : found.childNodes));
      tr.append(td);
      row.after(tr);
      link.ariaExpanded = "true";
    } catch { location.href = link.href; }
  }
  for (const row of rows) {
    const link = el("a", cell(row, "td")), after = row.closest("table").dataset.after;
    link.href = `${row.querySelector("th a").href}#rank${after ? `-r${after}` : ""}`;
    link.ariaExpanded = "false";
    link.ariaLabel = say("arithmetic", { n: link.textContent });
    link.addEventListener("click", (e) => { e.preventDefault(); open(link); });
    row.cells[0].replaceChildren(link);
  }

  // ---------- filter: the rank stays what it is ----------
  const form = el("form", "", "filter"), count = el("output"), text = el("input"), selects = [];
  const choice = (label, values, of) => {
    const known = [...new Set(values)].filter(Boolean);
    if (known.length < 2) return;
    const select = el("select");
    select.ariaLabel = label;
    select.append(new Option(label, ""), ...known.map((one) => new Option(one, one)));
    selects.push((row) => !select.value || of(row) === select.value);
    form.append(select);
  };
  text.type = "search";
  text.ariaLabel = text.placeholder = WORDS.text;
  form.append(text);
  const club = (row) => cell(row, ".cl"), grade = (row) => cell(row, ".gr"), group = (row) => row.dataset.group ?? "";
  choice(WORDS.clubs, rows.map(club).sort(), club);
  choice(WORDS.grades, rows.map(grade), grade);
  choice(WORDS.groups, rows.map(group).sort(), group);
  const women = rows.filter((row) => row.dataset.sex);
  if (women.length && women.length < rows.length) {
    const label = el("label", ` ${WORDS.women}`), box = el("input");
    box.type = "checkbox";
    label.prepend(box);
    selects.push((row) => !box.checked || row.dataset.sex);
    form.append(label);
  }
  const show = () => {
    const wanted = text.value.normalize("NFKC").toLowerCase().trim();
    for (const row of rows) {
      row.hidden = !(row.textContent.toLowerCase().includes(wanted) && selects.every((fits) => fits(row)));
      if (row.nextElementSibling?.matches(".why")) row.nextElementSibling.hidden = row.hidden;
    }
    for (const band of document.querySelectorAll(".rank .band")) band.hidden = ![...band.parentElement.querySelectorAll(".row")].some((row) => !row.hidden);
    count.textContent = say("shown", { n: rows.filter((row) => !row.hidden).length });
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (e) => e.preventDefault());
  form.append(count);
  tables[0]?.closest("section[id^=block], main > *")?.before(form);
  show();
  addEventListener("pageshow", show);                                  // back from a player's page, the choices are kept

  // ---------- sort: once again the other way round; by rank as it was ----------
  for (const table of tables) {
    const heads = [...table.tHead.rows[0].cells], own = [...table.querySelectorAll(".row")], order = new Map(own.map((row, at) => [row, at]));
    const value = (row, at) => { const s = (row.cells[at]?.textContent ?? "").trim().replace(/^.*?(?=\d+−\d)/, ""), n = parseFloat(s); return Number.isNaN(n) ? s : n; };
    heads.forEach((head, at) => {
      const button = el("button", "", "sort");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.onclick = () => {
        const number = own.some((row) => typeof value(row, at) === "number"), first = at && number ? -1 : 1;
        const way = head.ariaSort ? (head.ariaSort === "ascending" ? -1 : 1) : first;
        heads.forEach((one) => { one.ariaSort = null; });
        head.ariaSort = way > 0 ? "ascending" : "descending";
        table.querySelectorAll(".why").forEach((one) => one.remove());
        const compare = (a, b) => { const [x, y] = [value(a, at), value(b, at)]; return typeof x === typeof y && typeof x === "number" ? x - y : String(x).localeCompare(String(y), "ja"); };
        const sorted = [...own].sort((a, b) => (at ? way * compare(a, b) : 0) || (at ? 1 : way) * (order.get(a) - order.get(b)));
        table.classList.add("sorted");
        table.tBodies[0].append(...sorted);
      };
    });
  }
})();
