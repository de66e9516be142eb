// A record move by move. What a move takes stands in the page; here it is only drawn.
(() => {
  const { start, moves } = JSON.parse(document.getElementById("moves").textContent);
  const box = document.getElementById("viewer"), slider = box.querySelector("input"), shown = box.querySelector("output");
  const board = document.querySelector("svg.goban").cloneNode(true);
  board.removeAttribute("aria-labelledby");
  board.setAttribute("aria-hidden", "true");
  for (const one of board.querySelectorAll("title, desc, .stone, .territory, .dame, .difference, .insert, .dead, .seki")) one.remove();
  const layer = board.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
  const circle = (x, y, r, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [key, value] of Object.entries({ cx: 36 + 20 * x, cy: 36 + 20 * y, r, ...attributes })) made.setAttribute(key, value);
    return made;
  };
  function show() {
    const number = Number(slider.value), stones = start.map((row) => [...row]);
    for (const [colour, x, y, taken] of moves.slice(0, number)) {
      stones[y][x] = colour;
      for (const [tx, ty] of taken) stones[ty][tx] = ".";
    }
    const drawn = stones.flatMap((row, y) => row.flatMap((stone, x) => (stone === "." ? [] : [circle(x, y, 9.2, { class: `stone ${stone === "b" ? "black" : "white"}`, fill: stone === "b" ? "#0c110e" : "#fff", stroke: "#0c110e" })])));
    const [colour, x, y] = moves[number - 1] ?? [];
    if (colour) drawn.push(circle(x, y, 4, { fill: "none", stroke: colour === "b" ? "#fff" : "#0c110e", "stroke-width": 1.8 }));
    layer.replaceChildren(...drawn);
    shown.textContent = `${number} / ${moves.length}`;
  }
  slider.max = moves.length;
  slider.addEventListener("input", show);
  for (const one of box.querySelectorAll("button")) {
    one.addEventListener("click", () => {
      slider.value = Number(slider.value) + Number(one.dataset.by);
      show();
    });
  }
  box.append(board);
  box.hidden = false;
  show();
})();
