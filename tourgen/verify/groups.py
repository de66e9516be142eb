"""Groups: how many there are, who is dealt into which, and who of them goes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from tourgen.formats.models import Flow, Grouped
from tourgen.verify.stage import Seat, Stage

if TYPE_CHECKING:
    from tourgen.verify.course import Course


def group_count(sizes: Sequence[int], count: int) -> int:
    """k groups of ⌊n/k⌋ and ⌈n/k⌉, both listed; a later size only where the earlier ones can't do."""
    for known in range(1, len(sizes) + 1):
        allowed = set(sizes[:known])
        ways = [k for k in range(1, count + 1) if {count // k, -(-count // k)} <= allowed]
        if ways:
            # As many groups of the first size as can be.
            return max(ways, key=lambda k: [count // k + (at < count % k) for at in range(k)].count(sizes[0]))
    return 1


def dealt(
    names: Sequence[str],
    ordered: Sequence[int],
    how: str,
    numbers: Mapping[int, int],
    typed: Mapping[int, str | None],
) -> dict[str, list[int]]:
    """「A, B, C, D, A, …へと割り当てます」, or another way to deal those who start, in the order given."""
    groups: dict[str, list[int]] = {name: [] for name in names}
    k, count = len(names), len(ordered)
    bounds = [sum(count // k + (at < count % k) for at in range(i + 1)) for i in range(k)]
    for turn, no in enumerate(ordered):
        lap, at = divmod(turn, k)
        match how:
            case "snake":
                at = k - 1 - at if lap % 2 else at
            case "consecutive":
                at = next(i for i, bound in enumerate(bounds) if turn < bound)
            case "odd-even":
                at = (numbers[no] + 1) % 2
            case "typed":
                name = typed[no]
                at = names.index(name) if name in names else 0
        groups[names[at]].append(no)
    return groups


@dataclass(frozen=True, slots=True)
class Departure:
    """Who left a pool, as what, after which round."""

    what: str
    group: str
    after: int


class GroupStage(Stage):
    """A stage whose players are dealt into groups."""

    declared: Grouped

    def __init__(self, course: Course, declared: Grouped) -> None:
        super().__init__(course, declared)
        self.groups: dict[str, list[int]] = {}
        self.origin: dict[int, str] = {}
        self.left: dict[int, Departure] = {}  # nobody leaves a round robin

    def enter(self) -> None:
        """Everybody, or whoever comes from other stages, is dealt into groups."""
        self.deal(self._entrants() if self.declared.entered_from else list(self.course.numbers))

    def _entrants(self, only: Sequence[str] = ()) -> list[int]:
        return [seat.no for seat in self.course.entrants(self, only) if seat.no is not None]

    def inside(self, name: str) -> list[int]:
        """Who is still in a group."""
        return [no for no in self.groups[name] if no not in self.left]

    def deal(self, entrants: Sequence[int]) -> None:
        """Those who start now; the document names a single field "A", and no group where players come and go."""
        declared, course = self.declared, self.course
        numbers, facts = course.numbers, course.facts
        dealt_at_once = declared.entered_from or declared.deal == "typed"
        starting = [no for no in entrants if facts.entrants[no].from_round <= 1 or dealt_at_once]
        late = sorted(
            set(entrants) - set(starting), key=lambda no: (facts.entrants[no].from_round, numbers[no])
        )
        names = declared.groups or ("A",)
        if declared.group_sizes:
            names = tuple(str(i + 1) for i in range(group_count(declared.group_sizes, len(entrants))))
        if not declared.entered_from:
            starting.sort(key=lambda no: numbers[no])
        if declared.deal_by:
            # By what has counted so far, for the stage has no games of its own yet; then the smaller number.
            values = course.ground().values(declared.deal_by)
            starting = course.best_first(starting, values)
        typed = {no: facts.entrants[no].group for no in starting}
        self.groups = dealt(names, starting, declared.deal, numbers, typed)
        for move in getattr(declared, "even_up", ()):
            # 「人数が奇数となるリーグが1つ以下となるように」: B's largest number moves to A.
            source, target = (self.groups[name] for name in move.split(">"))
            if len(source) % 2 == 1 and len(target) % 2 == 1:
                target.append(max(source, key=lambda no: numbers[no]))
                source.remove(target[-1])
        self.join(late)

    def join(self, late: Iterable[int]) -> None:
        """Each into the smallest group, of equal ones the first."""
        for no in late:
            min(self.groups.values(), key=len).append(no)
        self.origin = {no: name for name, members in self.groups.items() for no in members}

    @property
    def members(self) -> Set[int]:
        return self.origin.keys()

    def alive(self) -> set[int]:
        return self.members - self.left.keys()

    @property
    def shown_groups(self) -> tuple[str | None, ...]:
        """The groups as the document names them."""
        named = self.declared.groups or self.declared.group_sizes or not self.declared.entered_from
        return tuple(self.groups) if named else (None,)

    @property
    def labels(self) -> dict[str, tuple[str | None, ...] | None]:
        declared = self.declared
        if declared.group_sizes:  # a round may have been made when more were in it, before a correction
            most = len(self.course.numbers) // min(declared.group_sizes)
            return {self.id: tuple(str(i + 1) for i in range(max(1, most)))}
        return {self.id: declared.groups or ((None,) if declared.entered_from else ("A",))}

    def group_of(self, no: int) -> str | None:
        return self.origin.get(no)

    def dealt_group(self, no: int) -> str | None:
        return self.origin.get(no)

    def most_wins(self, name: str) -> int:
        """The wins of somebody unbeaten: as many as it has rounds, byes included."""
        return (self.last or 0) - (self.first or 1) + 1

    def decided_places(self) -> tuple[dict[int, int], set[int]]:
        """By its own rank once it is over; of several groups the firsts share a place, then the seconds."""
        if self.span is None or not self.over(self.course.completed):
            return {}, set()
        _, keys = self.course.ranked(self, self.course.completed)
        tiers: dict[int, list[int]] = {}
        for members in self.groups.values():
            for no in members:
                tiers.setdefault(sum(keys[one] > keys[no] for one in members), []).append(no)
        places: dict[int, int] = {}
        for rank in sorted(tiers):
            places |= dict.fromkeys(tiers[rank], len(places) + 1)
        return places, set(range(1, len(places) + 1))

    def select(self, flow: Flow, begin: int) -> list[Seat]:
        """By rank in the groups once the stage is over."""
        course = self.course
        if not self.over(course.completed):
            return []
        assert self.last is not None
        ranked, keys = course.ranked(self, self.last)
        wanted: list[list[Seat]] = []
        for name, members in ranked.items():
            here = (no for no in members if not course.facts.gone(no, begin))
            sought = (no for no in here if flow.sex in (None, course.facts.entrants[no].sex))
            wanted.append([Seat(no, name, rank) for rank, no in enumerate(sought, 1)])
        seats = {seat.no or 0: seat for one in wanted for seat in one}
        everybody = [seats[no] for no in course.best_first(seats, keys)]
        match flow.who:
            case "best":
                return in_turn([one[: flow.count] for one in wanted])
            case "places":
                low, high = flow.places or (1, 0)
                return in_turn([one[low - 1 : high] for one in wanted])
            case "unbeaten":
                view = course.record.view(frozenset({self.id}), self.last)
                return [
                    seat
                    for seat in everybody
                    if view.count(seat.no or 0, "win") == self.most_wins(seat.group or "")
                ]
        taken = course.taken_by_others(self, flow, begin)
        return [seat for seat in everybody if seat.no not in taken][: flow.count]


def in_turn(groups: Sequence[Sequence[Seat]]) -> list[Seat]:
    """A1, B1, A2, B2, …: rank by rank, the first group ahead."""
    return [seat for rank in zip_longest(*groups) for seat in rank if seat is not None]
