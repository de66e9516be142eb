"""Two events worked out on paper: the document typed from the paper must pass, and is what is derived.

Twelve players in two leagues, draws 1234, 5678, 9012, no seeds. Lottery numbers (no: number):
1: 12, 2: 6, 3: 2, 4: 7, 5: 8, 6: 9, 7: 4, 8: 11, 9: 3, 10: 1, 11: 5, 12: 10. A: 10 9 11 4 6 8, B: 3 7 2 5 12 1.
"""

from typing import Any

from tests.verify.play import Document, Result, play, roster, shipped
from tourgen.verify import verify
from tourgen.verify.deviation import Pair

TWO, FREE = shipped("othello-2-league"), shipped("othello-free")

# (table, stage, group, first, second, winner)
ROUNDS: list[list[tuple[int | None, str, str | None, int, int | None, int | None]]] = [
    # Halves by number: A 10 9 11 against 4 6 8, B 3 7 2 against 5 12 1. The smaller number wins.
    [
        (1, "league", "A", 10, 4, 10),
        (2, "league", "A", 9, 6, 9),
        (3, "league", "A", 11, 8, 11),
        (4, "league", "B", 3, 5, 3),
        (5, "league", "B", 7, 12, 7),
        (6, "league", "B", 2, 1, 2),
    ],
    # Three unbeaten in each league: all stay. A in order 11 9 10 | 8 6 4: one gap of 1 is needed, 11 takes the
    # lowest of the others, 4; then 9-10 and 8-6. B in order 2 7 3 | 1 12 5: 2-5, 7-3, 1-12.
    [
        (1, "league", "A", 11, 4, 4),
        (2, "league", "A", 9, 10, 9),
        (3, "league", "A", 8, 6, 8),
        (4, "league", "B", 2, 5, 2),
        (5, "league", "B", 7, 3, 7),
        (6, "league", "B", 1, 12, 1),
    ],
    # 9 is A's sole unbeaten and rests with byes; 2 and 7 are B's two. The ranking league in order: 1 win 10 11 3
    # 1 4 8, no win 12 6 5, and the phantom. Cheapest is one gap of 1, the phantom against a player without a win.
    # 10 takes the lowest of its equals, 8; 11 has met 4 and 8, so 1; 3-4; 12 takes the phantom, the lowest of
    # all; 6-5.
    [
        (1, "league", "B", 2, 7, None),
        (None, "league", "A", 9, None, 9),
        (2, "ranking", None, 10, 8, None),
        (3, "ranking", None, 11, 1, None),
        (4, "ranking", None, 3, 4, None),
        (None, "ranking", None, 12, None, 12),
        (5, "ranking", None, 6, 5, None),
    ],
]

# (no, group, wins, losses, wins before, S1, S2 (= S3 … S6), lottery number), in provisional order
STANDINGS: list[list[tuple[int, str | None, int, int, int, int, int, int]]] = [
    # Winners beat somebody without a win, losers lost to somebody with one.
    [
        (2, "B", 1, 0, 0, 0, 0, 6),
        (11, "A", 1, 0, 0, 0, 0, 5),
        (7, "B", 1, 0, 0, 0, 0, 4),
        (9, "A", 1, 0, 0, 0, 0, 3),
        (3, "B", 1, 0, 0, 0, 0, 2),
        (10, "A", 1, 0, 0, 0, 0, 1),
        (1, "B", 0, 1, 0, 1, 1, 12),
        (8, "A", 0, 1, 0, 1, 1, 11),
        (12, "B", 0, 1, 0, 1, 1, 10),
        (6, "A", 0, 1, 0, 1, 1, 9),
        (5, "B", 0, 1, 0, 1, 1, 8),
        (4, "A", 0, 1, 0, 1, 1, 7),
    ],
    [
        (2, "B", 2, 0, 1, 1, 1, 6),  # beat 1 (1 win) and 5 (0)
        (7, "B", 2, 0, 1, 1, 1, 4),  # beat 12 (0) and 3 (1)
        (9, "A", 2, 0, 1, 1, 1, 3),  # beat 6 (0) and 10 (1): qualified
        (10, None, 1, 1, 1, 3, 3, 1),  # beat 4 (1), lost to 9 (2)
        (11, None, 1, 1, 1, 2, 2, 5),  # beat 8 (1), lost to 4 (1)
        (3, None, 1, 1, 1, 2, 2, 2),  # beat 5 (0), lost to 7 (2)
        (1, None, 1, 1, 0, 2, 2, 12),  # lost to 2 (2), beat 12 (0)
        (4, None, 1, 1, 0, 2, 2, 7),  # lost to 10 (1), beat 11 (1)
        (8, None, 1, 1, 0, 1, 1, 11),  # lost to 11 (1), beat 6 (0)
        (12, None, 0, 2, 0, 1, 3, 10),  # lost to 7 (2) and 1 (1)
        (6, None, 0, 2, 0, 1, 3, 9),  # lost to 9 (2) and 8 (1)
        (5, None, 0, 2, 0, 1, 3, 8),  # lost to 3 (1) and 2 (2)
    ],
]

PRELIMINARY = {1: 8022299, 2: 4185410, 3: 2127977, 4: 4405904}


