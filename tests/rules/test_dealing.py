"""Section 2: dealing, evening up, the first round, and fields that can't be played."""

from dataclasses import replace

import pytest

from tests.rules.builders import FOUR, FREE, TWO, Day, declared, entrants
from tourgen.engine.progress import start
from tourgen.formats import admits
from tourgen.simulate.random_tournament import sizes


def dealt(format_id, count, skipped=()):
    """Leagues of players whose roster number is their lottery number."""
    now = Day(format_id, 0, numbers=[no for no in range(1, count + 1) if no not in skipped]).now
    return {group: sorted(now.dealt_into(group)) for group in declared(format_id).first_stage.groups}


def test_dealt_a_b_c_d_a():
    assert dealt(FOUR, 8) == {"A": [1, 5], "B": [2, 6], "C": [3, 7], "D": [4, 8]}
    assert dealt(TWO, 6) == {"A": [1, 3, 5, 6], "B": [2, 4]}  # 3 and 3: 6 moved


def test_unused_numbers_are_skipped():
    # 「2番の抽選番号が引かれず残っていた場合、3番を引いた選手がBリーグ」
    assert dealt(FREE, 9, skipped={2}) == {"A": [1, 6], "B": [3, 7], "C": [4, 8], "D": [5, 9]}


def test_the_order_is_that_of_the_lottery_not_of_the_roster():
    numbers = {1: 40, 2: 11, 3: 30, 4: 20}
    there = {no: replace(one, number=numbers[no]) for no, one in entrants(numbers).items()}
    now = start(declared(TWO), there)
    assert {group: set(now.dealt_into(group)) for group in "AB"} == {"A": {2, 3}, "B": {4, 1}}


@pytest.mark.parametrize(
    ("count", "sizes_of", "moved"),
    [
        (8, "2 2 2 2", {}),
        (9, "3 2 2 2", {}),  # A odd, B even
        (10, "4 2 2 2", {10: "A"}),  # A and B odd: B's largest moves to A
        (11, "4 2 3 2", {10: "A"}),
        (12, "4 2 4 2", {10: "A", 12: "C"}),  # C and D odd too: D's largest moves to C
        (13, "4 3 4 2", {12: "C"}),  # A 4, B 3: only one of them odd
        (14, "4 4 4 2", {12: "C"}),
        (15, "4 4 4 3", {}),
        (16, "4 4 4 4", {}),
    ],
)
def test_parity_with_four_leagues(count, sizes_of, moved):
    leagues = dealt(FOUR, count)
    assert " ".join(str(len(members)) for members in leagues.values()) == sizes_of
    # Everyone else is where dealing put them.
    at = {no: "ABCD"[(no - 1) % 4] for no in range(1, count + 1)} | moved
    assert {no: name for name, members in leagues.items() for no in members} == at
    assert sum(len(members) % 2 for members in (leagues["A"], leagues["B"])) <= 1
    assert sum(len(members) % 2 for members in (leagues["C"], leagues["D"])) <= 1


@pytest.mark.parametrize(("count", "sizes_of"), [(4, "2 2"), (5, "3 2"), (6, "4 2"), (7, "4 3"), (8, "4 4")])
def test_parity_with_two_leagues(count, sizes_of):
    assert " ".join(str(len(members)) for members in dealt(TWO, count).values()) == sizes_of


def test_who_moves_is_put_in_by_number():
    # The moved player takes part in the first round by number like everybody else.
    assert dealt(TWO, 10)["A"] == [1, 3, 5, 7, 9, 10]


class TestFirstRound:
    """1回戦: the halves by lottery number meet, smallest with smallest."""

    def test_even(self):
        assert Day(TWO, 12).pool("B") == ["2:8", "4:10", "6:12"]

    def test_one_and_two(self):
        assert (Day(TWO, 3).pool("A"), Day(TWO, 3).pool("B")) == (["1:3"], ["2-"])

    def test_every_league_plays_its_own(self):
        day = Day(FOUR, 17)  # A 1 5 9 13 17, B 2 6 10 14 …
        assert day.pool("A") == ["1:9", "5:13", "17-"]
        assert day.pool("B") == ["2:10", "6:14"]
        assert day.pool("D") == ["4:12", "8:16"]

    def test_by_lottery_number_not_by_roster_number(self):
        day = Day(TWO, 0, numbers=(3, 8, 9, 20))  # A 3 9, B 8 20
        assert (day.pool("A"), day.pool("B")) == (["3:9"], ["8:20"])


class TestFields:
    """A league larger than 2^rounds can't produce a sole unbeaten player; an empty league can't be played."""

    @pytest.mark.parametrize(
        ("format_id", "first", "last"), [(TWO, 3, 2 * 64), (FOUR, 7, 4 * 64), (FREE, 7, 4 * 16)]
    )
    def test_accepted_sizes(self, format_id, first, last):
        assert sizes(declared(format_id)) == list(range(first, last + 1))

    @pytest.mark.parametrize(
        ("format_id", "count"), [(TWO, 1), (TWO, 2), (TWO, 129), (FOUR, 3), (FOUR, 4), (FOUR, 6), (FREE, 65)]
    )
    def test_refused_sizes(self, format_id, count):
        # 2 players: B's only player would move to A; 6: D's only player is alone, but C and D are both odd.
        assert not admits(declared(format_id), count)

    def test_six_players_leave_b_or_d_empty(self):
        assert dealt(FOUR, 6) == {"A": [1, 5], "B": [2, 6], "C": [3, 4], "D": []}
        assert dealt(FOUR, 5) == {"A": [1, 5], "B": [2], "C": [3, 4], "D": []}

    def test_seven_players_are_enough(self):
        assert dealt(FOUR, 7) == {"A": [1, 5], "B": [2, 6], "C": [3, 7], "D": [4]}
