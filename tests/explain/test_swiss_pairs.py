"""Section 8: why this opponent and nobody higher, what the pages may say of it; byes, round robins, who came late."""

import json
from dataclasses import asdict, replace

import pytest

from tests.explain.builders import simulated
from tests.explain.swiss_builders import CHAMPIONSHIP, GIRLS, swiss, told
from tests.explain.test_pairing import SHOGI_DAY, more, preferred
from tests.rules.builders import changed, declared
from tourgen.engine.model import BarredPair
from tourgen.event.tournament import Tournament
from tourgen.explain.pairing import pairing_why

FORBIDDEN, DISCOURAGED = BarredPair((1, 2), True), BarredPair((1, 2), False)


def test_round_1_goes_by_lot_and_keeps_schools_apart() -> None:
    """1 and 2 are of one school: 1 takes 3, the highest of another, and 2 is left with 4."""
    tournament = swiss(declared(CHAMPIONSHIP), 4, clubs={1: "甲", 2: "甲"})
    why = pairing_why(tournament, 1, 1)
    assert why.kind == "pool" and why.pool is not None
    assert why.pool.pairs == ((1, 3), (2, 4))
    assert [(one.no, one.rank, one.wins) for one in why.pool.players] == [
        (1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 0)
    ]  # fmt: skip
    assert more(tournament, why) == [((1, 2), "同じ学校どうしの対戦が1つ増えます")]
    assert [reason.text["ja"] for reason in why.reasons] == [
        "予選の4名(0勝4名)を、勝数の多い順、同じ勝数では抽選番号の小さい順に並べて組み合わせます。",
        "次のものを、この順に少なくします: 2回目の不戦勝、組合せ禁止の組、再戦、同じ学校(所属)どうしの対戦、"
        "勝数の差のある対戦(差の大きいものから)、回避の組。",
        "最適な組み合わせは、再戦なし、全組が同勝数どうしです。",
        "上から順に組み、1番目の 選手1(0勝、抽選番号 1) の番に残っていた3名の中で、"
        "可能な最も上位の相手が 3番目の 選手3(0勝、抽選番号 3) です。",
        "より上位の 選手2 とは同じ学校(所属)です。",
        "初めての対戦です。",
    ]


def test_from_round_3_a_school_counts_after_the_gaps() -> None:
    """1 and 2 are of one school and the only ones on two wins: kept apart they would be a win away from 3 and 4."""
    rounds = ("1>3 2>4", "1>4 2>3")
    tournament = swiss(declared(CHAMPIONSHIP), 4, *rounds, clubs={1: "甲", 2: "甲"})
    why = pairing_why(tournament, 3, 1)
    assert why.opponent == 2 and why.pool is not None
    assert why.pool.classes == (
        *("second-bye", "forbidden", "rematch", "score-gap", "same-school-soft", "discouraged"),
    )
    assert why.reasons[2].text["ja"] == (
        "最適な組み合わせは、再戦なし、全組が同勝数どうし、同じ学校どうし1組です。"
    )
    assert (
        told(why.reasons)[-1]
        == "初めての対戦です。同じ学校(所属)どうしです(ほかの組み方は、より悪くなります)。"
    )
    off = swiss(changed(CHAMPIONSHIP, school="off"), 4, clubs={1: "甲", 2: "甲"})
    assert told(pairing_why(off, 1, 1).reasons)[-1].endswith(
        "同じ学校(所属)どうしですが、この回戦では考えません。"
    )


def test_a_school_that_can_be_avoided_late() -> None:
    """Round 3, nobody has a win (double losses): 1 and 2 are of one school, so 1 takes 3, whom it has not met."""
    rounds = ("1=4 2=3", "1=4 2=3")
    tournament = swiss(declared(CHAMPIONSHIP), 4, *rounds, clubs={1: "甲", 2: "甲"})
    assert told(pairing_why(tournament, 3, 1).reasons)[1] == (
        "より上位の 選手2 とは同じ学校(所属)で、勝数の差を増やさずに避けられます。"
    )


def test_rematches_and_gaps() -> None:
    """After 1>2 and 3>4: 1-3 and 2-4 have equal wins."""
    tournament = swiss(declared(CHAMPIONSHIP), 4, "1>2 3>4", "1>3 2>4")
    why = pairing_why(tournament, 3, 1)
    # 1 (2 wins) has met 2 and 3; 4 has none: a gap of 2 beats a rematch.
    assert why.opponent == 4
    assert told(why.reasons)[1:] == [
        "より上位の 選手2、選手3 とは対戦済みで、再戦になります。",
        "初めての対戦です。2勝差の対戦です。",
    ]
    assert [text for _, text in more(tournament, why)] == ["再戦が1つ増えます"] * 2


