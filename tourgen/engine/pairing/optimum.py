"""The optimal pairings of a field, for any order of classes, and the choice among them: one plain way by matchings.

First the number of pairs in each class is settled, the worst class first, and pairs of a class that no optimal pairing
uses are ruled out. Then the places choose in turn, in digits below the classes. Each matching settles as many classes,
or as many choosers, as its weights hold.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from tourgen.engine.pairing import matching
from tourgen.engine.pairing.field import Class, Field, Place, PlacePair
from tourgen.engine.pairing.matching import Edges, Part, cheapest, free_of, ordered, parts_of

Prices = dict[Class, int]
Wish = Callable[[Place, Place], tuple[int, ...]]
"""How much a chooser wants an opponent: the smallest is the most wanted."""


def optimal_pairs(field: Field, choosers: Sequence[Place], wish: Wish) -> list[PlacePair]:
    """The pairs of the choosers in turn, each with the most wanted opponent an optimum allows, the chooser first."""
    turn = {place: at for at, place in enumerate(choosers)}
    chosen: list[PlacePair] = []
    todo = optimal_parts(field)
    while todo:
        part = todo.pop()
        wishes = wishes_in_turn(part.edges, turn, wish)
        if not wishes:
            continue
        fixed, pairs = next_choices(part, wishes)
        chosen += fixed
        gone = {place for two in fixed for place in two}
        edges = {two: classes for two, classes in part.edges.items() if gone.isdisjoint(two)}
        todo += parts_of(edges, [two for two in pairs if gone.isdisjoint(two)], part.counts)
    return sorted(chosen, key=lambda two: turn[two[0]])


def optimal_parts(field: Field) -> list[Part]:
    """The parts of the field, with the pairs that its optimal pairings are made of."""
    pairs = [(place, place + 1) for place in range(0, len(field), 2)]
    done, todo = [], list(parts_of(field.edges(), pairs, ()))
    while todo:
        part = todo.pop()
        classes = {one for classes in part.edges.values() for one in classes}
        unsettled = sorted(classes - part.counts.keys())
        if unsettled:
            todo += settle(part, unsettled)
        else:
            done.append(part)
    return done


def settle(part: Part, unsettled: Sequence[Class]) -> Iterator[Part]:
    """The parts into which this one falls when at least one more class is settled.

    If everybody can be paired without the worst classes, no optimal pairing has a pair of these. Hence the mildest
    class is tried alone, then the two mildest, then four, and so on.
    """
    allowed = 1
    while True:
        edges = free_of(set(unsettled[:-allowed]), part.edges)
        prices, bound = class_prices(part, unsettled[-allowed:])
        pairs = cheapest(edges, prices, bound)
        if is_optimal(pairs, part):
            return parts_of(edges, pairs, prices)
        if allowed >= len(unsettled):
            raise OverflowError("more classes of pairs hang together than 128 bits can tell apart")
        allowed *= 2


def is_optimal(pairs: Sequence[PlacePair], part: Part) -> bool:
    """Whether these pairs are a pairing of the part that is optimal in the settled classes.

    All such pairings cost the same in those classes, so that the cheapest is the cheapest of them in everything else,
    even if the prices alone didn't make sure that it is one.
    """
    counts = Counter(one for two in pairs for one in part.edges[two] if one in part.counts)
    return len(pairs) == len(part.pairs) and counts == part.counts


def class_prices(part: Part, unsettled: Sequence[Class]) -> tuple[Prices, int]:
    """The price of a pair in each settled class and as many others as fit; and the most an optimum costs.

    One pair more in a class has to cost more than it can save: at most what the optimum has in later classes.
    That is at most all pairs of a class not yet settled, and just the count of a settled one.
    """
    most = len(part.pairs)
    fitting = 1
    while fitting < len(unsettled) and (most + 1) ** (fitting + 1) * spread(part) < matching.HIGHEST_WEIGHT:
        fitting += 1
    prices, bound = {}, 0
    for one in reversed(unsettled[:fitting]):
        prices[one] = bound + 1
        bound += most * (bound + 1)
    return above_all(part.counts, prices, bound)


def spread(part: Part) -> int:
    """By how much the prices of the settled classes multiply the bound."""
    return prod(1 + count for count in part.counts.values())


def above_all(counts: Counter[Class], prices: Prices, bound: int) -> tuple[Prices, int]:
    """These prices, below those of the settled classes, and the new bound.

    Where sufficient prices need too many bits, classes with many pairs are taken for smaller ones. Should a
    price turn out too low, the counts show it.
    """
    most = max(counts.values(), default=0)
    while True:
        found, total, step = dict(prices), bound, bound + 1
        for one in sorted(counts, reverse=True):
            found[one] = step
            total += counts[one] * step
            step += min(counts[one], most) * step
        if total < matching.HIGHEST_WEIGHT or not most:
            return found, total
        most //= 2


def wishes_in_turn(edges: Edges, turn: Mapping[Place, int], wish: Wish) -> dict[Place, list[Place]]:
    """For each chooser in turn the opponents who don't choose before, the most wanted first."""
    wishes: dict[Place, list[Place]] = {}
    later = len(turn)
    for high, low in edges:
        chooser, other = (high, low) if turn.get(high, later) < turn.get(low, later) else (low, high)
        if chooser in turn:
            wishes.setdefault(chooser, []).append(other)
    for chooser, others in wishes.items():
        others.sort(key=lambda other: wish(chooser, other))
    return {place: wishes[place] for place in sorted(wishes, key=turn.__getitem__)}


def next_choices(
    part: Part, wishes: Mapping[Place, Sequence[Place]]
) -> tuple[list[PlacePair], list[PlacePair]]:
    """The pairs of the first choosers, as many as fit; and an optimal pairing of the part that has them.

    A pair costs its number among the chooser's wishes, and one number more costs more than the last wishes of
    all later choosers together.
    """
    choosers = fitting_choosers(part, wishes)
    priced: dict[PlacePair, int] = {}
    bound = 0
    for place in reversed(choosers):
        step = bound + 1
        priced |= {ordered(place, other): at * step for at, other in enumerate(wishes[place])}
        bound += (len(wishes[place]) - 1) * step
    pairs = cheapest(part.edges, *above_all(part.counts, {}, bound), priced)
    if not is_optimal(pairs, part):
        raise OverflowError("more classes of pairs hang together than 128 bits can tell apart")
    partner = {one: other for two in pairs for one, other in (two, two[::-1])}
    fixed: dict[Place, Place] = {}
    for place in choosers:
        if place not in fixed.values():
            fixed[place] = partner[place]
    return list(fixed.items()), pairs


def fitting_choosers(part: Part, wishes: Mapping[Place, Sequence[Place]]) -> list[Place]:
    """The first choosers, as many as fit below the classes, at least one."""
    choosers: list[Place] = []
    room = matching.HIGHEST_WEIGHT // spread(part)
    for place, wanted in wishes.items():
        room //= len(wanted)
        if choosers and not room:
            break
        choosers.append(place)
    return choosers
