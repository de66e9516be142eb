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
  const listen = () => {
    const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/_/reload`);
    line.onmessage = (event) => {
      const now = JSON.parse(event.data);
      if (site !== null && now.site !== site) location.reload();
      else say(now.problems);
      site = now.site;
    };
    line.onclose = (gone) => setTimeout(listen, gone.code === 1013 ? 30000 : 1000);
  };
  listen();
})();
