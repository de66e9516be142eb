"""Section 8: why this opponent and nobody higher, what the pages may say of it; byes, round robins, who came late."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest

from tests.explain.builders import simulated
from tests.explain.swiss_builders import CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM, swiss, told
from tests.explain.test_pairing import matchings
from tests.explain.test_swiss_rank import SHOGI_DAY
from tests.rules.builders import changed, declared
from tourgen.explain import PairingWhy, pairing_why
from tourgen.explain.costs import components, cost_vector, first_excess
from tourgen.formats.declaration import Swiss
from tourgen.model import BarredPair
from tourgen.rules.pairing import Cost, Pool
from tourgen.rules.situation import pair_pool
from tourgen.tournament import Tournament

FORBIDDEN, DISCOURAGED = BarredPair((1, 2), True), BarredPair((1, 2), False)


def test_round_1_goes_by_lot_and_keeps_schools_apart() -> None:
    """1 and 2 are of one school: 1 takes 3, the highest of another, and 2 is left with 4."""
    tournament = swiss(declared(CHAMPIONSHIP), 4, clubs={1: "甲", 2: "甲"})
    why = pairing_why(tournament, 1, 1, exact=True)
    assert why.kind == "pool" and why.pool is not None and why.alternatives is not None
    assert why.pool.pairs == ((1, 3), (2, 4))
    assert [(one.no, one.rank, one.wins, one.lot) for one in why.pool.players] == [
        (1, 1, 0, 1), (2, 2, 0, 2), (3, 3, 0, 3), (4, 4, 0, 4)
    ]  # fmt: skip
    assert [(one.pair, one.cost) for one in why.alternatives] == [((1, 2), Cost(0, 0, (), strict_school=1))]
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
    assert why.pool.classes == ("second-bye", "forbidden", "rematch", "gap", "soft-school", "discouraged")
    assert why.pool.cost_words["ja"] == "再戦なし、全組が同勝数どうし、同じ学校どうし1組"
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
    why = pairing_why(tournament, 3, 1, exact=True)
    # 1 (2 wins) has met 2 and 3; 4 has none: a gap of 2 beats a rematch.
    assert why.opponent == 4 and why.alternatives is not None
    assert told(why.reasons)[1:] == [
        "より上位の 選手2、選手3 とは対戦済みで、再戦になります。",
        "初めての対戦です。2勝差の対戦です。",
    ]
    assert [one.cost for one in why.alternatives] == [Cost(0, 2, (0, 2)), Cost(0, 2, (0, 2))]


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
    second = pairing_why(tournament, 2, 4, exact=True)
    assert second.pool is not None and second.pool.pairs == ((1, 3), (5, 2), (4, None))
    holder = next(one for one in second.pool.players if one.no == 5)
    assert holder.had_bye


def test_why_the_bye_was_not_left_to_somebody_below() -> None:
    """Three players, all have met; 3 and 1 had a bye, and a second one counts before a rematch."""
    tournament = swiss(declared(CHAMPIONSHIP), 3, "2>1 3-", "2>3 1-")
    why = pairing_why(tournament, 3, 2, exact=True)
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
    why = pairing_why(barred_pair(FORBIDDEN), 1, 1, exact=True, organiser=True)
    assert why.opponent == 3 and why.alternatives is not None
    assert [one.cost for one in why.alternatives] == [Cost(0, 0, (), forbidden=1)]
    assert told(why.reasons)[1] == "より上位の 選手2 とは組合せ禁止です。"
    why = pairing_why(barred_pair(DISCOURAGED), 1, 1, exact=True, organiser=True)
    assert why.opponent == 3
    assert told(why.reasons)[1] == "より上位の 選手2 とは回避の組で、ほかを悪くせずに避けられます。"


@pytest.mark.parametrize("pair", [FORBIDDEN, DISCOURAGED], ids=["forbidden", "discouraged"])
def test_the_pages_do_not(pair: BarredPair) -> None:
    """The sentence is the same as for any other reason where somebody is barred, and the lists say nothing."""
    why = pairing_why(barred_pair(pair), 1, 1)
    assert why.alternatives is None and why.pool is not None
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
    assert f"{word}1組" in why.pool.cost_words["ja"]
    assert f"{word}ですが、避けられません" in told(why.reasons)[-1]
    public = pairing_why(tournament, 1, 1)
    assert public.pool is not None and public.pool.cost == Cost(0, 0, ())
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
            text = json.dumps(asdict(replace(why, pool=None, reasons=told(why.reasons))), ensure_ascii=False)  # type: ignore[arg-type]
            assert "禁止" not in text and "回避" not in text and "forbidden" not in text
            assert why.pool is not None
            assert why.pool.cost.forbidden == why.pool.cost.discouraged == 0
    assert published > 50


# --- Every claim, against all pairings there are


def counted(pool: Pool, pairs: Sequence[tuple[int | None, int | None]]) -> Cost:
    """The cost by the words of section 8."""
    wins = {**pool.wins, None: -1}
    shown = [*(wins[no] for no in pool.order), *([-1] if len(pool.order) % 2 else [])]
    gaps = Counter(abs(wins[one] - wins[other]) for one, other in pairs)
    games = [(one, other) for one, other in pairs if one is not None and other is not None]

    def named(barred: object, one: int, other: int) -> bool:
        assert isinstance(barred, dict)
        return other in barred.get(one, ()) or one in barred.get(other, ())

    schools = sum(pool.school_of.get(one, one) == pool.school_of.get(other, other) for one, other in games)
    return Cost(
        sum(one in pool.had_bye for one, other in pairs if other is None),
        sum(other in pool.met.get(one, ()) for one, other in games),
        tuple(gaps[gap] for gap in range(max(shown) - min(shown), 0, -1)),
        forbidden=sum(named(pool.forbidden, *pair) for pair in games),
        strict_school=schools if pool.school == "strict" else 0,
        soft_school=schools if pool.school == "soft" else 0,
        discouraged=sum(named(pool.discouraged, *pair) for pair in games),
    )


def brute_force_cost(pool: Pool, why: PairingWhy, pair: tuple[int, int | None]) -> Cost | None:
    assert why.step is not None
    fixed = why.step.fixed
    gone = {no for one in (*fixed, pair) for no in one}
    rest: list[int | None] = [no for no in pool.order if no not in gone]
    if len(rest) > 6:
        return None
    rest += [None] if len(rest) % 2 else []
    return min(counted(pool, [*fixed, pair, *others]) for others in matchings(rest))


def check_pool(tournament: Tournament, why: PairingWhy, quick: PairingWhy) -> int:
    """One pair of a Swiss round; how many alternatives were compared with all pairings."""
    assert why.pool is not None and why.step is not None
    assert why.alternatives is not None and quick.alternatives is not None
    situation = tournament.situations[why.round - 1]
    stage = situation.declared.swiss
    assert isinstance(stage, Swiss)
    pool = pair_pool(situation, stage, why.group).pool
    record = situation.record
    assert list(pool.order) == sorted(pool.order, key=lambda no: (-record.wins(no), record.numbers[no]))
    assert [one.no for one in why.pool.players] == list(pool.order)
    first, second = why.step.pair
    above = [
        no
        for no in why.step.left
        if second is None or (no and pool.order.index(no) < pool.order.index(second))
    ]
    assert [one.pair for one in why.alternatives] == [(first, no) for no in above if no is not None]
    checked = 0
    for one, bounded in zip(why.alternatives, quick.alternatives, strict=True):
        assert one.cost is not None and one.cost > why.pool.cost
        assert one.worse == first_excess(why.pool.cost, one.cost)
        brute = brute_force_cost(pool, why, one.pair)
        assert brute in (None, one.cost)
        checked += brute is not None
        # Without the matching: never a reason before the true one, never more than the truth.
        kinds = [(part.kind, part.gap) for part in components(one.cost)]
        said, true = (kinds.index((worse.kind, worse.gap)) for worse in (bounded.worse, one.worse))
        assert said > true or (said == true and bounded.worse.count <= one.worse.count)
        assert (bounded.pair, bounded.own) == (one.pair, one.own)
    return checked


@pytest.mark.parametrize("form", [CHAMPIONSHIP, ENCOURAGEMENT, TEAM])
@pytest.mark.parametrize("players", [10, 23])
def test_every_claim_of_a_simulated_tournament(form: str, players: int) -> None:
    tournament = simulated(form, players, 4, SHOGI_DAY)
    pools = brute = 0
    for number, games in (tournament.planned or {}).items():
        for no in tournament.situations[0].entrants:
            why = pairing_why(tournament, number, no, exact=True, organiser=True)
            planned = next((game for game in games if no in game.players), None)
            listed = next((g for g in tournament.rounds[number - 1].games if no in g.players), None)
            if planned is not None:
                assert why.rules_opponent == planned.opponent(no)
                assert (why.stage, why.group) == (planned.stage, planned.group) or why.by_hand
            if listed is not None:
                assert why.opponent == listed.opponent(no)
            assert why.reasons
            if why.kind == "pool":
                pools += 1
                brute += check_pool(tournament, why, pairing_why(tournament, number, no, organiser=True))
    assert pools > 20 and brute


def test_the_vector_lists_every_class() -> None:
    cost = Cost(1, 3, (5, 6), forbidden=2, strict_school=4, soft_school=7, discouraged=8)
    assert [part.count for part in components(cost)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert cost_vector(cost) == "(1, 3, 5, 6)"
    classes = ("second-bye", "forbidden", "rematch", "gap", "soft-school", "discouraged")
    assert cost_vector(cost, classes) == "(1, 2, 3, 5, 6, 7, 8)"


# --- 総当たり戦


def test_a_round_robin_of_five() -> None:
    """Number 6 is empty. Round 1: 1-6, 2-5, 3-4; then everybody but 6 moves on by one place: 5-6, 1-4, 2-3."""
    tournament = swiss(declared(GIRLS), 5, "1- 2>5 3>4")
    first, second = pairing_why(tournament, 1, 5), pairing_why(tournament, 2, 5)
    assert first.kind == "round-robin" and first.circle is not None
    assert (first.circle.pairs, first.circle.mine, first.circle.other) == (((1, 6), (2, 5), (3, 4)), 5, 2)
    assert told(first.reasons) == ["選手5は5番、選手2は2番です。"]
    assert second.circle is not None and second.circle.pairs == ((5, 6), (1, 4), (2, 3))
    assert told(second.reasons) == ["選手5は5番で、空きの6番と向かい合うので不戦勝です。"]
    assert second.opponent is None


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_circle_is_the_one_that_is_played(players: int) -> None:
    tournament = simulated(GIRLS, players, 1)
    for number, games in (tournament.planned or {}).items():
        for game in games:
            for no in game.players:
                if no is not None:
                    why = pairing_why(tournament, number, no).circle
                    assert why is not None and why.order[why.mine - 1] == no
                    other = None if why.other == why.empty else why.order[why.other - 1]
                    assert other == game.opponent(no)


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
