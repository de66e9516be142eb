"""Section 5: the final knockout, its walkovers and its places."""

from tests.rules.builders import FOUR, FREE, TWO, finals, pairs
from tourgen.engine.progress import plan

ALL = {"A": 1, "B": 2, "C": 3, "D": 4}


def knockout(situation):
    """The planned games of the knockout as (pair, kind, winner)."""
    found = [g for g in plan(situation) if g.stage in ("semi", "third", "final")]
    return [(g.stage, pairs([g])[0], g.kind, g.winner) for g in found]


def places(situation):
    return situation.stages["knockout"].places(situation).held


def test_semi_finals_a_d_and_b_c():
    expected = [("semi", "1:4", "played", None), ("semi", "2:3", "played", None)]
    assert knockout(finals(FOUR, ALL)) == knockout(finals(FREE, ALL)) == expected


def test_final_of_two_leagues():
    assert knockout(finals(TWO, {"A": 8, "B": 3})) == [("final", "8:3", "played", None)]
    assert places(finals(TWO, {"A": 8, "B": 3}, "final: 3>8")) == {3: 1, 8: 2}


def test_the_winners_meet_in_the_final():
    assert knockout(finals(FOUR, ALL, "semi: 4>1 2>3")) == [("final", "4:2", "played", None)]


def test_003_both_losing_semi_finalists_are_third():
    after_semis = finals(FOUR, ALL, "semi: 1>4 3>2")
    assert places(after_semis) == {4: 3, 2: 3}
    assert places(finals(FOUR, ALL, "semi: 1>4 3>2", "final: 3>1")) == {3: 1, 1: 2, 4: 3, 2: 3}


def test_000_third_place_is_played():
    assert knockout(finals(FREE, ALL, "semi: 1>4 3>2")) == [
        ("final", "1:3", "played", None),
        ("third", "4:2", "played", None),
    ]
    done = finals(FREE, ALL, "semi: 1>4 3>2", "final: 1>3 third: 2>4")
    assert places(done) == {1: 1, 3: 2, 2: 3, 4: 4}


class TestWithdrawnAndEmpty:
    def test_the_opponent_of_a_withdrawn_player_walks_over(self):
        situation = finals(FOUR, ALL, withdrawn={4: 6})
        assert knockout(situation)[0] == ("semi", "1:4", "forfeit", 1)
        assert places(finals(FOUR, ALL, "semi: 1>>4 2>3", withdrawn={4: 6})) == {4: 3, 3: 3}

    def test_beside_an_empty_place_a_bye(self):
        three = {"A": 1, "B": 2, "C": 3}
        assert knockout(finals(FOUR, three)) == [("semi", "1-", "bye", 1), ("semi", "2:3", "played", None)]
        assert places(finals(FOUR, three, "semi: 1- 2>3", "final: 2>1")) == {2: 1, 1: 2, 3: 3}

    def test_both_withdrawn_nobody_wins_and_both_have_the_losers_place(self):
        situation = finals(FOUR, ALL, withdrawn={1: 6, 4: 5})
        assert ("semi", "1:4", "double-loss", None) in knockout(situation)
        after = finals(FOUR, ALL, "semi: 1=4 2>3", withdrawn={1: 6, 4: 5})
        assert knockout(after) == [("final", "2-", "bye", 2)]
        assert places(finals(FOUR, ALL, "semi: 1=4 2>3", "final: 2-", withdrawn={1: 6, 4: 5})) == {
            2: 1, 1: 3, 4: 3, 3: 3,
        }  # fmt: skip

    def test_a_game_with_nobody_there_has_no_table(self):
        games = plan(finals(FOUR, ALL, withdrawn={1: 6, 4: 5}))
        assert {g.players: g.table for g in games if g.stage == "semi"} == {(1, 4): None, (2, 3): 1}

    def test_a_withdrawn_player_beside_an_empty_place_has_no_game(self):
        situation = finals(FOUR, {"A": 1, "B": 2, "C": 3}, withdrawn={1: 6})
        assert knockout(situation) == [("semi", "2:3", "played", None)]
        # and still takes the loser's place.
        assert places(finals(FOUR, {"A": 1, "B": 2, "C": 3}, "semi: 2>3", withdrawn={1: 6}))[1] == 3

    def test_two_empty_places_leave_the_other_side_to_itself(self):
        situation = finals(FOUR, {"B": 2, "C": 3}, "semi: 3>2")
        assert knockout(situation) == [("final", "3-", "bye", 3)]
        assert places(finals(FOUR, {"B": 2, "C": 3}, "semi: 3>2", "final: 3-")) == {3: 1, 2: 3}

    def test_nobody_qualified_nothing_to_play(self):
        assert knockout(finals(TWO, {})) == []
        assert places(finals(TWO, {}, "")) == {}

    def test_both_finalists_withdrawn_the_first_place_stays_vacant(self):
        withdrawn = {1: 7, 2: 7}
        assert knockout(finals(FOUR, ALL, "semi: 1>4 2>3", withdrawn=withdrawn)) == [
            ("final", "1:2", "double-loss", None)
        ]
        assert places(finals(FOUR, ALL, "semi: 1>4 2>3", "final: 1=2", withdrawn=withdrawn)) == {
            1: 2, 2: 2, 4: 3, 3: 3,
        }  # fmt: skip


