"""Examples worked by hand: the lottery, criteria, pairing, trees and groups, and pairing against brute force."""

import itertools
import random
from collections.abc import Iterator, Mapping

import pytest

from tests.verify.division import declaration
from tourgen.formats.models import Score
from tourgen.verify.criteria import Ground, top_and_bottom
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Facts, Game, grade_level, read_facts
from tourgen.verify.groups import dealt, group_count
from tourgen.verify.lottery import draw_lots, generated, seed_of
from tourgen.verify.pairing import Pool, right_pairs
from tourgen.verify.record import Record, Scale
from tourgen.verify.round_robin import circle_round
from tourgen.verify.seats import EMPTY, _first_arrangement, tree_order
from tourgen.verify.stage import Seat

DRAWS = ("1234", "5678", "9012")


def roster(count: int, **columns: Mapping[int, object]) -> dict[str, object]:
    """A document with nothing but players and draws."""
    rows = [
        {"no": no, **{name: cells.get(no) for name, cells in columns.items()}} for no in range(1, count + 1)
    ]
    return {"lottery": {"draws": list(DRAWS)}, "players": rows}


def facts_of(document: dict[str, object]) -> Facts:
    return read_facts(document, paired_ahead=False, dealt=False, barred=())


# --- Lottery


def test_lottery_vector() -> None:
    two = declaration("othello-2-league").lottery
    assert seed_of(DRAWS) == 12340567809012
    assert seed_of(DRAWS) % two.modulus == 2694132
    assert generated(two, 2694132, 4) == [8022299, 4185410, 2127977, 4405904]
    numbers = draw_lots(facts_of(roster(12)), two).numbers
    assert [numbers[no] for no in range(1, 13)] == [12, 6, 2, 7, 8, 9, 4, 11, 3, 1, 5, 10]


def test_seeds_replace_their_number_in_four_leagues_and_go_before_the_others_in_two() -> None:
    document = roster(12, seed={1: True, 8: True, 3: True}, lottery={1: 4, 8: 5}, absent={3: True})
    numbers = draw_lots(facts_of(document), declaration("othello-4-league").lottery).numbers
    assert [numbers[no] for no in range(1, 13)] == [4, 16, 12, 17, 18, 19, 14, 5, 13, 11, 15, 20]
    document = roster(12, seed={1: True, 8: True, 3: True}, lottery={1: 2, 8: 5}, absent={3: True})
    numbers = draw_lots(facts_of(document), declaration("othello-2-league").lottery).numbers
    assert [numbers[no] for no in range(1, 13)] == [2, 11, 7, 12, 13, 14, 9, 5, 8, 6, 10, 15]


def test_later_lots_continue_the_generator() -> None:
    lots = draw_lots(facts_of(roster(3)), declaration("knockout").lottery)
    numbers = generated(lots.declared, 2694132, 9)
    assert list(lots.of_round(1).values()) == numbers[3:6]
    assert list(lots.of_round(2).values()) == numbers[6:9]


def test_grades_on_one_scale() -> None:
    assert [grade_level(one) for one in ("2級", "１級", "初段", "3段", "4-dan", "2-kyu")] == [
        -1,
        0,
        1,
        3,
        4,
        -1,
    ]
    assert grade_level("名人") is None and grade_level("") is None


# --- Groups and trees


def test_sizes_of_groups() -> None:
    """A later size only where the earlier ones can't do: 9 = 3+3+3, 5 alone."""
    found = {count: group_count((4, 3, 5), count) for count in (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15)}
    assert found == {3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3, 11: 3, 12: 3, 15: 4}


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("in-turn", {"A": [1, 3, 5, 7], "B": [2, 4, 6]}),
        ("snake", {"A": [1, 4, 5], "B": [2, 3, 6, 7]}),
        ("consecutive", {"A": [1, 2, 3, 4], "B": [5, 6, 7]}),
        ("odd-even", {"A": [1, 3, 5, 7], "B": [2, 4, 6]}),
        ("typed", {"A": [2], "B": [1, 3, 4, 5, 6, 7]}),
    ],
)
def test_dealing(how: str, expected: dict[str, list[int]]) -> None:
    order = [1, 2, 3, 4, 5, 6, 7]
    typed = dict.fromkeys(order, "B") | {2: "A"}
    assert dealt(("A", "B"), order, how, {no: no for no in order}, typed) == expected


def test_trees_schedules_and_draws() -> None:
    assert tree_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert [frozenset(map(frozenset, circle_round((1, 2, 3, 4), turn))) for turn in (1, 2, 3)] == [
        {frozenset({1, 4}), frozenset({2, 3})},
        {frozenset({3, 4}), frozenset({1, 2})},
        {frozenset({2, 4}), frozenset({1, 3})},
    ]
    assert {pair for turn in range(1, 6) for pair in circle_round((1, 2, 3, 4, 5), turn)} == set(
        itertools.combinations((1, 2, 3, 4, 5), 2)
    )


