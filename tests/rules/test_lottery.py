"""Section 1: the lottery by linear congruence (001, 003) and numbers drawn at the desk (000)."""

from dataclasses import replace

import pytest

from tests.rules.builders import FOUR, FREE, TWO, declared
from tourgen.engine.lottery import check_desk_numbers, draw_numbers, generate, seed_number
from tourgen.model import Player

DRAWS = ("1234", "5678", "9012")
# Roster numbers in ascending order of preliminary number, from the vector's twelve lottery numbers.
ASCENDING = (10, 3, 9, 7, 11, 2, 4, 5, 6, 12, 8, 1)


def roster(count=12, **changes):
    """Men 1 … count; p3={"seed": "名人"} changes player 3."""
    players = {no: Player(no, f"選手{no}", sex="M") for no in range(1, count + 1)}
    for name, values in changes.items():
        players[int(name[1:])] = replace(players[int(name[1:])], **values)
    return list(players.values())


def numbers(format_id, players):
    return dict(sorted(draw_numbers(declared(format_id).lottery, DRAWS, players).numbers.items()))


def codes(format_id, players):
    return [(doubt.code, doubt.no) for doubt in check_desk_numbers(declared(format_id).lottery, players)]


def test_the_draws_joined_are_fifteen_digits():
    assert seed_number(DRAWS) == 12340567809012  # 01234 05678 09012
    assert seed_number(("0007", "12", "0")) == 70001200000


@pytest.mark.parametrize("format_id", [TWO, FOUR])
def test_x0_and_the_first_preliminary_numbers(format_id):
    draw = draw_numbers(declared(format_id).lottery, DRAWS, roster())
    assert draw.x0 == 2694132
    assert [draw.preliminary[no] for no in (1, 2, 3, 4)] == [8022299, 4185410, 2127977, 4405904]


def test_the_generator_is_the_published_formula():
    assert generate(declared(TWO).lottery, 2694132, 2) == [
        (2694132 * 65793 + 4282663) % 8388608,
        (8022299 * 65793 + 4282663) % 8388608,
    ]


def test_the_vector_numbered_from_1():
    assert list(numbers(TWO, roster()).values()) == [12, 6, 2, 7, 8, 9, 4, 11, 3, 1, 5, 10]


def test_the_vector_numbered_from_11():
    assert list(numbers(FOUR, roster()).values()) == [22, 16, 12, 17, 18, 19, 14, 21, 13, 11, 15, 20]


def test_the_order_of_rows_in_the_roster_does_not_matter():
    assert numbers(TWO, roster()[::-1]) == numbers(TWO, roster())


class TestSeedsOf003:
    """「シード選手は受付時に抽選した抽選番号に置き換えます」: the generated number is 欠番, all others keep theirs."""

    def test_a_seed_takes_the_number_drawn(self):
        plain = numbers(FOUR, roster())
        drawn = numbers(
            FOUR, roster(p1={"seed": "名人", "desk_number": 4}, p7={"seed": "○", "desk_number": 1})
        )
        assert drawn == {**plain, 1: 4, 7: 1}
        assert {22, 14}.isdisjoint(drawn.values())  # 欠番

    def test_an_absent_seed_keeps_the_generated_number(self):
        assert numbers(FOUR, roster(p1={"seed": "名人", "absent": True})) == numbers(FOUR, roster())

    def test_absentees_keep_their_number(self):
        assert numbers(FOUR, roster(p5={"absent": True})) == numbers(FOUR, roster())


class TestSeedsOf001:
    """Seeds and others would share 1-5: the others follow the highest number a seed drew (decision L2)."""

    def test_the_others_follow_the_highest_number_drawn(self):
        drawn = numbers(
            TWO,
            roster(p2={"seed": "○", "desk_number": 3}, p10={"seed": "○", "sex": "F", "desk_number": 5}),
        )
        others = [no for no in ASCENDING if no not in (2, 10)]
        assert drawn == {2: 3, 10: 5, **{no: number for number, no in enumerate(others, 6)}}

    def test_the_highest_number_really_drawn_counts(self):
        drawn = numbers(TWO, roster(p2={"seed": "○", "desk_number": 2}))
        assert drawn[2] == 2
        assert drawn[10] == 3  # the smallest preliminary number of the others
        assert sorted(drawn.values()) == [2, *range(3, 14)]  # 1 is 欠番

    def test_an_absent_seed_is_numbered_with_the_others(self):
        players = roster(p2={"seed": "○", "absent": True}, p10={"seed": "○", "sex": "F", "desk_number": 5})
        others = [no for no in ASCENDING if no != 10]
        assert numbers(TWO, players) == {10: 5, **{no: number for number, no in enumerate(others, 6)}}

    def test_without_seeds_from_1(self):
        assert min(numbers(TWO, roster()).values()) == 1


