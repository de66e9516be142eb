"""Section 4: why this opponent and nobody lower, with the vectors of the rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

import pytest

from tests.explain.builders import CALM, UNRULY, simulated, written_out
from tests.rules.builders import FOUR, FREE, TWO
from tourgen.event import Division
from tourgen.explain import PairingWhy, pairing_why
from tourgen.explain.costs import components, first_excess
from tourgen.formats import read_format, shipped_text
from tourgen.formats.declaration import Leagues, Pool
from tourgen.rules import pairing
from tourgen.rules.pairing import Cost
from tourgen.rules.record import Line
from tourgen.rules.situation import pair_pool
from tourgen.simulate import Chances, Rehearsal, generator, random_field
from tourgen.tournament import Tournament

A, B, C, D, E = 9, 8, 7, 6, 5  # larger lottery numbers are ahead; 1-4 are players outside the pool


def first_vector(form: str) -> Tournament:
    """a, b, c on 1 win, d, e on 0, a has met e (a beat e; the others played elsewhere, so that d is ahead of e)."""
    lines = {
        A: (Line(1, True, E, met=True),),
        B: (Line(1, True, 1, met=True),),
        C: (Line(1, True, 2, met=True),),
        D: (Line(1, False, 3, met=True),),
        E: (Line(1, False, A, met=True),),
        1: (Line(1, False, B, met=True),),
        2: (Line(1, False, C, met=True),),
        3: (Line(1, True, D, met=True),),
    }
    return written_out(form, lines, (A, B, C, D, E), after=1)


def second_vector() -> Tournament:
    """a on 3 wins, b 2, c 1, d 1, e 0, c has met d."""
    won, lost = True, False
    lines = {
        A: (Line(1, won), Line(2, won), Line(3, won)),
        B: (Line(1, won), Line(2, won), Line(3, lost)),
        C: (Line(1, won, D, met=True), Line(2, lost), Line(3, lost)),
        D: (Line(1, lost, C, met=True), Line(2, won), Line(3, lost)),
        E: (Line(1, lost), Line(2, lost), Line(3, lost)),
    }
    return written_out(FREE, lines, (A, B, C, D, E), after=3)


def told(why: PairingWhy) -> list[str]:
    """What is said about the pair, in Japanese."""
    return [reason.text["ja"] for reason in why.reasons if reason.about == "pair"]


def test_001_first_vector() -> None:
    tournament = first_vector(TWO)
    why = pairing_why(tournament, 2, A, exact=True)
    assert why.pool is not None and why.step is not None and why.alternatives is not None
    assert why.pool.pairs == ((A, D), (B, C), (E, None))
    assert why.pool.cost == Cost(0, 0, (0, 2))
    assert why.pool.cost_words == {"ja": "再戦なし、1勝差2組", "en": "no rematch, 2 pairs 1 win apart"}
    assert (why.opponent, why.rules_opponent, why.by_hand, why.step.number) == (D, D, False, 1)
    assert [(one.pair, one.cost) for one in why.alternatives] == [
        ((A, None), Cost(0, 0, (1, 0))),
        ((A, E), Cost(0, 1, (0, 2))),
    ]
    assert [one.words["ja"] for one in why.alternatives] == ["2勝差の対戦が1つ増えます", "再戦が1つ増えます"]
    assert told(why) == [
        "上から順に組み、1位 選手9 の番に残っていた4名の中で、可能な最も下位の相手が 5位 選手6 です。",
        "選手9 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
        "より下位の 選手5 とは対戦済みで、再戦になります。",
        "二人は初対戦です。1勝差の対戦です。",
    ]
    assert why.reasons[1].quote is not None
    assert "仮の選手(暫定成績を-1勝)を1人加えて" in why.reasons[1].quote["ja"]


def test_001_first_vector_the_second_pair_and_the_bye() -> None:
    tournament = first_vector(TWO)
    why = pairing_why(tournament, 2, C, exact=True)  # chosen by b: asked for either, the pair is explained
    assert why.alternatives is not None
    assert [(one.pair, one.cost) for one in why.alternatives] == [
        ((B, None), Cost(0, 0, (1, 2))),
        ((B, E), Cost(0, 0, (1, 2))),
    ]
    assert told(why)[1:3] == [
        "選手8 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
        "より下位の 選手5 と組むと、組み合わせ全体で2勝差の対戦が1つ増えます。",
    ]
    bye = pairing_why(tournament, 2, E, exact=True)
    assert bye.opponent is None and bye.alternatives is not None
    assert [one.pair for one in bye.alternatives] == [(A, None), (B, None)]
    assert told(bye) == [
        "仮の選手は最も下位なので、上から順に見て不戦勝が可能な最初の選手、6位 選手5(0勝)が不戦勝です。",
        "選手9、選手8 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
    ]


def test_000_first_vector() -> None:
    tournament = first_vector(FREE)
    holder = pairing_why(tournament, 2, D, exact=True)
    assert holder.pool is not None and holder.pool.bye_first
    assert holder.pool.pairs == ((D, None), (A, C), (B, E))
    assert holder.alternatives == ()
    assert told(holder) == [
        "人数が奇数なので、先に不戦勝を決めます。"
        "可能な選手の中で勝数が最も少なく、その中で最上位の 5位 選手6(0勝)が不戦勝です。"
    ]
    quoted = [reason.quote["ja"] for reason in holder.reasons if reason.quote]
    assert len(quoted) == len(set(quoted)), "no sentence of the rules twice"
    assert (
        "7. 不戦勝になっていない選手の中から、勝数の最も少ない選手の中で最上位の選手を不戦勝とします。"
        in quoted
    )
    why = pairing_why(tournament, 2, A, exact=True)
    assert why.alternatives is not None
    assert [(one.pair, one.cost) for one in why.alternatives] == [((A, E), Cost(0, 1, (0, 2)))]
    assert told(why)[1] == "より下位の 選手5 とは対戦済みで、再戦になります。"
    assert why.reasons[-2].quote == {
        "ja": "2. 原則として、同一選手との再戦は行いません。",
        "en": "2. As a rule, the same two players don't meet again.",
    }
    last = pairing_why(tournament, 2, E, exact=True)
    assert last.alternatives == ()
    assert told(last)[0].startswith("上から順に組み、2位 選手8 の番に残っていた最も下位の相手が")


def test_000_second_vector() -> None:
    tournament = second_vector()
    why = pairing_why(tournament, 4, A, exact=True)
    assert why.pool is not None
    assert why.pool.pairs == ((E, None), (A, D), (B, C))
    assert why.pool.cost == Cost(0, 0, (0, 0, 1, 2))
    assert why.pool.levels == ((3, 1), (2, 1), (1, 2), (0, 1))
    assert why.alternatives == ()  # d is the lowest left once e has the bye
    for no in (B, E):
        assert pairing_why(tournament, 4, no, exact=True).alternatives == ()


def check_pool(why: PairingWhy, quick: PairingWhy, tournament: Tournament) -> None:
    """Every claim about one pair of a pool."""
    assert why.pool is not None and why.step is not None and why.alternatives is not None
    pool, (first, second) = why.pool, why.step.pair
    order = [one.no for one in pool.players]
    optimum = components(pool.cost)
    situation = tournament.situations[why.round - 1]
    assert order == sorted(order, key=situation.position.__getitem__)
    assert pool.pairs[why.step.number - 1] == (first, second)
    gone = {no for pair in pool.pairs[: why.step.number - 1] for no in pair}
    left = [no for no in order if no not in gone]
    if second is not None:
        assert first == left[0]  # 対戦相手が未確定の暫定最上位選手
        lower = left[left.index(second) + 1 :]
        bye_left = pool.phantom and None not in gone
        assert [one.pair for one in why.alternatives] == [
            (first, no) for no in [*([None] if bye_left else []), *reversed(lower)]
        ]
    elif pool.bye_first:
        holder = next(one for one in pool.players if one.no == first)
        better = [one for one in pool.players if (one.wins, one.rank) < (holder.wins, holder.rank)]
        assert {one.pair for one in why.alternatives} == {(one.no, None) for one in better}
    else:
        assert [one.pair for one in why.alternatives] == [(pair[0], None) for pair in why.step.fixed]
    assert quick.alternatives is not None
    for one, bounded in zip(why.alternatives, quick.alternatives, strict=True):
        assert one.cost is not None and one.cost > pool.cost
        assert one.worse == first_excess(pool.cost, one.cost)
        worse = [c.count for c in components(one.cost)]
        at = next(i for i, best in enumerate(optimum) if worse[i] != best.count)
        assert (one.worse.kind, one.worse.gap) == (optimum[at].kind, optimum[at].gap)
        assert one.worse.count == worse[at] - optimum[at].count > 0
        # Without the matching: the same pair, never a reason before the true one, never more than the truth.
        said = next(
            i for i, c in enumerate(optimum) if (c.kind, c.gap) == (bounded.worse.kind, bounded.worse.gap)
        )
        assert bounded.pair == one.pair and said >= at
        assert said > at or bounded.worse.count <= one.worse.count
        assert bounded.own == one.own


def brute_force_cost(tournament: Tournament, why: PairingWhy, pair: tuple[int, int | None]) -> Cost | None:
    """The least cost of a pairing with this pair and those fixed before, by looking at all; None for large pools."""
    situation = tournament.situations[why.round - 1]
    stage = situation.declared.stage_of(situation.seats[why.no].stage)
    assert isinstance(stage, Leagues | Pool) and why.step is not None
    pool = pair_pool(situation, stage, why.group).pool
    fixed = why.step.fixed
    if why.step.pair[1] is None and why.pool is not None and not why.pool.bye_first:
        fixed = fixed[: [one[0] for one in fixed].index(pair[0])]
    gone = {no for one in (*fixed, pair) for no in one}
    rest: list[int | None] = [no for no in pool.order if no not in gone]
    if len(rest) > 6:
        return None
    rest += [None] if len(rest) % 2 else []
    return min(counted(pool, [*fixed, pair, *others]) for others in matchings(rest))


def matchings(places: list[int | None]) -> Iterator[list[tuple[int | None, int | None]]]:
    """Every way to pair them."""
    if not places:
        yield []
    for at in range(1, len(places)):
        for others in matchings(places[1:at] + places[at + 1 :]):
            yield [(places[0], places[at]), *others]


def counted(pool: pairing.Pool, pairs: Sequence[tuple[int | None, int | None]]) -> Cost:
    """The cost by the words of the rule."""
    wins = {**pool.wins, None: -1}
    shown = [*(wins[no] for no in pool.order), *([-1] if len(pool.order) % 2 else [])]
    gaps = Counter(abs(wins[one] - wins[other]) for one, other in pairs)
    return Cost(
        sum(one in pool.had_bye for one, other in pairs if other is None),
        sum(other in pool.met.get(one or 0, ()) for one, other in pairs),
        tuple(gaps[gap] for gap in range(max(shown) - min(shown), 0, -1)),
    )


@pytest.mark.parametrize("form", [FREE, TWO, FOUR])
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_every_claim_of_a_simulated_tournament(form: str, chances: Chances) -> None:
    tournament = simulated(form, 23, 2, chances)
    pools = brute = 0
    for number, games in (tournament.planned or {}).items():
        for no in tournament.situations[0].entrants:
            why = pairing_why(tournament, number, no, exact=True)
            planned = next((game for game in games if no in game.players), None)
            listed = next((g for g in tournament.rounds[number - 1].games if no in g.players), None)
            if planned is not None:
                assert why.rules_opponent == planned.opponent(no)
                assert (why.stage, why.group) == (planned.stage, planned.group) or why.by_hand
            if listed is not None:
                assert why.opponent == listed.opponent(no)
                assert why.by_hand == (planned is None or set(planned.players) != set(listed.players))
            else:
                assert why.kind in ("withdrawn", "none", "qualified-rest") or why.opponent is None
            assert why.reasons
            if why.kind in ("qualified-bye", "qualified-rest"):
                assert not tournament.situations[number - 1].entrants[no].withdrawn(number)
            if why.kind == "pool":
                pools += 1
                check_pool(why, pairing_why(tournament, number, no), tournament)
                for one in why.alternatives or ():
                    cost = brute_force_cost(tournament, why, one.pair)
                    assert cost in (None, one.cost)
                    brute += cost is not None
    assert pools > 50 and brute


def test_a_copied_format_that_wants_the_highest_opponent() -> None:
    text = shipped_text(TWO).replace('opponent = "lowest-possible"', 'opponent = "highest-possible"')
    form, problems = read_format(text, "formats/ours.toml", "ours.toml")
    assert form is not None, problems
    rng = generator(20, 1)
    field = random_field(form, 23, rng, 0)
    tournament = Rehearsal(Division("d", "d", form, draws=("1", "2", "3")), field, rng).run()
    higher = byes = 0
    for number in range(2, 7):
        for no in tournament.situations[0].entrants:
            why = pairing_why(tournament, number, no, exact=True)
            if why.kind != "pool":
                continue
            assert why.pool is not None and why.step is not None and why.alternatives is not None
            assert all(one.cost is not None and one.cost > why.pool.cost for one in why.alternatives)
            position = tournament.situations[number - 1].position
            first, second = why.step.pair
            above = [o for o in why.step.left if o and (second is None or position[o] < position[second])]
            assert [one.pair for one in why.alternatives] == [(first, other) for other in above]
            higher += any("より上位の" in text for text in told(why))
            byes += "可能な相手は仮の選手だけ" in told(why)[0]
            assert not any("下位" in text for text in told(why))
    assert higher and byes


def test_round_1_is_halved_by_lottery_number() -> None:
    tournament = simulated(TWO, 23, 2)
    numbers = tournament.situations[0].record.numbers
    for no in tournament.situations[0].entrants:
        why = pairing_why(tournament, 1, no)
        assert why.kind == "first-round" and why.first is not None
        first = why.first
        ascending = [*first.low, *first.high, *([] if first.bye is None else [first.bye])]
        assert ascending == sorted(ascending, key=numbers.__getitem__)
        assert len(first.low) == len(first.high)
        if no == first.bye:
            assert why.opponent is None and len(why.reasons) == 1
            continue
        halves = dict(zip_longest((*first.low, *first.high), (*first.high, *first.low)))
        assert why.opponent == halves[no]
        assert str(numbers[no]) in why.reasons[-1].text["en"]


def test_a_qualifier_who_left_has_lost_and_not_won_the_rest() -> None:
    """Also where the bye stands in a sheet that was made before."""
    tournament = simulated(TWO, 23, 2, Chances())
    after, no = next((one.after, one.no) for one in tournament.situations[5].qualifiers if one.after < 5)
    assert pairing_why(tournament, after + 1, no).kind == "qualified-bye"
    before = tournament.situations[after]
    entrants = dict(before.entrants) | {no: replace(before.entrants[no], withdrawn_after=after)}
    left = replace(before, entrants=entrants)
    situations = (*tournament.situations[:after], left, *tournament.situations[after + 1 :])
    why = pairing_why(replace(tournament, situations=situations), after + 1, no)
    assert (why.kind, len(why.reasons)) == ("withdrawn", 1)


def test_by_hand_says_so_and_what_the_rules_give() -> None:
    tournament = simulated(FOUR, 23, 2, UNRULY)
    whys = [
        pairing_why(tournament, played.number, no)
        for played in tournament.rounds
        if played.by_hand
        for no in tournament.situations[0].entrants
    ]
    moved = [why for why in whys if why.by_hand]
    assert moved
    for why in moved:
        assert why.opponent != why.rules_opponent
        assert "規則どおりではなく" in why.reasons[0].text["ja"]
        assert "By the rules" in why.reasons[0].text["en"]


def test_without_alternatives_no_matching_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = simulated(FOUR, 23, 3)
    monkeypatch.setattr("tourgen.explain.alternatives.best_cost", lambda *_: pytest.fail("solved"))
    for no in tournament.situations[0].entrants:
        assert pairing_why(tournament, 5, no, alternatives=False).alternatives is None
