"""Words of the language that say who enters a stage, where they stand and how they leave, each by hand."""

from __future__ import annotations

import pytest

from tests.engine.builders import (
    best,
    declared,
    entrants,
    follow,
    game,
    grouped,
    groups,
    knockout,
    pairs,
    play,
    stage,
    swiss,
    tree,
)
from tourgen.engine import progress
from tourgen.engine.final import final_ranks
from tourgen.engine.model import Round
from tourgen.engine.stages.bracket.seats import seeding_order
from tourgen.formats import admits, group_sizes


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('groups = ["A", "B"]', {"A": [1, 3, 5, 7], "B": [2, 4, 6]}),
        ('groups = ["A", "B"]\ndeal = "snake"', {"A": [1, 4, 5], "B": [2, 3, 6, 7]}),
        ('groups = ["A", "B"]\ndeal = "consecutive"', {"A": [1, 2, 3, 4], "B": [5, 6, 7]}),
        ('groups = ["A", "B"]\ndeal = "odd-even"', {"A": [1, 3, 5, 7], "B": [2, 4, 6]}),
        ('groups = ["A", "B"]\ndeal = "typed"', {"B": [1, 2, 3, 4, 5], "A": [6, 7]}),
        ('groups = ["A", "B"]\ndeal_by = ["grade"]', {"A": [7, 5, 3, 1], "B": [6, 4, 2]}),
        ("group_sizes = [4, 3, 5]", {"1": [1, 3, 5, 7], "2": [2, 4, 6]}),
    ],
)
def test_dealing_into_groups(line: str, expected: dict[str, list[int]]) -> None:
    field = entrants(
        7, group=dict.fromkeys(range(1, 6), "B") | {6: "A", 7: "A"}, grade={no: no for no in range(8)}
    )
    assert groups(progress.start(declared(grouped(line)), field)) == expected


def test_evening_up_moves_the_largest_number() -> None:
    text = grouped(
        'groups = ["A", "B"]\neven_up = ["B>A"]',
        kind="pool",
        rounds='rounds = [1, 3]\nfirst_round = "halves-by-number"',
    )
    now = progress.start(declared(text), entrants(6))
    assert groups(now) == {"A": [1, 3, 5, 6], "B": [2, 4]}
    assert pairs(now) == [(1, 5), (3, 6), (2, 4)]


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(8, [4, 4]), (9, [3, 3, 3]), (10, [4, 3, 3]), (5, [5]), (7, [4, 3]), (2, []), (15, [4, 4, 4, 3])],
)
def test_groups_of_four_three_where_the_field_does_not_divide(count: int, sizes: list[int]) -> None:
    assert group_sizes((4, 3, 5), count) == sizes


def test_neighbours_meet_in_the_first_round_and_the_largest_number_has_the_bye() -> None:
    now = progress.start(swiss(stage='first_round = "neighbours-by-number"'), entrants(5))
    assert pairs(now) == [(1, 2), (3, 4), (5, None)]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ("", [(1, 2), (3, 4)]),  # as they come: A1, B1, A2, B2
        ('seats = "seeded"', [(1, 4), (2, 3)]),  # A1-B2, B1-A2
        ('seats = "across"', [(1, 4), (2, 3)]),
        ('seats = ["A1", "A2", "B1", "B2"]', [(1, 3), (2, 4)]),
        ('seats = ["A1", "A2", "B1", "B2"]\navoid = ["rematch"]', [(1, 2), (3, 4)]),
    ],
)
def test_the_seats_of_a_tree(seats: str, expected: list[tuple[int, int]]) -> None:
    """A round robin of two groups: A has 1, 3, 5 and B has 2, 4, 6; the smaller number wins every game."""
    text = grouped('groups = ["A", "B"]', knockout(best(2), seats), '["knockout"]')
    now = progress.start(declared(text), entrants(6))
    for _ in range(3):
        now = follow(now)
    assert pairs(now) == expected


