"""2回戦以降の組み合わせ: is a pairing the one that the rule asks for, and if not, which one is?

A pairing is judged by a certificate instead of being made again: one maximum-weight matching whose weights
say "cheaper" first and then, from the top player down, "a lower opponent than here". Only the right pairing
cannot be beaten. The matching itself comes from rustworkx, which computes in 128 bits: where the digits of
all players don't fit at once, the pairs judged so far are put aside and the rest is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property

from tourgen.formats.declaration import ByeChoice, OpponentChoice, SchoolRule
from tourgen.verify.deviation import Pair
from tourgen.verify.record import PHANTOM_WINS

Places = tuple[int, int]  # two places in the pool's order, the better first
LIMIT = 2**110  # leaves the 128 bits of the solver room for sums over two thousand players


@dataclass(frozen=True)
class Pool:
    """Those who are paired with each other, in provisional order, and what the rule looks at."""

    order: tuple[int, ...]
    wins: Mapping[int, int]
    had_bye: AbstractSet[int]
    met: AbstractSet[frozenset[int]]
    bye: ByeChoice
    opponent: OpponentChoice
    forbidden: AbstractSet[frozenset[int]] = frozenset()
    discouraged: AbstractSet[frozenset[int]] = frozenset()
    school: Mapping[int, str] = field(default_factory=dict)  # of those who have one
    school_rule: SchoolRule = "off"
    phantom_wins: int = PHANTOM_WINS  # in points twice as many

    @cached_property
    def size(self) -> int:
        """「奇数の場合は、対戦相手を不戦勝とする仮の選手を1人加えて」: the phantom has the last place."""
        return len(self.order) + len(self.order) % 2

    @cached_property
    def bye_first(self) -> bool:
        """000: the bye is fixed before anything else, and the phantom is nobody's choice."""
        return self.bye == "fewest-wins-top-ranked" and self.size > len(self.order)

    @cached_property
    def costs(self) -> dict[Places, int]:
        """What a pair costs: one digit for each class, the worst class in front."""
        faults = {
            (i, j): tuple(self._faults(i, j)) for i in range(self.size) for j in range(i + 1, self.size)
        }
        number = Counter(fault for found in faults.values() for fault in found)
        unit, units = 1, {}
        for fault in sorted(number, reverse=True):
            units[fault] = unit
            # No class can occur more often than there are pairs.
            unit *= min(number[fault], self.size // 2) + 1
        return {pair: sum(units[fault] for fault in found) for pair, found in faults.items()}

    def _faults(self, i: int, j: int) -> Iterator[tuple[int, int]]:
        """The classes in which a pair counts, worst first.

        Second byes, forbidden pairs, rematches, one school where that is strict, win differences from the largest
        down, one school where that is soft, discouraged pairs. Only Swiss knows schools and barred pairs.
        """
        phantom = j == len(self.order)
        one, other = self.order[i], None if phantom else self.order[j]
        pair = frozenset((one, other))
        gap = abs(self.wins[one] - (self.phantom_wins if other is None else self.wins[other]))
        mates = other is not None and one in self.school and self.school[one] == self.school.get(other)
        if phantom and one in self.had_bye:
            yield (0, 0)
        if pair in self.forbidden:
            yield (1, 0)
        if pair in self.met:
            yield (2, 0)
        if mates and self.school_rule == "strict":
            yield (3, 0)
        if gap:
            yield (4, -gap)
        if mates and self.school_rule == "soft":
            yield (5, 0)
        if pair in self.discouraged:
            yield (6, 0)

    def places(self, pairs: Iterable[Pair]) -> list[Places] | None:
        """The pairs as places, from the top; None where they don't cover the pool exactly."""
        place = {no: i for i, no in enumerate(self.order)}
        found: list[Places] = []
        for first, second in pairs:
            i, j = place.get(first), len(self.order) if second is None else place.get(second)
            if i is None or j is None:
                return None
            found.append((min(i, j), max(i, j)))
        covered = sorted(i for pair in found for i in pair)
        return sorted(found) if covered == list(range(self.size)) else None

    def pairs(self, places: Iterable[Places]) -> list[Pair]:
        """Places as pairs, the higher-ranked player named first, in the order in which they are fixed."""
        nobody = len(self.order)
        return [(self.order[i], None if j == nobody else self.order[j]) for i, j in sorted(places)]

    def preferred_holders(self) -> list[int]:
        """「勝数の最も少ない選手の中で最上位の選手を不戦勝とします」: places, the first choice first."""
        return sorted(range(len(self.order)), key=lambda i: (self.wins[self.order[i]], i))

    def better(self, i: int, here: int, other: int) -> int:
        """2 where `other` is a better opponent for i than `here`, 1 where the same, 0 where worse."""
        if here == other:
            return 1
        return 2 if (other > here) == (self.opponent == "lowest-possible") else 0


def is_right(pool: Pool, pairs: Iterable[Pair]) -> bool:
    """Whether nothing is cheaper and nobody, from the top down, could have a lower opponent at that cost."""
    places = pool.places(pairs)
    if places is None:
        return False
    nobody = len(pool.order)
    if pool.bye_first:
        # The pair with the phantom is judged before all others.
        places.sort(key=lambda pair: (pair[1] != nobody, pair))
    while places:
        open_, edges = _at_most(pool, places)
        fit = _fitting(max(edges.values(), default=0) + 1, 3, len(places))
        digits: dict[int, tuple[int, int]] = {}  # the one who chooses: digit, opponent here
        for turn, (i, j) in enumerate(places[:fit]):
            chooser, here = (j, i) if pool.bye_first and j == nobody else (i, j)
            digits[chooser] = (3 ** (fit - 1 - turn), here)
        choice = _choice(pool, digits)
        weight = {pair: choice(pair) - cost * 3**fit for pair, cost in edges.items()}
        if sum(weight[pair] for pair in _heaviest(open_, weight)) > sum(weight[pair] for pair in places):
            return False
        places = places[fit:]
    return True


def _choice(pool: Pool, digits: Mapping[int, tuple[int, int]]) -> Callable[[Places], int]:
    """How good a pair is for the one who chooses in it, against the pairing that is judged."""
    nobody = len(pool.order)
    liked = {i: turn for turn, i in enumerate(pool.preferred_holders())}

    def value(pair: Places) -> int:
        i, j = pair
        if pool.bye_first and j == nobody:
            digit, holder = digits.get(nobody, (0, i))
            return digit * (1 if holder == i else 2 if liked[i] < liked[holder] else 0)
        digit, here = digits.get(i, (0, j))
        return digit * pool.better(i, here, j)

    return value


def _at_most(pool: Pool, places: Sequence[Places]) -> tuple[list[int], dict[Places, int]]:
    """The places in these pairs, and every pair among them that alone doesn't cost more than all of these."""
    total = sum(pool.costs[pair] for pair in places)
    open_ = sorted(i for pair in places for i in pair)
    possible = ((i, j) for turn, i in enumerate(open_) for j in open_[turn + 1 :])
    return open_, {pair: pool.costs[pair] for pair in possible if pool.costs[pair] <= total}


def _fitting(scale: int, base: int, most: int) -> int:
    """How many digits of this base stay below the limit together with the cost."""
    digits = 1
    while digits < most and scale * base ** (digits + 1) < LIMIT:
        digits += 1
    return digits


def right_pairs(pool: Pool) -> list[Pair]:
    """The pairing that the rule asks for, made from the top: the best opponent of a few players at a time."""
    if not pool.order:
        return []
    open_ = list(range(pool.size))
    places = _heaviest(open_, {pair: -cost for pair, cost in pool.costs.items()})
    fixed: list[Places] = []
    if pool.bye_first:
        holder = _bye_holder(pool, places)
        fixed.append(holder)
        open_ = [i for i in open_ if i not in holder]
        places = _heaviest(open_, {p: -cost for p, cost in pool.costs.items() if set(p) <= set(open_)})
    while places:
        open_, edges = _at_most(pool, places)
        fit = _fitting(max(edges.values()) + 1, pool.size, len(open_))
        digits = {i: pool.size ** (fit - 1 - turn) for turn, i in enumerate(open_[:fit])}
        towards = 1 if pool.opponent == "lowest-possible" else -1
        weight = {
            (i, j): digits.get(i, 0) * (j if towards == 1 else pool.size - 1 - j) - cost * pool.size**fit
            for (i, j), cost in edges.items()
        }
        places = _heaviest(open_, weight)
        fixed += [pair for pair in places if pair[0] in digits]
        places = [pair for pair in places if pair[0] not in digits]
    return pool.pairs(fixed)


def _bye_holder(pool: Pool, cheapest: Sequence[Places]) -> Places:
    """Of those who can have the bye at the lowest cost, the first choice."""
    open_, edges = _at_most(pool, cheapest)
    nobody = len(pool.order)
    liked = {i: turn for turn, i in enumerate(reversed(pool.preferred_holders()))}
    weight = {(i, j): (liked[i] if j == nobody else 0) - cost * pool.size for (i, j), cost in edges.items()}
    return next(pair for pair in _heaviest(open_, weight) if pair[1] == nobody)


def _heaviest(places: Sequence[int], weight: Mapping[Places, int]) -> list[Places]:
    """A perfect matching of these places with the largest total weight."""
    if len(places) == 2:
        return [(places[0], places[1])]
    import rustworkx  # only verifying needs it, and importing it takes its time

    node = {place: i for i, place in enumerate(places)}
    lowest = min(weight.values(), default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(places))
    graph.add_edges_from([(node[i], node[j], value - lowest) for (i, j), value in weight.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(places[a], places[b]), max(places[a], places[b])) for a, b in matching)
