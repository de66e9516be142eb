"""Other values in some rows of a roster or of a round's sheet; the rows are found by their players' numbers.

What stood there when the change was asked for is written down with it. Where something else stands by now, nothing is
written: a person decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tourgen.messages.problems import Problem
from tourgen.sheets.columns import (
    Boards,
    Column,
    Table,
    column,
    find_table,
    roster_columns,
    round_columns,
)
from tourgen.sheets.division_names import Divisions
from tourgen.sheets.exchange_cell import CellValue, exchange_cells
from tourgen.sheets.roster import sheet_of_division
from tourgen.sheets.text import cell_name, is_blank, shown, whole_number
from tourgen.sheets.workbook import Sheet, open_workbook

Players = tuple[int | None, ...]
Values = Mapping[str, CellValue]  # by the key of a column
NUMBERS = {1: ("no",), 2: ("no1", "no2")}


@dataclass(frozen=True, slots=True)
class RowEdit:
    """New values for the row of one player, or of one game; `before` is what stood there."""

    players: Players
    values: Values
    before: Values = field(default_factory=dict)


class Differs(Exception):
    """Something else stands there by now, or the row is gone."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The table of one worksheet."""

    data: bytes
    sheet: Sheet
    table: Table
    columns: tuple[Column, ...]
    language: str

    def stands(self, players: Players, keys: Sequence[str]) -> dict[str, CellValue] | None:
        """What stands in the row of these players; None where there is no such row."""
        row = self._row(players)
        return None if row is None else {key: self._value(row, key) for key in keys}

    def seat(self, no: int) -> tuple[Players, int] | None:
        """The players of the row in which this one is seated, and on which side: 1 or 2."""
        one, other = (self.table.columns[key] for key in NUMBERS[2])
        for row in range(self.table.header + 1, len(self.sheet.rows)):
            players = (whole_number(self.sheet.value(row, one)), whole_number(self.sheet.value(row, other)))
            if no in players:
                return players, players.index(no) + 1
        return None

    def seated(self, players: Players, side: int, keys: Sequence[str]) -> dict[str, CellValue]:
        """What the sheet says of one side of a row, as far as it has such columns."""
        there = [key for key in keys if f"{key}{side}" in self.table.columns]
        found = self.stands(players, [f"{key}{side}" for key in there]) or {}
        return {key: found[f"{key}{side}"] for key in there}

    def free_number(self) -> int:
        """The number of the next row that is still free, else one more than the last."""
        free = self._free_row()
        typed = whole_number(self.sheet.value(free, self.table.columns["no"]))
        return typed if typed is not None else max(self._numbers(), default=0) + 1

    def edited(self, edits: Sequence[RowEdit]) -> bytes:
        """The workbook with these edits; those that stand there already cost nothing. Raises Differs."""
        cells: dict[str, CellValue] = {}
        places = dict(self.table.columns)
        width = max(map(len, self.sheet.rows))
        for edit in edits:
            row = self._row(edit.players)
            added = row is None and "no" in edit.values
            if row is None and added:
                row = self._free_row()
            if row is None:
                raise Differs
            for key, value in edit.values.items():
                stands = self._value(row, key)
                if same(stands, value):
                    continue
                if not added and not same(stands, edit.before.get(key)):
                    raise Differs
                if key not in places:
                    # To the right of everything: a column that tourgen doesn't know is the organiser's own.
                    places[key] = max(width, max(places.values()) + 1)
                    header = column(self.columns, key).header(self.language)
                    cells[cell_name(self.table.header, places[key])] = header
                cells[cell_name(row, places[key])] = value
        return exchange_cells(self.data, self.sheet.name, cells) if cells else self.data

    def _value(self, row: int, key: str) -> CellValue:
        value = self.sheet.value(row, self.table.columns.get(key))
        if is_blank(value):
            return None
        number = whole_number(value) if isinstance(value, int | float) else None
        return shown(value) if number is None else number

    def _row(self, players: Players) -> int | None:
        keys = [self.table.columns[key] for key in NUMBERS[len(players)]]
        for row in range(self.table.header + 1, len(self.sheet.rows)):
            if tuple(whole_number(self.sheet.value(row, key)) for key in keys) == players and (
                len(players) > 1 or not is_blank(self.sheet.value(row, self.table.columns["name"]))
            ):
                return row
        return None

    def _numbers(self) -> list[int]:
        place = self.table.columns["no"]
        found = (whole_number(self.sheet.value(row, place)) for row in range(len(self.sheet.rows)))
        return [number for number in found if number is not None]

    def _free_row(self) -> int:
        """The first row below everybody: remarks in between stay where they are."""
        name = self.table.columns["name"]
        filled = [row for row in range(len(self.sheet.rows)) if not is_blank(self.sheet.value(row, name))]
        return max([self.table.header, *filled]) + 1


def same(one: CellValue, other: CellValue) -> bool:
    """Whether two cells say the same."""
    return shown(one) == shown(other)


def roster_rows(
    data: bytes, file: str, divisions: Divisions, division: str, boards: Boards, language: str
) -> Rows | Problem:
    """The worksheet of one division."""
    book = open_workbook(data, file)
    if isinstance(book, Problem):
        return book
    sheet = sheet_of_division(book, divisions, division)
    if isinstance(sheet, Problem):
        return sheet
    return _rows(data, sheet, roster_columns(boards), (("no",), ("name",)), language)


def round_rows(data: bytes, file: str, boards: Boards, language: str) -> Rows | Problem:
    """A round's sheet."""
    book = open_workbook(data, file)
    if isinstance(book, Problem):
        return book
    sheet = book.sheet(book.names[0])
    return _rows(data, sheet, round_columns(boards), (("no1",), ("no2",)), language)


def _rows(
    data: bytes,
    sheet: Sheet,
    columns: tuple[Column, ...],
    required: tuple[tuple[str, ...], ...],
    language: str,
) -> Rows | Problem:
    table, problems = find_table(sheet, columns, required)
    return problems[0] if table is None else Rows(data, sheet, table, columns, language)
