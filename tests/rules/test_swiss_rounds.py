"""Section 8: blocks by lot, who is paired in a round, schools round by round, barred pairs, late entrants."""

import pytest

from tests.rules.builders import changed, declared, pairs
from tests.rules.shogi import CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM, leave, shogi_day
from tourgen.engine.model import BarredPair
from tourgen.formats import fitted, most_rounds
from tourgen.formats.models import Bracket, Pool, RoundRobin


class TestBlocks:
    def test_dealt_a_b_a_b_by_lot(self):
        day = shogi_day(ENCOURAGEMENT, 8, lots={1: 8, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 1})
        assert day.now.dealt_into("A") == (2, 4, 6, 8)  # lots 7, 5, 3, 1
        assert day.now.dealt_into("B") == (1, 3, 5, 7)

    def test_a_single_field_is_block_a(self):
        assert shogi_day(CHAMPIONSHIP, 5).now.dealt_into("A") == (1, 2, 3, 4, 5)

    def test_late_entrants_come_after_everybody_else_each_into_the_smallest_block(self):
        # In time: 1, 3, 5, 6, 8 → A 1, 5, 8; B 3, 6. Then 4 (round 2), 2 and 7 (round 3) to B, A, B.
        day = shogi_day(ENCOURAGEMENT, 8, late={2: 3, 4: 2, 7: 3})
        assert day.now.dealt_into("A") == (1, 2, 5, 8)
        assert day.now.dealt_into("B") == (3, 4, 6, 7)

    def test_three_blocks(self):
        day = shogi_day(ENCOURAGEMENT, 7, blocks=["A", "B", "C"])
        assert [day.now.dealt_into(name) for name in "ABC"] == [(1, 4, 7), (2, 5), (3, 6)]

    def test_blocks_never_meet_in_the_preliminaries(self):
        day = shogi_day(ENCOURAGEMENT, 10)
        for _ in range(4):
            for game in day.plan:
                assert all(day.now.seats[no].group == game.group for no in game.players if no)
            day.play()


