"""Why this opponent and nobody lower, with the vectors of the rules; every claim against all pairings there are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.explain.builders import CALM, UNRULY, line, simulated, written_out
from tests.explain.swiss_builders import CHAMPIONSHIP, ENCOURAGEMENT, TEAM
from tests.random.troubles import Chances, RandomTournament
from tests.rules.builders import FOUR, FREE, TWO, changed
from tourgen.engine.model import Game
from tourgen.engine.pairing import Count, Pool, least_counts
from tourgen.engine.pairing.choices import Alternative, alternatives_of, choice_of, excess
from tourgen.engine.pairing.rule import counts_of
from tourgen.engine.reasons import Paired
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.costs import cost_vector, more_words
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.simulate.random_tournament import generator, random_field

A, B, C, D, E = 9, 8, 7, 6, 5  # larger lottery numbers are ahead; 1-4 are players outside the pool
SHOGI_DAY = Chances(
    absent=0.05, withdraw=0.04, forfeit=0.08, no_show=0.03, leave_after_pairing=0.03, by_hand=0.2, late=0.08, barred=0.2
)  # fmt: skip


def first_vector(form: str) -> Tournament:
    """a, b, c on 1 win, d, e on 0, a has met e (a beat e; the others played elsewhere, so that d is ahead of e)."""
    lines = {
        A: (line(1, True, E),),
        B: (line(1, True, 1),),
        C: (line(1, True, 2),),
        D: (line(1, False, 3),),
        E: (line(1, False, A),),
        1: (line(1, False, B),),
        2: (line(1, False, C),),
        3: (line(1, True, D),),
    }
    return written_out(form, lines, (A, B, C, D, E), after=1)


def second_vector() -> Tournament:
    """a on 3 wins, b 2, c 1, d 1, e 0, c has met d."""
    won, lost = True, False
    lines = {
        A: (line(1, won), line(2, won), line(3, won)),
        B: (line(1, won), line(2, won), line(3, lost)),
        C: (line(1, won, D), line(2, lost), line(3, lost)),
        D: (line(1, lost, C), line(2, won), line(3, lost)),
        E: (line(1, lost), line(2, lost), line(3, lost)),
    }
    return written_out(FREE, lines, (A, B, C, D, E), after=3)


def told(why: PairingWhy) -> list[str]:
    """What is said about the pair, in Japanese."""
    return [reason.text["ja"] for reason in why.reasons if reason.about == "pair"]


def vector(why: PairingWhy) -> str:
    """What the optimum has of each class."""
    assert why.pool is not None
    return cost_vector(why.pool.cost, why.pool.classes)


def more(tournament: Tournament, why: PairingWhy) -> list[tuple[object, str]]:
    """The pairs that the rule would have preferred, and what each would cost more."""
    form = tournament.division.declared
    return [(one.pair, more_words(form, "wins", one.worse)["ja"]) for one in preferred(tournament, why)]


def planned_game(tournament: Tournament, round_no: int, no: int) -> Game:
    """The player's game as the rules plan it."""
    return next(game for game in (tournament.planned or {})[round_no] if no in game.players)


def preferred(tournament: Tournament, why: PairingWhy) -> tuple[Alternative, ...]:
    """The pairs that the rule would have preferred, with why they are impossible."""
    reason = planned_game(tournament, why.round, why.no).reason
    assert isinstance(reason, Paired)
    return alternatives_of(reason.pool, reason.pairing, choice_of(reason.pool, reason.pairing, why.no))


def test_001_first_vector() -> None:
    tournament = first_vector(TWO)
    why = pairing_why(tournament, 2, A)
    assert why.pool is not None
    assert why.pool.pairs == ((A, D), (B, C), (E, None)) and vector(why) == "(0, 0, 0, 2)"
    assert why.reasons[2].text["en"] == "The optimal pairing has no rematch, 2 pairs 1 win apart."
    assert (why.opponent, why.rules_opponent, why.by_hand) == (D, D, False)
    assert more(tournament, why) == [
        ((A, None), "2勝差の対戦が1つ増えます"),
        ((A, E), "再戦が1つ増えます"),
    ]
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
    why = pairing_why(tournament, 2, C)  # chosen by b: asked for either, the pair is explained
    assert [one.pair for one in preferred(tournament, why)] == [(B, None), (B, E)]
    assert told(why)[1:3] == [
        "選手8 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
        "より下位の 選手5 と組むと、組み合わせ全体で2勝差の対戦が1つ増えます。",
    ]
    bye = pairing_why(tournament, 2, E)
    assert bye.opponent is None
    assert [one.pair for one in preferred(tournament, bye)] == [(A, None), (B, None)]
    assert told(bye) == [
        "仮の選手は最も下位なので、上から順に見て不戦勝が可能な最初の選手、6位 選手5(0勝)が不戦勝です。",
        "選手9、選手8 を不戦勝とすると、-1勝の仮の選手と2勝差になりますが、最適な組み合わせに2勝差の対戦はありません。",
    ]


