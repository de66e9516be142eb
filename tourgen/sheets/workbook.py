"""A workbook as plain values: the only module that calls the reading library (python-calamine), and the second one."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import cast
from xml.etree import ElementTree

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.sheets.guard import Package, Refused, damaged, open_package, too_large
from tourgen.sheets.pairs_fingerprint import PART, read_mark
from tourgen.sheets.scan import (
    Place,
    Scan,
    check_strings,
    check_texts,
    count_of_cells,
    has_cells,
    has_strings,
    phonetics,
    scan,
    struck_styles,
    struck_texts,
)
from tourgen.sheets.text import Value, cell_name, is_blank
from tourgen.storage.limits import limits

_RELS = "xl/_rels/workbook.xml.rels"
_COLUMNS = re.compile(rb"<(?:\w+:)?col\s[^<>]*>")
_HIDDEN = re.compile(rb"\bhidden=[\"'](?:1|true)[\"']")
_PRINTED = re.compile(rb"<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)[^<>]*>([^<]*)<")
_CODES = re.compile(r'&(?:"[^"]*"|K[0-9A-F]{6}|\d+|.)')  # &P is the number of the page, &L its left side
_OTHER = re.compile(r"xl/(?:charts|pivotCache|externalLinks|threadedComments|diagrams)/|customXml/item\d")
_SPAN = re.compile(rb"\b(min|max)=[\"']([1-9]\d{0,4})[\"']")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One worksheet: its values by row and column from 0, and what its XML tells beyond them."""

    file: str
    name: str
    rows: list[list[Value]] = field(repr=False)
    scan: Scan = field(repr=False)
    merges: tuple[tuple[Place, Place], ...] = ()
    readings: Mapping[int, str] = field(default_factory=dict, repr=False)

    def value(self, row: int, column: int | None) -> Value:
        """One cell, blank outside of what the sheet holds."""
        if column is None or row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        return self.rows[row][column]

    def at(self, row: int, column: int | None = None) -> Source:
        """Where a cell is, for a message."""
        return Source(self.file, self.name, None if column is None else cell_name(row, column))

    def flaw(self, row: int, column: int) -> Problem | None:
        """A cell that shows nothing although something stands there."""
        if (row, column) in self.scan.unvalued:
            return Problem("formula-without-value", self.at(row, column))
        if (row, column) in self.scan.errors:
            return Problem("cell-error", self.at(row, column), self.scan.errors[row, column])
        return None

    def furigana(self, row: int, column: int) -> str:
        """The reading kept with a cell's text, or nothing."""
        return self.readings.get(self.scan.strings.get((row, column), -1), "")

    @property
    def blank(self) -> bool:
        """Whether nothing at all stands on the sheet."""
        return not self.flawed and all(is_blank(value) for row in self.rows for value in row)

    @property
    def flawed(self) -> bool:
        """Whether any cell shows nothing although something stands there."""
        return bool(self.scan.unvalued or self.scan.errors)


