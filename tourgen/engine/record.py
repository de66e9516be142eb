"""One record for the division: a line per player and round. `counted` and `carry` are views of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tourgen.engine.model import Entrant, Game
from tourgen.formats.models import Score

Outcome = Literal["win", "loss", "draw", "open", "missed"]  # open: 預 or 無, which gives nobody anything
_UNDECIDED: dict[str, Outcome] = {"pending": "open", "no-result": "open", "draw": "draw"}


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one player."""

    round: int
    stage: str
    outcome: Outcome
    opponent: int | None = None  # None: a bye, or nobody was played
    bye: bool = False  # a win without a game: a bye in sums and for 「不戦勝は各選手最大1回」
    met: bool = False  # the two have played, so pairing them again would be a rematch
    boards: int = 0  # teams: boards won
    discs: tuple[int, int] | None = None  # own, opponent's
    black: bool | None = None
    by_forfeit: bool = False  # a bye in sums, but a whole win: the opponent was there to be played

    @property
    def won(self) -> bool:
        """Whether it counts as a win."""
        return self.outcome == "win"


@dataclass(frozen=True)
class Record:
    """Everybody's lines up to a round, and the sums that criteria are made of.

    Scores are integers: `unit` is what a whole win counts, 2 where the format knows half points.
    """

    score_rule: Score
    entrants: Mapping[int, Entrant]
    lines: Mapping[int, tuple[Line, ...]]
    rounds: tuple[int, ...] = ()  # those so far in which something that counts was played
    starting: Mapping[int, int] | None = None  # McMahon: whole points by grade

    @property
    def latest(self) -> int:
        """The last round in which something that counts was played."""
        return self.rounds[-1] if self.rounds else 0

    def view(self, stages: Collection[str], rounds: Iterable[int]) -> Record:
        """The same record with the games of these stages only, which were played in these rounds."""
        lines = {no: tuple(one for one in mine if one.stage in stages) for no, mine in self.lines.items()}
        return replace(self, lines=lines, rounds=tuple(rounds))

    @cached_property
    def unit(self) -> int:
        """What a whole win counts."""
        return self.score_rule.unit

    def wins(self, no: int) -> int:
        """Games won so far, byes and assumed wins included."""
        return sum(line.won for line in self.lines[no])

    def losses(self, no: int) -> int:
        """Games lost so far, assumed losses included."""
        return sum(line.outcome == "loss" for line in self.lines[no])

    def draws(self, no: int) -> int:
        """Games drawn so far: neither won nor lost."""
        return sum(line.outcome == "draw" for line in self.lines[no])

    def worth(self, line: Line) -> int:
        """What a line counts: a win, a draw, a loss, a bye, a round sat out."""
        rule = self.score_rule
        if line.bye and not line.by_forfeit and rule.bye is not None:
            return round(rule.bye * self.unit)
        worth = {"win": rule.win, "draw": rule.draw or 0, "loss": rule.loss, "missed": rule.missed, "open": 0}
        return round(worth[line.outcome] * self.unit)

    def score(self, no: int) -> int:
        """勝数: the score with draws included, without starting points."""
        return self._scores[no]

    def points(self, no: int) -> int:
        """The score with the starting points."""
        return self._scores[no] + self.starting_points(no)

    def starting_points(self, no: int) -> int:
        """持ち点 by grade, scaled as the score."""
        return self.unit * (self.starting or {}).get(no, 0)

    def opponent_value(self, line: Line, own: int, points: bool) -> int | None:
        """What the opponent of a line counts in sums; None where there was none.

        「不戦勝は、-1勝の選手に勝ったものとして扱います」: a bye, and a win by forfeit, is an opponent with
        `bye_opponent` wins.
        """
        if line.outcome == "open":
            return None
        if line.bye:
            worth = self.score_rule.bye_opponent
            return own if worth == "own" else round(worth * self.unit)
        if line.opponent is None:
            return None
        return self.points(line.opponent) if points else self.score(line.opponent)

    def faced(self, no: int, *, points: bool = False) -> Iterator[tuple[Line, int]]:
        """Line by line everybody faced, with what each counts in sums."""
        own = self.points(no) if points else self.score(no)
        for line in self.lines[no]:
            value = self.opponent_value(line, own, points)
            if value is not None:
                yield line, value

    def met(self, no: int) -> dict[int, int]:
        """Past opponents, and how often each: meeting one again would be a rematch."""
        return Counter(line.opponent for line in self.lines[no] if line.met and line.opponent is not None)

    def byes(self, no: int) -> int:
        """How many byes so far; a second one would break 「不戦勝は各選手最大1回」."""
        return sum(line.bye for line in self.lines[no])

    def has_beaten(self, no: int, other: int) -> bool:
        """Whether the two met and this one won, every time they did."""
        results = {line.won for line in self.lines[no] if line.met and line.opponent == other}
        return results == {True}

    def unbeaten(self, no: int) -> bool:
        """全勝者: every round so far was won."""
        return all(line.won for line in self.lines[no])

    def colours(self, no: int) -> list[bool]:
        """Game by game whether this player was Black, where it is known."""
        return [line.black for line in self.lines[no] if line.black is not None]

    @cached_property
    def _scores(self) -> dict[int, int]:
        return {no: sum(map(self.worth, lines)) for no, lines in self.lines.items()}


def game_lines(game: Game, round_no: int, stage: str) -> Iterable[tuple[int, Line]]:
    """What one game adds to the record of its players."""
    first, second = game.players
    ours = sum(game.boards or ())
    if second is None:
        yield first, Line(round_no, stage, "win", bye=True, boards=ours)
        return
    discs = (0, 0) if game.kind == "double-loss" else game.discs  # nobody has turned a disc
    sides = (
        (first, second, ours, discs),
        (second, first, len(game.boards or ()) - ours, discs and discs[::-1]),
    )
    for side, (no, other, boards, mine) in enumerate(sides):
        won = game.winner == no
        if game.kind == "forfeit":
            # The winner has a 不戦勝; the loser lost to the scheduled opponent; they have not met.
            if won:
                yield no, Line(round_no, stage, "win", bye=True, boards=boards, by_forfeit=True)
            else:
                yield no, Line(round_no, stage, "loss", other, boards=boards)
            continue
        outcome = _UNDECIDED.get(game.kind, "win" if won else "loss")
        black = None if game.black is None else game.black == side
        yield no, Line(round_no, stage, outcome, other, met=True, boards=boards, discs=mine, black=black)
