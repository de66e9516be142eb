"""Section 10, one test per day that goes wrong. (What needs the sheets stands in tests/test_tournament.py.)"""

from tests.rules.builders import FOUR, TWO, Day, finals, pairs
from tourgen.engine.final import final_ranks
from tourgen.engine.progress import plan


def test_no_show_after_the_deal_forfeits_round_1_and_nobody_is_dealt_again():
    day = Day(TWO, 8, withdrawn={1: 0})  # A 1 3 5 7, B 2 4 6 8
    assert (day.league("A"), day.league("B")) == ({1, 3, 5, 7}, {2, 4, 6, 8})
    assert [(pairs([g])[0], g.kind, g.winner) for g in day.plan if g.group == "A"] == [
        ("1:5", "forfeit", 5), ("3:7", "played", None),
    ]  # fmt: skip
    day.play()
    assert 1 not in {no for g in day.plan for no in g.players}
    assert (day.now.record.losses(1), day.now.record.byes(5)) == (1, True)


def test_no_show_with_the_bye_of_an_odd_league_has_no_game():
    day = Day(TWO, 5, withdrawn={5: 0})  # A 1 3 5
    assert day.pool("A") == ["1:3"]
    day.play()
    assert (day.now.record.wins(5), day.now.record.losses(5)) == (0, 1)
    assert day.qualified["A"] == 1


def test_a_late_player_who_chose_to_forfeit_stays_in_with_one_loss():
    day = Day(TWO, 8).play(forfeits=[1])
    assert day.now.record.losses(1) == 1
    assert 1 in {no for g in day.plan for no in g.players}


def test_both_absent_a_double_loss_and_no_bye_for_either():
    day = Day(TWO, 8).play(both=[1])  # 1:5
    record = day.now.record
    assert [(record.wins(no), record.losses(no), record.byes(no)) for no in (1, 5)] == [(0, 1, False)] * 2


def test_two_withdrawn_players_paired_with_each_other_lose_both():
    day = Day(TWO, 8, withdrawn={1: 0, 5: 0})
    assert [(g.kind, g.winner, g.table) for g in day.plan if g.players == (1, 5)] == [
        ("double-loss", None, None)
    ]


def test_a_qualifier_withdraws_before_the_finals_the_opponent_walks_over_nobody_is_promoted():
    day = Day(FOUR, 8, withdrawn={4: 6})
    for _ in range(6):
        day.play()
    assert day.qualified == {"A": 1, "B": 2, "C": 3, "D": 4}
    semis = [g for g in day.plan if g.stage == "semi"]
    assert [(pairs([g])[0], g.kind, g.winner) for g in semis] == [
        ("1:4", "forfeit", 1),
        ("2:3", "played", None),
    ]
    day.play().play()
    ranks = {no: rank for rank, no in final_ranks(day.now)}
    assert [ranks[no] for no in (1, 2, 3, 4)] == [1, 2, 3, 3]


def test_a_qualifier_who_withdrew_early_has_no_more_byes():
    day = Day(TWO, 4, withdrawn={1: 3})
    for _ in range(5):
        day.play()
    assert [line.bye for line in day.now.record.lines[1]] == [False, True, True, False, False]
    assert [line.won for line in day.now.record.lines[1]] == [True, True, True, False, False]


def test_three_unbeaten_after_a_withdrawal_one_has_a_bye_and_nobody_is_recalled():
    day = Day(TWO, 32, withdrawn={29: 2}).play(29)  # A: 16 players, 13:29 is won by 29
    moved = set(day.ranking)
    assert len(day.league("A")) == 8
    day.play(29)
    there = {no for game in day.plan if game.group == "A" for no in game.players if no is not None}
    assert sum(day.now.record.unbeaten(no) for no in there) == 3
    assert moved <= day.ranking
    assert sum(pair.endswith("-") for pair in day.pool("A")) == 1


def test_a_pool_of_one_has_a_bye():
    day = Day(TWO, 4, withdrawn={3: 1}).play()  # ranking league: 3 and 4
    assert day.pool(None) == ["4-"]


def test_a_pool_in_which_all_have_met_has_rematches():
    day = Day(TWO, 4).play().play()  # ranking league: 3 and 4, met in round 2
    assert day.pool(None) in (["3:4"], ["4:3"])
    assert 4 in day.now.record.met(3)


def test_nobody_left_in_the_ranking_league_is_a_round_without_its_games():
    day = Day(TWO, 4, withdrawn={3: 1, 4: 1}).play()
    assert pairs(day.plan) == ["1-", "2-"]  # the byes of who has qualified


def test_a_forfeited_pair_may_be_paired_again():
    day = Day(TWO, 4).play().play(forfeits=[3])
    assert set(day.now.record.met(3)) == {1}
    assert set(day.pool(None)) & {"3:4", "4:3"}


def test_finals_walkovers_change_no_win():
    before = finals(TWO, {"A": 1, "B": 2}, withdrawn={2: 6})
    assert [(g.kind, g.winner) for g in plan(before)] == [("forfeit", 1)]
