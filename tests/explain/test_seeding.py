"""Section 8: blocks and lots, round robin or Swiss, who enters a knockout or playoff, and the places it gives."""

import pytest

from tests.explain.builders import simulated
from tests.explain.swiss_builders import CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM, swiss, told
from tests.explain.test_pairing import SHOGI_DAY
from tests.rules.builders import changed, declared
from tourgen.event.tournament import Tournament
from tourgen.explain.course import preliminaries
from tourgen.explain.final import FinalWhy, final_why
from tourgen.explain.lottery import lottery_reasons
from tourgen.explain.pairing import pairing_why
from tourgen.explain.seeding import SeedingWhy, seeding_why
from tourgen.explain.words import Reason
from tourgen.results.document import document


def one_round(cut: int, **settings: object) -> Tournament:
    """Six players after a preliminary round: 1, 3, 5 have won and are ranked by lot, then 2, 4, 6."""
    return swiss(changed(CHAMPIONSHIP, rounds=1, cut=cut, **settings), 6, "1>2 3>4 5>6")


def seeding(tournament: Tournament) -> SeedingWhy:
    why = seeding_why(tournament)
    assert why is not None
    return why


def starts(tournament: Tournament) -> list[Reason]:
    """How everybody starts."""
    return [one for one in preliminaries(tournament).body if isinstance(one, Reason)]


def finished(tournament: Tournament, no: int) -> FinalWhy:
    why = final_why(tournament, no)
    assert why is not None
    return why


# --- Blocks and lots


def test_round_robin_or_swiss_by_the_number_of_entrants() -> None:
    few = starts(swiss(declared(GIRLS), 5))
    assert few[0].text["ja"] == "出場は5名で、6名以下なので総当たり戦です(5回戦)。"
    assert few[0].quote is not None and "参加人数に応じて" in few[0].quote["ja"]
    many = starts(swiss(declared(GIRLS), 7))
    assert many[0].text == {
        "ja": "出場は7名で、7名以上なので予選(スイス式4回戦)です。",
        "en": "7 players take part, 7 players or more: Preliminaries (Swiss, 4 rounds).",
    }


def test_blocks_are_dealt_by_lot_and_late_entrants_follow() -> None:
    """1, 3, 5 to A and 2, 4 to B; then 6 (round 2) to B, the smallest, and 7 (round 3) to A, the first of equals."""
    tournament = swiss(declared(ENCOURAGEMENT), 7, late={6: 2, 7: 3})
    reasons = starts(tournament)
    assert reasons[1].quote is not None
    texts = told(reasons)
    assert texts[1].startswith("抽選番号の小さい順に A, B, A, … と分けます。")
    assert texts[2:] == [
        "Aブロックは4名です。",
        "選手7 は3回戦からの参加で、Aブロックに入りました。",
        "Bブロックは3名です。",
        "選手6 は2回戦からの参加で、Bブロックに入りました。",
    ]


def test_the_lot_and_its_block() -> None:
    tournament = simulated(ENCOURAGEMENT, 21, 1, SHOGI_DAY)
    seats = tournament.situations[0].seats
    for no in seats:
        texts = told(lottery_reasons(tournament, no))
        assert f"÷ 8,388,608 の余り = {tournament.draw.preliminary[no]:,}" in texts[2]
        assert f"抽選番号は {tournament.draw.numbers[no]} です" in texts[3]
        assert f"{seats[no].group}ブロック" in texts[-2]
        assert texts[-1].endswith("抽選番号の小さい方が上です。")
    absent = [no for no in tournament.players if no not in seats]
    for no in absent:
        assert told(lottery_reasons(tournament, no))[-1] == "欠席なので、この番号は使いません。"


# --- Who enters


def test_the_best_four_meet_1_4_and_2_3() -> None:
    """Ranks 1, 3, 5 (a win each), then 2, 4, 6."""
    tournament = one_round(4)
    why = seeding(tournament)
    assert [(one.no, one.name) for one in why.entrants] == [(1, "1"), (3, "2"), (5, "3"), (2, "4")]
    assert told(why.reasons) == [
        "予選の上位4名が決勝トーナメントに進みます: 選手1、選手3、選手5、選手2。",
        "上位どうしがあとで当たるように置きます: 1–4、2–3。",
    ]
    assert (
        why.reasons[0].quote is not None and "上位 4 名による決勝トーナメント" in why.reasons[0].quote["ja"]
    )
    match = pairing_why(tournament, 2, 2)
    assert (match.kind, match.stage, match.opponent) == ("bracket", "semi", 1)
    assert told(match.reasons) == [
        "準決勝は、予選の1位(選手1)と予選の4位(選手2)の対戦です。",
        "選手1: 予選の1位で、上位4名に入りました。",
        "選手2: 予選の4位で、上位4名に入りました。",
    ]
    assert told(pairing_why(tournament, 2, 4).reasons) == [
        "予選の5位で、決勝トーナメントに進む上位4名に入りませんでした。"
    ]


