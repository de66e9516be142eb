"""Rules sections 4 and 8 as one maximum weight matching in unlimited integers: for pools of some sixty players.

The digits of a pair's cost, the first the worst: second bye, forbidden, rematch, same school where that is "strict",
win differences from the largest down, same school where that is "soft", discouraged, then for each place in turn what
it thinks of its opponent. It shares no code with the engine.
"""

from itertools import combinations

import networkx as nx

from tourgen.rules.pairing import Pool

Opponent = int | None


def one_matching(pool: Pool, lowest: bool, bye_first: bool) -> list[tuple[Opponent, Opponent]]:
    """The pairs in the order in which the rule fixes them."""
    places: list[Opponent] = [*pool.order, *([None] if len(pool.order) % 2 else [])]
    wins = [-1 if player is None else pool.wins[player] for player in places]
    size, phantom = len(places), len(pool.order)
    turns = [phantom, *range(phantom)] if bye_first and size > phantom else list(range(size))
    turn = {place: at for at, place in enumerate(turns)}
    by_wins = sorted(range(size), key=lambda place: (wins[place], place))
    gaps = range(max(wins, default=0) + 1, 0, -1)
    graph = nx.Graph()
    for i, j in combinations(range(size), 2):
        one, other = places[i], places[j]
        school = one in pool.school_of and pool.school_of[one] == pool.school_of.get(other)
        digits = [int(other is None and one in pool.had_bye)]
        digits += [int(other in pairs.get(one, ())) for pairs in (pool.forbidden, pool.met)]
        digits.append(int(school and pool.school == "strict"))
        digits += [int(abs(wins[i] - wins[j]) == gap) for gap in gaps]
        digits += [int(school and pool.school == "soft"), int(other in pool.discouraged.get(one, ()))]
        wish = by_wins.index(i) if turns[0] == j else size - j if lowest else j
        digits += [wish if at == min(turn[i], turn[j]) else 0 for at in range(size)]
        cost = sum(digit * (size + 1) ** at for at, digit in enumerate(reversed(digits)))
        graph.add_edge(i, j, weight=-cost)
    matching = [(min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True)]
    matching.sort(key=lambda pair: min(turn[pair[0]], turn[pair[1]]))
    return [(places[i], places[j]) for i, j in matching]
