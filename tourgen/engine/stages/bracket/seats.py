"""Who stands where in a tree when it is entered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from tourgen.engine import pairing
from tourgen.engine.situation import Situation
from tourgen.engine.stages.avoiding import CLASSES, Levels
from tourgen.engine.stages.base import EMPTY, Pick, Slot
from tourgen.formats.models import Bracket

MOST_LISTED = 8  # seats of which every way to pair them is shown: 105 ways


def seeding_order(size: int) -> list[int]:
    """The lines of a tree from top to bottom in which the best meet last: 1, 4, 2, 3."""
    order = [1]
    while len(order) < size:
        twice = 2 * len(order)
        order = [seed for one in order for seed in (one, twice + 1 - one)]
    return order


def seats(declared: Bracket, now: Situation, picks: Sequence[Pick], least: int) -> list[Slot]:
    """The places of the tree from top to bottom; `least`: the size that the given rounds ask for."""
    if isinstance(declared.seats, tuple):
        return _listed(declared, declared.seats, now, picks)
    slots = [pick.slot for pick in picks]
    size = max(least, declared.size or 0, 1 << max(0, len(slots) - 1).bit_length())
    if declared.seats == "across":
        return _across(picks, size)
    if declared.seats == "seeded" and "same-group" in declared.avoid:
        slots = apart(picks, size)
    seeds = [slot for slot in slots if declared.seeds and slot.no is not None and now.entrants[slot.no].seed]
    others = [slot for slot in slots if slot not in seeds]
    if declared.seats == "seeded":
        return _on_lines(dict(enumerate([*seeds, *others], 1)), [], size)
    lines = dict(enumerate(seeds, 1))
    if declared.seats == "drawn":
        lots = now.lots.of_round(now.after + 1)
        others.sort(key=lambda slot: lots.get(slot.no or 0, EMPTY * EMPTY + slot.number))
        if declared.avoid and len(slots) > 1:
            others = _fewest_avoided(declared, now, lines, others, size)
    return _on_lines(lines, others, size)


def _on_lines(lines: Mapping[int, Slot], others: Sequence[Slot], size: int) -> list[Slot]:
    """The tree from top to bottom: those with a line of their own, the others one after another on the lines left.

    Lines beyond the number of players are empty: they stand opposite the seeds first, then spread, never two together.
    """
    players, left = len(lines) + len(others), iter(others)
    return [
        lines[line] if line in lines else next(left) if line <= players else Slot(EMPTY + line, None)
        for line in seeding_order(size)
    ]


def _across(picks: Sequence[Pick], size: int) -> list[Slot]:
    """A1-B2, C1-D2 above, B1-A2, D1-C2 below: neighbouring groups meet, group mates only in the final."""
    groups = list(dict.fromkeys(pick.group for pick in picks))
    if len(groups) < 2 or len(groups) % 2:
        return _on_lines(dict(enumerate((pick.slot for pick in picks), 1)), [], size)
    upper: list[Slot] = []
    lower: list[Slot] = []
    for pair in zip(groups[::2], groups[1::2], strict=True):
        mine = [pick.slot for pick in picks if pick.group in pair]
        part = _on_lines(dict(enumerate(mine, 1)), [], 1 << max(1, len(mine) - 1).bit_length())
        upper += part[: len(part) // 2]
        lower += part[len(part) // 2 :]
    half = max(size, 1 << (len(upper) + len(lower) - 1).bit_length()) // 2
    return [*_on_lines({}, upper, half), *_on_lines({}, lower, half)]


# --- Listed


def _listed(declared: Bracket, names: Sequence[str], now: Situation, picks: Sequence[Pick]) -> list[Slot]:
    """`["A", "D", "B", "C"]`: each seat names a group's winner, or a group and a rank; "" is an empty place."""
    named = _named(names, picks)
    if not declared.avoid:
        return named
    # 「再戦はできるだけ回避した組み合わせ」: fewest of these first, then 12-34, 13-24, 14-23.
    here = {slot.no for slot in named if slot.no is not None and now.is_here(slot.no)}
    tables = [CLASSES[word](now, [*here], declared.sources) for word in declared.avoid]

    def level(one: int, other: int, table: Levels) -> int:
        first, second = named[one].no, named[other].no
        return int(first in here and second in here and second in table.get(first or 0, {}))

    chooser = Chooser(range(len(named)), [partial(level, table=one) for one in tables])
    left, found = list(range(len(named))), list[Slot]()
    while left:
        pair = chooser.first_pair(left[:1], left[1:])
        left = [at for at in left if at not in pair]
        found += [named[at] for at in pair]
    return found


