"""A division folded from what people typed: sheets by hand, corrections, withdrawals, confirmations."""

from dataclasses import replace

import pytest

from tests.desk import Desk, filled, row

FIRST = "1>5, 2>6, 3>7, 4>8"  # the first round of eight players, all leagues decided
# The ranking league of eight players: 8 7 6 5 (equal but for the lottery number), paired 8:5 7:6.


def pairs(round_):
    return {frozenset(game.players) for game in round_.games}


class TestRounds:
    def test_without_a_sheet_round_1_is_made(self):
        tournament = Desk().tournament
        assert [new.number for new in tournament.new_rounds] == [1]
        assert (tournament.completed, tournament.next_round, tournament.finished) == (0, 1, False)

    def test_an_empty_sheet_is_the_round_to_play(self):
        desk = Desk().type(1, "1 : 5, 2 : 6, 3 : 7, 4 : 8")
        assert (desk.tournament.new_rounds, desk.tournament.next_round) == ((), 1)
        assert not desk.document["rounds"][0]["by_hand"]

    def test_a_half_filled_sheet_is_not_completed(self):
        desk = Desk().type(1, "1>5, 2>6, 3 : 7, 4>8")
        assert (desk.tournament.completed, desk.document["standings"]) == (0, [])

    def test_a_filled_sheet_makes_the_next_round(self):
        tournament = Desk().type(1, FIRST).tournament
        assert pairs(tournament.new_rounds[0]) == {frozenset({8, 5}), frozenset({7, 6})}

    def test_to_the_end(self):
        document = Desk().fill_all().document
        assert document["state"] == {"completed": 6, "next": None, "finished": True}
        assert [row["rank"] for row in document["final"]][:4] == [1, 2, 3, 4]

    def test_blank_behind_a_later_sheet(self):
        desk = Desk().fill().fill()
        desk.type(1, "1>5, 2 : 6, 3>7, 4 : 8")
        assert [code for code, _ in desk.problems] == ["result-missing", "result-missing"]

    def test_a_missing_sheet_before_a_later_one(self):
        desk = Desk().fill().fill().fill()
        del desk.sheets[2]
        assert desk.problems == [("sheet-missing-round", "2")]

    def test_a_sheet_beyond_the_last_round(self):
        desk = Desk().fill_all()
        assert desk.type(7, "1>2").problems == [("round-range", "7")]

    def test_rounds_without_a_game_need_no_sheet(self):
        gone = {no: {"withdrawn_after": 1} for no in (5, 6, 7, 8)}
        desk = Desk(changes=gone).type(1, FIRST)
        # Rounds 2-4 have nobody to play them: the semi-finals are next.
        assert desk.tournament.next_round == 5
        desk.type(5, "準決勝 1>4, 準決勝 2>3")
        desk.type(6, "決勝 1>2, 4>3")
        assert desk.tournament.finished

    def test_a_sheet_for_a_round_without_a_game(self):
        gone = {no: {"withdrawn_after": 1} for no in (5, 6, 7, 8)}
        desk = Desk(changes=gone).type(1, FIRST).type(2, "8-")
        assert desk.problems == [("sheet-unexpected", "2")]


