"""Who sits where in a tree when it is entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import combinations
from typing import TYPE_CHECKING

from tourgen.verify.pairing import heaviest
from tourgen.verify.stage import Seat

if TYPE_CHECKING:
    from tourgen.verify.bracket import BracketStage

EMPTY = Seat(None)
PAIR = 2
Faults = Callable[[Seat, Seat], tuple[int, ...]]  # the classes of `avoid` into which two fall


def seated(stage: BracketStage, entrants: Sequence[Seat]) -> list[Seat]:
    """The places from the top of the tree; an empty one has nobody."""
    seats = stage.declared.seats
    if not entrants:
        return []
    if isinstance(seats, tuple):
        return _avoiding(stage, [_named(name, entrants) for name in seats])
    if seats == "by-number":
        by_number = {seat.number: seat for seat in entrants}
        return [by_number.get(n, Seat(None, None, 0, n)) for n in range(1, (stage.declared.size or 0) + 1)]
    size = _size(stage, entrants)
    if seats == "seeded":
        return _seeded(stage, entrants, size)
    if seats == "drawn":
        return _drawn(stage, entrants, size)
    if seats == "across":
        return _across(entrants, size)
    return _filled(*_marked(stage, entrants), size)


def in_order(places: Sequence[Seat]) -> list[Seat]:
    """The tree of a group of the repechage: its places one after another."""
    return _filled((), places, max(PAIR, 1 << (len(places) - 1).bit_length()))


def _marked(stage: BracketStage, entrants: Sequence[Seat]) -> tuple[list[Seat], list[Seat]]:
    """`seeds = "roster"`: who is marked シード, on the lines of the best, and the others."""
    seeds = stage.declared.seeds == "roster"
    roster = stage.course.facts.entrants
    marked = [seat for seat in entrants if seeds and seat.no is not None and roster[seat.no].seed]
    return marked, [seat for seat in entrants if seat not in marked]


def _size(stage: BracketStage, entrants: Sequence[Seat]) -> int:
    """The next power of two, but no less than the given rounds ask for; one alone needs no tree."""
    rounds = stage.declared.rounds
    least = 1 << rounds[1] - rounds[0] + 1 if isinstance(rounds, tuple) and not stage.numbered else 1
    least = PAIR if stage.numbered else least
    return max(least, stage.declared.size or 1, 1 << max(0, len(entrants) - 1).bit_length())


def tree_order(size: int) -> list[int]:
    """Seeds from the top of the tree, so that the best meet last: 1 4 2 3, then 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def _named(name: str, entrants: Sequence[Seat]) -> Seat:
    """`A`: who comes from group A; `A1`: its first."""
    for seat in entrants:
        if seat.group is not None and name in (seat.group, f"{seat.group}{seat.rank}"):
            return seat
    return EMPTY


def _faults(stage: BracketStage) -> Faults:
    """The classes of `avoid` into which two who meet at once fall."""
    facts = stage.course.facts
    met = stage.course.record.meetings(before=stage.first)  # what was played since decides no seat

    def faults(one: Seat, other: Seat) -> tuple[int, ...]:
        if (
            one.no is None
            or other.no is None
            or any(facts.gone(no, stage.first or 1) for no in (one.no, other.no))
        ):
            return (0,) * len(stage.declared.avoid)
        school = facts.entrants[one.no].school
        same = {
            "rematch": met.get(frozenset((one.no, other.no)), 0) > 0,
            "same-school": bool(school) and school == facts.entrants[other.no].school,
            "same-group": stage.course.group_mates(stage, one.no, other.no),
        }
        return tuple(int(same[name]) for name in stage.declared.avoid)

    return faults


def _avoiding(stage: BracketStage, listed: list[Seat]) -> list[Seat]:
    """「再戦はできるだけ回避した組み合わせとします」: fewest of these, then as listed: 12 34, 13 24, 14 23."""
    if not stage.declared.avoid:
        return listed
    return _first_arrangement([None] * len(listed), listed, _faults(stage))


def _seeded(stage: BracketStage, entrants: Sequence[Seat], size: int) -> list[Seat]:
    """Everybody at their place; a missing seed leaves it empty, so that the best wait."""
    order, seats = tree_order(size), _filled(entrants, (), size)
    if "same-group" in stage.declared.avoid:
        seats = _group_mates_apart(seats, order)
    in_turn = [seats[order.index(line)] for line in range(1, len(entrants) + 1)]
    marked, others = _marked(stage, in_turn)
    return _filled([*marked, *others], (), size)