class TestThirdPlaceMatch:
    def test_walkover(self):
        after = finals(FREE, ALL, "semi: 1>4 2>3", withdrawn={4: 5})
        assert knockout(after)[1] == ("third", "4:3", "forfeit", 3)

    def test_a_semi_final_lost_by_both_leaves_its_place_empty(self):
        withdrawn = {1: 4, 4: 4}
        after = finals(FREE, ALL, "semi: 1=4 2>3", withdrawn=withdrawn)
        assert knockout(after) == [("final", "2-", "bye", 2), ("third", "3-", "bye", 3)]
        done = finals(FREE, ALL, "semi: 1=4 2>3", "final: 2- third: 3-", withdrawn=withdrawn)
        assert places(done) == {2: 1, 3: 3, 1: 4, 4: 4}

    def test_without_a_winner_both_are_fourth(self):
        withdrawn = {3: 5, 4: 5}
        done = finals(FREE, ALL, "semi: 1>4 2>3", "final: 1>2 third: 4=3", withdrawn=withdrawn)
        assert places(done) == {1: 1, 2: 2, 3: 4, 4: 4}


class TestByHand:
    """A round paired by hand is used as it stands."""

    def test_semi_finals_of_other_pairs(self):
        after = finals(FOUR, ALL, "semi: 1>2 3>4")
        assert knockout(after) == [("final", "1:3", "played", None)]
        assert places(after) == {2: 3, 4: 3}

    def test_the_same_pair_the_other_way_round_is_the_same(self):
        assert knockout(finals(FOUR, ALL, "semi: 4>1 3>2")) == [("final", "4:3", "played", None)]

    def test_third_place_match_of_other_players(self):
        done = finals(FREE, ALL, "semi: 1>4 2>3", "final: 1>2 third: 3>4")
        assert places(done) == {1: 1, 2: 2, 3: 3, 4: 4}


class TestCorrected:
    """A semi-final corrected after the final was played: the finals count as they were played."""

    def test_with_a_third_place_match(self):
        # 4 played the final and 1 the match for third place, though by the corrected result 1 had won.
        done = finals(FREE, ALL, "semi: 1>4 2>3", "final: 2>4 third: 3>1")
        assert places(done) == {2: 1, 4: 2, 3: 3, 1: 4}

    def test_without_one(self):
        done = finals(FOUR, ALL, "semi: 1>4 2>3", "final: 2>4")
        assert {no: place for no, place in places(done).items() if no != 1} == {2: 1, 4: 2, 3: 3}
