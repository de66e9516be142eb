"""The score levels of a large field: which are robust, and the stretches of other levels between them.

A level of g players is robust if g ≥ 2R + 2 + X. R is the largest number of its players that anybody avoids, for
whatever reason (a rematch, a second bye, the same school, be it "strict" or "soft"); X is the number of pairs with a
win difference in the windows on the two stretches next to it, in which stand-ins that nobody avoids take the place
of its players.

Why robust levels cut the problem into its windows. Cut every pair of any pairing at each robust level between
its two players, a stand-in on either side: no part has a wider gap, two parts have narrower ones, and nobody
avoids a stand-in, for a reason that counts before the gaps or after them. So no pairing costs less than the optima
of the windows together. That cost is reached: at most X players of a robust level are paired outside it, each with
somebody who doesn't avoid them; and those who stay, m ≥ 2R + 2, each have m - 1 - R ≥ m / 2 possible opponents, so
that they can be paired without an avoided pair (Dirac's theorem). Hence the optimal pairings of the field are those
of its windows put together, whoever takes the part of a stand-in.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from tourgen.dataclass import dataclass
from tourgen.rules.field import Field, Place
from tourgen.rules.windows import Border, window_on


@dataclass(frozen=True, slots=True)
class Level:
    """同勝数: the places with the same number of wins, and the most of them that anybody avoids."""

    wins: int
    places: tuple[Place, ...]
    most_avoided: int

    def is_robust(self, left: int, leaving: int) -> bool:
        """Whether so many of the level can be paired whoever leaves it, if no more than leaving do."""
        return left >= 2 * self.most_avoided + 2 + leaving


@dataclass(frozen=True, slots=True)
class Plan:
    """The robust levels from the top, and the stretches of places before, between and after them."""

    robust: list[Level]
    stretches: list[tuple[Place, ...]]
    mixed: list[int]
    """For each stretch, the number of pairs with a win difference in the optima of its window."""


def levels_of(field: Field) -> list[Level]:
    """The score levels from the top; none if rank doesn't follow wins, on which the windows rely."""
    if any(below > wins for wins, below in zip(field.wins, field.wins[1:], strict=False)):
        return []
    groups = [tuple(group) for _, group in groupby(range(len(field)), key=field.wins.__getitem__)]
    return [Level(field.wins[group[0]], group, most_avoided(field, group)) for group in groups]


def most_avoided(field: Field, places: Iterable[Place]) -> int:
    """The most of these places that anybody avoids, for whatever reason."""
    by: Counter[Place] = Counter()
    for place in places:
        by.update(field.avoided_by(place))  # whom it avoids, that place avoids it
    return max(by.values(), default=0)


def plan_of(field: Field) -> Plan:
    """The robust levels of the field; without any, one stretch of everybody.

    A level is taken for robust until the windows next to it need too many of its players; then it joins them.
    """
    levels = levels_of(field)
    robust = [number for number, level in enumerate(levels) if level.is_robust(len(level.places), 0)]
    known: dict[tuple[int, int], int] = {}
    while robust:
        spans = list(pairwise([-1, *robust, len(levels)]))
        known |= {span: mixed_pairs(field, levels, *span) for span in spans if span not in known}
        strong = [
            number
            for number, above, below in zip(robust, spans, spans[1:], strict=False)
            if levels[number].is_robust(len(levels[number].places), known[above] + known[below])
        ]
        if strong == robust:
            stretches = [places_between(levels, *span) for span in spans]
            return Plan([levels[number] for number in robust], stretches, [known[span] for span in spans])
        robust = strong
    return Plan([], [tuple(range(len(field)))], [0])


def mixed_pairs(field: Field, levels: Sequence[Level], upper: int, lower: int) -> int:
    """The number of pairs with a win difference in the optima of the window between these two levels."""
    stretch = places_between(levels, upper, lower)
    over = sum(len(level.places) for level in levels[: upper + 1])
    if not stretch:
        return over % 2  # nobody but stand-ins: one pair of them if somebody above is left over
    above = Border(levels[upper].wins, over) if upper >= 0 else None
    below = Border(levels[lower].wins, over + len(stretch)) if lower < len(levels) else None
    return window_on(field, stretch, above, below).mixed_pairs()


def places_between(levels: Sequence[Level], upper: int, lower: int) -> tuple[Place, ...]:
    """The places of the levels between these two."""
    return tuple(place for level in levels[upper + 1 : lower] for place in level.places)
