"""女子: every case of the women's title, on eight players in four leagues.

Draws 1234, 5678, 9012 deal A 3 5, B 7 6, C 2 8, D 4 1. The first of each wins round 1 and has qualified, so the
semi-finals are 3-4 and 7-2, and 5, 6, 8, 1 play the ranking league.
"""

from collections.abc import Callable

import pytest

from tests.verify.play import Document, Result, play, roster, shipped
from tourgen.verify import verify
from tourgen.verify.deviation import Pair

FOUR = shipped("othello-4-league")
STRENGTH = [3, 7, 2, 4, 5, 6, 8, 1]  # 3 wins the final against 7; 4 and 2 are third; 5 is best of the others


def stronger(_round: int, _stage: str, pair: Pair) -> Result:
    return "played", min((no for no in pair if no is not None), key=STRENGTH.index)


def event(women: list[int], withdrawn: dict[int, int] | None = None) -> Document:
    return play(FOUR, roster(8, women=women, withdrawn_after=withdrawn or {}), stronger)


def womens_final(document: Document) -> list[list[int]]:
    return [game["players"] for game in document["rounds"][-1]["games"] if game["stage"] == "womens-final"]


CASES: list[tuple[str, list[int], dict[int, int], list[int], list[tuple[int, bool]]]] = [
    # name, women, withdrawn, players of the women's final, champion and runner-up (flagged for the referee)
    ("none in the event", [], {}, [], []),
    ("none of the four, two others", [5, 1], {}, [5, 1], [(5, False), (1, False)]),
    ("none of the four, three others", [5, 6, 1], {}, [5, 6], [(5, False), (6, False)]),
    ("a withdrawn woman is skipped", [5, 6, 1], {5: 7}, [6, 1], [(6, False), (1, False)]),
    ("only one is left", [5, 6], {5: 7}, [], [(6, False)]),
    ("nobody is left", [5], {5: 7}, [], []),
    ("one in the event", [6], {}, [], [(6, False)]),
    ("one of the four", [4, 5, 6], {}, [], [(4, False), (5, False)]),
    ("one of the four, the next one withdrew", [4, 5], {5: 7}, [], [(4, False), (5, False)]),
    ("one of the four, alone", [4], {}, [], [(4, False)]),
    ("two, both third", [4, 2, 5], {}, [2, 4], [(2, False), (4, False)]),
    ("two, both third, one withdrew", [4, 2, 5], {2: 7}, [2, 4], [(4, False), (2, False)]),
    ("two, both third, both withdrew", [4, 2, 5], {2: 7, 4: 7}, [], [(2, True), (4, True)]),
    ("two, first and third", [3, 2], {}, [], [(3, False), (2, False)]),
    ("two, in the final", [3, 7, 5], {}, [], [(3, False), (7, False)]),
    ("three, two of them third", [7, 2, 4], {}, [], [(7, False), (2, True)]),
    ("three, one of them third", [3, 7, 4], {}, [], [(3, False), (7, False)]),
    ("all four", [3, 7, 2, 4], {}, [], [(3, False), (7, False)]),
]


@pytest.mark.parametrize(
    ("women", "withdrawn", "players", "holders"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_womens_title(
    women: list[int], withdrawn: dict[int, int], players: list[int], holders: list[tuple[int, bool]]
) -> None:
    document = event(women, withdrawn)
    assert verify(document, FOUR, paired_ahead=False) == []
    (game,) = womens_final(document) or [[]]
    assert sorted(game) == sorted(players)
    named = [(row["no"], row["referee"]) for row in document["titles"] if row["title"].startswith("女子")]
    order = {row["no"]: row["rank"] for row in document["standings"][-1]["rows"]}
    if holders and all(flagged for _, flagged in holders):
        # Tied in place: whoever is ahead after the last ranking round.
        holders = sorted(holders, key=lambda holder: order[holder[0]])
    elif len(holders) == 2 and holders[1][1]:
        holders = [holders[0], min(((2, True), (4, True)), key=lambda holder: order[holder[0]])]
    assert named == holders


def test_the_womens_final_changes_no_win_and_no_rank() -> None:
    with_final, without = event([5, 1]), event([])
    assert womens_final(with_final) and not womens_final(without)
    for key in ("standings", "final"):
        assert with_final[key] == without[key]


SPOILED: list[tuple[str, list[int], Callable[[Document], object], str]] = [
    ("a wrong champion", [4, 5, 6], lambda d: d["titles"][2].update(no=5), "title"),
    ("no runner-up", [4, 5, 6], lambda d: d["titles"].pop(), "title"),
    ("a runner-up too many", [4], lambda d: d["titles"].append({"title": "女子準優勝", "no": 5}), "title"),
    ("the referee forgotten", [7, 2, 4], lambda d: d["titles"][3].update(referee=False), "referee"),
    ("the referee asked in vain", [3, 7], lambda d: d["titles"][2].update(referee=True), "referee"),
    ("a game that isn't due", [4, 5, 6], lambda d: d["rounds"][-1]["games"].append(
        {"table": 2, "stage": "womens-final", "group": None, "players": [4, 5], "kind": "played", "winner": 4,
         "discs": None, "rated": True}), "player-resting"),
    ("a game that is forgotten", [5, 6], lambda d: d["rounds"][-1]["games"].pop(), "player-missing"),
    ("a game of others", [5, 6, 1], lambda d: d["rounds"][-1]["games"][1].update(players=[5, 1], winner=5), "pairing"),
]  # fmt: skip


@pytest.mark.parametrize(("women", "spoil", "code"), [c[1:] for c in SPOILED], ids=[c[0] for c in SPOILED])
def test_wrong_titles_are_found(women: list[int], spoil: Callable[[Document], object], code: str) -> None:
    document = event(women)
    spoil(document)
    assert code in {deviation.code for deviation in verify(document, FOUR)}


def test_who_never_came_holds_no_title() -> None:
    declared = shipped("shogi-championship")
    document = play(declared, roster(6, withdrawn_after=dict.fromkeys(range(1, 7), 0)))
    assert (document["state"]["finished"], document["titles"]) == (True, [])
    assert verify(document, declared) == []
    first = document["final"][0]["no"]
    document["titles"] = [{"title": "優勝", "no": first}]
    assert [deviation.code for deviation in verify(document, declared)] == ["title"]
