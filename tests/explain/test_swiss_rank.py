"""Section 8: every value of a rank worked out with the opponents by name, in cases small enough to follow by hand."""

import pytest

from tests.explain.builders import UNRULY, simulated
from tests.explain.swiss_builders import CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM, swiss
from tests.explain.test_pairing import SHOGI_DAY
from tests.random.troubles import Chances
from tests.rules.builders import declared
from tourgen.engine.model import BarredPair
from tourgen.event.tournament import Tournament
from tourgen.explain.rank import RankWhy, criterion_title, rank_why
from tourgen.results.document import document

BLOCKS = {CHAMPIONSHIP: 1, ENCOURAGEMENT: 2, GIRLS: 1, TEAM: 1}


def values(why: RankWhy) -> list[int]:
    return [one.shown for one in why.criteria]


def details(why: RankWhy, language: str = "ja") -> dict[str, str]:
    return {str(one.name): one.detail[language] for one in why.criteria if one.detail is not None}


def five_players() -> Tournament:
    """Five players, three rounds; 5 and 4 have byes, and 2 forfeits to 5 in round 2.

    Wins: 1 has 3 (2, 3, 5) · 3 has 2 (4, 2) · 4 has 2 (two byes) · 5 has 2 (bye, walkover) · 2 has none.
    """
    return swiss(declared(CHAMPIONSHIP), 5, "1>2 3>4 5-", "1>3 5>>2 4-", "1>5 3>2 4-")


def test_sums_name_every_opponent() -> None:
    why = rank_why(five_players(), 3, 3)
    # ① 2 · ② 4 has 2, 1 has 3, 2 has 0: 5 · ③ beat 4 and 2: 2 · ④ without 1's 3 and 2's 0: 2
    assert (why.rank, values(why)) == (2, [2, 5, 2, 2, 0, 3])
    assert details(why) == {
        "opponents-wins": "選手4 2 ＋ 選手1 3 ＋ 選手2 0",
        "beaten-wins": "選手4 2 ＋ 選手2 0",
        "median-wins": "最大の 選手1 3 と最小の 選手2 0 を除く: 選手4 2",
        "direct-encounter": "ここまでの項目がすべて同じ相手はいません。",
        "smaller-lot": "小さい方が上位",
    }
    assert [one.arithmetic("ja") for one in why.criteria[1:4]] == ["2＋3＋0", "2＋0", "2"]
    assert [(one.round, one.opponent, one.wins, one.dropped) for one in why.opponents] == [
        (1, 4, 2, None),
        (2, 1, 3, "largest"),
        (3, 2, 0, "smallest"),
    ]


def test_a_bye_and_a_win_by_forfeit_are_opponents_with_no_wins() -> None:
    tournament = five_players()
    why = rank_why(tournament, 3, 5)
    # ② bye 0, walkover 0, 1 has 3: 3 · ③ the two won games: 0 · ④ without 1's 3 and one 0: 0
    assert (why.rank, values(why)) == (3, [2, 3, 0, 0, 0, 5])
    assert details(why)["opponents-wins"] == "不戦勝 0 ＋ 不戦勝(選手2の不戦敗) 0 ＋ 選手1 3"
    assert details(why, "en")["beaten-wins"] == "bye 0 + walkover (forfeited by 選手2) 0"
    assert details(why, "en")["median-wins"] == (
        "without the largest, 選手1 3, and the smallest, bye 0: walkover (forfeited by 選手2) 0"
    )
    assert [one.kind for one in why.opponents] == ["bye", "walkover", "played"]
    # The loser by forfeit lost to the scheduled opponent, who counts.
    forfeited = rank_why(tournament, 3, 2)
    assert details(forfeited)["opponents-wins"] == "選手1 3 ＋ 選手5 2 ＋ 選手3 2"


