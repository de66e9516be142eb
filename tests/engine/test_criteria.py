"""Every criterion of the catalogue with an example worked by hand."""

from __future__ import annotations

import pytest

from tests.engine.builders import entrants, play, swiss, value
from tourgen.engine.criteria import CATALOGUE, ranked, shown_value
from tourgen.formats.models import Sum
from tourgen.formats.words import CRITERIA, criterion_parts

# Four players, three rounds, with discs:   1>2 40-24   3>4 33-31
#                                           1>3 50-14   2>4 36-28
#                                           4>1 34-30   2>3 64-0
# Wins: 1 has 2, 2 has 2, 3 has 1, 4 has 1.
ROUNDS = ("1>2 40-24, 3>4 33-31", "1>3 50-14, 2>4 36-28", "4>1 34-30, 2>3 64-0")
# Five players, two rounds with a bye, a forfeit and a double loss: 1>2, 3!4, 5 has the bye; 1 has the bye, 2>3, 4x5.
ODD = ("1>2 40-24, 3!4, 5", "2>3 33-31, 4x5, 1")

BY_HAND = [
    ("wins", 1, 2),  # ○○×
    ("wins", 3, 1),
    ("points", 2, 2),
    ("wins-before-latest", 1, 2),  # both wins came before round 3
    ("wins-before-latest", 2, 1),  # ×○ before round 3
    ("cumulative-wins", 1, 1 + 2 + 2),
    ("cumulative-wins", 4, 0 + 0 + 1),
    ("earlier-wins", 1, 0b110),  # won rounds 1 and 2
    ("earlier-wins", 2, 0b011),
    ("later-first-loss", 1, 3),
    ("later-first-loss", 3, 2),
    ("disc-difference", 1, 16 + 36 - 4),
    ("disc-difference", 3, 2 - 36 - 64),
    ("disc-total", 1, 40 + 50 + 30),
    ("disc-total", 4, 31 + 28 + 34),
    ("opponents-wins", 1, 2 + 1 + 1),  # met 2, 3, 4
    ("opponents-wins", 4, 1 + 2 + 2),
    ("opponents-points", 4, 5),
    ("beaten-wins", 1, 2 + 1),  # beat 2 and 3
    ("beaten-wins", 4, 2),  # beat 1
    ("beaten-points", 4, 2),
    ("median-wins", 1, 1),  # 1, 1, 2 without the largest and the smallest
    ("median-points", 4, 2),
    ("opponents-wins-cut-1", 1, 1 + 2),  # 1, 1, 2 without the smallest
    ("opponents-points-cut-1", 4, 2 + 2),
    ("opponents-opponents-wins", 1, 4 + 5 + 5),  # the sums of 2 (2+1+1), 3 (1+2+2) and 4 (1+2+2)
    ("opponents-opponents-points", 1, 14),
    ("sonneborn-berger", 1, 2 * 2 + 2 * 1),  # beat 2 (2 wins) and 3 (1 win)
    ("top-bottom-1", 1, 2 + 1),  # the best beaten has 2, the worst who won has 1
    ("top-bottom-2", 1, 2 + 1 + 1),
    ("top-bottom-1", 3, 1 + 2),  # beat 4; lost to 1 and 2 with 2 wins each
    ("top-bottom-1", 4, 2 + 1),  # beat 1; lost to 3 with one win and to 2 with two
    ("brightwell-6", 1, 40 + 50 + 30 + 6 * (2 + 1 + 1)),
    ("brightwell-beaten-6", 1, 40 + 50 + 30 + 6 * (2 + 1)),
    ("lottery-number", 3, 3),
    ("smaller-lot", 3, -3),
]


@pytest.mark.parametrize(("word", "me", "expected"), BY_HAND)
def test_a_criterion_by_hand(word: str, me: int, expected: int) -> None:
    now = play(swiss(), entrants(4), ROUNDS)
    found = value(word, me, now)
    assert found.value == expected
    assert not found.terms or sum(term.value for term in found.terms) == expected or len(found.terms) == 1


def test_every_criterion_of_the_catalogue_has_an_example_here() -> None:
    elsewhere = {
        "round-weights",
        "board-wins",
        "direct-encounter",
        "direct-encounter-of-two",
        "previous-order",
    }
    elsewhere |= {"rank-after", "grade", "rating", "starting-points", "lot-of-the-round"}
    shown = {(criterion_parts(word) or ("",))[0] for word, _, _ in BY_HAND} | elsewhere
    assert shown == set(CATALOGUE) == {(criterion_parts(word) or ("",))[0] for word in CRITERIA}