def test_000_first_vector() -> None:
    tournament = first_vector(FREE)
    holder = pairing_why(tournament, 2, D)
    assert holder.pool is not None and holder.pool.pairs == ((D, None), (A, C), (B, E))
    assert preferred(tournament, holder) == ()
    assert told(holder) == [
        "人数が奇数なので、先に不戦勝を決めます。"
        "可能な選手の中で勝数が最も少なく、その中で最上位の 5位 選手6(0勝)が不戦勝です。"
    ]
    quoted = [reason.quote["ja"] for reason in holder.reasons if reason.quote]
    assert len(quoted) == len(set(quoted)), "no sentence of the rules twice"
    assert any(text.startswith("7. 不戦勝になっていない選手の中から") for text in quoted)
    why = pairing_why(tournament, 2, A)
    assert more(tournament, why) == [((A, E), "再戦が1つ増えます")]
    assert told(why)[1] == "より下位の 選手5 とは対戦済みで、再戦になります。"
    assert why.reasons[-2].quote == {
        "ja": "2. 原則として、同一選手との再戦は行いません。",
        "en": "2. As a rule, the same two players don't meet again.",
    }
    last = pairing_why(tournament, 2, E)
    assert preferred(tournament, last) == ()
    assert told(last)[0].startswith("上から順に組み、2位 選手8 の番に残っていた最も下位の相手が")


def test_000_second_vector() -> None:
    tournament = second_vector()
    why = pairing_why(tournament, 4, A)
    assert why.pool is not None and why.pool.pairs == ((E, None), (A, D), (B, C))
    assert vector(why) == "(0, 0, 0, 0, 1, 2)"
    assert "(3勝1名、2勝1名、1勝2名、0勝1名)" in why.reasons[0].text["ja"]
    for no in (A, B, E):  # d is the lowest left once e has the bye
        assert preferred(tournament, pairing_why(tournament, 4, no)) == ()


# --- Every claim, against all pairings there are


def matchings(places: list[int | None]) -> Iterator[list[tuple[int | None, int | None]]]:
    """Every way to pair them."""
    if not places:
        yield []
    for at in range(1, len(places)):
        for others in matchings(places[1:at] + places[at + 1 :]):
            yield [(places[0], places[at]), *others]


def least_by_looking(pool: Pool, forced: Sequence[tuple[int, int | None]]) -> tuple[Count, ...] | None:
    """The least counts of a pairing with these pairs, by looking at all; None where there are too many."""
    gone = {no for pair in forced for no in pair}
    rest: list[int | None] = [no for no in pool.order if no not in gone]
    if len(rest) > 6:
        return None
    rest += [None] if len(rest) % 2 else []
    ways = ([*forced, *((a, b) for a, b in others if a is not None)] for others in matchings(rest))
    return min(counts_of(pool, way) for way in ways)


def check_pool(reason: Paired, why: PairingWhy) -> int:
    """Every claim about one pair of a pool; how many alternatives were compared with all pairings."""
    pool, pairing = reason.pool, reason.pairing
    choice = choice_of(pool, pairing, why.no)
    first, second = choice.pair
    assert [one.no for one in why.pool.players] == list(pool.order) if why.pool else False
    left = [no for no in pool.order if no not in {no for pair in choice.fixed for no in pair}]
    assert second is None or first == left[0]  # 対戦相手が未確定の暫定最上位選手
    classes = [(one.name, level) for one in pool.avoid for level in range(40, 0, -1)]
    checked = 0
    for one in alternatives_of(pool, pairing, choice):
        if one.pair[0] != first:
            continue  # the bye of somebody before
        counts = least_counts(pool, [*choice.fixed, one.pair])
        assert counts is not None and counts > pairing.counts
        worse = excess(pool, pairing.counts, counts)
        assert worse is not None
        said, true = (classes.index((more.name, more.level)) for more in (one.worse, worse))
        # Where no matching was solved: never a reason before the true one, never more than the truth.
        assert said > true or (said == true and one.worse.count <= worse.count)
        brute = least_by_looking(pool, [*choice.fixed, one.pair])
        assert brute in (None, counts)
        checked += brute is not None
    return checked


