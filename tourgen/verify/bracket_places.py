"""The places that the matches of a bracket have decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tourgen.verify.stage import Seat
from tourgen.verify.tree import PAIR, QUARTERS, THIRD, Match

if TYPE_CHECKING:
    from tourgen.verify.bracket import BracketStage

Given = tuple[dict[int, int], set[int]]  # places by player, and all that are given away, vacant ones included


def decided_places(stage: BracketStage) -> Given:
    """Beaten in the final: 2nd; 「準決勝の敗者2名を3位とします」: 3rd; before that 5th, 9th."""
    if stage.declared.winner_places is not None and stage.declared.loser_places is not None:
        return _listed(stage, stage.declared.winner_places[0], stage.declared.loser_places[0])
    if len(stage.seats) == 1:
        alone = _held(stage.seats, 1)
        return alone, set(alone.values())  # alone there is nothing to play for
    due: list[tuple[Match, int | None, int]] = []  # the place of who wins, and of who loses
    listed = isinstance(stage.declared.seats, tuple)
    real = [listed or bool(match.players) for match in stage.levels[0]] if stage.levels else []
    later = {PAIR: stage.declared.third, QUARTERS: stage.declared.fifth}
    for level in stage.levels:
        # Counting real players: matches into which nobody can come give no place, if no list names who would.
        if len(level) > 1 and later.get(len(level)) != "played":
            due += [(match, None, sum(real) + 1) for match in level]
        real = [any(real[at : at + 2]) for at in range(0, len(real), 2)]
    for one in stage.beside:
        semis = next(level for level in stage.levels if len(level) == PAIR) if one.group == THIRD else []
        due += [(match, None, one.worst) for match in semis if one.match.played]
        due.append((one.match, one.best, one.worst))
    due += [(level[0], 1, 2) for level in stage.levels if len(level) == 1]
    found: dict[int, int] = {}
    for match, best, worst in due:
        found |= _held(match.beaten, worst)
        if match.won and best is not None:
            found |= _held([match.winner], best)
    found = {no: min(place, stage.size) for no, place in found.items()}  # no more places than entrants
    return found, set(found.values())


def _listed(stage: BracketStage, best: int, worst: int) -> Given:
    """「入賞決定戦の勝者を4~7位、敗者を9~12位とします」: each in the order of their own group numbers."""
    level = [match for match in (stage.levels[0] if stage.levels else []) if match.played]
    own: dict[int, int] = {}
    for at, seat in enumerate(stage.entrants):
        own.setdefault(seat.number or stage.course.numbers.get(seat.no or 0, 0), at)
    ends = [(match.winner, match.loser) if match.winner and match.loser else match.sides for match in level]

    def turn(at: int, side: int) -> int:
        """Somebody who was put there without having won a group stands for the group that is missing."""
        one, other = ends[at][side], ends[at][1 - side]
        missing = level[at].sides[1] if other == level[at].sides[0] else level[at].sides[0]
        return own.get(one.number, own.get(missing.number, -1))

    winners = sorted(range(len(level)), key=lambda at: turn(at, 0))
    losers = sorted(range(len(level)), key=lambda at: turn(at, 1))
    found: dict[int, int] = {}
    given: set[int] = set()
    for at, match in enumerate(level):
        high, low = best + winners.index(at), worst + losers.index(at)
        given |= {high, low}
        for place, rank in zip(ends[at], (high if match.won else low, low), strict=True):
            if place.no is not None:
                found.setdefault(place.no, rank)
    return found, given


def _held(places: Sequence[Seat | None], rank: int) -> dict[int, int]:
    return {place.no: rank for place in places if place is not None and place.no is not None}
