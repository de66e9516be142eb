"""The pairing rule as one maximum weight matching in unlimited integers: for pools of some sixty players.

The digits of a pair's cost, the first the worst: one for every level of every class of `avoid`, then for each player in
turn what the player thinks of the opponent. It shares no code with the engine.
"""

from itertools import combinations

import networkx as nx

from tests.engine.pairing.brute_force import Matching, Opponent, level
from tourgen.engine.pairing import Pool


def one_matching(pool: Pool) -> Matching:
    """The pairs in the order in which the rule fixes them; where the bye is fixed first, its holder chooses first."""
    places: list[Opponent] = [*pool.order, *([None] if len(pool.order) % 2 else [])]
    bye_first = None in places and pool.bye != "phantom"
    fixed: Matching = []
    if bye_first:
        fixed = [two for two in solved(pool, places, [None]) if None in two]
        places = [place for place in places if place not in fixed[0]]
    pairs = solved(pool, places, places)
    return fixed + sorted(pairs, key=lambda two: pool.order.index(two[0]))


def solved(pool: Pool, places: list[Opponent], turns: list[Opponent]) -> Matching:
    """The pairs of the optimum that these choosers want, the higher-ranked player first."""
    pairs = list(combinations(places, 2))
    levels = {two: [level(pool, at, *two) for at in range(len(pool.avoid))] for two in pairs}
    columns = sorted({(at, -n) for found in levels.values() for at, n in enumerate(found) if n})
    base = len(places) * 2 + 2
    graph = nx.Graph()
    for two in pairs:
        digits = [int(levels[two][at] == -n) for at, n in columns]
        chooser = min((one for one in two if one in turns), key=turns.index, default=None)
        wish = 0 if chooser not in two else dislike(pool, places, chooser, *(set(two) - {chooser}))
        digits += [wish if one == chooser else 0 for one in turns]
        cost = sum(digit * base**at for at, digit in enumerate(reversed(digits)))
        graph.add_edge(*map(places.index, two), weight=-cost)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return [(places[min(two)], places[max(two)]) for two in found]


def dislike(pool: Pool, places: list[Opponent], chooser: Opponent, other: Opponent) -> int:
    """How little the chooser wants the other; the phantom chooses the holder of a bye that is fixed first."""
    me, at, size = places.index(chooser), places.index(other), len(places)
    if chooser is None:
        of = pool.order[::-1] if pool.bye.endswith("last-ranked") else pool.order
        ranked = of if pool.bye == "last-ranked" else sorted(of, key=pool.score.__getitem__)
        return list(ranked).index(other)
    if pool.opponent == "lowest-possible":
        return size - at
    if pool.opponent == "highest-possible":
        return at
    if other is None:
        return 2 * size
    middle = me + sum(pool.score[one] == pool.score[chooser] for one in places if one is not None) // 2
    return 2 * abs(at - middle) + (at < middle)