def test_a_cut_that_the_rules_do_not_name_is_not_quoted() -> None:
    assert seeding(one_round(2)).reasons[0].quote is None


def test_the_next_in_rank_moves_up() -> None:
    """3 (2nd) and 2 (4th) left after the round: 4 (5th) and 6 (6th) move up."""
    tournament = swiss(changed(CHAMPIONSHIP, rounds=1), 6, "1>2 3>4 5>6", left={3: 1, 2: 1})
    why = seeding(tournament)
    assert [one.no for one in why.entrants] == [1, 5, 4, 6]
    assert ["繰り上がり" in one.reason.text["ja"] for one in why.entrants] == [False, False, True, True]
    assert told([why.entrants[2].reason]) == [
        "選手4: 予選の5位ですが、上位の 選手3、選手2 が抜けたので繰り上がり、上位4名に入りました。"
    ]
    assert told(why.reasons)[1] == (
        "選手3、選手2 は上位でしたが、決勝トーナメントの組み合わせの前に抜けたので、次の順位が繰り上がりました。"
    )
    assert pairing_why(tournament, 2, 3).kind == "withdrawn"


def test_three_entrants_and_the_best_waits() -> None:
    tournament = swiss(changed(CHAMPIONSHIP, rounds=1), 3, "1>2 3-")
    why = seeding(tournament)
    assert told(why.reasons)[1].endswith("1、2–3。")
    waits = pairing_why(tournament, 2, 1)
    assert waits.opponent is None
    assert told(waits.reasons)[-1] == "選手1は上位なので相手のいない場所に入り、この回戦は待ちます。"
    assert "3名なので、4名の表では空く場所があり、その隣の上位 選手1 は初戦を待ちます。" in told(why.reasons)


def test_two_blocks_cross() -> None:
    """A: 1, 3, 5, 7 … and B: 2, 4, 6, 8 …, each four of four: A1-B4, B2-A3, B1-A4, A2-B3."""
    tournament = swiss(changed(ENCOURAGEMENT, rounds=1), 8, "1>3 5>7 2>4 6>8")
    why = seeding(tournament)
    # A: 1, 5 (won), 3, 7. B: 2, 6 (won), 4, 8.
    assert [(one.name, one.no) for one in why.entrants] == [
        ("A1", 1), ("B1", 2), ("A2", 5), ("B2", 6), ("A3", 3), ("B3", 4), ("A4", 7), ("B4", 8)
    ]  # fmt: skip
    assert told(why.reasons)[-1] == "上位どうしがあとで当たるように置きます: A1–B4、B2–A3、B1–A4、A2–B3。"
    match = pairing_why(tournament, 2, 6)
    assert (match.stage, match.group, match.opponent) == ("knockout", "2", 3)
    assert told(match.reasons)[0] == (
        "決勝トーナメントは、Bブロックの2位(選手6)とAブロックの3位(選手3)の対戦です。"
    )
    after = swiss(changed(ENCOURAGEMENT, rounds=1), 8, "1>3 5>7 2>4 6>8", "knockout: 1>8 6>3 2>7 5>4")
    assert told(pairing_why(after, 3, 6).reasons) == [
        "準決勝は、決勝トーナメント 第1試合の勝者(選手1)と決勝トーナメント 第2試合の勝者(選手6)の対戦です。"
    ]
    assert told(pairing_why(after, 3, 3).reasons) == [
        "決勝トーナメントで 選手6 に敗れたので、対局はありません。"
    ]


# --- 優勝決定戦


def unbeaten(count: int) -> Tournament:
    """Twice as many teams as are unbeaten after one round."""
    games = " ".join(f"{2 * at + 1}>{2 * at + 2}" for at in range(count))
    return swiss(changed(TEAM, rounds=1), 2 * count, games)


