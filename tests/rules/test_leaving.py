"""Section 2: who leaves a league after a round. U is the number of its unbeaten players who have not withdrawn."""

import pytest

from tests.rules.builders import FREE, TWO, Asked, Day, Qualifier

# With two leagues the odd numbers are league A; in each first round 1 … m meet m+1 … 2m by number.


def test_u_4_the_beaten_leave():
    day = Day(TWO, 16).play()  # A: 1:9 3:11 5:13 7:15
    assert day.league("A") == {1, 3, 5, 7}
    assert day.ranking >= {9, 11, 13, 15}
    assert day.qualifiers == ()


def test_u_2_the_beaten_leave():
    day = Day(TWO, 16).play().play()  # 7:1 5:3
    assert day.league("A") == {7, 5}
    assert {1, 3} <= day.ranking


def test_u_1_qualified_and_everybody_else_leaves():
    day = Day(TWO, 8).play().play()  # 4, then 2 unbeaten in A
    assert day.league("A") == set()
    assert [one for one in day.qualifiers if one.league == "A"] == [Qualifier("A", 3, 2)]
    assert day.ranking & {1, 3, 5, 7} == {1, 5, 7}
    assert 3 not in day.ranking  # a qualified player is in no pool


def test_u_3_all_stay_together():
    day = Day(TWO, 12).play()  # A: 1:7 3:9 5:11
    assert day.league("A") == {1, 3, 5, 7, 9, 11}
    assert len(day.pool("A")) == 3


@pytest.mark.parametrize(
    ("players", "unbeaten", "stay"),
    [(10, 3, True), (20, 5, True), (24, 6, True), (28, 7, True), (32, 8, False)],
)
def test_only_powers_of_two_split_a_league(players, unbeaten, stay):
    day = Day(TWO, players).play()
    league = day.league("A")
    assert sum(day.now.record.unbeaten(no) for no in league) == unbeaten
    assert (len(league) > unbeaten) is stay


def test_a_bye_counts_as_unbeaten():
    day = Day(TWO, 5).play()  # A: 1:3 5-
    assert day.league("A") == {1, 5}
    assert day.ranking == {3, 4}


def test_who_has_moved_is_never_recalled():
    day = Day(TWO, 32).play()  # 8 unbeaten in A
    moved = set(day.ranking)
    for _ in range(4):
        assert moved <= day.play().ranking


class TestNobodyUnbeaten:
    """U = 0: everybody moves, the one with the top provisional rank is proposed, nothing goes on until confirmed."""

    def test_asked(self):
        day = Day(TWO, 4).play(both=[1])  # A: 1=3; the larger lottery number is ahead
        assert day.asked == (Asked("A", 3, 1),)
        assert day.ranking == {1, 3, 4}
        assert day.qualified == {"B": 2}

    @pytest.mark.parametrize("chosen", [1, 3])
    def test_confirmed(self, chosen):
        day = Day(TWO, 4, confirmations={"A": chosen}).play(both=[1])
        assert day.asked == ()
        assert Qualifier("A", chosen, 1, confirmed=True) in day.qualifiers
        assert chosen not in day.ranking

    def test_the_proposal_has_not_withdrawn(self):
        day = Day(TWO, 4, withdrawn={3: 1}).play(both=[1])
        assert day.asked == (Asked("A", 1, 1),)

    def test_by_withdrawal(self):
        day = Day(TWO, 4, withdrawn={1: 1}).play()  # 1 beat 3 and went home
        assert day.asked == (Asked("A", 3, 1),)

    def test_a_confirmation_nobody_asked_for_changes_nothing(self):
        day = Day(TWO, 4, confirmations={"A": 3}).play()
        assert day.qualifiers == (Qualifier("A", 1, 1), Qualifier("B", 2, 1))

    def test_nobody_left_nothing_is_asked_and_the_place_stays_empty(self):
        day = Day(TWO, 4, withdrawn={1: 0, 3: 0}).play()
        assert (day.asked, day.qualified) == ((), {"B": 2})
        assert day.league("A") == set()


class TestWithdrawals:
    def test_who_withdrew_after_the_round_is_not_counted(self):
        day = Day(TWO, 8, withdrawn={1: 1}).play()  # A: 1 and 3 unbeaten, 1 gone
        assert day.qualified["A"] == 3

    def test_who_was_still_paired_is_counted(self):
        day = Day(TWO, 8, withdrawn={1: 1}, paired_until={1: 2}).play()
        assert day.league("A") == {1, 3}
        assert [(g.kind, g.winner) for g in day.plan if g.group == "A"] == [("forfeit", 3)]

    def test_withdrawn_and_beaten_moves_like_everybody(self):
        day = Day(TWO, 8, withdrawn={5: 1}).play()
        assert day.now.stages["league"].group_of(day.now, 5) is None
        assert 5 not in {no for game in day.plan for no in game.players}


class TestLastPreliminaryRound:
    """A league without a sole unbeaten player is closed like U = 0 (decision D3)."""

    def three_unbeaten(self, **options):
        day = Day(FREE, 24, **options).play()  # A: 1:13 5:17 9:21
        for text in ("1>17 5>21 9>13", "1>21 5>13 9>17"):
            day.by_hand(text, "A")
            assert day.league("A") == {1, 5, 9, 13, 17, 21}
        return day.by_hand("1>13 5>17 9>21", "A")

    def test_closed_and_asked(self):
        day = self.three_unbeaten()
        # All three beat 13, 17 and 21 and have the same sums; the largest lottery number is ahead.
        assert day.asked == (Asked("A", 9, 4),)
        assert {1, 5, 9} <= day.ranking

    def test_confirmed(self):
        day = self.three_unbeaten(confirmations={"A": 5})
        assert day.qualified["A"] == 5
        assert day.ranking >= {1, 9}

    def test_a_sole_unbeaten_player_needs_no_confirmation(self):
        day = Day(FREE, 64)
        for _ in range(4):
            day.play()
        assert sorted(day.qualified) == ["A", "B", "C", "D"]
        assert day.asked == ()
