"""The new Othello system in small: brackets of 8 and 16 made by declaration, worked out on paper."""

from typing import Any

from tests.verify.play import Document, Result, play, roster, shipped
from tourgen.formats import Format, read_format, shipped_text
from tourgen.verify import verify
from tourgen.verify.deviation import Pair

CHANGES: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "eight": (
        "othello-new-32",
        (
            ("numbers = [1, 32]", "numbers = [1, 8]"),
            ("seed_places = [32, 16, 8]", "seed_places = [8]"),
            ("rounds = [1, 4]", "rounds = [1, 2]"),
            ("size = 32", "size = 8"),
            ("rounds = [6, 6]", "rounds = [4, 4]"),
            ("rounds = [2, 5]", "rounds = [2, 3]"),
            ('at = ["R4", "R3", "R2", "R1"]', 'at = ["R2", "R1"]'),
            ("placing_round = 6", "placing_round = 4"),
            ('seats = ["1", "2", "3", "4"]', 'seats = ["1", "2"]'),
            ("winner_places = [3, 4]", "winner_places = [3, 3]"),
            ("loser_places = [5, 6]", "loser_places = [4, 4]"),
            ("rounds = [3, 6]", "rounds = [3, 4]"),
        ),
    ),
    "sixteen": (
        "othello-new-64",
        (
            ("numbers = [1, 64]", "numbers = [1, 16]"),
            ("seed_places = [64, 48, 32, 16]", "seed_places = [16, 12, 8, 4]"),
            ("rounds = [1, 4]", "rounds = [1, 2]"),
            ("size = 64", "size = 16"),
            ("rounds = [5, 5]", "rounds = [3, 3]"),
            ("rounds = [6, 6]", "rounds = [4, 4]"),
            ("rounds = [7, 7]", "rounds = [5, 5]"),
            ("loser_places = 8", "loser_places = 6"),
            ("rounds = [2, 5]", "rounds = [2, 3]"),
            ('at = ["A4", "B4", "A3", "B3", "A2", "B2", "A1", "B1"]', 'at = ["A2", "B2", "A1", "B1"]'),
            ("placing_round = 7", "placing_round = 5"),
            ('seats = ["1", "2", "3", "4", "5", "6", "7", "8"]', 'seats = ["1", "2", "3", "4"]'),
            ("winner_places = [4, 7]", "winner_places = [4, 5]"),
            ("loser_places = [9, 12]", "loser_places = [7, 8]"),
            ("rounds = [3, 6]", "rounds = [3, 4]"),
        ),
    ),
}


def small(name: str) -> Format:
    shipped_id, changes = CHANGES[name]
    text = shipped_text(shipped_id)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    declared, problems = read_format(text, name)
    assert declared is not None, problems
    return declared


EIGHT, SIXTEEN = small("eight"), small("sixteen")


def numbered(count: int, **facts: Any) -> list[Document]:
    """Everybody's bracket number is the roster number."""
    return roster(count, women=range(1, count + 1), lottery={no: no for no in range(1, count + 1)}, **facts)


def played(document: Document) -> list[list[tuple[Any, ...]]]:
    return [
        [(g["table"], g["stage"], g["group"], *g["players"], g["winner"]) for g in row["games"]]
        for row in document["rounds"]
    ]


def standings(document: Document) -> list[list[tuple[Any, ...]]]:
    return [
        [(r["no"], r["group"], r["wins"], r["losses"], *r["keys"]) for r in entry["rows"]]
        for entry in document["standings"]
    ]


def test_eight_players_on_paper() -> None:
    """The smaller number wins. 8 has met 7, 6 and 4 before round 4: one rematch in every pairing, so 7-6 and 4-8."""
    document = play(EIGHT, numbered(8))
    assert played(document) == [
        [(1, "main", "R", 1, 2, 1), (2, "main", "R", 3, 4, 3), (3, "main", "R", 5, 6, 5), (4, "main", "R", 7, 8, 7)],
        [(1, "main", "R", 1, 3, 1), (2, "main", "R", 5, 7, 5),
         (3, "repechage", "2", 2, 4, 2), (4, "repechage", "2", 6, 8, 6)],
        [(1, "repechage", "1", 3, 7, 3), (2, "repechage", "2", 2, 6, 2), (3, "ranking", None, 4, 8, 4)],
        [(1, "final", None, 1, 5, 1), (2, "placing", None, 3, 2, 2),
         (3, "ranking", None, 7, 6, 6), (4, "ranking", None, 4, 8, 4)],
    ]  # fmt: skip
    assert standings(document) == [
        [(1, "R", 1, 0, 1, -1), (3, "R", 1, 0, 1, -3), (5, "R", 1, 0, 1, -5), (7, "R", 1, 0, 1, -7),
         (2, None, 0, 1, 0, -2), (4, None, 0, 1, 0, -4), (6, None, 0, 1, 0, -6), (8, None, 0, 1, 0, -8)],
        [(1, None, 2, 0, 2, -1), (5, None, 2, 0, 2, -3), (3, None, 1, 1, 1, -2), (7, None, 1, 1, 1, -4),
         (2, None, 1, 1, 1, -5), (6, None, 1, 1, 1, -7), (4, None, 0, 2, 0, -6), (8, None, 0, 2, 0, -8)],
        [(1, None, 2, 0, 2, -1), (5, None, 2, 0, 2, -2), (3, None, 2, 1, 2, -3), (2, None, 2, 1, 2, -5),
         (7, None, 1, 2, 1, -4), (6, None, 1, 2, 1, -6), (4, None, 1, 2, 1, -7), (8, None, 0, 3, 0, -8)],
        # 1st to 4th by the final and the placing match
        [(1, None, 3, 0, 3, -1), (5, None, 2, 1, 2, -2), (2, None, 3, 1, 3, -4), (3, None, 2, 2, 2, -3),
         (6, None, 2, 2, 2, -6), (4, None, 2, 2, 2, -7), (7, None, 1, 3, 1, -5), (8, None, 0, 4, 0, -8)],
    ]  # fmt: skip
    assert [row["no"] for row in document["final"]] == [1, 5, 2, 3, 6, 4, 7, 8]
    assert [row["rank"] for row in document["final"]] == list(range(1, 9))
    assert verify(document, EIGHT) == []