class TestByHand:
    def test_other_pairs_are_used_with_a_notice(self):
        desk = Desk().type(1, FIRST).type(2, "8>6, 7>5")
        assert desk.document["rounds"][1]["by_hand"]
        assert desk.notices[0] == "round-differs"
        assert desk.tournament.situations[2].record.met(8).keys() == {4, 6}

    def test_an_empty_sheet_of_other_pairs_says_that_it_can_be_made_again(self):
        assert Desk().type(1, FIRST).type(2, "8 : 6, 7 : 5").notices == ["round-differs-empty"]

    def test_a_draw_that_changed_after_round_1_was_made_is_named_as_the_cause(self):
        desk = Desk().fill()
        assert desk.notices == []
        desk = replace(desk, changes={1: {"desk_number": 2}, 2: {"desk_number": 1}})
        assert desk.notices == ["round-redrawn"]

    def test_order_of_rows_and_sides_do_not_matter(self):
        assert not Desk().type(1, "8 × 4, 7 × 3, 5 × 1, 6 × 2").document["rounds"][0]["by_hand"]

    def test_the_group_written_counts(self):
        desk = Desk(16).fill()  # leagues of four, split
        moved = "A 5>1, B 6>2, C 7>3, D 8>4, 順位決定 16>9, 順位決定 15>10, 順位決定 14>11, 順位決定 13>12"
        games = desk.type(2, moved).tournament.rounds[1].games
        assert {(g.stage, g.group) for g in games if 5 in g.players} == {("league", "A")}
        assert {(g.stage, g.group) for g in games if 9 in g.players} == {("ranking", None)}

    def test_without_a_group_that_of_the_first_player(self):
        games = (
            Desk(16)
            .fill()
            .type(2, "5>9, 1>13, 6>2, 7>3, 8>4, 16>10, 15>11, 14>12")
            .tournament.rounds[1]
            .games
        )
        assert {(g.stage, g.group) for g in games if 9 in g.players} == {("league", "A")}

    def test_an_unknown_group(self):
        desk = Desk().type(1, FIRST).type(2, "Z 8>5, 7>6")
        assert desk.problems == [("group-unknown", "Z")]

    def test_a_player_left_out(self):
        assert Desk().type(1, FIRST).type(2, "8>5").problems == [
            ("player-missing", "6"),
            ("player-missing", "7"),
        ]

    def test_a_player_who_has_qualified(self):
        desk = Desk().type(1, FIRST).type(2, "8>5, 7>6, 1>2")
        assert desk.problems == [("player-not-due", "1"), ("player-not-due", "2")]

    def test_a_player_in_two_rows(self):
        assert ("player-twice", "8") in Desk().type(1, FIRST).type(2, "8>5, 7>8").problems

    def test_a_bye_made_by_hand(self):
        desk = Desk().type(1, FIRST).type(2, "8>5, 7-, 6-")
        assert desk.document["rounds"][1]["by_hand"]
        assert desk.tournament.situations[2].record.wins(7) == 1


class TestCorrections:
    """細則 17: the organiser may correct a result; standings follow, played rounds are not re-paired."""

    def corrected(self, as_made=True):
        """1>9 of sixteen players was really won by 9, noticed after round 2."""
        desk = Desk(16).fill().fill(as_made=as_made)
        before = desk.document
        typed = [row(text) for text in ("1 × 9", "5>13", "2>10", "6>14", "3>11", "7>15", "4>12", "8>16")]
        return before, desk.type(1, *typed)

    def test_standings_follow_and_the_played_round_stays(self):
        before, desk = self.corrected()
        after = desk.document
        assert after["rounds"][1]["by_hand"] and not before["rounds"][1]["by_hand"]
        assert pairs(desk.tournament.rounds[1]) == {
            frozenset(g["players"]) for g in before["rounds"][1]["games"]
        }
        wins = {line["no"]: line["wins"] for line in after["standings"][0]["rows"]}
        assert (wins[1], wins[9]) == (0, 1)
        assert "round-differs" in desk.notices

    def test_the_next_round_is_paired_on_the_corrected_results(self):
        _, desk = self.corrected()
        assert desk.tournament.new_rounds[0].number == 3
        assert desk.tournament.situations[1].record.unbeaten(9)

    def test_a_stale_empty_round_is_said_to_be_stale(self):
        desk = Desk(16).fill()
        paired = ", ".join(f"{g.players[0]} : {g.players[1]}" for g in desk.tournament.new_rounds[0].games)
        desk.type(2, paired, as_made=True)
        assert desk.notices == []
        desk.type(1, "1 × 9, 5>13, 2>10, 6>14, 3>11, 7>15, 4>12, 8>16")
        assert "round-differs-empty" in desk.notices

    def test_another_qualifier_leaves_the_made_sheet_as_it_is(self):
        # 5 beat 1 after all, so 5 had qualified and should have rested in round 2, and 1 should have played.
        desk = Desk().fill().fill().type(1, "1 × 5, 2>6, 3>7, 4>8")
        assert desk.tournament.situations[1].qualified >= {5}
        assert {"round-differs", "round-left-out"} <= set(desk.notices)
        wins = {line["no"]: (line["wins"], line["losses"]) for line in desk.document["standings"][1]["rows"]}
        assert wins[1] == (0, 1)  # neither won nor lost round 2

    def test_in_a_sheet_changed_by_hand_the_same_is_an_error(self):
        desk = Desk().fill().fill(as_made=False).type(1, "1 × 5, 2>6, 3>7, 4>8")
        assert desk.problems == [("player-not-due", "5"), ("player-missing", "1")]

    def test_a_final_already_played_stands(self):
        desk = Desk().fill_all()
        semis = desk.tournament.rounds[4].games
        typed = [row(f"{g.players[0]} ○ {g.players[1]}") for g in semis if g.stage != "semi"]
        desk.type(5, row("1 × 4", "準決勝"), row("2>3", "準決勝"), *typed)
        assert pairs(desk.tournament.rounds[5]) >= {frozenset({1, 2}), frozenset({4, 3})}
        assert desk.document["rounds"][5]["by_hand"]
        assert [row["no"] for row in desk.document["final"][:2]] == [1, 2]


