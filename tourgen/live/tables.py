"""The tables of the rounds that are being played, as their sheets have them, whatever else is wrong with the event."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from tourgen.event.private_names import published
from tourgen.event.read_files import listed, read_workbook
from tourgen.event.read_settings import read_event
from tourgen.event.read_sheets import read_roster_file
from tourgen.event.result_meaning import Judged, Outcome, judge_row, judge_sheet, lacks_discs
from tourgen.event.round_files import round_file, rounds_of
from tourgen.event.settings import Division, Event
from tourgen.formats import Format
from tourgen.formats.labels import board_names, read_group
from tourgen.messages.problems import Problem
from tourgen.model import Mark, Player, ResultRow, ResultSheet
from tourgen.result_marks import written
from tourgen.sheets import read_round
from tourgen.sheets.exchange_cell import CellValue
from tourgen.sheets.marks import result_mark

UNREADABLE = "?"  # stands for whatever can't be read in a cell


class GameId(NamedTuple):
    """A game, wherever its row stands."""

    division: str
    round: int
    first: int
    second: int


@dataclass(frozen=True)
class Table:
    """One game of a round that is being played."""

    game: GameId
    row: ResultRow
    stands: Mapping[str, CellValue]  # what stands in the cells of its result, by column; None is blank
    declared: Format
    gone: tuple[bool, ...] = (False, False)  # which of the two had left before the round

    @property
    def number(self) -> int | None:
        """Where it is played."""
        return self.row.table

    @property
    def boards(self) -> int:
        """How many boards a team match has; 0 for a game of two."""
        return len(self.row.boards)

    @property
    def games(self) -> int:
        """How many games a match may have that is written down game by game."""
        return len(self.row.games)

    @property
    def counts_discs(self) -> bool:
        """Whether discs are written down."""
        return "discs1" in self.stands

    def lacks_discs(self, values: Mapping[str, CellValue], outcome: Outcome) -> bool:
        """Whether discs decide ranks here, and these values leave them out."""
        stage, _ = read_group(self.row.group, self.declared) or (self.declared.stage[0].id, None)
        discs = (values.get("discs1"), values.get("discs2"))
        return self.counts_discs and lacks_discs(self.declared, stage, outcome, discs)

    @property
    def blank(self) -> dict[str, CellValue]:
        """The cells of its result without a value; whatever else is typed in the row is kept."""
        return {key: None for key in self.stands if key not in ("note", "black")}

    def shown(self, values: Mapping[str, CellValue]) -> dict[str, CellValue]:
        """The cells of its result with these values in place of those that stand there."""
        return {**self.stands, **values}

    def judged(self, values: Mapping[str, CellValue]) -> Judged:
        """The meaning of these cells."""
        shown = self.shown(values)
        marks = {key: _mark(value) for key, value in shown.items()}
        discs = [value if isinstance(value := shown.get(key), int) else None for key in ("discs1", "discs2")]
        black = shown.get("black")
        row = replace(
            self.row,
            black=black - 1 if isinstance(black, int) else None,
            marks=(marks.get("result1"), marks.get("result2")),
            discs=(discs[0], discs[1]),
            boards=tuple(marks[f"board{n}"] for n in range(1, self.boards + 1)),
            games=tuple(marks[f"game{n}"] for n in range(1, self.games + 1)),
        )
        return judge_row(row, self.declared)[1]

    def outcome(self, values: Mapping[str, CellValue]) -> Outcome | None:
        """The same; None where it is open, or can't be read."""
        found = self.judged(values)
        return found if isinstance(found, Outcome) else None

    def decided(self, values: Mapping[str, CellValue]) -> Outcome | None:
        """The same; where nothing is said, whoever had left before the round has lost."""
        said = self.outcome(values)
        if said or not any(self.gone):
            return said
        return Outcome("double-loss") if all(self.gone) else Outcome("forfeit", int(self.gone[0]))


def _mark(value: CellValue) -> Mark | None:
    found = result_mark(value)
    return None if found == "unknown" else found


