"""Section 6: the new Othello system, worked out on paper. Everybody's roster number is the bracket number.

Unless said otherwise the smaller number wins every game.
"""

from dataclasses import replace

import pytest

from tests.rules.builders import OPEN64, WOMEN32, Day, changed, pairs
from tests.rules.builders import games as typed
from tourgen.engine.final import final_ranks


def women(numbers=range(1, 33), **more):
    return Day(WOMEN32, 0, numbers=numbers, **more)


def open64(numbers=range(1, 65), **more):
    return Day(OPEN64, 0, numbers=numbers, **more)


def ranks(day):
    return final_ranks(day.now)


def winners(day):
    """Group → who has won it, as far as it is decided."""
    flow = day.now.stages["placing"].declared.entered_from[0]
    picks = day.now.stages["repechage"].select(flow, day.now) or []
    return {int(pick.group): pick.slot.no for pick in picks}


def where(day, no):
    """The stage and group in which a player has the next game."""
    return next((g.stage, g.group) for g in day.plan if no in g.players)


class TestWomensBracketOf32:
    """<全勝トーナメント>, <敗者復活トーナメント>: R4 R3 R2 R1 are groups 1 to 4, each ends with round 5."""

    def test_round_1(self):
        day = women()
        assert day.stage("main") == [f"{no}:{no + 1}" for no in range(1, 32, 2)]
        assert {g.group for g in day.plan} == {"R"}

    def test_round_2(self):
        day = women().rounds(1)
        assert day.stage("main") == ["1:3", "5:7", "9:11", "13:15", "17:19", "21:23", "25:27", "29:31"]
        assert day.stage("repechage", "4") == [
            *("2:4", "6:8", "10:12", "14:16", "18:20", "22:24", "26:28", "30:32"),
        ]
        assert day.stage("ranking") == []

    def test_round_3(self):
        day = women().rounds(2)
        assert day.stage("main") == ["1:5", "9:13", "17:21", "25:29"]
        assert day.stage("repechage", "3") == ["3:7", "11:15", "19:23", "27:31"]
        assert day.stage("repechage", "4") == ["2:6", "10:14", "18:22", "26:30"]
        # ×× against ××: 「1位と2位の対戦、3位と4位の対戦」
        assert day.stage("ranking") == ["4:8", "12:16", "20:24", "28:32"]

    def test_rounds_4_and_5(self):
        day = women().rounds(3)
        assert day.stage("main") == ["1:9", "17:25"]
        assert day.stage("repechage") == ["5:13", "21:29", "3:11", "19:27", "2:10", "18:26"]
        day.rounds(1)
        assert day.stage("repechage") == ["9:25", "5:21", "3:19", "2:18"]
        assert {no for g in day.plan for no in g.players} == set(range(1, 33)) - {1, 17}, "the unbeaten rest"

    def test_round_6(self):
        day = women().rounds(5)
        assert winners(day) == {1: 9, 2: 5, 3: 3, 4: 2}
        assert day.stage("final") == ["1:17"]
        assert day.stage("placing") == ["9:5", "3:2"]
        assert {g.table for g in day.plan if g.stage == "final"} == {1}

    def test_final_ranks(self):
        day = women().rounds(6)
        # 3rd and 4th the winners of the placing matches by their own groups (2 and 4), 5th and 6th the losers (1, 3)
        assert ranks(day)[:6] == [(1, 1), (2, 17), (3, 5), (4, 2), (5, 9), (6, 3)]
        assert [rank for rank, _ in ranks(day)] == list(range(1, 33))

    def test_resting_adds_no_win(self):
        day = women().rounds(5)
        assert (day.now.record.wins(1), day.now.record.losses(1)) == (4, 0)
        assert day.now.record.wins(9) == 4 and day.now.record.losses(9) == 1
        # 1 and 17 have as many wins as the four group winners, and were ahead of them before.
        assert day.order()[:6] == [1, 17, 9, 5, 3, 2]