class TestWithdrawals:
    def test_after_the_sheet_was_made_an_automatic_forfeit(self):
        desk = Desk(changes={5: {"withdrawn_after": 1}}).type(1, FIRST).type(2, "8 : 5, 7>6")
        game = desk.tournament.rounds[1].games[0]
        assert (game.kind, game.winner, game.rated) == ("forfeit", 8, False)
        assert desk.tournament.completed == 2
        assert not desk.document["rounds"][1]["by_hand"]

    def test_the_opponents_mark_may_stand(self):
        desk = Desk(changes={5: {"withdrawn_after": 1}}).type(1, FIRST).type(2, "8 ○ 5 ×, 7>6")
        assert desk.tournament.rounds[1].games[0].kind == "forfeit"

    @pytest.mark.parametrize("text", ["8 × 5 ○", "8 : 5", "8 × 5", "8 不戦敗 5 不戦勝"])
    def test_a_win_of_a_withdrawn_player_is_an_error(self, text):
        desk = Desk(changes={5: {"withdrawn_after": 1}}).type(1, FIRST).type(2, text, "7>6")
        expected = [] if ":" in text else [("winner-withdrawn", "5")]
        assert desk.problems == expected

    def test_both_gone_is_a_double_loss(self):
        gone = {no: {"withdrawn_after": 1} for no in (5, 8)}
        game = Desk(changes=gone).type(1, FIRST).type(2, "8 : 5, 7>6").tournament.rounds[1].games[0]
        assert (game.kind, game.winner) == ("double-loss", None)

    def test_a_typed_double_loss_stays_one_though_one_has_withdrawn(self):
        desk = Desk(changes={5: {"withdrawn_after": 0}}).type(1, "1 両負 5, 2>6, 3>7, 4>8")
        record = desk.tournament.situations[1].record
        assert (record.wins(1), record.byes(1)) == (0, 0)

    def test_before_the_sheet_was_made_not_paired(self):
        desk = Desk(changes={5: {"withdrawn_after": 1}}).type(1, FIRST)
        assert 5 not in {no for game in desk.tournament.new_rounds[0].games for no in game.players}

    def test_no_show(self):
        desk = Desk(changes={5: {"withdrawn_after": 0}}).type(1, FIRST)
        assert desk.tournament.rounds[0].games[0].kind == "forfeit"
        assert desk.tournament.situations[1].qualified >= {1}

    def test_a_bye_that_fell_to_a_withdrawn_player_is_no_game(self):
        # Nine players: A 1 5 9, 9 has the bye of round 1.
        desk = Desk(9, {9: {"withdrawn_after": 0}}).type(1, FIRST, "9-")
        assert all(9 not in game.players for game in desk.tournament.rounds[0].games)
        assert desk.tournament.situations[1].record.losses(9) == 1

    def test_the_last_round_played_must_exist(self):
        assert Desk(changes={5: {"withdrawn_after": 7}}).problems == [("withdrawn-range", "7")]

    def test_absent_and_withdrawn(self):
        changes = {9: {"withdrawn_after": 1, "absent": True}}
        assert Desk(9, changes).problems == [("withdrawn-absent", "1")]

    def test_a_finalist_gone_after_the_sheet_was_made(self):
        desk = Desk().fill_all()
        paired = desk.tournament.rounds[5].games
        desk.changes = {1: {"withdrawn_after": 5}}
        desk.type(6, *(filled(game, mark=":" if game.stage == "final" else "") for game in paired))
        assert [line["no"] for line in desk.document["final"][:2]] == [2, 1]

    @pytest.mark.parametrize("mark", ["両負", ":"])
    def test_both_of_a_semi_final_gone_may_be_typed_as_both_lost(self, mark):
        desk = Desk().fill().fill().fill().fill()
        paired = desk.tournament.new_rounds[0].games
        desk.changes = {1: {"withdrawn_after": 4}, 4: {"withdrawn_after": 4}}
        desk.type(5, *(filled(game, mark=mark if 1 in game.players else "") for game in paired))
        assert desk.tournament.rounds[4].games[0].kind == "double-loss"

    def test_a_double_loss_in_a_knockout_asks_for_a_winner(self):
        desk = Desk().fill().fill().fill().fill()
        paired = desk.tournament.new_rounds[0].games
        desk.type(5, *(filled(game, mark="両負" if 1 in game.players else "") for game in paired))
        assert [code for code, _ in desk.problems] == ["double-loss-knockout"]


