"""A right document is spoiled in one place: it must be found, and named well."""

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.engine.builders import swiss
from tests.engine.random_play import CALM, Day
from tests.verify.division import Division, declaration, play
from tourgen.messages.problems import catalogue
from tourgen.verify import verify

Document = dict[str, Any]

FORFEITS = Day(withdraw=0.02, forfeit=0.1, draw=0.1)
FIELDS = {
    "othello-2-league": 11,
    "othello-4-league": 16,
    "othello-free": 12,
    "othello-new-64": 24,
    "othello-new-32": 12,
    "shogi-championship": 11,
    "shogi-encouragement": 14,
    "shogi-team": 13,
    "go-swiss": 14,
    "go-mcmahon": 15,
    "othello-swiss": 13,
    "shogi-two-wins": 14,
    "knockout": 13,
    "round-robin": 7,
    "groups-knockout": 14,
    "go-team-handicap": 9,
}


@cache
def _right(format_id: str) -> Division:
    return play(declaration(format_id), FIELDS[format_id], CALM, 3)


def codes(document: Document, format_id: str) -> set[str]:
    division = _right(format_id)
    found = verify(document, declaration(format_id), paired_ahead=False, barred=division.barred)
    return {one.code for one in found}


def games(document: Document, number: int) -> list[Document]:
    """The games of a round that two players played."""
    rows: list[Document] = document["rounds"][number - 1]["games"]
    return [game for game in rows if game["players"][1] is not None]


def a_lot(document: Document) -> None:
    document["players"][2]["lottery"] += 1


def a_preliminary_number(document: Document) -> None:
    document["players"][1]["preliminary"] += 1


def x0(document: Document) -> None:
    document["lottery"]["x0"] += 1


def a_group(document: Document) -> None:
    document["players"][3]["league"] = "Z"


def opponents(document: Document) -> None:
    one, other = games(document, 2)[:2]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    for game in (one, other):
        if game["kind"] != "draw":
            game["winner"] = game["players"][0]
            game["discs"] = None
            game["boards"] = [1] * len(game["boards"]) if game.get("boards") else game.get("boards", ...)
            if game["boards"] is ...:
                del game["boards"]


def the_first_named(document: Document) -> None:
    game = games(document, 1)[0]
    game["players"] = game["players"][::-1]
    game["discs"] = game["discs"] and game["discs"][::-1]


def a_table(document: Document) -> None:
    games(document, 1)[0]["table"] = 77


def a_label(document: Document) -> None:
    games(document, 1)[0]["stage"] = "playoff-of-old"


def the_group_of_a_game(document: Document) -> None:
    games(document, 1)[0]["group"] = "Z"


def a_player_left_out(document: Document) -> None:
    document["rounds"][0]["games"].remove(games(document, 1)[0])


def a_kind(document: Document) -> None:
    games(document, 1)[0].update(kind="adjourned")


def a_winner_from_elsewhere(document: Document) -> None:
    game = next(game for game in games(document, 1) if game["kind"] == "played")
    game["winner"] = next(no for no in range(1, 99) if no not in game["players"])


def a_rated_forfeit(document: Document) -> None:
    game = next(game for game in games(document, 1) if game["kind"] == "played")
    game.update(kind="forfeit", rated=True, discs=None)


def made_by_hand(document: Document) -> None:
    document["rounds"][1]["by_hand"] = True


def a_rank(document: Document) -> None:
    document["standings"][0]["rows"][1]["rank"] += 1


def a_row(document: Document) -> None:
    rows = document["standings"][-1]["rows"]
    rows[0], rows[1] = rows[1], rows[0]


def a_key(document: Document) -> None:
    document["standings"][1]["rows"][2]["keys"][-1] += 1


def wins(document: Document) -> None:
    document["standings"][1]["rows"][0]["wins"] += 1


def losses(document: Document) -> None:
    document["standings"][0]["rows"][-1]["losses"] += 1


