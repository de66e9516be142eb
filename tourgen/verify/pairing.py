"""The pairing that the rule asks for.

Maximum-weight matchings whose weights say "fewer of what is to be avoided" first and then, from the top player down,
"a more wanted opponent". rustworkx computes in 128 bits: as many players choose at a time as fit into them, then their
pairs are put aside and the others go on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tourgen.verify.deviation import Pair

Places = tuple[int, int]  # two places in the pool's order, the better first
# A class of `avoid` by its position, and the level as a negative number: worse is smaller.
Fault = tuple[int, int]
LIMIT = 2**110  # leaves the 128 bits of the solver room for sums over two thousand players


@dataclass(frozen=True)
class Pool:
    """Those who are paired with each other, best first, and what the rule looks at."""

    order: tuple[int, ...]
    score: Mapping[int, int]
    level: Callable[[str, int, int | None], int]  # of a pair in a class of `avoid`; 0: it isn't in it
    avoid: tuple[str, ...]
    opponent: str
    bye: str
    phantom: int

    @cached_property
    def nobody(self) -> int:
        """「奇数の場合は、対戦相手を不戦勝とする仮の選手を1人加えて」: the phantom has the last place."""
        return len(self.order)

    @cached_property
    def bye_first(self) -> bool:
        """The bye is fixed before anything else, and the phantom is nobody's choice."""
        return self.bye != "phantom" and len(self.order) % 2 == 1

    @cached_property
    def faults(self) -> dict[Places, tuple[Fault, ...]]:
        """The classes in which every pair counts, worst first."""
        sides: list[int | None] = [*self.order, *[None] * (self.nobody % 2)]
        found = {}
        for i, one in enumerate(self.order):
            for j, other in enumerate(sides[i + 1 :], i + 1):
                gap = abs(self.score[one] - (self.phantom if other is None else self.score[other]))
                levels = (gap if name == "score-gap" else self.level(name, one, other) for name in self.avoid)
                found[i, j] = tuple((at, -level) for at, level in enumerate(levels) if level)
        return found

    def places(self, pairs: Iterable[Pair]) -> list[Places]:
        """The pairs as places; neighbours, where these don't cover the pool exactly."""
        place: dict[int | None, int] = {no: i for i, no in enumerate(self.order)}
        place[None] = self.nobody
        found = [(place.get(first, -1), place.get(second, -1)) for first, second in pairs]
        everybody = range(self.nobody + self.nobody % 2)
        if sorted(i for pair in found for i in pair) != list(everybody):
            return [(i, i + 1) for i in everybody[::2]]
        return [(min(pair), max(pair)) for pair in found]

    def bye_turn(self, i: int) -> tuple[int, int]:
        """Who has a bye that is fixed first: the smallest of these."""
        score = self.score[self.order[i]] if self.bye.startswith("fewest-wins") else 0
        return score, (i if self.bye.endswith("top-ranked") else -i)

    def wanted(self, i: int, j: int, holder: int | None) -> int:
        """How far down an opponent j stands on i's list, i being the higher; `holder` has the bye fixed first."""
        if self.opponent == "lowest-possible":
            return -j
        if self.opponent == "highest-possible":
            return j
        if j == self.nobody:
            return 4 * j  # the phantom is the last wish
        left = [place for place in range(self.nobody) if place != holder]
        group = sum(self.score[self.order[place]] == self.score[self.order[i]] for place in left)
        away = left.index(j) - left.index(i) - group // 2
        return 2 * abs(away) - (away > 0)  # else the nearest, the lower first

    def broken_rule(self, found: Sequence[Pair]) -> str:
        """The line of the declaration by which other pairs than these are right."""
        some = (self.places(found), self.places(right_pairs(self, found)))
        here, right = (Counter(fault for pair in pairs for fault in self.faults[pair]) for pairs in some)
        for fault in sorted(here | right):
            if here[fault] != right[fault]:
                return f"avoid {self.avoid[fault[0]]} {here[fault]} > {right[fault]}"
        byes = [[pair for pair in pairs if self.nobody in pair] for pairs in some]
        return f"bye {self.bye}" if self.bye_first and byes[0] != byes[1] else f"opponent {self.opponent}"


