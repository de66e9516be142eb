"""総当たり戦: everybody meets everybody, by the circle method over the group, or by a listed schedule."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.formats.models import RoundRobin
from tourgen.verify.deviation import Pair
from tourgen.verify.groups import GroupStage
from tourgen.verify.stage import Section


def round_count(entrants: int) -> int:
    """With an odd number everybody rests once."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def circle_round(members: Sequence[int], number: int) -> list[Pair]:
    """The pairs of a round (from 1): the last place stays, everybody else has moved on by a place each round."""
    seats: list[int | None] = [*members]
    if len(seats) % 2:
        seats.append(None)
    ring, last = seats[:-1], seats[-1]
    table = [*(ring[(place - (number - 1)) % len(ring)] for place in range(len(ring))), last]
    found: list[Pair] = []
    for place in range(len(table) // 2):
        there = sorted((no for no in (table[place], table[-1 - place]) if no is not None), key=members.index)
        if len(there) == 2:  # a rest is no game
            found.append((there[0], there[1]))
    return found


class RoundRobinStage(GroupStage):
    """Groups in which everybody meets everybody by a fixed schedule."""

    declared: RoundRobin

    def enter(self) -> None:
        super().enter()
        if self.last is None and self.first is not None:
            self.last = self.first - 1 + max(map(self._length, self.groups.values()), default=0)

    def _length(self, members: Sequence[int]) -> int:
        schedule = self.declared.schedule
        rounds = round_count(len(members)) if isinstance(schedule, str) else len(schedule)
        return rounds * self.declared.times if len(members) > 1 else 0

    def sections(self, number: int) -> list[Section]:
        if not self.plays(number):
            return []
        turn = number - (self.first or 1)
        shown = zip(self.groups.values(), self.shown_groups, strict=True)
        return [
            Section(self.id, name, tuple(self._pairs(members, turn)), any_table=True, rule="schedule")
            for members, name in shown
            if turn < self._length(members)
        ]

    def _pairs(self, members: Sequence[int], turn: int) -> list[Pair]:
        """A second time with sides exchanged."""
        lap, at = divmod(turn, self._length(members) // self.declared.times)
        schedule = self.declared.schedule
        if isinstance(schedule, str):
            pairs = circle_round(members, at + 1)
        else:
            listed = (tuple(int(place) - 1 for place in pair.split("-")) for pair in schedule[at])
            pairs = [(members[a], members[b]) for a, b in listed if max(a, b) < len(members)]
        return [(second, first) for first, second in pairs if second is not None] if lap % 2 else pairs

    def most_wins(self, name: str) -> int:
        """As many as there are opponents, for a rest is no win."""
        return self.declared.times * (len(self.groups[name]) - 1)
