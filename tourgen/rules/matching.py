"""One weighted matching in 128-bit weights, and the parts into which the possible pairs of a field fall."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from tourgen.dataclass import dataclass
from tourgen.rules.field import Classes, Pair, Place

HIGHEST_WEIGHT = 1 << 124
"""rustworkx calculates in 128-bit integers. Without max_cardinality the duals of its places stay between 0 and
twice the largest weight, so its slacks within four times that weight: below this nothing overflows."""

Edges = dict[Pair, Classes]
"""The pairs still possible, the higher place first, with their classes."""


def cheapest(
    edges: Edges, prices: Mapping[int, int], bound: int, wishes: Mapping[Pair, int] | None = None
) -> list[Pair]:
    """A perfect matching of least price, if there is one that costs at most bound; else fewer pairs.

    A pair costs the prices of its classes and its wish. Its weight is bound + 1 less that: one pair more
    outweighs any saving, and pairs that cost more than bound are in no such matching.
    """
    import rustworkx  # here, because it takes a while and not every command pairs

    if bound >= HIGHEST_WEIGHT:
        raise OverflowError("a matching would need more than 128 bits")
    costs = {classes: sum(prices.get(n, 0) for n in classes) for classes in set(edges.values())}
    number_of: dict[Place, int] = {}
    weighted = []
    for pair, classes in edges.items():
        weight = bound + 1 - costs[classes] - (wishes.get(pair, 0) if wishes else 0)
        if weight > 0:
            high = number_of.setdefault(pair[0], len(number_of))
            low = number_of.setdefault(pair[1], len(number_of))
            weighted.append((high, low, weight))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(number_of)
    graph.add_edges_from(weighted)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    places = list(number_of)
    return [ordered(places[one], places[other]) for one, other in matching]


def ordered(one: Place, other: Place) -> Pair:
    """The two places as a pair, the higher first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Part:
    """Places that no possible pair joins to others, so that they are paired, and choose, by themselves."""

    edges: Edges
    pairs: list[Pair]
    """One optimal pairing."""
    counts: Counter[int]
    """Its pairs in each class, as in every optimal pairing."""


def parts_of(edges: Edges, pairs: Iterable[Pair], settled: Collection[int]) -> Iterator[Part]:
    """The parts of these possible pairs, given a pairing that is optimal in the settled classes.

    A part is optimal by itself, and a settled class it doesn't use occurs in none of its optimal pairings:
    such pairs are possible no longer, and the part may fall into smaller ones.
    """
    todo = [(edges, list(pairs))]
    while todo:
        edges, pairs = todo.pop()
        counts = Counter(number for pair in pairs for number in edges[pair] if number in settled)
        unused = set(settled) - set(counts)
        possible = {pair: classes for pair, classes in edges.items() if unused.isdisjoint(classes)}
        groups = connected(possible)
        if len(groups) > 1:
            matched = {pair[0]: pair for pair in pairs}
            todo += [(group, [matched[p] for p in places_of(group) if p in matched]) for group in groups]
        elif groups:
            yield Part(possible, pairs, counts)


def connected(edges: Edges) -> list[Edges]:
    """The possible pairs, those that hang together in one group."""
    leader: dict[Place, Place] = {}

    def find(place: Place) -> Place:
        while (above := leader.setdefault(place, place)) != place:
            leader[place] = leader[above]
            place = above
        return place

    for high, low in edges:
        leader[find(high)] = find(low)
    groups: dict[Place, Edges] = {}
    for pair, classes in edges.items():
        groups.setdefault(find(pair[0]), {})[pair] = classes
    return list(groups.values())


def places_of(edges: Edges) -> set[Place]:
    """The places these pairs join."""
    return {place for pair in edges for place in pair}
