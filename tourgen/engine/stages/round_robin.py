"""round-robin: groups in which everybody meets everybody by a fixed schedule.

総当たり戦 by the circle method: one place stays, the others go round it. Places are the entrants of a group as they
were dealt, with an empty last one where their number is odd: whoever would meet it rests, which is no game, no win,
no bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tourgen.engine.model import Game
from tourgen.engine.reasons import Scheduled
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import Pick, game, selected
from tourgen.engine.stages.pool import GroupedStage
from tourgen.formats.models import Flow, RoundRobin

Places = tuple[int, int]


class RoundRobinStage(GroupedStage):
    """A round robin of the division."""

    declared: RoundRobin
    all_meet = True

    def admit(self, now: Situation) -> Situation:
        """Everybody before round 1, or whoever its flows name once they are known; the groups say how long it is."""
        span = self.declared.span
        if self.id in now.entered or (span is None and self.id in now.spans):
            return now
        if span[0] != now.after + 1 if span else not self.sources_over(now):
            return now  # its round has not come, or is over
        players = [*now.entrants] if not now.after else []
        if self.declared.entered_from:
            picks = selected(self, now)
            if picks is None:
                return now
            players = [no for pick in picks if (no := pick.slot.no) is not None and self.may_take(no, now)]
        dealt = self.dealt_groups(now, players)
        now = now.entering(self.id, dealt)
        if span is None:
            largest = max(Counter(dealt.values()).values(), default=0)
            length = len(self.rows(largest)) if largest > 1 else 0
            now = now.lasting(self.id, now.after + 1, now.after + length)
        return now

    def rows(self, count: int) -> Sequence[Sequence[Places]]:
        """Round by round the places that meet, from 0, in the order of tables."""
        if isinstance(self.declared.schedule, str):
            # In a pair the one with the smaller number is named first.
            once = tuple(tuple((min(pair), max(pair)) for pair in row) for row in tables(count))
        else:
            numbered = [[pair.split("-") for pair in row] for row in self.declared.schedule]
            once = tuple(tuple((int(a) - 1, int(b) - 1) for a, b in row) for row in numbered)
        again = tuple(tuple((b, a) for a, b in row) for row in once)
        return (*once, *again) if self.declared.times == 2 else once

    def games(self, now: Situation) -> list[Game]:
        """The next round of every group; the games of whoever has withdrawn are forfeits."""
        at = now.after + 1 - (self.first(now) or 1)
        planned = []
        for group in self.group_names(now):
            members = self.in_places(now, group)
            rows = self.rows(len(members))
            for places in rows[at] if at < len(rows) else ():
                if max(places) < len(members):
                    players = [members[place] for place in places]
                    planned.append(game(self.id, group, players, Scheduled(at + 1, places)))
        return planned

    def most_wins(self, now: Situation, group: str | None) -> int:
        """The wins of somebody unbeaten: as many as there are opponents, for a rest is no win."""
        return self.declared.times * (len(self.in_places(now, group)) - 1)

    def in_places(self, now: Situation, group: str | None) -> list[int]:
        """The members of a group on the places of the schedule: as dealt, in a first stage by lottery number."""
        entered = now.entered.get(self.id, {})
        return [no for no, mine in entered.items() if mine == group]

    def select(self, flow: Flow, now: Situation) -> list[Pick] | None:
        """By rank, once it is over."""
        return self.select_by_rank(flow, now)


def circle(count: int) -> list[list[Places]]:
    """Who meets whom in each round, by place from 0; the game of the place that stays comes first.

    In round 1 the first meets the last, the second the last but one, and so on; after each round everybody but the last
    moves on by one place.
    """
    size = count + count % 2
    order = list(range(size))
    rounds = []
    for _ in range(size - 1):
        rounds.append([(order[at], order[size - 1 - at]) for at in range(size // 2)])
        order = [order[-2], *order[:-2], order[-1]]
    return rounds


@cache
def tables(count: int) -> tuple[tuple[Places, ...], ...]:
    """The rounds with their pairs in the order of tables, so that everybody changes tables.

    Of an odd number everybody sits twice at each table, going round. Of an even number the place that stays would keep
    its table: there the first arrangement is taken in which nobody sits at a table more than twice (of four, and of
    more than ten, three times).
    """
    if count < 2:
        return ()
    rounds = [[*moving, staying] for staying, *moving in circle(count)]
    if count % 2 == 0 and count <= MOST_ARRANGED:
        rounds = _arranged(rounds, 2 if 4 < count <= 10 else 3)
    return tuple(tuple(one) for one in rounds)


MOST_ARRANGED = 20  # beyond that nobody minds to sit at a table again


def _arranged(rounds: Sequence[Sequence[Places]], most: int) -> list[list[Places]]:
    """Pair after pair at the free table where its two sat least, taken back where nobody can go on."""
    pairs = [(number, pair) for number, one in enumerate(rounds) for pair in one]
    taken: dict[tuple[int, int], Places] = {}  # (round, table) → pair
    sat: Counter[tuple[int, int]] = Counter()

    def seat(at: int) -> bool:
        if at == len(pairs):
            return True
        number, pair = pairs[at]
        free = [table for table in range(len(rounds[0])) if (number, table) not in taken]
        for table in sorted(free, key=lambda one: sum(sat[place, one] for place in pair)):
            if all(sat[place, table] < most for place in pair):
                taken[number, table] = pair
                sat.update((place, table) for place in pair)
                if seat(at + 1):
                    return True
                del taken[number, table]
                sat.subtract((place, table) for place in pair)
        return False

    arranged = seat(0)
    assert arranged, most
    return [[taken[number, table] for table in range(len(one))] for number, one in enumerate(rounds)]
