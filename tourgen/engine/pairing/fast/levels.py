"""The score levels of a large field: which are robust, the stretches of other levels between them, and windows.

A level of g players is robust if g ≥ 2R + 2 + X. R is the largest number of its players that anybody avoids, for
whatever reason (a rematch, a second bye, the same school, before the score gaps or after them); X is the most of its
players that are paired outside it.

Why robust levels cut the problem into windows, each on one stretch between two of them, with stand-ins that nobody
avoids in place of their players. Cut every pair of any pairing at each robust level between its two players, a stand-in
on either side: no part has a wider gap, two parts have narrower ones, and nobody avoids a stand-in. So no pairing costs
less than the optima of the windows together. That cost is reached: at most X players of a robust level are paired
outside it, each with somebody who doesn't avoid them; and those who stay, m ≥ 2R + 2, each have m - 1 - R ≥ m / 2
possible opponents, so that they can be paired without an avoided pair (Dirac's theorem). Hence the optimal pairings of
the field are those of its windows put together, whoever takes the part of a stand-in.

How many leave a robust level for one of its two windows: if two places of the stretch that don't avoid each other were
paired with two stand-ins of one level, pairing the two with each other, and the stand-ins, would be better, because
their gap is narrower than the wider of those two. So all partners of a level avoid each other at any gap. Beside
them at most one stand-in above is paired with one below, because two such pairs could be exchanged for none. Hence few
stand-ins are enough.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from tourgen.engine.pairing.field import Classes, Field, Place


@dataclass(frozen=True, slots=True)
class Level:
    """The places with the same score, and the most of them that anybody avoids."""

    score: int
    places: tuple[Place, ...]
    most_avoided: int

    def is_robust(self, left: int, leaving: int) -> bool:
        """Whether so many of the level can be paired whoever leaves it, if no more than leaving do."""
        return left >= 2 * self.most_avoided + 2 + leaving


def plan_of(field: Field) -> tuple[list[Level], list[list[Place]]]:
    """The robust levels from the top, and the stretches of places before, between and after them.

    A level is taken for robust until the stretches next to it might need too many of its players; then it joins them.
    """
    levels = levels_of(field)
    robust = [number for number, level in enumerate(levels) if level.is_robust(len(level.places), 0)]
    while True:
        spans = list(pairwise([-1, *robust, len(levels)]))
        stretches = [
            [place for level in levels[upper + 1 : lower] for place in level.places] for upper, lower in spans
        ]
        leaving = [
            most_leaving(field, stretch, upper >= 0 and lower < len(levels))
            for stretch, (upper, lower) in zip(stretches, spans, strict=True)
        ]
        strong = [
            number
            for number, (above, below) in zip(robust, pairwise(leaving), strict=True)
            if levels[number].is_robust(len(levels[number].places), above + below)
        ]
        if strong == robust:
            return [levels[number] for number in robust], stretches
        robust = strong


def levels_of(field: Field) -> list[Level]:
    """The score levels from the top."""
    groups = [tuple(group) for _, group in groupby(range(len(field)), key=field.score.__getitem__)]
    return [Level(field.score[group[0]], group, most_avoided(field, group)) for group in groups]


def most_avoided(field: Field, places: Iterable[Place]) -> int:
    """The most of these places that anybody avoids, for whatever reason."""
    by: Counter[Place] = Counter()
    for place in places:
        by.update(field.avoided_by(place))  # whom this place avoids, that one avoids it
    return max(by.values(), default=0)


def most_leaving(field: Field, stretch: Collection[Place], between: bool) -> int:
    """No more players than this leave a robust level for the window on this stretch, be it between two or not.

    If c places all avoid each other at any gap, each of them avoids c - 1 others or more.
    """
    inside = set(stretch)
    degrees = sorted((len(field.avoided_at_any_gap(place) & inside) for place in stretch), reverse=True)
    return sum(degree >= at for at, degree in enumerate(degrees)) + between


@dataclass(frozen=True, slots=True)
class Window:
    """Places of a field, best first, with stand-ins for the robust levels above and below."""

    field: Field
    above: int
    """So many places at the top of the window's field are stand-ins."""
    places: Sequence[Place | None]
    """By number in the window, the place of the whole field; None is a stand-in."""


def window_on(
    field: Field, places: Sequence[Place], above: Level | None, below: Level | None, left: int = 0
) -> Window:
    """The window on these places between two robust levels, so many players of the one above being left."""
    most = most_leaving(field, places, between=True) + 1  # one more, so that a stand-in can stay in its level
    first = most + (most + left) % 2 if above else 0
    last = most + (most + first + len(places)) % 2 if below else 0
    number = {place: at for at, place in enumerate(places, first)}
    inside: list[Mapping[Place, Classes]] = [
        {number[other]: classes for other, classes in field.named[place].items() if other in number}
        for place in places
    ]
    score = [field.score[place] for place in places]
    if above:
        score = [above.score] * first + score
    if below:
        score = score + [below.score] * last
    narrowed = Field(score, [{}] * first + inside + [{}] * last, field.gap_at)
    return Window(narrowed, first, [None] * first + [*places] + [None] * last)