class TestWhereEverybodyIs:
    """Who plays on in which tree, and who has played where."""

    def test_seats_after_round_2(self):
        day = women().rounds(2)
        assert where(day, 1) == ("main", "R"), "unbeaten"
        assert where(day, 3) == ("repechage", "3"), "lost in round 2"
        assert where(day, 2) == ("repechage", "4"), "lost in round 1, won in round 2"
        assert where(day, 4) == ("ranking", None), "lost twice"

    def test_the_unbeaten_go_to_the_finals(self):
        now = women().rounds(4).now
        assert now.stages["final"].field(now) == {1, 17}

    def test_group_winners_go_to_the_placing_matches(self):
        assert winners(women().rounds(5)) == {1: 9, 2: 5, 3: 3, 4: 2}

    def test_stages_played(self):
        played = women().rounds(3).now.stages_played
        assert len(played) == 3 * 32
        assert [played[round_no, 4] for round_no in (1, 2, 3)] == ["main", "repechage", "ranking"]
        assert women(range(1, 32)).rounds(1).now.stages_played[1, 31] == "main", "a walkover"


class TestOpenBracketOf64:
    """Blocks A (1-32) and B (33-64); groups 1-8 are A4 B4 A3 B3 A2 B2 A1 B1."""

    def test_blocks(self):
        assert open64().stage("main", "A")[-1] == "31:32"
        assert open64().stage("main", "B")[0] == "33:34"

    def test_groups_and_their_sizes(self):
        day = open64()
        sizes = {}
        for number in range(1, 6):
            for game in day.plan:
                if game.stage == "repechage":
                    sizes.setdefault(game.group, []).append((number, 1))
            day.rounds(1)
        games = {
            group: [sum(one for at, one in found if at == number) for number in range(2, 6)]
            for group, found in sizes.items()
        }
        assert games == {
            "1": [0, 0, 0, 1], "2": [0, 0, 0, 1], "3": [0, 0, 2, 1], "4": [0, 0, 2, 1],
            "5": [0, 4, 2, 1], "6": [0, 4, 2, 1], "7": [8, 4, 2, 1], "8": [8, 4, 2, 1],
        }  # fmt: skip

    def test_a_loser_of_round_k_goes_to_the_group_of_block_and_round(self):
        day = open64().rounds(1)
        assert day.stage("repechage", "7")[:2] == ["2:4", "6:8"]
        assert day.stage("repechage", "8")[:2] == ["34:36", "38:40"]
        day.rounds(3)
        assert day.stage("repechage", "1") == ["9:25"] and day.stage("repechage", "2") == ["41:57"]

    def test_finals(self):
        day = open64().rounds(4)
        assert day.stage("semi") == ["1:17", "33:49"]
        day.rounds(1)
        assert day.stage("third") == ["17:49"] and day.stage("final") == day.stage("placing") == []
        day.rounds(1)
        assert day.stage("final") == ["1:33"]
        assert winners(day) == {1: 9, 2: 41, 3: 5, 4: 37, 5: 3, 6: 35, 7: 2, 8: 34}
        assert day.stage("placing") == ["9:41", "5:37", "3:35", "2:34"]
        assert day.stage("ranking") == [], "the ranking league ends with round 6"

    def test_final_ranks_1_2_3_8_then_4_to_7_and_9_to_12(self):
        day = open64().rounds(6).smaller_wins(41, 35)
        assert ranks(day)[:3] == [(1, 1), (2, 33), (3, 17)]
        # Winners in the order of their own groups: 41 (2), 5 (3), 35 (6), 2 (7); losers 9 (1), 37 (4), 3 (5), 34 (8)
        assert ranks(day)[3:7] == [(4, 41), (5, 5), (6, 35), (7, 2)]
        assert ranks(day)[7] == (8, 49)
        assert ranks(day)[8:12] == [(9, 9), (10, 37), (11, 3), (12, 34)]
        assert [rank for rank, _ in ranks(day)] == list(range(1, 65))

    def test_from_13_on_in_the_order_after_round_6(self):
        day = open64().rounds(6)
        placed = {no for _, no in ranks(day.rounds(1))[:12]}
        after_6 = [row.no for row in day.now.rows if row.no not in placed]
        assert [no for _, no in ranks(day)[12:]] == after_6
        wins = [day.now.record.wins(no) for no in after_6]
        assert wins == sorted(wins, reverse=True)


