"""What the reading library does not tell: one pass over a worksheet's XML, and the furigana of its strings.

The library shows a formula without a cached value and an error such as #N/A as blank cells. Both are mistakes
here, never blanks, so they are looked for in the XML itself. The same pass finds how far the sheet reaches.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from xml.parsers import expat

from tourgen.messages.problems import in_both
from tourgen.sheets.guard import MIB, Refused, damaged, mib, too_large
from tourgen.sheets.text import cell_name, column_number
from tourgen.storage.limits import limits

Place = tuple[int, int]  # row and column from 0
_TRUE = ("1", "true")


@dataclass(slots=True)
class Scan:
    """What stands in a worksheet's XML and not in its values."""

    unvalued: set[Place] = field(default_factory=set)  # formulas without a cached value
    errors: dict[Place, str] = field(default_factory=dict)  # #N/A, #REF! …
    strings: dict[Place, int] = field(default_factory=dict)  # cell → index in sharedStrings.xml
    hidden: set[int] = field(default_factory=set)  # rows that nobody sees, or that a filter hides
    struck: set[Place] = field(default_factory=set)  # filled cells that are struck through
    cells: int = field(default=0, compare=False)  # of the rectangle that holds every value, at the most


class _Scanner:
    """Follows the parser from cell to cell."""

    def __init__(self, wants_strings: bool, struck: Collection[str]) -> None:
        self.found = Scan()
        self.struck = struck  # styles of cells
        self.style = ""
        self.kinds = ("e", "s") if wants_strings else ("e",)
        self.row = self.column = self.row_element = -1
        self.kind = ""
        self.formula = self.valued = False
        self.wanted = False  # whether this cell's text is needed: most cells' is not
        self.text: list[str] = []
        self.limits = limits()
        self.height = self.width = 0  # of the rectangle that holds every value

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins. The reading library takes what stands behind a colon for its name."""
        name = tag.rpartition(":")[2]
        if name == "row":
            self.row_element = int(attributes["r"]) - 1 if "r" in attributes else self.row_element + 1
            self.column = -1
            if attributes.get("hidden") in _TRUE and self.row_element < self.limits.rows:
                self.found.hidden.add(self.row_element)
        elif name == "c":
            self.start_cell(attributes.get("r"), attributes.get("t", ""))
            self.style = attributes.get("s", "")
        elif name in ("v", "is"):
            # Only cells with a value count: blank columns may be formatted down to the last row.
            self.reach()
            self.valued = True
            if self.style in self.struck:
                self.found.struck.add((self.row, self.column))
            self.text.clear()  # of two values the library reads the second
        elif name == "strike" and attributes.get("val", "1") in _TRUE:  # through a part of the text
            self.found.struck.add((self.row, self.column))
        elif name == "f" and self.column >= 0:
            self.reach()
            self.formula = self.wanted = True

    def start_cell(self, reference: str | None, kind: str) -> None:
        """A cell says where it stands, or it stands right of the one before it, in the row whose element it is in."""
        if reference is None:
            self.row = self.row_element
            self.column += 1
        else:
            letters = reference.rstrip("0123456789")
            self.row = int(reference[len(letters) :]) - 1
            self.column = column_number(letters) - 1
        if self.row < 0 or self.column < 0:
            raise ValueError(reference)
        self.kind = kind
        self.formula = self.valued = False
        self.wanted = kind in self.kinds
        self.text.clear()
        if self.wanted:
            self.reach()

    def characters(self, text: str) -> None:
        if self.wanted:
            self.text.append(text)

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name == "f":
            self.text.clear()
        if name != "c" or not self.wanted:
            return
        self.wanted = False
        text = "".join(self.text).strip() if self.valued else ""
        place = (self.row, self.column)
        if self.kind == "e":
            self.found.errors[place] = sys.intern(text or "#N/A")
        elif self.formula and not text and not (self.kind == "str" and self.valued):
            # t="str" with an empty value is a formula whose cached result is the empty text
            self.found.unvalued.add(place)
        elif self.kind == "s" and text.isdecimal():
            self.found.strings[place] = int(text)

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
    return in_both("count-cells", count=count)


def scan(part: bytes, wants_strings: bool = False, struck: Collection[str] = ()) -> Scan:
    """One worksheet's XML; Refused where it is broken or reaches too far. `struck`: styles with a line through."""
    scanner = _Scanner(wants_strings, struck)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = scanner.start, scanner.end
    parser.CharacterDataHandler = scanner.characters
    try:
        parser.Parse(part, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None
    scanner.found.cells = scanner.height * scanner.width
    return scanner.found


def struck_styles(styles: bytes) -> frozenset[str]:
    """The styles of cells whose text has a line through it, as the cells name them."""
    if b"strike" not in styles:
        return frozenset()
    path: list[str] = []
    fonts: list[bool] = []
    cells: list[bool] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        path.append(tag.rpartition(":")[2])
        if path[1:] == ["fonts", "font"]:
            fonts.append(False)
        elif path[1:] == ["fonts", "font", "strike"]:
            fonts[-1] = attributes.get("val", "1") in _TRUE
        elif path[1:] == ["cellXfs", "xf"]:
            font = attributes.get("fontId", "0")
            cells.append(font.isdecimal() and int(font) < len(fonts) and fonts[int(font)])

    def end(tag: str) -> None:
        path.pop()

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(styles, True)
    except (expat.ExpatError, ValueError):
        return frozenset()  # without styles nothing is struck through
    return frozenset(str(place) for place, struck in enumerate(cells) if struck)


_CELL = re.compile(rb"[<:]c[\s/>]")
_STRING = re.compile(rb"[<:]si(?=[\s/>])")


def has_cells(part: bytes) -> bool:
    """Whether a part may be a worksheet, wherever it lies."""
    return _CELL.search(part) is not None


def has_strings(part: bytes) -> bool:
    """Whether a part may be the workbook's texts."""
    return _STRING.search(part) is not None


_MOST_INSIDE = 10_000  # elements within one text: one that is in a hundred colours has some hundreds


class _Texts:
    """Follows the parser through the workbook's texts."""

    def __init__(self) -> None:
        self.sizes: list[int] = []  # at most how many bytes each has
        self.readings: dict[int, str] = {}  # index → furigana, where Excel keeps some
        self.struck: set[int] = set()  # index of those with a line through a part
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = self.start, self.end
        self.parser.CharacterDataHandler = self.characters
        self.depth = self.begun = self.elements = 0
        self.index = -1
        self.letters: list[str] = []
        self.runs: list[tuple[str, str, list[str]]] = []  # from, to, reading
        self.inside = {"t": False, "rPh": False}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self.depth == 1:
            self.begun, self.letters, self.runs = self.parser.CurrentByteIndex, [], []
            self.elements = 0
            self.index += name == "si"
        elif self.depth > 1 and (name == "si" or self.elements > _MOST_INSIDE):
            raise ValueError(tag)  # texts within texts: nobody knows what that means
        elif name == "rPh":
            self.runs.append((attributes.get("sb", ""), attributes.get("eb", ""), []))
        elif name == "strike" and attributes.get("val", "1") in _TRUE:
            self.struck.add(self.index)
        if name in self.inside:
            self.inside[name] = True
        self.depth += 1
        self.elements += 1

    def characters(self, text: str) -> None:
        if self.inside["t"]:
            (self.runs[-1][2] if self.inside["rPh"] and self.runs else self.letters).append(text)

    def end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        self.depth -= 1
        if name in self.inside:
            self.inside[name] = False
        if self.depth == 1:
            self.sizes.append(self.parser.CurrentByteIndex - self.begun)
            if self.runs and (reading := _reading("".join(self.letters), self.runs)):
                self.readings[self.index] = reading


def _texts(shared_strings: bytes) -> _Texts:
    texts = _Texts()
    try:
        texts.parser.Parse(shared_strings, True)
    except (expat.ExpatError, ValueError):
        raise damaged() from None
    return texts


def phonetics(shared_strings: bytes) -> dict[int, str]:
    """The furigana that Excel keeps with a string as it was typed (rPh runs): index → reading."""
    return _texts(shared_strings).readings if b"rPh" in shared_strings else {}


def struck_texts(shared_strings: bytes) -> set[int]:
    """The strings of which a part has a line through it."""
    return _texts(shared_strings).struck if b"strike" in shared_strings else set()


def check_texts(part: bytes, shared_strings: bytes) -> None:
    """The library copies a text for every cell that shows it: a long one in many cells would fill the memory.

    Refused where the most frequent texts, were they the longest, would take more than a workbook may when unpacked.
    """
    most = limits().unpacked_mib * MIB
    if len(shared_strings) * (part.count(b"<v") + part.count(b":v")) <= most:
        return
    counts = sorted(Counter(scan(part, wants_strings=True).strings.values()).values(), reverse=True)
    sizes = sorted(_texts(shared_strings).sizes, reverse=True)
    total = sum(count * size for count, size in zip(counts, sizes, strict=False))
    if total > most:
        raise too_large(mib(total), mib(most), "unpacked_mib")


def check_strings(shared_strings: bytes) -> None:
    """Refused where there are more texts than a workbook may have cells."""
    count, most = sum(1 for _ in _STRING.finditer(shared_strings)), limits().cells
    if count > most:
        raise too_large(in_both("count-texts", count=count), count_of_cells(most), "cells")


def _reading(letters: str, runs: list[tuple[str, str, list[str]]]) -> str:
    """The string with its kanji replaced by their readings: 星野さくら → ホシノさくら; nothing without any.

    The runs count in UTF-16 units, as Windows does (𠮷 has two), so the text is cut up in that form. Each run begins
    where the one before it ended or later: one that went back could have the whole text copied once more.
    """
    text, pieces, done = letters.encode("utf-16-le"), [], 0
    for begins, ends, reading in runs:
        start, end = _unit(begins), _unit(ends)
        if start is not None and end is not None and done <= start * 2 <= end * 2:
            pieces += [text[done : start * 2], "".join(reading).encode("utf-16-le")]
            done = end * 2
    return b"".join((*pieces, text[done:])).decode("utf-16-le", errors="ignore").strip() if done else ""


def _unit(said: str) -> int | None:
    """Where a run begins or ends: a cell has no more than 32,767 characters."""
    return int(said) if said.isdecimal() and len(said) <= 5 else None
