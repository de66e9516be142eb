"""総当たり戦 by the circle method: one place stays, the others go round it, so that everybody meets everybody.

Places are the entrants by ascending lot, with an empty last one where their number is odd: who meets it has a bye.
In round 1 the first meets the last, the second the last but one, and so on; after each round everybody but the last
moves on by one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from tourgen.formats.declaration import RoundRobin
from tourgen.model import Game
from tourgen.rules.situation import Situation, pool_game

Places = tuple[int, int]


def games(stage: RoundRobin, situation: Situation) -> list[Game]:
    """The next round, in the order of its tables; the games of who has withdrawn are settled by the caller."""
    numbers = situation.record.numbers
    entrants = sorted(situation.entrants, key=numbers.__getitem__)
    pairs = tables(len(entrants))[situation.after] if situation.after < len(tables(len(entrants))) else ()
    return [pool_game("round-robin", stage.blocks[0], _players(pair, entrants)) for pair in pairs]


def _players(pair: Places, entrants: Sequence[int]) -> tuple[int, int | None]:
    """The smaller lot first; beside the empty place a bye."""
    first, second = sorted(pair)
    return entrants[first], entrants[second] if second < len(entrants) else None


def circle(count: int) -> list[list[Places]]:
    """Who meets whom in each round, by place from 0; the game of the place that stays comes first."""
    size = count + count % 2
    order = list(range(size))
    rounds = []
    for _ in range(size - 1):
        rounds.append([(order[at], order[size - 1 - at]) for at in range(size // 2)])
        order = [order[-2], *order[:-2], order[-1]]
    return rounds


@cache
def tables(count: int) -> tuple[tuple[Places, ...], ...]:
    """The rounds with their pairs in the order of tables, so that everybody changes tables; a bye comes last.

    Of an odd number everybody sits twice at each table, going round. Of an even number the place that stays would keep
    its table: there the first arrangement is taken in which nobody sits at a table more than twice (of four, and of
    more than ten, three times).
    """
    rounds = [[*moving, staying] for staying, *moving in circle(count)]
    if count % 2 == 0:
        most = 2 if 4 < count <= 10 else 3
        rounds = _arranged(rounds, most)
    return tuple(tuple(one) for one in rounds)


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
