// The search over everybody of the site, on the lists of people: names, kana, rōmaji, clubs.
(() => {
  const search = document.getElementById("everybody"), root = document.documentElement.dataset.root;
  if (!location.protocol.startsWith("http")) { search.remove(); return; }   // a file may not fetch the list
  const plain = (s) => s.normalize("NFKC").toLowerCase().replace(/\s/g, "").replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60));
  const latin = (s) => plain(s).replace(/o[uoh]/g, "o").replace(/uu/g, "u");           // satou, satoh, sato
  const input = document.createElement("input"), field = document.createElement("div"), hits = document.createElement("ul"), form = document.createElement("form"), SHOWN = 20;
  let people = null;
  Object.assign(input, { type: "search", id: "q", autocomplete: "off", placeholder: search.dataset.label, ariaLabel: search.dataset.label });
  field.className = "field";
  hits.className = "hits";
  field.innerHTML = '<button type="submit"><svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.5" cy="8.5" r="6"/><path d="m13 13 5.5 5.5"/></svg></button>';
  field.firstChild.ariaLabel = search.dataset.label;
  field.prepend(input);
  form.append(field, hits);
  search.append(form);
  search.hidden = false;
  form.addEventListener("submit", (e) => { e.preventDefault(); hits.querySelector("a")?.click(); });
  input.addEventListener("input", async () => {
    people ??= fetch(`${root}people/people.json`).then((answer) => answer.json()).then((all) => all.map((one) => [...one, plain(one.slice(1, 4).join("\n")), latin(one[4])]));
    const wanted = plain(input.value), all = await people;
    if (wanted !== plain(input.value)) return;
    hits.replaceChildren(...(wanted ? all.filter((one) => one[5].includes(wanted) || /^[a-z]+$/.test(wanted) && one[6].includes(latin(wanted))).slice(0, SHOWN) : []).map(([id, name, kana, club]) => {
      const li = document.createElement("li"), a = document.createElement("a"), small = document.createElement("small");
      a.href = `${id}.html`;
      small.textContent = [kana, club].filter(Boolean).join("　");
      a.append(name, small);
      li.append(a);
      return li;
    }));
  });
})();
