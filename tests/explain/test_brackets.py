"""Section 6: why these two meet in main bracket, repechage, finals, placing matches and ranking league."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.explain.builders import CALM, OPEN, UNRULY, WOMEN, simulated
from tests.explain.test_pairing import planned_game, preferred, told
from tests.random.troubles import Chances
from tourgen.engine.model import Game
from tourgen.engine.reasons import Side, TreeMatch
from tourgen.event.tournament import Tournament
from tourgen.explain.pairing import PairingWhy, pairing_why
from tourgen.explain.text import course_of
from tourgen.explain.words import Reason

FIELDS = [(OPEN, 64), (OPEN, 51), (WOMEN, 32), (WOMEN, 23)]
GROUPS = {OPEN: ["A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"], WOMEN: ["R4", "R3", "R2", "R1"]}

# A bracket re-paired by hand has other neighbours than the numbers tell; what is said of it is tested on its own.
AS_PAIRED = replace(UNRULY, by_hand=0.0)


def game_of(tournament: Tournament, round_no: int, no: int) -> Game | None:
    """What the sheet says."""
    return next((game for game in tournament.rounds[round_no - 1].games if no in game.players), None)


def whys(tournament: Tournament) -> Iterator[PairingWhy]:
    """Everybody in every round."""
    for number in tournament.planned or {}:
        for no in tournament.situations[0].entrants:
            yield pairing_why(tournament, number, no)


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


def sides(tournament: Tournament, why: PairingWhy) -> tuple[Side, Side]:
    """Both sides of a match, as the engine hands them out."""
    reason = planned_game(tournament, why.round, why.no).reason
    assert isinstance(reason, TreeMatch)
    return reason.sides


def check_main(tournament: Tournament, why: PairingWhy) -> None:
    places = [side.number for side in sides(tournament, why)]
    assert number_of(tournament, why.no) in places
    upper, lower = (place - 1 for place in places)
    assert upper >> why.round == lower >> why.round  # in the same part of the tree of this round …
    assert upper >> (why.round - 1) == (lower >> (why.round - 1)) - 1  # … and from its two halves
    text = " ".join(reason.text["ja"] for reason in why.reasons)
    assert all(f"番号{place}" in text for place in places)
    for side in sides(tournament, why):
        if side.no is None or why.round == 1:
            continue
        before = game_of(tournament, why.round - 1, side.no)
        if before is None or before.winner != side.no:
            continue  # who has left is an empty place
        other = before.opponent(side.no)
        name = tournament.players[other].name if other else "不戦勝"
        assert name in text or tournament.before(why.round).entrants[side.no].withdrawn(why.round)


def check_repechage(tournament: Tournament, why: PairingWhy) -> None:
    lost_in, block = lost_in_main(tournament, why.no)
    form = tournament.division.declared.id
    assert why.group == str(GROUPS[form].index(f"{block}{lost_in}") + 1)
    assert f"グループ{why.group} ({block}{lost_in})" in why.reasons[0].text["ja"]
    mine, theirs = sides(tournament, why)
    assert mine.number < theirs.number or why.round > lost_in + 1


def met_before(tournament: Tournament, one: int, other: int, round_no: int) -> bool:
    return any(
        set(game.players) == {one, other} and game.kind != "forfeit"
        for played in tournament.rounds[: round_no - 1]
        for game in played.games
    )


def check_placing(tournament: Tournament, why: PairingWhy) -> None:
    winners = {
        int(game.group or 0): game.winner
        for game in tournament.rounds[4].games
        if game.stage == "repechage" and game.winner is not None
    }
    groups = tuple(int(side.group or 0) for side in sides(tournament, why))
    assert {winners.get(group) for group in groups} == {why.no, why.opponent} or why.opponent is None
    if tournament.division.declared.id == OPEN:
        assert groups in [(1, 2), (3, 4), (5, 6), (7, 8)] and len(why.reasons) <= 2
        return
    text = next(reason.text["ja"] for reason in why.reasons if reason.about == "pool")
    ways = re.findall(r"(\{[\d, -]+\}) 再戦(?:なし|(\d)組)", text)
    assert [way for way, _ in ways] == ["{1-2, 3-4}", "{1-3, 2-4}", "{1-4, 2-3}"]
    gone = {no for no, one in tournament.situations[5].entrants.items() if not one.in_pool(6)}
    for way, count in ways:
        again = 0
        for one, other in re.findall(r"(\d)-(\d)", way):
            there = {winners.get(int(one)), winners.get(int(other))} - {None, *gone}
            again += len(there) == 2 and met_before(tournament, *there, round_no=6)  # type: ignore[arg-type,misc]
        assert again == int(count or 0)
    fewest = min(int(count or 0) for _, count in ways)
    chosen = next(way for way, count in ways if int(count or 0) == fewest)
    assert f"最初の {chosen} とします" in text and f"{groups[0]}-{groups[1]}" in chosen


def check_pool(tournament: Tournament, why: PairingWhy) -> int:
    """The highest opponent possible: everybody above is named as impossible. How many there were."""
    assert why.pool is not None
    alternatives = preferred(tournament, why)
    position = tournament.situations[why.round - 1].position
    order = [one.no for one in why.pool.players]
    assert order == sorted(order, key=position.__getitem__)
    for one in alternatives:
        name = tournament.players[one.pair[1] or 0].name
        assert any(name in text for text in told(why)) or len(alternatives) > 6
    return len(alternatives)


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
@pytest.mark.parametrize("chances", [CALM, AS_PAIRED], ids=["calm", "unruly"])
def test_every_claim_of_a_simulated_tournament(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    kinds, stages = set(), set()
    checked = 0
    for why in whys(tournament):
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
        stages.add(why.stage)
        match why.kind, why.stage:
            case "bracket", "main":
                check_main(tournament, why)
            case "bracket", "repechage":
                check_repechage(tournament, why)
            case "bracket", "placing":
                check_placing(tournament, why)
            case "pool", _:
                checked += check_pool(tournament, why)
            case (("rest" | "none"), _):
                check_rest(tournament, why)
            case "bracket", stage:
                assert stage in ("semi", "third", "final")
            case _:
                assert why.kind == "withdrawn"
    assert {"main", "repechage", "placing", "ranking", "final"} <= stages and "rest" in kinds
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
    assert why.reasons[0].text["ja"].startswith("準決勝は、番号1〜16の勝者(")
    assert "番号17〜32の勝者(" in why.reasons[0].text["ja"]
    third = next(game for game in tournament.rounds[5].games if game.stage == "third")
    why = pairing_why(tournament, 6, third.players[0])
    assert why.reasons[0].text["en"].count("loser of a semi-final") == 2
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
        if why.stage not in ("main", "repechage") or why.opponent is not None or why.kind != "bracket":
            continue
        (text,) = [one.text["ja"] for one in why.reasons if "不戦勝です" in one.text["ja"]]
        (missing,) = [side.number for side in sides(tournament, why) if side.no != why.no]
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
@pytest.mark.parametrize("chances", [CALM, AS_PAIRED], ids=["calm", "unruly"])
def test_the_division_at_a_glance(form: str, players: int, chances: Chances) -> None:
    tournament = simulated(form, players, 3, chances)
    told_of_stages = {
        one.title["ja"]: [r for r in one.body if isinstance(r, Reason)] for one in course_of(tournament)
    }
    main, groups, placing = told_of_stages.values()
    assert list(told_of_stages) == [
        "全勝トーナメント",
        "敗者復活トーナメント",
        "入賞決定戦",
    ]
    for after, reason in enumerate(main, 1):
        games = [game for game in tournament.rounds[after - 1].games if game.stage == "main"]
        there = sum(game.winner is not None for game in games)
        told_of = re.fullmatch(r"(\d)回戦後: 全勝は(\d+)名\(.*\)。", reason.text["ja"])
        assert told_of is not None and int(told_of[1]) == after
        assert int(told_of[2]) == there or (chances != CALM and int(told_of[2]) < there)
    headings = [reason.text["ja"] for reason in groups if reason.text["ja"].startswith("グループ")]
    assert [re.findall(r"\((.*?)\)", text)[0] for text in headings] == GROUPS[form]
    pairs = [one for one in placing if one.text["ja"].startswith(("入賞決定戦は、", "グループ"))]
    assert len(pairs) == len(GROUPS[form]) // 2
    assert any(one.about == "pool" for one in placing) == (form == WOMEN)