def test_sixteen_players_on_paper() -> None:
    """Two blocks, semi-finals in round 3, third-place match in round 4 (3rd and 6th), final and placing in round 5."""
    document = play(SIXTEEN, numbered(16))
    rounds = played(document)
    assert rounds[1][:4] == [
        (1, "main", "A", 1, 3, 1), (2, "main", "A", 5, 7, 5), (3, "main", "B", 9, 11, 9), (4, "main", "B", 13, 15, 13),
    ]  # fmt: skip
    assert rounds[1][4:] == [
        (5, "repechage", "3", 2, 4, 2), (6, "repechage", "3", 6, 8, 6),
        (7, "repechage", "4", 10, 12, 10), (8, "repechage", "4", 14, 16, 14),
    ]  # fmt: skip
    assert rounds[2][:6] == [
        (1, "semi", None, 1, 5, 1), (2, "semi", None, 9, 13, 9),
        (3, "repechage", "1", 3, 7, 3), (4, "repechage", "2", 11, 15, 11),
        (5, "repechage", "3", 2, 6, 2), (6, "repechage", "4", 10, 14, 10),
    ]  # fmt: skip
    assert rounds[3][0] == (1, "third", None, 5, 13, 5)
    assert rounds[4] == [
        (1, "final", None, 1, 9, 1), (2, "placing", None, 3, 11, 3), (3, "placing", None, 2, 10, 2),
    ]  # fmt: skip
    assert [row["no"] for row in document["final"]][:8] == [1, 9, 5, 3, 2, 13, 11, 10]
    # After round 4 the third-place match is decided, the rest is by wins.
    after = [row["no"] for row in document["standings"][3]["rows"]]
    assert (after[2], after[5]) == (5, 13)
    assert len(document["standings"]) == 5
    assert verify(document, SIXTEEN) == []


def test_empty_places() -> None:
    """Numbers 1, 2, 5 and 8 only: 1-2 play, 5 and 8 walk over, and 6 and 7 of the groups are nobody."""
    players = roster(4, women=range(1, 5), lottery={1: 1, 2: 2, 3: 5, 4: 8})
    document = play(EIGHT, players)
    assert played(document) == [
        [(1, "main", "R", 1, 2, 1), (None, "main", "R", 3, None, 3), (None, "main", "R", 4, None, 4)],
        [(None, "main", "R", 1, None, 1), (1, "main", "R", 3, 4, 3), (None, "repechage", "2", 2, None, 2)],
        [(None, "repechage", "1", 4, None, 4), (None, "repechage", "2", 2, None, 2)],
        [(1, "final", None, 1, 3, 1), (2, "placing", None, 4, 2, 2)],
    ]
    assert [(row["rank"], row["no"]) for row in document["final"]] == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert verify(document, EIGHT) == []


def test_a_no_show_leaves_an_empty_place() -> None:
    """Gone before round 1: no forfeit, the opponent walks over; nothing is lost, nothing assumed."""
    document = play(EIGHT, numbered(8, withdrawn_after={2: 0}))
    assert played(document)[0][0] == (None, "main", "R", 1, None, 1)
    row = next(row for row in document["standings"][-1]["rows"] if row["no"] == 2)
    assert (row["wins"], row["losses"]) == (0, 0)
    assert verify(document, EIGHT) == []


def test_a_final_with_nobody_there() -> None:
    """1 and 5 rest in round 3 and leave: no game, both take the loser's place; the referee has the titles."""
    document = play(EIGHT, numbered(8, withdrawn_after={1: 2, 5: 3}))
    assert [game["stage"] for game in document["rounds"][3]["games"]] == ["placing", "ranking", "ranking"]
    assert [(row["rank"], row["no"]) for row in document["final"]][:4] == [(2, 1), (2, 5), (3, 2), (4, 3)]
    titles = [(title["title"], title["no"], title["referee"]) for title in document["titles"]]
    assert titles == [("優勝", 1, True), ("準優勝", 5, True)]
    assert verify(document, EIGHT) == []


