"""Rules sections 4 and 8 by looking at every perfect matching: for up to ten players, and nothing clever.

It knows the Pool, and shares no code with the engine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from functools import cache
from itertools import combinations

from tourgen.rules.pairing import Cost, Pool

Opponent = int | None
BASE = 100  # more than the pairs of ten players, so that a total reads as a cost vector in digits


@cache
def all_matchings(size: int) -> list[tuple[int, ...]]:
    """Every perfect matching of 0 … size-1 as numbers of pairs in the order of combinations()."""
    number = {pair: at for at, pair in enumerate(combinations(range(size), 2))}

    def of(free: tuple[int, ...]) -> list[tuple[int, ...]]:
        if not free:
            return [()]
        return [
            (number[free[0], free[at]], *rest)
            for at in range(1, len(free))
            for rest in of(free[1:at] + free[at + 1 :])
        ]

    return of(tuple(range(size)))


def pair_cost(pool: Pool, player: int, opponent: Opponent, widest: int) -> int:
    """One pair as digits: second bye, forbidden, rematch, strict; win differences; soft, discouraged."""
    before = after = 0
    if opponent is None:
        before += BASE**3 * (player in pool.had_bye)
    else:
        school = player in pool.school_of and pool.school_of[player] == pool.school_of.get(opponent)
        before += BASE**2 * named(pool.forbidden, player, opponent) + BASE * named(pool.met, player, opponent)
        before += school and pool.school == "strict"
        after += BASE * (school and pool.school == "soft") + named(pool.discouraged, player, opponent)
    gap = abs(pool.wins[player] - (-1 if opponent is None else pool.wins[opponent]))
    return before * BASE ** (widest + 2) + (BASE ** (gap + 1) if gap else 0) + after


def named(pairs: Mapping[int, frozenset[int]], one: int, other: int) -> bool:
    """Whether one of the two is named with the other."""
    return other in pairs.get(one, ()) or one in pairs.get(other, ())


class Optima:
    """All optimal pairings of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.size = len(pool.order) + len(pool.order) % 2
        """The players and, if their number is odd, the phantom."""
        wins = [pool.wins[player] for player in pool.order] + [-1] * (len(pool.order) % 2)
        self.widest = max(wins, default=0) - min(wins, default=0)
        self.pairs = list(combinations(range(self.size), 2))
        costs = [pair_cost(pool, *self.players(pair), self.widest) for pair in self.pairs]
        matchings = all_matchings(self.size)
        totals = [sum(map(costs.__getitem__, matching)) for matching in matchings]
        self.matchings, self.totals = matchings, totals
        self.best = min(totals)
        self.optimal = [
            [self.pairs[at] for at in matching]
            for matching, total in zip(matchings, totals, strict=True)
            if total == self.best
        ]

    def players(self, pair: tuple[int, int]) -> tuple[int, Opponent]:
        """The players at two places, the higher-ranked first; None is the phantom."""
        order = self.pool.order
        return order[min(pair)], order[max(pair)] if max(pair) < len(order) else None

    def digits(self, total: int) -> tuple[int, int, int, int, tuple[int, ...], int, int]:
        """A total in the order of section 8, the pairs per win difference from the largest down in the middle."""
        digits = [total // BASE**place % BASE for place in reversed(range(self.widest + 6))]
        return (*digits[:4], tuple(digits[4:-2]), *digits[-2:])  # type: ignore[return-value]

    def best_with(self, forced: Sequence[tuple[int, int]]) -> int | None:
        """The least total of a matching with these pairs of places."""
        wanted = {self.pairs.index((min(pair), max(pair))) for pair in forced}
        found = [t for m, t in zip(self.matchings, self.totals, strict=True) if wanted.issubset(m)]
        return min(found, default=None)

    def chosen(self, lowest: bool, bye_first: bool) -> list[tuple[int, Opponent]]:
        """The pairs in the order in which the rule fixes them."""
        left = self.optimal
        fixed: list[tuple[int, int]] = []
        if bye_first and self.size > len(self.pool.order):
            phantom = self.size - 1
            holders = {i for matching in left for i, j in matching if j == phantom}
            holder = min(holders, key=lambda i: (self.pool.wins[self.pool.order[i]], i))
            fixed.append((holder, phantom))
            left = [matching for matching in left if (holder, phantom) in matching]
        for place in range(self.size):
            if any(place in pair for pair in fixed):
                continue
            opponents = {j for matching in left for i, j in matching if i == place}
            opponent = max(opponents) if lowest else min(opponents)
            fixed.append((place, opponent))
            left = [matching for matching in left if (place, opponent) in matching]
        return [self.players(pair) for pair in fixed]


def counts(cost: Cost | None) -> tuple[object, ...]:
    """What a cost counts, in the order of the rule (whether it was in points is no count)."""
    assert cost is not None
    return astuple(cost)[:-1]
