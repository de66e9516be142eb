"""The optimal pairing of a field by weighted matchings (組み合わせ方法 2-6; section 8, Swiss pairing).

First the number of pairs in each class is settled, the worst class first, and pairs of a class that no optimum
uses are ruled out. Then the places choose from the top down, in digits below the classes. Each matching settles
as many classes, or choosers, as its weights hold.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import prod

from tourgen.rules.field import Choice, Classes, Field, Pair, Place
from tourgen.rules.matching import HIGHEST_WEIGHT, Edges, Part, cheapest, ordered, parts_of


def optimal_pairs(field: Field, choice: Choice) -> list[Pair]:
    """The pairs of the choosers in the optimal pairing the choice asks for, the chooser first, in turn."""
    return chosen_pairs(settled_parts(field), choice)


def settled_parts(field: Field) -> list[Part]:
    """The parts of the field, with the pairs that its optimal pairings are made of.

    Nobody needs an avoided pair or a wide gap if all can be paired within narrow gaps, because every pairing
    with one is worse. Hence the narrow gaps first. Unwelcome pairs stay: one may save a gap.
    """
    of_gaps = field.classes_of_gaps()
    gaps = sorted(of_gaps)
    reach = 1
    while reach <= len(gaps):
        parts = settled(narrow_edges(field, gaps[reach - 1], of_gaps), len(field))
        if parts:
            return parts
        reach *= 2
    return settled(all_edges(field, of_gaps), len(field))


def narrow_edges(field: Field, widest: int, of_gaps: Mapping[int, Classes]) -> Edges:
    """The pairs avoided for nothing but a win difference of at most widest, the unwelcome ones among them."""
    wins, unwelcome, edges = field.wins, field.classes_unwelcome(), {}
    for high in range(len(field)):
        avoided = field.avoided_at_any_gap(high)
        for low in range(high + 1, len(field)):
            gap = abs(wins[high] - wins[low])
            if gap <= widest and low not in avoided:
                pair = high, low
                edges[pair] = of_gaps[gap] + unwelcome.get(pair, ())
    return edges


def all_edges(field: Field, of_gaps: Mapping[int, Classes]) -> Edges:
    """All pairs of the field."""
    wins, unwelcome, edges = field.wins, field.classes_unwelcome(), {}
    for high in range(len(field)):
        avoided = field.classes_avoided(high)
        for low in range(high + 1, len(field)):
            pair, of_gap = (high, low), of_gaps[abs(wins[high] - wins[low])]
            edges[pair] = avoided.get(low, ()) + of_gap + unwelcome.get(pair, ())
    return edges


def settled(edges: Edges, size: int) -> list[Part]:
    """The parts these pairs fall into once all classes are settled; none if they don't pair everybody."""
    done: list[Part] = []
    todo = [Part(edges, [], Counter())]
    while todo:
        part = todo.pop()
        unsettled = sorted({n for classes in part.edges.values() for n in classes} - set(part.counts))
        prices, bound = class_prices(part.counts, unsettled, len(part.pairs) or size // 2)
        pairs = cheapest_in(part, prices, bound)
        if not part.pairs and 2 * len(pairs) < size:
            return []
        parts = parts_of(part.edges, pairs, prices)
        (done if prices.keys() >= set(unsettled) else todo).extend(parts)
    return done


def class_prices(counts: Counter[int], unsettled: Sequence[int], most: int) -> tuple[dict[int, int], int]:
    """The price of a pair in each settled class and as many others as fit; and the most an optimum costs.

    One pair more in a class has to cost more than it can save: at most what the optimum has in later classes.
    That is at most all pairs of a class not yet settled, and just the count of a settled one.
    """
    fitting = 1
    while fitting < len(unsettled) and (most + 1) ** (fitting + 1) * spread(counts) < HIGHEST_WEIGHT:
        fitting += 1
    prices, bound = {}, 0
    for number in reversed(unsettled[:fitting]):
        prices[number] = bound + 1
        bound += most * (bound + 1)
    return above_all(counts, prices, bound)


def spread(counts: Counter[int]) -> int:
    """By how much the prices of the settled classes multiply the bound."""
    return prod(1 + count for count in counts.values())


def above_all(counts: Counter[int], prices: dict[int, int], bound: int) -> tuple[dict[int, int], int]:
    """These prices, below those of the settled classes, and the new bound.

    Where sufficient prices need too many bits, classes with many pairs are taken for smaller ones. Should a
    price turn out too low, the counts show it.
    """
    most = max(counts.values(), default=0)
    while True:
        found, total, step = dict(prices), bound, bound + 1
        for number in sorted(counts, reverse=True):
            found[number] = step
            total += counts[number] * step
            step += min(counts[number], most) * step
        if total < HIGHEST_WEIGHT or not most:
            return found, total
        most //= 2


def cheapest_in(
    part: Part, prices: Mapping[int, int], bound: int, wishes: Mapping[Pair, int] | None = None
) -> list[Pair]:
    """The cheapest pairing of the part, which is optimal in the settled classes.

    All such pairings cost the same in those classes, so that it is the cheapest of them in everything else, even
    if the prices alone didn't make sure that it is one.
    """
    pairs = cheapest(part.edges, prices, bound, wishes)
    if Counter(n for pair in pairs for n in part.edges[pair] if n in part.counts) != part.counts:
        raise OverflowError("more classes of pairs hang together than 128 bits can tell apart")
    return pairs


def chosen_pairs(parts: Iterable[Part], choice: Choice) -> list[Pair]:
    """6 可能な限り下位選手と: the choosers in turn, each with the most wanted opponent an optimum allows."""
    turn = {place: at for at, place in enumerate(choice.turns)}
    chosen: list[Pair] = []
    todo = list(parts)
    while todo:
        part = todo.pop()
        wishes = wishes_in_turn(part.edges, turn, choice.wish)
        if not wishes:
            continue
        fixed, pairs = next_choices(part, wishes)
        chosen += fixed
        gone = {place for pair in fixed for place in pair}
        edges = {pair: classes for pair, classes in part.edges.items() if gone.isdisjoint(pair)}
        todo += parts_of(edges, [pair for pair in pairs if gone.isdisjoint(pair)], part.counts)
    return sorted(chosen, key=lambda pair: turn[pair[0]])


def wishes_in_turn(edges: Edges, turn: Mapping[Place, int], wish: Sequence[int]) -> dict[Place, list[Place]]:
    """For each chooser in turn the opponents who don't choose before, the most wanted first."""
    wishes: dict[Place, list[Place]] = {}
    later = len(turn)
    for high, low in edges:
        chooser, other = (high, low) if turn.get(high, later) < turn.get(low, later) else (low, high)
        if chooser in turn:
            wishes.setdefault(chooser, []).append(other)
    return {
        place: sorted(wishes[place], key=wish.__getitem__) for place in sorted(wishes, key=turn.__getitem__)
    }


def next_choices(part: Part, wishes: Mapping[Place, Sequence[Place]]) -> tuple[list[Pair], list[Pair]]:
    """The pairs of the first choosers, as many as fit; and an optimal pairing of the part that has them.

    A pair costs its number among the chooser's wishes, and one number more costs more than the last wishes of
    all later choosers together.
    """
    choosers = fitting_choosers(part, wishes)
    priced: dict[Pair, int] = {}
    bound = 0
    for place in reversed(choosers):
        step = bound + 1
        priced |= {ordered(place, other): at * step for at, other in enumerate(wishes[place])}
        bound += (len(wishes[place]) - 1) * step
    pairs = cheapest_in(part, *above_all(part.counts, {}, bound), priced)
    partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    fixed: dict[Place, Place] = {}
    for place in choosers:
        if place not in fixed.values():
            fixed[place] = partner[place]
    return list(fixed.items()), pairs


def fitting_choosers(part: Part, wishes: Mapping[Place, Sequence[Place]]) -> list[Place]:
    """The first choosers, as many as fit below the classes, at least one."""
    choosers: list[Place] = []
    room = HIGHEST_WEIGHT // spread(part.counts)
    for place, wanted in wishes.items():
        room //= len(wanted)
        if choosers and not room:
            break
        choosers.append(place)
    return choosers
