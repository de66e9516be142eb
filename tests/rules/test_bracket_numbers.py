"""Section 6: bracket numbers. Seeds stand on 64, 48, 32, 16 (32, 16, 8), the others on the number they drew."""

from dataclasses import replace

import pytest

from tests.rules.builders import OPEN64, WOMEN32, declared
from tests.rules.test_lottery import ASCENDING, DRAWS
from tourgen.engine.lottery import check_desk_numbers, draw_numbers
from tourgen.model import Player


def roster(count=12, **changes):
    """Women 1 … count; p3={"seed": "名人"} changes player 3."""
    players = {no: Player(no, f"選手{no}", sex="F") for no in range(1, count + 1)}
    for name, values in changes.items():
        players[int(name[1:])] = replace(players[int(name[1:])], **values)
    return list(players.values())


def numbers(players, draws=(), format_id=WOMEN32):
    return draw_numbers(declared(format_id).lottery, draws, players).numbers


def codes(players, draws=(), format_id=WOMEN32):
    found = check_desk_numbers(declared(format_id).lottery, players, draws)
    return [(doubt.code, doubt.no) for doubt in found]


SEEDS = {"p2": {"seed": "○"}, "p5": {"seed": "王座"}, "p9": {"seed": "名人"}}


class TestSeeds:
    """「シード選手を全勝トーナメント表の64, 48, 32, 16に割り当てます」, as typed, else in listed order."""

    def test_women_in_listed_order(self):
        found = numbers(roster(**SEEDS))
        assert {no: found[no] for no in (2, 5, 9)} == {2: 32, 5: 16, 9: 8}

    def test_open_in_listed_order(self):
        found = numbers(roster(**SEEDS, p11={"seed": "○"}), format_id=OPEN64)
        assert {no: found[no] for no in (2, 5, 9, 11)} == {2: 64, 5: 48, 9: 32, 11: 16}

    def test_a_typed_place_is_kept_and_the_others_follow_in_listed_order(self):
        players = roster(p2={"seed": "○"}, p5={"seed": "王座", "desk_number": 32}, p9={"seed": "名人"})
        found = numbers(players)
        assert {no: found[no] for no in (2, 5, 9)} == {2: 16, 5: 32, 9: 8}
        assert ("lottery-seed-place", 5) not in codes(players)

    def test_no_other_number_can_be_typed_for_a_seed(self):
        assert ("lottery-seed-place", 5) in codes(roster(p5={"seed": "王座", "desk_number": 31}), DRAWS)

    def test_the_order_of_rows_does_not_matter(self):
        players = roster(**SEEDS)
        assert numbers(players[::-1]) == numbers(players)

    def test_an_absent_seed_leaves_the_place(self):
        """The place is the absentee's, and is filled or stays empty."""
        players = roster(**{**SEEDS, "p2": {"seed": "○", "absent": True}})
        assert numbers(players)[2] == 32

    def test_with_fewer_seeds_the_other_places_are_drawn_like_any_number(self):
        players = roster(
            4, p1={"seed": "○"}, p2={"desk_number": 16}, p3={"desk_number": 8}, p4={"desk_number": 1}
        )
        assert codes(players) == []
        assert numbers(players) == {1: 32, 2: 16, 3: 8, 4: 1}


class TestAtTheDesk:
    """「非シード選手は全勝トーナメント表の1~32(シード選手に割り当てた番号を除く)に割り当てます」."""

    def test_the_number_drawn_is_the_bracket_number(self):
        assert numbers(roster(2, p1={"desk_number": 17}, p2={"desk_number": 3})) == {1: 17, 2: 3}

    def test_without_a_number_the_division_waits(self):
        doubts = check_desk_numbers(declared(WOMEN32).lottery, roster(2, p1={"desk_number": 17}), ())
        assert [(doubt.no, doubt.waiting) for doubt in doubts] == [(2, True)]

    def test_an_absentee_need_not_have_drawn(self):
        assert codes(roster(2, p1={"desk_number": 17}, p2={"absent": True})) == []

    @pytest.mark.parametrize("number", [0, 33, -1])
    def test_out_of_the_bracket(self, number):
        assert codes(roster(1, p1={"desk_number": number})) == [("lottery-range", 1)]

    def test_an_absentees_number_is_one_of_the_bracket_all_the_same(self):
        """Somebody else may be put on it."""
        away = {"absent": True}
        assert ("lottery-range", 3) in codes(roster(p3={**away, "desk_number": 33}))
        assert ("lottery-range", 3) not in codes(roster(p3={**away, "desk_number": 31}))

    def test_64_is_in_the_open_bracket(self):
        assert codes(roster(1, p1={"desk_number": 64}), format_id=OPEN64) == []

    def test_a_number_twice(self):
        assert codes(roster(2, p1={"desk_number": 7}, p2={"desk_number": 7})) == [("lottery-twice", 2)]

    def test_a_seed_place_twice(self):
        seeds = {"p1": {"seed": "○", "desk_number": 16}, "p2": {"seed": "○", "desk_number": 16}}
        assert codes(roster(2, **seeds)) == [("lottery-twice", 2)]


class TestWithoutAPlace:
    """A seed for whom no seed place is left has to be told: more seeds than places, or somebody else drew theirs."""

    def test_more_seeds_than_places(self):
        seeds = {f"p{no}": {"seed": "○"} for no in (1, 2, 3, 4)}
        assert codes(roster(4, **seeds), DRAWS) == [("lottery-seed-none", 4)]

    def test_a_seed_place_drawn_by_somebody_else(self):
        players = roster(4, **{f"p{no}": {"seed": "○"} for no in (1, 2, 3)}, p4={"desk_number": 16})
        assert codes(players) == [("lottery-seed-none", 3)]


class TestFromPublicDraws:
    """Whoever has no typed number takes the free numbers in ascending order of preliminary number."""

    def test_nobody_typed(self):
        assert numbers(roster(), DRAWS) == {no: number for number, no in enumerate(ASCENDING, 1)}
        assert codes(roster(), DRAWS) == []

    def test_typed_numbers_are_left_out(self):
        found = numbers(roster(p10={"desk_number": 20}, p1={"desk_number": 2}), DRAWS)
        # 10 was first and 1 last of the generator; the others take 1, 3, 4, …
        others = [no for no in ASCENDING if no not in (10, 1)]
        free = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        assert found == {10: 20, 1: 2, **dict(zip(others, free, strict=True))}

    def test_seed_places_are_left_out(self):
        found = numbers(roster(p3={"seed": "○", "desk_number": 8}), DRAWS)
        others = [no for no in ASCENDING if no != 3]
        free = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12]
        assert found == {3: 8, **dict(zip(others, free, strict=True))}

    def test_absentees_are_drawn_too(self):
        absent = roster(p3={"absent": True}, p10={"absent": True})
        assert numbers(absent, DRAWS) == numbers(roster(), DRAWS)

    def test_a_replacement_draws_nothing(self):
        """It stands on the absentee's place and shifts nobody's number."""
        came = Player(13, "選手13", sex="F", desk_number=2, replacement_from=("free", 7))
        absent = roster(p3={"absent": True})
        assert numbers([*absent, came], DRAWS) == {**numbers(absent, DRAWS), 13: 2}
        assert codes([*absent, came], DRAWS) == []