def a_group_in_a_standing(document: Document) -> None:
    document["standings"][0]["rows"][0]["group"] = "Z"


def a_standing(document: Document) -> None:
    del document["standings"][0]


def a_player_of_a_standing(document: Document) -> None:
    document["standings"][1]["rows"].pop()


def a_final_rank(document: Document) -> None:
    document["final"][-1]["rank"] += 1


def a_final_key(document: Document) -> None:
    document["final"][1]["keys"][0] += 1


def a_final_count(document: Document) -> None:
    document["final"][0]["draws"] += 1


def a_title(document: Document) -> None:
    document["titles"][0]["no"] = document["final"][-1]["no"]


def no_title(document: Document) -> None:
    document["titles"].pop()


def a_referee(document: Document) -> None:
    document["titles"][0]["referee"] = True


def an_award(document: Document) -> None:
    document["awards"].append(
        {"no": document["final"][-1]["no"], "award": "十段", "reason": "1st", "charged": True}
    )


def a_qualification(document: Document) -> None:
    document["qualified"].append({"no": document["final"][-1]["no"], "for": "夢", "reason": "夢"})


def a_confirmation(document: Document) -> None:
    document["confirmed"].append({"group": "A", "no": 1, "after": 1})


def a_stage(document: Document) -> None:
    document["stages"][0]["rounds"] = [1, 1]


def a_criterion(document: Document) -> None:
    document["criteria"] = document["criteria"][1:]


def the_state(document: Document) -> None:
    document["state"]["next"] = 99


def a_live_standing(document: Document) -> None:
    document["live"] = {"round": 9, "entered": 0, "games": 1, "rows": []}


def a_round_too_many(document: Document) -> None:
    document["rounds"].append({"round": 99, "by_hand": False, "games": []})


def a_roster_number_twice(document: Document) -> None:
    document["players"].append(dict(document["players"][0]))


EVERYWHERE: tuple[tuple[Callable[[Document], None], str], ...] = (
    (a_group, "league"),
    (opponents, "pairing"),
    (a_table, "table"),
    (a_label, "stage"),
    (the_group_of_a_game, "group"),
    (a_player_left_out, "player-missing"),
    (a_kind, "kind"),
    (a_winner_from_elsewhere, "winner"),
    (a_rated_forfeit, "rated"),
    (made_by_hand, "by-hand"),
    (a_rank, "standing-rank"),
    (a_row, "standing-order"),
    (a_key, "key"),
    (wins, "standing-wins"),
    (losses, "standing-losses"),
    (a_group_in_a_standing, "standing-group"),
    (a_standing, "standing-missing"),
    (a_player_of_a_standing, "standing-players"),
    (a_final_rank, "final"),
    (a_final_key, "key"),
    (a_final_count, "final-count"),
    (a_title, "title"),
    (no_title, "title"),
    (a_referee, "referee"),
    (an_award, "award"),
    (a_qualification, "qualified"),
    (a_confirmation, "confirmed"),
    (a_stage, "stages"),
    (a_criterion, "criteria"),
    (the_state, "state"),
    (a_live_standing, "live"),
    (a_round_too_many, "round-early"),
    (a_roster_number_twice, "roster-twice"),
)
DRAWN: tuple[tuple[Callable[[Document], None], str], ...] = (
    (a_lot, "lottery"),
    (a_preliminary_number, "preliminary"),
    (x0, "x0"),
)


@pytest.mark.parametrize("format_id", FIELDS)
def test_every_fault_is_found(format_id: str) -> None:
    """Each in every third format."""
    desk = declaration(format_id).lottery.method != "linear-congruence"
    turn = list(FIELDS).index(format_id) % 3
    for spoil, code in (*EVERYWHERE[turn::3], *(() if desk else DRAWN)):
        document = copy.deepcopy(_right(format_id).document)
        spoil(document)
        assert code in codes(document, format_id), f"{format_id}: {spoil.__name__}"