def test_group_mates_meet_as_late_as_possible() -> None:
    """Four groups: plain seeding has C1 (3) and C2 (7), D1 (4) and D2 (8) in one half; they are exchanged."""
    second = knockout(best(2), 'seats = "seeded"\navoid = ["same-group"]')
    text = grouped('groups = ["A", "B", "C", "D"]', second, '["knockout"]')
    now = progress.start(declared(text), entrants(12))
    for _ in range(3):
        now = follow(now)
    drawn = now.drawn["knockout"]
    half = {no: at // 4 for at, no in enumerate(drawn)}
    assert seeding_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert all(half[no] != half[no + 4] for no in (1, 2, 3, 4)), drawn  # 1 and 5 are of group A, and so on


def test_group_mates_who_passed_one_after_the_other_meet_as_late_as_possible() -> None:
    """Two of each group of four pass; plain seeding has C's 3 and 7, and D's 4 and 8, in one half of the tree."""
    passed = '{ stage = "group", who = "passed" }'
    second = knockout(passed, 'seats = "seeded"\navoid = ["same-group"]')
    groups = 'groups = ["A", "B", "C", "D"]\nleave = ["wins-2", "losses-2"]'
    now = progress.start(declared(grouped(groups, second, '["knockout"]', "pool")), entrants(16))
    for _ in range(3):
        now = follow(now)
    half = {no: at // 4 for at, no in enumerate(now.drawn["knockout"])}
    assert sorted(half) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(half[no] != half[no + 4] for no in (1, 2, 3, 4)), now.drawn


def test_a_drawn_tree_keeps_a_school_apart_and_spreads_the_empty_places() -> None:
    text = tree('seats = "drawn"\nseeds = "roster"\navoid = ["same-school"]')
    schools = {1: "北", 2: "北", 3: "北", 4: "南", 5: "南", 6: "東"}
    now = play(declared(text), entrants(6, school=schools, seed={6: True, 5: True}), ())
    drawn = now.drawn["knockout"]
    matches = list(zip(drawn[::2], drawn[1::2], strict=True))
    assert [match for match in matches if None in match] == [(5, None), (6, None)]  # the seeds wait
    assert {frozenset(match) for match in matches if None not in match} in (
        [
            {frozenset({1, 4}), frozenset({2, 3})},
            {frozenset({2, 4}), frozenset({1, 3})},
            {frozenset({3, 4}), frozenset({1, 2})},
        ]
    )  # one pair of 北 can't be helped
    assert drawn.index(5) // 4 != drawn.index(6) // 4


def test_who_can_meet_nobody_in_a_drawn_tree_is_beside_an_empty_place() -> None:
    """Lots are 1, 4, …: 4 is a group mate of 2 and of one school with 3 and 5, so 4 isn't drawn into the only match."""
    lines = 'seats = "drawn"\navoid = ["same-group", "same-school"]'
    form = declared(grouped('groups = ["A", "B"]', knockout(best(3), lines), '["knockout"]'))
    now = progress.start(form, entrants(5, school=dict(enumerate("南南北北北", 1))))
    while "knockout" not in now.drawn:
        now = follow(now)
    assert now.drawn["knockout"] == (1, None, 3, 2, 4, None, 5, None)


def test_empty_places_are_spread_and_never_stand_together() -> None:
    in_order = progress.start(declared(tree('seats = "in-order"')), entrants(5))
    assert in_order.drawn["knockout"] == (1, None, 2, 3, 4, None, 5, None)
    seeded = progress.start(declared(tree('seats = "seeded"')), entrants(5))
    assert seeded.drawn["knockout"] == (1, None, 4, 5, 2, None, 3, None)


@pytest.mark.parametrize(
    ("flow", "expected"),
    [
        ('{ stage = "group", who = "best", count = 1 }', [1, 2]),
        ('{ stage = "group", who = "places", places = [2, 3] }', [3, 4, 5, 6]),
        ('{ stage = "group", who = "unbeaten" }', [1, 2]),
        (
            '[{ stage = "group", who = "best", count = 1 }, { stage = "group", who = "next-best", count = 1 }]',
            [1, 2, 3],
        ),
        ('{ stage = "group", who = "rest" }', [1, 2, 3, 4, 5, 6]),
        ('{ stage = "group", who = "best", count = 3, sex = "F" }', [2, 6]),
        ('{ who = "best-overall", count = 3 }\nrounds = [4, 6]', [1, 2, 3]),  # of both groups
    ],
)
def test_who_enters(flow: str, expected: list[int]) -> None:
    second = stage("next", "round-robin", flow)
    field = entrants(6, sex={no: "F" if no in (2, 6) else "M" for no in range(1, 7)})
    now = progress.start(declared(grouped('groups = ["A", "B"]', second)), field)
    for _ in range(3):
        now = follow(now)
    assert list(now.entered["next"]) == expected


def test_the_rest_is_whom_no_other_stage_takes() -> None:
    second = knockout(best(1)) + stage("others", "round-robin", '{ stage = "group", who = "rest" }')
    now = progress.start(declared(grouped('groups = ["A", "B"]', second, '["knockout"]')), entrants(6))
    for _ in range(3):
        now = follow(now)
    assert (list(now.entered["knockout"]), list(now.entered["others"])) == ([1, 2], [3, 4, 5, 6])


def test_who_enters_later_is_chosen_by_the_rank_when_the_stage_was_over() -> None:
    """3 wins all games among the rest, which count, but was second in group A."""
    later = stage("others", "round-robin", '{ stage = "group", who = "rest" }')
    later += stage("next", "round-robin", best(1), "rounds = [7, 7]")
    form = declared(grouped('groups = ["A", "B"]', later, rounds="rounds = [1, 3]"))
    now = progress.start(form, entrants(6))
    for _ in range(6):
        now = follow(now)
    assert now.record.wins(3) > now.record.wins(1)
    assert list(now.entered["next"]) == [1, 2]


def test_a_snake_of_few_may_leave_a_group_empty() -> None:
    """Four in three groups: A, B, C, C; B's only player moves to A."""
    lines = 'groups = ["A", "B", "C"]\ndeal = "snake"\neven_up = ["B>A"]\nleave = ["sole-unbeaten"]'
    form = declared(grouped(lines, kind="pool", rounds="rounds = [1, 3]"))
    assert groups(progress.start(form, entrants(4))) == {"A": [1, 2], "C": [3, 4]}
    assert not admits(form, 4)


def test_the_losers_of_a_tree_play_on_in_a_pool() -> None:
    """Whoever never was in the tree does not come into the pool of its losers."""
    second = knockout(best(2), "rounds = [4, 5]")
    second += stage("others", "pool", '{ stage = "knockout", who = "losers" }', "rounds = [5, 6]")
    text = grouped('groups = ["A", "B"]', second, '["knockout"]', kind="pool", rounds="rounds = [1, 3]")
    now = progress.start(declared(text), entrants(8))
    for _ in range(4):
        now = follow(now)
    assert (now.drawn["knockout"], list(now.entered["others"])) == ((1, 2, 3, 4), [2, 4])
    assert pairs(now) == [(1, 3), (2, 4)]
    assert list(follow(now).entered["others"]) == [2, 4]  # the finalists hold places


TWO_WINS = """
title = "2勝通過2敗失格"
game = "shogi"
[[stage]]
id = "block"
kind = "pool"
name = "予選"
group_sizes = [4, 3, 5]
first_round = "neighbours-by-number"
pair_by = ["wins", "smaller-lot"]
avoid = ["second-bye", "score-gap", "rematch"]
bye = "fewest-wins-last-ranked"
leave = ["wins-2", "losses-2"]
[[stage]]
id = "knockout"
kind = "bracket"
name = "決勝"
from = { stage = "block", who = "passed" }
[[stage]]
id = "consolation"
kind = "round-robin"
name = "慰安戦"
from = { stage = "block", who = "out" }
[order]
criteria = ["wins"]
[final]
first = ["knockout"]
"""


def test_two_wins_through_two_losses_out() -> None:
    """Rules, section 11: 1-2 and 3-4, then winners and losers, then the two with one win and one loss."""
    now = progress.start(declared(TWO_WINS), entrants(4))
    assert pairs(now) == [(1, 2), (3, 4)]
    now = follow(now)
    assert pairs(now) == [(1, 3), (2, 4)]
    now = follow(now)
    assert [(one.no, one.left_as) for one in now.departures] == [(1, "passed"), (4, "out")]
    assert pairs(now) == [(2, 3)]
    now = follow(now)
    assert (now.drawn["knockout"], list(now.entered["consolation"])) == ((1, 2), [4, 3])


def test_who_comes_before_the_first_round_of_a_pool_is_dealt_when_it_comes() -> None:
    lines = 'rounds = [4, 5]\ngroups = ["A", "B"]\ndeal = "consecutive"\ndeal_by = ["smaller-lot"]'
    second = stage("second", "pool", '{ stage = "swiss", who = "out" }', lines)
    form = swiss(rounds=3, stage=f'leave = ["losses-1"]\n{second}')
    now = play(form, entrants(8), ("8>1, 7>2, 6>3, 5>4", "8>7, 6>5"))
    assert "second" not in now.entered  # one of the six may still leave, and two more are to come
    now = play(form, entrants(8), ("8>1, 7>2, 6>3, 5>4", "8>7, 6>5", "8>6"))
    assert groups(now, "second") == {"A": [1, 2, 3, 4], "B": [5, 6, 7, 8]}


def test_a_tree_gives_third_and_fifth_places_by_matches() -> None:
    text = tree('seats = "seeded"\nthird = "played"\nfifth = "played"')
    now = progress.start(declared(text), entrants(8))
    assert pairs(now) == [(1, 8), (4, 5), (2, 7), (3, 6)]
    now = follow(now)
    assert pairs(now) == [(1, 4), (2, 3), (8, 5), (7, 6)]
    now = follow(now)
    assert [(one.stage, one.players) for one in progress.plan(now)] == [
        ("final", (1, 2)),
        ("third", (4, 3)),
        ("knockout", (5, 6)),
    ]
    now = follow(now)
    assert final_ranks(now) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (7, 8)]


def test_places_that_a_match_gives_are_skipped_by_the_others() -> None:
    """A match gives the places 3 and 6: the others take 4, 5, 7 and 8, and four equal ones share the 4th."""
    top, match = (f'{{ stage = "swiss", who = "places", places = {both} }}' for both in ([1, 2], [3, 4]))
    later = stage("top", "bracket", top, "rounds = 2\nwinner_places = 1\nloser_places = 2")
    later += stage("match", "bracket", match, "rounds = 2\nwinner_places = 3\nloser_places = 6")
    final = '[final]\nfirst = ["top", "match"]\ncriteria = ["wins"]'
    form = swiss(
        '["wins", "smaller-lot"]', stage=f'first_round = "neighbours-by-number"\n{later}{final}', rounds=1
    )
    now = progress.start(form, entrants(8))
    now = follow(follow(now))
    assert final_ranks(now) == [(1, 1), (2, 3), (3, 5), (4, 2), (4, 4), (4, 6), (4, 8), (6, 7)]


def test_a_final_round_robin_gives_the_first_places() -> None:
    second = stage("top", "round-robin", best(2), "carry = false")
    now = progress.start(declared(grouped('groups = ["A", "B"]', second, '["top"]')), entrants(6))
    for _ in range(6):
        now = follow(now, {4: 1, 3: 2})
    # In the last group 4 beats 1 and 3 beats 2: 1 and 3 have two wins there, 2 and 4 one.
    assert [no for _, no in final_ranks(now)][:4] == [1, 3, 2, 4]


def test_a_round_robin_of_odd_size_has_rests_and_no_byes() -> None:
    text = grouped("")
    now = progress.start(declared(text), entrants(3))
    assert now.last_round == 3
    for _ in range(3):
        assert all(other is not None for _, other in pairs(now))
        now = follow(now)
    assert [now.record.wins(no) for no in (1, 2, 3)] == [2, 1, 0]


def test_a_double_round_robin_exchanges_the_sides() -> None:
    now = progress.start(declared(grouped("times = 2")), entrants(3))
    met = []
    for _ in range(6):
        met += pairs(now)
        now = follow(now)
    assert sorted(met) == sorted([*met[:3], *((b, a) for a, b in met[:3])])


def test_a_listed_schedule() -> None:
    text = grouped('schedule = [["1-4", "2-3"], ["4-2", "3-1"], ["1-2", "3-4"]]')
    now = progress.start(declared(text), entrants(4))
    assert pairs(now) == [(1, 4), (2, 3)]
    assert pairs(follow(now)) == [(4, 2), (3, 1)]


def test_who_played_elsewhere_before_a_correction_is_out_with_everybody_left() -> None:
    """4 had lost twice and went on to the tree; since then a result was corrected, and one of the losses is a win."""
    lower = stage("lower", "pool", '{ stage = "group", who = "out" }', "rounds = [2, 3]")
    text = grouped(
        'leave = ["wins-3", "losses-2"]',
        lower + knockout('{ stage = "lower", who = "rest" }', "size = 2"),
        '["knockout"]',
        "pool",
        "rounds = [1, 5]",
        by_group="false",
    )
    now = progress.start(declared(text), entrants(6))
    rounds = (
        "group A 1>2, group A 4>3, group A 5>6",
        "group A 1>4, group A 2>3, group A 5>6",
        "group A 1>2, lower 3>4",
        "final 4>3, group A 2>5",
        "group A 5>2",
    )
    for number, row in enumerate(rounds, 1):
        games = []
        for text in row.split(", "):
            label, *group, pair = text.split()
            games.append(game(pair, label, group[0] if group else None))
        now = progress.advance(now, Round(number, tuple(games)))
        first = now.stages["group"]
        assert first.group_of(now, 4) == (None if number == 5 else "A")
    assert now.seats[4].stage == "knockout"


def test_who_has_left_a_pool_of_the_unbeaten_is_not_brought_back() -> None:
    """One of each league goes on into a pool of three leagues, each alone there: two byes are two wins, and through."""
    lower = stage(
        "second",
        "pool",
        '{ stage = "group", who = "sole-unbeaten" }',
        'rounds = [3, 5]\ngroups = ["A", "B", "C"]\nleave = ["wins-2", "losses-2"]',
    )
    leagues = 'groups = ["A", "B", "C"]\nleave = ["sole-unbeaten"]'
    now = progress.start(declared(grouped(leagues, lower, "[]", "pool", "rounds = [1, 2]")), entrants(12))
    for _ in range(4):
        now = follow(now)
    assert [one.no for one in now.left_as("second", "passed")] == [1, 2, 3]
    assert not now.seats and pairs(now) == []


def test_a_pool_that_takes_two_stages_by_rank_begins_after_the_longer_one() -> None:
    """Four of two groups play on; whoever is left of the groups waits for whoever is left of these."""
    four = stage("four", "pool", best(2), 'leave = ["wins-2", "losses-2"]')
    rest = '[{ stage = "group", who = "rest" }, { stage = "four", who = "rest" }]'
    last = stage("last", "pool", rest, 'leave = ["wins-2", "losses-2"]')
    now = progress.start(declared(grouped('groups = ["A", "B"]', four + last)), entrants(8))
    while "last" not in now.spans:
        now = follow(now)
    assert now.spans["last"][0] == (now.spans["four"][1] or 0) + 1
    assert sorted(now.entered["last"]) == [1, 2, 3, 4, 5, 6, 7, 8]