def test_what_separates_from_the_neighbours() -> None:
    why = rank_why(five_players(), 3, 5)
    assert why.above is not None and why.below is not None
    # ② 5 of player 3 above, 2 of player 4 below (3 has 2, two byes have 0).
    assert (why.above.no, why.above.decided_by, why.above.mine, why.above.theirs) == (3, 2, 3, 5)
    assert (why.below.no, why.below.decided_by, why.below.mine, why.below.theirs) == (4, 2, 3, 2)


def test_the_median_of_fewer_than_three_games_is_nothing() -> None:
    why = rank_why(swiss(declared(CHAMPIONSHIP), 4, "1>2 3>4", "1>3 2>4"), 2, 1)
    assert values(why)[3] == 0
    assert details(why)["median-wins"] == "対局が3つに満たないので 0 とします。"
    assert all(one.dropped is None for one in why.opponents)


# --- ⑤ 直接対戦


def test_of_two_who_are_tied_the_winner_of_their_game_is_ahead() -> None:
    """1 and 6 have one win each; ② 1 met 5 (1 win) and 6 (1), 6 met 2 (1) and 1 (1): 2 · ③ 1 · 6 beat 1 in round 2."""
    tournament = swiss(declared(CHAMPIONSHIP), 6, "2>6 3>4 1>5", "3>2 6>1 5>4")
    ahead, behind = rank_why(tournament, 2, 6), rank_why(tournament, 2, 1)
    assert values(ahead) == [1, 2, 1, 0, 1, 6] and values(behind) == [1, 2, 1, 0, 0, 1]
    assert behind.above is not None
    assert (behind.above.no, behind.above.decided_by) == (6, 5)
    assert details(ahead)["direct-encounter"] == (
        "ここまで同じなのは 選手1 で、対戦して勝っています(2回戦 選手6○–×選手1)。"
    )
    assert details(behind)["direct-encounter"] == (
        "ここまで同じなのは 選手6 で、対戦して敗れています(2回戦 選手6○–×選手1)。"
    )


def test_two_who_have_not_met_are_left_to_the_lot() -> None:
    why = rank_why(swiss(declared(CHAMPIONSHIP), 4, "2>1 4>3"), 1, 4)
    assert (
        details(why)["direct-encounter"]
        == "ここまで同じなのは 選手2 ですが、対戦していないので決まりません。"
    )
    assert why.above is not None and (why.above.no, why.above.decided_by) == (2, 6)


def test_a_forfeit_is_no_meeting() -> None:
    """Each forfeits once to the other: a win each, ② 1 (who won by forfeit counts 0, the scheduled opponent 1)."""
    tournament = swiss(declared(CHAMPIONSHIP), 2, "1>>2", "2>>1")
    why = rank_why(tournament, 2, 1)
    assert "対戦していないので決まりません" in details(why)["direct-encounter"]


def test_two_who_both_lost_their_game() -> None:
    why = rank_why(swiss(declared(CHAMPIONSHIP), 4, "1=2 3>4"), 1, 2)
    assert details(why)["direct-encounter"] == (
        "ここまで同じなのは 選手1 ですが、対戦は 1回戦 選手1×–×選手2 で、決まりません。"
    )


def test_two_who_beat_each_other() -> None:
    """2 beat 4 in round 2, 4 beat 2 in round 4."""
    tournament = swiss(declared(CHAMPIONSHIP), 4, "1>2 3>4", "1>3 2>4", "1>4 3>2", "1>3 4>2")
    why = rank_why(tournament, 4, 2)
    assert values(why)[:5] == [1, 8, 1, 3, 0]
    assert details(why, "en")["direct-encounter"] == (
        "Equal so far with 選手4, but their games (round 2: 選手2 beat 選手4, round 4: 選手4 beat 選手2) don't decide."
    )