@pytest.mark.parametrize(
    ("word", "me", "expected"),
    [
        ("wins", 3, 1),  # a forfeit is a win
        ("wins", 4, 0),
        ("opponents-wins", 1, 1 + 0),  # 2 has one win; the bye counts 0
        ("beaten-wins", 3, 0),  # the win by forfeit is a bye
        ("opponents-wins", 4, 1 + 1),  # lost by forfeit to 3, and with 5 to each other
        ("disc-difference", 5, 2 + 0),  # a bye is 33-31; a double loss, like every game without counts, 32-32
        ("disc-difference", 4, -2 + 0),
        ("disc-total", 1, 40 + 33),
        ("brightwell-6", 1, 40 + 6 * 1 + 32 + 6 * 2),  # the bye is 32 + 6 × own points
        ("later-first-loss", 1, 3),  # none in two rounds
    ],
)
def test_byes_forfeits_and_double_losses_in_sums(word: str, me: int, expected: int) -> None:
    now = play(swiss(score="bye_discs = [33, 31]"), entrants(5), ODD)
    assert value(word, me, now).value == expected


def test_a_bye_is_a_player_with_minus_one_wins_where_the_rules_say_so() -> None:
    """Rules, section 3: beat 3, 1, bye; lost to 4 → 7, 8, 7."""
    rounds = ("1>2, 3>4, 5>6, 7>8", "2>6, 3>5, 7>1, 4>8", "1>4, 2>5, 7>3, 6>8", "1, 2>8, 7>5, 3>6")
    now = play(swiss(score="bye_opponent = -1"), entrants(8), rounds)
    assert [now.record.wins(no) for no in (2, 4, 7)] == [3, 1, 4]
    assert [value(f"top-bottom-{k}", 1, now).value for k in (1, 2, 3)] == [7, 8, 7]


def test_a_bye_with_the_own_points_has_the_own_sum_as_well() -> None:
    """1 beat 2 and lost to 3; the sums of the three are 3, 2 and 3 with the byes, and 3, 1 and 1 without."""
    rounds = ("1>2, 3", "3>1, 2")
    own, nothing = (
        play(swiss(score=f"bye_opponent = {worth}"), entrants(3), rounds) for worth in ('"own"', "0")
    )
    assert [value("opponents-opponents-wins", no, own).value for no in (1, 2, 3)] == [2 + 3, 3 + 2, 3 + 3]
    assert [value("opponents-opponents-wins", no, nothing).value for no in (1, 2, 3)] == [1 + 1, 3, 3]


def test_an_opponent_who_withdrew_counts_as_a_bye_in_brightwells_sum() -> None:
    field = entrants(4, withdrawn_after={2: 1}, paired_until={2: 1})
    now = play(swiss(), field, ("1>2 40-24, 3>4 33-31", "1>3 50-14, 4"))
    assert value("brightwell-6", 1, now).value == 32 + 6 * 2 + 50 + 6 * 1


def test_draws_are_half_a_win_counted_double_inside() -> None:
    now = play(swiss(score="draw = 0.5"), entrants(4), ("1=2 32-32, 3>4 40-24", "1>3 40-24, 2>4 34-30"))
    assert [value("wins", no, now).value for no in (1, 2, 3, 4)] == [3, 3, 2, 0]
    assert value("opponents-wins", 1, now).value == 3 + 2
    assert value("sonneborn-berger", 1, now).value == 1 * 3 + 2 * 2
    assert value("top-bottom-1", 1, now).value == 2 + 3  # 3 is beaten, the draw counts among the lost
    assert value("brightwell-6", 1, now).value == 2 * (32 + 40) + 6 * (3 + 2)


def test_a_sum_scales_discs_where_wins_count_double() -> None:
    now = play(swiss(score="draw = 0.5"), entrants(4), ("1>2 40-24, 3>4 40-24", "1=3 32-32, 2>4 34-30"))
    word = Sum(sum=("disc-total", "beaten-wins"), times=(1, 6))
    assert value(word, 1, now).value == 2 * (40 + 32) + 6 * 2
    assert value(word, 1, play(swiss(), entrants(4), ROUNDS)).value == 120 + 6 * 3


