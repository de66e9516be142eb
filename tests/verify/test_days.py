"""Days that go wrong, divisions that are not over yet, and rounds made by hand."""

from typing import Any

import pytest

from tests.verify.play import Document, Result, play, roster, shipped, smaller_wins
from tourgen.formats import read_format, shipped_text
from tourgen.verify import verify
from tourgen.verify.deviation import Pair

TWO, FOUR, FREE = (shipped(f"othello-{name}") for name in ("2-league", "4-league", "free"))


def codes(document: Document, declared: Any = TWO, **how: bool) -> set[str]:
    return {deviation.code for deviation in verify(document, declared, **how)}


# --- Not over yet


@pytest.mark.parametrize("until", range(9))
@pytest.mark.parametrize("declared", [TWO, FOUR], ids=["2-league", "4-league"])
def test_after_every_round(declared: Any, until: int) -> None:
    document = play(declared, roster(13), until=until)
    assert document["state"]["completed"] == min(
        until, {"othello-2-league": 7, "othello-4-league": 8}[declared.id]
    )
    assert verify(document, declared) == []


def test_nothing_is_awarded_before_the_end() -> None:
    document = play(TWO, roster(13), until=3)
    document["titles"] = [{"title": "優勝", "no": 1}]
    assert codes(document) == {"early"}


def test_without_draws_there_is_no_round() -> None:
    document = play(TWO, roster(8), draws=())
    assert document["rounds"] == [] and document["state"]["next"] == 1
    assert verify(document, TWO) == []
    document["rounds"] = play(TWO, roster(8), until=0)["rounds"]
    assert "round-early" in codes(document)


def test_without_a_seeds_number_there_is_no_round() -> None:
    players = roster(8, seed={1: True, 2: True}, lottery={1: 2})
    assert play(FOUR, players)["rounds"] == []
    unpublished = {**play(FOUR, players), "lottery": {"draws": ["1234", "5678", "9012"], "x0": None}}
    for player in unpublished["players"]:
        player.update(preliminary=None, lottery=None)
    assert verify(unpublished, FOUR) == []


def test_without_desk_numbers_there_is_no_round() -> None:
    document = play(FREE, roster(8, lottery={no: no for no in range(1, 8)}))
    assert document["rounds"] == []
    assert verify(document, FREE) == []


def test_a_field_that_is_too_small() -> None:
    assert "field" in codes(play(FOUR, roster(3), until=0), FOUR)


# --- Withdrawals


def test_who_withdraws_before_the_first_round_is_dealt_and_forfeits() -> None:
    document = play(TWO, roster(12, withdrawn_after={8: 0}))
    game = next(game for game in document["rounds"][0]["games"] if 8 in game["players"])
    assert (game["kind"], game["winner"]) == ("forfeit", 11)
    assert verify(document, TWO) == []


def test_a_bye_of_somebody_withdrawn_is_no_game() -> None:
    """Thirteen: A has 7, and its largest number, no. 1 with 13, would have the bye."""
    document = play(TWO, roster(13, withdrawn_after={1: 0}), until=1)
    assert all(1 not in game["players"] for game in document["rounds"][0]["games"])
    assert verify(document, TWO) == []
    bye = {"stage": "league", "group": "A", "players": [1, None], "kind": "bye", "winner": 1, "rated": False}
    document["rounds"][0]["games"].append({**bye, "table": None, "discs": None})
    assert "bye-withdrawn" in codes(document)


def paired_then_withdrawn() -> Document:
    """Nobody withdrew when round 3 was paired; then no. 12 left, and forfeits in it."""
    document = play(TWO, roster(12), until=2)
    document["players"][11]["withdrawn_after"] = 2
    game = next(
        g for g in document["rounds"][2]["games"] if 12 in g["players"] and g["players"][1] is not None
    )
    game.update(kind="forfeit", winner=sum(game["players"]) - 12, rated=False)
    return document


