"""A page, a table or a sheet as the program that opens it takes it: elements, links, formulas."""

import csv
import io
import re
import zipfile
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "link", "img", "br", "col", "input", "hr", "area", "base", "embed", "source", "track", "wbr"}
ADDRESSES = {
    *("href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcset", "content"),
    "http-equiv",
}
# Addresses by name and club, folders of numbers, letters made smaller on paper: one of a kind is as good as another.
_ONE_OF_MANY = (
    (re.compile(r"^fit-[0-9]+$"), ""),
    (re.compile(r"[0-9a-f]{12}(-[0-9a-f]{6})?\.html"), "PERSON.html"),
    (re.compile(r"\bp[0-9]+\.html"), "pN.html"),
    (re.compile(r"#.*"), "#"),
    (re.compile(r"[0-9]+"), "N"),
)
_TYPED = {"content"}  # of a meta element, which holds names


class Structure(HTMLParser):
    """Every element with its parent, its attributes, and what its addresses look like; and all that can be read."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: set[tuple[object, ...]] = set()
        self.text: list[str] = []
        self.stack: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = tuple(sorted(name for name, _ in attrs))
        values = tuple(
            (name, _alike(value or ""))
            for name, value in attrs
            if (name in ADDRESSES and not (tag == "meta" and name in _TYPED)) or name in ("style", "class")
        )
        self.found.add((self.stack[-1] if self.stack else "", tag, names, values))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.stack:
            while self.stack.pop() != tag:
                pass
        else:
            self.found.add(("unopened", tag))

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.add(("comment", data))

    def handle_pi(self, data: str) -> None:
        self.found.add(("instruction", data))

    def unknown_decl(self, data: str) -> None:
        self.found.add(("declaration", data))


def _alike(address: str) -> str:
    for pattern, instead in _ONE_OF_MANY:
        address = pattern.sub(instead, address)
    return address


def kind(name: str) -> str:
    """Pages of one kind have one structure: all rounds, all players."""
    return _alike(name)


def structures(site: Path) -> tuple[dict[str, set[tuple[object, ...]]], str]:
    """By kind of page what its elements are, and everything that can be read anywhere."""
    found: dict[str, set[tuple[object, ...]]] = {}
    text: list[str] = []
    for path in sorted(site.rglob("*.html")):
        page = Structure(path.read_text(encoding="utf-8"))
        found.setdefault(kind(path.relative_to(site).as_posix()), set()).update(page.found)
        text += page.text
    return found, "\n".join(text)


LIVE = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def live_cells(data: bytes) -> list[str]:
    """The cells of a CSV file that a spreadsheet would take for a formula; numbers are none."""
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    return [
        cell
        for row in rows
        for cell in row
        if cell.startswith(LIVE) and not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", cell)
    ]


def formulas(data: bytes) -> set[bytes]:
    """The formulas, links and other live things of a workbook, with numbers left out."""
    found: set[bytes] = set()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            part = archive.read(name)
            for tag in re.findall(
                rb"<(?:f|hyperlink|ddeLink|oleLink|externalBook|definedName)\b[^>]*>[^<]*", part
            ):
                found.add(re.sub(rb"[0-9]+", b"N", tag))
            if "externalLink" in name or "vbaProject" in name or b'TargetMode="External"' in part:
                found.add(name.encode())
    return found
