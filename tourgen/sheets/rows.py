"""Rows under a header, read cell by cell: a value, or a problem that names the cell."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator

from tourgen.messages.problems import Notice, Problem
from tourgen.model import Source
from tourgen.sheets.columns import Table
from tourgen.sheets.text import Value, fold, is_blank, shown, whole_number
from tourgen.sheets.workbook import Sheet
from tourgen.storage.limits import limits

_DAY = re.compile(
    r"\d{1,4}[/年]\d{1,2}[/月]\d{1,2}日?|\d{1,2}月\d{1,2}日|\d{4}-\d{1,2}-\d{1,2}"
)  # as Excel saves one in CSV
_DITTO = ("〃", "々", "仝", "同上", "同", '"', "''", "ditto")
# In a roster's row: what nobody reads there.
_REMARKED = re.compile(
    "欠席|欠場|棄権|不参加|辞退|キャンセル|途中帰宅|早退|非公開|匿名|公開しない|掲載不可|absent|withdr[ae]w|anonym",
    re.IGNORECASE,
)
_SAYS_SO = ("absent", "withdrawn", "from", "rests", "private")  # the columns for it
# Behind a name: 青木 一郎(欠席). Alone it may be what somebody wants to be called.
_REMARK = re.compile(
    r".[\s(（【\[※*・,、:：]+(?:欠席?|欠場|棄権|不参加|辞退|キャンセル|非公開|absent|withdrawn)[\s)）】\]]*",
    re.IGNORECASE,
)
_DAYS = range(36_526, 73_051)  # 2000 to 2099, as Excel counts days
_COUNTED = (
    "no",
    "table",
)  # numbers that begin with 1: one as large as a day is one, unless it was typed as a text
MOST_PROBLEMS = 200  # of one worksheet: nobody reads more, and such a sheet holds something else


class ProblemList(list[Problem]):
    """The problems of one worksheet up to a number; then the list is `full`, and the sheet is not read any further.

    A sheet may hold 400,000 errors, each of which would take half a kilobyte, a line of the terminal, and where a
    similar word is looked for, a millisecond.
    """

    def __init__(self, where: Source, known: Iterable[Problem] = ()) -> None:
        super().__init__(known)
        self.where = where
        self.full = False

    def append(self, problem: Problem) -> None:
        if len(self) < MOST_PROBLEMS:
            super().append(problem)
        elif not self.full:
            self.full = True
            super().append(Problem("problems-more", self.where, params={"count": MOST_PROBLEMS}))

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

    def at(self, key: str) -> Source:
        """The cell in a column; the row's first one where the sheet has no such column."""
        columns = self.table.columns
        return self.sheet.at(self.index, columns[key] if key in columns else min(columns.values()))

    def value(self, key: str) -> Value:
        """What stands in a column, None where the sheet has no such column or the cell shows nothing."""
        return self.sheet.value(self.index, self.table.columns.get(key))

    def text(self, key: str) -> str:
        """The value as text, in its original characters; a text that is not meant as it stands is a problem."""
        value = self.value(key)
        text = "" if is_blank(value) else shown(value)
        if text and key != "note" and (code := self._not_meant(key, value, text)):
            self._report_once(Problem(code, self.at(key), text))
        most = limits().letters
        if len(text) > most:
            params = {"count": len(text), "limit": most, "name": "letters"}
            self._report_once(Problem("text-too-long", self.at(key), text[:20], params))
        return text[:most]

    def _not_meant(self, key: str, value: Value, text: str) -> str:
        """The code of what is wrong with a text that can't be meant as it stands."""
        if self._made_up(value):
            return "cell-date"
        if value == 0 and not isinstance(value, str):  # what a formula shows of an empty cell
            return "cell-zero"
        if fold(text) in _DITTO:
            return "cell-ditto"
        return "name-remark" if key == "name" and _REMARK.search(text) else ""

    def _made_up(self, value: Value) -> bool:
        """Whether Excel made a date of what was typed (3-1), which then may look like any number, or like a day."""
        if isinstance(value, str):
            return _DAY.fullmatch(fold(value)) is not None
        if isinstance(value, int | float):
            return value % 1 != 0 or int(value) in _DAYS  # a range looks for a float number by number
        return isinstance(value, datetime.date | datetime.time | datetime.timedelta)

    def _report_once(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

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
        if key in _COUNTED and number in _DAYS and not isinstance(value, str):
            self.report("number-date", key)
            return None
        return number

    def report(self, code: str, key: str, **params: object) -> None:
        """A problem in one cell of this row."""
        self.problems.append(Problem(code, self.at(key), shown(self.value(key)), params))

    def report_flaws(self, *keys: str) -> bool:
        """A problem for each cell that holds something but shows nothing; returns whether there was one."""
        if not self.sheet.flawed:
            return False
        flaws = [flaw for key in keys if (flaw := self._flaw(key))]
        self.problems.extend(flaws)
        return bool(flaws)

    def _flaw(self, key: str) -> Problem | None:
        column = self.table.columns.get(key)
        return None if column is None or not self.sheet.flawed else self.sheet.flaw(self.index, column)


def read_all_the_same(sheet: Sheet, table: Table, key: str) -> list[Notice]:
    """Rows that are hidden or struck through, with something in the column `key`: they are read as all others are."""
    place = table.columns[key]
    rows = [
        row
        for row in range(table.header + 1, len(sheet.rows))
        if not is_blank(sheet.value(row, place)) and not _gone(sheet, table, row)
    ]
    kinds = {
        "rows-hidden": [row for row in rows if row in sheet.scan.hidden],
        "rows-struck": [
            row for row in rows if any((row, one) in sheet.scan.struck for one in table.columns.values())
        ],
    }
    return [
        Notice(code, sheet.at(found[0], place), {"count": len(found), "rows": _listed(found)})
        for code, found in kinds.items()
        if found
    ]


def _gone(sheet: Sheet, table: Table, row: int) -> bool:
    """Whether a row of a roster says that somebody doesn't take part: then it may look as it likes."""
    columns = (table.columns[key] for key in ("absent", "withdrawn") if key in table.columns)
    return any(not is_blank(sheet.value(row, column)) for column in columns)


def remarks(sheet: Sheet, table: Table) -> list[Notice]:
    """欠席連絡あり or 匿名希望 in a cell of a roster, where the columns for it are blank in that row."""
    own = {table.columns[key] for key in _SAYS_SO if key in table.columns}
    found = [
        (row, place)
        for row in range(table.header + 1, len(sheet.rows))
        if all(is_blank(sheet.value(row, place)) for place in own)
        for place, value in enumerate(sheet.rows[row])
        if place not in own and isinstance(value, str) and _REMARKED.search(fold(value))
    ]
    if not found:
        return []
    first, rows = found[0], list(dict.fromkeys(row for row, _ in found))
    params = {"found": shown(sheet.value(*first)), "count": len(rows), "rows": _listed(rows)}
    return [Notice("remark-unread", sheet.at(*first), params)]


def _listed(rows: list[int]) -> str:
    return ", ".join(str(row + 1) for row in rows[:10]) + (" …" if len(rows) > 10 else "")


def filled_rows(
    sheet: Sheet, table: Table, problems: ProblemList, keys: tuple[str, ...], filled: Callable[[Row], bool]
) -> Iterator[Row]:
    """Every row under the header that is `filled`, until too much is wrong; then what merged cells of `keys` hide."""
    last = table.header
    for index in range(table.header + 1, len(sheet.rows)):
        row = Row(sheet, table, index, problems)
        if problems.full:
            break
        if filled(row):
            last = index
            yield row
    problems.extend(_merged(sheet, table, keys, last))


def _merged(sheet: Sheet, table: Table, keys: tuple[str, ...], last: int) -> list[Problem]:
    """Merged cells that hide meaning: one value that seems to stand in several cells of the table.

    Merged titles, headers, blank cells and remarks below the table are let through.
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