def test_a_sum_with_the_direct_encounter_looks_at_who_is_equal_so_far() -> None:
    now = play(swiss(), entrants(4), ROUNDS)
    word = Sum(sum=("direct-encounter", "wins"), times=(1, 1))
    assert [row.keys for row in ranked(range(1, 5), now, ("wins", word))] == [(2, 3), (2, 2), (1, 2), (1, 1)]


def test_only_scores_are_shown_in_halves() -> None:
    score = swiss(score="draw = 0.5").score
    assert (shown_value(score, "wins", 3), shown_value(score, "disc-total", 3)) == (1.5, 3)


def test_the_weights_of_rounds() -> None:
    now = play(swiss(score="round_weights = [1, 2]"), entrants(4), ROUNDS)
    assert [value("round-weights", no, now).value for no in (1, 2)] == [
        1 + 2,
        2 + 2,
    ]  # the last weight goes on


def test_boards_won() -> None:
    form = swiss(head='boards = ["主将", "副将", "三将"]')
    now = play(form, entrants(3), ("1>2 110, 3", "3>1 101, 2"))
    assert [value("board-wins", no, now).value for no in (1, 2, 3)] == [2 + 1, 1, 2]


@pytest.mark.parametrize(
    ("rounds", "tied", "expected"),
    [
        (("1>2, 3>4",), (1, 2), (1, 0)),  # of two who met, who won
        (("1>2, 3>4",), (1, 3), (0, 0)),  # they have not met
        (("1>2, 3>4", "1>3, 2>4"), (1, 2, 3), (1, 0)),  # who beat all the others
        (("1>2, 3>4", "2>1, 3>4"), (1, 2), (0, 0)),  # met twice with different results
        (("1!2, 3>4",), (1, 2), (0, 0)),  # a forfeit is no meeting
    ],
)
def test_the_direct_encounter(
    rounds: tuple[str, ...], tied: tuple[int, ...], expected: tuple[int, int]
) -> None:
    now = play(swiss(), entrants(4), rounds)
    assert tuple(value("direct-encounter", no, now, tied).value for no in tied[:2]) == expected
    of_two = expected if len(tied) == 2 else (0, 0)
    assert tuple(value("direct-encounter-of-two", no, now, tied).value for no in tied[:2]) == of_two


def test_the_order_before_the_latest_round() -> None:
    form = swiss(criteria='["wins", "previous-order"]')
    one = play(form, entrants(4), ("2>1, 3>4",))
    assert [row.no for row in one.rows] == [2, 3, 1, 4]  # wins, then the smaller number
    two = play(form, entrants(4), ("2>1, 3>4", "1>2, 4>3"))
    assert [(row.no, row.keys) for row in two.rows] == [
        (2, (1, -1)),
        (3, (1, -2)),
        (1, (1, -3)),
        (4, (1, -4)),
    ]


def test_the_rank_after_a_round() -> None:
    form = swiss(criteria='["wins", "rank-after-1", "smaller-lot"]')
    one = play(form, entrants(4), ("2>1, 3>4",))
    assert {row.keys[1] for row in one.rows} == {0}  # nobody has one before
    two = play(form, entrants(4), ("2>1, 3>4", "1>2, 4>3"))
    assert [(row.no, row.keys[1]) for row in two.rows] == [(2, -1), (3, -2), (1, -3), (4, -4)]


def test_persons_and_lots() -> None:
    score = 'starting_points = { floor = "3級", bar = "二段" }'
    field = entrants(5, grade={1: 4, 2: 1, 3: -9, 4: -2}, rating={1: 1500, 2: 1700})
    now = play(swiss(criteria='["points"]', score=score), field, ())
    assert [value("starting-points", no, now).value for no in field] == [4, 3, 0, 0, 0]  # 二段 is 4 above 3級
    assert [value("grade", no, now).value for no in (1, 5)] == [4, -99]
    assert [row.no for row in ranked(field, now.standing(), ("rating", "smaller-lot"))] == [2, 1, 3, 4, 5]
    assert value("points", 1, now).value == 4


def test_the_lot_of_a_round_is_the_generator_continued() -> None:
    """Rules, section 1: 2694132 → 8022299, 4185410, 2127977, 4405904 are the roster's own; the next are of round 1."""
    now = play(swiss(), entrants(4), ())
    assert list(now.lots.of_round(0).values()) == [8022299, 4185410, 2127977, 4405904]
    x, after = 4405904, []
    for _ in range(4):
        x = (x * 65_793 + 4_282_663) % 8_388_608
        after.append(x)
    assert [value("lot-of-the-round", no, now).value for no in (1, 2, 3, 4)] == [-one for one in after]