@pytest.mark.parametrize(
    ("count", "tree", "stages"),
    [
        (2, "1–2", {"final"}),
        (3, "1、2–3", {"semi"}),
        (4, "1–4、2–3", {"semi"}),
        (5, "1、4–5、2、3", {"playoff"}),
    ],
)
def test_unbeaten_teams(count: int, tree: str, stages: set[str]) -> None:
    tournament = unbeaten(count)
    why = seeding(tournament)
    assert [one.no for one in why.entrants] == [2 * at + 1 for at in range(count)]
    assert any(text.endswith(f": {tree}。") for text in told(why.reasons))
    assert {game.stage for game in (tournament.planned or {})[2]} == stages
    names = "、".join(f"選手{one.no}" for one in why.entrants)
    assert told(why.reasons)[0] == f"全勝が{count}チームあるので、優勝決定戦を行います(順位の順に {names})。"
    assert why.reasons[0].quote is not None and "全勝者が複数いた場合" in why.reasons[0].quote["ja"]
    ends = told(pairing_why(tournament, 2, why.entrants[-1].no).reasons)
    assert f"全勝の{count}番目(選手{why.entrants[-1].no})" in ends[0] or count == 5
    assert told(pairing_why(tournament, 2, 2).reasons) == [
        f"全勝ではないので、優勝決定戦には出ません(スイス式の{count + 1}位)。"
    ]


def test_a_sole_unbeaten_team_needs_no_playoff() -> None:
    """1 has two wins. 2 and 3 have one, ② 2, ③ 0, ④ 0, ⑤ 3 boards; ⑥ 3 (○×) has 2, 2 (×○) has 1."""
    tournament = swiss(changed(TEAM, rounds=2), 4, "1>2 3>4", "1>3 2>4")
    assert tournament.finished
    assert told(seeding(tournament).reasons) == ["全勝は 選手1 だけなので、優勝決定戦はありません。"]
    assert told(finished(tournament, 1).reasons) == ["全勝がほかにいないので、優勝決定戦なしで1位です。"]
    assert [title["ja"] for title, _ in finished(tournament, 1).titles] == ["優勝"]
    assert told(finished(tournament, 2).reasons) == [
        "スイス式は1勝、3位です。",
        "2位 選手3 とは、⑥ 各回戦の勝数の総和 の 1 対 2 で決まりました。",
    ]


def test_nobody_is_unbeaten() -> None:
    tournament = swiss(changed(TEAM, rounds=2), 4, "1>2 3>4", "4>1 2>3")
    assert told(seeding(tournament).reasons) == ["全勝がいないので、優勝決定戦はありません。"]
    assert finished(tournament, 1).rank == 1 and not finished(tournament, 1).by_knockout


def test_an_unbeaten_team_that_left() -> None:
    tournament = swiss(changed(TEAM, rounds=1), 6, "1>2 3>4 5>6", left={1: 1})
    why = seeding(tournament)
    assert [one.no for one in why.entrants] == [3, 5]
    assert told(why.reasons)[1] == "選手1 も全勝でしたが、優勝決定戦の前に抜けました。"


# --- 最終順位


def test_places_of_the_knockout_then_the_preliminaries() -> None:
    tournament = swiss(changed(CHAMPIONSHIP, rounds=1), 6, "1>2 3>4 5>6", "semi: 2>1 3>>5", "final: 3>2")
    assert tournament.finished
    told_of = {no: told(finished(tournament, no).reasons) for no in range(1, 7)}
    assert told_of == {
        3: ["決勝で 選手2 に勝って1位です。"],
        2: ["決勝で 選手3 に敗れて2位です。"],
        1: ["準決勝で 選手2 に敗れて3位です。", "選手5 も同じ回戦で敗れ、同じ3位です。"],
        5: ["準決勝は 選手3 に不戦敗で、3位です。", "選手1 も同じ回戦で敗れ、同じ3位です。"],
        4: [
            "予選は0勝、5位です。",
            "決勝トーナメントに出た4名の次からは、予選の順位の項目で並べます。",
        ],
        6: [
            "予選は0勝、6位です。",
            "決勝トーナメントに出た4名の次からは、予選の順位の項目で並べます。",
            "5位 選手4 とは、ほかの項目がすべて同じで、抽選番号の小さい方が上位です(6 対 4)。",
        ],
    }


def test_a_knockout_that_nobody_or_nobody_else_was_left_for() -> None:
    """Both lose the first semi-final: nobody comes out of it, and the winner of the other has the final alone."""
    form = changed(CHAMPIONSHIP, rounds=1)
    tournament = swiss(form, 4, "1>2 3>4", "semi: 1=4 3>2", "final: 3-")
    assert told(pairing_why(tournament, 3, 3).reasons)[-1] == "相手がいないので不戦勝です。"
    assert told(pairing_why(tournament, 3, 4).reasons) == ["準決勝は勝者がなかったので、対局はありません。"]
    assert told(finished(tournament, 3).reasons) == ["決勝は相手がいないので不戦勝で、1位です。"]
    assert told(finished(tournament, 4).reasons)[0] == "準決勝は 選手1 と両負で、3位です。"


