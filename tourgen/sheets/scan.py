"""What the reading library does not tell: one pass over a worksheet's XML, and the furigana of its strings.

The library shows a formula without a cached value and an error such as #N/A as blank cells. Both are mistakes
here, never blanks, so they are looked for in the XML itself. The same pass finds how far the sheet reaches.
"""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from xml.etree import ElementTree
from xml.parsers import expat

from tourgen.limits import limits
from tourgen.sheets.guard import MIB, Refused, damaged, mib, too_large
from tourgen.sheets.text import cell_name

Place = tuple[int, int]  # row and column from 0


@dataclass(slots=True)
class Scan:
    """What stands in a worksheet's XML and not in its values."""

    unvalued: set[Place] = field(default_factory=set)  # formulas without a cached value
    errors: dict[Place, str] = field(default_factory=dict)  # #N/A, #REF! …
    strings: dict[Place, int] = field(default_factory=dict)  # cell → index in sharedStrings.xml
    cells: int = field(default=0, compare=False)  # of the rectangle that holds every value, at the most


class _Scanner:
    """Follows the parser from cell to cell; only formulas, errors and wanted strings are looked at closely."""

    def __init__(self, wants_strings: bool) -> None:
        self.found = Scan()
        self.closely = ("e", "s") if wants_strings else ("e",)
        self.row = self.column = self.row_element = -1
        self.kind = ""
        self.formula = self.valued = False
        self.text: list[str] = []
        self.limits = limits()
        self.height = self.width = 0  # of the rectangle that holds every value
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Called for every element of the sheet, so the common ones come first."""
        name = tag if ":" not in tag else tag.rpartition(":")[2]
        if name == "v" or name == "is":
            self.valued = True
            self.text.clear()
            # Only cells with a value count: blank columns may be formatted down to the last row.
            if self.row >= self.height or self.column >= self.width:
                self.reach()
        elif name == "c":
            self.start_cell(attributes.get("r"), attributes.get("t", ""))
        elif name == "row":
            self.row_element = int(attributes["r"]) - 1 if "r" in attributes else self.row_element + 1
            self.column = -1
        elif name == "f" and self.column >= 0:
            self.formula = True
            self.look_closely()

    def start_cell(self, reference: str | None, kind: str) -> None:
        """A cell says where it stands, or it stands right of the one before it, in the row whose element it is in."""
        if reference is None:
            self.row = self.row_element
            self.column += 1
        else:
            letters = reference.rstrip("0123456789")
            self.row = int(reference[len(letters) :]) - 1
            self.column = _column(letters)
        if self.row < 0 or self.column < 0:
            raise ValueError(reference)
        self.kind = kind
        self.formula = self.valued = False
        if kind in self.closely:
            self.look_closely()

    def look_closely(self) -> None:
        """Follow this cell's text and its end, too: that costs time, and most cells need neither."""
        self.reach()
        self.parser.CharacterDataHandler = self.text.append
        self.parser.EndElementHandler = self.end

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "f":
            self.text.clear()
        if name != "c":
            return
        self.parser.CharacterDataHandler = self.parser.EndElementHandler = None
        text = "".join(self.text).strip() if self.valued else ""
        place = (self.row, self.column)
        if self.kind == "e":
            self.found.errors[place] = sys.intern(text or "#N/A")
        elif self.formula and not text and not (self.kind == "str" and self.valued):
            # t="str" with an empty value is a formula whose cached result is the empty text
            self.found.unvalued.add(place)
        elif self.kind == "s" and text.isdecimal():
            self.found.strings[place] = int(text)
        self.text.clear()

    def reach(self) -> None:
        """The rectangle grows; the reading library asks for memory for all of it."""
        most = self.limits
        if self.row >= most.rows or self.column >= most.columns:
            limit, name = cell_name(most.rows - 1, most.columns - 1), "rows, columns"
            raise Refused("cell-too-far", cell_name(self.row, self.column), limit=limit, name=name)
        self.height, self.width = max(self.height, self.row + 1), max(self.width, self.column + 1)
        if self.height * self.width > most.cells:
            raise too_large(
                f"A1:{cell_name(self.height - 1, self.width - 1)}", count_of_cells(most.cells), "cells"
            )


