"""Section 8's pairing: every class of cost against brute force, and the order in which the classes count."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from tourgen.formats.declaration import SchoolRule
from tourgen.verify import pool as pools
from tourgen.verify.deviation import Pair
from tourgen.verify.pool import Pool, is_right, right_pairs

PHANTOM = None


def all_pairings(members: Sequence[int | None]) -> Iterator[list[tuple[int | None, int | None]]]:
    """Every way to pair them off; the phantom is None and stands last."""
    if not members:
        yield []
        return
    first, *others = members
    for other in others:
        rest = [one for one in others if one != other]
        for pairing in all_pairings(rest):
            yield [(first, other), *pairing]


def by_brute_force(pool: Pool) -> list[Pair]:
    """The rule word for word: classes compared one after the other, then the highest opponents from the top."""
    members: list[int | None] = [*pool.order, *([PHANTOM] if len(pool.order) % 2 else [])]
    place = {no: at for at, no in enumerate(members)}

    def value(pairing: list[tuple[int | None, int | None]]) -> tuple[object, ...]:
        gaps: Counter[int] = Counter()
        second_byes = forbidden = rematches = same_school = discouraged = 0
        for one, other in pairing:
            assert one is not None
            pair = frozenset((one, other))
            second_byes += other is PHANTOM and one in pool.had_bye
            forbidden += pair in pool.forbidden
            rematches += pair in pool.met
            same_school += other is not None and pool.school.get(one, 1) == pool.school.get(other, 2)
            gaps[abs(pool.wins[one] - (-1 if other is None else pool.wins[other]))] += 1
            discouraged += pair in pool.discouraged
        strict = same_school if pool.school_rule == "strict" else 0
        soft = same_school if pool.school_rule == "soft" else 0
        from_largest = [gaps[size] for size in range(20, 0, -1)]
        highest = [place[other] for _, other in sorted(pairing, key=lambda pair: place[pair[0]])]
        return second_byes, forbidden, rematches, strict, from_largest, soft, discouraged, highest

    best = min(all_pairings(members), key=value)
    return [(one, other) for one, other in best if one is not None]


def random_pool(rng: random.Random, count: int) -> Pool:
    numbers = rng.sample(range(1, 999), count)
    wins = sorted((rng.randint(0, rng.choice((0, 2, 4))) for _ in numbers), reverse=True)
    pairs = [frozenset(pair) for pair in itertools.combinations(numbers, 2)]
    schools = rng.randint(1, 4)
    rule: SchoolRule = rng.choice(("strict", "soft", "off"))

    def some(share: float) -> set[frozenset[int]]:
        return {pair for pair in pairs if rng.random() < share}

    return Pool(
        order=tuple(numbers),
        wins=dict(zip(numbers, wins, strict=True)),
        had_bye={no for no in numbers if rng.random() < rng.choice((0.0, 0.5, 1.0))},
        met=some(rng.choice((0.0, 0.2, 0.6, 0.9))),
        bye="inside-optimum",
        opponent="highest-possible",
        forbidden=some(rng.choice((0.0, 0.1, 0.6))),
        discouraged=some(rng.choice((0.0, 0.3, 0.8))),
        school={no: f"{rng.randint(1, schools)}" for no in numbers if rng.random() < 0.9},
        school_rule=rule,
    )


@pytest.mark.parametrize("seed", range(200))
def test_every_class_against_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    pool = random_pool(rng, rng.randint(1, 8))
    # A low limit makes the judging go in several steps, as it does for a large field.
    monkeypatch.setattr(pools, "LIMIT", rng.choice([2, 2**40, 2**110]))
    right = by_brute_force(pool)
    assert right_pairs(pool) == right
    assert is_right(pool, right)
    members: list[int | None] = [*pool.order, *([PHANTOM] if len(pool.order) % 2 else [])]
    everything = list(all_pairings(members))
    for pairing in rng.sample(everything, min(10, len(everything))):
        pairs = [(one, other) for one, other in pairing if one is not None]
        assert is_right(pool, pairs) == ({*map(frozenset, pairs)} == {*map(frozenset, right)})


def four(**facts: object) -> Pool:
    """a and b on one win, c and d on none; a-b, c-d is right as long as nothing speaks against it."""
    wins = {1: 1, 2: 1, 3: 0, 4: 0}
    return Pool((1, 2, 3, 4), wins, set(), set(), "inside-optimum", "highest-possible", **facts)  # type: ignore[arg-type]


def pairs(*numbers: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in numbers}


SCHOOL = {1: "a", 2: "a", 3: "c", 4: "d"}


def test_the_highest_opponent_possible() -> None:
    assert right_pairs(four()) == [(1, 2), (3, 4)]


def test_gaps_yield_to_a_strict_school_but_not_to_a_soft_one() -> None:
    assert right_pairs(four(school=SCHOOL, school_rule="strict")) == [(1, 3), (2, 4)]
    assert right_pairs(four(school=SCHOOL, school_rule="soft")) == [(1, 2), (3, 4)]
    assert right_pairs(four(school=SCHOOL, school_rule="off")) == [(1, 2), (3, 4)]


def test_a_blank_school_is_nobodys() -> None:
    assert right_pairs(four(school={}, school_rule="strict")) == [(1, 2), (3, 4)]


def test_gaps_yield_to_forbidden_pairs_but_not_to_discouraged_ones() -> None:
    assert right_pairs(four(forbidden=pairs((1, 2)))) == [(1, 3), (2, 4)]
    assert right_pairs(four(discouraged=pairs((1, 2)))) == [(1, 2), (3, 4)]


def test_a_soft_school_comes_before_a_discouraged_pair() -> None:
    """Four without a win: 1-2 is one school, 1-3 and 2-4 discouraged, 1-4 is right."""
    wins = dict.fromkeys((1, 2, 3, 4), 0)
    school = {1: "a", 2: "a"}
    pool = Pool(
        (1, 2, 3, 4), wins, set(), set(), "inside-optimum", "highest-possible",
        discouraged=pairs((1, 3)), school=school, school_rule="soft",
    )  # fmt: skip
    assert right_pairs(pool) == [(1, 4), (2, 3)]
    both = pairs((1, 3), (1, 4))
    pool = Pool(
        (1, 2, 3, 4), wins, set(), set(), "inside-optimum", "highest-possible",
        discouraged=both, school=school, school_rule="soft",
    )  # fmt: skip
    assert right_pairs(pool) == [(1, 3), (2, 4)]


def test_a_forbidden_pair_is_worse_than_a_rematch_and_a_rematch_worse_than_one_school() -> None:
    wins = dict.fromkeys((1, 2), 0)
    wins |= {3: 0, 4: 0}
    met = pairs((1, 2), (3, 4))
    pool = Pool(
        (1, 2, 3, 4), wins, set(), met, "inside-optimum", "highest-possible",
        forbidden=pairs((1, 3), (1, 4)),
    )  # fmt: skip
    assert right_pairs(pool) == [(1, 2), (3, 4)]
    pool = Pool(
        (1, 2, 3, 4), wins, set(), met, "inside-optimum", "highest-possible",
        school={1: "a", 2: "b", 3: "a", 4: "a"}, school_rule="strict",
    )  # fmt: skip
    assert right_pairs(pool) == [(1, 3), (2, 4)]


def test_a_second_bye_is_worse_than_a_forbidden_pair() -> None:
    """Of three, 2 and 3 had a bye: 1 has it now, and the forbidden pair 2-3 plays."""
    wins = {1: 2, 2: 1, 3: 1}
    pool = Pool((1, 2, 3), wins, {2, 3}, set(), "inside-optimum", "highest-possible", forbidden=pairs((2, 3)))
    assert right_pairs(pool) == [(1, None), (2, 3)]
