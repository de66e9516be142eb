"""Pairing equals a look at every perfect matching, for up to ten players: 24,000 positions, four rules each."""

from collections import Counter
from random import Random

import pytest

from tests.oracles.brute_force import Optima, counts
from tests.oracles.positions import any_pool, played_pool
from tourgen.rules import matching, optimum
from tourgen.rules.pairing import PairingRule, Pool, best_cost, cost_of, pair

RULES = {
    (True, False): PairingRule("lowest-possible", "inside-optimum"),
    (True, True): PairingRule("lowest-possible", "fewest-wins-top-ranked"),
    (False, False): PairingRule("highest-possible", "inside-optimum"),
    (False, True): PairingRule("highest-possible", "fewest-wins-top-ranked"),
}
BATCHES = 24
POSITIONS = 1000  # in each batch


def position(rnd: Random) -> Pool:
    """A random position, more often a large one; every fourth from a tournament."""
    players = rnd.choice((*range(11), 7, 8, 9, 9, 10, 10))
    if rnd.random() < 0.25:
        return played_pool(rnd, players, rnd.randint(1, 6), rnd.choice(list(RULES.values())))
    return any_pool(rnd, players)


def assert_equal_to_brute_force(pool: Pool, optima: Optima) -> None:
    """The same pairs in the same order, and the same cost, under every rule."""
    for (lowest, bye_first), rule in RULES.items():
        pairing = pair(pool, rule)
        assert list(pairing.pairs) == optima.chosen(lowest, bye_first), f"{rule} {pool}"
        assert counts(pairing.cost) == optima.digits(optima.best), f"{rule} {pool}"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_pairing_equals_brute_force(batch: int) -> None:
    rnd = Random(f"brute force {batch}")
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        pool = position(rnd)
        optima = Optima(pool)
        assert_equal_to_brute_force(pool, optima)
        second_byes, _, rematches, *_ = optima.digits(optima.best)
        seen["nine or ten players"] += len(pool.order) >= 9
        seen["a forced rematch or second bye"] += second_byes + rematches > 0
        seen["a bye"] += len(pool.order) % 2
        seen["a choice"] += len(optima.optimal) > 1
    assert seen["nine or ten players"] * BATCHES >= 4000
    assert seen["a forced rematch or second bye"] * BATCHES >= 2000
    assert min(seen["a bye"], seen["a choice"]) > POSITIONS / 5


def test_pairing_equals_brute_force_when_few_classes_fit_into_a_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With weights of 10 bits instead of 124 the classes and the choosers are settled one or two at a time."""
    for module in (matching, optimum):
        monkeypatch.setattr(module, "HIGHEST_WEIGHT", 1 << 10)
    rnd = Random("few bits")
    for _ in range(1000):
        pool = position(rnd)
        assert_equal_to_brute_force(pool, Optima(pool))


def test_best_cost_equals_brute_force() -> None:
    rnd = Random("best cost")
    for _ in range(2500):
        pool = position(rnd)
        optima = Optima(pool)
        places = rnd.sample(range(optima.size), optima.size)
        pairs = list(zip(places[::2], places[1::2], strict=True))[: rnd.randint(0, 3)]
        forced = [optima.players(two) for two in pairs]
        best = best_cost(pool, forced)
        expected = optima.best_with(pairs)
        assert best is not None and expected is not None, f"{forced} {pool}"
        assert counts(best) == optima.digits(expected), f"{forced} {pool}"


def test_cost_equals_brute_force() -> None:
    rnd = Random("cost")
    for _ in range(500):
        pool = position(rnd)
        optima = Optima(pool)
        at = rnd.randrange(len(optima.matchings))
        pairs = [optima.pairs[number] for number in optima.matchings[at]]
        cost = cost_of(pool, [optima.players(two) for two in pairs])
        assert counts(cost) == optima.digits(optima.totals[at]), f"{pairs} {pool}"
