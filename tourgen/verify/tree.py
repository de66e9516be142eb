"""What a tree is: places that meet, and how a match between them ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tourgen.verify.facts import Game
from tourgen.verify.stage import Seat

PAIR, QUARTERS = 2, 4
THIRD, FIFTH = "3-4", "5-8"  # the groups of matches beside a tree that have no label of their own
LAST = 10**6  # the numbers of places that nobody ever had come after all others
NOBODY = Seat(None, number=LAST)
Sides = tuple[Seat, Seat]


@dataclass(frozen=True, slots=True)
class Match:
    """Two places that meet; once it is played, who goes on (nobody: None) and which places are beaten."""

    round: int
    sides: Sides
    played: bool = False
    winner: Seat | None = None
    loser: Seat | None = None
    won: bool = False  # of two empty places the smaller number may go on, but it has won nothing

    @property
    def players(self) -> list[int]:
        return [place.no for place in self.sides if place.no is not None]

    @property
    def beaten(self) -> list[Seat]:
        """The loser; whoever was in it where nobody won."""
        if not self.played:
            return []
        if self.won and self.loser is not None:
            return [self.loser]
        return [place for place in self.sides if place.no is not None]


Level = list[Match]


def pairs_of(places: Sequence[Seat]) -> list[Sides]:
    return list(zip(places[::2], places[1::2], strict=False))


@dataclass(frozen=True, slots=True)
class Beside:
    """A match beside the tree, the place of who wins it (None: still to be played for) and of who loses."""

    group: str
    match: Match
    best: int | None
    worst: int


def rounds_of(places: Sequence[Seat]) -> int:
    """How many rounds a tree of so many places has."""
    return max(0, len(places) - 1).bit_length()


def holders(pair: Sequence[Seat]) -> set[int | None]:
    return {place.no for place in pair}


def result_of(number: int, pair: Sides, games: Sequence[Game]) -> Match:
    """A match where only players go on: nobody does if nobody won."""
    for place, other in (pair, pair[::-1]):
        if games and place.no is not None and place.no == games[0].winner:
            return Match(number, pair, True, place, other, won=True)
    return Match(number, pair, True)


def each_once(level: Level) -> Level:
    """Numbers changed after a round was made: a place that would come out of two matches comes out of the first.

    The second has the smallest place left, which has won nothing.
    """
    came_out = {place for match in level for place in (match.winner, match.loser)}
    left = sorted({p for match in level for p in match.sides} - came_out, key=lambda place: place.number)
    seen: set[Seat | None] = set()
    found: Level = []
    for match in level:
        ends = [left.pop(0) if place in seen and left else place for place in (match.winner, match.loser)]
        seen.update(ends)
        found.append(replace(match, winner=ends[0], loser=ends[1], won=match.won and ends[0] == match.winner))
    return found
