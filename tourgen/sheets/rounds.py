"""A round's sheet: the first worksheet → rows as typed, spellings folded, meaning not yet judged."""

from __future__ import annotations

import re
import unicodedata

from tourgen.model import Mark, ResultRow, ResultSheet
from tourgen.problems import Problem
from tourgen.sheets.columns import ROUND, Table, find_table
from tourgen.sheets.guard import Refused, unreadable
from tourgen.sheets.made import pairs_mark
from tourgen.sheets.marks import result_mark
from tourgen.sheets.rows import Row, merged_problems, rows_below
from tourgen.sheets.text import shown
from tourgen.sheets.workbook import Sheet, open_workbook, refused_problem

_REQUIRED = (("no1",), ("no2",), ("result1", "result2"))
# The records (戦績) are for the reader of the sheet and are computed anew; nobody looks at what stands there.
_KEYS = ("table", "group", "no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2", "note")
_MEANT = ("no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2")
_TITLE = re.compile(r"(\d{1,2})\s*回戦|\bround\s*(\d{1,2})\b", re.IGNORECASE)
_MOST_DISCS = 64


def read_round(data: bytes, file: str) -> tuple[ResultSheet | None, list[Problem]]:
    """The rows of a round, and every problem of its sheet; None where no row could be read at all."""
    book = open_workbook(data, file)
    if isinstance(book, Problem):
        return None, [book]
    if not book.names:
        return None, [refused_problem(unreadable("ワークシートがありません", "it has no worksheet"), file)]
    try:
        sheet = book.sheet(book.names[0])
    except Refused as refused:
        return None, [refused_problem(refused, file, book.names[0])]
    table, problems = find_table(sheet, ROUND, _REQUIRED)
    if table is None:
        return None, problems
    filled = [row for row in rows_below(sheet, table, problems) if row.filled(*_MEANT)]
    rows = tuple(_read_row(row) for row in filled)
    last = filled[-1].index if filled else table.header
    problems.extend(merged_problems(sheet, table, _KEYS, last))
    as_made = book.made_with == pairs_mark(row.numbers for row in rows)
    unread = frozenset(problem.where.cell for problem in problems if problem.where.cell)
    return ResultSheet(file, rows, _round_said(sheet, table), as_made, unread), problems


def _read_row(row: Row) -> ResultRow:
    """One row as typed. Whether the numbers exist and the marks fit together is judged elsewhere."""
    row.report_flaws(*_KEYS)
    if not row.filled("no1", "no2"):
        row.report("row-without-players", "no1")
    return ResultRow(
        source=row.sheet.at(row.index, row.table.columns["no1"]),
        table=row.number("table", "number-unreadable"),
        group=row.text("group"),
        numbers=(row.number("no1", "number-unreadable"), row.number("no2", "number-unreadable")),
        names=(row.text("name1"), row.text("name2")),
        marks=(_read_mark(row, "result1"), _read_mark(row, "result2")),
        discs=(_read_discs(row, "discs1"), _read_discs(row, "discs2")),
        note=row.text("note"),
        cells=row.table.cells(row.index),
    )


def _read_mark(row: Row, key: str) -> Mark | None:
    mark = result_mark(row.value(key))
    if mark == "unknown":
        row.report("result-unknown", key)
        return None
    return mark


def _read_discs(row: Row, key: str) -> int | None:
    return row.number(key, "discs-unreadable", lowest=0, highest=_MOST_DISCS)


def _round_said(sheet: Sheet, table: Table) -> int | None:
    """「3回戦」, 「第3回戦」 or "Round 3" in the title: the topmost row that names a round, if it names one only."""
    for row in sheet.rows[: table.header]:
        text = unicodedata.normalize("NFKC", " ".join(map(shown, row)))
        said = {int(match[1] or match[2]) for match in _TITLE.finditer(text)}
        if said:
            return said.pop() if len(said) == 1 else None
    return None