def test_who_withdraws_after_the_pairing_forfeits() -> None:
    document = paired_then_withdrawn()
    assert verify(document, TWO) == []
    assert "player-resting" in codes(document, paired_ahead=False), "unless nobody was paired ahead"
    game = next(g for g in document["rounds"][2]["games"] if 12 in g["players"])
    game.update(kind="played", winner=12)
    assert codes(document) >= {"kind"}


def test_a_qualifier_withdraws_before_the_final() -> None:
    """1 and 2 are the smaller numbers of their leagues and qualify; 2 is gone before round 7."""
    names = play(TWO, roster(12))["titles"]
    first, second = names[0]["no"], names[1]["no"]
    document = play(TWO, roster(12, withdrawn_after={first: 5}))
    final = document["rounds"][-1]["games"][0]
    assert (final["kind"], final["winner"]) == ("forfeit", second)
    assert [(row["rank"], row["no"]) for row in document["final"][:3]][:2] == [(1, second), (2, first)]
    wins = {row["no"]: (row["wins"], row["losses"]) for row in document["standings"][-1]["rows"]}
    assert wins[first] == (5, 1), "nothing more is assumed to be won"
    assert verify(document, TWO) == []


# --- A league without an unbeaten player


def all_lose_in_a(_round: int, stage: str, pair: Pair) -> Result:
    """The first round of league A (10 9 11 4 6 8) is three double losses."""
    if _round == 1 and pair[0] in (10, 9, 11):
        return "double-loss", None
    return smaller_wins(_round, stage, pair)


def test_no_further_round_without_a_confirmation() -> None:
    document = play(TWO, roster(12), all_lose_in_a)
    assert document["state"] == {"completed": 1, "next": 2, "finished": False}
    assert all(
        row["group"] is None for row in document["standings"][0]["rows"] if row["no"] in (10, 9, 11, 4, 6, 8)
    )
    assert verify(document, TWO) == []


def test_the_confirmed_player_has_qualified() -> None:
    document = play(TWO, roster(12), all_lose_in_a, confirmed={"A": (4, 1)})
    assert document["state"]["finished"]
    row = next(row for row in document["standings"][0]["rows"] if row["no"] == 4)
    assert (row["group"], row["wins"]) == ("A", 0)
    assert [game["kind"] for game in document["rounds"][1]["games"] if game["players"] == [4, None]] == [
        "bye"
    ]
    assert verify(document, TWO) == []
    unconfirmed = {**document, "confirmed": []}
    assert "round-early" in codes(unconfirmed)
    other_league = {**document, "confirmed": [{"group": "A", "no": 3, "after": 1}]}
    assert {"confirmed", "round-early"} <= codes(other_league)
    too_late = {**document, "confirmed": [{"group": "A", "no": 4, "after": 2}]}
    assert {"confirmed", "round-early"} <= codes(too_late)


def test_a_league_that_everybody_left_has_no_qualifier() -> None:
    """Nothing is asked, the place in the knockout stays empty and the other finalist has a bye."""
    gone = dict.fromkeys((10, 9, 11, 4, 6, 8), 2)
    document = play(TWO, roster(12, withdrawn_after=gone))
    final = document["rounds"][-1]["games"]
    assert [game["kind"] for game in final] == ["bye"]
    assert [row["rank"] for row in document["final"]][:2] == [1, 3], "the second place stays vacant"
    assert verify(document, TWO) == []


# --- By hand


def by_hand(number: int) -> Document:
    """Two second players of one pool exchanged, everything after it paired as the rules say."""
    right = play(TWO, roster(14), until=number - 1)
    pool = [
        g for g in right["rounds"][-1]["games"] if g["stage"] == "ranking" and g["players"][1] is not None
    ]
    one, other = pool[:2]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    return right


def test_a_round_made_by_hand_stands() -> None:
    document = by_hand(3)
    assert codes(document) == {"pairing"}
    document["rounds"][2]["by_hand"] = True
    assert verify(document, TWO) == []
    (found,) = verify(document, TWO, hand_made=True)
    assert (found.code, found.round) == ("re-paired", 3)
    assert set(found.expected.split(", ")).isdisjoint(found.found.split(", "))


