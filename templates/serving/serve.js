// Added by `tourgen serve`: reloads after a build, and shows what is wrong with the sheets on every page.
(() => {
  let site = null;
  const shown = document.createElement("section");
  shown.className = "serve-problems";
  shown.setAttribute("role", "status");
  const say = (problems) => {
    const list = document.createElement("ul");
    for (const text of problems) list.append(Object.assign(document.createElement("li"), { textContent: text }));
    shown.replaceChildren(list);
    if (problems.length) document.body.prepend(shown); else shown.remove();
  };
  new EventSource("/.tourgen/events").onmessage = (event) => {
    const now = JSON.parse(event.data);
    if (site !== null && now.site !== site) location.reload();
    else say(now.problems);
    site = now.site;
  };
})();
