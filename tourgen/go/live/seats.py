"""Which tables an event opens: the games of its current rounds, or a number of tables without names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from tourgen.event.private_names import published_names
from tourgen.event.settings import Event, division_named
from tourgen.event.sides import sides_of
from tourgen.go.live.setup import USUAL_KOMI, USUAL_SIZE
from tourgen.go.record import RecordName
from tourgen.live.keys import owner_of
from tourgen.live.tables import DivisionTables, EventTables, GameId, read_division
from tourgen.messages.problems import Problem
from tourgen.model import Player, Source


@dataclass(frozen=True)
class Wish:
    """What the organiser asked for."""

    division: str | None = None
    round: int | None = None
    tables: int | None = None
    komi: Decimal | None = None
    size: tuple[int, int] = (USUAL_SIZE, USUAL_SIZE)


@dataclass(frozen=True)
class Seat:
    """A table to open: where its record goes, who sits there (in the sheet's order), and how they play."""

    name: RecordName
    names: tuple[str, str] = ("", "")
    komi: Decimal = USUAL_KOMI
    size: tuple[int, int] = (USUAL_SIZE, USUAL_SIZE)
    game: GameId | None = None  # whose result goes into a sheet
    black: int = 0  # which of the two is Black, as the sheet says
    nigiri: bool = True  # that is decided at the table
    stones: int = 0  # of the handicap

    @property
    def number(self) -> str:
        """The table, and the board of a team match."""
        return f"{self.name.table}-{self.name.board}" if self.name.board else str(self.name.table)

    @property
    def players(self) -> str:
        """The game that is played here, for the log: a table does not go on with the log of another game."""
        if self.game is None:
            return ""
        return " ".join(map(str, (*self.game, self.name.board) if self.name.board else self.game))

    @property
    def turned(self) -> Seat:
        """The same table with the two in the other order."""
        game = self.game and self.game._replace(first=self.game.second, second=self.game.first)
        return replace(self, names=(self.names[1], self.names[0]), game=game, black=1 - self.black)

    def ordered(self, players: str) -> Seat | None:
        """This table with the two in the order of a log, whichever the sheet has; None where they are others."""
        return next((one for one in (self, self.turned) if one.players == players), None)

    def says_otherwise(self, black: int) -> bool:
        """Whether the pairing says who is Black, and says somebody else."""
        return not (self.nigiri or self.stones) and self.black != black

    @property
    def has_chairs(self) -> bool:
        """Whether its keys are not those of two players: nobody is known by name, or teams sit there."""
        return self.game is None or self.name.board > 0

    @property
    def owners(self) -> tuple[str, str]:
        """The two owners of the keys that open it: two players, two teams' seats at a board, or two chairs."""
        if self.game is None:
            return f"{self.name.stem} b", f"{self.name.stem} w"
        first, second = (owner_of(self.game.division, no) for no in self.game[2:])
        board = f" board {self.name.board}" if self.name.board else ""
        return f"{first}{board}", f"{second}{board}"


def seats(tables: EventTables, wish: Wish) -> list[Seat]:
    """The games of the rounds that are being played, or so many tables as were asked for."""
    if wish.tables:
        komi = USUAL_KOMI if wish.komi is None else wish.komi
        numbers = range(1, wish.tables + 1)
        return [
            Seat(RecordName(wish.round or 1, number, wish.division), komi=komi, size=wish.size)
            for number in numbers
        ]
    if tables.event is None:
        return []
    several = len(_go_divisions(tables.event)) > 1  # else a record needs no division's name
    wanted = wish.division and division_named(tables.event, wish.division, tables.event.shown)
    rosters = published_names(tables.event, tables.roster)  # whoever watches sees the names
    return [
        seat
        for one in tables.divisions
        if one.division.declared.game == "go" and wanted in (None, one.division.id)
        for seat in _seats(
            _of_round(tables.event, one, wish.round), rosters.get(one.division.id, ()), wish, several
        )
    ]


def cannot_open(tables: EventTables, wish: Wish, shown: str) -> list[Problem]:
    """The reason why no table can be opened."""
    go = _go_divisions(tables.event) if tables.event else []
    if wish.tables or seats(tables, wish):
        return []
    if tables.event and not go:
        return [Problem("live-no-go", Source(shown))]
    if tables.event and wish.division and division_named(tables.event, wish.division, shown) not in go:
        return [Problem("live-no-division", Source(shown), wish.division, {"known": ", ".join(go)})]
    return [Problem("live-no-tables", Source(shown))]


def _go_divisions(event: Event) -> list[str]:
    return [one.id for one in event.divisions if one.declared.game == "go"]


def _of_round(event: Event, latest: DivisionTables, wanted: int | None) -> DivisionTables:
    """The round asked for, else the latest."""
    if wanted in (None, latest.round):
        return latest
    return read_division(event, latest.division, wanted or 0)


def _seats(one: DivisionTables, roster: Iterable[Player], wish: Wish, several: bool) -> Iterator[Seat]:
    """A table for every game, and for every board of a team match at which two sit."""
    division = one.division
    players = {player.no: player for player in roster}
    for table in one.tables:
        for board in range(1, table.boards + 1) if table.boards else (0,):
            sides = sides_of(division, table.row, players, board)
            if table.number is None or (board and not all(sides.names)):
                continue
            name = RecordName(one.round, table.number, division.id if several else None, board)
            komi = sides.komi if wish.komi is None or sides.stones else wish.komi
            black = sides.black or 0
            yield Seat(name, sides.names, komi, wish.size, table.game, black, sides.nigiri, sides.stones)
