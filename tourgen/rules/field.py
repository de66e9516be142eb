"""The field of one pairing: places by rank, the classes of pairs to avoid, and who chooses.

組み合わせ方法 2-6 ask for the fewest pairs of one class, then of the next, and so on; so does the Swiss pairing of
section 8. A class is a number here, 0 the worst: first the avoided pairs (a second bye, a rematch, …), then the win
differences from the largest down, then the unwelcome pairs (inside a school where that is "soft", discouraged).
"""

from collections.abc import Mapping, Sequence, Set

from tourgen.dataclass import dataclass

Place = int
Pair = tuple[Place, Place]
Classes = tuple[int, ...]
Adjacency = Mapping[Place, Set[Place]]

PHANTOM_WINS = -1  # 対戦相手を不戦勝とする仮の選手(暫定成績を-1勝)


@dataclass(frozen=True, slots=True)
class Field:
    """Places 0, 1, … by rank, an even number of them; the phantom, if there is one, comes last."""

    wins: tuple[int, ...]
    avoided: tuple[Adjacency, ...]
    """Who avoids whom, the worst class first: 2 不戦勝は各選手最大1回, 3 再戦は行いません. Symmetric."""
    unwelcome: tuple[Adjacency, ...] = ()
    """Who avoids whom where the win differences allow it: classes that count only after them. Symmetric."""

    def __len__(self) -> int:
        return len(self.wins)

    def avoided_by(self, place: Place) -> Set[Place]:
        """Whom this place avoids, for whatever reason."""
        return neighbours((*self.avoided, *self.unwelcome), place)

    def avoided_at_any_gap(self, place: Place) -> Set[Place]:
        """Whom this place avoids whatever win difference that costs."""
        return neighbours(self.avoided, place)

    def classes_avoided(self, place: Place) -> dict[Place, Classes]:
        """The classes of the avoided pairs of this place, worse than every win difference."""
        found: dict[Place, Classes] = {}
        for number, adjacency in enumerate(self.avoided):
            for other in adjacency.get(place, ()):
                found[other] = (*found.get(other, ()), number)
        return found

    def classes_unwelcome(self) -> dict[Pair, Classes]:
        """The classes of the unwelcome pairs, the higher place first, numbered after every win difference."""
        first = len(self.avoided) + max(self.wins, default=0) - min(self.wins, default=0)
        found: dict[Pair, Classes] = {}
        for number, adjacency in enumerate(self.unwelcome, first):
            for high, others in adjacency.items():
                for low in others:
                    if high < low:
                        found[high, low] = (*found.get((high, low), ()), number)
        return found

    def classes_of_gaps(self) -> dict[int, Classes]:
        """The class of each win difference of the field: 4-5 同勝数 (none), 1勝差, 2勝差, 3勝差, …"""
        levels = sorted(set(self.wins))
        gaps = {high - low for high in levels for low in levels if high > low}
        first, widest = len(self.avoided), max(gaps, default=0)
        return {0: ()} | {gap: (first + widest - gap,) for gap in gaps}

    def narrowed(self, places: Sequence[Place]) -> "Field":
        """The field of these places alone, renumbered in the order given."""
        number = {place: at for at, place in enumerate(places)}
        return Field(
            tuple(self.wins[place] for place in places),
            tuple(renumbered(adjacency, number) for adjacency in self.avoided),
            tuple(renumbered(adjacency, number) for adjacency in self.unwelcome),
        )


def neighbours(adjacencies: Sequence[Adjacency], place: Place) -> Set[Place]:
    """Everybody next to this place in one of the adjacencies."""
    found = [adjacency[place] for adjacency in adjacencies if place in adjacency]
    return found[0] if len(found) == 1 else set[Place]().union(*found)


def renumbered(adjacency: Adjacency, number: Mapping[Place, Place]) -> Adjacency:
    """The adjacency among the places that have a new number."""
    return {
        at: {number[other] for other in adjacency[place] if other in number}
        for place, at in number.items()
        if place in adjacency
    }


@dataclass(frozen=True, slots=True)
class Choice:
    """6 暫定上位選手から順に: who chooses among the optimal pairings, in this order, and whom they want."""

    turns: Sequence[Place]
    wish: Sequence[int]
    """For each place a number; the smallest is the most wanted."""
