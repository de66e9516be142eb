"""Larger pools: equal to one matching in unlimited integers, and the score levels equal to the field as a whole."""

from itertools import accumulate
from random import Random

import pytest

from tests.oracles.one_matching import one_matching
from tests.oracles.positions import awkward_pool, played_pool, pool_of
from tourgen.rules import descent, matching, optimum
from tourgen.rules.field import Choice, Field, Pair
from tourgen.rules.matching import HIGHEST_WEIGHT, cheapest
from tourgen.rules.pairing import PairingRule, Pool, field_of, pair
from tourgen.rules.score_levels import plan_of

RULES = {
    (True, False): PairingRule("lowest-possible", "inside-optimum"),
    (True, True): PairingRule("lowest-possible", "fewest-wins-top-ranked"),
    (False, False): PairingRule("highest-possible", "inside-optimum"),
    (False, True): PairingRule("highest-possible", "fewest-wins-top-ranked"),
}


@pytest.mark.parametrize("batch", range(8))
def test_tournaments_of_up_to_sixty_equal_one_matching(batch: int) -> None:
    rnd = Random(f"one matching {batch}")
    for _ in range(40):
        (lowest, bye_first), rule = rnd.choice(list(RULES.items()))
        pool = played_pool(rnd, rnd.randint(11, 60), rnd.randint(1, 9), rule)
        assert list(pair(pool, rule).pairs) == one_matching(pool, lowest, bye_first), f"{rule} {pool}"


def as_a_whole(field: Field, lowest: bool) -> list[Pair]:
    """The pairs without a look at score levels."""
    upwards = range(len(field))
    return optimum.optimal_pairs(field, Choice(upwards, upwards[::-1] if lowest else upwards))


def assert_levels_equal_the_whole(pool: Pool) -> int:
    """The same pairs under every rule; returns the number of robust levels."""
    field = field_of(pool)
    for lowest in (True, False):
        assert descent.optimal_pairs(field, lowest) == as_a_whole(field, lowest), f"{lowest} {pool}"
    if len(pool.order) % 2:
        wish = [wins * len(field) + place for place, wins in enumerate(field.wins)]
        ((_, holder),) = optimum.optimal_pairs(field, Choice((len(field) - 1,), wish))
        assert descent.bye_holder(field) == holder, f"{pool}"
    return len(plan_of(field).robust)


@pytest.mark.parametrize("batch", range(4))
def test_large_tournaments_by_levels_equal_the_whole(batch: int) -> None:
    rnd = Random(f"large {batch}")
    for _ in range(6):
        rule = rnd.choice(list(RULES.values()))
        pool = played_pool(rnd, rnd.randint(100, 300), rnd.randint(1, 9), rule)
        assert assert_levels_equal_the_whole(pool) > 0


@pytest.mark.parametrize("batch", range(5))
def test_awkward_pools_by_levels_equal_the_whole(batch: int) -> None:
    rnd = Random(f"awkward {batch}")
    robust = [assert_levels_equal_the_whole(awkward_pool(rnd, rnd.choice((30, 60, 150)))) for _ in range(120)]
    assert sum(levels > 0 for levels in robust) > 60


def test_win_counts_far_apart_are_settled_in_parts() -> None:
    """Their differences would need far more than 128 bits together; the parts between wide gaps don't."""
    rnd = Random("far apart")
    wins = sorted((rnd.randrange(10_000) for _ in range(300)), reverse=True)
    games = [(player, player + rnd.randint(1, 3)) for player in range(0, 290, 7)]
    pool = pool_of(list(range(300)), wins, games, [])
    pairings = [pair(pool, RULES[lowest, False]) for lowest in (True, False)]
    for pairing in pairings:
        assert sorted(p for two in pairing.pairs for p in two if p is not None) == list(range(300))
        assert pairing.cost.rematches == 0
    assert pairings[0].cost == pairings[1].cost


def test_many_classes_that_hang_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred players, gaps of 10 to 20, weights of 24 bits: prices too low to make sure are enough."""
    for module in (matching, optimum):
        monkeypatch.setattr(module, "HIGHEST_WEIGHT", 1 << 24)
    rnd = Random("hang together")
    wins = list(accumulate(rnd.randint(10, 20) for _ in range(200)))[::-1]
    pairing = pair(pool_of(list(range(200)), wins, [], []), RULES[True, False])
    assert pairing.pairs == tuple((player, player + 1) for player in range(0, 200, 2))


def test_a_weight_beyond_128_bits_is_refused() -> None:
    with pytest.raises(OverflowError):
        cheapest({(0, 1): ()}, {}, HIGHEST_WEIGHT)