@pytest.mark.parametrize(
    ("avoided", "drawn"),
    [
        ([], [1, 2, 3, 4]),
        ([{1, 2}], [1, 3, 2, 4]),
        ([{1, 2}, {2, 4}], [1, 4, 2, 3]),
        ([{1, 2}, {1, 3}, {1, 4}], [1, 2, 3, 4]),
    ],
)
def test_the_order_in_which_listed_seats_are_tried(avoided: list[set[int]], drawn: list[int]) -> None:
    """12 34, 13 24, 14 23: the first of those with the fewest pairs to be avoided."""

    def faults(one: Seat, other: Seat) -> tuple[int, ...]:
        return (int({one.no, other.no} in avoided),)

    found = _first_arrangement([None] * 4, [Seat(no) for no in (1, 2, 3, 4)], faults)
    assert [seat.no for seat in found] == drawn


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
def test_top_and_bottom(beaten: list[int], lost: list[int], expected: list[int]) -> None:
    assert [top_and_bottom(k, beaten, lost) for k in (1, 2, 3)] == expected


def match(first: int, second: int | None, winner: int | None, kind: str = "played", discs: str = "") -> Game:
    counts = [int(one) for one in discs.split("-")] if discs else []
    found = (counts[0], counts[1]) if counts else None
    return Game(1, "swiss", "A", first, second, kind, winner, True, found, None, None, None, False)


def ground(score: Score, rounds: list[list[Game]], count: int, **columns: Mapping[int, object]) -> Ground:
    players = tuple(range(1, count + 1))
    record = Record(players, Scale(score), 0)
    for number, games in enumerate(rounds, 1):
        for game in games:
            record.add_game(number, "swiss", game)
    after = len(rounds)
    return Ground(
        record.view(frozenset({"swiss"}), after),
        record.scale,
        facts_of(roster(count, **columns)),
        {no: no for no in players},
        range(1, after + 1),
        {1: {no: count + 1 - no for no in players}},
        {no: count + 1 - no for no in players} if after == 2 else {},
        {},
        [list(players)],
    )


# 1 beats 2, 3 and the bye; 2 beats 4 and 3; 3 beats 4 by forfeit; 4 has the bye of the last round.
FOUR_ROUNDS = [
    [match(1, 2, 1, discs="40-24"), match(3, 4, 3, "forfeit")],
    [match(1, 3, 1, discs="33-31"), match(2, 4, 2, discs="64-0")],
    [match(1, None, 1, "bye"), match(2, 3, 2, discs="32-32")],
]


def test_sums_over_opponents() -> None:
    """Wins are 3, 2, 1, 0. A bye and a forfeit won are an opponent with 0 wins; the loser lost to the scheduled one."""
    found = ground(Score(), FOUR_ROUNDS, 4)
    columns = {
        "wins": [3, 2, 1, 0],
        "wins-before-latest": [2, 1, 1, 0],
        "cumulative-wins": [1 + 2 + 3, 0 + 1 + 2, 1 + 1 + 1, 0],
        "opponents-wins": [2 + 1 + 0, 3 + 0 + 1, 0 + 3 + 2, 1 + 2],
        "beaten-wins": [3, 0 + 1, 0, 0],
        "median-wins": [1, 1, 2, 0],
        "opponents-wins-cut-1": [2 + 1, 3 + 1, 3 + 2, 2],
        "sonneborn-berger": [6, 2, 0, 0],
        "opponents-opponents-wins": [4 + 5, 3 + 3 + 5, 3 + 4, 5 + 4],
        "disc-difference": [16 + 2 + 0, -16 + 64 + 0, 0 - 2 + 0, 0 - 64],
        "disc-total": [40 + 33 + 32, 24 + 64 + 32, 32 + 31 + 32, 32 + 0],
        "later-first-loss": [4, 1, 2, 1],
        "smaller-lot": [-1, -2, -3, -4],
        "lottery-number": [1, 2, 3, 4],
        "rank-after-1": [-4, -3, -2, -1],
    }
    for name, values in columns.items():
        assert [found.value(name, no) for no in (1, 2, 3, 4)] == values, name


def test_brightwell() -> None:
    """Discs + 6 × points of all opponents; a bye, and a game against who withdrew, is 32 + 6 × own points."""
    found = ground(Score(), FOUR_ROUNDS, 4, withdrawn_after={4: 2})
    assert found.value("brightwell-6", 1) == (40 + 12) + (33 + 6) + (32 + 18)
    assert found.value("brightwell-6", 2) == (24 + 18) + (32 + 12) + (32 + 6)
    assert found.value("brightwell-beaten-6", 2) == 24 + (32 + 12) + (32 + 6)


