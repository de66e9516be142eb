"""A pool: who is in it in a round, how they are ordered for pairing, and who leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tourgen.formats.models import Flow
from tourgen.formats.models import Pool as Declared
from tourgen.verify.deviation import Pair
from tourgen.verify.groups import Departure, GroupStage
from tourgen.verify.pairing import Pool
from tourgen.verify.stage import AT_ONCE, Seat, Section

if TYPE_CHECKING:
    from tourgen.verify.course import Course

COLOURS_APART = 2


class PoolStage(GroupStage):
    """Groups whose players are paired afresh every round."""

    declared: Declared

    def __init__(self, course: Course, declared: Declared) -> None:
        super().__init__(course, declared)
        self.closed: dict[str, int] = {}  # a group without a sole unbeaten player: after which round
        self.asked: dict[str, int] = {}  # of these, who is proposed and awaits a confirmation
        self.by_rank: list[int] = []  # who was taken by rank when it began

    @property
    def qualified(self) -> dict[str, int]:
        return {one.group: no for no, one in self.left.items() if one.what == "sole-unbeaten"}

    # --- Who is in it

    def enter(self) -> None:
        super().enter()
        coming = self._coming()
        self.by_rank = [no for no in self.origin if no not in coming]
        if self.last is None and self.first is not None and not self.origin:
            self.last = self.first - 1  # nobody has come: it isn't played

    def _coming(self) -> list[int]:
        """Who has left another stage for this one so far, in the order in which they did."""
        facts, number = self.course.facts, self.course.completed + 1
        return [no for no in self._entrants(AT_ONCE) if no in self.origin or not facts.gone(no, number)]

    def receive(self) -> None:
        """Who comes while the stage goes on, each into the smallest group; a correction may take somebody away.

        The first who come are dealt, also where that is after its first round.
        """
        if not self.declared.entered_from:
            return
        here = [*self.by_rank, *self.left, *self._coming()]
        if not self.origin:
            self.deal(here)
            return
        self.groups = {name: [no for no in members if no in here] for name, members in self.groups.items()}
        inside = [no for members in self.groups.values() for no in members]
        self.join(no for no in here if no not in inside)

    def there(self, name: str, number: int) -> list[int]:
        """Whose first round has come, who has not left, withdrawn, or sits this round out."""
        facts, elsewhere = self.course.facts, self.course.in_later_trees(self)
        return [
            no
            for no in self.inside(name)
            if no not in elsewhere
            and facts.entrants[no].from_round <= number
            and number not in facts.entrants[no].rests
            and not facts.gone(no, number)
        ]

    def group_of(self, no: int) -> str | None:
        """The group of those still in it, and of who qualified from it."""
        left = None if self.course.declared.order.by_group else self.left.get(no)
        return None if left is not None and left.what in ("beaten", "out") else self.origin.get(no)

    # --- What is to be played

    def sections(self, number: int) -> list[Section]:
        if not self.plays(number):
            return []
        found = []
        for name, shown in zip(self.groups, self.shown_groups, strict=True):
            there = self.there(name, number)
            if number == self.first and self.declared.first_round != "as-later":
                rule = f"first_round {self.declared.first_round}"
                found.append(Section(self.id, shown, tuple(self._by_number(there)), rule=rule))
            elif there:
                found.append(Section(self.id, shown, pool=self._pool(number, there)))
        if self.declared.qualified_rest == "bye":
            # 「全勝が1名となった予選リーグの全勝選手を不戦勝とします」, beside the pools and without a table.
            for name, no in sorted(self.qualified.items()):
                if not self.course.facts.entrants[no].withdrawn(number):
                    found.append(Section(self.id, name, ((no, None),)))
        return found

    def _by_number(self, there: Sequence[int]) -> list[Pair]:
        """「大きいグループと若いグループにわけます」, or neighbours; of an odd number the largest has the bye."""
        ascending = sorted(there, key=lambda no: self.course.numbers[no])
        half = len(ascending) // 2
        if self.declared.first_round == "halves-by-number":
            pairs: list[Pair] = [(ascending[i], ascending[i + half]) for i in range(half)]
        else:
            pairs = [(ascending[2 * i], ascending[2 * i + 1]) for i in range(half)]
        return [*pairs, (ascending[-1], None)] if len(ascending) % 2 else pairs

    def _pool(self, number: int, there: Sequence[int]) -> Pool:
        course, declared = self.course, self.declared
        if declared.pair_by:
            # Only those who are paired are compared with each other.
            values = replace(course.ground(self), groups=[there]).values(declared.pair_by)
            order = course.best_first(there, values)
            score = {no: values[no][0] for no in order}
            wins = declared.pair_by[0] in ("wins", "points")
        else:
            place = {no: at for at, no in enumerate(course.table(number - 1).order)}
            order = sorted(there, key=lambda no: place[no])
            score, wins = {no: course.ground(self).view.scores[no] for no in order}, True
        phantom = course.scale(declared.phantom) if wins else declared.phantom
        rule = (declared.avoid, declared.opponent, declared.bye, phantom)
        return Pool(tuple(order), score, self._levels(number), *rule)

    def _levels(self, number: int) -> Callable[[str, int, int | None], int]:
        """How a pair stands in each class of `avoid`; a pair with the phantom has nobody on the other side."""
        course, facts = self.course, self.course.facts
        byes, met = course.record.byes(), course.record.meetings()
        colours = {no: sum(line.colour for line in lines) for no, lines in course.record.lines.items()}
        rules = self.declared.school
        rule = rules[min(number - (self.first or 1) + 1, len(rules)) - 1]

        def mates(one: int, other: int) -> bool:
            school = facts.entrants[one].school
            return bool(school) and school == facts.entrants[other].school

        of_pair: dict[str, Callable[[int, int], int]] = {
            "forbidden": lambda one, other: {one, other} in facts.forbidden,
            "discouraged": lambda one, other: {one, other} in facts.discouraged,
            "rematch": lambda one, other: met[frozenset((one, other))] > 0,
            "fewest-meetings": lambda one, other: met[frozenset((one, other))],
            "same-school": mates,
            f"same-school-{rule}": mates,
            "same-group": lambda one, other: course.group_mates(self, one, other),
            "colour": lambda one, other: abs(colours[one] + colours[other]) > COLOURS_APART,
        }

        def level(name: str, one: int, other: int | None) -> int:
            if other is None:
                had = byes.get(one, 0)
                return {"second-bye": min(had, 1), "fewest-byes": had}.get(name, 0)
            return int(of_pair[name](one, other)) if name in of_pair else 0

        return level

    # --- Who leaves

    def take_in(self, number: int) -> None:
        """A completed round: who leaves, and as what."""
        words = self.declared.leave
        for name in self.groups:
            if "sole-unbeaten" in words and self.inside(name):
                self._unbeaten(name, number)
            for word in words:
                what, _, count = word.partition("-")
                if what in ("wins", "losses") and count.isdecimal():
                    self._reached(name, number, what, int(count))
        more = any(not source.over(number) for source in self.course.sources(self))  # somebody may still come
        elsewhere = self.course.in_later_trees(self)
        inside = [no for name in self.groups for no in self.inside(name) if no not in elsewhere]
        if self.last is None and not more and all(self.course.facts.gone(no, number + 1) for no in inside):
            self.last = number
        given = isinstance(self.declared.rounds, tuple)
        if given and self.last == number and any(word.startswith(("wins-", "losses-")) for word in words):
            for name in self.groups:
                self._leave(self.inside(name), "out", name, number)

    def _reached(self, name: str, number: int, what: str, count: int) -> None:
        """「2勝で通過、2敗で失格」."""
        view = self.course.record.view(frozenset({self.id}), number)
        result, status = ("win", "passed") if what == "wins" else ("loss", "out")
        reached = [no for no in self.inside(name) if view.count(no, result) >= count]
        self._leave(reached, status, name, number)

    def _unbeaten(self, name: str, number: int) -> None:
        """「全勝者の人数が 1, 2, 4, 8, 16, …のいずれかになった場合は、1敗以下の選手は順位決定リーグに移動します」."""
        course, inside = self.course, self.inside(name)
        there = [no for no in inside if not course.facts.gone(no, number + 1)]
        # 全勝者: every round so far was won.
        lines = course.record.view(course.counted, number).lines
        beaten = [no for no in inside if any(line.result != "win" for line in lines[no])]
        unbeaten = [no for no in there if no not in beaten]
        if len(unbeaten) == 1:
            # 「各リーグで唯一の全勝者となった選手が勝ち抜けとなり」
            self._leave([no for no in inside if no not in unbeaten], "beaten", name, number)
            self._leave(unbeaten, "sole-unbeaten", name, number)
            return
        if len(unbeaten).bit_count() == 1 and "beaten-at-1-2-4-8" in self.declared.leave:
            self._leave(beaten, "beaten", name, number)
        if not unbeaten or number == self.last:
            self._close(name, number, there)

    def _leave(self, numbers: Sequence[int], what: str, name: str, number: int) -> None:
        self.left |= dict.fromkeys(numbers, Departure(what, name, number))

    def _close(self, name: str, number: int, there: Sequence[int]) -> None:
        """No sole unbeaten player: everybody moves, the organiser confirms who has qualified."""
        order, facts = self.course.table(number).order, self.course.facts
        candidates = [no for no in order if no in there and no not in self.left]
        self._leave(self.inside(name), "beaten", name, number)
        self.closed[name] = number
        no, after = facts.confirmed.get(name, (0, 0))
        if after == number and no in self.groups[name] and not facts.gone(no, number + 1):
            self._leave([no], "sole-unbeaten", name, number)
        elif candidates:
            # With nobody left who hasn't withdrawn nothing is asked, and the place stays empty.
            self.asked[name] = candidates[0]

    def select(self, flow: Flow, begin: int) -> list[Seat]:
        if flow.who not in AT_ONCE:
            return super().select(flow, begin)
        chosen = [(no, one) for no, one in self.left.items() if one.what == flow.who]
        names, course = list(self.groups), self.course
        orders = {after: course.table(after).order for after in course.played}
        chosen.sort(
            key=lambda one: (one[1].after, names.index(one[1].group), orders[one[1].after].index(one[0]))
        )
        if flow.who != "sole-unbeaten":
            chosen = [(no, one) for no, one in chosen if not course.facts.gone(no, begin)]
        groups = [one.group for _, one in chosen]
        # Of a group who left it first is its first.
        return [Seat(no, one.group, groups[: at + 1].count(one.group)) for at, (no, one) in enumerate(chosen)]