def test_one_who_beat_all_the_others_of_three() -> None:
    """12 beat 5 and 3. Everybody named here has 2 wins but 10 and 11 (1), 8 and 9 (0).

    12: met 5, 3, 1 (2 each): ② 6 · beat 5 and 3: ③ 4 · ④ 2
    5: met 12, 2, 4: ② 6 · beat 2 and 4: ③ 4 · ④ 2
    3: met 6, 12, 7: ② 6 · beat 6 and 7: ③ 4 · ④ 2
    """
    tournament = swiss(
        declared(CHAMPIONSHIP),
        12,
        "12>5 3>6 2>8 4>9 7>10 1>11",
        "12>3 5>2 4>8 6>9 7>11 10>1",
        "5>4 3>7 1>12 2>9 6>8 11>10",
    )
    first, second, third = (rank_why(tournament, 3, no) for no in (12, 3, 5))
    assert [values(one)[:5] for one in (first, second, third)] == [
        [2, 6, 4, 2, 1],
        [2, 6, 4, 2, 0],
        [2, 6, 4, 2, 0],
    ]
    assert (first.rank, second.rank, third.rank) == (1, 2, 3)
    assert details(first)["direct-encounter"] == (
        "ここまで同じなのは 選手3、選手5 で、その全員に対戦して勝っています"
        "(1回戦 選手12○–×選手5、2回戦 選手12○–×選手3)。"
    )
    assert details(third)["direct-encounter"] == (
        "ここまで同じなのは 選手12、選手3 です。ほかの全員に対戦して勝っているのは 選手12 です"
        "(1回戦 選手12○–×選手5、2回戦 選手12○–×選手3)。残りは決まりません。"
    )
    # 3 and 5 stay tied behind, and the lot decides.
    assert third.above is not None and (third.above.no, third.above.decided_by) == (3, 6)


def test_three_who_beat_each_other_in_a_circle() -> None:
    """A round robin of four: 1 beat 2, 2 beat 3, 3 beat 1, all beat 4. ② 4 · ③ 2 · ④ 2 · ⑤ nobody beat both others."""
    tournament = swiss(declared(GIRLS), 4, "1>4 2>3", "3>4 1>2", "2>4 3>1")
    why = rank_why(tournament, 3, 3)
    assert (why.rank, values(why)) == (3, [2, 4, 2, 2, 0, 3])
    assert details(why)["direct-encounter"] == (
        "ここまで同じなのは 選手1、選手2 ですが、ほかの全員に対戦して勝った者はいないので決まりません"
        "(1回戦 選手2○–×選手3、2回戦 選手1○–×選手2、3回戦 選手3○–×選手1)。"
    )


# --- 団体戦


def test_board_wins_and_the_cumulative_score() -> None:
    """Four teams with a win each, ② 2, ③ 1, ④ 0. Boards: 1 has 2+1, 2 has 1+2. ⑥ ○× is 1+1, ×○ is 0+1."""
    tournament = swiss(declared(TEAM), 4, "1>2 3>4", "4>1 2>3")
    won_first, won_last = rank_why(tournament, 2, 1), rank_why(tournament, 2, 2)
    assert values(won_first) == [1, 2, 1, 0, 3, 2, 1] and values(won_last) == [1, 2, 1, 0, 3, 1, 2]
    assert [one.shown for one in won_first.criteria] == values(won_first)
    assert details(won_first)["board-wins"] == "1回戦 選手2 2 ＋ 2回戦 選手4 1"
    assert details(won_last)["cumulative-wins"] == "1回戦後 0 ＋ 2回戦後 1"
    assert details(won_last, "en")["cumulative-wins"] == "after round 1 0 + after round 2 1"
    assert [rank_why(tournament, 2, no).rank for no in (1, 3, 2, 4)] == [1, 2, 3, 4]
    above = won_last.above
    assert above is not None and (above.no, above.decided_by) == (3, 6)


def test_a_bye_of_a_team_is_all_boards_and_four_rounds_add_up() -> None:
    """○○○× = 1+2+3+3 = 9; boards 3 (bye) + 2 + 2 + 1 = 8."""
    tournament = swiss(declared(TEAM), 3, "1- 2>3", "1>2 3-", "1>3 2-", "2>1 3-")
    why = rank_why(tournament, 4, 1)
    assert (values(why)[4], values(why)[5]) == (8, 9)
    cumulative = next(one for one in why.criteria if one.name == "cumulative-wins")
    assert cumulative.arithmetic("ja") == "1＋2＋3＋3"
    assert details(why)["board-wins"].startswith("1回戦 不戦勝 3 ＋ ")


