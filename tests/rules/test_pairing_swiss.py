"""Rules section 8, Swiss pairing: equal to every perfect matching, to one matching, and to the field as a whole."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from tests.oracles.brute_force import Optima, counts
from tests.oracles.one_matching import one_matching
from tests.oracles.swiss_positions import any_swiss_pool, awkward_swiss_pool, played_swiss_pool, symmetric
from tests.rules.test_pairing_large import assert_levels_equal_the_whole
from tourgen.rules import matching, optimum
from tourgen.rules.pairing import SWISS, Cost, PairingRule, Pool, best_cost, cost_of, pair

OTHERS = {
    (True, False): PairingRule("lowest-possible", "inside-optimum"),
    (True, True): PairingRule("lowest-possible", "fewest-wins-top-ranked"),
    (False, True): PairingRule("highest-possible", "fewest-wins-top-ranked"),
}
SCHOOL = ("strict", "soft")
BATCHES = 8
POSITIONS = 800  # in each batch


def position(rnd: Random) -> Pool:
    """A random position, more often a large one; every fourth from a tournament."""
    players = rnd.choice((*range(11), 7, 8, 9, 9, 10, 10))
    if rnd.random() < 0.25:
        return played_swiss_pool(rnd, players, rnd.randint(0, 5), rnd.choice(SCHOOL))
    return any_swiss_pool(rnd, players)


def assert_equal_to_brute_force(rnd: Random, pool: Pool, optima: Optima) -> None:
    """The same pairs in the same order, and the same cost, under section 8 and another rule."""
    for (lowest, bye_first), rule in [((False, False), SWISS), rnd.choice(list(OTHERS.items()))]:
        pairing = pair(pool, rule)
        assert list(pairing.pairs) == optima.chosen(lowest, bye_first), f"{rule} {pool}"
        assert counts(pairing.cost) == optima.digits(optima.best), f"{rule} {pool}"


def pool(wins: str, **classes: str) -> Pool:
    """A pool from 'a1 b1 c0', with pairs as in met='ab cd' and schools as in strict='abc'."""
    players = {ord(entry[0]): int(entry[1:]) for entry in wins.split()}
    pairs = {
        name: symmetric((ord(two[0]), ord(two[1])) for two in classes.get(name, "").split())
        for name in ("met", "forbidden", "discouraged")
    }
    school = next((name for name in SCHOOL if name in classes), None)
    school_of = {ord(player): "one" for player in classes[school]} if school else {}
    return Pool(tuple(players), players, had_bye=frozenset(), school_of=school_of, school=school, **pairs)


@pytest.mark.parametrize(
    ("position", "pairs"),
    [
        (pool("a0 b0 c0 d0"), "ab cd"),  # from the top the highest opponent possible
        (pool("a0 b0 c0"), "ab c-"),
        (pool("a0 b0 c0 d0", strict="ab"), "ac bd"),
        (pool("a0 b0 c0 d0", soft="ab"), "ac bd"),
        (pool("a0 b0 c0 d0", strict="abcd"), "ab cd"),  # all of one school
        (pool("a1 b1 c0 d0", strict="ab"), "ac bd"),  # strict: rather two score gaps
        (pool("a1 b1 c0 d0", soft="ab"), "ab cd"),  # soft: rather one school
        (pool("a0 b0 c0 d0", strict="ab", met="ac bd ad bc"), "ab cd"),  # no rematch, even so
        (pool("a0 b0 c0 d0", forbidden="ab", met="ac ad bc bd"), "ac bd"),  # rather two rematches
        (pool("a0 b0 c0 d0", forbidden="ac bd", met="ad bc", strict="ab"), "ab cd"),
        (pool("a0 b0 c0 d0", soft="ab", discouraged="ac bd ad bc"), "ac bd"),  # rather two discouraged pairs
        (pool("a0 b0 c0 d0", discouraged="ab"), "ac bd"),
        (pool("a1 b1 c0 d0", discouraged="ab"), "ab cd"),  # rather discouraged than a score gap
    ],
)
def test_the_order_of_section_8(position: Pool, pairs: str) -> None:
    found = pair(position, SWISS).pairs
    assert " ".join(chr(one) + ("-" if other is None else chr(other)) for one, other in found) == pairs


def test_the_cost_names_every_class_and_compares_in_the_order_of_section_8() -> None:
    costs = [
        Cost(0, 0, (0, 0)),
        Cost(0, 0, (0, 0), discouraged=9),
        Cost(0, 0, (0, 0), soft_school=1),
        Cost(0, 0, (0, 1)),
        Cost(0, 0, (1, 0)),
        Cost(0, 0, (0, 0), strict_school=1),
        Cost(0, 1, (0, 0)),
        Cost(0, 0, (0, 0), forbidden=1),
        Cost(1, 0, (0, 0)),
    ]
    assert all(better < worse for better, worse in pairwise(costs))
    position = pool("a1 b1 c0 d0", soft="abc", discouraged="ab cd", forbidden="cd")
    assert cost_of(position, [(97, 98), (99, 100)]) == Cost(
        0, 0, (0,), forbidden=1, soft_school=1, discouraged=2
    )


@pytest.mark.parametrize("batch", range(BATCHES))
def test_swiss_pairing_equals_brute_force(batch: int) -> None:
    rnd = Random(f"swiss brute force {batch}")
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        pool = position(rnd)
        optima = Optima(pool)
        assert_equal_to_brute_force(rnd, pool, optima)
        _, forbidden, _, strict, _, soft, discouraged = optima.digits(optima.best)
        games = [len(pool.met.get(player, ())) + (player in pool.had_bye) for player in pool.order]
        seen["forbidden"] += forbidden > 0
        seen["strict"] += strict > 0
        seen["soft"] += soft > 0
        seen["discouraged"] += discouraged > 0
        seen["bye"] += len(pool.order) % 2
        seen["fewer games"] += len(set(games)) > 1
        seen["withdrawn"] += any(not others <= set(pool.order) for others in pool.met.values())
        seen["choice"] += len(optima.optimal) > 1
    assert seen["forbidden"] * BATCHES >= 300
    assert min(seen["strict"], seen["soft"]) * BATCHES >= 500
    assert min(seen["discouraged"], seen["bye"], seen["choice"]) * BATCHES >= 300
    assert min(seen["fewer games"], seen["withdrawn"]) * BATCHES >= 200


def test_swiss_pairing_equals_brute_force_when_few_classes_fit_into_a_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With weights of 16 bits instead of 124 the classes and the choosers are settled one or two at a time."""
    for module in (matching, optimum):
        monkeypatch.setattr(module, "HIGHEST_WEIGHT", 1 << 16)
    rnd = Random("swiss few bits")
    for _ in range(400):
        pool = position(rnd)
        assert_equal_to_brute_force(rnd, pool, Optima(pool))


