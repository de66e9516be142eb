"""The field of one pairing: places by rank, the classes of pairs to avoid, and who chooses first.

組み合わせ方法 2-6 (rules section 4) ask for the least of one class of pairs, then of the next, and so on.
A class is a number here, 0 the worst: first the avoided pairs (a second bye, a rematch), then the win
differences from the largest down to 1. A class number is also an index into the cost vector.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Place = int
Pair = tuple[Place, Place]
Classes = tuple[int, ...]
Adjacency = Mapping[Place, frozenset[Place]]

PHANTOM_WINS = -1  # 対戦相手を不戦勝とする仮の選手(暫定成績を-1勝)


@dataclass(frozen=True, slots=True)
class Field:
    """Places 0, 1, … by rank, an even number of them; the phantom, if there is one, comes last."""

    wins: tuple[int, ...]
    avoided: tuple[Adjacency, ...]
    """Symmetric adjacencies, the class avoided most first: 2 不戦勝は各選手最大1回, 3 再戦は行いません."""

    def __len__(self) -> int:
        return len(self.wins)

    def avoided_by(self, place: Place) -> set[Place]:
        """Whom this place avoids, for whatever reason."""
        return {other for adjacency in self.avoided for other in adjacency.get(place, ())}

    def classes_of_gaps(self) -> dict[int, Classes]:
        """The classes of a pair avoided for nothing but its win difference: 4-5 1勝差, 2勝差, 3勝差, …"""
        levels = sorted(set(self.wins))
        widest = levels[-1] - levels[0] if levels else 0
        first = len(self.avoided)
        gaps = {high - low for high in levels for low in levels if high > low}
        return {0: ()} | {gap: (first + widest - gap,) for gap in gaps}

    def classes_avoided(self, place: Place) -> dict[Place, Classes]:
        """The classes, apart from the win difference, of the pairs of this place that have any."""
        found: dict[Place, Classes] = {}
        for number, adjacency in enumerate(self.avoided):
            for other in adjacency.get(place, ()):
                found[other] = (*found.get(other, ()), number)
        return found

    def classes(self, pair: Pair, of_gaps: Mapping[int, Classes]) -> Classes:
        """All classes of one pair, the worst first."""
        one, other = pair
        of_gap = of_gaps[abs(self.wins[one] - self.wins[other])]
        avoided = tuple(n for n, adjacency in enumerate(self.avoided) if other in adjacency.get(one, ()))
        return avoided + of_gap

    def narrowed(self, places: Sequence[Place]) -> "Field":
        """The same field with these places only, renumbered in the order given."""
        new = {place: number for number, place in enumerate(places)}
        return Field(
            tuple(self.wins[place] for place in places),
            tuple(renumbered(adjacency, new) for adjacency in self.avoided),
        )


def renumbered(adjacency: Adjacency, new: Mapping[Place, Place]) -> Adjacency:
    """The adjacency among the places that have a new number."""
    return {
        number: frozenset(new[other] for other in adjacency[place] if other in new)
        for place, number in new.items()
        if place in adjacency
    }


@dataclass(frozen=True, slots=True)
class Choice:
    """6 暫定上位選手から順に: who chooses among the optimal pairings, in which order, and whom they want most."""

    turns: Sequence[Place]
    wanted: Sequence[Place]
    """All places, the most wanted first."""


def symmetric(pairs: Iterable[Pair]) -> Adjacency:
    """The adjacency of these unordered pairs."""
    found: dict[Place, set[Place]] = {}
    for one, other in pairs:
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {place: frozenset(others) for place, others in found.items()}