class TestPlacingRound:
    """入賞決定戦(7回戦): the setting `placing_round`."""

    def test_round_7_as_written(self):
        day = open64().rounds(5)
        assert day.stage("placing") == []
        resting = set(range(1, 65)) - {no for g in day.plan for no in g.players}
        assert resting == {1, 33, *winners(day).values()}, "finalists and group winners rest in round 6"

    def test_round_6(self):
        day = open64(form=changed(OPEN64, placing_round=6)).rounds(5)
        assert day.stage("placing") == ["9:41", "5:37", "3:35", "2:34"]
        assert {no for g in day.plan for no in g.players} == set(range(1, 65)) - {1, 33}
        day.rounds(1)
        assert pairs(day.plan) == ["1:33"]
        assert [no for _, no in ranks(day.rounds(1))[:12]] == [1, 33, 17, 9, 5, 3, 2, 49, 41, 37, 35, 34]

    def test_the_ranks_are_the_same_in_either_round(self):
        later, earlier = open64().rounds(7), open64(form=changed(OPEN64, placing_round=6)).rounds(7)
        assert ranks(later) == ranks(earlier)


class TestEmptyPlaces:
    """Who meets an empty place walks over; of two empty places the smaller number goes on, still empty."""

    def test_a_walkover_is_a_bye(self):
        day = women([no for no in range(1, 33) if no != 2])
        game = day.plan[0] if day.plan[0].players[1] is None else next(g for g in day.plan if 1 in g.players)
        assert (game.players, game.kind, game.winner, game.table, game.rated) == (
            (1, None),
            "bye",
            1,
            None,
            False,
        )
        day.rounds(1)
        # The empty place 2 is in group 4 as if it had lost: 4 walks over, everyone else meets as published.
        assert day.stage("repechage", "4") == [
            *("4-", "6:8", "10:12", "14:16", "18:20", "22:24", "26:28", "30:32"),
        ]

    def test_the_upper_place_empty(self):
        assert women([no for no in range(1, 33) if no != 1]).stage("main")[0] == "2-"

    def test_two_adjacent_empty_places(self):
        """1 and 2 are empty: no game; 1 goes on still empty, so the winner of 3-4 walks over, and 2 is in group 4."""
        day = women(range(3, 33))
        assert day.stage("main")[0] == "3:4"
        day.rounds(1)
        assert day.stage("main")[0] == "3-"
        assert day.stage("repechage", "4")[0] == "4-", "place 2 is empty there"
        day.rounds(1)
        assert day.stage("main")[0] == "3:5"
        assert day.stage("repechage", "3")[0] == "7-", "place 1, empty, lost to 3 in round 2"

    def test_four_adjacent_empty_places(self):
        """1-4 are empty: 1 goes on twice, 5 walks over in round 3; 2 and 4 meet in group 4, 2 goes on."""
        day = women(range(5, 33)).rounds(1)
        assert day.stage("main")[0] == "5:7" and day.stage("repechage", "4")[0] == "6:8"
        day.rounds(1)
        assert day.stage("main")[0] == "5-"
        assert day.stage("repechage", "4")[0] == "6-", "2 went on, still empty"
        assert day.stage("repechage", "3")[0] == "7-", "3 lost to 1, both empty"

    def test_every_group_keeps_its_size(self):
        """Only 1 and 32 are there: they meet in the final, and nobody wins a group."""
        day = women([1, 32]).rounds(5)
        assert day.stage("final") == ["1:32"] and day.stage("placing") == []
        assert len(winners(day)) == 4
        assert ranks(day.rounds(1)) == [(1, 1), (2, 32)]

    def test_four_players(self):
        """1-2 play, 3 and 4 too; 1-3, 2-4 in the group; everybody's way by hand."""
        day = women([1, 2, 3, 4])
        assert pairs(day.plan) == ["1:2", "3:4"]
        day.rounds(1)
        assert day.stage("main") == ["1:3"] and day.stage("repechage") == ["2:4"]
        day.rounds(1)
        # round 3: 1 walks over, 3 alone in group 3, 2 in group 4; 4 alone in the ranking league
        assert [(g.stage, g.group, *g.players) for g in day.plan] == [
            ("main", "R", 1, None),
            ("repechage", "3", 3, None),
            ("repechage", "4", 2, None),
            ("ranking", None, 4, None),
        ]
        day.rounds(2)
        assert pairs(day.plan) == ["3-", "2-", "4-"], "1 rests: round 5"
        day.rounds(1)
        # Nobody is the other finalist; groups 1 and 2 have no winner: 3 (group 3) meets 2 (group 4).
        assert [(g.stage, *g.players) for g in day.plan] == [
            ("final", 1, None), ("placing", 3, 2), ("ranking", 4, None),
        ]  # fmt: skip
        day.smaller_wins()
        # Placing: 1-2 has nobody; as if group 1 had won it, 2 (group 4) is 4th and 3 (group 3) 6th.
        assert ranks(day) == [(1, 1), (4, 2), (6, 3), (7, 4)]


