"""Tables of other programs: CSV, and OpenDocument (.ods), which the guard of Excel workbooks does not know."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from xml.etree import ElementTree

from tourgen.messages.problems import Problem
from tourgen.sheets.guard import Refused, damaged, open_archive, too_large, unreadable
from tourgen.sheets.scan import Scan, count_of_cells
from tourgen.sheets.text import Value, cell_name
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook, refused_problem
from tourgen.storage.limits import limits

ENCODINGS = ("utf-8-sig", "cp932")  # of Google Forms, and of Excel and federations in Japan
_DELIMITERS = ",\t;"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_RUBY = f"{_TEXT}ruby-text"  # furigana above a word

Rows = list[list[Value]]


class PlainBook:
    """Worksheets that are nothing but values, and which of their cells have a comment."""

    def __init__(self, file: str, sheets: Mapping[str, Rows], comments: Mapping[str, list[str]]) -> None:
        self.file, self._sheets, self._comments = file, sheets, comments
        self.names = tuple(sheets)

    def sheet(self, name: str) -> Sheet:
        """One worksheet by its exact name."""
        return Sheet(self.file, name, self._sheets[name], Scan())

    def comments(self, name: str) -> list[str]:
        """The cells of a worksheet that somebody has written a comment to."""
        return self._comments.get(name, [])


AnyBook = Workbook | PlainBook


def open_table(data: bytes, file: str) -> AnyBook | Problem:
    """A workbook, an OpenDocument table or CSV, as its name says; or why it can't be read."""
    readers = {".csv": _csv_sheets, ".ods": _ods_sheets}
    read = readers.get(PurePosixPath(file).suffix.lower())
    if read is None:
        return open_workbook(data, file)
    try:
        return PlainBook(file, *read(data, PurePosixPath(file).stem))
    except Refused as refused:
        return refused_problem(refused, file)


def _csv_sheets(data: bytes, name: str) -> tuple[dict[str, Rows], dict[str, list[str]]]:
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
    return {name: rows}, {}


def _decoded(data: bytes) -> str:
    if not data:
        raise unreadable("ファイルが空です", "the file is empty")
    for encoding in ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise unreadable(
        "文字コードが UTF-8 でも Shift_JIS でもありません",
        "its text is encoded neither as UTF-8 nor as Shift_JIS",
    )


def _ods_sheets(data: bytes, _: str) -> tuple[dict[str, Rows], dict[str, list[str]]]:
    content = open_archive(data).parts.get("content.xml") if data.startswith(b"PK") else None
    if content is None:
        raise unreadable("OpenDocument の表ではありません", "this is not an OpenDocument table")
    try:
        sheets: dict[str, Rows] = {}
        comments: dict[str, list[str]] = {}
        for table in ElementTree.fromstring(content).iter(f"{_TABLE}table"):
            name = table.get(f"{_TABLE}name", "")
            sheets[name], comments[name] = _rows(table), _commented(table)
            cells = sum(len(row) for rows in sheets.values() for row in rows)
            if cells > limits().cells:
                raise too_large(count_of_cells(cells), count_of_cells(limits().cells), "cells")
    except (ElementTree.ParseError, ValueError):
        raise damaged() from None
    return sheets, comments


def _commented(table: ElementTree.Element) -> list[str]:
    cells, row = [], 0
    for element in table.iter(f"{_TABLE}table-row"):
        column = 0
        for cell in element:
            if cell.find(f"{_OFFICE}annotation") is not None:
                cells.append(cell_name(row, column))
            column += int(cell.get(f"{_TABLE}number-columns-repeated", 1))
        row += int(element.get(f"{_TABLE}number-rows-repeated", 1))
    return cells


def _rows(table: ElementTree.Element) -> Rows:
    """The rows up to the last that is filled: LibreOffice repeats an empty one down to the end of the sheet."""
    rows: Rows = []
    blank = 0
    for element in table.iter(f"{_TABLE}table-row"):
        row, times = _cells(element), int(element.get(f"{_TABLE}number-rows-repeated", 1))
        if not row:
            blank += times
            continue
        _check_size(len(rows) + blank + times, len(row))
        rows += [[] for _ in range(blank)] + [list(row) for _ in range(times)]
        blank = 0
    return rows


def _cells(row: ElementTree.Element) -> list[Value]:
    cells: list[Value] = []
    blank = 0
    for cell in row:
        value, times = _value(cell), int(cell.get(f"{_TABLE}number-columns-repeated", 1))
        if value is None:
            blank += times
            continue
        _check_size(0, len(cells) + blank + times)
        cells += [None] * blank + [value] * times
        blank = 0
    return cells


def _value(cell: ElementTree.Element) -> Value:
    """A number as a number, everything else as it is shown."""
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
    """Before any of it is kept: a few bytes may say that a cell is repeated a million times."""
    most = limits()
    if rows > most.rows:
        raise too_large(f"{rows} rows", f"{most.rows} rows", "rows")
    if columns > most.columns:
        raise too_large(f"{columns} columns", f"{most.columns} columns", "columns")