def count_of_cells(count: int) -> dict[str, str]:
    return {"ja": f"{count:,} セル", "en": f"{count:,} cells"}


def scan(part: bytes, wants_strings: bool = False) -> Scan:
    """One worksheet's XML; Refused where it is broken or reaches too far."""
    if not wants_strings and (cells := plain_cells(part)) is not None:
        return Scan(cells=cells)
    scanner = _Scanner(wants_strings)
    try:
        scanner.parser.Parse(part, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None
    scanner.found.cells = scanner.height * scanner.width
    return scanner.found


# A cell as every known program writes it, an error aside; anything that could be a cell, for the library takes what
# stands behind a colon for an element's name, whatever stands before it; and formulas.
_SMALL = 20_000  # cells: up to here a quick look is enough
_PLAIN_CELL = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"(?: s="[0-9]+")?(?: t="(?!e")[a-zA-Z]+")?(?: ph="1")?/?>'
)
_ANY_CELL = re.compile(rb"[<:]c[\s/>]")
_FORMULA = re.compile(rb"[<:]f[\s/>]")
_VALUED_FORMULA = re.compile(rb"</f><v>[^<\s&]")
_SECOND_VALUE = re.compile(rb"</v>[^<]*<v")


def plain_cells(part: bytes) -> int | None:
    """The cells of a sheet of which every one says where it stands, none is far away, none hides a mistake.

    None wherever a full pass might find something; most sheets are so plain, and this is several times faster.
    """
    cells = _PLAIN_CELL.findall(part)
    height = max((int(row) for row in {row for _, row in cells}), default=0)
    width = max((_column(letters.decode()) + 1 for letters in {letters for letters, _ in cells}), default=0)
    plain = (
        len(cells) == _count_cells(part)
        and height <= limits().rows
        and width <= limits().columns
        and height * width <= _SMALL
        and b"<!" not in part  # in a comment anything may stand
        and (not _may_hold(b"f", part) or _all_valued(part))
    )
    return height * width if plain else None


def _all_valued(part: bytes) -> bool:
    """Whether every formula has its value behind it, and no cell a second one, which would be the one that is read."""
    formulas = len(_FORMULA.findall(part))
    return formulas == len(_VALUED_FORMULA.findall(part)) and not _SECOND_VALUE.search(part)


def _count_cells(part: bytes) -> int:
    """Everything that could be one; without prefixes it takes no search."""
    if b":c" in part:
        return len(_ANY_CELL.findall(part))
    return sum(part.count(b"<c" + end) for end in (b" ", b">", b"/", b"\t", b"\n", b"\r"))


def _may_hold(tag: bytes, part: bytes) -> bool:
    """A quick look that spares most parts a search for elements whose name begins so, with or without a prefix."""
    return b"<" + tag in part or b":" + tag in part


@lru_cache(maxsize=1024)
def _column(letters: str) -> int:
    """A → 0, XFD → 16383; nothing that is no column of a worksheet."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
        raise ValueError(letters)
    return number - 1


def has_cells(part: bytes) -> bool:
    """Whether a part may be a worksheet, wherever it lies."""
    return _may_hold(b"c", part) and bool(_ANY_CELL.search(part))


def has_strings(part: bytes) -> bool:
    """Whether a part may be the workbook's texts."""
    return _may_hold(b"si", part) and bool(_STRING.search(part))


def phonetics(shared_strings: bytes) -> dict[int, str]:
    """The furigana that Excel keeps with a string as it was typed (rPh runs): index → reading."""
    if b"rPh" not in shared_strings:
        return {}
    found: dict[int, str] = {}
    index = -1
    for item in _items(shared_strings):
        index += item.tag.endswith("}si")
        if item.tag.endswith("}si") and (reading := _reading(item)):
            found[index] = reading
    return found


