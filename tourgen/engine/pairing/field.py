"""A pool by places, and the classes that its pairs belong to.

Places are numbers: 0 is the best player's, the last one the phantom's if there is a phantom. A class is one level of
one entry of `avoid`; a pair belongs to no class, to one, or to several.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

Place = int
PlacePair = tuple[Place, Place]


class Class(NamedTuple):
    """The pairs of one level in one entry of `avoid`; of two classes the smaller one is the worse."""

    at: int
    """Where the entry stands in `avoid`."""
    minus_level: int


Classes = tuple[Class, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The places of a pool, an even number of them, and the classes of their pairs."""

    score: Sequence[int]
    """By place; all equal where score gaps don't count."""
    named: Sequence[Mapping[Place, Classes]]
    """By place the classes of its pairs, the worst class first, without score gaps. Both places name a pair."""
    gap_at: int
    """Where score-gap stands in `avoid`; behind the last entry if it doesn't."""

    def __len__(self) -> int:
        return len(self.score)

    @property
    def falls_by_score(self) -> bool:
        """Whether nobody has a higher score than somebody ranked above."""
        return all(above >= below for above, below in pairwise(self.score))

    def avoided_by(self, place: Place) -> Set[Place]:
        """The places that this one should rather not meet, for whatever reason."""
        return self.named[place].keys()

    def avoided_at_any_gap(self, place: Place) -> set[Place]:
        """The places that this one should not meet even if that costs a score gap."""
        return {other for other, classes in self.named[place].items() if classes[0].at < self.gap_at}

    def edges(self) -> dict[PlacePair, Classes]:
        """All pairs with their classes, the higher place first."""
        score, found = self.score, {}
        of_gap: dict[int, Classes] = {0: ()}
        for high, named in enumerate(self.named):
            for low in range(high + 1, len(score)):
                gap = abs(score[high] - score[low])
                if gap not in of_gap:
                    of_gap[gap] = (Class(self.gap_at, -gap),)
                found[high, low] = named[low] + of_gap[gap] if low in named else of_gap[gap]
        return found
