"""A round's sheet: the first worksheet → rows as typed, spellings folded, meaning not yet judged."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tourgen.model import Mark, ResultRow, ResultSheet, Source
from tourgen.problems import Problem
from tourgen.sheets.columns import ROUND, Boards, Table, find_table, misspelt, team_round
from tourgen.sheets.guard import Refused, unreadable
from tourgen.sheets.made import pairs_mark
from tourgen.sheets.marks import result_mark
from tourgen.sheets.rows import Row, Told, merged_problems, rows_below
from tourgen.sheets.substitutes import odd_names, read_line_up, read_substitutes
from tourgen.sheets.text import Value, composed, fold, name_key, shown
from tourgen.sheets.words import words
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook, refused_problem

_TEAMS_REQUIRED = (("no1",), ("no2",))
_REQUIRED = (*_TEAMS_REQUIRED, ("result1", "result2"))
# The records (戦績) are for the reader of the sheet and are computed anew; nobody looks at what stands there.
_KEYS = ("table", "group", "no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2", "note")
_MEANT = ("no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2")
_SUBS = ("sub1", "sub2")
_TITLE = re.compile(r"(\d{1,2})\s*回戦|\bround\s*(\d{1,2})\b", re.IGNORECASE)
_MOST_DISCS = 64
_RESULTS = ("result1", "result2")
_SHEET_NAMES = frozenset(name_key(words()["round"][language]["sheet"]) for language in ("ja", "en"))


def read_round(
    data: bytes, file: str, boards: Boards = (), people: Iterable[str] = ()
) -> tuple[ResultSheet | None, list[Problem]]:
    """The rows of a round, and every problem of its sheet; None where no row could be read at all.

    Of teams, `boards` names the columns that hold the results, and `people` are those of the roster.
    """
    book = open_workbook(data, file)
    if isinstance(book, Problem):
        return None, [book]
    if not book.names:
        return None, [refused_problem(unreadable("ワークシートがありません", "it has no worksheet"), file)]
    try:
        sheet = book.sheet(book.names[0])
    except Refused as refused:
        return None, [refused_problem(refused, file, book.names[0])]
    seats = tuple(f"board{n}" for n in range(1, len(boards) + 1))
    columns, required = (team_round(boards), _TEAMS_REQUIRED) if boards else (ROUND, _REQUIRED)
    table, found = find_table(sheet, columns, (*required, *((seat,) for seat in seats)))
    if table is None:
        return None, _behind_another(book, file) or found
    problems = Told(sheet.at(0), found)
    if not boards:
        problems.extend(misspelt(sheet, table, ROUND, _RESULTS, _is_result))
    meant, keys = (*_MEANT, *seats, *_SUBS), (*_KEYS, *seats, *_SUBS)
    odd = odd_names(people)
    rows, last = [], table.header
    for row in rows_below(sheet, table, problems):
        if row.filled(*meant):
            rows.append(_read_row(row, boards, keys, odd))
            last = row.index
    problems.extend(merged_problems(sheet, table, keys, last))
    if problems.full:
        return None, list(problems)  # no such sheet is played on with, and nobody need keep it
    as_made = book.made_with == pairs_mark(row.numbers for row in rows)
    unread = frozenset(problem.where.cell for problem in problems if problem.where.cell)
    return ResultSheet(file, tuple(rows), _round_said(sheet, table), as_made, unread), list(problems)


def _is_result(value: Value) -> bool:
    return result_mark(value) not in (None, "unknown")


def _behind_another(book: Workbook, file: str) -> list[Problem]:
    """A worksheet without a table before the one that is called 結果: somebody put it there."""
    first, *others = book.names
    results = next((name for name in others if name_key(name) in _SHEET_NAMES), None)
    if results is None or name_key(first) in _SHEET_NAMES:
        return []
    return [Problem("sheet-not-first", Source(file, first), first, {"results": results})]


def _read_row(row: Row, boards: Boards, keys: tuple[str, ...], odd: frozenset[str]) -> ResultRow:
    """One row as typed. Whether the numbers exist and the marks fit together is judged elsewhere."""
    row.report_flaws(*keys)
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
        boards=tuple(_read_mark(row, f"board{n}") for n in range(1, len(boards) + 1)),
        subs=(row.text("sub1"), row.text("sub2")),
        substitutes=read_substitutes(row, boards, odd),
        line_ups=(read_line_up(row, 0, boards), read_line_up(row, 1, boards)),
        cells=row.table.cells(row.index),
    )


def _read_mark(row: Row, key: str) -> Mark | None:
    mark = result_mark(row.value(key))
    if mark == "unknown":
        repeated = "千日手" in fold(row.value(key))
        row.report("result-repetition" if repeated else "result-unknown", key)
        return None
    return mark


def _read_discs(row: Row, key: str) -> int | None:
    return row.number(key, "discs-unreadable", lowest=0, highest=_MOST_DISCS)


def _round_said(sheet: Sheet, table: Table) -> int | None:
    """「3回戦」, 「第3回戦」 or "Round 3" in the title: the topmost row that names a round, if it names one only."""
    for row in sheet.rows[: table.header]:
        text = " ".join(composed(shown(value)) for value in row)
        said = {int(match[1] or match[2]) for match in _TITLE.finditer(text)}
        if said:
            return said.pop() if len(said) == 1 else None
    return None
