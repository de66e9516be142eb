"""組合せ禁止: an optional worksheet of the roster, one pair per row that shouldn't meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tourgen.engine.model import BarredPair
from tourgen.messages.problems import Problem, closest
from tourgen.model import Player
from tourgen.sheets.columns import BARRED, find_table
from tourgen.sheets.csv_and_ods import AnyBook
from tourgen.sheets.division_names import BARRED_SHEETS, Divisions, division_of
from tourgen.sheets.guard import Refused
from tourgen.sheets.rows import ProblemList, Row, filled_rows
from tourgen.sheets.text import fold, is_blank
from tourgen.sheets.workbook import Sheet, refused_problem

_KEYS = tuple(column.key for column in BARRED)
_MEANT = ("no1", "no2", "strength", "division")
_STRENGTHS = {
    **dict.fromkeys(("", "禁止", "不可", "×", "forbidden", "forbid", "barred", "never"), True),
    **dict.fromkeys(("回避", "なるべく回避", "△", "avoid", "discouraged"), False),
}

Barred = dict[str, tuple[BarredPair, ...]]


def read_barred(
    book: AnyBook, divisions: Divisions, players: Mapping[str, Sequence[Player]], others: Divisions
) -> tuple[Barred, list[Problem]]:
    """Division id → its pairs. `divisions` pair by Swiss and can heed them, `others` can't."""
    problems: list[Problem] = []
    numbers = {id: {one.no for one in players.get(id, ())} for id, _ in divisions}
    reader = _Reader(divisions, others, numbers)
    for name in book.names:
        if fold(name) in BARRED_SHEETS:
            try:
                sheet = book.sheet(name)
            except Refused as refused:
                problems.append(refused_problem(refused, book.file, name))
                continue
            if not sheet.blank:
                found = ProblemList(sheet.at(0))
                reader.read(sheet, found)
                problems += found
    pairs = {division: tuple(pair for pair, _ in found.values()) for division, found in reader.found.items()}
    return pairs, problems


@dataclass
class _Reader:
    divisions: Divisions
    others: Divisions
    numbers: Mapping[str, set[int]]
    # By division and pair, with the cell of the first row that names them.
    found: dict[str, dict[frozenset[int], tuple[BarredPair, str | None]]] = field(default_factory=dict)

    def read(self, sheet: Sheet, problems: ProblemList) -> None:
        table, found = find_table(sheet, BARRED, (("no1",), ("no2",)))
        problems.extend(found)
        if table is not None:
            for row in filled_rows(sheet, table, problems, _KEYS, lambda row: row.filled(*_MEANT)):
                self.read_row(row)

    def read_row(self, row: Row) -> None:
        if row.report_flaws(*_KEYS):
            return
        pair = _numbers(row)
        forbidden = _STRENGTHS.get(fold(row.text("strength")))
        if forbidden is None:
            row.report("barred-strength", "strength")
        if pair is None or forbidden is None:
            return
        division = self.division(row, pair)
        if division is not None:
            self.add(row, division, BarredPair(pair, forbidden))

    def add(self, row: Row, division: str, new: BarredPair) -> None:
        cell = row.at("no1").cell
        pair = frozenset(new.players)
        first, where = self.found.setdefault(division, {}).setdefault(pair, (new, cell))
        if first.forbidden != new.forbidden:
            row.report("barred-twice", "no1", pair="-".join(map(str, new.players)), first=where)

    def division(self, row: Row, pair: tuple[int, int]) -> str | None:
        """The division that is named, else the only one whose roster has both."""
        if row.text("division"):
            return self.named(row, pair)
        if not self.divisions:
            row.report("barred-unused", "no1")
            return None
        if len(self.divisions) == 1:
            return self.known(row, pair, self.divisions[0][0])
        fitting = [id for id, numbers in self.numbers.items() if set(pair) <= numbers]
        if len(fitting) > 1:
            ids = ", ".join(fitting)
            row.report("barred-division-which", "division", pair="-".join(map(str, pair)), divisions=ids)
        elif not fitting:
            row.report("barred-pair-unknown", "no1", pair="-".join(map(str, pair)))
        return fitting[0] if len(fitting) == 1 else None

    def named(self, row: Row, pair: tuple[int, int]) -> str | None:
        key = fold(row.text("division"))
        division = division_of(self.divisions).get(key)
        if division is not None:
            return self.known(row, pair, division)
        if key in division_of(self.others):
            row.report("barred-unused", "division")
        else:
            known = [word for one in self.divisions for word in reversed(one)]
            row.report("barred-division-unknown", "division", suggestion=closest(row.text("division"), known))
        return None

    def known(self, row: Row, pair: tuple[int, int], division: str) -> str | None:
        """Both must stand in the division's roster; nothing is reported where that roster couldn't be read."""
        numbers = self.numbers[division]
        strangers = [
            key for key, no in zip(("no1", "no2"), pair, strict=True) if numbers and no not in numbers
        ]
        for key in strangers:
            row.report("barred-number-unknown", key, division=division)
        return None if strangers or not numbers else division


def _numbers(row: Row) -> tuple[int, int] | None:
    first, second = row.number("no1", "number-unreadable"), row.number("no2", "number-unreadable")
    for key in ("no1", "no2"):
        if is_blank(row.value(key)):
            row.report("barred-number-missing", key)
    if first is None or second is None:
        return None
    if first == second:
        row.report("barred-itself", "no2")
        return None
    return first, second