class TestDisqualified:
    def test_that_game_lost_and_out_from_then_on(self):
        desk = Desk().type(1, "1>5, 2>6, 3>7, 4 ○ 8 失格")
        assert desk.tournament.players[8].withdrawn_after == 1
        assert 8 not in {no for game in desk.tournament.new_rounds[0].games for no in game.players}
        game = desk.tournament.rounds[0].games[3]
        assert (game.kind, game.winner, game.note) == ("played", 4, "失格")

    def test_a_foul_loses_only_the_game(self):
        desk = Desk().type(1, "1>5, 2>6, 3>7, 4 ○ 8 反則")
        assert desk.tournament.players[8].withdrawn_after is None
        assert 8 in {no for game in desk.tournament.new_rounds[0].games for no in game.players}

    def test_a_disqualified_qualifier_forfeits_the_finals(self):
        # 1 is disqualified in round 1 of a league of four and so never qualifies.
        desk = Desk(16).type(1, "1 失格 9, 5>13, 2>10, 6>14, 3>11, 7>15, 4>12, 8>16")
        assert desk.tournament.situations[1].record.wins(9) == 1
        assert 1 not in {no for game in desk.tournament.new_rounds[0].games for no in game.players}

    def test_withdrawn_earlier_stays_withdrawn_earlier(self):
        desk = Desk(changes={8: {"withdrawn_after": 0}}).type(1, "1>5, 2>6, 3>7, 4 ○ 8 失格")
        assert desk.tournament.players[8].withdrawn_after == 0


class TestConfirmations:
    NOBODY = "1 両負 5, 2>6, 3>7, 4>8"

    def test_asked_and_no_further_round_is_made(self):
        desk = Desk().type(1, self.NOBODY)
        assert desk.notices == ["qualified-confirm"]
        assert desk.tournament.notices[0].params["no"] == 5  # the larger lottery number is ahead
        assert (desk.tournament.new_rounds, desk.tournament.next_round) == ((), 2)
        assert desk.document["confirmed"] == []

    @pytest.mark.parametrize("chosen", [1, 5])
    def test_given(self, chosen):
        desk = Desk(qualified={"A": chosen}).type(1, self.NOBODY)
        assert desk.document["confirmed"] == [{"group": "A", "no": chosen, "after": 1}]
        assert [new.number for new in desk.tournament.new_rounds] == [2]
        confirmed = [
            (one.group, one.no, one.after) for one in desk.tournament.now.departures if one.confirmed
        ]
        assert confirmed == [("A", chosen, 1)]

    def test_missing_though_the_next_sheet_is_there(self):
        desk = Desk(qualified={"A": 5}).type(1, self.NOBODY).fill()
        desk.qualified = {}
        assert [code for code, _ in desk.problems] == ["qualified-missing"]

    @pytest.mark.parametrize("chosen", [2, 6, 99])
    def test_somebody_of_another_league_or_nobody(self, chosen):
        assert Desk(qualified={"A": chosen}).type(1, self.NOBODY).problems == [
            ("qualified-other-league", str(chosen))
        ]

    def test_somebody_of_another_league_when_the_finals_are_there(self):
        desk = Desk(qualified={"A": 5}).type(1, self.NOBODY).fill().fill().fill().fill()
        desk.qualified = {"A": 99}
        assert desk.problems == [("qualified-other-league", "99")]

    def test_somebody_who_has_withdrawn(self):
        desk = Desk(changes={5: {"withdrawn_after": 1}}, qualified={"A": 5}).type(1, self.NOBODY)
        assert desk.problems == [("qualified-withdrawn", "5")]

    def test_nobody_asked(self):
        desk = Desk(qualified={"A": 5}).type(1, FIRST)
        assert desk.notices == ["qualified-not-asked"]
        assert 1 in desk.tournament.now.qualified

    def test_nobody_left_nothing_is_asked(self):
        gone = {no: {"withdrawn_after": 0} for no in (1, 5)}
        desk = Desk(changes=gone).type(1, "1 : 5, 2>6, 3>7, 4>8")
        assert desk.tournament.now.qualified == {2, 3, 4}
        assert "qualified-confirm" not in desk.notices