def test_all_have_met() -> None:
    tournament = swiss(changed(CHAMPIONSHIP, rounds=4), 4, "1>2 3>4", "1>3 2>4", "1>4 2>3")
    assert told(pairing_why(tournament, 4, 1).reasons)[-1].startswith(
        "再戦です(ほかの組み方は、より悪くなります)。"
    )


# --- 不戦勝


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    """Five players: 5 had the bye in round 1; in round 2 it is left to 4, for 5 would have a second one."""
    tournament = swiss(declared(CHAMPIONSHIP), 5, "1>2 3>4 5-")
    first = pairing_why(tournament, 1, 5)
    assert first.opponent is None
    assert told(first.reasons) == [
        "上から順に組み、5番目の 選手5(0勝、抽選番号 5) の番に可能な相手は仮の選手だけだったので、不戦勝です。"
    ]
    assert "仮の選手(-1勝、最下位)を1人加えます" in first.reasons[1].text["ja"]
    # Order: 1, 3, 5 (a win), 2, 4. 1-3, then 5 takes 2, and 4 is left.
    second = pairing_why(tournament, 2, 4)
    assert second.pool is not None and second.pool.pairs == ((1, 3), (5, 2), (4, None))
    holder = next(one for one in second.pool.players if one.no == 5)
    assert holder.had_bye


def test_why_the_bye_was_not_left_to_somebody_below() -> None:
    """Three players, all have met; 3 and 1 had a bye, and a second one counts before a rematch."""
    tournament = swiss(declared(CHAMPIONSHIP), 3, "2>1 3-", "2>3 1-")
    why = pairing_why(tournament, 3, 2)
    assert why.opponent is None
    assert told(why.reasons)[1:] == [
        "より上位の 選手1、選手3 とは対戦済みで、再戦になります。",
        "選手3、選手1 は不戦勝になったことがあり、2回目になります。",
    ]


def test_a_pool_of_one() -> None:
    tournament = swiss(declared(CHAMPIONSHIP), 2, "1>2", left={2: 1})
    why = pairing_why(tournament, 2, 1)
    assert told(why.reasons) == [
        "この回戦に組む相手がほかにいないので、1番目の 選手1(1勝、抽選番号 1) は不戦勝です。"
    ]
    assert len(why.reasons) == 2


# --- 組合せ禁止 is private


def barred_pair(pair: BarredPair) -> Tournament:
    return swiss(declared(CHAMPIONSHIP), 4, barred=[pair])


def test_the_organiser_reads_of_a_forbidden_pair() -> None:
    why = pairing_why(barred_pair(FORBIDDEN), 1, 1, organiser=True)
    assert why.opponent == 3
    assert [one.worse.name for one in preferred(barred_pair(FORBIDDEN), why)] == ["forbidden"]
    assert told(why.reasons)[1] == "より上位の 選手2 とは組合せ禁止です。"
    why = pairing_why(barred_pair(DISCOURAGED), 1, 1, organiser=True)
    assert why.opponent == 3
    assert told(why.reasons)[1] == "より上位の 選手2 とは回避の組で、ほかを悪くせずに避けられます。"


@pytest.mark.parametrize("pair", [FORBIDDEN, DISCOURAGED], ids=["forbidden", "discouraged"])
def test_the_pages_do_not(pair: BarredPair) -> None:
    """The sentence is the same as for any other reason where somebody is barred, and the lists say nothing."""
    why = pairing_why(barred_pair(pair), 1, 1)
    assert told(why.reasons)[1:] == [
        "より上位の 選手2 と組むと、組み合わせ全体がこれより悪くなります。",
        "初めての対戦です。",
    ]
    # With a school instead, in a pool that has a barred pair elsewhere, the pages say just the same.
    clubs = {1: "甲", 2: "甲"}
    other = swiss(declared(CHAMPIONSHIP), 4, clubs=clubs, barred=[BarredPair((3, 4), pair.forbidden)])
    assert told(pairing_why(other, 1, 1).reasons) == told(why.reasons)


@pytest.mark.parametrize("pair", [FORBIDDEN, DISCOURAGED], ids=["forbidden", "discouraged"])
def test_a_barred_pair_that_could_not_be_avoided(pair: BarredPair) -> None:
    tournament = swiss(declared(CHAMPIONSHIP), 2, barred=[pair])
    word = "組合せ禁止の組" if pair.forbidden else "回避の組"
    why = pairing_why(tournament, 1, 1, organiser=True)
    assert why.opponent == 2 and why.pool is not None
    assert f"{word}1組" in why.reasons[2].text["ja"]
    assert f"{word}ですが、避けられません" in told(why.reasons)[-1]
    public = pairing_why(tournament, 1, 1)
    assert public.pool is not None and not any(part.count for part in public.pool.cost)
    assert told(public.reasons)[-1] == "初めての対戦です。"


