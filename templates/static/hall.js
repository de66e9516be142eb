// The hall display: one screen after another; a new build is looked for every few seconds.
(() => {
  const screens = [...document.querySelectorAll(".screen")], root = document.documentElement.dataset.root;
  const PAUSE = 12000, LOOK = 5000, slot = "tourgen:hall";
  let at = 0, build = null;
  const show = () => screens.forEach((one, number) => { one.hidden = number !== at; });
  if (screens.length > 1) {
    try { at = Number(sessionStorage.getItem(slot)) % screens.length || 0; } catch { at = 0; }
    show();
    setInterval(() => {
      at = (at + 1) % screens.length;
      try { sessionStorage.setItem(slot, at); } catch { /* a private window */ }
      show();
    }, PAUSE);
  }
  setInterval(async () => {
    try {
      const now = await (await fetch(`${root}build.json`, { cache: "no-store" })).json();
      if (build !== null && now.build !== build) { await fetch(location.href, { cache: "reload" }); location.reload(); }
      build = now.build;
    } catch { /* no connection: what is on the screen stays, with its time */ }
  }, LOOK);
})();
