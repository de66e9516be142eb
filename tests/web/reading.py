"""A page as a reader or a browser sees it: elements, links, text outside quotations and names."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "img", "br", "col", "input", "hr"}


@dataclass
class Reading(HTMLParser):
    """One pass over a page."""

    page: str
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)  # text and labels in the page's own language
    unclosed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._stack: list[tuple[str, bool]] = []
        self.feed(self.page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = self.get_starttag_text() or ""
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if "id" in found:
            self.ids.append(found["id"])
        self.links += [found[name] for name in ("href", "src", "action") if name in found]
        foreign = ("lang" in found and tag != "html") or tag in ("script", "title")
        outside = self._stack[-1][1] if self._stack else False
        if not (foreign or outside):
            self.spoken += [
                found[name] for name in ("aria-label", "placeholder", "alt", "title") if name in found
            ]
        if tag not in VOID and not text.endswith("/>"):
            self._stack.append((tag, foreign or outside))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._stack and self._stack[-1][0] == tag:
            self._stack.pop()
        else:
            self.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        if not (self._stack and self._stack[-1][1]):
            self.spoken.append(data)