def test_a_typed_label_is_one_that_the_format_knows() -> None:
    document = by_hand(3)
    document["rounds"][2]["by_hand"] = True
    game = document["rounds"][2]["games"][0]
    game["group"] = "Z"
    assert codes(document) == {"group"}
    game["stage"] = "swiss"
    assert codes(document) == {"stage"}


def test_by_hand_is_a_claim_that_must_be_true() -> None:
    document = play(TWO, roster(14), until=2)
    document["rounds"][2]["by_hand"] = True
    assert codes(document) == {"by-hand"}


def test_a_round_from_before_a_correction_lists_who_was_due_then() -> None:
    """Somebody is missing from a round and somebody plays who has qualified: no mistake where it is by hand."""
    document = play(TWO, roster(14), until=3)
    games = document["rounds"][3]["games"]
    bye = next(game for game in games if game["kind"] == "bye" and game["stage"] == "league")
    other = next(game for game in games if game["stage"] == "ranking" and game["players"][1] is not None)
    games.remove(bye)
    other["players"][0] = bye["players"][0]
    assert {"player-missing", "pairing"} <= codes(document)
    document["rounds"][3]["by_hand"] = True
    assert verify(document, TWO) == []


def test_a_final_made_by_hand_decides_the_places() -> None:
    """A semi-final is corrected after the last round was played: its games stand, and so do their places."""
    numbers = {no: no for no in range(1, 9)}
    document = play(
        FREE, roster(8, lottery=numbers)
    )  # semi-finals 1-4, 2-3; final 1-2, third-place match 4-3
    semi = next(game for game in document["rounds"][4]["games"] if game["players"] == [2, 3])
    semi["winner"] = 3
    last = document["rounds"][5]
    last["by_hand"] = True
    assert [row["no"] for row in document["final"][:4]] == [1, 2, 3, 4]
    assert verify(document, FREE) == []


# --- Who was paired before withdrawing


def test_a_qualifier_who_does_not_come_to_the_semi_final() -> None:
    """Qualified in round 6 and withdrawn after it, but the semi-finals were made: a forfeit, nobody is promoted."""
    document = play(FOUR, roster(64), until=6)
    semi = document["rounds"][6]["games"][0]
    assert semi["stage"] == "semi"
    first, second = semi["players"]
    document["players"][first - 1]["withdrawn_after"] = 6
    semi.update(kind="forfeit", winner=second, rated=False)
    assert verify(document, FOUR) == []


def test_a_double_loss_stays_one_when_one_of_the_two_withdraws() -> None:
    document = paired_then_withdrawn()
    game = next(game for game in document["rounds"][2]["games"] if 12 in game["players"])
    game.update(kind="double-loss", winner=None)
    assert verify(document, TWO) == []


def test_nobody_who_has_left_is_confirmed() -> None:
    document = play(TWO, roster(12, withdrawn_after={4: 1}), all_lose_in_a, confirmed={"A": (4, 1)})
    assert document["state"]["completed"] == 1
    assert codes(document) == {"confirmed"}


# --- A copied format


def test_three_leagues_and_an_empty_place() -> None:
    """A's winner has a bye in the semi-finals; three places are the knockout's, the others follow from the fourth."""
    text = shipped_text("othello-4-league")
    for old, new in (
        ('groups = ["A", "B", "C", "D"]', 'groups = ["A", "B", "C"]'),
        ('["B>A", "D>C"]', '["B>A"]'),
        ('seats = ["A", "D", "B", "C"]', 'seats = ["A", "", "B", "C"]'),
    ):
        assert old in text
        text = text.replace(old, new)
    declared, problems = read_format(text, "three")
    assert declared is not None, problems
    document = play(declared, roster(12))
    semis = [game for game in document["rounds"][6]["games"] if game["stage"] == "semi"]
    assert [game["kind"] for game in semis] == ["bye", "played"]
    assert [row["rank"] for row in document["final"]] == list(range(1, 13))
    assert verify(document, declared) == []
