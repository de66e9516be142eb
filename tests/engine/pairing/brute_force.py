"""The pairing rule by looking at every perfect matching: for up to ten players, and nothing clever.

It knows the Pool and shares no code with the engine.
"""

from functools import cache
from itertools import combinations

from tourgen.engine.pairing import Pool, ScoreGap

Opponent = int | None
Matching = list[tuple[int, Opponent]]
BASE = 100  # more than the pairs of ten players, so that no digit overflows


@cache
def all_matchings(size: int) -> list[tuple[int, ...]]:
    """Every perfect matching of 0 … size - 1 as numbers of pairs in the order of combinations()."""
    number = {two: at for at, two in enumerate(combinations(range(size), 2))}

    def of(free: tuple[int, ...]) -> list[tuple[int, ...]]:
        if not free:
            return [()]
        return [
            (number[free[0], free[at]], *rest)
            for at in range(1, len(free))
            for rest in of(free[1:at] + free[at + 1 :])
        ]

    return of(tuple(range(size)))


def level(pool: Pool, at: int, player: int, opponent: Opponent) -> int:
    """The level of a pair in the class that stands at this place of `avoid`."""
    avoided = pool.avoid[at]
    if isinstance(avoided, ScoreGap):
        other = pool.phantom if opponent is None else pool.score[opponent]
        return max(pool.score[player], other) - min(pool.score[player], other)
    return avoided.levels[player].get(opponent, 0) if player in avoided.levels else 0


class Optima:
    """All optimal pairings of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.places: list[Opponent] = [*pool.order, *([None] if len(pool.order) % 2 else [])]
        pairs = list(combinations(self.places, 2))
        levels = {two: [level(pool, at, *two) for at in range(len(pool.avoid))] for two in pairs}
        columns = {(at, n) for found in levels.values() for at, n in enumerate(found) if n}
        self.columns = sorted(columns, key=lambda column: (column[0], -column[1]))
        """Class and level, the worst first: each is a digit of a matching's cost."""
        worth = {column: BASE**at for at, column in enumerate(reversed(self.columns))}
        cost = {two: sum(worth[at, n] for at, n in enumerate(found) if n) for two, found in levels.items()}
        self.matchings = [
            [pairs[number] for number in matching] for matching in all_matchings(len(self.places))
        ]
        self.costs = [sum(map(cost.__getitem__, matching)) for matching in self.matchings]
        best = min(self.costs)
        self.best = self.counts(best)
        self.optimal = [m for m, cost in zip(self.matchings, self.costs, strict=True) if cost == best]

    def counts(self, cost: int) -> list[dict[int, int]]:
        """For each class of `avoid` the number of pairs by level."""
        found: list[dict[int, int]] = [{} for _ in self.pool.avoid]
        for at, (number, n) in enumerate(reversed(self.columns)):
            if pairs := cost // BASE**at % BASE:
                found[number][n] = pairs
        return found

    def best_with(self, forced: Matching) -> list[dict[int, int]] | None:
        """The least counts of a matching with these pairs, the higher-ranked player first."""
        found = [c for m, c in zip(self.matchings, self.costs, strict=True) if set(forced) <= set(m)]
        return self.counts(min(found)) if found else None

    def chosen(self) -> Matching:
        """The pairs in the order in which the rule fixes them."""
        pool, left, fixed = self.pool, self.optimal, list[tuple[int, Opponent]]()
        if len(pool.order) % 2 and pool.bye != "phantom":
            fixed.append((self.holder(), None))
            left = [matching for matching in left if fixed[0] in matching]
        order = [player for player in pool.order if (player, None) not in fixed]
        for player in order:
            if any(player in two for two in fixed):
                continue
            opponents = {other for matching in left for one, other in matching if one == player}
            fixed.append((player, self.wanted(player, opponents, order)))
            left = [matching for matching in left if fixed[-1] in matching]
        return fixed

    def holder(self) -> int:
        """Who has the bye where it is fixed first."""
        pool = self.pool
        holders = {one for matching in self.optimal for one, other in matching if other is None}
        if pool.bye != "last-ranked":
            fewest = min(pool.score[player] for player in holders)
            holders = {player for player in holders if pool.score[player] == fewest}
        ranked = [player for player in pool.order if player in holders]
        return ranked[0] if pool.bye == "fewest-wins-top-ranked" else ranked[-1]

    def wanted(self, player: int, opponents: set[Opponent], order: list[int]) -> Opponent:
        """The opponent whom this player takes."""
        ranked = [other for other in order if other in opponents]
        if self.pool.opponent == "lowest-possible":
            return None if None in opponents else ranked[-1]
        if not ranked:
            return None
        if self.pool.opponent == "highest-possible":
            return ranked[0]
        group = [other for other in order if self.pool.score[other] == self.pool.score[player]]
        middle = order.index(player) + len(group) // 2
        nearest = min(abs(order.index(other) - middle) for other in ranked)
        return [other for other in ranked if abs(order.index(other) - middle) == nearest][-1]
