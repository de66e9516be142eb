// What the pages of the desk, the players' phones and the Go tables have in common.

export const $ = (id) => document.getElementById(id);

export const el = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (name.startsWith("on")) made.addEventListener(name.slice(2), value); else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
};

// A button that is drawn anew between press and release swallows the click: states wait for the release.
let release = () => {}, pressed = Promise.resolve();
addEventListener("pointerdown", () => { release(); pressed = new Promise((go) => { release = () => setTimeout(go); }); }, true);
for (const end of ["pointerup", "pointercancel", "contextmenu", "blur"]) addEventListener(end, () => release());
export const released = () => pressed;

// The server says something every few seconds: a line that is silent for longer is dead, whatever the browser thinks.
const SILENT = 12000;

/** A connection that comes back by itself. `said` gets every message, `lost` is told when there is none. */
export class Line {
  constructor(path, hello, said, lost) {
    this.path = path;
    this.hello = hello;
    this.said = said;
    this.lost = lost;
    this.pause = 300;
    this.open();
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.hurry(), 2000);
  }

  open() {
    clearTimeout(this.again);
    this.again = null;
    this.heard = Date.now();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    const current = (act) => (event) => this.socket === socket && act(event);
    socket.addEventListener("open", current(() => this.send(this.hello)));
    let shown = Promise.resolve(); // one state after the other
    socket.addEventListener("message", current((event) => {
      this.heard = Date.now();
      this.pause = 300;
      shown = shown.then(released).then(() => this.socket === socket && this.said(JSON.parse(event.data))).catch(reportError);
    }));
    socket.addEventListener("close", current((event) => this.closed(event.code === 4403)));
  }

  closed(stranger) {
    this.socket = null;
    this.stranger = stranger;
    this.lost(stranger);
    if (stranger) return;
    this.again = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 1.7, 3000);
  }

  hurry() {
    if (this.stranger) return;
    if (this.socket && Date.now() - this.heard > SILENT) this.anew();
    else if (!this.socket && !document.hidden && this.pause > 1000) this.open();
  }

  send(message) {
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  // Drops the line without waiting for its other end, and takes a new one.
  anew() {
    const old = this.socket;
    this.closed(false);
    old.close();
  }
}