class TestWithdrawals:
    """A withdrawn player's place is empty from the round after the last sheet that lists them (N2, D6)."""

    @pytest.mark.parametrize("after", range(6))
    def test_after_any_round(self, after):
        """17 leaves: the place stays, whoever meets it walks over, and nothing is won or lost any more."""
        day = women(withdrawn={17: after}).rounds(after)
        wins = day.now.record.wins(17)
        while day.now.after < 6:
            assert 17 not in {no for g in day.plan for no in g.players}
            day.rounds(1)
        assert day.now.record.wins(17) == wins and day.now.record.losses(17) == 0
        assert len(ranks(day)) == 32

    def test_a_no_show_leaves_an_empty_place_at_once(self):
        assert women(withdrawn={2: 0}).stage("main")[0] == "1-"

    def test_listed_in_the_sheet_that_was_made_the_game_is_forfeited(self):
        day = women(withdrawn={2: 0}, paired_until={2: 1})
        game = day.plan[0]
        assert (game.players, game.kind, game.winner) == ((1, 2), "forfeit", 1)
        day.rounds(1)
        assert day.stage("repechage", "4")[0] == "4-"

    def test_an_unbeaten_player_leaves_before_the_final(self):
        day = women(withdrawn={17: 5}).rounds(5)
        assert day.stage("final") == ["1-"]
        assert ranks(day.rounds(1))[:2] == [(1, 1), (2, 17)]

    def test_both_finalists_leave(self):
        """Nobody wins the final: both take the loser's place, the first stays vacant."""
        day = women(withdrawn={1: 5, 17: 5}).rounds(5)
        assert day.stage("final") == []
        assert ranks(day.rounds(1))[:3] == [(2, 1), (2, 17), (3, 5)]

    def test_a_group_winner_leaves(self):
        day = women(withdrawn={9: 5}).rounds(5)
        assert day.stage("placing") == ["5-", "3:2"]
        assert ranks(day.rounds(1))[2:6] == [(3, 5), (4, 2), (5, 9), (6, 3)]

    def test_both_of_a_placing_match_leave(self):
        """Groups 1 and 2: 3rd stays vacant as if 5, the smaller number, had won; both are 5th. Nobody moves up."""
        day = women(withdrawn={9: 5, 5: 5}).rounds(6)
        got = {no: rank for rank, no in ranks(day)}
        assert (got[2], got[3]) == (4, 6)
        assert got[9] == got[5] == 5
        assert min(rank for no, rank in got.items() if no not in (1, 17, 2, 3, 5, 9)) == 7

    def test_the_third_place_match_walked_over(self):
        day = open64(withdrawn={17: 5}).rounds(5)
        assert day.stage("third") == ["49-"]
        day.rounds(1)
        assert day.order()[2] == 49 and day.order()[7] == 17, "3rd and 8th are fixed at once"

    def test_nobody_in_the_third_place_match(self):
        got = {no: rank for rank, no in ranks(open64(withdrawn={17: 5, 49: 5}).rounds(7))}
        assert got[17] == got[49] == 8 and 3 not in got.values()

    def test_a_withdrawn_player_is_dropped_from_the_ranking_league(self):
        day = women(withdrawn={4: 2}).rounds(2)
        assert day.stage("ranking") == ["8:12", "16:20", "24:28", "32-"]

    def test_forfeits_change_nothing_but_the_rating(self):
        day = women().smaller_wins(forfeits=[2])
        assert day.now.record.wins(1) == 1 and day.now.record.byes(1)
        assert day.stage("repechage", "4")[0] == "2:4", "a late player stays in with one loss"