def _named(names: Sequence[str], picks: Sequence[Pick]) -> list[Slot]:
    by_name = {pick.name: pick.slot for pick in reversed(picks)}
    return [by_name.get(name, Slot(EMPTY + at, None)) for at, name in enumerate(names)]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pair the listed seats: their names, how many pairs of each class of `avoid`, and which these are."""

    names: tuple[tuple[str, str], ...]
    counts: tuple[int, ...]
    avoided: tuple[tuple[int, int], ...]


def ways_of(declared: Bracket, now: Situation, picks: Sequence[Pick]) -> list[Way]:
    """Every way to pair a list of seats, in order; none where nothing is avoided, or there are too many to be read."""
    if not isinstance(declared.seats, tuple) or not declared.avoid or len(declared.seats) > MOST_LISTED:
        return []
    name_of = dict(zip(_named(declared.seats, picks), declared.seats, strict=True))
    found = []
    for way in pairings(list(name_of)):
        counts = [avoided_pairs(declared, now, pair) for pair in way]
        names = tuple((name_of[one], name_of[other]) for one, other in way)
        avoided = tuple((a.no or 0, b.no or 0) for (a, b), of in zip(way, counts, strict=True) if any(of))
        found.append(Way(names, tuple(map(sum, zip(*counts, strict=True))), avoided))
    return found


def pairings(slots: Sequence[Slot]) -> Iterator[list[tuple[Slot, Slot]]]:
    """Every way to pair these places, in the order {12, 34}, {13, 24}, {14, 23}."""
    if not slots:
        yield []
        return
    first, rest = slots[0], slots[1:]
    for index, second in enumerate(rest):
        for others in pairings([*rest[:index], *rest[index + 1 :]]):
            yield [(first, second), *others]


def avoided_pairs(declared: Bracket, now: Situation, slots: Sequence[Slot]) -> tuple[int, ...]:
    """How many pairs of each class of `avoid` a first round has; a match against an empty place is none."""
    here = [slot.no for slot in slots if slot.no is not None and now.is_here(slot.no)]
    tables = [CLASSES[word](now, here, declared.sources) for word in declared.avoid]
    pairs = [(one.no, other.no) for one, other in zip(slots[::2], slots[1::2], strict=True)]
    both = [(one, other) for one, other in pairs if one in here and other in here]
    return tuple(sum(other in table.get(one or 0, {}) for one, other in both) for table in tables)


# --- Drawn


def _fewest_avoided(
    declared: Bracket, now: Situation, seeds: Mapping[int, Slot], others: Sequence[Slot], size: int
) -> list[Slot]:
    """組合せは抽選: the fewest pairs of `avoid`, then from the top down the smallest lot that keeps to them."""
    everybody = [slot.no for slot in (*seeds.values(), *others) if slot.no is not None]
    tables = [CLASSES[word](now, everybody, declared.sources) for word in declared.avoid]
    players, order = len(seeds) + len(others), seeding_order(size)
    pairs = zip(order[::2], order[1::2], strict=True)
    # A line that is taken, or empty, beside an open one is a node of its own: it must be paired with a player.
    beside = [[-line for line in pair if line in seeds or line > players] for pair in pairs]
    beside = [fixed for fixed in beside if len(fixed) < 2]
    player_of = {at: slot.no for at, slot in enumerate(others, 1)}
    player_of |= {line: seeds[-line].no if -line in seeds else None for fixed in beside for line in fixed}

    def level(one: int, other: int, table: Levels) -> int:
        first, second = player_of[one], player_of[other]
        return 0 if first is None or second is None else table.get(first, {}).get(second, 0)

    chooser = Chooser(
        player_of, [lambda *two: int(max(two) < 0), *(partial(level, table=one) for one in tables)]
    )
    left = list(range(1, len(others) + 1))
    found: list[Slot] = []
    for fixed in beside:
        # The smallest lot may be needed beside an empty line further down.
        chosen = chooser.first_pair(fixed or left, left)
        left = [at for at in left if at not in chosen]
        found += [others[at - 1] for at in chosen if at > 0]
    return found


class Chooser:
    """Chooses pairs one after another so that a pairing with the fewest avoided pairs stays possible."""

    def __init__(self, nodes: Iterable[int], levels: Sequence[Callable[[int, int], int]]) -> None:
        nodes = tuple(nodes)

        def table(level: Callable[[int, int], int]) -> dict[int, dict[int | None, int]]:
            return {
                one: {other: worth for other in nodes if other != one and (worth := level(one, other))}
                for one in nodes
            }

        avoided = [pairing.Avoided("", table(level)) for level in levels]
        self.pool = pairing.Pool(nodes, dict.fromkeys(nodes, 0), tuple(avoided))
        self.best = pairing.least_counts(self.pool)
        self.chosen: list[tuple[int, int | None]] = []

    def first_pair(self, nodes: Sequence[int], wanted: Sequence[int]) -> tuple[int, int]:
        """The first of the nodes, with the first of the wanted, that keeps the optimum; the choice is kept."""
        for node, other in product(nodes, wanted):
            if node != other and pairing.least_counts(self.pool, [*self.chosen, (node, other)]) == self.best:
                self.chosen.append((node, other))
                return node, other
        raise AssertionError("no optimum keeps the pairs that were chosen")


# --- Seeded, group mates apart


def apart(picks: Sequence[Pick], size: int) -> list[Slot]:
    """Equal group ranks are exchanged so that group mates meet as late as possible, nearest to the seeding.

    Rank by rank: the first of all groups stand on their lines; the second of each take the lines of the seconds
    where they meet their own group's first latest, the best seeded line choosing first.
    """
    order = seeding_order(size)
    row = {seed: order.index(seed) for seed in order}
    placed: dict[int, Pick] = {}
    for tier in sorted({pick.tier for pick in picks}):
        lines = [line for line, pick in enumerate(picks, 1) if pick.tier == tier]
        mine = [picks[line - 1] for line in lines]
        placed |= dict(zip(lines, _exchanged(mine, lines, placed, row), strict=True))
    return [placed[at].slot for at in sorted(placed)]


def _exchanged(
    mine: Sequence[Pick], lines: Sequence[int], placed: dict[int, Pick], row: dict[int, int]
) -> list[Pick]:
    """The picks of one rank in the order of their lines."""

    def early(line: int, pick: Pick) -> int:
        """How early the pick would meet a group mate on this line: 0 never, more the earlier."""
        mates = [other for other, one in placed.items() if one.group == pick.group]
        rounds = [(row[line] ^ row[other]).bit_length() for other in mates]
        return max((len(row).bit_length() - met for met in rounds), default=0)

    # Lines are nodes -1, -2, …, picks are nodes 0, 1, …; only a line and a pick can be paired.
    line_of = {-at - 1: line for at, line in enumerate(lines)}

    def alike(one: int, other: int) -> int:
        return int((one < 0) == (other < 0))

    def level(one: int, other: int) -> int:
        line, pick = sorted((one, other))
        return 0 if alike(one, other) else early(line_of[line], mine[pick])

    if not placed or len({pick.group for pick in mine}) < 2:
        return list(mine)
    left = list(range(len(mine)))
    chooser = Chooser([*line_of, *left], [alike, level])
    found = []
    for node in line_of:
        _, chosen = chooser.first_pair([node], left)
        left.remove(chosen)
        found.append(mine[chosen])
    return found