def _items(shared_strings: bytes) -> Iterator[ElementTree.Element]:
    """What stands directly below the root, one after the other: the whole tree takes fifty times the file's size."""
    open_elements: list[ElementTree.Element] = []
    inside = 0
    try:
        for event, element in ElementTree.iterparse(io.BytesIO(shared_strings), ("start", "end")):
            if event == "start":
                open_elements.append(element)
                inside += 1
                if inside > _MOST_INSIDE:
                    raise damaged()
                continue
            open_elements.pop()
            if len(open_elements) == 1:
                yield element
                open_elements[0].clear()
                inside = 0
    except ElementTree.ParseError:
        return


_STRING = re.compile(rb"[<:]si(?=[\s/>])")
_MOST_INSIDE = 10_000  # elements within one string: one that is in a hundred colours has some hundreds


def check_texts(part: bytes, shared_strings: bytes) -> None:
    """The library copies a text for every cell that shows it: a long one in many cells would fill the memory.

    Refused where the most frequent texts, were they the longest, would take more than a workbook may when unpacked.
    """
    most = limits().unpacked_mib * MIB
    if len(shared_strings) * (part.count(b"<v") + part.count(b":v")) <= most:
        return
    counts = sorted(Counter(scan(part, wants_strings=True).strings.values()).values(), reverse=True)
    sizes = sorted(_string_sizes(shared_strings), reverse=True)
    total = sum(count * size for count, size in zip(counts, sizes, strict=False))
    if total > most:
        raise too_large(mib(total), mib(most), "unpacked_mib")


def _string_sizes(shared_strings: bytes) -> list[int]:
    """At most how many bytes each text has."""
    parser = expat.ParserCreate()
    starts: list[int] = []
    sizes: list[int] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(starts) > 1 and tag.rpartition(":")[2] == "si":
            raise ValueError(tag)  # texts within texts: who knows what that is
        starts.append(parser.CurrentByteIndex)

    def end(tag: str) -> None:
        begun = starts.pop()
        if len(starts) == 1:
            sizes.append(parser.CurrentByteIndex - begun)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(shared_strings, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None
    return sizes


def check_strings(shared_strings: bytes) -> None:
    """Refused where there are more texts than a workbook may have cells."""
    count, most = sum(1 for _ in _STRING.finditer(shared_strings)), limits().cells
    if count > most:
        raise too_large({"ja": f"文字列 {count:,}", "en": f"{count:,} texts"}, count_of_cells(most), "cells")


def _reading(item: ElementTree.Element) -> str:
    """The string with its kanji replaced by their readings: 星野さくら → ホシノさくら; nothing without any.

    The runs count in UTF-16 units, as Windows does (𠮷 has two), so the text is cut up in that form. Each run begins
    where the one before it ended or later: one that went back could have the whole text copied once more.
    """
    text = "".join(_text(part) for part in item if part.tag.endswith(("}t", "}r"))).encode("utf-16-le")
    pieces, done = [], 0
    for run in item:
        start, end = _unit(run.get("sb", "")), _unit(run.get("eb", ""))
        if (
            run.tag.endswith("}rPh")
            and start is not None
            and end is not None
            and done <= start * 2 <= end * 2
        ):
            pieces += [text[done : start * 2], _text(run).encode("utf-16-le")]
            done = end * 2
    return b"".join((*pieces, text[done:])).decode("utf-16-le", errors="ignore").strip() if done else ""


def _unit(said: str) -> int | None:
    """Where a run begins or ends: a cell has no more than 32,767 characters."""
    return int(said) if said.isdecimal() and len(said) <= 5 else None


def _text(element: ElementTree.Element) -> str:
    """The text of an element: its own, or that of its t's."""
    parts = [element, *element] if element.tag.endswith("}t") else list(element)
    return "".join(part.text or "" for part in parts if part.tag.endswith("}t"))
