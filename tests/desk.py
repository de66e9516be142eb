"""A free-class division at the organiser's desk: a roster, rows typed into sheets, and what tourgen makes of them.

Player n drew lottery number n, so that eight players are dealt A 1 5, B 2 6, C 3 7, D 4 8, and sixteen A 1 5 9 13 …
Rows are written like "1>5": the left cell ○, the right ×. Also "1 反則 5", "1 不戦敗 5 不戦勝", "1 : 5" (nothing yet)
and "5-" (a bye), each with what stands in 組 before it where that matters: "準決勝 1>4".
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.rules.builders import FREE, declared
from tourgen.engine.model import BarredPair, Game
from tourgen.event.division_checks import DivisionInput
from tourgen.event.result_meaning import judge_sheet
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament, play
from tourgen.formats.labels import sheet_group
from tourgen.messages.problems import Problem
from tourgen.model import Mark, Player, ResultRow, ResultSheet, Source
from tourgen.results.document import document

MARKS: dict[str, Mark | None] = {
    "○": "win", "×": "loss", "不戦勝": "walkover", "不戦敗": "forfeit", "反則": "foul", "失格": "disqualified",
    "両負": "double-loss", "預": "pending", "無": "no-result", "△": "draw", "黒勝": "black-wins", "": None,
}  # fmt: skip
COLUMNS = ("group", "no1", "name1", "result1", "result2", "name2", "no2", "discs1", "discs2")


def row(
    text: str, group: str = "", discs: tuple[int | None, int | None] = (None, None), note: str = ""
) -> ResultRow:
    """One row: "1>5", "1 ○ 5", "1 ○ 5 ×", "5-", "A 1>5" (組 before the pair)."""
    match = re.fullmatch(r"(?:(\D+) )?(\d+) ?(>|-|:|[^\d\s>:-]+)? ?(\d+)? ?(\D+)?", text)
    assert match, text
    said, first, sign, second, other = match.groups()
    marks: tuple[Mark | None, Mark | None] = {
        ">": ("win", "loss"), "-": ("walkover", None), ":": (None, None), None: (None, None),
    }.get(sign) or (MARKS[sign], MARKS[other or ""])  # type: ignore[assignment]  # fmt: skip
    return ResultRow(
        Source("rounds/free-r.xlsx", "結果", first),
        group=said or group,
        numbers=(int(first), int(second) if second else None),
        marks=marks,
        discs=discs,
        note=note,
        cells=tuple((name, name) for name in COLUMNS),
    )


def sheet(number: int, *rows: str | ResultRow, as_made: bool = False) -> ResultSheet:
    """A round's sheet; several rows may stand in one string, separated by commas."""
    typed: list[ResultRow] = []
    for one in rows:
        typed += [one] if isinstance(one, ResultRow) else [row(text.strip()) for text in one.split(",")]
    return ResultSheet(f"rounds/free-r{number}.xlsx", tuple(typed), as_made=as_made)


def play_typed(
    division: Division,
    roster: Sequence[Player],
    sheets: Mapping[int, ResultSheet],
    barred: Sequence[BarredPair] = (),
) -> tuple[Tournament | None, list[Problem]]:
    """A division from its roster and the rows of its sheets."""
    judged = {number: judge_sheet(one, division.declared) for number, one in sheets.items()}
    return play(DivisionInput(division, roster, judged, barred))


@dataclass
class Desk:
    """The division as its files are now."""

    count: int = 8
    changes: Mapping[int, dict[str, Any]] = field(default_factory=dict)
    qualified: Mapping[str, int] = field(default_factory=dict)
    sheets: dict[int, ResultSheet] = field(default_factory=dict)
    format_id: str = FREE

    @property
    def roster(self) -> list[Player]:
        """Everybody, with what was changed in the roster."""
        players = [Player(no, f"選手{no}", sex="M", desk_number=no) for no in range(1, self.count + 1)]
        return [replace(player, **self.changes.get(player.no, {})) for player in players]

    def play(self) -> tuple[Tournament | None, list[Problem]]:
        division = Division("free", "フリークラス", declared(self.format_id), qualified=self.qualified)
        return play_typed(division, self.roster, self.sheets)

    @property
    def tournament(self) -> Tournament:
        """The division; nothing may be wrong with it."""
        tournament, problems = self.play()
        assert tournament is not None, [problem.text("en") for problem in problems]
        return tournament

    @property
    def problems(self) -> list[tuple[str, str]]:
        """(code, cell or what was found) of everything that is wrong."""
        return [(problem.code, problem.found) for problem in self.play()[1]]

    @property
    def notices(self) -> list[str]:
        return [notice.code for notice in self.tournament.notices]

    @property
    def document(self) -> dict[str, Any]:
        return document(self.tournament, "event", "大会")

    def type(self, number: int, *rows: str | ResultRow, as_made: bool = False) -> "Desk":
        """Types a sheet (again)."""
        self.sheets[number] = sheet(number, *rows, as_made=as_made)
        return self

    def fill(self, *winners: int, as_made: bool = True) -> "Desk":
        """Types the next round as the rules pair it: these win, else the first of each pair."""
        paired = self.tournament.rounds[-1]
        assert not paired.completed
        self.sheets[paired.number] = ResultSheet(
            f"rounds/free-r{paired.number}.xlsx",
            tuple(filled(game, winners, format_id=self.format_id) for game in paired.games),
            as_made=as_made,
        )
        return self

    def fill_all(self) -> "Desk":
        """Types every round that is left."""
        while not self.tournament.finished:
            self.fill()
        return self


def filled(game: Game, winners: Collection[int] = (), mark: str = "", format_id: str = FREE) -> ResultRow:
    """The row of a paired game: these win, else the first; or with another mark in the first cell."""
    first, second = game.players
    group = sheet_group(declared(format_id), game.stage, game.group, "ja")
    if second is None:
        return row(f"{first}-", group)
    if mark:
        return row(f"{first} {mark} {second}", group)
    return row(f"{first} × {second} ○" if second in winners else f"{first} ○ {second} ×", group)