def test_the_vacant_winners_place_of_a_placing_match() -> None:
    """Both group winners leave after round 3: both are 4th, 3rd stays vacant, the others follow from the 5th."""
    document = play(EIGHT, numbered(8, withdrawn_after={3: 3, 2: 3}))
    assert [(row["rank"], row["no"]) for row in document["final"]][2:5] == [(4, 3), (4, 2), (5, 6)]
    assert verify(document, EIGHT) == []


# --- The women's placing matches


def upset(_round: int, stage: str, pair: Pair) -> Result:
    """5 loses to 1 in round 3 and wins group 2; 1 loses round 4 and wins group 1: they have met."""
    first, second = pair
    assert second is not None
    if stage == "main" and _round == 4 and first == 1:
        return "played", second
    return "played", min(first, second)


WOMEN = shipped("othello-new-32")


def larger_from_below(number: int, stage: str, pair: Pair) -> Result:
    """As above, but the larger number wins groups 3 and 4: 31, who beat 32 in round 1, and 32."""
    if stage == "repechage" and not set(pair) <= {1, 25, 5, 13, 21, 29}:
        return "played", max(no for no in pair if no is not None)
    return upset(number, stage, pair)


def placing_pairs(document: Document) -> list[list[int | None]]:
    return [game["players"] for game in document["rounds"][5]["games"] if game["stage"] == "placing"]


def test_a_rematch_is_avoided_in_placing_matches() -> None:
    """「再戦はできるだけ回避した組み合わせとします」: 1-5 and 31-32 have met, so groups 1-3 and 2-4 play."""
    document = play(WOMEN, numbered(32), larger_from_below)
    assert placing_pairs(document) == [[1, 31], [5, 32]]
    ranks = {row["no"]: row["rank"] for row in document["final"]}
    assert [ranks[no] for no in (1, 5, 31, 32)] == [3, 4, 5, 6], "each in the order of their own groups"
    assert verify(document, WOMEN) == []


def test_where_every_draw_has_a_rematch_the_first_is_taken() -> None:
    """Group winners 1, 5, 3, 2: 1 has beaten the three others."""
    document = play(WOMEN, numbered(32), upset)
    assert placing_pairs(document) == [[1, 5], [3, 2]]
    assert verify(document, WOMEN) == []


def test_nobody_there_is_no_rematch() -> None:
    """1, the winner of group 1, has left: against its empty place 5 has no rematch, and 12 34 stands."""
    document = play(WOMEN, numbered(32, withdrawn_after={1: 5}), upset)
    assert placing_pairs(document) == [[5, None], [3, 2]]
    ranks = {row["no"]: row["rank"] for row in document["final"]}
    assert (ranks[5], ranks[1]) == (3, 5)
    assert verify(document, WOMEN) == []


# --- By hand


def test_semi_finals_made_by_hand() -> None:
    """1-9 and 5-13 instead of 1-5 and 9-13: each game stands for one match, and the winners meet in the final."""
    document = play(SIXTEEN, numbered(16), until=2)
    semis = document["rounds"][2]["games"][:2]
    semis[0]["players"], semis[1]["players"] = [1, 9], [5, 13]
    document["rounds"][2]["by_hand"] = True
    assert verify(document, SIXTEEN) == []
    for game in document["rounds"][2]["games"]:
        game.update(winner=game["winner"] or min(game["players"]))
    late = {deviation.code for deviation in verify(document, SIXTEEN)}
    assert late == {"round-missing", "standing-missing", "state"}, "round 4 is due then"


def test_two_walkovers_of_one_player_are_two_games() -> None:
    """7 and 8 left, 3 and 6 walk over, 6 twice. By hand 2, who was to meet 6, meets 3: 6 has won the group."""
    document = play(EIGHT, numbered(8, withdrawn_after={7: 2, 8: 1}))
    third, fourth = document["rounds"][2:]
    games = {(g["group"], *g["players"]): g for g in third["games"]}
    games["1", 3, None].update(table=1, players=[3, 2], kind="played", rated=True)
    games["2", 2, 6].update(table=None, players=[6, None], kind="bye", winner=6, rated=False)
    third["by_hand"] = True
    (placing,) = (g for g in fourth["games"] if g["stage"] == "placing")
    placing.update(players=[3, 6])
    (ranking,) = (g for g in fourth["games"] if g["stage"] == "ranking")
    ranking.update(players=[2, 4], winner=2)
    # Standings and ranks are still those of the day as it was planned.
    wrong = {one.code for one in verify(document, EIGHT)}
    assert wrong.isdisjoint({"pairing", "player-missing", "player-resting", "re-paired"})
