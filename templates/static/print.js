// The button that prints; without script the browser's own menu does.
const button = document.getElementById("print");
button.parentElement.hidden = false;
button.addEventListener("click", () => window.print());