class TestOrder:
    """「順位は勝数が多い方が上位、同勝数の場合は前試合直前の順位が上位の方が上位となります」."""

    def test_before_round_1_the_smaller_number_is_ahead(self):
        assert women().order() == list(range(1, 33))

    def test_wins_then_the_order_before(self):
        day = women().smaller_wins(2)
        # 1 lost to 2: the winners are 2, 3, 5, 7 …, the losers 1, 4, 6, 8 …
        assert day.order()[:4] == [2, 3, 5, 7]
        assert day.order()[16:20] == [1, 4, 6, 8]
        day.smaller_wins(3)
        # 3 beat 2; after round 1 the order of the unbeaten was 2, 3, 5 …
        assert day.order()[:2] == [3, 5]
        # One win each: 2 (before 2nd) is ahead of 7 (4th), 1 and 6 of the repechage come after all of them.
        assert day.order()[8:12] == [2, 7, 11, 15]
        assert day.order()[16:18] == [1, 6]

    def test_places_decided_by_a_match_are_fixed(self):
        day = open64().rounds(5)
        assert day.order()[:4] == [1, 33, 17, 49], "by wins: 5, 5, then the losers of the semi-finals"
        day.smaller_wins(49)
        order = day.order()
        assert order[2] == 49 and order[7] == 17, "3位(勝者)および8位(敗者)"
        assert day.now.decided.held == {49: 3, 17: 8}

    def test_keys_are_wins_and_minus_the_rank_before(self):
        day = women().rounds(1)
        assert [row.keys for row in day.now.rows][:3] == [(1, -1), (1, -3), (1, -5)]
        day.rounds(1)
        assert [(row.no, row.keys) for row in day.now.rows][:3] == [(1, (2, -1)), (5, (2, -3)), (9, (2, -5))]

    def test_vacant_places_are_not_filled_by_the_others(self):
        """Nobody in the third-place match: 3rd stays vacant, both share 8th; the ranks are numbered without a gap."""
        day = open64(withdrawn={17: 5, 49: 5}).rounds(6)
        assert day.now.decided.given == {3, 8} and day.now.decided.held == {17: 8, 49: 8}
        order = day.order()
        # Places 1 2 (3) 4 5 6 7 are taken by six players in order, then the two on place 8.
        assert order[6:8] == [17, 49]
        assert [row.rank for row in day.now.rows] == list(range(1, 65))


class TestRankingLeague:
    """「対戦は(再戦が生じない範囲で)1位と2位の対戦、3位と4位の対戦、、、」."""

    def test_an_avoidable_rematch_is_avoided(self):
        """Round 4 of the women: after round 3 the league is full of past opponents, and nobody meets one."""
        day = women()
        while day.now.after < 6:
            record = day.now.record
            for game in day.plan:
                first, second = game.players
                if game.stage == "ranking" and second is not None:
                    assert second not in record.met(first), (day.now.after + 1, first, second)
            day.rounds(1)

    def test_the_highest_opponent_possible(self):
        day = women().rounds(3)
        order = [no for no in day.order() if no in day.ranking]
        first = next(g for g in day.plan if g.stage == "ranking")
        met = day.now.record.met(order[0])
        same = [
            no
            for no in order[1:]
            if day.now.record.wins(no) == day.now.record.wins(order[0]) and no not in met
        ]
        assert first.players == (order[0], same[0])

    def test_an_odd_league_has_a_bye_for_the_last(self):
        """The phantom has -1 wins: smallest gaps first, so somebody without a win, and the last of them."""
        day = women(range(1, 32)).rounds(2)  # 32 is empty: 31 walks over in round 1, 30 in round 2
        league = day.stage("ranking")
        assert league[-1] == "28-" and len(league) == 4

    def test_the_league_begins_in_round_3(self):
        assert women().rounds(1).ranking == set()
        assert women().rounds(2).ranking == {4, 8, 12, 16, 20, 24, 28, 32}


class TestRematchesInTheWomensPlacing:
    """「ただし、再戦はできるだけ回避した組み合わせとします」: fewest rematches, then {12, 34}, {13, 24}, {14, 23}."""

    def test_without_a_rematch_as_listed(self):
        assert women().rounds(5).stage("placing") == ["9:5", "3:2"]

    def test_groups_1_3_and_2_4(self):
        """9 beats 1 in round 4. Group 1: 1, group 2: 5 (beaten by 1 in round 3), group 3: 11, group 4: 10.

        1 has met 5, not 11; 5 has not met 10: {13, 24}.
        """
        day = women().rounds(3).smaller_wins(9, 11, 10).smaller_wins(1, 5, 11, 10)
        assert winners(day) == {1: 1, 2: 5, 3: 11, 4: 10}
        assert day.stage("placing") == ["1:11", "5:10"]

    def test_groups_1_4_and_2_3(self):
        """1 has met 5 and 3 (groups 2 and 3), not 10; 5 has not met 3: {14, 23}."""
        day = women().rounds(3).smaller_wins(9, 10).smaller_wins(1, 5, 3, 10)
        assert winners(day) == {1: 1, 2: 5, 3: 3, 4: 10}
        assert day.stage("placing") == ["1:10", "5:3"]

    def test_where_every_way_has_one_the_first(self):
        """1 has beaten 5, 3 and 2, the winners of the other groups."""
        day = women().rounds(3).smaller_wins(9).smaller_wins(1, 5, 3, 2)
        assert winners(day) == {1: 1, 2: 5, 3: 3, 4: 2}
        assert day.stage("placing") == ["1:5", "3:2"]

    def test_an_empty_place_is_no_rematch(self):
        day = women(withdrawn={1: 5}).rounds(3).smaller_wins(9, 10).smaller_wins(1, 5, 3, 10)
        assert day.stage("placing") == ["5-", "3:10"]

    def test_the_open_never_looks(self):
        """Groups 1 and 2 are of different blocks: their winners can't have met."""
        day = open64().rounds(6)
        for game in day.plan:
            assert game.players[1] not in day.now.record.met(game.players[0])