@dataclass(frozen=True)
class DivisionTables:
    """A division's round, 0 before the first: its tables and what is wrong with its sheet."""

    division: Division
    round: int
    sheet: str = ""  # the worksheet
    tables: tuple[Table, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def untouched(self) -> bool:
        """Whether a round is paired, and no result is in it."""
        return self.round > 0 and all(table.row.untouched for table in self.tables)

    @property
    def next_time(self) -> str:
        """When the next round starts, where event.toml says it."""
        return "".join(self.division.times[self.round : self.round + 1])


@dataclass(frozen=True)
class EventTables:
    """The divisions in the order of event.toml."""

    event: Event | None
    divisions: tuple[DivisionTables, ...] = ()
    games: Mapping[GameId, Table] = field(default_factory=dict)
    roster: Mapping[str, tuple[Player, ...]] = field(default_factory=dict)  # by division
    read_at: float = field(default=0.0, compare=False)  # which of two is the newer

    def of_player(self, division: str, no: int) -> Table | None:
        """The player's game of the round that is being played."""
        mine = (one for game, one in self.games.items() if game.division == division and no in game[2:])
        return next(mine, None)


def read_tables(folder: Path, shown: str) -> EventTables:
    """The latest round of every division."""
    read_at = time.monotonic()
    event, _ = read_event(folder, shown)
    if event is None:
        return EventTables(None, read_at=read_at)
    roster = _roster(event)
    divisions = tuple(
        _with_roster(_latest(event, one), event, roster.get(one.id, ())) for one in event.divisions
    )
    games = {table.game: table for one in divisions for table in one.tables}
    return EventTables(event, divisions, games, roster, read_at)


def _with_roster(found: DivisionTables, event: Event, players: Sequence[Player]) -> DivisionTables:
    """Adds who has left, and the roster's names: a sheet keeps the names from before a correction or an exchange."""
    gone = {player.no for player in players if player.left_before(found.round)}
    names = {player.no: published(player, event.private).name for player in players}
    tables = []
    for one in found.tables:
        first, second = (names.get(no, typed) for no, typed in zip(one.game[2:], one.row.names, strict=True))
        row = replace(one.row, names=(first, second))
        tables.append(replace(one, row=row, gone=(one.game.first in gone, one.game.second in gone)))
    return replace(found, tables=tuple(tables))


def _roster(event: Event) -> Mapping[str, tuple[Player, ...]]:
    try:
        return read_roster_file(event).players
    except OSError:
        return {}  # the build says so


def _latest(event: Event, division: Division) -> DivisionTables:
    try:
        names = [path.name for path in listed(event.folder / "rounds")]
    except OSError:
        names = []  # the build says so
    latest = max(rounds_of(division.id, names), default=0)
    return read_division(event, division, latest) if latest else DivisionTables(division, 0)


def read_division(event: Event, division: Division, number: int) -> DivisionTables:
    """One round of a division."""
    file = round_file(division.id, number)
    shown = f"{event.shown}/{file}"
    data = read_workbook(event.folder / file, shown, event.folder)
    if isinstance(data, Problem):
        return DivisionTables(division, number, problems=(data,))
    return tables_in(data, shown, division, number)


def tables_in(data: bytes, shown: str, division: Division, number: int) -> DivisionTables:
    """The same from the bytes of its sheet."""
    sheet, problems = read_round(data, shown, board_names(division.declared))
    if sheet is None:
        return DivisionTables(division, number, problems=tuple(problems))
    tables = []
    for row, judged in judge_sheet(sheet, division.declared).judged_rows:
        problems += judged if isinstance(judged, list) else []
        first, second = row.numbers
        if first is not None and second is not None:
            game = GameId(division.id, number, first, second)
            tables.append(Table(game, row, _stands(row, sheet), division.declared))
    return DivisionTables(division, number, sheet.source.sheet or "", tuple(tables), tuple(problems))


def _stands(row: ResultRow, sheet: ResultSheet) -> dict[str, CellValue]:
    boards = {f"board{n}": mark for n, mark in enumerate(row.boards, 1)}
    marks = boards or dict(zip(("result1", "result2"), row.marks, strict=True))
    found: dict[str, CellValue] = {key: written(mark) or None for key, mark in marks.items()}
    if not boards:
        found |= dict(zip(("discs1", "discs2"), row.discs, strict=True))
        found |= {f"game{n}": written(mark) or None for n, mark in enumerate(row.games, 1)}
    found["black"] = None if row.black is None else row.black + 1
    found["note"] = row.note or None
    columns = dict(row.cells)
    return {
        key: UNREADABLE if columns[key] in sheet.unread else value
        for key, value in found.items()
        if key in columns
    }
