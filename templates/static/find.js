// The search, on every page: names, kana, rōmaji, clubs, tables. A hit is looked at; "this is me" and "follow" are two
// buttons beside it. It follows site.js in one file. FORMS: letters that one name is written with; what is typed finds all of a group.
(() => {
  if (!document.getElementById("q")) return;
  const { $, el, say, load, foreign, home, up, star, remember, lang } = tourgen;
  const search = $("find"), input = $("q"), hits = $("hits"), found = $("found"), SHOWN = 8;
  const FIRST = new Map(FORMS.split(" ").flatMap(([first, ...others]) => others.map((one) => [one, first])));
  const plain = (s) => [...s.normalize("NFKC").toLowerCase().replace(/[\s・]/g, "").replace(/[ァ-ヶ]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60))]
    .map((c) => FIRST.get(c) ?? c).join("");
  // What was typed, word by word; 3卓, 3番, 卓3 and "table 3" are the number with 卓.
  const words = () => input.value.normalize("NFKC").toLowerCase().replace(/(?:table|テーブル|卓)\s*(\d+)|(\d+)\s*(?:番卓|番|卓|table)/g, " $1$2卓 ")
    .split(/\s+/).map(plain).filter(Boolean);
  const latin = (s) => plain(s).replace(/o[uoh]/g, "o").replace(/uu/g, "u");           // satou, satoh, sato
  const holds = (p, word) => (p.texts ??= [p.name, p.kana, p.club, p.members ?? ""].map(plain)).some((s) => s.includes(word))
    || /^[a-z]+$/.test(word) && (p.latin ??= latin(p.romaji ?? "")).includes(latin(word));
  const fits = (p, word) => {
    if (/^\d+卓?$/.test(word)) return p.table === parseInt(word, 10);
    const parts = word.match(/[ぁ-ゖー]+|[^ぁ-ゖー]+/g);                   // 終盤だいち: the kanji of one name, the kana of the other
    return holds(p, word) || parts.length > 1 && parts.every((one) => holds(p, one));
  };
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
  const suggest = async () => {
    const typed = input.value, wanted = words(), all = wanted.length && await load();
    if (typed !== input.value) return;
    hits.replaceChildren();
    found.textContent = "";
    if (!all) return;
    const first = (p) => plain(p.kana).startsWith(wanted[0]);
    const list = all.players.filter((p) => wanted.every((word) => fits(p, word))).sort((a, b) => first(b) - first(a));
    for (const p of list.slice(0, SHOWN)) {
      const li = el("li"), a = el("a"), me = el("button", WORDS.iam, "iam");
      const where = all.divisions.length > 1 ? `　${p.div.name[lang] ?? ""}` : "", small = marked("small", `${p.members ?? `${p.kana}　${p.club}`}${where}`);
      if (p.came) small.append(" ", el("em", WORDS.replacement, "tag"));
      a.href = up + home(p);
      a.append(marked("span", p.name), p.table ? el("b", p.table) : el("b", p.now === "none" || p.now === "game" ? "–" : say(p.now), "word"), small);
      me.type = "button";
      me.ariaLabel = say("iam_label", { name: p.name });
      me.onclick = () => { remember(p); location.href = `${up}index.html`; };
      li.append(a, me, star(p));
      hits.append(li);
    }
    found.textContent = list.length ? say("count", { n: list.length }) : WORDS.none;
    if (list.length > SHOWN || !list.length) hits.append(el("li", list.length ? say("more", { n: list.length - SHOWN }) : WORDS.none, "soft note"));
  };
  input.addEventListener("input", suggest);
  input.addEventListener("focus", load, { once: true });
  search.addEventListener("submit", (e) => { e.preventDefault(); hits.querySelector("a")?.click(); });
  if (input.value) suggest();
})();