class Workbook:
    """A checked workbook; worksheets are read when they are asked for."""

    def __init__(self, package: Package, file: str) -> None:
        self.file = file
        self._package = package
        self._scans = self._scan_all()
        too_far = [part for part, found in self._scans.items() if isinstance(found, Refused)]
        try:
            with _calm():
                self._book = CalamineWorkbook.from_filelike(package.packed(too_far))
        except (CalamineError, ValueError, OverflowError, OSError):
            raise damaged() from None
        everything = self._book.sheets_metadata
        if len({sheet.name.casefold() for sheet in everything}) < len(everything):
            raise damaged()  # two of one name: which one is read is anybody's guess
        worksheets = [sheet for sheet in everything if sheet.typ == SheetTypeEnum.WorkSheet]
        self.names = tuple(one.name for one in worksheets if one.visible == SheetVisibleEnum.Visible)
        self.hidden_names = tuple(one.name for one in worksheets if one.name not in self.names)

    def sheet(self, name: str) -> Sheet:
        """One worksheet by its exact name; scanned before the library reads it."""
        path = self.part_of(name)
        found = self._scans.get(path, Scan())
        if isinstance(found, Refused):
            raise found
        try:
            with _calm():
                sheet = self._book.get_sheet_by_name(name)
                rows: list[list[Value]] = cast(list[list[Value]], sheet.to_python(skip_empty_area=False))
                merges = tuple(sheet.merged_cell_ranges or ())
        except (CalamineError, ValueError, OverflowError, OSError):
            rows, merges = _read_again(self._package, name, found), ()
        _reach_flaws(rows, found)
        return Sheet(self.file, name, rows, found, merges, self._readings)

    def part_of(self, name: str) -> str:
        """The part of the archive that holds a worksheet."""
        path = self._paths.get(name, "")
        if path not in self._package.parts:
            raise damaged()
        return path

    def hidden_columns(self, name: str) -> frozenset[int]:
        """The columns of a worksheet, from 0, that its reader doesn't see."""
        head = self._package.parts.get(self._paths.get(name, ""), b"").partition(b"sheetData")[0]
        found: set[int] = set()
        for element in _COLUMNS.findall(head):
            if _HIDDEN.search(element):
                span = {key: int(place) for key, place in _SPAN.findall(element)}
                found |= set(range(span.get(b"min", 1) - 1, min(span.get(b"max", 0), limits().columns)))
        return frozenset(found)

    def comments(self, name: str) -> list[str]:
        """The cells of a worksheet that somebody has written a comment (メモ) to."""
        notes = (one for part in self._related(name, "/comments") for one in part.iter())
        return [one.get("ref", "") for one in notes if one.tag.endswith("}comment")]

    def beside_cells(self, name: str) -> list[str]:
        """What a worksheet says in boxes and shapes, and in its printed header and footer."""
        drawn = (one for part in self._related(name, "/drawing") for one in part.iter())
        end = self._package.parts.get(self._paths.get(name, ""), b"").rpartition(b"sheetData")[2]
        printed = (unescape(one.decode("utf-8", "replace")) for one in _PRINTED.findall(end))
        texts = [one.text for one in drawn if one.tag.endswith("}t")] + [
            _CODES.sub(" ", one) for one in printed
        ]
        return [one for one in texts if one and not is_blank(one)]

    @property
    def other_parts(self) -> list[str]:
        """What the workbook holds beside cells: pictures, charts, copies of other tables and books."""
        parts = self._package.parts.items()
        return [
            name for name, part in parts if _OTHER.match(name) or (b":pic>" in part and "/drawings/" in name)
        ]

    def _related(self, name: str, kind: str) -> list[ElementTree.Element]:
        """The parts of one kind that belong to a worksheet; broken ones are left out, since no program shows them."""
        folder, _, part = self._paths.get(name, "").rpartition("/")
        relations = self._package.parts.get(f"{folder}/_rels/{part}.rels", b"<none/>")
        found: list[ElementTree.Element] = []
        try:
            for relation in ElementTree.fromstring(relations):
                if relation.get("Type", "").endswith(kind):
                    target = posixpath.normpath(posixpath.join(folder, relation.get("Target", "")))
                    found.append(
                        ElementTree.fromstring(self._package.parts.get(target.lstrip("/"), b"<none/>"))
                    )
        except ElementTree.ParseError:
            pass
        return found

    def _scan_all(self) -> dict[str, Scan | Refused]:
        """Scans every part that has cells, since the library may take any of them for a worksheet."""
        found: dict[str, Scan | Refused] = {}
        struck = struck_styles(self._package.parts.get("xl/styles.xml", b""))
        lined = struck_texts(self._package.parts.get("xl/sharedStrings.xml", b""))
        texts = [part for part in self._package.parts.values() if has_strings(part)]
        for strings in texts:
            check_strings(strings)
        for path, part in self._package.parts.items():
            if has_cells(part):
                try:
                    one = scan(part, bool(self._readings or lined), struck)
                    one.struck |= {place for place, text in one.strings.items() if text in lined}
                    found[path] = one
                    for strings in texts:
                        check_texts(part, strings)
                except Refused as refused:
                    found[path] = refused
        cells = sum(scanned.cells for scanned in found.values() if isinstance(scanned, Scan))
        if cells > limits().cells:
            raise too_large(count_of_cells(cells), count_of_cells(limits().cells), "cells")
        return found

    @cached_property
    def _readings(self) -> dict[int, str]:
        return phonetics(self._package.parts.get("xl/sharedStrings.xml", b""))

    @cached_property
    def _paths(self) -> dict[str, str]:
        """Worksheet name → the part that holds it."""
        try:
            book = ElementTree.fromstring(self._package.parts["xl/workbook.xml"])
            relations = ElementTree.fromstring(self._package.parts[_RELS])
        except (KeyError, ElementTree.ParseError):
            raise damaged() from None
        targets = {relation.get("Id"): relation.get("Target", "") for relation in relations}
        paths = {}
        for element in book.iter():
            if element.tag.endswith("}sheet"):
                # r:id, in the namespace of either edition of the standard
                identity = next((value for key, value in element.items() if key.endswith("}id")), None)
                target = targets.get(identity, "")
                path = target.lstrip("/") if target.startswith("/") else posixpath.join("xl", target)
                paths[element.get("name", "")] = posixpath.normpath(path)
        return paths

    @property
    def made_with(self) -> str:
        """The mark of the pairs the sheet was made with, where it carries one."""
        return read_mark(self._package.parts.get(PART, b""))


@contextmanager
def _calm() -> Iterator[None]:
    """Turns the panic with which the library's Rust code gives up on a file into a ValueError."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(str(error)) from None


def open_workbook(data: bytes, file: str) -> Workbook | Problem:
    """A workbook, or why it can't be read."""
    try:
        return Workbook(open_package(data), file)
    except Refused as refused:
        return refused_problem(refused, file)


def refused_problem(refused: Refused, file: str, sheet: str | None = None) -> Problem:
    """The guard's refusal in the organiser's words."""
    return Problem(refused.code, Source(file, sheet, refused.cell), params=refused.params)


def _read_again(package: Package, name: str, found: Scan) -> list[list[Value]]:
    """The values of one worksheet as a second reader (openpyxl) has them, from its first row and column on.

    The fast one refuses a whole sheet for one cell that it doesn't know, such as the error #SPILL! of newer Excel
    versions, wherever it stands; so only a cell that matters becomes a problem. Refused if neither can read it.
    """
    import openpyxl

    try:
        book = openpyxl.load_workbook(package.packed(), read_only=True, data_only=True, keep_links=False)
        sheet = book[name]
        sheet.reset_dimensions()  # what a file says of its own size is not believed
        read = sheet.iter_rows(max_row=limits().rows, values_only=True)
        rows = [list(cast(tuple[Value, ...], row)) for row in read]
    except Exception:  # the library raises whatever its parsers raise
        raise damaged() from None
    for row, column in found.errors:
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = None  # an error shows nothing; the scan knows where it stands
    return rows


def _reach_flaws(rows: list[list[Value]], found: Scan) -> None:
    """Cells that hold only a formula without a value may lie beyond the values: put blanks there."""
    for row, column in (*found.unvalued, *found.errors):
        while len(rows) <= row:
            rows.append([])
        rows[row].extend([None] * (column + 1 - len(rows[row])))