SIXTEEN = (
    ("numbers = [1, 64]", "numbers = [1, 16]"),
    ("seed_places = [64, 48, 32, 16]", "seed_places = [16, 12, 8, 4]"),
    ("rounds = [1, 4]", "rounds = [1, 2]"),
    ("size = 64", "size = 16"),
    ("rounds = [5, 5]", "rounds = [3, 3]"),
    ("rounds = [6, 6]", "rounds = [4, 4]"),
    ("rounds = [7, 7]", "rounds = [5, 5]"),
    ("loser_places = 8", "loser_places = 6"),
    ("rounds = [2, 5]", "rounds = [2, 3]"),
    ('at = ["A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"]', 'at = ["A2", "B2", "A1", "B1"]'),
    ("placing_round = 7", "placing_round = 5"),
    ('["1", "2", "3", "4", "5", "6", "7", "8"]', '["1", "2", "3", "4"]'),
    ("winner_places = [4, 7]", "winner_places = [4, 5]"),
    ("loser_places = [9, 12]", "loser_places = [7, 8]"),
    ("rounds = [3, 6]", "rounds = [3, 4]"),
)
HUNDRED = (
    ("numbers = [1, 64]", "numbers = [1, 128]"),
    ("seed_places = [64, 48, 32, 16]", "seed_places = [128, 96, 64, 32]"),
    ("rounds = [1, 4]", "rounds = [1, 5]"),
    ("size = 64", "size = 128"),
    ("rounds = [7, 7]", "rounds = [8, 8]"),
    ("rounds = [6, 6]", "rounds = [7, 7]"),
    ("rounds = [5, 5]", "rounds = [6, 6]"),
    ("loser_places = 8", "loser_places = 9"),
    ("rounds = [2, 5]", "rounds = [2, 6]"),
    (
        'at = ["A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"]',
        'at = ["A5", "B5", "A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"]',
    ),
    ("placing_round = 7", "placing_round = 8"),
    ('"7", "8"]', '"7", "8", "9", "10"]'),
    ("winner_places = [4, 7]", "winner_places = [4, 8]"),
    ("loser_places = [9, 12]", "loser_places = [10, 14]"),
    ("rounds = [3, 6]", "rounds = [3, 7]"),
)


class TestOtherSizes:
    """Sixteen and 128 players by a changed copy of the format."""

    def test_sixteen(self):
        day = Day("", 16, form=changed(OPEN64, *SIXTEEN)).rounds(2)
        assert day.stage("semi") == ["1:5", "9:13"]
        assert day.stage("repechage") == ["3:7", "11:15", "2:6", "10:14"]
        day.rounds(3)
        assert ranks(day)[:8] == [(1, 1), (2, 9), (3, 5), (4, 3), (5, 2), (6, 13), (7, 11), (8, 10)]

    def test_hundred_and_twenty_eight(self):
        day = Day("", 128, form=changed(OPEN64, *HUNDRED)).rounds(5)
        assert day.stage("semi") == ["1:33", "65:97"]
        assert [len(day.stage("repechage", str(group))) for group in range(1, 11)] == [1] * 10
        day.rounds(3)
        assert ranks(day)[:9] == [
            (1, 1), (2, 65), (3, 33), (4, 17), (5, 9), (6, 5), (7, 3), (8, 2), (9, 97),
        ]  # fmt: skip
        assert [rank for rank, _ in ranks(day)] == list(range(1, 129))


