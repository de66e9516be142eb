"""What the engine is told and what it hands out: entrants, games, rounds. Frozen values, named by roster number."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tourgen.engine.reasons import Reason

# How a game ended, as in results.json. A game that nobody has entered yet is "played" without a winner.
Kind = Literal["played", "bye", "forfeit", "double-loss", "pending", "no-result", "draw"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A present player, or team, as the rules see one."""

    no: int
    number: int  # 抽選番号: lottery or bracket number
    sex: str | None = None
    withdrawn_after: int | None = None  # 途中棄権: the last round they played
    # The last round they are paired for: a sheet made earlier still lists them.
    paired_until: int | None = None
    from_round: int = 1  # 参加: the first round of a late entrant
    school: str = ""  # for keeping players of one school or club apart; empty: of none
    rests: frozenset[int] = frozenset()  # 休み: rounds sat out
    grade: int | None = None  # 段級位 on one scale: 初段 is 1, 1級 is 0
    board_grades: tuple[int | None, ...] = ()  # teams: of who sits at each board
    rating: int | None = None  # レート
    seed: bool = False  # シード
    group: str = ""  # the group typed in the roster, where the deal is "typed"

    def withdrawn(self, round_no: int) -> bool:
        """Whether a game of this round is lost without being played.

        「失格とは当該対局を負け、当該大会において以後の出場権利を失うことである」: as if they had left after it.
        """
        return self.withdrawn_after is not None and self.withdrawn_after < round_no

    def in_pool(self, round_no: int) -> bool:
        """Whether this round is paired with them in it."""
        return self.still_here(round_no) and self.due(round_no)

    def due(self, round_no: int) -> bool:
        """Whether they meant to play this round: they have come by then, and don't sit it out."""
        return self.from_round <= round_no and round_no not in self.rests

    def still_here(self, round_no: int) -> bool:
        """Whether they have not left for good before this round is paired."""
        return self.paired_until is None or self.paired_until >= round_no


@dataclass(frozen=True, slots=True)
class BarredPair:
    """One row of 組合せ禁止: two who must not meet (禁止), or had better not (回避)."""

    players: tuple[int, int]
    forbidden: bool


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who sat at a board of a team (side 0 or 1 of the game) instead of its registered player."""

    side: int
    board: int
    name: str


@dataclass(frozen=True, slots=True)
class Handicap:
    """手合 of one board: stones (1 is 定先), komi, and which side is Black (None: not decided by grades)."""

    stones: int
    komi: float
    black: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a round; players[1] is None for a bye."""

    table: int | None
    stage: str  # as in results.json: the stage's id, or semi, third, final
    group: str | None
    players: tuple[int, int | None]
    kind: Kind = "played"
    winner: int | None = None
    discs: tuple[int, int] | None = None
    rated: bool = True  # False: 「試合結果はレーティングに算入しない」
    note: str = ""  # what the rules make of the game (反則, 失格), never the organiser's free text
    boards: tuple[int, ...] | None = None  # teams: 1 where the first team's player won, else 0
    games: tuple[int, ...] = ()  # best of n: the same for the games of the match
    substitutes: tuple[Substitute, ...] = ()
    ruling: bool = False  # 裁定: it was pending, and the committee has decided it since
    misuse: bool = False  # 故意: the ruling found deliberate misuse; for the organiser's eyes only
    black: int | None = None  # which side is Black, where colours are kept
    handicap: tuple[Handicap, ...] = ()
    reason: Reason | None = field(default=None, compare=False, repr=False)

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
    """One round as it was played, or as its sheet stands; by_hand where the rules would pair otherwise."""

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