def test_best_cost_of_a_swiss_pool_equals_brute_force() -> None:
    rnd = Random("swiss best cost")
    for _ in range(600):
        pool = position(rnd)
        optima = Optima(pool)
        places = rnd.sample(range(optima.size), optima.size)
        pairs = list(zip(places[::2], places[1::2], strict=True))[: rnd.randint(0, 3)]
        best = best_cost(pool, [optima.players(two) for two in pairs])
        expected = optima.best_with(pairs)
        assert best is not None and expected is not None, f"{pairs} {pool}"
        assert counts(best) == optima.digits(expected), f"{pairs} {pool}"


@pytest.mark.parametrize("school", SCHOOL)
def test_swiss_tournaments_of_up_to_sixty_equal_one_matching(school: str) -> None:
    rnd = Random(f"swiss one matching {school}")
    for _ in range(40):
        pool = played_swiss_pool(rnd, rnd.randint(11, 60), rnd.randint(0, 7), school)
        assert list(pair(pool, SWISS).pairs) == one_matching(pool, lowest=False, bye_first=False), f"{pool}"


@pytest.mark.parametrize("school", SCHOOL)
def test_large_swiss_tournaments_by_levels_equal_the_whole(school: str) -> None:
    rnd = Random(f"swiss large {school}")
    robust = [
        assert_levels_equal_the_whole(played_swiss_pool(rnd, rnd.randint(100, 300), rounds, school))
        for rounds in (0, 1, 2, 3, 5, 8)
    ]
    assert all(robust)


@pytest.mark.parametrize("batch", range(2))
def test_awkward_swiss_pools_by_levels_equal_the_whole(batch: int) -> None:
    rnd = Random(f"swiss awkward {batch}")
    pools = [awkward_swiss_pool(rnd, rnd.choice((30, 60, 120))) for _ in range(80)]
    assert sum(assert_levels_equal_the_whole(pool) > 0 for pool in pools) > 30
