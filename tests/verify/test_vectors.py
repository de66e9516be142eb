"""The vectors of the rules: lottery, criteria, pairing."""

import itertools
import random

import networkx
import pytest

from tests.verify.play import DRAWS, play, roster, shipped
from tourgen.verify import pool as pools
from tourgen.verify.deviation import Pair
from tourgen.verify.honours import level
from tourgen.verify.lottery import preliminary_numbers, seed_of
from tourgen.verify.pool import Pool, is_right, right_pairs
from tourgen.verify.record import top_and_bottom

TWO, FOUR, FREE = (shipped(f"othello-{name}") for name in ("2-league", "4-league", "free"))


# --- Lottery


def test_lottery_vector() -> None:
    assert seed_of(DRAWS) == 12340567809012
    assert seed_of(DRAWS) % TWO.lottery.modulus == 2694132
    numbers = preliminary_numbers(2694132, (1, 2, 3, 4), TWO.lottery)
    assert list(numbers.values()) == [8022299, 4185410, 2127977, 4405904]
    document = play(TWO, roster(12), until=0)
    assert [row["lottery"] for row in document["players"]] == [12, 6, 2, 7, 8, 9, 4, 11, 3, 1, 5, 10]


def test_seeds_replace_their_number_in_four_leagues() -> None:
    """Numbers run from 11; the seeds' generated ones stay unused, an absent seed keeps its own."""
    players = roster(12, women=(8,), seed={1: True, 8: True, 3: True}, lottery={1: 4, 8: 5}, absent={3: True})
    document = play(FOUR, players, until=0)
    assert [row["lottery"] for row in document["players"]] == [4, 16, 12, 17, 18, 19, 14, 5, 13, 11, 15, 20]


def test_others_follow_the_seeds_in_two_leagues() -> None:
    """The seeds drew 2 and 5, so the others, the absent seed among them, are 6, 7, … in their order."""
    players = roster(12, women=(8,), seed={1: True, 8: True, 3: True}, lottery={1: 2, 8: 5}, absent={3: True})
    document = play(TWO, players, until=0)
    assert [row["lottery"] for row in document["players"]] == [2, 11, 7, 12, 13, 14, 9, 5, 8, 6, 10, 15]


# --- Criteria


@pytest.mark.parametrize(
    ("beaten", "lost", "expected"),
    [
        ([3, 1, -1], [4], [7, 8, 7]),
        ([3, 0, 0], [4], [7, 7, 7]),
        ([2, 1], [1, 4], [3, 8, 8]),
        ([1, 1], [3, 3], [4, 8, 8]),
    ],
)
def test_criteria_vectors(beaten: list[int], lost: list[int], expected: list[int]) -> None:
    assert [top_and_bottom(k, beaten, lost) for k in (1, 2, 3)] == expected


def test_grades() -> None:
    grades = ["", "10級", "2級", "１級", "初段", "二段", "3段", "九段", "十段"]
    assert [level(grade) for grade in grades] == sorted({level(grade) for grade in grades})
    assert level("名人") == level("") and level("一段") == level("初段") and level(" 五段 ") == 5


# --- Pairing

A, B, C, D, E = 1, 2, 3, 4, 5


def pool_of(wins: dict[int, int], met: list[tuple[int, int]], bye: str) -> Pool:
    return Pool(tuple(wins), wins, set(), {frozenset(pair) for pair in met}, bye, "lowest-possible")  # type: ignore[arg-type]


def test_the_two_ways_of_choosing_the_bye_differ() -> None:
    wins = {A: 1, B: 1, C: 1, D: 0, E: 0}
    assert right_pairs(pool_of(wins, [(A, E)], "fewest-wins-top-ranked")) == [(A, C), (B, E), (D, None)]
    assert right_pairs(pool_of(wins, [(A, E)], "inside-optimum")) == [(A, D), (B, C), (E, None)]


def test_four_matchings_tie() -> None:
    wins = {A: 3, B: 2, C: 1, D: 1, E: 0}
    assert right_pairs(pool_of(wins, [(C, D)], "fewest-wins-top-ranked")) == [(A, D), (B, C), (E, None)]


def all_pairings(places: list[int]) -> list[list[tuple[int, int]]]:
    if not places:
        return [[]]
    first, *others = places
    return [
        [(first, other), *rest]
        for turn, other in enumerate(others)
        for rest in all_pairings(others[:turn] + others[turn + 1 :])
    ]


