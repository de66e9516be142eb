"""The optimal pairing of a whole field by weighted matchings in 128-bit weights (組み合わせ方法 2-6).

First the number of pairs in each class is settled, the worst class first; classes that no optimum uses
are closed. Then the top-down choice is added in digits below the classes, as many choosers per matching
as fit. Every weight is checked against the 128 bits rustworkx calculates in.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tourgen.rules.field import Choice, Classes, Field, Pair, Place

Edges = dict[Pair, Classes]
"""The pairs still possible, the smaller place first, with their classes."""

HIGHEST_WEIGHT = 1 << 120
"""rustworkx computes in 128-bit integers. Without max_cardinality its vertex duals stay within 0 and twice
the largest weight and slacks within four times, so nothing below 2**124 can overflow."""


def optimal_pairs(field: Field, choice: Choice) -> list[Pair]:
    """The pairs of the choosers in the optimal pairing the choice asks for, in turn order, the chooser first."""
    return choose(*settle_classes(field), choice)


def settle_classes(field: Field) -> tuple[Edges, Counter[int]]:
    """How many pairs of each class every optimum has, and the pairs an optimum can use.

    Nobody needs a wider gap, or an avoided pair, if all can be paired within narrower gaps: the widest gap
    is the worst class in use, so every pairing with a wider one is worse. Hence the narrow fields first.
    """
    of_gaps = field.classes_of_gaps()
    gaps = sorted(of_gaps)
    reach = 1
    while reach <= len(gaps):
        settled = settled_among(narrow_edges(field, gaps[reach - 1], of_gaps), len(field))
        if settled:
            return settled
        reach *= 2
    settled = settled_among(all_edges(field, of_gaps), len(field))
    assert settled is not None, "a complete graph of even order has a perfect matching"
    return settled


def narrow_edges(field: Field, widest: int, of_gaps: Mapping[int, Classes]) -> Edges:
    """The pairs avoided for nothing but a win difference of at most widest."""
    wins, edges = field.wins, {}
    for one in range(len(field)):
        avoided = field.classes_avoided(one)
        for other in range(one + 1, len(field)):
            gap = abs(wins[one] - wins[other])
            if gap <= widest and other not in avoided:
                edges[one, other] = of_gaps[gap]
    return edges


def all_edges(field: Field, of_gaps: Mapping[int, Classes]) -> Edges:
    """All pairs of the field."""
    wins, edges = field.wins, {}
    for one in range(len(field)):
        avoided = field.classes_avoided(one)
        for other in range(one + 1, len(field)):
            edges[one, other] = avoided.get(other, ()) + of_gaps[abs(wins[one] - wins[other])]
    return edges


def settled_among(edges: Edges, size: int) -> tuple[Edges, Counter[int]] | None:
    """The number of pairs per class in every optimum among these pairs, and the pairs left; None if none."""
    counts: Counter[int] = Counter()
    unsettled = sorted({number for classes in edges.values() for number in classes})
    while True:
        batch, prices, bound = class_prices(counts, unsettled, size // 2)
        pairs = cheapest(edges, prices, bound)
        if 2 * len(pairs) < size:
            return None
        counts = Counter(number for pair in pairs for number in edges[pair] if number in prices)
        unsettled = unsettled[len(batch) :]
        unused = set(batch) - set(counts)
        edges = {pair: classes for pair, classes in edges.items() if unused.isdisjoint(classes)}
        unsettled = sorted({number for classes in edges.values() for number in classes} & set(unsettled))
        if not unsettled:
            return edges, counts


def class_prices(
    counts: Counter[int], unsettled: Sequence[int], most: int
) -> tuple[Sequence[int], dict[int, int], int]:
    """As many unsettled classes as fit, the price of a pair in each class, and the most an optimum can cost.

    One pair more in a class has to cost more than all pairs of later classes together. A settled class
    cannot have fewer pairs than it has, so its share of that sum is its count, not the number of pairs.
    """
    room = HIGHEST_WEIGHT // settled_range(counts)
    fitting = 0
    while fitting < len(unsettled) and (most + 1) ** (fitting + 1) < room:
        fitting += 1
    if unsettled and not fitting:
        raise OverflowError("the classes of pairs in use need more than 128 bits")
    batch = unsettled[:fitting]
    prices, bound = {}, 0
    for number in reversed(batch):
        prices[number] = bound + 1
        bound += most * (bound + 1)
    return batch, *settled_prices(counts, prices, bound)


def settled_range(counts: Counter[int]) -> int:
    """By how much the settled classes multiply the largest weight."""
    product = 1
    for count in counts.values():
        product *= 1 + count
    return product


def settled_prices(counts: Counter[int], below: dict[int, int], bound: int) -> tuple[dict[int, int], int]:
    """The prices of the settled classes above digits that sum up to bound at most, and the new bound."""
    prices = dict(below)
    for number in sorted(counts, reverse=True):
        prices[number] = bound + 1
        bound += counts[number] * (bound + 1)
    return prices, bound


def price_of(classes: Classes, prices: Mapping[int, int]) -> int:
    """What one pair of these classes costs; classes not yet considered cost nothing."""
    return sum(prices.get(number, 0) for number in classes)


def cheapest(
    edges: Edges, prices: Mapping[int, int], bound: int, extra: Mapping[Pair, int] | None = None
) -> list[Pair]:
    """A perfect matching of least price, if there is one and its price is at most bound; else fewer pairs.

    Each pair weighs bound + 1 less its price: one pair more outweighs any saving, and a pair that costs more
    than bound is in no such matching.
    """
    import rustworkx  # here, because a small field is paired without it

    priced = {classes: price_of(classes, prices) for classes in set(edges.values())}
    node_of: dict[Place, int] = {}
    weighted: list[tuple[int, int, int]] = []
    for pair, classes in edges.items():
        price = priced[classes] + (extra.get(pair, 0) if extra else 0)
        if price <= bound:
            one = node_of.setdefault(pair[0], len(node_of))
            other = node_of.setdefault(pair[1], len(node_of))
            weighted.append((one, other, bound + 1 - price))
    assert bound < HIGHEST_WEIGHT
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(node_of)
    graph.add_edges_from(weighted)
    places = list(node_of)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    pairs = ((places[one], places[other]) for one, other in matched)
    return [(min(pair), max(pair)) for pair in pairs]


def choose(edges: Edges, counts: Counter[int], choice: Choice) -> list[Pair]:
    """6 可能な限り下位選手と: the choosers in turn, each with the most wanted opponent an optimum allows."""
    chosen: list[Pair] = []
    while wishes := wishes_in_turn(edges, choice):
        prices, bound, extra, choosers = wish_prices(wishes, counts)
        pairs = cheapest(edges, prices, bound, extra)
        partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        fixed = fixed_pairs(choosers, partner)
        chosen += fixed
        counts = counts - Counter(n for pair in fixed for n in edges[min(pair), max(pair)])
        edges = remaining(edges, fixed, counts)
    return chosen


def wishes_in_turn(edges: Edges, choice: Choice) -> dict[Place, list[Place]]:
    """For each chooser in turn the opponents who haven't had their turn, the most wanted first."""
    partners: dict[Place, set[Place]] = {}
    for one, other in edges:
        partners.setdefault(one, set()).add(other)
        partners.setdefault(other, set()).add(one)
    wishes: dict[Place, list[Place]] = {}
    for place in choice.turns:
        if place in partners:
            wishes[place] = [o for o in choice.wanted if o in partners[place] and o not in wishes]
    return {place: wanted for place, wanted in wishes.items() if wanted}


