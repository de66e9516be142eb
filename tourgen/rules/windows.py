"""Windows on a field: some places, and stand-ins for the players of the robust levels above and below them.

Nobody avoids a stand-in, and two stand-ins of one level can be paired with each other. Few are enough: if two
places that don't avoid each other were paired with stand-ins of one level, pairing the two with each other
would be better, because their gap is narrower than the wider of those two; that they are unwelcome to each other
counts less than the gap. So all partners of a level avoid each other at any gap. Nor does an optimum pair more than
one stand-in above with one below.
"""

from typing import NamedTuple

from tourgen.dataclass import dataclass
from tourgen.rules.field import Adjacency, Choice, Field, Pair, Place
from tourgen.rules.optimum import optimal_pairs, settled_parts


class Border(NamedTuple):
    """A robust level next to a window."""

    wins: int
    crossed: int
    """How many pairs cross from the level into the window. Only the parity counts."""


@dataclass(frozen=True, slots=True)
class Window:
    """Places of a field, best first, with stand-ins for the robust levels above and below."""

    field: Field
    above: int
    """So many places at the top of the window's field are stand-ins."""
    places: tuple[Place, ...]
    """The places of the whole field that come next; stand-ins for the level below follow."""

    def place(self, number: int) -> Place | None:
        """The place of the whole field, None for a stand-in."""
        at = number - self.above
        return self.places[at] if 0 <= at < len(self.places) else None

    def mixed_pairs(self) -> int:
        """The number of pairs with a win difference in every optimum."""
        wins = self.field.wins
        return sum(wins[high] != wins[low] for part in settled_parts(self.field) for high, low in part.pairs)

    def chosen(self, choice: Choice) -> list[Pair]:
        """The pairs of the choosers, in turn."""
        return optimal_pairs(self.field, choice)


def window_on(field: Field, places: tuple[Place, ...], above: Border | None, below: Border | None) -> Window:
    """The window on these places of the field, which lie between these levels."""
    inside = field.narrowed(places)
    most = most_avoiding_each_other(inside) + 1  # and one with whom a player of the level can stay in it
    first = stand_ins(above, most)
    wins = [above.wins] * first if above else []
    wins += inside.wins
    wins += [below.wins] * stand_ins(below, most) if below else []
    avoided = tuple(shifted(adjacency, first) for adjacency in inside.avoided)
    unwelcome = tuple(shifted(adjacency, first) for adjacency in inside.unwelcome)
    return Window(Field(tuple(wins), avoided, unwelcome), first, places)


def stand_ins(border: Border | None, most: int) -> int:
    """At least so many stand-ins, of the parity that leaves nobody over."""
    return most + (most + border.crossed) % 2 if border else 0


def most_avoiding_each_other(field: Field) -> int:
    """No more places than this all avoid each other at any gap: c of them avoid c - 1 others or more."""
    degrees = sorted((len(field.avoided_at_any_gap(place)) for place in range(len(field))), reverse=True)
    return sum(degree >= at for at, degree in enumerate(degrees))


def shifted(adjacency: Adjacency, by: int) -> Adjacency:
    """The adjacency after so many new places at the top."""
    return {place + by: {other + by for other in others} for place, others in adjacency.items()}
