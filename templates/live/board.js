// A board drawn from rows of stones and marks, and the clicks on it. What a click means is not decided here.

const SVG = "http://www.w3.org/2000/svg";
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };
const EDGE = 0.62; // from the outermost line to the rim
const LABEL = 0.42; // more on the sides with numbers
const DRAGGED = 10; // pixels: from there on a finger scrolls

export function shape(name, attributes, ...children) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  found.append(...children);
  return found;
}

const MARKS = {
  x: (x, y) => `M${x - 0.24} ${y - 0.24}l.48 .48m0 -.48l-.48 .48`,
  s: (x, y) => `M${x - 0.2} ${y - 0.2}h.4v.4h-.4z`,
  t: (x, y) => `M${x} ${y - 0.28}l.26 .44h-.52z`,
};

export class Board {
  constructor(svg, loupe, clicked, touched) {
    this.svg = svg;
    this.loupe = loupe;
    this.clicked = clicked; // (x, y, right)
    this.touched = touched; // whether a touch only points (true) or acts
    this.size = "";
    this.cursor = null;
    this.ghost = null;
    this.pending = null; // a move that waits for its confirmation: {x, y, stone}
    this.candidates = null; // what looks forgotten: {dead, dame}
    this.listen();
  }

  draw(stones, marks) {
    const [width, height] = [stones[0].length, stones.length];
    if (this.size !== `${width}x${height}`) this.prepare(width, height);
    this.stones = stones;
    const pieces = [];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        pieces.push(...this.point(x, y, stones[y][x], marks[y][x]));
      }
    }
    this.layer.replaceChildren(...pieces);
    this.show();
  }

  point(x, y, stone, mark) {
    const pieces = [];
    if (stone !== ".") pieces.push(shape("circle", { cx: x, cy: y, r: 0.475, class: `stone ${stone}${mark === "x" ? " dead" : ""}` }));
    if (mark === "b" || mark === "w") pieces.push(shape("rect", { x: x - 0.15, y: y - 0.15, width: 0.3, height: 0.3, class: `land ${mark}` }));
    else if (mark === "d") pieces.push(shape("circle", { cx: x, cy: y, r: 0.17, class: "dame" }));
    else if (mark === "l") pieces.push(shape("circle", { cx: x, cy: y, r: 0.2, class: `mark on-${stone}` }));
    else if (mark in MARKS) pieces.push(shape("path", { d: MARKS[mark](x, y), class: `mark on-${stone}${mark === "x" ? " cross" : ""}` }));
    return pieces;
  }

  prepare(width, height) {
    this.size = `${width}x${height}`;
    [this.width, this.height] = [width, height];
    const box = [-EDGE - LABEL, -EDGE - LABEL, width - 1 + 2 * EDGE + LABEL, height - 1 + 2 * EDGE + LABEL];
    this.svg.setAttribute("viewBox", box.join(" "));
    this.svg.closest(".boardbox").style.setProperty("--ratio", box[2] / box[3]);
    const lines = [];
    for (let x = 0; x < width; x++) lines.push(`M${x} 0V${height - 1}`);
    for (let y = 0; y < height; y++) lines.push(`M0 ${y}H${width - 1}`);
    const ground = shape("g", { id: "ground" });
    ground.append(
      shape("rect", { x: box[0], y: box[1], width: box[2], height: box[3], class: "wood" }),
      shape("path", { d: lines.join(""), class: "lines" }),
      shape("rect", { x: 0, y: 0, width: width - 1, height: height - 1, class: "rim" }),
    );
    for (const x of STARS[width] || []) {
      for (const y of STARS[height] || []) ground.append(shape("circle", { cx: x, cy: y, r: 0.1, class: "star" }));
    }
    for (let x = 0; x < width; x++) ground.append(this.label(x, -EDGE - 0.02, x + 1));
    for (let y = 0; y < height; y++) ground.append(this.label(-EDGE - 0.04, y, y + 1));
    this.layer = shape("g", { id: "layer" });
    this.above = shape("g", { id: "above" });
    this.svg.replaceChildren(shade("black-stone", "#4a5350", "#0b0f0d"), shade("white-stone", "#ffffff", "#dcdcd4"), ground, this.layer, this.above);
    this.loupe.replaceChildren(...["ground", "layer", "above"].map((id) => shape("use", { href: `#${id}` })));
  }

  label(x, y, text) {
    const found = shape("text", { x, y, class: "label" });
    found.textContent = text;
    return found;
  }

  // What hovers over the board: the keyboard's place, a stone that would be put, a place pointed out.
  show() {
    const pieces = [];
    for (const [x, y] of this.candidates?.dame ?? []) pieces.push(shape("circle", { cx: x, cy: y, r: 0.22, class: "candidate" }));
    for (const [x, y] of this.candidates?.dead ?? []) pieces.push(shape("path", { d: MARKS.x(x, y), class: "candidate" }));
    if (this.pending) {
      const { x, y, stone } = this.pending;
      pieces.push(shape("circle", { cx: x, cy: y, r: 0.475, class: `stone pending ${stone}` }), shape("circle", { cx: x, cy: y, r: 0.7, class: "pointed" }));
    }
    if (this.ghost) pieces.push(shape("circle", { cx: this.ghost.x, cy: this.ghost.y, r: 0.475, class: `stone ghost ${this.ghost.stone}` }));
    if (this.cursor) {
      const { x, y } = this.cursor;
      pieces.push(shape("path", { d: `M${x - 0.5} ${y - 0.28}v-.22h.22M${x + 0.28} ${y - 0.5}h.22v.22M${x + 0.5} ${y + 0.28}v.22h-.22M${x - 0.28} ${y + 0.5}h-.22v-.22`, class: "cursor" }));
    }
    if (this.pointed) pieces.push(shape("circle", { cx: this.pointed.x, cy: this.pointed.y, r: 0.62, class: "pointed" }));
    this.above.replaceChildren(...pieces);
  }

  point_out(x, y) {
    this.pointed = { x, y };
    this.show();
    clearTimeout(this.pointing);
    this.pointing = setTimeout(() => {
      this.pointed = null;
      this.show();
    }, 2500);
  }

  at(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix || !this.width) return null;
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [x, y] = [Math.round(place.x), Math.round(place.y)];
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? { x, y } : null;
  }

  listen() {
    this.svg.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const place = this.at(event);
      if (place && this.pointer !== "touch") this.clicked(place.x, place.y, true);
    });
    this.svg.addEventListener("click", (event) => {
      const place = this.at(event);
      if (place && this.pointer !== "touch") this.clicked(place.x, place.y, false);
    });
    this.svg.addEventListener("pointerdown", (event) => {
      this.pointer = event.pointerType;
      this.down = event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
      if (this.down) this.finger(event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "touch") this.hover(this.at(event));
      else if (this.down && Math.hypot(event.clientX - this.down.x, event.clientY - this.down.y) > DRAGGED) this.lift();
    });
    this.svg.addEventListener("pointerup", (event) => {
      const place = this.down ? this.at(event) : null;
      this.lift();
      if (place) this.touched(place.x, place.y);
    });
    for (const name of ["pointercancel", "pointerleave"]) this.svg.addEventListener(name, () => this.lift());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("blur", () => {
      this.cursor = null;
      this.show();
    });
  }

  hover(place) {
    const stone = place && this.ghostFor ? this.ghostFor(place.x, place.y) : null;
    this.ghost = stone ? { ...place, stone } : null;
    if (this.above) this.show();
  }

  // A finger hides what it touches: a glass above it shows the place, lifting it acts. A finger that moves on scrolls.
  finger(event) {
    const place = this.at(event);
    this.hover(place);
    this.loupe.classList.toggle("on", place !== null);
    if (!place) return;
    this.loupe.setAttribute("viewBox", `${place.x - 2.2} ${place.y - 2.2} 4.4 4.4`);
    const box = this.svg.getBoundingClientRect();
    const left = Math.min(Math.max(event.clientX - box.left, 56), box.width - 56);
    this.loupe.style.left = `${left}px`;
    this.loupe.style.top = `${event.clientY - box.top}px`;
    this.cursor = place;
    this.show();
  }

  lift() {
    this.loupe.classList.remove("on");
    if (this.down) this.cursor = null;
    this.down = null;
    this.hover(null);
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const at = this.cursor || { x: this.width >> 1, y: this.height >> 1 };
    if (event.key in steps) {
      event.preventDefault();
      const [dx, dy] = steps[event.key];
      this.cursor = { x: Math.min(Math.max(at.x + dx, 0), this.width - 1), y: Math.min(Math.max(at.y + dy, 0), this.height - 1) };
      this.show();
      if (this.spoken) this.spoken(this.cursor.x, this.cursor.y);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (this.cursor) this.clicked(this.cursor.x, this.cursor.y, event.shiftKey);
    }
  }
}

function shade(id, light, dark) {
  return shape("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" }, shape("stop", { offset: 0, "stop-color": light }), shape("stop", { offset: 1, "stop-color": dark }));
}
