"""What people type: roster rows and result rows, each with its cells. Frozen values, no behaviour of a rule.

What the rules make of them (entrants, games, rounds) is in engine/model.py. A player is named by roster number
(名簿番号) everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tourgen.engine.model import Substitute
    from tourgen.messages.problems import Notice

Sex = Literal["M", "F"]
Seating = tuple[int | None, str, str]  # table and players of a row
Cells = tuple[tuple[str, str], ...]  # (column key, cell), e.g. ("lottery", "H7")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a value was typed, so that every message can name file, sheet and cell."""

    file: str
    sheet: str | None = None
    cell: str | None = None
    game: Seating | None = field(default=None, compare=False)


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
    board_grades: tuple[str, ...] = ()  # 段級位 of who sits at each board
    rests: tuple[int, ...] = ()  # 休み: rounds sat out
    rating: int | None = None  # レート
    group: str = ""  # 組, where the roster says who is in which
    romaji: str = ""  # 英字
    private: bool = False  # 非公開: the name is not published
    disqualified: Source | None = field(default=None, compare=False)  # the cell with 失格
    source: Source = field(default=Source(""), compare=False)
    cells: Cells = field(default=(), compare=False)

    @property
    def here(self) -> bool:
        """Whether this player takes part in this division: neither absent nor moved to another."""
        return not self.absent and self.moved_to is None

    def left_before(self, round_no: int) -> bool:
        """Whether this player has withdrawn, or was disqualified, in an earlier round."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_no

    def at(self, column: str) -> Source:
        """The cell of one of this player's columns (the row's name where the sheet has no such column)."""
        cells = dict(self.cells)
        return Source(self.source.file, self.source.sheet, cells.get(column, self.source.cell))


# What a person can type into a result cell; result_marks.py says how each is spelt and what it means.
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
    games: tuple[Mark | None, ...] = ()  # best of n: the first player's mark in 第1局, 第2局 …
    black: int | None = None  # 黒: which side is Black, 0 or 1, where that is decided at the table
    substitutes: tuple[Substitute, ...] = ()  # teams: 交代1, 交代2
    line_ups: tuple[tuple[str, ...], ...] = ((), ())  # teams: メンバー1, メンバー2, a name per board
    cells: Cells = ()

    def at(self, column: str) -> Source:
        """The cell of one column of this row, with the game that stands in it."""
        cells = dict(self.cells)
        return Source(self.source.file, self.source.sheet, cells.get(column, self.source.cell), self.game)

    @property
    def game(self) -> Seating | None:
        """Table and players, as far as the row says."""
        first, second = (
            name or ("" if no is None else str(no)) for name, no in zip(self.names, self.numbers, strict=True)
        )
        return (self.table, first, second) if first or second else None

    @property
    def mark_cells(self) -> list[tuple[str, Mark | None]]:
        """(column, mark) of every cell for a mark: the boards of a team match, else 結果1, 結果2 and the games."""
        if self.boards:
            return [(f"board{place}", mark) for place, mark in enumerate(self.boards, 1)]
        games = [(f"game{place}", mark) for place, mark in enumerate(self.games, 1)]
        return [("result1", self.marks[0]), ("result2", self.marks[1]), *games]

    @property
    def blank_cell(self) -> Source:
        """Where a result is still to be entered: the first blank board of a team match, or game of several."""
        blank = [key for key, mark in self.mark_cells if mark is None and not key.startswith("result")]
        return self.at(blank[0] if blank else "result1")

    @property
    def untouched(self) -> bool:
        """Whether nobody has entered a result."""
        return not any(mark for _, mark in self.mark_cells) and self.discs == (None, None)


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """A round's sheet as typed."""

    file: str
    rows: tuple[ResultRow, ...]
    round_said: int | None = None  # "3回戦" in the title above the table, where there is one
    title: str = ""  # everything that stands above the table
    as_made: bool = False  # the pairs are those the sheet was made with; nobody re-paired it by hand
    unread: frozenset[str] = frozenset()  # cells that could not be read, and are reported already
    exchanged: bool = False  # the pairs are others than the sheet was made with: somebody exchanged numbers
    notices: tuple[Notice, ...] = ()  # about what stands there and is not read, or is read all the same

    @property
    def source(self) -> Source:
        """The worksheet as a whole, for a message that is about no single cell."""
        return Source(self.file, self.rows[0].source.sheet if self.rows else None)
