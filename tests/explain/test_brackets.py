"""Section 6: why these two meet in main bracket, repechage, finals, placing matches and ranking league."""

from collections.abc import Iterator

import pytest

from tests.explain.builders import CALM, OPEN, UNRULY, WOMEN, simulated
from tests.explain.test_pairing import brute_force_cost, told
from tourgen.explain import PairingWhy, bracket_why, pairing_why
from tourgen.model import Game
from tourgen.simulate import Chances
from tourgen.tournament import Tournament

FIELDS = [(OPEN, 64), (OPEN, 51), (WOMEN, 32), (WOMEN, 21)]
GROUPS = {OPEN: ["A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"], WOMEN: ["R4", "R3", "R2", "R1"]}


def game_of(tournament: Tournament, round_no: int, no: int) -> Game | None:
    """What the sheet says."""
    return next((game for game in tournament.rounds[round_no - 1].games if no in game.players), None)


def whys(tournament: Tournament, exact: bool = False) -> Iterator[PairingWhy]:
    """Everybody in every round."""
    for number in tournament.planned or {}:
        for no in tournament.situations[0].entrants:
            yield pairing_why(tournament, number, no, exact=exact)


def number_of(tournament: Tournament, no: int) -> int:
    return tournament.draw.numbers[no]


def lost_in_main(tournament: Tournament, no: int) -> tuple[int, str]:
    """(round, block) of the game that the player lost in the main bracket."""
    return next(
        (played.number, game.group or "")
        for played in tournament.rounds
        for game in played.games
        if game.stage == "main" and no in game.players and game.winner != no
    )


def check_main(tournament: Tournament, why: PairingWhy) -> None:
    assert why.match is not None and why.match.label == "main"
    places = [side.place or 0 for side in why.match.sides]
    assert number_of(tournament, why.no) in places
    upper, lower = (place - 1 for place in places)
    assert upper >> why.round == lower >> why.round  # in the same part of the tree of this round …
    assert upper >> (why.round - 1) == (lower >> (why.round - 1)) - 1  # … and from its two halves
    for side in why.match.sides:
        text = " ".join(reason.text["ja"] for reason in why.reasons)
        if side.no is None or why.round == 1:
            continue
        before = game_of(tournament, why.round - 1, side.no)
        assert before is not None and before.winner == side.no
        other = before.opponent(side.no)
        assert (tournament.players[other].name if other else "不戦勝") in text


def check_repechage(tournament: Tournament, why: PairingWhy) -> None:
    lost_in, block = lost_in_main(tournament, why.no)
    form = tournament.division.declared.id
    assert why.position is not None
    assert (why.position.lost_in, why.position.block, why.position.name) == (
        lost_in,
        block,
        f"{block}{lost_in}",
    )
    assert why.group == why.position.group == str(GROUPS[form].index(f"{block}{lost_in}") + 1)
    assert f"グループ{why.group} ({block}{lost_in})" in why.reasons[0].text["ja"]
    assert why.match is not None
    mine, theirs = why.match.sides
    assert (mine.place or 0) < (theirs.place or 0) or why.round > lost_in + 1


def met_before(tournament: Tournament, one: int, other: int, round_no: int) -> bool:
    return any(
        set(game.players) == {one, other} and game.kind != "forfeit"
        for played in tournament.rounds[: round_no - 1]
        for game in played.games
    )