def by_hand(pool: Pool) -> list[Pair]:
    """Every pairing there is, compared by the rule read aloud."""
    nobody = len(pool.order)
    wins = [pool.wins[no] for no in pool.order] + [-1]
    lower_first = pool.opponent == "lowest-possible"

    def cost(pairing: list[tuple[int, int]]) -> tuple[int, ...]:
        second_byes = sum(j == nobody and pool.order[i] in pool.had_bye for i, j in pairing)
        known = [frozenset((pool.order[i], pool.order[j])) for i, j in pairing if j != nobody]
        gaps = [abs(wins[i] - wins[j]) for i, j in pairing]
        return (
            second_byes,
            sum(pair in pool.met for pair in known),
            *(gaps.count(g) for g in range(9, 0, -1)),
        )

    def choice(pairing: list[tuple[int, int]]) -> tuple[tuple[int, int], list[int]]:
        fixed_first = (0, 0)
        chosen = sorted(pairing)
        if pool.bye_first:
            holder = next(i for i, j in pairing if j == nobody)
            fixed_first = (wins[holder], holder)
            chosen = [(i, j) for i, j in chosen if j != nobody]
        return fixed_first, [-j if lower_first else j for _, j in chosen]

    return pool.pairs(min(all_pairings(list(range(pool.size))), key=lambda p: (cost(p), choice(p))))


def random_pool(rng: random.Random, count: int) -> Pool:
    numbers = rng.sample(range(1, 999), count)
    most = rng.randint(0, 5)
    wins = sorted((rng.randint(0, most) for _ in numbers), reverse=True)
    known, rested = rng.choice([0.0, 0.2, 0.5, 0.9]), rng.choice([0.0, 0.3, 1.0])
    return Pool(
        order=tuple(numbers),
        wins=dict(zip(numbers, wins, strict=True)),
        had_bye={no for no in numbers if rng.random() < rested},
        met={frozenset(pair) for pair in itertools.combinations(numbers, 2) if rng.random() < known},
        bye=rng.choice(["inside-optimum", "fewest-wins-top-ranked"]),
        opponent=rng.choice(["lowest-possible", "lowest-possible", "highest-possible"]),
    )


@pytest.mark.parametrize("seed", range(150))
def test_pairing_against_all_there_are(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    pool = random_pool(rng, rng.randint(1, 8))
    # A low limit makes the judging go in several steps, as it does for a large field.
    monkeypatch.setattr(pools, "LIMIT", rng.choice([2, 2**40, 2**110]))
    right = by_hand(pool)
    assert right_pairs(pool) == right
    everything = all_pairings(list(range(pool.size)))
    for places in rng.sample(everything, min(10, len(everything))):
        pairs = pool.pairs(places)
        assert is_right(pool, pairs) == (pairs == right)
    assert is_right(pool, right)


def in_one_matching(pool: Pool) -> list[Pair]:
    """The whole rule in the big integers of one slow matching: the cost, then for the pair i < j the digit j."""
    size, nobody = pool.size, len(pool.order)
    graph = networkx.Graph()
    for (i, j), cost in pool.costs.items():
        weight = (j if pool.opponent == "lowest-possible" else size - j) * size ** (size - i)
        if pool.bye_first and j == nobody:
            weight = (size - pool.preferred_holders().index(i)) * size ** (size + 1)
        graph.add_edge(i, j, weight=weight - cost * size ** (size + 3))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return pool.pairs([(min(pair), max(pair)) for pair in matching])


@pytest.mark.parametrize("seed", range(12))
def test_pairing_against_one_matching(seed: int) -> None:
    rng = random.Random(seed)
    pool = random_pool(rng, rng.randint(16, 30))
    assert right_pairs(pool) == in_one_matching(pool)
    assert is_right(pool, right_pairs(pool))


@pytest.mark.parametrize("seed", range(6))
def test_a_large_pool_is_judged_as_it_is_made(seed: int) -> None:
    rng = random.Random(seed)
    pool = random_pool(rng, rng.randint(150, 200))
    right = right_pairs(pool)
    assert is_right(pool, right)
    worse = list(right)
    i, j = rng.sample([k for k, pair in enumerate(worse) if pair[1] is not None], 2)
    worse[i], worse[j] = (worse[i][0], worse[j][1]), (worse[j][0], worse[i][1])
    assert not is_right(pool, worse)
    assert not is_right(pool, right[1:]), "somebody is missing"
    assert not is_right(pool, [*right, right[0]]), "somebody plays twice"
