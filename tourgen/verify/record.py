"""What every round was for everybody, and what is counted of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tourgen.formats.models import Score
from tourgen.verify.facts import Game

EVEN = (32, 32)
Result = Literal["win", "loss", "draw", "none"]


@dataclass(frozen=True, slots=True)
class Line:
    """What one round was for one player; byes, assumed results and rounds sat out have no opponent."""

    round: int
    stage: str
    result: Result
    value: int = 0  # in units
    opponent: int | None = None
    bye: bool = False  # a bye, or a win by forfeit
    met: int | None = None  # whom the player really met
    boards: int = 0
    discs: tuple[int, int] | None = None
    colour: int = 0  # 1 Black, -1 White


class Scale:
    """[score] in whole numbers: where half points occur everything is doubled."""

    def __init__(self, score: Score) -> None:
        self.score = score
        self.may_be_drawn = score.draws if score.draws is not None else score.draw is not None
        values = [score.win, score.loss, score.missed, score.win if score.bye is None else score.bye]
        values += [score.draw or 0.0] if self.may_be_drawn else []
        values += [] if isinstance(score.bye_opponent, str) else [score.bye_opponent]
        self.unit = 1 if all(float(value).is_integer() for value in values) else 2
        self.win, self.loss, self.missed = map(self, (score.win, score.loss, score.missed))
        self.of_result = {"win": self.win, "draw": self(score.draw or 0), "loss": self.loss}
        self.bye = self(score.win if score.bye is None else score.bye)

    def __call__(self, wins: float) -> int:
        return round(wins * self.unit)


class Record:
    """Every line of everybody, in the order of the rounds."""

    def __init__(self, players: Sequence[int], scale: Scale, boards: int) -> None:
        self.scale, self.board_count = scale, boards
        self.lines: dict[int, list[Line]] = {no: [] for no in players}

    def add_game(self, number: int, stage: str, game: Game) -> None:
        """A game, or a bye of somebody who was there."""
        if game.second is None:
            self.assume(game.first, number, "bye", stage)
            return
        for side, (no, other) in enumerate(((game.first, game.second), (game.second, game.first))):
            self._add(no, self._line(number, stage, game, side, no, other))

    def _line(self, number: int, stage: str, game: Game, side: int, no: int, other: int) -> Line:
        """A win by forfeit is a bye, and the two have not met; the loser lost to the scheduled opponent."""
        won, forfeit = game.winner == no, game.kind == "forfeit"
        met = None if forfeit else other
        colour = 0 if game.black is None or met is None else 1 if game.black == side else -1
        if game.kind in ("pending", "no-result"):
            return Line(number, stage, "none", met=met, colour=colour)  # it is nothing to either of them
        result: Result = "draw" if game.kind == "draw" else "win" if won else "loss"
        boards = sum(one if side == 0 else 1 - one for one in game.boards or ())
        # A game without counts is 32-32; of one that both lost nobody has a disc.
        discs = self.scale.score.bye_discs if forfeit else game.discs or EVEN
        discs = (0, 0) if game.kind == "double-loss" else discs
        discs = discs[::-1] if (not won if forfeit else side) else discs
        bye, value = forfeit and won, self.scale.of_result[result]
        return Line(number, stage, result, value, None if bye else other, bye, met, boards, discs, colour)

    def assume(self, no: int, number: int, what: Literal["win", "bye", "loss", "missed"], stage: str) -> None:
        """A round that somebody has without a game."""
        scale = self.scale
        match what:
            case "loss":
                line = Line(number, stage, "loss", scale.loss)
            case "missed":
                line = Line(number, stage, "none", scale.missed)
            case "win":
                line = Line(number, stage, "win", scale.win)
            case "bye":
                boards, discs = self.board_count, scale.score.bye_discs
                line = Line(number, stage, "win", scale.bye, bye=True, boards=boards, discs=discs)
        self._add(no, line)

    def _add(self, no: int, line: Line) -> None:
        if no in self.lines:
            self.lines[no].append(line)

    def view(self, stages: frozenset[str], after: int) -> View:
        """What counts of these stages after a round."""
        return View(
            {
                no: [line for line in lines if line.round <= after and line.stage in stages]
                for no, lines in self.lines.items()
            }
        )

    def meetings(self, before: int | None = None) -> Counter[frozenset[int]]:
        """How often two have met in any stage, perhaps only before a round."""
        return Counter(
            frozenset((no, line.met))
            for no, lines in self.lines.items()
            for line in lines
            if line.met is not None and no < line.met and (before is None or line.round < before)
        )

    def byes(self) -> Mapping[int, int]:
        """How many byes, walkovers included, everybody has had."""
        return {no: sum(line.bye for line in lines) for no, lines in self.lines.items()}


@dataclass(frozen=True)
class View:
    """The lines that count in one place."""

    lines: Mapping[int, Sequence[Line]]

    @cached_property
    def scores(self) -> dict[int, int]:
        return {no: sum(line.value for line in lines) for no, lines in self.lines.items()}

    def score_until(self, no: int, number: int) -> int:
        return sum(line.value for line in self.lines[no] if line.round <= number)

    def count(self, no: int, result: str) -> int:
        return sum(line.result == result for line in self.lines[no])