def check_placing(tournament: Tournament, why: PairingWhy) -> None:
    assert why.placing is not None and why.match is not None
    winners = {
        int(game.group or 0): game.winner
        for game in tournament.rounds[4].games
        if game.stage == "repechage" and game.winner is not None
    }
    assert {winners.get(group) for group in why.placing.groups} == {
        why.no,
        why.opponent,
    } or why.opponent is None
    if tournament.division.declared.id == OPEN:
        assert why.placing.groups in [(1, 2), (3, 4), (5, 6), (7, 8)] and not why.placing.ways
        return
    assert [way.pairs for way in why.placing.ways] == [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    fewest = min(len(way.rematches) for way in why.placing.ways)
    assert why.placing.chosen == next(way for way in why.placing.ways if len(way.rematches) == fewest)
    assert why.placing.groups in why.placing.chosen.pairs
    gone = {no for no, one in tournament.situations[5].entrants.items() if not one.in_pool(6)}
    for way in why.placing.ways:
        for one, other in way.pairs:
            there = {winners.get(one), winners.get(other)} - {None, *gone}
            again = len(there) == 2 and met_before(tournament, *there, round_no=6)  # type: ignore[misc]
            assert ((one, other) in way.rematches) == again


def check_pool(tournament: Tournament, why: PairingWhy) -> int:
    """The highest opponent possible: everybody above is shown to be impossible. How many were checked by hand."""
    assert why.pool is not None and why.step is not None and why.alternatives is not None
    position = tournament.situations[why.round - 1].position
    order = [one.no for one in why.pool.players]
    assert order == sorted(order, key=position.__getitem__) and not why.pool.lowest
    first, second = why.step.pair
    assert first == next(no for no in order if no not in {p for pair in why.step.fixed for p in pair})
    above = [no for no in why.step.left if no and (second is None or position[no] < position[second])]
    assert [one.pair for one in why.alternatives] == [(first, no) for no in above]
    checked = 0
    for one in why.alternatives:
        assert one.cost is not None and one.cost > why.pool.cost
        cost = brute_force_cost(tournament, why, one.pair) if second is not None else None
        assert cost in (None, one.cost)
        checked += cost is not None
        assert any(tournament.players[one.pair[1] or 0].name in text for text in told(why)) or len(above) > 6
    return checked


def check_rest(tournament: Tournament, why: PairingWhy) -> None:
    later = [
        game_of(tournament, number, why.no) for number in range(why.round + 1, len(tournament.rounds) + 1)
    ]
    gone = tournament.situations[-1].entrants[why.no].withdrawn_after is not None
    if why.kind == "rest":
        assert any(game and game.stage in ("final", "placing") for game in later) or gone
        assert "勝数は増えません" in why.reasons[0].text["ja"] and why.reasons[0].quote
    else:
        assert not any(later)


@pytest.mark.parametrize(("form", "players"), FIELDS)
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_every_claim_of_a_simulated_tournament(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    kinds = set()
    checked = 0
    for why in whys(tournament, exact=True):
        planned = next((g for g in (tournament.planned or {})[why.round] if why.no in g.players), None)
        listed = game_of(tournament, why.round, why.no)
        assert why.reasons
        if planned is not None:
            assert why.rules_opponent == planned.opponent(why.no)
            assert (why.stage, why.group) == (planned.stage, planned.group) or why.by_hand
        if listed is not None:
            assert why.opponent == listed.opponent(why.no)
        else:
            assert why.kind in ("withdrawn", "rest", "none") or why.opponent is None
        kinds.add(why.kind)
        match why.kind:
            case "main":
                check_main(tournament, why)
            case "repechage":
                check_repechage(tournament, why)
            case "placing":
                check_placing(tournament, why)
            case "pool":
                checked += check_pool(tournament, why)
            case "rest" | "none":
                check_rest(tournament, why)
            case "knockout":
                assert why.match is not None and why.match.label in ("semi", "third", "final")
            case _:
                assert why.kind == "withdrawn"
    assert {"main", "repechage", "placing", "pool", "knockout", "rest"} <= kinds
    assert ("none" in kinds) == (form == OPEN)
    assert checked or form == OPEN


def test_a_full_field_of_64() -> None:
    tournament = simulated(OPEN, 64, 3)
    seed = next(no for no, number in tournament.draw.numbers.items() if number == 64)
    first = pairing_why(tournament, 1, seed)
    name, other = (tournament.players[no].name for no in (seed, first.opponent or 0))
    assert told(first) == [f"{other}(番号63)と{name}(番号64)の対戦です。"]
    semi = next(game for game in tournament.rounds[4].games if game.stage == "semi")
    why = pairing_why(tournament, 5, semi.players[0])
    assert why.match is not None
    assert [side.origin["ja"] for side in why.match.sides] == ["番号1〜16の勝者", "番号17〜32の勝者"]
    third = next(game for game in tournament.rounds[5].games if game.stage == "third")
    why = pairing_why(tournament, 6, third.players[0])
    assert why.match is not None and {side.origin["en"] for side in why.match.sides} == {
        "loser of a semi-final"
    }
    assert why.reasons[0].quote and "3位(勝者)および8位(敗者)" in why.reasons[0].quote["ja"]
    final = next(game for game in tournament.rounds[6].games if game.stage == "final")
    assert (
        "準決勝に勝ったので、決勝(7回戦)"
        in pairing_why(tournament, 6, final.players[0]).reasons[0].text["ja"]
    )
    winner = next(game.winner for game in tournament.rounds[4].games if game.group == "3")
    assert winner is not None
    assert (
        "グループ3で1位なので、入賞決定戦(7回戦)" in pairing_why(tournament, 6, winner).reasons[0].text["ja"]
    )


def test_the_unbeaten_women_rest_in_round_5() -> None:
    tournament = simulated(WOMEN, 32, 3)
    final = next(game for game in tournament.rounds[5].games if game.stage == "final")
    for no in final.players:
        why = pairing_why(tournament, 5, no or 0)
        assert why.kind == "rest" and why.opponent is None
        assert (
            why.reasons[0]
            .text["en"]
            .startswith("Unbeaten in the main bracket: the final in round 6 is next.")
        )


def test_walkovers_say_who_is_missing() -> None:
    tournament = simulated(OPEN, 64, 2, Chances(absent=0.1, withdraw=0.05))
    empty = left = 0
    for why in whys(tournament):
        if why.kind not in ("main", "repechage") or why.opponent is not None:
            continue
        (text,) = [one.text["ja"] for one in why.reasons if "不戦勝です" in one.text["ja"]]
        assert why.match is not None
        (missing,) = [side.place for side in why.match.sides if side.no is None]
        assert f"番号{missing}" in text
        holder = tournament.situations[0].holders.get(missing or 0)
        if holder is None:
            empty += 1
            assert "空き" in text or "欠席" in text
        else:
            left += 1
            assert f"{tournament.players[holder].name}(番号{missing}、" in text and "棄権" in text
    assert empty and left


@pytest.mark.parametrize(("form", "players"), FIELDS)
@pytest.mark.parametrize("chances", [CALM, UNRULY], ids=["calm", "unruly"])
def test_the_division_at_a_glance(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    why = bracket_why(tournament)
    for step in why.unbeaten:
        wins = {no: tournament.situations[step.after].record.wins(no) for no in step.unbeaten}
        assert set(wins.values()) <= {step.after}
        there = {
            game.winner
            for game in tournament.rounds[step.after - 1].games
            if game.stage == "main" and game.winner is not None
        }
        assert set(step.unbeaten) <= there
        if chances == CALM:
            assert set(step.unbeaten) == there
    assert [group.position.name for group in why.groups] == GROUPS[form]
    for group in why.groups:
        finals = [
            g for g in tournament.rounds[4].games if (g.stage, g.group) == ("repechage", group.position.group)
        ]
        assert group.winner == (finals[0].winner if finals else None)
        assert len(group.places) == (64 if form == OPEN else 32) >> group.position.lost_in >> (form == OPEN)
    assert len(why.placing) == len(GROUPS[form]) // 2
    assert bool(why.reasons) == (form == WOMEN)