def right_pairs(pool: Pool, found: Iterable[Pair] = ()) -> list[Pair]:
    """The pairs that the rule asks for in the order in which they are fixed, the higher-ranked named first.

    Pairs that were found are where the search begins: what is worse than they are need not be looked at.
    """
    if not pool.order:
        return []
    places, holder = pool.places(found), None
    fixed: list[Places] = []
    if pool.bye_first:
        turns = sorted(range(pool.nobody), key=pool.bye_turn, reverse=True)
        open_, costs = _at_most(pool, places)
        places = heaviest(
            open_,
            {
                (i, j): (turns.index(i) if j == pool.nobody else 0) - cost * pool.nobody
                for (i, j), cost in costs.items()
            },
        )
        fixed = [pair for pair in places if pool.nobody in pair]
        places = [pair for pair in places if pair not in fixed]
        holder = fixed[0][0]
    while places:
        open_, costs = _at_most(pool, places)
        base, many = len(open_), 1
        while many < base and (max(costs.values()) + 1) * base ** (many + 1) < LIMIT:
            many += 1
        weight = {pair: -cost * base**many for pair, cost in costs.items()}
        for turn, i in enumerate(open_[:many], 1):
            wishes = sorted((j for j in open_ if (i, j) in costs), key=lambda j: -pool.wanted(i, j, holder))
            for liking, j in enumerate(wishes):
                weight[i, j] += liking * base ** (many - turn)
        places = heaviest(open_, weight)
        fixed += [pair for pair in places if pair[0] in open_[:many]]
        places = [pair for pair in places if pair not in fixed]
    return [(pool.order[i], None if j == pool.nobody else pool.order[j]) for i, j in fixed]


def _at_most(pool: Pool, places: Sequence[Places]) -> tuple[list[int], dict[Places, int]]:
    """The places in these pairs, and what every pair among them costs that alone doesn't cost more than all of these.

    One digit for each class and level, the worst in front; nothing worse than the worst here can be better.
    """
    worst = min((fault for pair in places for fault in pool.faults[pair]), default=(len(pool.avoid), 0))
    open_ = sorted(i for pair in places for i in pair)
    every = [(i, j) for turn, i in enumerate(open_) for j in open_[turn + 1 :]]
    possible = [pair for pair in every if all(fault >= worst for fault in pool.faults[pair][:1])]
    sides: dict[Fault, tuple[set[int], set[int]]] = defaultdict(lambda: (set(), set()))
    for pair in possible:
        for fault in pool.faults[pair]:
            for side, i in zip(sides[fault], pair, strict=True):
                side.add(i)
    unit, units = 1, {}
    for fault in sorted(sides, reverse=True):
        units[fault] = unit
        # A class occurs at most once for each of its upper and of its lower places.
        unit *= min(*map(len, sides[fault]), len(places)) + 1
    costs = {pair: sum(units[fault] for fault in pool.faults[pair]) for pair in possible}
    total = sum(costs[pair] for pair in places)
    return open_, {pair: cost for pair, cost in costs.items() if cost <= total}


def heaviest(places: Sequence[int], weight: Mapping[Places, int]) -> list[Places]:
    """A perfect matching of these places with the largest total weight, from the top."""
    lowest = min(weight.values(), default=0)
    edges = [(i, j, value - lowest) for (i, j), value in weight.items()]
    if max((value for *_, value in edges), default=0) < LIMIT * 2**4:
        import rustworkx  # only verifying needs it, and importing it takes its time

        node = {place: i for i, place in enumerate(places)}
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(list(places))
        graph.add_edges_from([(node[i], node[j], value) for i, j, value in edges])
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((places[min(pair)], places[max(pair)]) for pair in matching)
    import networkx  # whole numbers of any size, where 128 bits are not enough

    wide: networkx.Graph[int] = networkx.Graph()
    wide.add_weighted_edges_from(edges)
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(wide, maxcardinality=True))