class TestByHand:
    """N11: each match takes the game of its upper place's player, else of its lower's; winners stay in the slot."""

    def by_hand(self, day, one, other, wins=0):
        """Exchanges the second players of two games; then the first of each wins, or the second of these two."""
        games = list(day.plan)
        first, second = (next(i for i, g in enumerate(games) if no in g.players) for no in (one, other))
        a, b = games[first], games[second]
        games[first] = replace(a, players=(a.players[0], b.players[1]))
        games[second] = replace(b, players=(b.players[0], a.players[1]))
        played = [replace(g, winner=g.players[wins * (i in (first, second))]) for i, g in enumerate(games)]
        return day.take(played, by_hand=True)

    def test_across_blocks(self):
        """1-34 and 33-2 instead of 1-2 and 33-34: 34 lost in block A's slot, 2 in block B's."""
        day = self.by_hand(open64(), 1, 33)
        assert day.stage("main", "A")[0] == "1:3" and day.stage("main", "B")[0] == "33:35"
        assert day.stage("repechage", "7")[-1] == "32:34", "in ascending bracket number"
        assert day.stage("repechage", "8")[0] == "2:36"

    def test_the_block_is_the_slots(self):
        """In round 2, 1-35 and 33-3 instead of 1-3 and 33-35: 35 wins in block A's slot, and 3 in block B's."""
        day = self.by_hand(open64().rounds(1), 1, 33, wins=1)
        assert where(day, 35) == ("main", "A") and where(day, 3) == ("main", "B")
        assert where(day.rounds(1), 3) == ("main", "B")

    def test_put_into_a_semi_final(self):
        """Exchanged with somebody of the repechage, who is in the finals from then on."""
        day = open64().rounds(4)
        semi, other = (next(g for g in day.plan if g.stage == stage) for stage in ("semi", "repechage"))
        put = other.players[1]
        day = self.by_hand(day, semi.players[0], other.players[0])
        assert where(day, put)[0] in ("third", "final") or put in day.now.stages["final"].field(day.now)
        assert where(day, semi.players[1])[0] == "ranking"

    def test_two_places_of_one_player(self):
        """Who lost the third-place match and won the final, by hand, is first, and 8th stays vacant."""
        day = open64().rounds(6)
        (third,) = (g for g in day.now.rounds[5].games if g.stage == "third")
        (final,) = (g for g in day.plan if g.stage == "final")
        placing = next(g for g in day.plan if g.stage == "placing")
        games = [g for g in day.plan if g not in (final, placing)]
        loser = third.opponent(third.winner)
        games = [g if g.entered else replace(g, winner=g.players[0]) for g in games]
        games += typed(f"{loser}>{final.players[0]}", "final", None)
        games += typed(f"{placing.players[0]}>{final.players[1]}", "placing", None)
        day.take(games, by_hand=True)
        held = {no: rank for rank, no in ranks(day)}
        assert held[loser] == 1 and held[final.players[0]] == 2 and 8 not in held.values()

    def test_across_groups(self):
        day = self.by_hand(women().rounds(2), 3, 2)  # 3:6 and 2:7 instead of 3:7 and 2:6
        assert day.stage("repechage", "3") == ["3:11", "19:27"]
        assert day.stage("repechage", "4") == ["2:10", "18:26"]
        assert {6, 7} <= day.ranking

    def test_who_is_there_goes_on_without_a_row(self):
        """1 left after round 1, and the sheet of round 2 has no row for 3, who would have walked over."""
        day = women(withdrawn={1: 1}).rounds(1)
        games = [
            g if g.entered else replace(g, winner=min(g.players)) for g in day.plan if 3 not in g.players
        ]
        day.take(games, by_hand=True)
        assert day.stage("main")[0] == "3:5"

    def test_placing_by_own_groups(self):
        """Groups 1-3 and 2-4 instead of 1-2 and 3-4: 9 (group 1) and 5 (group 2) win and are 3rd and 4th."""
        day = women().rounds(5)  # placing 9:5 and 3:2
        games = [g for g in day.plan if g.stage != "placing"]
        played = [
            g if g.entered else next(iter(typed(f"{g.players[0]}>{g.players[1]}", g.stage, None)))
            for g in games
        ]
        day.take([*played, *typed("9>3 5>2", "placing", None)], by_hand=True)
        assert ranks(day)[2:6] == [(3, 9), (4, 5), (5, 3), (6, 2)]

    @pytest.mark.parametrize(
        ("away", "there", "places"),
        [
            (11, 1, [(3, 5), (4, 13), (5, 1), (6, 10)]),  # 13 stands for group 3, after 5 of group 2
            (1, 11, [(3, 13), (4, 5), (5, 11), (6, 10)]),  # 13 stands for group 1, ahead of 5
        ],
    )
    def test_who_won_no_group_stands_for_the_one_that_is_missing(self, away, there, places):
        """Placing 1:11 (groups 1 and 3) and 5:10 (2 and 4): 13 plays instead of one of the first two, and wins."""
        day = women().rounds(3).smaller_wins(9, 11, 10).smaller_wins(1, 5, 11, 10)
        assert 13 in day.ranking
        games = [replace(g, winner=g.players[0]) for g in day.plan if not {13, away, there} & set(g.players)]
        day.take([*games, *typed(f"13>{there}", "placing", None)], by_hand=True)
        assert ranks(day)[2:6] == places