class TestPairing:
    def test_round_1_from_the_top_the_highest_opponent_possible(self):
        assert pairs(shogi_day(CHAMPIONSHIP, 7).plan) == ["1:2", "3:4", "5:6", "7-"]

    def test_by_wins_then_lot_smaller_ahead(self):
        day = shogi_day(CHAMPIONSHIP, 8).play(2, 3, 6, 7)
        # 2, 3, 6, 7 won; 1, 4, 5, 8 lost.
        assert pairs(day.plan) == ["2:3", "6:7", "1:4", "5:8"]

    def test_a_phantom_with_minus_one_win(self):
        day = shogi_day(CHAMPIONSHIP, 5).play(1, 3)
        # 1, 3, 5 have a win; 5 had the bye. 2 and 4 have none, and one of them rests.
        assert pairs(day.plan) == ["1:3", "5:2", "4-"]

    def test_schools_are_strict_in_rounds_1_and_2_and_soft_later(self):
        swiss = declared(CHAMPIONSHIP).first_stage
        assert isinstance(swiss, Pool)
        assert [swiss.school_in(number) for number in range(1, 7)] == ["strict", "strict", *["soft"] * 4]

    @pytest.mark.parametrize(("school", "expected"), [("strict", "1:3 2:4"), ("off", "1:2 3:4")])
    def test_one_word_for_all_rounds(self, school, expected):
        schools = {1: "甲高校", 2: "甲高校"}
        day = shogi_day(CHAMPIONSHIP, 4, schools=schools, school=school)
        assert pairs(day.plan) == expected.split()

    @pytest.mark.parametrize(("school", "expected"), [("strict", "1:4 3:2"), ("soft", "1:3 2:4")])
    def test_strict_costs_a_win_difference_soft_does_not(self, school, expected):
        day = shogi_day(CHAMPIONSHIP, 4, schools={1: "甲", 3: "甲"}, school=[school])
        assert pairs(day.play(1, 3).plan) == expected.split()  # after 1-2 and 3-4

    def test_who_has_no_school_is_of_none(self):
        day = shogi_day(CHAMPIONSHIP, 4, schools={})
        assert pairs(day.plan) == ["1:2", "3:4"]

    @pytest.mark.parametrize("players", [(1, 2), (2, 1)])
    def test_one_row_of_a_barred_pair_is_enough_either_way_round(self, players):
        day = shogi_day(CHAMPIONSHIP, 4, barred=[BarredPair(players, forbidden=True)])
        assert pairs(day.plan) == ["1:3", "2:4"]

    def test_a_discouraged_pair_meets_rather_than_a_win_difference(self):
        day = shogi_day(CHAMPIONSHIP, 4, barred=[BarredPair((1, 3), forbidden=False)])
        assert pairs(day.play(1, 3).plan) == ["1:3", "2:4"]
        day = shogi_day(CHAMPIONSHIP, 4, barred=[BarredPair((1, 3), forbidden=True)])
        assert pairs(day.play(1, 3).plan) == ["1:4", "3:2"]

    def test_a_late_entrant_is_paired_from_the_round_they_come_for(self):
        day = shogi_day(CHAMPIONSHIP, 5, late={5: 2})
        assert pairs(day.plan) == ["1:2", "3:4"]
        day.play(1, 3)
        assert pairs(day.plan) == ["1:3", "2:4", "5-"]
        row = next(row for row in day.now.rows if row.no == 5)
        assert row.keys == (0, 0, 0, 0, 0, -5)
        assert day.now.record.losses(5) == 0

    def test_who_withdrew_is_paired_no_more_and_neither_wins_nor_loses(self):
        day = leave(shogi_day(CHAMPIONSHIP, 6).play(1, 3, 5), 1, 1)
        assert pairs(day.plan) == ["3:5", "2:4", "6-"]
        day.play()
        assert (day.now.record.wins(1), day.now.record.losses(1)) == (1, 0)

    def test_who_left_after_the_sheet_was_made_forfeits_that_game(self):
        day = leave(shogi_day(CHAMPIONSHIP, 4).play(1, 3), 1, 1, paired_until=2)
        (first, _) = day.plan
        assert (first.players, first.kind, first.winner) == ((1, 3), "forfeit", 3)

    def test_a_team_s_bye_and_forfeit_are_all_boards(self):
        day = leave(shogi_day(TEAM, 5).play(1, 3), 1, 1, paired_until=2)
        boards = {game.players: game.boards for game in day.plan}
        assert boards == {(1, 3): (0, 0, 0), (5, 2): None, (4, None): (1, 1, 1)}


class TestFitting:
    @pytest.mark.parametrize(("count", "kind", "rounds"), [
        (2, "round-robin", 1), (3, "round-robin", 3), (5, "round-robin", 5), (6, "round-robin", 5),
        (7, "pool", 6), (14, "pool", 6),
    ])  # fmt: skip
    def test_girls_by_the_number_of_entrants(self, count, kind, rounds):
        found = fitted(declared(GIRLS), count)
        assert (found.first_stage.kind, most_rounds(declared(GIRLS), count)) == (kind, rounds)
        assert any(isinstance(stage, Bracket) for stage in found.stage) == (kind == "pool")
        assert found.final.first == (("knockout",) if kind == "pool" else ())

    def test_round_robin_max_is_a_setting(self):
        assert isinstance(fitted(changed(GIRLS, round_robin_max=10), 10).first_stage, RoundRobin)
        assert isinstance(fitted(changed(GIRLS, round_robin_max=3), 4).first_stage, Pool)

    @pytest.mark.parametrize(("count", "rounds"), [(2, 5), (3, 6), (4, 6), (120, 6)])
    def test_a_knockout_is_as_long_as_its_entrants_make_it(self, count, rounds):
        assert most_rounds(declared(CHAMPIONSHIP), count) == rounds

    @pytest.mark.parametrize(
        ("cut", "blocks", "rounds"), [(4, 2, 7), (8, 1, 7), (2, 1, 5), (3, 3, 8), (1, 1, 4)]
    )
    def test_cut_and_blocks_are_settings(self, cut, blocks, rounds):
        form = changed(ENCOURAGEMENT, cut=cut, blocks=list("ABC")[:blocks])
        assert most_rounds(form, 40) == rounds

    def test_other_formats_stay_as_they_are(self):
        assert fitted(declared("othello-free"), 9) == declared("othello-free")