@pytest.mark.parametrize(
    ("form", "players", "chances"),
    [
        *((form, 23, chances) for form in (FREE, TWO, FOUR) for chances in (CALM, UNRULY)),
        *((form, count, SHOGI_DAY) for form in (CHAMPIONSHIP, ENCOURAGEMENT, TEAM) for count in (10, 23)),
    ],
)
def test_every_claim_of_a_simulated_tournament(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 2, chances)
    pools = brute = 0
    for number, games in (tournament.planned or {}).items():
        for no in tournament.situations[0].entrants:
            why = pairing_why(tournament, number, no, organiser=True)
            planned = next((game for game in games if no in game.players), None)
            listed = next((g for g in tournament.rounds[number - 1].games if no in g.players), None)
            if planned is not None:
                assert why.rules_opponent == planned.opponent(no)
                assert (why.stage, why.group) == (planned.stage, planned.group) or why.by_hand
            if listed is not None:
                assert why.opponent == listed.opponent(no)
            assert why.reasons
            if planned is not None and isinstance(planned.reason, Paired):
                pools += 1
                brute += check_pool(planned.reason, why)
                short = pairing_why(tournament, number, no, organiser=True, alternatives=False)
                assert set(map(str, short.reasons)) <= set(map(str, why.reasons))
    assert pools > 20 and brute


def test_a_copied_format_that_wants_the_highest_opponent() -> None:
    form = changed(TWO, ('opponent = "lowest-possible"', 'opponent = "highest-possible"'))
    rng = generator(20, 1)
    field = random_field(form, 23, rng, 0)
    tournament = RandomTournament(Division("d", "d", form, draws=("1", "2", "3")), field, rng).run()
    higher = byes = 0
    for number in range(2, 7):
        for no in tournament.situations[0].entrants:
            why = pairing_why(tournament, number, no)
            if why.kind == "pool":
                higher += any("より上位の" in text for text in told(why))
                byes += "可能な相手は仮の選手だけ" in told(why)[0]
                assert not any("下位" in text for text in told(why))
    assert higher and byes


def test_round_1_is_halved_by_lottery_number() -> None:
    tournament = simulated(TWO, 23, 2)
    entrants = tournament.situations[0].entrants
    for no in entrants:
        why = pairing_why(tournament, 1, no)
        assert why.kind == "first-round"
        if why.opponent is None:
            assert len(why.reasons) == 1
            continue
        assert str(entrants[no].number) in why.reasons[-1].text["en"]
        assert str(entrants[why.opponent].number) in why.reasons[-1].text["en"]


def test_a_qualifier_who_left_has_lost_and_not_won_the_rest() -> None:
    """Also where the bye stands in a sheet that was made before."""
    tournament = simulated(TWO, 23, 2, Chances())
    through = [one for one in tournament.situations[5].departures if one.left_as == "sole-unbeaten"]
    after, no = next((one.after, one.no) for one in through if one.after < 5)
    assert pairing_why(tournament, after + 1, no).kind == "qualified-bye"
    before = tournament.situations[after]
    entrants = dict(before.entrants) | {no: replace(before.entrants[no], withdrawn_after=after)}
    left = replace(before, entrants=entrants)
    situations = (*tournament.situations[:after], left, *tournament.situations[after + 1 :])
    planned = {**(tournament.planned or {}), after + 1: ()}
    why = pairing_why(replace(tournament, situations=situations, planned=planned), after + 1, no)
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
    monkeypatch.setattr("tourgen.engine.pairing.choices.least_counts", lambda *_: pytest.fail("solved"))
    for no in tournament.situations[0].entrants:
        assert pairing_why(tournament, 5, no, alternatives=False).reasons
