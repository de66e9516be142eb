"""A round's sheet: the first worksheet → rows as typed, every spelling of a mark folded into one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from tourgen.messages.problems import Notice, Problem
from tourgen.model import Mark, ResultRow, ResultSheet, Source
from tourgen.result_marks import BOARD_DISCS
from tourgen.sheets.columns import (
    GAMES,
    ROUND,
    Boards,
    Column,
    Table,
    find_table,
    misspelt,
    round_columns,
    unread,
)
from tourgen.sheets.guard import Refused, unreadable
from tourgen.sheets.marks import result_mark
from tourgen.sheets.pairs_fingerprint import pairs_mark
from tourgen.sheets.rows import ProblemList, Row, filled_rows, read_all_the_same
from tourgen.sheets.substitutes import odd_names, read_line_up, read_substitutes
from tourgen.sheets.text import Value, column_letters, fold, is_blank, shown
from tourgen.sheets.words import words
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook, refused_problem
from tourgen.storage.limits import limits

Required = tuple[tuple[str, ...], ...]
_TEAMS_REQUIRED: Required = (("no1",), ("no2",))
_GAMES = tuple(column.key for column in GAMES)
_REQUIRED = (*_TEAMS_REQUIRED, ("result1", "result2", "game1"))
# These are for people who read the sheet; what stands there is not read as other cells are.
_TOLD = ("record1", "record2", "lineup1", "lineup2", "handicap", "komi")
_NO_GAME = ("table", "group", "black", "note")  # a row with nothing else is none
_TITLE = re.compile(r"(\d{1,2})\s*回戦|\bround\s*(\d{1,2})\b", re.IGNORECASE)
_SCORE = re.compile(r"\d{1,2}[-ー–:対]\d{1,2}")
_RESULTS = ("result1", "result2")
_SHEET_NAMES = frozenset(fold(words()["round"][language]["sheet"]) for language in ("ja", "en"))


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
        return None, [refused_problem(unreadable("no-worksheet"), file)]
    try:
        sheet = book.sheet(book.names[0])
    except Refused as refused:
        return None, [refused_problem(refused, file, book.names[0])]
    seats = tuple(f"board{n}" for n in range(1, len(boards) + 1))
    columns, required = round_columns(boards), _TEAMS_REQUIRED if boards else _REQUIRED
    table, found = find_table(sheet, columns, (*required, *((seat,) for seat in seats)))
    if table is None:
        return None, _behind_another(book, file) or found
    problems = ProblemList(sheet.at(0), found)
    if not boards:
        problems.extend(misspelt(sheet, table, ROUND, _RESULTS, _is_result))
    results = [place for key, place in table.columns.items() if key in (*_RESULTS, *_GAMES, *seats)]
    problems.extend(_alike(sheet, table, results))
    notices = [
        *read_all_the_same(sheet, table, "no1"),
        *_beside(sheet, table, results),
        *_elsewhere(book, columns, required),
    ]
    keys = tuple(one.key for one in columns if one.key not in _TOLD)
    meant = tuple(key for key in keys if key not in _NO_GAME)
    odd = odd_names(people)
    rows = [
        _read_row(row, boards, keys, odd)
        for row in filled_rows(sheet, table, problems, keys, lambda row: row.filled(*meant))
    ]
    if problems.full:
        return None, list(problems)  # the rows that were read are of no use without the others
    as_made = book.made_with == pairs_mark(row.numbers for row in rows)
    exchanged = bool(book.made_with) and not as_made
    unread = frozenset(problem.where.cell for problem in problems if problem.where.cell)
    said, title = _round_said(sheet, table), " ".join(chain(*_above(sheet, table)))
    read = ResultSheet(file, tuple(rows), said, title, as_made, unread, exchanged, tuple(notices))
    return read, _with_games(problems, rows)


def _with_games(problems: list[Problem], rows: list[ResultRow]) -> list[Problem]:
    """The problems of cells with the table and the players of their rows."""
    games = {cell: row.game for row in rows for _, cell in row.cells}
    return [replace(one, where=replace(one.where, game=games.get(one.where.cell or ""))) for one in problems]


def _is_result(value: Value) -> bool:
    return result_mark(value) not in (None, "unknown")


def _alike(sheet: Sheet, table: Table, results: list[int]) -> Iterator[Problem]:
    """Marks that look alike and mean the opposite in one sheet: 0 and o, 1 and l. The rarer ones are named.

    A zero beside × is as doubtful, unless 1 is typed too: somebody who marks losses with × needs no 0.
    """
    marks = [
        (fold(value), sheet.at(row, place), shown(value))
        for row in range(table.header + 1, len(sheet.rows))
        for place in results
        if not is_blank(value := sheet.value(row, place))
    ]
    zeros, ones, els = ([one for one in marks if one[0] == typed] for typed in "01l")
    letters = [one for one in marks if one[0] in ("o", "x")]
    if not letters and not ones:
        letters = [one for one in marks if one[0] != "0" and result_mark(one[0]) == "loss"]
    for code, pair in (("mark-zero", (zeros, letters)), ("mark-one", (els, ones))):
        yield from (Problem(code, where, typed) for _, where, typed in min(pair, key=len))


def _beside(sheet: Sheet, table: Table, results: list[int]) -> list[Notice]:
    """Results in a column that is not read, in rows without one: somebody may have renamed or added a column."""
    open_rows = [
        row
        for row in range(table.header + 1, len(sheet.rows))
        if not is_blank(sheet.value(row, table.columns["no1"]))
        and all(is_blank(sheet.value(row, place)) for place in results)
    ]
    found = []
    known = set(table.columns.values())  # 戦績 and 備考: what else stands there is no result
    for place, _ in unread(sheet, table, ("record1", "record2", "note")):
        filled = [row for row in open_rows if not is_blank(sheet.value(row, place))]
        rows = [row for row in filled if _is_mark(sheet.value(row, place))]
        if (
            not rows
            and place not in known
            and all(_names_a_winner(sheet, table, row, place) for row in filled)
        ):
            rows = filled
        if rows:
            params = {
                "header": shown(sheet.value(table.header, place)) or column_letters(place),
                "count": len(rows),
            }
            found.append(Notice("results-beside", sheet.at(rows[0], place), params))
    return found


def _is_mark(value: Value) -> bool:
    """A result that is no number: numbers stand in many columns."""
    return _is_result(value) and not fold(value).isdecimal()


def _names_a_winner(sheet: Sheet, table: Table, row: int, place: int) -> bool:
    """1 or 0, a score, or the number or name of one of the two who play there."""
    value = fold(sheet.value(row, place))
    players = {fold(sheet.value(row, table.columns.get(key))) for key in ("no1", "no2", "name1", "name2")}
    return value in {"1", "0", *players} or _SCORE.fullmatch(value) is not None


def _elsewhere(book: Workbook, columns: tuple[Column, ...], required: Required) -> Iterator[Notice]:
    """Results on another worksheet, which is not read."""
    for name in (*book.names[1:], *book.hidden_names):
        try:
            sheet = book.sheet(name)
        except Refused:
            continue  # nobody asks for it
        table, _ = find_table(sheet, columns, required)
        if table is None:
            continue
        typed = [place for key, place in table.columns.items() if key.startswith(("result", "game", "board"))]
        rows = range(table.header + 1, len(sheet.rows))
        if any(_is_result(sheet.value(row, place)) for row in rows for place in typed):
            yield Notice("results-elsewhere", sheet.at(0), {"sheet": name, "read": book.names[0]})


def _behind_another(book: Workbook, file: str) -> list[Problem]:
    """The worksheet called 結果 is not the first: somebody put another one, without a table, before it."""
    first, *others = book.names
    results = next((name for name in others if fold(name) in _SHEET_NAMES), None)
    if results is None or fold(first) in _SHEET_NAMES:
        return []
    return [Problem("sheet-not-first", Source(file, first), first, {"results": results})]


def _read_row(row: Row, boards: Boards, keys: tuple[str, ...], odd: frozenset[str]) -> ResultRow:
    """One row as typed. The event room judges its marks, and checks its numbers against the roster."""
    row.report_flaws(*keys)
    if not row.filled("no1", "no2"):
        row.report("row-without-players", "no1")
    return ResultRow(
        source=row.at("no1"),
        table=row.number("table", "number-unreadable"),
        group=row.text("group"),
        numbers=(row.number("no1", "number-unreadable"), row.number("no2", "number-unreadable")),
        names=(row.text("name1"), row.text("name2")),
        marks=(_read_mark(row, "result1"), _read_mark(row, "result2")),
        discs=(_read_discs(row, "discs1"), _read_discs(row, "discs2")),
        note=row.text("note"),
        boards=tuple(_read_mark(row, f"board{n}") for n in range(1, len(boards) + 1)),
        games=tuple(_read_mark(row, key) for key in _GAMES if key in row.table.columns),
        black=_read_black(row),
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


def _read_black(row: Row) -> int | None:
    """黒: 1 or 2, the player who has Black."""
    number = row.number("black", "black-unreadable", lowest=1, highest=2)
    return None if number is None else number - 1


def _read_discs(row: Row, key: str) -> int | None:
    return row.number(key, "discs-unreadable", lowest=0, highest=BOARD_DISCS)


def _round_said(sheet: Sheet, table: Table) -> int | None:
    """「3回戦」, 「第3回戦」 or "Round 3" in the title: the topmost row that names a round, if it names one only."""
    for texts in _above(sheet, table):
        text = " ".join(unicodedata.normalize("NFKC", one[: limits().letters]) for one in texts)
        said = {int(match[1] or match[2]) for match in _TITLE.finditer(text)}
        if said:
            return said.pop() if len(said) == 1 else None
    return None


def _above(sheet: Sheet, table: Table) -> list[list[str]]:
    """The texts above the table, row by row."""
    return [[shown(value) for value in row if not is_blank(value)] for row in sheet.rows[: table.header]]
