"""One weighted matching by rustworkx, and the parts into which the possible pairs of a field fall."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tourgen.engine.pairing.field import Class, Classes, Place, PlacePair

HIGHEST_WEIGHT = 1 << 124
"""rustworkx calculates in 128-bit integers. Without max_cardinality the duals of its places stay between 0 and
twice the largest weight, so its slacks within four times that weight: below this nothing overflows."""

Edges = dict[PlacePair, Classes]
"""The pairs that are still possible, the higher place first, with their classes."""


def cheapest(
    edges: Edges, prices: Mapping[Class, int], bound: int, wishes: Mapping[PlacePair, int] | None = None
) -> list[PlacePair]:
    """A perfect matching of least price, if there is one that costs at most bound; else fewer pairs.

    A pair costs the prices of its classes and its wish. Its weight is bound + 1 less that: one pair more
    outweighs any saving, and pairs that cost more than bound are in no such matching.
    """
    import rustworkx  # here, because the import takes a while and not every command pairs

    if bound >= HIGHEST_WEIGHT:
        raise OverflowError("a matching would need more than 128 bits")
    costs = {classes: sum(prices.get(one, 0) for one in classes) for classes in set(edges.values())}
    number_of: dict[Place, int] = {}
    weighted = []
    for two, classes in edges.items():
        weight = bound + 1 - costs[classes] - (wishes.get(two, 0) if wishes else 0)
        if weight > 0:
            high = number_of.setdefault(two[0], len(number_of))
            low = number_of.setdefault(two[1], len(number_of))
            weighted.append((high, low, weight))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(number_of)
    graph.add_edges_from(weighted)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    places = list(number_of)
    return [ordered(places[one], places[other]) for one, other in matching]


def ordered(one: Place, other: Place) -> PlacePair:
    """The two places, the higher first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Part:
    """PlacePair that no possible pair joins to others, so that they are paired, and choose, by themselves."""

    edges: Edges
    pairs: list[PlacePair]
    """A pairing of the part that is optimal in the settled classes."""
    counts: Counter[Class]
    """Its pairs in each settled class, as in every optimal pairing."""


def parts_of(edges: Edges, pairs: Iterable[PlacePair], settled: Collection[Class]) -> Iterator[Part]:
    """The parts of these possible pairs, given a pairing that is optimal in the settled classes.

    A part is optimal by itself, and a settled class it doesn't use occurs in none of its optimal pairings:
    such pairs are possible no longer, and the part may fall into smaller ones.
    """
    todo = [(edges, list(pairs))]
    while todo:
        edges, pairs = todo.pop()
        counts = Counter(one for two in pairs for one in edges[two] if one in settled)
        groups = connected(free_of(set(settled) - set(counts), edges))
        if len(groups) == 1:
            yield Part(groups[0], pairs, counts)
        else:
            todo += [(group, [two for two in pairs if two in group]) for group in groups]


def free_of(ruled_out: set[Class], edges: Edges) -> Edges:
    """The pairs that belong to none of these classes."""
    return {two: classes for two, classes in edges.items() if ruled_out.isdisjoint(classes)}


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
    for two, classes in edges.items():
        groups.setdefault(find(two[0]), {})[two] = classes
    return list(groups.values())