def typed() -> Document:
    """The paper as a document."""
    league = {no: "A" if no in (10, 9, 11, 4, 6, 8) else "B" for no in range(1, 13)}
    number = {row[0]: row[7] for row in STANDINGS[0]}
    players = roster(12, lottery=number, league=league)
    x = 2694132
    for player in players:
        x = (x * 65793 + 4282663) % 8388608
        player["preliminary"] = x
    assert {no: players[no - 1]["preliminary"] for no in PRELIMINARY} == PRELIMINARY
    return {
        "lottery": {"draws": ["1234", "5678", "9012"], "x0": 2694132},
        "players": players,
        "confirmed": [],
        "rounds": [
            {"round": r, "by_hand": False, "games": [_game(*row) for row in rows]}
            for r, rows in enumerate(ROUNDS, 1)
        ],
        "standings": [
            {"after": after, "rows": [_row(rank, *row) for rank, row in enumerate(rows, 1)]}
            for after, rows in enumerate(STANDINGS, 1)
        ],
        "final": None,
        "titles": [],
        "awards": [],
        "qualified": [],
        "state": {"completed": 2, "next": 3, "finished": False},
    }


def _game(
    table: int | None, stage: str, group: str | None, first: int, second: int | None, winner: int | None
) -> dict[str, Any]:
    kind = "bye" if second is None else "played"
    return {
        **{"table": table, "stage": stage, "group": group, "players": [first, second]},
        **{"kind": kind, "winner": winner, "discs": None, "rated": kind == "played"},
    }


def _row(
    rank: int, no: int, group: str | None, wins: int, losses: int, before: int, s1: int, s2: int, lot: int
) -> dict[str, Any]:
    keys = [wins, before, s1, s2, s2, s2, s2, s2, lot]
    return {"rank": rank, "no": no, "group": group, "wins": wins, "losses": losses, "keys": keys}


def test_two_leagues_on_paper() -> None:
    assert verify(typed(), TWO) == []


def test_the_paper_is_what_is_derived() -> None:
    winners = {frozenset(row[3:5]): row[5] for rows in ROUNDS for row in rows}
    played = play(TWO, roster(12), lambda _r, _s, pair: ("played", winners[frozenset(pair)]), until=2)
    for key, value in typed().items():
        assert played[key] == value, key


# --- The free class with eight: numbers as typed, 2 players in each league, A 1-5, B 2-6, C 3-7, D 4-8.


def free_result(_round: int, stage: str, pair: Pair) -> Result:
    """3 wins the final against 1, 4 is third; in the ranking league the smaller number wins."""
    if stage == "league":
        return "played", min(pair[0], pair[1] or 0)
    if stage in ("semi", "final", "third"):
        return "played", max(set(pair) & {1, 3, 4}, key=[4, 1, 3].index) or None
    return "played", min(pair[0], pair[1] or 0)


def free_class(**facts: Any) -> Document:
    return play(FREE, roster(8, lottery={no: no for no in range(1, 9)}, **facts), free_result)


def test_free_class_on_paper() -> None:
    """Round 1: 1-5, 2-6, 3-7, 4-8, the smaller wins and is A1, B1, C1, D1. Round 5: 1-4, 2-3; round 6: 1-3, 4-2.

    The four others play rounds 2-6 among themselves. Round 2, in order 8 7 6 5 (all lost to one win, the larger
    number is ahead): 8-5, 7-6. In round 3 these are rematches and 5 and 6 have won: 5-6, 8-7. In round 4 only
    5-7 and 6-8 are left.
    """
    document = free_class()
    assert verify(document, FREE) == []
    games = {
        r["round"]: [tuple(g["players"]) for g in r["games"] if g["players"][1]] for r in document["rounds"]
    }
    assert games[1] == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert games[2] == [(8, 5), (7, 6)]
    assert {frozenset(pair) for pair in games[3]} == {frozenset((5, 6)), frozenset((8, 7))}
    assert {frozenset(pair) for pair in games[4]} == {frozenset((5, 7)), frozenset((6, 8))}
    assert games[5][:2] == [(1, 4), (2, 3)]
    assert games[6][:2] == [(1, 3), (4, 2)]
    assert [row["no"] for row in document["final"][:4]] == [3, 1, 4, 2]
    wins = {row["no"]: row["wins"] for row in document["standings"][-1]["rows"]}
    assert [wins[no] for no in (1, 2, 3, 4)] == [6, 6, 6, 6], "everything after qualifying counts as won"
    assert sum(wins.values()) == 4 * 6 + 10, "two games in each of five rounds"
    assert document["titles"] == [
        {"title": "優勝", "no": 3, "referee": False},
        {"title": "準優勝", "no": 1, "referee": False},
    ]


def test_free_class_awards() -> None:
    """5 wins all five ranking games: 二段 by wins and the 王座戦. Who holds the grade already has no entry."""
    document = free_class(grade={3: "四段", 4: "初段", 5: "1級"})
    assert verify(document, FREE) == []
    awards = {row["no"]: (row["award"], row["reason"], row["charged"]) for row in document["awards"]}
    assert 3 not in awards, "四段 is already held"
    assert awards[1] == ("三段", "準優勝", True)
    assert awards[4] == ("三段", "3位", True)
    assert awards[2] == ("二段", "4位", True)
    assert awards[5] == ("二段", "5勝", True)
    qualified = {row["no"]: row["reason"] for row in document["qualified"]}
    assert qualified == {3: "4位以内", 1: "4位以内", 4: "4位以内", 2: "4位以内", 5: "5勝以上"}
    plain = {row["no"]: (row["award"], row["charged"]) for row in free_class()["awards"]}
    assert plain[3] == ("四段", False), "the champion's certificate is free"