def test_a_late_entrant_adds_nothing_before_coming() -> None:
    tournament = swiss(declared(TEAM), 3, "1>2", "1>3 2-", late={3: 2})
    why = rank_why(tournament, 2, 3)
    assert values(why)[:6] == [0, 2, 0, 0, 1, 0]
    assert [one.round for one in why.opponents] == [2]


# --- Numbers and quotations


def test_the_numbers_are_those_of_the_rules() -> None:
    titles = [
        criterion_title(name, at)["ja"] for at, name in enumerate(declared(CHAMPIONSHIP).order.criteria, 1)
    ]
    assert titles == [
        "① 勝数",
        "② 相手の勝数",
        "③ 勝った相手の勝数",
        "④ 相手の勝数(最大・最小を除く)",
        "⑤ 直接対戦",
        "抽選番号",  # which the rules don't number
    ]
    why = rank_why(five_players(), 3, 1)
    assert [one.quote["ja"] if one.quote else "" for one in why.criteria] == [
        "① 試合終了後の各プレイヤーの「勝数」",
        "② 対戦した相手の「勝数」の合計",
        "③ 対戦して自分が勝った相手の「勝数」の合計",
        "④ 対戦した相手の「勝数」のうち、最大のものとは最小のものを除いた合計",
        "⑤ 直接対戦の結果",
        "",
    ]
    team = rank_why(swiss(declared(TEAM), 4, "1>2 3>4"), 1, 1)
    assert [one.quote["ja"] if one.quote else "" for one in team.criteria][4:] == [
        "⑤ 個人の「勝数」の総和",
        "⑥ 各回戦のチームの「勝数」の総和",
        "",
    ]


def test_ranks_are_those_of_a_block() -> None:
    tournament = swiss(declared(ENCOURAGEMENT), 8, "1>3 5>7 2>4 6>8")
    last, first = rank_why(tournament, 1, 7), rank_why(tournament, 1, 2)
    assert (last.rank, last.below) == (4, None)
    assert (first.rank, first.above) == (1, None)


@pytest.mark.parametrize("form", BLOCKS)
@pytest.mark.parametrize("chances", [UNRULY, SHOGI_DAY], ids=["unruly", "late and barred"])
def test_every_claim_of_a_simulated_tournament(form: str, chances: Chances) -> None:
    tournament = simulated(form, 23, 4, chances)
    for standing in document(tournament, "e", "e")["standings"]:
        rows, after = standing["rows"], standing["after"]
        wins = {row["no"]: row["wins"] for row in rows}
        for row in rows:
            why = rank_why(tournament, after, row["no"])
            assert (why.rank, [c.value for c in why.criteria]) == (row["rank"], row["keys"])
            for one in why.criteria:
                if one.terms != ((), ()):
                    assert eval(one.arithmetic("en")) == one.shown, one
            for line in why.opponents:
                assert line.wins == (0 if line.kind in ("bye", "walkover") else wins[line.opponent])
            block = [other for other in rows if other["group"] == row["group"]]
            at = block.index(row)
            for near, beside in ((why.above, at - 1), (why.below, at + 1)):
                assert (near is None) == (not 0 <= beside < len(block))
                assert near is None or near.no == block[beside]["no"]


def test_barred_pairs_are_no_part_of_a_rank() -> None:
    results = ("1>3 2>4",)
    barred = swiss(declared(CHAMPIONSHIP), 4, *results, barred=[BarredPair((1, 2), True)])
    free = swiss(declared(CHAMPIONSHIP), 4, *results)
    assert [rank_why(barred, 1, no) for no in range(1, 5)] == [rank_why(free, 1, no) for no in range(1, 5)]
