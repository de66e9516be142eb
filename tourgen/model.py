"""What a tournament is made of: players, games, rounds. Frozen values, no behaviour that depends on a rule.

The words are those of the rules' glossary. A player is named by roster number (名簿番号) everywhere.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Literal

from tourgen.dataclass import dataclass

Sex = Literal["M", "F"]

# How a game ended, as in results.json. A game that nobody has entered yet is "played" without a winner.
Kind = Literal["played", "bye", "forfeit", "double-loss", "pending", "no-result", "draw"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value was typed, so that every message can name file, sheet and cell."""

    file: str
    sheet: str | None = None
    cell: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the roster, as typed (names keep their original characters)."""

    no: int
    name: str
    kana: str = ""
    club: str = ""
    grade: str = ""
    sex: Sex | None = None
    seed: str = ""  # the mark or title in シード; empty: not a seed
    desk_number: int | None = None  # 抽選番号 drawn at the desk and typed
    absent: bool = False
    from_round: int = 1
    withdrawn_after: int | None = None  # 棄権: number of the last round played
    standby: tuple[str, ...] = ()
    replacement_from: tuple[str, int] | None = None  # (division, number) this player was taken in from
    moved_to: tuple[str, int] | None = None  # (division, number) this player was taken in by
    exempt: bool = False  # 免除: marked as exempt from the qualifier (shogi, 附則 12)
    team: str = ""  # A, B, …: which of the school's teams; then `name` is the team's and `club` the school
    members: tuple[str, ...] = ()  # who sits at the boards, first board first; "" where nobody does
    reserves: tuple[str, ...] = ()  # 補欠
    disqualified: Source | None = field(
        default=None, compare=False
    )  # the cell with 失格, where that ended it
    source: Source = field(default=Source(""), compare=False)
    cells: tuple[tuple[str, str], ...] = field(
        default=(), compare=False
    )  # (column key, cell), e.g. ("lottery", "H7")

    @property
    def here(self) -> bool:
        """Whether this player takes part in this division: neither absent nor moved to another."""
        return not self.absent and self.moved_to is None

    def at(self, column: str) -> Source:
        """The cell of one of this player's columns (the row's name where the sheet has no such column)."""
        cells = dict(self.cells)
        return Source(self.source.file, self.source.sheet, cells.get(column, self.source.cell))


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who sat at a board of a team (side 0 or 1 of the game) instead of its registered player."""

    side: int
    board: int
    name: str


@dataclass(frozen=True, slots=True)
class BarredPair:
    """One row of 組合せ禁止: two who must not meet (禁止), or had better not (回避)."""

    players: tuple[int, int]
    forbidden: bool
    source: Source = field(default=Source(""), compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a round; players[1] is None for a bye."""

    table: int | None
    stage: str
    group: str | None
    players: tuple[int, int | None]
    kind: Kind = "played"
    winner: int | None = None
    discs: tuple[int, int] | None = None
    rated: bool = True
    note: str = (
        ""  # what the rules make of the game (反則, 失格, 双方時間切れ), never the organiser's free text
    )
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won, else 0
    substitutes: tuple[Substitute, ...] = ()
    ruling: bool = False  # 裁定: it was pending, and the committee has decided it since
    misuse: bool = False  # 故意: the ruling found deliberate misuse; for the organiser's eyes only

    @property
    def entered(self) -> bool:
        """Whether a result stands for this game (預 counts as entered)."""
        return self.kind != "played" or self.winner is not None

    def opponent(self, no: int) -> int | None:
        """The other side, or None for a bye."""
        first, second = self.players
        return second if no == first else first


@dataclass(frozen=True)
class Round:
    """One round of a division as it stands in its sheet; by_hand where the rules would pair otherwise."""

    number: int
    games: tuple[Game, ...]
    by_hand: bool = False

    @property
    def completed(self) -> bool:
        """A round is completed when no row is blank."""
        return all(game.entered for game in self.games)

    def game_of(self, no: int) -> Game | None:
        """The player's game, None where there is none."""
        return self._by_player.get(no)

    @cached_property
    def _by_player(self) -> dict[int, Game]:
        return {no: game for game in reversed(self.games) for no in game.players if no is not None}


# What a person can type into a result cell, after spellings are folded together.
Mark = Literal[
    "win",  # ○
    "loss",  # ×
    "walkover",  # 不戦勝
    "forfeit",  # 不戦敗
    "foul",  # 反則, by the player in whose cell it stands
    "disqualified",  # 失格, likewise
    "double-loss",  # 両負
    "pending",  # 預
    "no-result",  # 無
    "draw",  # 持碁 △
    "black-wins",  # 黒勝
    "white-wins",  # 白勝
]


# Shogi ends as Othello does: draws don't occur.
# The marks an Othello game can end with; 預, 無, 持碁, 黒勝 and 白勝 are answered with what to type instead.
OTHELLO_MARKS: tuple[Mark, ...] = (
    "win",
    "loss",
    "walkover",
    "forfeit",
    "foul",
    "disqualified",
    "double-loss",
)
# Go has these besides, 持碁 only where a format knows draws.
GO_MARKS: tuple[Mark, ...] = ("black-wins", "white-wins", "draw", *OTHELLO_MARKS, "pending", "no-result")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row of a round's sheet as typed: spellings folded, meaning not yet judged."""

    source: Source
    table: int | None = None
    group: str = ""
    numbers: tuple[int | None, int | None] = (None, None)
    names: tuple[str, str] = ("", "")
    marks: tuple[Mark | None, Mark | None] = (None, None)
    discs: tuple[int | None, int | None] = (None, None)
    note: str = ""
    boards: tuple[Mark | None, ...] = ()  # teams: the first team's mark at each board
    subs: tuple[str, str] = ("", "")  # teams: 交代1, 交代2 as typed
    substitutes: tuple[Substitute, ...] = ()  # the same, understood
    line_ups: tuple[tuple[str, ...], tuple[str, ...]] = (
        (),
        (),
    )  # teams: メンバー1, メンバー2, a name per board
    cells: tuple[
        tuple[str, str], ...
    ] = ()  # (column key, cell): table group no1 … note; teams: board1 board2 … sub1 sub2

    def at(self, column: str) -> Source:
        """The cell of one column of this row."""
        cells = dict(self.cells)
        return Source(self.source.file, self.source.sheet, cells.get(column, self.source.cell))

    @property
    def blank_cell(self) -> Source:
        """Where a result is still to be entered: the first blank board of a team match."""
        boards = (f"board{place}" for place, mark in enumerate(self.boards, 1) if mark is None)
        return self.at(next(boards, "result1"))

    @property
    def untouched(self) -> bool:
        """Whether nobody has entered a result."""
        return self.marks == (None, None) and not any(self.boards)


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A round's sheet as typed."""

    file: str
    rows: tuple[ResultRow, ...]
    round_said: int | None = None  # "3回戦" in the title above the table, where there is one
    as_made: bool = False  # the pairs are those the sheet was made with; nobody re-paired it by hand
    unread: frozenset[str] = frozenset()  # cells that could not be read, and are reported already
