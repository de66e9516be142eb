"""What is wrong with a page as a browser shows it: each finding one line that names the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage

SIZES = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1280, "height": 800},
    "tablet": {"width": 768, "height": 1024},
    "hall": {"width": 1920, "height": 1080},
}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """(rules) => axe.run({ runOnly: rules, resultTypes: ["violations"] }).then((found) => found.violations.map(
  (one) => `${one.id} (${one.nodes.length}×): ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary}`))"""
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
# Of many alike (rows, cards, marks of a drawing) axe sees the first few and each that has something new in it.
THIN = """() => {
  const piece = (one) => `${one.localName} ${one.getAttributeNames().join()} ${one.getAttribute("class")} ${one.role}`;
  for (const parent of document.querySelectorAll("main, article, section, div, tbody, ul, ol, svg, g")) {
    const seen = new Set();
    [...parent.children].forEach((child, at) => {
      const pieces = [child, ...child.querySelectorAll("*")].map(piece);
      if (at >= 6 && pieces.every((one) => seen.has(one))) child.remove();
      pieces.forEach((one) => seen.add(one));
    });
  }
}"""
# A button that is shown without script would do nothing; a page whose text comes from script would be empty.
DEAD = """[...document.querySelectorAll("button, input:not([readonly]), select")]
  .filter((one) => one.checkVisibility()).length"""
TEXT = "document.querySelector('main')?.innerText.trim().length ?? 0"
WIDTH = "document.documentElement.scrollWidth"
# A table that is wider than its column stands in a frame of its own, which the keyboard can scroll.
BEYOND = """[...document.querySelectorAll("main table")].filter((one) => !one.closest("[tabindex='0'], .leaf")
  && one.getBoundingClientRect().right > document.querySelector("main").getBoundingClientRect().right + 1)
  .map((one) => one.className)"""

# A drawing is as wide as its column: words in it that run past the window are cut.
CUT = """[...document.querySelectorAll("main svg text")].filter((one) => !one.closest("[tabindex], [aria-hidden]")
  && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map((one) => one.textContent)"""


@dataclass
class Looker:
    """One window; what the console says and where requests go is noted all the time."""

    context: BrowserContext
    host: str
    noted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.noted.append(f"script error: {error}"))
        self.page.on("request", lambda request: self._elsewhere(request.url))
        self.page.on("response", lambda answer: self._refused(answer.status, answer.url))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.noted.append(f"console: {message.text}")

    def _elsewhere(self, url: str) -> None:
        if urlsplit(url).scheme in ("http", "https") and not url.startswith(self.host):
            self.noted.append(f"request to another host: {url}")

    def _refused(self, status: int, url: str) -> None:
        if status >= 400:
            self.noted.append(f"{status} for {url}")

    def look(self, path: str, axe: str, *, colours: Any = "light") -> list[str]:
        """Opened with everything unfolded, then examined by axe."""
        self.page.emulate_media(color_scheme=colours)
        self.page.goto(self.host + path)
        self.page.evaluate(OPEN_ALL)
        self._sideways()
        if axe:
            self.page.evaluate(THIN)
            self.page.evaluate(axe)
            self.noted += [f"axe: {line}" for line in self.page.evaluate(RUN_AXE, RULES)]
        return self._said(f"{path} ({self._width()} px, {colours})")

    def look_without_script(self, path: str) -> list[str]:
        """Nothing that needs a script may be shown, and nothing may be missing for want of one."""
        self.page.goto(self.host + path)
        self._sideways()
        if dead := self.page.evaluate(DEAD):
            self.noted.append(f"{dead} controls are shown that need a script")
        if not self.page.evaluate(TEXT):
            self.noted.append("nothing to read")
        return self._said(f"{path} (no script)")

    def _width(self) -> int:
        return (self.page.viewport_size or {"width": 0})["width"]

    def _sideways(self) -> None:
        if (width := self.page.evaluate(WIDTH)) > self._width():
            self.noted.append(f"scrolls sideways: {width} px")
        self.noted += [f"runs past its column: {one}" for one in self.page.evaluate(BEYOND)]
        self.noted += [f"cut at the edge: {one}" for one in self.page.evaluate(CUT)]

    def _said(self, where: str) -> list[str]:
        found = [f"{where}: {line}" for line in dict.fromkeys(self.noted)]
        self.noted.clear()
        return found


def looker(browser: Browser, host: str, size: str, *, script: bool = True) -> Looker:
    """A new window with nothing remembered."""
    context = browser.new_context(
        locale="ja-JP", viewport=SIZES[size], java_script_enabled=script, reduced_motion="reduce"
    )
    return Looker(context, host)
