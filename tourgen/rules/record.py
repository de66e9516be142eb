"""What everyone has won and lost in preliminary and ranking league games, with what the rules assume (section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from types import MappingProxyType

from tourgen.dataclass import dataclass, replace
from tourgen.model import Game, Sex

BYE_WINS = -1  # 「不戦勝は、-1勝の選手に勝ったものとして扱います」


@dataclass(frozen=True, slots=True)
class Entrant:
    """A present player as the rules see one."""

    no: int
    number: int  # lottery number
    sex: Sex | None = None
    withdrawn_after: int | None = None  # later rounds are lost
    paired_until: int | None = (
        None  # the last round they are paired for: a sheet made earlier still lists them
    )
    from_round: int = 1  # 参加: the first round of a late entrant
    school: str = ""  # for keeping players of one school apart; empty: of none

    def withdrawn(self, round_no: int) -> bool:
        """Whether a game of this round is lost without being played."""
        return self.withdrawn_after is not None and self.withdrawn_after < round_no

    def in_pool(self, round_no: int) -> bool:
        """Whether this round is paired with them in it."""
        return self.from_round <= round_no and (self.paired_until is None or self.paired_until >= round_no)


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one player's record."""

    round: int
    won: bool
    opponent: int | None = None  # None: nobody was played, won or lost by assumption, or a bye
    bye: bool = False  # counts as beating a player with -1 wins, and for "at most one bye"
    met: bool = False  # the two have played, so pairing them again would be a rematch
    boards: int = 0  # teams: boards won
    drawn: bool = False  # 持碁: half a win
    open: bool = False  # 預 or 無: the two have met, and it gives nobody anything


@dataclass(frozen=True)
class Record:
    """Everybody's lines up to a round, and the sums the criteria are made of."""

    numbers: Mapping[int, int]  # lottery numbers
    lines: Mapping[int, tuple[Line, ...]]
    latest: int = 0  # the latest round counted
    previous: Mapping[int, int] = field(default_factory=dict)  # ranks in the order before the latest round

    def wins(self, no: int) -> int:
        """Wins so far, byes and assumed wins included."""
        return self._wins[no]

    def losses(self, no: int) -> int:
        """Losses so far, assumed ones included."""
        return sum(not (line.won or line.drawn or line.open) for line in self.lines[no])

    def draws(self, no: int) -> int:
        """持碁 so far: neither won nor lost."""
        return sum(line.drawn for line in self.lines[no])

    def points(self, no: int) -> int:
        """Section 9: a win counts 2, 持碁 1, to stay with integers."""
        return 2 * self._wins[no] + self.draws(no)

    def wins_before_latest(self, no: int) -> int:
        """直近の試合前における勝数."""
        return sum(line.won for line in self.lines[no] if line.round < self.latest)

    def beaten_wins(self, no: int) -> tuple[int, ...]:
        """Win counts of the opponents beaten, largest first; a bye has -1 wins (*4)."""
        return self._sums[no][0]

    def lost_wins(self, no: int) -> tuple[int, ...]:
        """Win counts of the opponents lost to, smallest first."""
        return self._sums[no][1]

    def met(self, no: int) -> frozenset[int]:
        """Past opponents: meeting one again would be a rematch."""
        return frozenset(line.opponent for line in self.lines[no] if line.met and line.opponent is not None)

    def had_bye(self, no: int) -> bool:
        """Whether a second bye would break 「不戦勝は各選手最大1回」."""
        return any(line.bye for line in self.lines[no])

    def boards(self, no: int) -> int:
        """個人の「勝数」の総和: boards won."""
        return sum(line.boards for line in self.lines[no])

    def wins_after(self, no: int, round_no: int) -> int:
        """Wins up to a round."""
        return sum(line.won for line in self.lines[no] if line.round <= round_no)

    def opponents(self, no: int) -> tuple[tuple[bool, int | None], ...]:
        """Game by game whether it was won, and against whom; None is a bye or a win by forfeit (0 in all sums)."""
        return tuple((line.won, line.opponent) for line in self.lines[no] if not line.open)

    def has_beaten(self, no: int, other: int) -> bool:
        """Whether the two met and this one won, every time they did."""
        results = {line.won for line in self.lines[no] if line.met and line.opponent == other}
        return results == {True}

    def unbeaten(self, no: int) -> bool:
        """全勝者: no loss so far."""
        return all(line.won for line in self.lines[no])

    def opponent_wins(self, line: Line) -> int | None:
        """The win count a line adds to the sums, or None where it adds nothing."""
        if line.bye:
            return BYE_WINS
        return None if line.opponent is None else self._wins[line.opponent]

    @cached_property
    def _wins(self) -> dict[int, int]:
        return {no: sum(line.won for line in lines) for no, lines in self.lines.items()}

    @cached_property
    def _sums(self) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
        sums = {}
        for no, lines in self.lines.items():
            values = [(line.won, value) for line in lines if (value := self.opponent_wins(line)) is not None]
            beaten = sorted((value for won, value in values if won), reverse=True)
            lost = sorted(value for won, value in values if not won)
            sums[no] = (tuple(beaten), tuple(lost))
        return sums


def game_lines(game: Game, round_no: int) -> Iterable[tuple[int, Line]]:
    """What one counted game adds to the record of its players."""
    first, second = game.players
    ours = sum(game.boards or ())
    theirs = len(game.boards or ()) - ours
    if second is None:
        yield first, Line(round_no, won=True, bye=True, boards=ours)
        return
    for no, other, boards in ((first, second, ours), (second, first, theirs)):
        won = game.winner == no
        if game.kind == "forfeit":
            # The winner has a 不戦勝; the loser lost to the scheduled opponent; they have not met.
            line = Line(round_no, True, bye=True) if won else Line(round_no, False, other)
        else:
            undecided = game.kind in ("pending", "no-result")
            line = Line(round_no, won, other, met=True, drawn=game.kind == "draw", open=undecided)
        yield no, replace(line, boards=boards)


def add_round(
    record: Record,
    round_no: int,
    games: Iterable[Game],
    assumed: Mapping[int, bool] = MappingProxyType({}),
    previous: Mapping[int, int] = MappingProxyType({}),
) -> Record:
    """The record after one more round: its counted games, and for who had none what the rules assume (won or lost)."""
    added: dict[int, Line] = {no: Line(round_no, won) for no, won in assumed.items()}
    for game in games:
        added.update(game_lines(game, round_no))
    lines = {no: (*old, added[no]) if no in added else old for no, old in record.lines.items()}
    return Record(record.numbers, lines, round_no, dict(previous))


def assumed_results(
    round_no: int, finals: Iterable[Game], entrants: Mapping[int, Entrant], qualified: Iterable[int]
) -> dict[int, bool]:
    """「勝ち抜けした選手の残り試合は全勝」「途中棄権した選手の残り試合は全敗しているものとして扱います」.

    `finals` are games of the round that don't count: who plays in one has qualified.
    """
    through = {*qualified, *(no for game in finals for no in game.players if no is not None)}
    return {
        no: not entrant.withdrawn(round_no)
        for no, entrant in entrants.items()
        if entrant.withdrawn(round_no) or no in through
    }
