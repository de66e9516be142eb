"""What pairing is held against, thousands of times: `python -m tests.engine.pairing.campaign`.

Every perfect matching of up to ten players, one matching in unlimited integers for up to sixty, and the plain way for
the fast one; with any classes in any order, any opponent and any bye.
"""

from collections import Counter
from random import Random

from tests.engine.pairing.brute_force import Optima
from tests.engine.pairing.one_matching import one_matching
from tests.engine.pairing.positions import (
    BYES,
    OPPONENTS,
    WORDS,
    Position,
    any_played_position,
    any_position,
    any_rule,
    awkward_position,
    fast_rule,
)
from tourgen.engine.pairing import Count, Pool, fast, least_counts, pair
from tourgen.engine.pairing.fast.levels import plan_of
from tourgen.engine.pairing.optimum import optimal_pairs
from tourgen.engine.pairing.rule import field_of, wish_for_an_opponent, wish_for_the_bye

POSITIONS, UNLIMITED, LARGE = 20_000, 400, 1_000


def small_position(rnd: Random) -> Position:
    """A random position of up to ten players, more often a large one."""
    players = rnd.choice((*range(11), 7, 8, 9, 9, 10, 10))
    if rnd.random() < 0.25:
        return any_played_position(rnd, players, rnd.randint(1, 6))
    return any_position(rnd, players)


def assert_equal_to_brute_force(rnd: Random, pool: Pool) -> Optima:
    """The same pairs in the same order and the same counts; and the least counts with a few pairs forced."""
    optima = Optima(pool)
    pairing = pair(pool)
    assert list(pairing.pairs) == optima.chosen(), f"{pool}"
    assert by_level(pairing.counts) == optima.best, f"{pool}"
    forced = rnd.choice(optima.matchings)
    forced = rnd.sample(forced, rnd.randint(0, min(3, len(forced))))
    assert by_level(least_counts(pool, forced)) == optima.best_with(forced), f"{forced} {pool}"
    return optima


def by_level(counts: tuple[Count, ...] | None) -> list[dict[int, int]]:
    """The counts as the oracle writes them."""
    assert counts is not None
    return [dict(count.levels) for count in counts]


def brute_force(rnd: Random, positions: int) -> Counter[str]:
    """So many positions of up to ten players; returns how often each thing occurred."""
    seen: Counter[str] = Counter()
    for _ in range(positions):
        pool = any_rule(rnd, small_position(rnd))
        optima = assert_equal_to_brute_force(rnd, pool)
        costs = {avoided.name for avoided, levels in zip(pool.avoid, optima.best, strict=True) if levels}
        seen.update(f"cost {name}" for name in costs)
        choice = len(optima.optimal) > 1
        seen[f"choice {pool.opponent}"] += choice
        seen[f"bye {pool.bye}"] += len(pool.order) % 2 == 1 and choice
        seen["nine or ten players"] += len(pool.order) >= 9
    return seen


EXPECTED = (
    *(f"cost {word}" for word in WORDS),
    *(f"choice {opponent}" for opponent in OPPONENTS),
    *(f"bye {bye}" for bye in BYES),
    "nine or ten players",
)
"""What must occur, and often."""


def unlimited_integers(rnd: Random, pools: int) -> None:
    """So many pools of up to sixty players, by turns with any rule and with the orders of the championships."""
    for at in range(pools):
        players = rnd.randint(11, 60)
        if at % 3 == 0:
            pool = any_rule(rnd, any_position(rnd, players // 2))
        else:
            pool = (any_rule, fast_rule)[at % 2](rnd, any_played_position(rnd, players, rnd.randint(0, 9)))
        assert list(pair(pool).pairs) == one_matching(pool), f"{pool}"


def both_ways(rnd: Random, pools: int) -> int:
    """So many larger pools, every fourth from a tournament; returns how many have a robust level."""
    robust = 0
    for at in range(pools):
        if at % 4:
            position = awkward_position(rnd, rnd.choice((30, 60, 150)))
        else:
            position = any_played_position(rnd, rnd.randint(100, 200), rnd.randint(0, 8))
        pool = fast_rule(rnd, position)
        assert_fast_equals_plain(pool)
        robust += bool(plan_of(field_of(pool))[0])
    return robust


def assert_fast_equals_plain(pool: Pool) -> None:
    """The same pairs and the same bye, by score levels and without a look at them."""
    field = field_of(pool)
    plain = optimal_pairs(field, range(len(field)), wish_for_an_opponent(pool))
    assert fast.optimal_pairs(field, pool.opponent == "lowest-possible") == plain, f"{pool}"
    if len(pool.order) % 2 and pool.bye != "phantom":
        ((_, holder),) = optimal_pairs(field, (len(pool.order),), wish_for_the_bye(pool))
        assert fast.bye_holder(field, pool.bye != "fewest-wins-top-ranked") == holder, f"{pool}"


def main() -> None:
    """Compare all and print what occurred."""
    seen = brute_force(Random("campaign"), POSITIONS)
    print(f"{POSITIONS:,} positions of up to ten players: equal to a look at every perfect matching")
    for name in sorted(seen):
        print(f"  {name}: {seen[name]:,}")
    assert all(seen[name] * 50 >= POSITIONS for name in EXPECTED)
    unlimited_integers(Random("campaign"), UNLIMITED)
    print(
        f"{UNLIMITED:,} pools of up to sixty players: equal to one matching in unlimited integers", flush=True
    )
    robust = both_ways(Random("campaign"), LARGE)
    print(f"{LARGE:,} pools of up to 200 players, {robust:,} with a robust level: fast equals plain")


if __name__ == "__main__":
    main()