def test_half_points_are_doubled_and_discs_with_them_in_sums() -> None:
    rounds = [[match(1, 2, None, "draw", "32-32"), match(3, 4, 3, discs="40-24")]]
    found = ground(Score(draw=0.5, missed=0.5), rounds, 4)
    assert [found.value("wins", no) for no in (1, 2, 3, 4)] == [1, 1, 2, 0]
    assert found.value("sonneborn-berger", 1) == 1
    assert found.value("brightwell-6", 3) == 2 * 40 + 6 * 0


def test_starting_points() -> None:
    """A point a grade from the floor up to the bar; a bye's opponent has the own points."""
    score = Score.model_validate(
        {"draw": 0.5, "bye_opponent": "own", "starting_points": {"floor": "2級", "bar": "二段"}}
    )
    rounds = [[match(1, 2, 1), match(3, None, 3, "bye")]]
    found = ground(score, rounds, 3, grade={1: "初段", 2: "五段", 3: "9級"})
    assert [found.value("points", no) for no in (1, 2, 3)] == [4 + 2, 6, 0 + 2]
    assert [found.value("opponents-points", no) for no in (1, 2, 3)] == [6, 6, 2]


def test_direct_encounter() -> None:
    """1 beat 3, with whom it is tied; of-two counts only where exactly two are tied; a forfeit is no meeting."""
    rounds = [
        [match(1, 2, 1), match(3, 4, 3)],
        [match(1, 3, 1), match(2, 4, 2)],
        [match(4, 1, 4), match(2, 3, 2)],
        [match(3, 4, 3), match(1, 2, 2, "forfeit")],
    ]
    found = ground(Score(), rounds, 4)
    assert [found.value("wins", no) for no in (1, 2, 3, 4)] == [2, 3, 2, 1]
    assert [row[1] for row in found.values(("wins", "direct-encounter")).values()] == [1, 0, 0, 0]
    three = ground(Score(), [*rounds[:2], [match(2, 3, None, "double-loss")]], 4)
    assert [row[1] for row in three.values(("disc-total", "direct-encounter-of-two")).values()] == [
        0,
        0,
        0,
        0,
    ]


# --- Pairing

A, B, C, D, E = 1, 2, 3, 4, 5


def pool_of(
    wins: dict[int, int], met: list[tuple[int, int]], bye: str, opponent: str = "lowest-possible"
) -> Pool:
    pairs = {frozenset(pair) for pair in met}

    def level(name: str, one: int, other: int | None) -> int:
        return int(name == "rematch" and frozenset((one, other)) in pairs)

    return Pool(tuple(wins), wins, level, ("second-bye", "rematch", "score-gap"), opponent, bye, -1)


def test_the_two_ways_of_choosing_the_bye_differ() -> None:
    wins = {A: 1, B: 1, C: 1, D: 0, E: 0}
    assert right_pairs(pool_of(wins, [(A, E)], "fewest-wins-top-ranked")) == [(D, None), (A, C), (B, E)]
    assert right_pairs(pool_of(wins, [(A, E)], "phantom")) == [(A, D), (B, C), (E, None)]


def test_four_matchings_that_tie() -> None:
    wins = {A: 3, B: 2, C: 1, D: 1, E: 0}
    assert right_pairs(pool_of(wins, [(C, D)], "fewest-wins-top-ranked")) == [(E, None), (A, D), (B, C)]


def test_half_way() -> None:
    """The i-th of a score group of six wants the one three below, else the nearest, the lower first."""
    wins = dict.fromkeys((1, 2, 3, 4, 5, 6), 0)
    assert right_pairs(pool_of(wins, [], "phantom", "half-way")) == [(1, 4), (2, 5), (3, 6)]
    assert right_pairs(pool_of(wins, [(1, 4)], "phantom", "half-way")) == [(1, 5), (2, 6), (3, 4)]


CLASSES = ("second-bye", "forbidden", "rematch", "score-gap", "same-school", "fewest-meetings", "fewest-byes")


def random_pool(rng: random.Random) -> Pool:
    players = tuple(rng.sample(range(1, 30), rng.randint(1, 8)))
    levels = {
        (name, frozenset((one, other))): rng.choice(
            (0, 0, 1, 1, 2) if name.startswith("fewest") else (0, 0, 1)
        )
        for name in CLASSES
        for one, other in [*itertools.combinations(players, 2), *((no, None) for no in players)]
        if (other is None) == name.endswith(("bye", "byes"))
    }
    return Pool(
        players,
        {no: rng.randint(0, 4) for no in players},
        lambda name, one, other: levels.get((name, frozenset((one, other))), 0),
        tuple(rng.sample(CLASSES, rng.randint(1, len(CLASSES)))),
        rng.choice(("lowest-possible", "highest-possible", "half-way")),
        rng.choice(("phantom", "fewest-wins-top-ranked", "fewest-wins-last-ranked", "last-ranked")),
        -1,
    )


