"""Tables of other programs: CSV, and OpenDocument (.ods), which the guard of Excel workbooks does not know."""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from xml.etree import ElementTree

from tourgen.messages.problems import Problem
from tourgen.sheets.guard import Refused, damaged, open_archive, too_large, unreadable
from tourgen.sheets.scan import Place, Scan, count_of_cells
from tourgen.sheets.text import Value, cell_name, is_blank
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook, refused_problem
from tourgen.storage.limits import limits

ENCODINGS = ("utf-8-sig", "cp932")  # of Google Forms, and of Excel and federations in Japan
_DELIMITERS = ",\t;"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_RUBY = f"{_TEXT}ruby-text"  # furigana above a word
_DURATION = re.compile(r"PT(\d{1,5})H(\d{1,2})M.*S")

Rows = list[list[Value]]


@dataclass(slots=True)
class PlainSheet:
    """One worksheet: its values, and what else stands in it."""

    rows: Rows = field(default_factory=list)
    scan: Scan = field(default_factory=Scan)
    merges: list[tuple[Place, Place]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    beside_cells: list[str] = field(default_factory=list)
    hidden_columns: set[int] = field(default_factory=set)
    is_hidden: bool = False


class PlainBook:
    """Worksheets of another program, asked in the same way as a Workbook."""

    def __init__(self, file: str, sheets: Mapping[str, PlainSheet]) -> None:
        self.file, self._sheets = file, sheets
        self.other_parts: list[str] = []
        self.names = tuple(name for name, sheet in sheets.items() if not sheet.is_hidden)
        self.hidden_names = tuple(name for name, sheet in sheets.items() if sheet.is_hidden)

    def sheet(self, name: str) -> Sheet:
        """One worksheet by its exact name."""
        found = self._sheets[name]
        return Sheet(self.file, name, found.rows, found.scan, tuple(found.merges))

    def hidden_columns(self, name: str) -> frozenset[int]:
        """The columns of a worksheet, from 0, that its reader doesn't see."""
        return frozenset(self._sheets[name].hidden_columns)

    def comments(self, name: str) -> list[str]:
        """The cells of a worksheet that somebody has written a comment to."""
        return self._sheets[name].comments

    def beside_cells(self, name: str) -> list[str]:
        """What a worksheet says in boxes and shapes."""
        return self._sheets[name].beside_cells


AnyBook = Workbook | PlainBook


def open_table(data: bytes, file: str) -> AnyBook | Problem:
    """A workbook, an OpenDocument table or CSV, as its name says; or why it can't be read."""
    readers = {".csv": _csv_sheets, ".ods": _ods_sheets}
    read = readers.get(PurePosixPath(file).suffix.lower())
    if read is None:
        return open_workbook(data, file)
    try:
        return PlainBook(file, read(data, PurePosixPath(file).stem))
    except Refused as refused:
        return refused_problem(refused, file)


def _csv_sheets(data: bytes, name: str) -> dict[str, PlainSheet]:
    """One worksheet, called like the file, as Excel does."""
    text = _decoded(data)
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows: Rows = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            rows.append([value or None for value in row])
            _check_size(len(rows), len(row))
    except csv.Error:
        raise damaged() from None
    return {name: PlainSheet(rows)}


def _decoded(data: bytes) -> str:
    if not data:
        raise unreadable("empty")
    for encoding in ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise unreadable("encoding")


def _ods_sheets(data: bytes, _: str) -> dict[str, PlainSheet]:
    content = open_archive(data).parts.get("content.xml") if data.startswith(b"PK") else None
    if content is None:
        raise unreadable("not-ods")
    try:
        document = ElementTree.fromstring(content)
        styles = _Styles.of(document)
        tables = [_OdsTable(table, styles) for table in document.iter(f"{_TABLE}table")]
        cells = 0
        for table in tables:
            cells = table.read(cells)
    except (ElementTree.ParseError, ValueError):
        raise damaged() from None
    return {table.name: table.sheet for table in tables}


@dataclass(frozen=True, slots=True)
class _Styles:
    """The names of styles that hide a worksheet, and of those that strike text through."""

    hiding: frozenset[str]
    striking: frozenset[str]

    @classmethod
    def of(cls, document: ElementTree.Element) -> _Styles:
        def with_part(part: str, attribute: str, values: tuple[str | None, ...]) -> frozenset[str]:
            found = document.iter(f"{_STYLE}style")
            return frozenset(
                style.get(f"{_STYLE}name", "")
                for style in found
                if any(one.get(attribute) not in values for one in style.iter(part))
            )

        return cls(
            with_part(f"{_STYLE}table-properties", f"{_TABLE}display", (None, "true")),
            with_part(f"{_STYLE}text-properties", f"{_STYLE}text-line-through-style", (None, "none")),
        )


class _OdsTable:
    """Reads one worksheet of an OpenDocument table, cell by cell; many rows or cells that are alike are one element."""

    def __init__(self, table: ElementTree.Element, styles: _Styles) -> None:
        self.table, self.styles = table, styles
        self.name = table.get(f"{_TABLE}name", "")
        self.sheet = PlainSheet(is_hidden=table.get(f"{_TABLE}style-name") in styles.hiding)
        self.column_styles: list[str | None] = []

    def read(self, cells: int) -> int:
        """Takes in every filled row; `cells` are those of the worksheets before this one, and come back with its own.

        LibreOffice repeats an empty row down to the end of the sheet, so only what is filled counts.
        """
        self._read_columns()
        drawn = (one for one in self.table.iter() if one.tag.startswith(_DRAW))
        self.sheet.beside_cells = [text for one in drawn if not is_blank(text := "".join(_box_text(one)))]
        row = 0
        for element in self.table.iter(f"{_TABLE}table-row"):
            times = _repeated(element, "rows")
            values = self._read_row(element, row, times)
            if values:
                cells += len(values) * times
                if cells > limits().cells:
                    raise too_large(count_of_cells(cells), count_of_cells(limits().cells), "cells")
                blank = row - len(self.sheet.rows)
                self.sheet.rows += [[] for _ in range(blank)] + [list(values) for _ in range(times)]
                if element.get(f"{_TABLE}visibility", "visible") != "visible":
                    self.sheet.scan.hidden |= set(range(row, row + times))
            row += times
        return cells

    def _read_columns(self) -> None:
        column = 0
        for element in self.table.iter(f"{_TABLE}table-column"):
            end = min(column + _repeated(element, "columns"), limits().columns)
            self.column_styles += [element.get(f"{_TABLE}default-cell-style-name")] * (end - column)
            if element.get(f"{_TABLE}visibility", "visible") != "visible":
                self.sheet.hidden_columns |= set(range(column, end))
            column = end

    def _read_row(self, element: ElementTree.Element, row: int, times: int) -> list[Value]:
        values: list[Value] = []
        column = 0
        for cell in element:
            value, end = _value(cell), column + _repeated(cell, "columns")
            if value is not None:
                _check_size(row + times, end)
                values += [None] * (column - len(values)) + [value] * (end - column)
                style = cell.get(f"{_TABLE}style-name", element.get(f"{_TABLE}default-cell-style-name"))
                self._note(cell, (row, column), times, style)
            if cell.find(f"{_OFFICE}annotation") is not None:
                self.sheet.comments.append(cell_name(row, column))
            column = end
        return values

    def _note(self, cell: ElementTree.Element, place: Place, times: int, style: str | None) -> None:
        """Notes errors, lines through the text and merged cells, which the value doesn't show."""
        row, column = place
        if cell.get(f"{_CALC}value-type") == "error":
            self.sheet.scan.errors |= {(row + more, column): str(_value(cell)) for more in range(times)}
        if style is None and column < len(self.column_styles):
            style = self.column_styles[column]
        spans = (span.get(f"{_TEXT}style-name") for span in cell.iter(f"{_TEXT}span"))
        if any(one in self.styles.striking for one in (style, *spans)):
            self.sheet.scan.struck |= {(row + more, column) for more in range(times)}
        down, right = (int(cell.get(f"{_TABLE}number-{one}-spanned", 1)) - 1 for one in ("rows", "columns"))
        if down or right:
            self.sheet.merges.append((place, (row + down, column + right)))


def _box_text(shape: ElementTree.Element) -> Iterator[str]:
    for line in shape.findall(f"{_TEXT}p"):
        yield from _letters(line)


def _repeated(element: ElementTree.Element, what: str) -> int:
    return int(element.get(f"{_TABLE}number-{what}-repeated", 1))


def _value(cell: ElementTree.Element) -> Value:
    """A number as a number, a date as a date, everything else as it is shown."""
    if date := cell.get(f"{_OFFICE}date-value"):
        return datetime.date.fromisoformat(date[:10])
    if time := _DURATION.fullmatch(cell.get(f"{_OFFICE}time-value", "")):
        return datetime.timedelta(hours=int(time[1]), minutes=int(time[2]))
    if cell.get(f"{_OFFICE}value-type") in ("float", "currency", "percentage"):
        return float(cell.get(f"{_OFFICE}value", ""))
    return "\n".join("".join(_letters(line)) for line in cell.findall(f"{_TEXT}p")) or None


def _letters(element: ElementTree.Element) -> Iterator[str]:
    """The text of a line without furigana; several spaces, tabs and line breaks are elements."""
    yield element.text or ""
    for part in element:
        if part.tag in (f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            yield " "
        elif part.tag != _RUBY:
            yield from _letters(part)
        yield part.tail or ""


def _check_size(rows: int, columns: int) -> None:
    """Refuses a large table before it is kept: a few bytes may say that a cell is repeated a million times."""
    most = limits()
    if rows > most.rows:
        raise too_large(f"{rows} rows", f"{most.rows} rows", "rows")
    if columns > most.columns:
        raise too_large(f"{columns} columns", f"{most.columns} columns", "columns")