def test_a_knockout_made_by_hand() -> None:
    """By the rules 1-2 and 3-5 (the best four); by hand 6, who was last, plays instead of 5."""
    form = changed(CHAMPIONSHIP, rounds=1)
    tournament = swiss(form, 6, "1>2 3>4 5>6", "semi: 1>2 3>6")
    why = pairing_why(tournament, 2, 6)
    assert (why.by_hand, why.opponent) == (True, 3)
    assert told(why.reasons)[0].startswith("選手6の組み合わせは規則どおりではなく、選手3 です")
    assert told(why.reasons)[1] == "予選の6位で、決勝トーナメントに進む上位4名に入りませんでした。"
    # Whoever is in it now, the tree goes on from what was played.
    assert told(pairing_why(tournament, 3, 3).reasons) == [
        "決勝は、準決勝の勝者(選手1)と準決勝の勝者(選手3)の対戦です。"
    ]


def test_a_third_place_match() -> None:
    form = changed(CHAMPIONSHIP, rounds=1, third="played")
    tournament = swiss(form, 4, "1>2 3>4", "semi: 1>4 3>2", "final: 1>3 third: 2>4")
    third = pairing_why(tournament, 3, 2)
    assert told(third.reasons) == ["3位決定戦は、準決勝の敗者(選手4)と準決勝の敗者(選手2)の対戦です。"]
    assert told(finished(tournament, 2).reasons) == ["3位決定戦で 選手4 に勝って3位です。"]
    assert told(finished(tournament, 4).reasons) == ["3位決定戦で 選手2 に敗れて4位です。"]


def test_blocks_are_merged_behind_the_knockout() -> None:
    """One of each block enters. Behind them 5 (A2) and 6 (B2) with a win each, by lot over both blocks."""
    tournament = swiss(changed(ENCOURAGEMENT, rounds=1, cut=1), 8, "1>3 5>7 2>4 6>8", "final: 1>2")
    assert [finished(tournament, no).rank for no in (1, 2, 5, 6, 3, 4, 7, 8)] == list(range(1, 9))
    assert told(finished(tournament, 6).reasons) == [
        "Bブロックは1勝、2位です。",
        "決勝トーナメントに出た2名の次からは、ブロックを合わせて、予選の順位の項目で並べます。",
        "3位 選手5 とは、ほかの項目がすべて同じで、抽選番号の小さい方が上位です(6 対 5)。",
    ]


def test_a_round_robin_is_ranked_by_its_criteria_alone() -> None:
    tournament = swiss(declared(GIRLS), 3, "2>3", "1>2", "1>3")
    assert tournament.finished and seeding_why(tournament) is None
    assert told(finished(tournament, 2).reasons) == [
        "総当たり戦で1勝です。",
        "1位 選手1 とは、① 勝数 の 1 対 2 で決まりました。",
    ]


@pytest.mark.parametrize("form", [CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM])
@pytest.mark.parametrize("run", [1, 2, 3])
def test_every_claim_of_a_simulated_tournament(form: str, run: int) -> None:
    tournament = simulated(form, 17, run, SHOGI_DAY)
    one = document(tournament, "e", "e")
    for entry in one["final"]:
        why = finished(tournament, entry["no"])
        assert why.rank == entry["rank"] and why.reasons
    knockout = [
        game
        for part in one["rounds"]
        for game in part["games"]
        if game["stage"] not in ("swiss", "round-robin")
    ]
    seeded = seeding_why(tournament)
    if seeded is None:
        return
    first = [game for game in knockout if game["stage"] == knockout[0]["stage"]] if knockout else []
    if first and not any(part["by_hand"] for part in one["rounds"][4:5]):
        inside = {no for game in first for no in game["players"] if no is not None}
        assert inside <= {seed.no for seed in seeded.entrants}
    last = {row["no"]: row for row in one["standings"][-1]["rows"]}
    for seed in seeded.entrants:
        rank = last[seed.no]["rank"]
        assert f"{rank}位" in seed.reason.text["ja"] or seeded.cut == 0
        assert ("繰り上がり" in seed.reason.text["ja"]) == (0 < seeded.cut < rank)