def matchings(left: tuple[int | None, ...]) -> Iterator[list[Pair]]:
    if not left:
        yield []
        return
    first, *others = left
    assert first is not None
    for at, other in enumerate(others):
        for rest in matchings((*others[:at], *others[at + 1 :])):
            yield [(first, other), *rest]


def by_brute_force(pool: Pool) -> list[Pair]:
    """Every matching, the fewest of what is to be avoided; then the bye, then from the top the most wanted."""
    field: tuple[int | None, ...] = (*pool.order, None) if len(pool.order) % 2 else pool.order

    def level(name: str, one: int, other: int | None) -> int:
        if name == "score-gap":
            return abs(pool.score[one] - (pool.phantom if other is None else pool.score[other]))
        return pool.level(name, one, other)

    def counts(pairs: list[Pair]) -> list[int]:
        return [
            sum(level(name, *pair) == size for pair in pairs)
            for name in pool.avoid
            for size in range(12, 0, -1)
        ]

    every = list(matchings(field))
    least = min(counts(pairs) for pairs in every)
    best = [pairs for pairs in every if counts(pairs) == least]
    fixed: list[Pair] = []
    if len(pool.order) % 2 and pool.bye != "phantom":
        holders = {one for pairs in best for one, other in pairs if other is None}
        if pool.bye.startswith("fewest"):
            fewest = min(pool.score[no] for no in holders)
            holders = {no for no in holders if pool.score[no] == fewest}
        ranked = [no for no in pool.order if no in holders]
        fixed = [(ranked[0] if pool.bye.endswith("top-ranked") else ranked[-1], None)]
    left = [no for no in pool.order if (no, None) not in fixed]
    for one in left:
        if any(one in pair for pair in fixed):
            continue
        best = [pairs for pairs in best if set(fixed) <= set(pairs)]
        options = {other for pairs in best for no, other in pairs if no == one}
        fixed.append((one, _most_wanted(pool, left, one, options)))
    return fixed


def _most_wanted(pool: Pool, left: list[int], one: int, options: set[int | None]) -> int | None:
    people = [no for no in left if no in options]
    if pool.opponent == "lowest-possible":
        return None if None in options else people[-1]
    if not people:
        return None
    if pool.opponent == "highest-possible":
        return people[0]
    wish = left.index(one) + sum(pool.score[no] == pool.score[one] for no in left) // 2
    return min(people, key=lambda no: (abs(left.index(no) - wish), -left.index(no)))


@pytest.mark.parametrize("seed", range(6))
def test_pairing_is_that_of_brute_force(seed: int) -> None:
    """The right pairing is made and accepted, and every other one is refused."""
    rng = random.Random(seed)
    for _ in range(60):
        pool = random_pool(rng)
        right = by_brute_force(pool)
        assert right_pairs(pool) == right
        assert right_pairs(pool, right) == right
        field: tuple[int | None, ...] = (*pool.order, None) if len(pool.order) % 2 else pool.order
        others = [pairs for pairs in matchings(field) if set(pairs) != set(right)]
        for pairs in rng.sample(others, min(6, len(others))):
            assert right_pairs(pool, pairs) == right  # wherever the search begins


@pytest.mark.parametrize("seed", range(40))
def test_a_draw_is_the_first_in_the_order_of_lots_with_the_fewest_faults(seed: int) -> None:
    """Held against every arrangement there is of up to six players, some of them seeds."""
    rng = random.Random(seed)
    numbers = range(1, rng.randint(2, 6) + 1)
    players, school = [Seat(no) for no in numbers], {no: rng.choice("AAB") for no in numbers}
    met = {frozenset(rng.sample(numbers, 2)) for _ in range(rng.randint(0, 6))}

    def faults(one: Seat, other: Seat) -> tuple[int, ...]:
        if one.no is None or other.no is None:
            return (0, 0)
        return (int(school[one.no] == school[other.no]), int({one.no, other.no} in met))

    def cost(seats: list[Seat]) -> list[int]:
        found = [faults(*pair) for pair in zip(seats[::2], seats[1::2], strict=True)]
        return [sum(counts) for counts in zip(*found, strict=True)]

    seeds = players[: rng.randint(0, 2)]
    left = [one for one in players if one not in seeds]
    rng.shuffle(left)
    order, fixed = tree_order(1 << (len(players) - 1).bit_length()), dict(enumerate(seeds, 1))
    holders = [fixed.get(line) or (None if line <= len(players) else EMPTY) for line in order]
    ways = []
    for lots in itertools.permutations(left):
        drawn = iter(lots)
        ways.append([one or next(drawn) for one in holders])
    assert _first_arrangement(holders, left, faults) == min(ways, key=cost)