def wish_prices(
    wishes: Mapping[Place, Sequence[Place]], counts: Counter[int]
) -> tuple[dict[int, int], int, dict[Pair, int], list[Place]]:
    """Class prices above the wishes of the first choosers, as many as fit.

    A chooser's pair costs its number in the list of wishes, and one number more costs more than the worst
    wishes of all later choosers together.
    """
    room = HIGHEST_WEIGHT // settled_range(counts)
    choosers: list[Place] = []
    product = 1
    for place, wanted in wishes.items():
        product *= len(wanted)
        if product >= room:
            break
        choosers.append(place)
    if not choosers:
        raise OverflowError("the classes of pairs in use need more than 128 bits")
    extra: dict[Pair, int] = {}
    bound = 0
    for place in reversed(choosers):
        step = bound + 1
        for number, other in enumerate(wishes[place]):
            extra[min(place, other), max(place, other)] = number * step
        bound += (len(wishes[place]) - 1) * step
    return *settled_prices(counts, {}, bound), extra, choosers


def fixed_pairs(choosers: Sequence[Place], partner: Mapping[Place, Place]) -> list[Pair]:
    """The pairs of the choosers in turn; who was chosen before doesn't choose."""
    taken: set[Place] = set()
    fixed: list[Pair] = []
    for place in choosers:
        if place not in taken:
            fixed.append((place, partner[place]))
            taken.update(fixed[-1])
    return fixed


def remaining(edges: Edges, fixed: Sequence[Pair], counts: Counter[int]) -> Edges:
    """The pairs still possible: nobody fixed, no class of which every optimum has no more pairs."""
    gone = {place for pair in fixed for place in pair}
    return {
        pair: classes
        for pair, classes in edges.items()
        if gone.isdisjoint(pair) and all(number in counts for number in classes)
    }