class TestCorrectedLater:
    """細則 17, N12: standings follow, but a round that was played is not undone in the bracket."""

    def corrected(self, day, loser, number=1, **more):
        """The result of a round in which `loser` won is turned round after later rounds; they stand as played."""
        again = Day(day.format_id, 0, numbers=range(1, 33), **more)
        for one in day.now.rounds:
            games = [
                replace(g, winner=g.opponent(loser)) if one.number == number and loser in g.players else g
                for g in one.games
            ]
            right = {(g.stage, g.group, frozenset(g.players)) for g in again.plan}
            same = right == {(g.stage, g.group, frozenset(g.players)) for g in games}
            again.take(games, by_hand=not same)
        return again

    def test_before_the_next_round_the_corrected_result_decides(self):
        day = self.corrected(women().rounds(1), 1)
        assert day.stage("main")[0] == "2:3" and day.stage("repechage", "4")[0] == "1:4"

    def test_after_the_next_round_whoever_played_on_has_gone_on(self):
        day = self.corrected(women().rounds(2), 1)
        assert day.stage("main")[0] == "1:5" and day.stage("repechage", "4")[0] == "2:6"
        assert day.now.record.wins(1) == 1 and day.now.record.wins(2) == 2, "wins follow"

    def test_to_the_end(self):
        day = self.corrected(women().rounds(6), 1)
        assert [no for _, no in ranks(day)[:6]] == [1, 17, 5, 2, 9, 3], "the places that were played for"

    def test_a_finalist_has_gone_on(self):
        """1 beat 9 in round 4, who left, and played the final: there is no game of 9's that shows who went on."""
        gone = {"withdrawn": {9: 4}}
        day = self.corrected(women(**gone).rounds(6), 1, number=4, **gone)
        assert 1 in day.now.in_finals and 9 not in day.now.in_finals

    def test_who_played_on_in_the_main_bracket_has_gone_on(self):
        """1 beat 2 in round 1, who left, and so did 3: nobody's game but 1's walkover shows who went on."""
        gone = {"withdrawn": {2: 1, 3: 1}}
        day = self.corrected(women(**gone).rounds(2), 1, **gone)
        assert day.stage("main")[0] == "1:5"

    def test_who_played_in_the_repechage_has_not_gone_on(self):
        """1 beat 2 in round 1 and left: there is no game of the main bracket that shows who won."""
        gone = {"withdrawn": {1: 1}}
        day = self.corrected(women(**gone).rounds(2), 1, **gone)
        assert where(day, 2) == ("repechage", "4") and day.stage("repechage", "4")[0] == "2:6"

    def test_who_played_on_in_a_group_has_gone_on(self):
        """2 beat 4 in round 2, who left, and played round 3 of the group."""
        gone = {"withdrawn": {4: 2}}
        day = self.corrected(women(**gone).rounds(3), 2, number=2, **gone)
        assert where(day, 2) == ("repechage", "4") and 2 not in day.ranking

    def test_who_played_in_the_ranking_league_has_not_gone_on(self):
        """2 beat 4 in round 2 and left, and so did 6, whom the winner would have met: 10 finds nobody there."""
        gone = {"withdrawn": {2: 2, 6: 2}}
        day = self.corrected(women(**gone).rounds(3), 2, number=2, **gone)
        assert 4 in day.ranking and day.stage("repechage", "4")[0] == "10-"
