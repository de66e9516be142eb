"""What a criterion is: a function (player, standing, those tied before it) → value with its terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tourgen.engine.record import Record


@dataclass(frozen=True, slots=True)
class Term:
    """One summand of a value: whose round or opponent it comes from, as far as it has one."""

    value: int
    round: int | None = None
    opponent: int | None = None
    bye: bool = False
    times: int = 1
    won: bool = False  # of a game: whether it was won
    word: str = ""  # in a sum of criteria: which of them


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a criterion for one player, and what it is made of."""

    value: int
    terms: tuple[Term, ...] = ()
    left_out: tuple[Term, ...] = ()  # the smallest, then the largest, where these don't count

    @classmethod
    def sum_of(cls, terms: Iterable[Term], left_out: Iterable[Term] = ()) -> Value:
        """The sum of its terms."""
        listed = tuple(terms)
        return cls(sum(term.value for term in listed), listed, tuple(left_out))


@dataclass(frozen=True)
class Standing:
    """Everything that criteria look at after a round."""

    record: Record
    previous: Callable[[], Mapping[int, int]] = dict  # ranks in the order before the latest round
    ranks_after: Callable[[int], Mapping[int, int]] = lambda _: {}  # ranks in the order after a round
    lots: Callable[[int], int] = lambda _: 0  # the lot of the next round


# (player, standing, those tied before it), and `n` where its name has a number
Function = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion of the catalogue; calling it gives a player's value."""

    function: Function
    in_score: bool = False  # its values are scores, which count double where the format knows half points
    among_tied: bool = False  # it depends on who is equal in everything before it

    def __call__(self, me: int, now: Standing, tied: Sequence[int]) -> Value:
        return self.function(me, now, tied)

    def of(self, number: int) -> Criterion:
        """The criterion with this number in its name: "top-bottom-3" and its like."""
        return replace(self, function=partial(self.function, n=number))