def test_free_class_numbers_are_those_typed():
    players = roster(3, p1={"desk_number": 64}, p2={"desk_number": 1}, p3={"desk_number": 7})
    draw = draw_numbers(declared(FREE).lottery, (), players)
    assert (draw.x0, dict(draw.preliminary), dict(draw.numbers)) == (None, {}, {1: 64, 2: 1, 3: 7})


class TestDeskNumbers:
    """Unique, inside the range, there for everyone who draws, and for nobody else."""

    @pytest.mark.parametrize(
        ("format_id", "sex", "right", "wrong"),
        [
            (FOUR, "M", (1, 4), (0, 5)),
            (FOUR, "F", (5, 6), (4, 7)),
            (TWO, "M", (1, 3), (4,)),
            (TWO, "F", (4, 5), (3, 6)),
        ],
    )
    def test_men_and_women_draw_from_their_own_numbers(self, format_id, sex, right, wrong):
        for number in right:
            assert codes(format_id, roster(2, p1={"seed": "○", "sex": sex, "desk_number": number})) == []
        for number in wrong:
            players = roster(2, p1={"seed": "○", "sex": sex, "desk_number": number})
            assert codes(format_id, players) == [("lottery-range", 1)]

    def test_a_seed_without_sex_may_hold_either(self):
        for number, expected in ((1, []), (6, []), (7, [("lottery-range", 1)])):
            assert codes(FOUR, roster(2, p1={"seed": "○", "sex": None, "desk_number": number})) == expected

    def test_twice_the_same(self):
        players = roster(3, p1={"seed": "○", "desk_number": 2}, p3={"seed": "○", "desk_number": 2})
        doubts = check_desk_numbers(declared(FOUR).lottery, players)
        assert [(doubt.code, doubt.no, doubt.other) for doubt in doubts] == [("lottery-twice", 3, 1)]

    def test_one_not_drawn_yet_is_waited_for(self):
        doubts = check_desk_numbers(declared(FOUR).lottery, roster(3, p1={"seed": "○"}))
        assert [(doubt.code, doubt.no, doubt.waiting) for doubt in doubts] == [("lottery-missing", 1, True)]

    def test_only_seeds_draw(self):
        assert codes(FOUR, roster(3, p2={"desk_number": 3})) == [("lottery-not-seed", 2)]

    def test_an_absent_seed_has_none(self):
        players = roster(3, p2={"seed": "○", "absent": True, "desk_number": 3})
        assert codes(FOUR, players) == [("lottery-absent", 2)]

    def test_free_class_1_to_64(self):
        assert codes(FREE, roster(2, p1={"desk_number": 1}, p2={"desk_number": 64})) == []
        players = roster(3, p1={"desk_number": 0}, p2={"desk_number": 65})
        assert codes(FREE, players) == [("lottery-range", 1), ("lottery-range", 2), ("lottery-missing", 3)]

    def test_the_numbers_there_are_are_named(self):
        (doubt,) = check_desk_numbers(declared(FREE).lottery, roster(1, p1={"desk_number": 65}))
        assert (doubt.low, doubt.high) == (1, 64)
        (doubt,) = check_desk_numbers(
            declared(FOUR).lottery, roster(1, p1={"seed": "○", "sex": None, "desk_number": 7})
        )
        assert (doubt.low, doubt.high) == (1, 6), "a seed of either sex"

    def test_free_class_absentees_need_none(self):
        assert codes(FREE, roster(2, p1={"desk_number": 1}, p2={"absent": True})) == []
