"""Rows under a header, read cell by cell: a value, or a problem that names the cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tourgen.limits import limits
from tourgen.model import Source
from tourgen.problems import Problem
from tourgen.sheets.columns import Table
from tourgen.sheets.text import Value, is_blank, shown, whole_number
from tourgen.sheets.workbook import Sheet

MOST_TOLD = 200  # problems of one worksheet: who has more of them has put something else there


class Told(list[Problem]):
    """The problems of one worksheet as far as anybody reads them; then it is `full`, and not read any further.

    A sheet may hold 400,000 errors, each of which would take half a kilobyte, a line of the terminal, and where a
    word is looked for that may have been meant, a millisecond.
    """

    def __init__(self, where: Source, known: Iterable[Problem] = ()) -> None:
        super().__init__(known)
        self.where = where
        self.full = False

    def append(self, problem: Problem) -> None:
        if len(self) < MOST_TOLD:
            super().append(problem)
        elif not self.full:
            self.full = True
            super().append(Problem("problems-more", self.where, params={"count": MOST_TOLD}))

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.append(problem)


class Row:
    """One row of a table. Problems found on the way are gathered in `problems`, never raised."""

    def __init__(self, sheet: Sheet, table: Table, index: int, problems: list[Problem]) -> None:
        self.sheet = sheet
        self.table = table
        self.index = index
        self.problems = problems
        self._cells = sheet.rows[index]

    def value(self, key: str) -> Value:
        """What stands in a column, None where the sheet has no such column or the cell shows nothing."""
        column = self.table.columns.get(key)
        return None if column is None or column >= len(self._cells) else self._cells[column]

    def text(self, key: str) -> str:
        """The same as text, in its original characters; too much of it is a problem."""
        value = self.value(key)
        text = "" if is_blank(value) else shown(value)
        most = limits().letters
        if len(text) > most:
            where = self.sheet.at(self.index, self.table.columns[key])
            params = {"count": len(text), "limit": most, "name": "letters"}
            problem = Problem("text-too-long", where, text[:20], params)
            if problem not in self.problems:
                self.problems.append(problem)
        return text[:most]

    def filled(self, *keys: str) -> bool:
        """Whether anything stands in one of these columns (a formula without a value does)."""
        return any(not is_blank(self.value(key)) or self._flaw(key) for key in keys)

    def number(self, key: str, code: str, lowest: int = 1, highest: int = 999_999) -> int | None:
        """A whole number, or None and a problem where something else stands."""
        value = self.value(key)
        if is_blank(value):
            return None
        number = whole_number(value)
        if number is None or not lowest <= number <= highest:
            self.report(code, key)
            return None
        return number

    def report(self, code: str, key: str, **params: object) -> None:
        """A problem in one cell of this row (in the row's first cell where there is no such column)."""
        column = self.table.columns.get(key)
        where = self.sheet.at(self.index, min(self.table.columns.values()) if column is None else column)
        self.problems.append(Problem(code, where, shown(self.value(key)), params))

    def report_flaws(self, *keys: str) -> bool:
        """A problem for each cell that shows nothing although something stands there; whether any was."""
        if not self.sheet.flawed:
            return False
        flaws = [flaw for key in keys if (flaw := self._flaw(key))]
        self.problems.extend(flaws)
        return bool(flaws)

    def _flaw(self, key: str) -> Problem | None:
        column = self.table.columns.get(key)
        return None if column is None or not self.sheet.flawed else self.sheet.flaw(self.index, column)


def rows_below(sheet: Sheet, table: Table, problems: Told) -> Iterator[Row]:
    """Every row under the header, blank ones included, until too much is wrong."""
    for index in range(table.header + 1, len(sheet.rows)):
        if problems.full:
            return
        yield Row(sheet, table, index, problems)


def merged_problems(sheet: Sheet, table: Table, keys: tuple[str, ...], last: int) -> list[Problem]:
    """Merged cells that hide meaning: one value that seems to stand in several cells of the table.

    Merged titles, headers and remarks below the table, and merged blank cells, are nobody's business.
    """
    wanted = {table.columns[key] for key in keys if key in table.columns}
    problems = []
    for (top, left), (bottom, right) in sheet.merges:
        rows = min(bottom, last) - top + 1
        columns = sum(left <= column <= right for column in wanted)
        if table.header < top and rows > 0 and rows * columns > 1 and not is_blank(sheet.value(top, left)):
            found = shown(sheet.value(top, left))
            area = f"{sheet.at(top, left).cell}:{sheet.at(bottom, right).cell}"
            problems.append(Problem("cell-merged", sheet.at(top, left), found, {"area": area}))
    return problems