def _group_mates_apart(seats: list[Seat], order: Sequence[int]) -> list[Seat]:
    """Those of equal group rank are exchanged until group mates meet as late as possible, nearest to the seeding.

    Rank by rank: the firsts stay, everybody else is put among the seats of the own rank where the mates that sit
    already are met latest; of equally good ways the one in which the better seats go to the better seeds.
    """
    at = {seed: place for place, seed in enumerate(order)}
    found: dict[int, Seat] = {}
    for rank in sorted({seat.rank for seat in seats if seat.no is not None}):
        own = [seed for seed in sorted(at) if seats[at[seed]].no is not None and seats[at[seed]].rank == rank]
        count, costs = len(own), dict[tuple[int, int], int]()
        for turn, seed in enumerate(own):
            for other, seat in enumerate((seats[at[one]] for one in own), count):
                # The round in which two places meet: the highest bit in which they differ; the first meeting counts.
                mates = (place for place, mate in found.items() if mate.group == seat.group)
                first = min(((place ^ at[seed]).bit_length() for place in mates), default=None)
                costs[turn, other] = 0 if first is None else (2 * count + 1) ** (10 - first)
        open_, left = set(range(2 * count)), list(range(count, 2 * count))
        for turn, seed in enumerate(own):
            fewest, open_ = _least(open_, costs), open_ - {turn}
            chosen = next(
                one for one in left if costs[turn, one] + (_least(open_ - {one}, costs) or 0) == fewest
            )
            open_.remove(chosen)
            left.remove(chosen)
            found[at[seed]] = seats[at[own[chosen - count]]]
    return [found.get(place, EMPTY) for place in range(len(seats))]


def _least(nodes: Set[int], costs: Mapping[tuple[int, int], int]) -> int | None:
    """The least cost with which all of these can be put into pairs; None where they can't."""
    open_ = sorted(nodes)
    found = heaviest(open_, {pair: -costs[pair] for pair in combinations(open_, 2) if pair in costs})
    return sum(costs[pair] for pair in found) if 2 * len(found) == len(nodes) else None


def _across(entrants: Sequence[Seat], size: int) -> list[Seat]:
    """A1-B2, C1-D2 above, B1-A2, D1-C2 below; of an odd number of groups as seeded."""
    groups = list(dict.fromkeys(seat.group for seat in entrants))
    if len(groups) < PAIR or len(groups) % 2:
        return _filled(entrants, (), size)
    halves: tuple[list[Seat], list[Seat]] = ([], [])
    for turn in range(0, len(groups), 2):
        mine = [seat for seat in entrants if seat.group in groups[turn : turn + 2]]
        part = _filled(mine, (), max(PAIR, 1 << (len(mine) - 1).bit_length()))
        halves[0].extend(part[: len(part) // 2])
        halves[1].extend(part[len(part) // 2 :])
    half = max(size, 1 << (sum(map(len, halves)) - 1).bit_length()) // 2
    return [*_filled((), halves[0], half), *_filled((), halves[1], half)]


def _filled(seeds: Sequence[Seat], others: Sequence[Seat], size: int) -> list[Seat]:
    """Seeds on their lines, the others one after another, with the empty places where a seeded tree has them."""
    left, count = iter(others), len(seeds) + len(others)
    return [
        seeds[line - 1] if line <= len(seeds) else next(left) if line <= count else EMPTY
        for line in tree_order(size)
    ]


def _drawn(stage: BracketStage, entrants: Sequence[Seat], size: int) -> list[Seat]:
    """Lots decide; the fewest pairs to be avoided, then the first such arrangement in the order of lots."""
    if size == 1:
        return list(entrants)
    lots = stage.course.lots.of_round(stage.first or 1)
    marked, others = _marked(stage, entrants)
    others.sort(key=lambda seat: (seat.no is None, lots.get(seat.no or 0, seat.number)))
    lines: list[Seat | None] = [*marked, *[None] * len(others), *[EMPTY] * size]
    holders = [lines[line - 1] for line in tree_order(size)]
    return _first_arrangement(holders, others, _faults(stage))


def _first_arrangement(holders: Sequence[Seat | None], left: Sequence[Seat], faults: Faults) -> list[Seat]:
    """Seat by seat the smallest lot with which the fewest faults can still be reached."""
    pairs = list(zip(holders[::2], holders[1::2], strict=True))
    beside = [upper or lower for upper, lower in pairs if (upper is None) != (lower is None)]
    # Those left in the order of lots, then the seats beside which one is open; two seats are never a pair.
    people, players = [*left, *(seat for seat in beside if seat is not None)], len(left)
    costs: dict[tuple[int, int], int] = {}
    for one, other in combinations(range(len(people)), 2):
        if one < players:
            costs[one, other] = 0
            for fault in faults(people[one], people[other]):  # the first class in front
                costs[one, other] = costs[one, other] * len(people) + fault

    def among_players(one: int) -> dict[tuple[int, int], int]:
        """The costs without pairs of somebody with a seat."""
        return {pair: cost for pair, cost in costs.items() if pair[0] != one or pair[1] < players}

    open_, seat, found = set(range(len(people))), players, list[Seat]()
    fewest = _least(open_, costs)
    for upper, lower in pairs:
        if upper is not None and lower is not None:
            found += [upper, lower]
            continue
        waiting = sorted(one for one in open_ if one < players)
        if upper is None and lower is None:
            # The smallest lot may be needed beside a seat further down.
            first = next(one for one in waiting if _least(open_, among_players(one)) == fewest)
        else:
            first, seat = seat, seat + 1
        for other in waiting:
            rest = None if other == first else _least(open_ - {first, other}, costs)
            if rest is not None and rest + costs[min(first, other), max(first, other)] == fewest:
                break
        fewest, open_ = rest, open_ - {first, other}
        alone = people[first] if first < players else upper or people[other]
        found += [alone, lower or people[other]]
    return found