class TestNotices:
    def test_rematch(self):
        # 5 and 6 alone are left in the ranking league and have met in round 2.
        gone = {no: {"withdrawn_after": 2} for no in (7, 8)}
        desk = Desk(changes=gone).type(1, FIRST).type(2, "8>7, 6>5")
        assert desk.notices[-1] == "rematch"

    def test_second_bye(self):
        gone = {no: {"withdrawn_after": 1} for no in (6, 7, 8)}
        desk = Desk(changes=gone).type(1, FIRST)
        assert desk.notices[0] == "bye-alone"
        assert "bye-second" in desk.notices


class TestRoster:
    @pytest.mark.parametrize("count", [1, 4, 6])
    def test_a_field_too_small(self, count):
        assert Desk(count).problems == [("field-size", str(count))]

    def test_a_field_too_large(self):
        # A league of the free class has sixteen players at most; the 65th finds no number to draw.
        assert Desk(65).problems == [("lottery-range", "65")]

    def test_absentees_do_not_count(self):
        desk = Desk(9, {3: {"absent": True}})
        dealt = [line["league"] for line in desk.document["players"]]
        assert dealt == ["A", "B", None, "C", "D", "A", "B", "C", "D"]

    def test_a_number_not_drawn_yet_is_waited_for(self):
        desk = Desk(changes={2: {"desk_number": None}})
        assert desk.notices == ["lottery-waiting"]
        assert desk.document["rounds"] == []

    def test_once_there_are_sheets_it_is_an_error(self):
        desk = Desk(changes={2: {"desk_number": None}}).type(1, FIRST)
        assert [code for code, _ in desk.problems] == ["lottery-missing"]

    def test_twice_the_same_number(self):
        assert Desk(changes={2: {"desk_number": 1}}).problems == [("lottery-twice", "1")]

    def test_late_entrants_are_for_swiss_only(self):
        assert Desk(changes={2: {"from_round": 2}}).problems == [("from-not-swiss", "2")]


class TestDocument:
    """What is published at the end of the day."""

    def test_awards_and_qualification(self):
        desk = Desk(changes={2: {"grade": "五段"}, 4: {"grade": "1級"}}).fill_all()
        document = desk.document
        first, second, third, fourth = [line["no"] for line in document["final"][:4]]
        assert (first, second) == (1, 2)
        awards = {line["no"]: (line["award"], line["reason"], line["charged"]) for line in document["awards"]}
        assert awards[1] == ("四段", "優勝", False)
        assert 2 not in awards  # 三段 is below the 五段 held
        assert {third: awards[third][0], fourth: awards[fourth][0]} == {third: "三段", fourth: "二段"}
        places = [line["no"] for line in document["qualified"] if line["reason"] == "4位以内"]
        assert places == [first, second, third, fourth]

    def test_titles(self):
        document = Desk().fill_all().document
        assert document["titles"] == [{"title": "優勝", "no": 1}, {"title": "準優勝", "no": 2}]

    def test_nothing_of_the_end_before_the_end(self):
        document = Desk().fill().document
        assert (document["final"], document["titles"], document["awards"], document["qualified"]) == (
            None,
            [],
            [],
            [],
        )

    def test_standings_name_the_league_only_of_who_is_in_it_or_won_it(self):
        rows = Desk(16).fill().document["standings"][0]["rows"]
        assert {row["no"]: row["group"] for row in rows if row["no"] in (1, 5, 9)} == {
            1: "A",
            5: "A",
            9: None,
        }
        rows = Desk().fill().document["standings"][0]["rows"]
        assert {row["no"]: row["group"] for row in rows if row["no"] in (1, 5)} == {1: "A", 5: None}

    def test_the_same_input_gives_the_same_document(self):
        assert Desk(16).fill().document == Desk(16).fill().document
