"""Tables to download: CSV that Excel opens, and workbooks."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence

from tourgen.dataclass import dataclass
from tourgen.sheets.plain_book import Cell, PlainSheet, plain_book

# Spreadsheets take a text that begins so for a formula; in Japan also the full-width forms.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\']")
_LONGEST_NAME = 31


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under their headers."""

    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def csv_bytes(table: Table) -> bytes:
    """CSV that Excel opens by a double click: UTF-8 with its mark, CRLF, and no cell that runs as a formula."""
    stream = io.StringIO()
    lines = csv.writer(stream, lineterminator="\r\n")
    lines.writerows([_defused(cell) for cell in row] for row in (table.headers, *table.rows))
    return stream.getvalue().encode("utf-8-sig")


def xlsx_bytes(tables: Mapping[str, Table]) -> bytes:
    """One worksheet per table, text as text. Same input, same bytes."""
    return plain_book([_plain(name, table) for name, table in tables.items()])


def _plain(name: str, table: Table) -> PlainSheet:
    columns = zip(table.headers, *table.rows, strict=True)
    widths = [min(max(max(map(_width, column)) + 2, 6), 40) for column in columns]
    return PlainSheet(_sheet_name(name), [table.headers, *table.rows], widths)


def _sheet_name(name: str) -> str:
    """So much of it as a worksheet can be called; Excel counts 𠮷 as two."""
    units = _NOT_IN_A_NAME.sub(" ", name).encode("utf-16-le")[: 2 * _LONGEST_NAME]
    return units.decode("utf-16-le", errors="ignore")


def _defused(cell: Cell) -> Cell:
    """A text that would be a formula gets an apostrophe in front; numbers are left alone."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_RISKY) else cell


def _width(cell: Cell) -> int:
    """In narrow characters; a Japanese one takes two."""
    text = "" if cell is None else str(cell)
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)