def in_a_round_robin_who_is_named_first(document: Document) -> None:
    the_first_named(document)


@pytest.mark.parametrize(
    "format_id", ["othello-swiss", "shogi-championship", "round-robin", "othello-new-32"]
)
def test_who_is_named_first(format_id: str) -> None:
    document = copy.deepcopy(_right(format_id).document)
    the_first_named(document)
    assert "player-order" in codes(document, format_id)


def test_boards_must_agree_with_the_winner_and_discs_with_the_standings() -> None:
    document = copy.deepcopy(_right("shogi-team").document)
    game = next(game for game in games(document, 1) if game["kind"] == "played")
    game["boards"] = [1 - won for won in game["boards"]]
    assert "winner" in codes(document, "shogi-team")
    document = copy.deepcopy(_right("othello-swiss").document)
    game = next(game for game in games(document, 1) if game["kind"] == "played")
    game["discs"] = game["discs"][::-1]
    assert "key" in codes(document, "othello-swiss")


@pytest.mark.parametrize("format_id", ["othello-free", "shogi-championship", "knockout", "groups-knockout"])
def test_the_bracket_is_derived_again(format_id: str) -> None:
    """Two finalists exchanged before the last round."""
    document = copy.deepcopy(_right(format_id).document)
    number = next(
        row["round"] for row in document["rounds"] if any(g["stage"] == "semi" for g in row["games"])
    )
    one, other = [game for game in games(document, number) if game["stage"] == "semi"]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    one["winner"], other["winner"] = one["players"][0], other["players"][0]
    one["discs"] = other["discs"] = None
    assert "pairing" in codes(document, format_id)


def test_stones_are_derived_again() -> None:
    declared = swiss(head='[handicap]\nby = "grade"', rounds=3, game="go")
    document = play(declared, 8, CALM, 1).document
    stones = [game for row in document["rounds"] for game in row["games"] if game["handicap"]["stones"]]
    assert stones and not verify(document, declared)
    stones[0]["handicap"]["black"] = 1 - stones[0]["handicap"]["black"]
    assert [one.code for one in verify(document, declared)] == ["handicap"]


def test_who_has_no_grade_or_rating_comes_last() -> None:
    declared = swiss('["wins", "grade", "rating"]', rounds=2)
    documents = [play(declared, 9, CALM, seed).document for seed in range(1, 5)]
    assert all(not verify(document, declared) for document in documents)
    keys = [row["keys"][1:] for document in documents for row in document["standings"][0]["rows"]]
    assert min(keys)[0] == -99 and min(key[1] for key in keys) == -1_000_000


def test_one_wrong_key_is_one_deviation() -> None:
    document = copy.deepcopy(_right("othello-4-league").document)
    row = document["standings"][2]["rows"][4]
    row["keys"][2] += 1
    (found,) = verify(document, declaration("othello-4-league"), paired_ahead=False)
    value = row["keys"][2]
    assert (found.code, found.round, found.no) == ("key", 3, row["no"])
    assert (found.expected, found.found) == (f"top-bottom-1 {value - 1}", f"top-bottom-1 {value}")


def test_running_rounds() -> None:
    declared = declaration("othello-swiss")
    division = play(declared, 11, CALM, 5, rounds=2, partly=True)
    for change in ({"entered": 99}, {"games": 99}, {"round": 99}):
        document = copy.deepcopy(division.document)
        document["live"] |= change
        assert "live" in {one.code for one in verify(document, declared)}
    document = copy.deepcopy(division.document)
    document["live"]["rows"][0]["wins"] += 1
    assert "live-wins" in {one.code for one in verify(document, declared)}
    document = copy.deepcopy(division.document)
    document["final"] = []
    assert "early" in {one.code for one in verify(document, declared)}


def test_every_code_has_words() -> None:
    used = {code for _, code in (*EVERYWHERE, *DRAWN)} | {"player-order", "early", "live-wins"}
    assert {f"verify-{code}" for code in used} <= catalogue().keys()
