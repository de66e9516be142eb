// The hall display: one screen after another; site.js looks for a new build every few seconds. Beside site.js.
(() => {
  const screens = [...document.querySelectorAll(".screen")];
  const PAUSE = 12000, LOOK = 5000, slot = "tourgen:hall";
  let at = 0;
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
  setInterval(tourgen.fresh, LOOK);
  const clock = document.getElementById("clock"), tick = () => { clock.textContent = new Date().toLocaleTimeString("ja", { hour: "2-digit", minute: "2-digit" }); };
  clock.hidden = false;
  tick();
  setInterval(tick, 1000);
})();