def test_nothing_published_depends_on_which_pairs_are_barred_but_the_pairs_themselves() -> None:
    """Beside the pairing itself, what the pages read is the same whoever the barred are, as long as somebody is."""
    tournament = simulated(CHAMPIONSHIP, 23, 4, SHOGI_DAY)
    situation = tournament.situations[0]
    assert situation.barred
    published = 0
    for number in range(1, 5):
        for no in situation.entrants:
            why = pairing_why(tournament, number, no)
            if why.kind != "pool":
                continue
            published += 1
            told_only = tuple(one for one in why.reasons if one.about == "pair")
            text = json.dumps(asdict(replace(why, pool=None, reasons=told_only)), ensure_ascii=False)
            assert "禁止" not in text and "回避" not in text and "forbidden" not in text
            assert why.pool is not None
            assert not any(part.count for part in why.pool.cost if part.name in ("forbidden", "discouraged"))
    assert published > 50


# --- 総当たり戦


def test_a_round_robin_of_five() -> None:
    """Number 6 is empty. Round 1: 1-6, 2-5, 3-4; then everybody but 6 moves on by one place: 5-6, 1-4, 2-3."""
    tournament = swiss(declared(GIRLS), 5, "2>5 3>4")
    first, second = pairing_why(tournament, 1, 5), pairing_why(tournament, 2, 5)
    assert first.kind == "round-robin"
    assert first.reasons[2].text["ja"] == "1回戦に向かい合う番号: 1–6、2–5、3–4"
    assert told(first.reasons) == ["選手5は5番、選手2は2番です。"]
    assert second.reasons[2].text["ja"] == "2回戦に向かい合う番号: 5–6、1–4、2–3"
    assert told(second.reasons) == ["選手5は5番で、空きの6番と向かい合うので休みです。"]
    assert second.opponent is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_circle_is_the_one_that_is_played(players: int) -> None:
    tournament = simulated(GIRLS, players, 1)
    for number, games in (tournament.planned or {}).items():
        for game in games:
            for no in game.players:
                assert no is not None
                text = told(pairing_why(tournament, number, no).reasons)[0]
                assert all(tournament.players[one or 0].name in text for one in game.players)


def test_who_left_a_round_robin_forfeits_what_is_left() -> None:
    tournament = swiss(declared(GIRLS), 4, "1>4 2>3", left={4: 1})
    for no in (4, 3):
        why = pairing_why(tournament, 2, no)
        assert (why.kind, {no, why.opponent}) == ("round-robin", {3, 4})
        assert told(why.reasons)[-1] == "選手4は1回戦のあと棄権したので、この対局は選手4の不戦敗です。"


# --- 途中参加、棄権、失格


def test_a_late_entrant() -> None:
    tournament = swiss(declared(CHAMPIONSHIP), 4, "1>2", late={3: 2, 4: 2})
    why = pairing_why(tournament, 1, 3)
    assert (why.kind, why.opponent) == ("late", None)
    assert told(why.reasons) == ["2回戦からの参加です。この回戦は勝ちにも負けにも数えません。"]
    assert pairing_why(tournament, 2, 3).kind == "pool"


def test_who_has_left_and_who_was_disqualified() -> None:
    tournament = swiss(declared(CHAMPIONSHIP), 4, "1>2 3>4", left={2: 1, 4: 1})
    assert told(pairing_why(tournament, 2, 2).reasons) == [
        "1回戦のあと棄権しています。以後の回戦は勝ちにも負けにも数えません。"
    ]
    first = tournament.rounds[0]
    games = tuple(replace(game, note="失格" if 4 in game.players else "") for game in first.games)
    tournament = replace(tournament, rounds=(replace(first, games=games), *tournament.rounds[1:]))
    (out,) = pairing_why(tournament, 2, 4).reasons
    assert out.text["ja"] == "1回戦で失格しています。以後の回戦は勝ちにも負けにも数えません。"
    assert out.text["en"] == "Has been disqualified in round 1: later rounds are neither won nor lost."
    assert out.quote is not None and "以後の出場権利を失う" in out.quote["ja"]
    assert pairing_why(tournament, 2, 2).reasons[0].text["ja"].startswith("1回戦のあと棄権")
