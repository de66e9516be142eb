"""Shogi events worked out on paper: the document typed from the paper must pass, and is what is derived.

Draws 1234, 5678, 9012. Of six players the lots are (no: lot) 3: 1, 2: 2, 4: 3, 5: 4, 6: 5, 1: 6; of five girls
3: 1, 2: 2, 4: 3, 5: 4, 1: 5.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.verify.play import Document, Result, play, roster, shipped
from tourgen.formats import Format, read_format, shipped_text
from tourgen.verify import verify
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Match, Sheet, read_facts
from tourgen.verify.round_robin import circle_round
from tourgen.verify.seeding import bracket_order, deal, slots
from tourgen.verify.swiss_record import SwissRecord, SwissTable


def with_settings(format_id: str, **settings: object) -> Format:
    declared, problems = read_format(shipped_text(format_id), format_id, format_id, settings)
    assert declared is not None, problems
    return declared


THREE_ROUNDS = with_settings("shogi-championship", rounds=3)

# (table, stage, first, second, kind, winner)
ROUNDS: list[list[tuple[int | None, str, int, int | None, str, int | None]]] = [
    # Everybody on 0: the first lot takes the highest possible, the second.
    [
        (1, "swiss", 3, 2, "played", 3),
        (2, "swiss", 4, 5, "played", 4),
        (3, "swiss", 6, 1, "played", 1),
    ],
    # By wins, then lot: 3 4 1 | 2 5 6. One gap of 1 is needed: 3-4, then 1 takes the highest below, 2, and 5-6.
    [
        (1, "swiss", 3, 4, "played", 4),
        (2, "swiss", 1, 2, "played", 2),
        (3, "swiss", 5, 6, "played", 5),
    ],
    # 4 | 3 2 5 1 | 6. Two gaps of 1 are better than 4-6. 4 has met 3 and 5, so 2; 6 has met 1 and 5, so 3; then 5-1.
    [
        (1, "swiss", 4, 2, "played", 4),
        (2, "swiss", 3, 6, "played", 6),
        (3, "swiss", 5, 1, "forfeit", 5),
    ],
    # Best four: 4 5 3 2. 1-4 and 2-3.
    [(1, "semi", 4, 2, "played", 2), (2, "semi", 5, 3, "played", 5)],
    [(1, "final", 2, 5, "played", 5)],
]

# (no, losses, keys: wins, sum, beaten, median, direct, -lot), in order
STANDINGS: list[list[tuple[int, int, list[int]]]] = [
    [
        # Everybody who won beat somebody without a win, and nobody is tied with who they met.
        (3, 0, [1, 0, 0, 0, 0, -1]),
        (4, 0, [1, 0, 0, 0, 0, -3]),
        (1, 0, [1, 0, 0, 0, 0, -6]),
        (2, 1, [0, 1, 0, 0, 0, -2]),
        (5, 1, [0, 1, 0, 0, 0, -4]),
        (6, 1, [0, 1, 0, 0, 0, -5]),
    ],
    [
        (4, 0, [2, 2, 2, 0, 0, -3]),  # beat 5 (1), 3 (1)
        (3, 1, [1, 3, 1, 0, 0, -1]),  # beat 2 (1), lost to 4 (2)
        (2, 1, [1, 2, 1, 0, 0, -2]),  # lost to 3 (1), beat 1 (1)
        (5, 1, [1, 2, 0, 0, 0, -4]),  # lost to 4 (2), beat 6 (0)
        (1, 1, [1, 1, 0, 0, 0, -6]),  # beat 6 (0), lost to 2 (1)
        (6, 2, [0, 2, 0, 0, 0, -5]),  # lost to 1 (1), 5 (1)
    ],
    [
        (4, 0, [3, 4, 4, 1, 0, -3]),  # beat 5 (2), 3 (1), 2 (1)
        (5, 1, [2, 4, 1, 1, 0, -4]),  # lost to 4 (3), beat 6 (1), won by forfeit (0)
        (3, 2, [1, 5, 1, 1, 1, -1]),  # beat 2 (1), lost to 4 (3), 6 (1); tied with 2, whom it beat
        (2, 2, [1, 5, 1, 1, 0, -2]),  # lost to 3 (1), beat 1 (1), lost to 4 (3)
        (
            1,
            2,
            [1, 4, 1, 1, 1, -6],
        ),  # beat 6 (1), lost to 2 (1), forfeited to 5 (2); tied with 6, whom it beat
        (6, 2, [1, 4, 1, 1, 0, -5]),  # lost to 1 (1), 5 (2), beat 3 (1)
    ],
]
FINAL = [(1, 5), (2, 2), (3, 4), (3, 3), (5, 1), (6, 6)]


def typed() -> Document:
    """The document as it stands on paper; preliminary numbers from the vector of section 1."""
    preliminary = {1: 8022299, 2: 4185410, 3: 2127977, 4: 4405904, 5: 5186487, 6: 7025630}
    players = roster(6, lottery={3: 1, 2: 2, 4: 3, 5: 4, 6: 5, 1: 6}, preliminary=preliminary,
                     league=dict.fromkeys(range(1, 7), "A"))  # fmt: skip
    return {
        "schema": "tourgen.results/1",
        "event": {"id": "test", "name": "test"},
        "division": {"id": "test", "name": "test", "format": "shogi-championship"},
        "lottery": {"draws": ["1234", "5678", "9012"], "x0": 2694132},
        "players": players,
        "confirmed": [],
        "rounds": [
            {"round": number, "by_hand": False, "games": [_game(*game) for game in games]}
            for number, games in enumerate(ROUNDS, 1)
        ],
        "standings": [
            {"after": after, "rows": [_row(rank, *row) for rank, row in enumerate(rows, 1)]}
            for after, rows in enumerate(STANDINGS, 1)
        ],
        "final": [{"rank": rank, "no": no} for rank, no in FINAL],
        "titles": [{"title": "優勝", "no": 5}, {"title": "準優勝", "no": 2}],
        "awards": [],
        "qualified": [],
        "state": {"completed": 5, "next": None, "finished": True},
    }


def _game(
    table: int | None, stage: str, first: int, second: int | None, kind: str, winner: int | None
) -> Document:
    group = "A" if stage == "swiss" else None
    return {"table": table, "stage": stage, "group": group, "players": [first, second], "kind": kind,
            "winner": winner, "discs": None, "rated": kind == "played"}  # fmt: skip


def _row(rank: int, no: int, losses: int, keys: list[int]) -> Document:
    return {"rank": rank, "no": no, "group": "A", "wins": keys[0], "losses": losses, "keys": keys}


def test_a_championship_worked_out_on_paper() -> None:
    assert [one.text("en") for one in verify(typed(), THREE_ROUNDS)] == []


def test_the_paper_is_what_is_derived() -> None:
    results = {
        (number, frozenset((first, second))): (kind, winner)
        for number, games in enumerate(ROUNDS, 1)
        for _, _, first, second, kind, winner in games
    }

    def typed_results(number: int, _stage: str, pair: Pair) -> Result:
        return results[number, frozenset(pair)]

    paper = typed()
    document = play(THREE_ROUNDS, roster(6), typed_results)
    for name in ("rounds", "standings", "final", "state"):
        assert document[name] == paper[name], name


def direct(rounds: Sequence[Sequence[Match]], count: int) -> list[int]:
    """Direct encounter among so many players who are tied in everything that comes before it."""
    players = tuple(range(1, count + 1))
    record = SwissRecord({no: no for no in players}, {no: [] for no in players})
    facts = read_facts({"players": roster(count)})
    for number, games in enumerate(rounds, 1):
        record.add_round(facts, Sheet(number, False, tuple(games)), {})
    table = SwissTable(record, len(rounds), ("direct-encounter",), {"A": players})
    return [table.keys[no][0] for no in players]


def beats(winner: int, loser: int, kind: str = "played") -> Match:
    return Match(
        1, "swiss", "A", winner, loser, kind, winner if kind != "double-loss" else None, kind == "played"
    )


def test_direct_encounter_of_two() -> None:
    assert direct([[beats(2, 1)]], 2) == [0, 1]
    assert direct([[]], 2) == [0, 0], "they have not met"
    assert direct([[beats(2, 1, "forfeit")]], 2) == [0, 0], "a forfeit is no meeting"
    assert direct([[beats(2, 1, "double-loss")]], 2) == [0, 0]
    assert direct([[beats(2, 1)], [beats(1, 2)]], 2) == [0, 0], "each has beaten the other"
    assert direct([[beats(2, 1)], [beats(2, 1)]], 2) == [0, 1]
    assert direct([[beats(2, 1, "double-loss")], [beats(2, 1)]], 2) == [0, 0], "lost to each other before"
    assert direct([[]], 1) == [0], "nobody to decide against"


def test_direct_encounter_of_three_decides_only_for_who_beat_both() -> None:
    assert direct([[beats(3, 1)], [beats(3, 2)]], 3) == [0, 0, 1]
    assert direct([[beats(3, 1)], [beats(3, 2)], [beats(2, 1)]], 3) == [0, 0, 1], (
        "what is left tied is for the lot"
    )
    assert direct([[beats(3, 1)]], 3) == [0, 0, 0], "3 has not met 2"
    assert direct([[beats(1, 2)], [beats(2, 3)], [beats(3, 1)]], 3) == [0, 0, 0], "each has beaten one"


# 総当たり戦

GIRLS = shipped("shogi-girls")
CIRCLE: list[set[tuple[int, int | None]]] = [
    # Places 3 2 4 5 1 and nobody; then the first five move on by one place each round.
    {(3, None), (2, 1), (4, 5)},
    {(1, None), (3, 5), (2, 4)},
    {(5, None), (4, 1), (3, 2)},
    {(4, None), (2, 5), (3, 1)},
    {(2, None), (3, 4), (5, 1)},
]


def test_the_circle_of_five() -> None:
    assert [set(circle_round((3, 2, 4, 5, 1), number)) for number in range(1, 6)] == CIRCLE
    document = play(GIRLS, roster(5, women=range(1, 6)))
    rounds = [{tuple(game["players"]) for game in one["games"]} for one in document["rounds"]]
    assert rounds == CIRCLE
    assert document["state"] == {"completed": 5, "next": None, "finished": True}
    assert [row["no"] for row in document["final"]] == [1, 2, 3, 4, 5]
    assert verify(document, GIRLS) == []


def test_four_meet_in_three_rounds() -> None:
    met = [frozenset(pair) for number in (1, 2, 3) for pair in circle_round((1, 2, 3, 4), number)]
    assert len(met) == len(set(met)) == 6
    assert circle_round((1, 2, 3, 4), 1) == ((1, 4), (2, 3))
    assert circle_round((1, 2, 3, 4), 2) == ((3, 4), (1, 2))


def test_six_play_everybody_seven_play_swiss() -> None:
    for count, stage, rounds in ((6, "round-robin", 5), (7, "swiss", 6)):
        document = play(GIRLS, roster(count, women=range(1, count + 1)))
        assert document["rounds"][0]["games"][0]["stage"] == stage
        assert document["state"]["completed"] == rounds
        assert verify(document, GIRLS) == []


def test_whoever_leaves_a_round_robin_forfeits_the_rest() -> None:
    document = play(GIRLS, roster(4, women=range(1, 5), withdrawn_after={2: 1, 3: 2}))
    assert verify(document, GIRLS) == []
    kinds = {
        frozenset(game["players"]): (one["round"], game["kind"])
        for one in document["rounds"]
        for game in one["games"]
    }
    # Lots 3: 1, 2: 2, 4: 3, 1: 4. Places 3 2 4 1: 3-1 2-4, then 4-1 3-2, then 2-1 4-3.
    assert kinds[frozenset((2, 3))] == (2, "forfeit")
    assert kinds[frozenset((1, 2))] == (3, "forfeit")
    assert kinds[frozenset((3, 4))] == (3, "forfeit")


# ブロック, シード


def test_blocks_are_dealt_by_lot_and_late_entrants_fill_the_smallest() -> None:
    lots = {10: 1, 11: 2, 12: 3, 13: 4, 14: 5, 15: 6}
    start = dict.fromkeys(lots, 1)
    assert deal(lots, start, "AB") == {"A": [10, 12, 14], "B": [11, 13, 15]}
    # 10 and 12 are late: 11 13 14 15 are dealt first, then 12 (round 2), then 10 (round 3).
    assert deal(lots, start | {10: 3, 12: 2}, "AB") == {"A": [11, 14, 12], "B": [13, 15, 10]}
    # Of three dealt the second block is smaller.
    assert deal(lots, start | {13: 2, 14: 2, 15: 2}, "AB") == {"A": [10, 12, 14], "B": [11, 13, 15]}


def test_the_best_meet_last_and_wait_where_somebody_is_missing() -> None:
    assert bracket_order(4) == [1, 4, 2, 3]
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert slots([7, 8, 9]) == [7, None, 8, 9]
    assert slots([7]) == [7]
    assert slots([]) == [None]


def test_two_blocks_meet_as_published() -> None:
    """A1-B4, B2-A3, B1-A4, A2-B3."""
    document = play(shipped("shogi-encouragement"), roster(16))
    places = {row["no"]: f"{row['group']}{row['rank']}" for row in document["standings"][-1]["rows"]}
    games = document["rounds"][4]["games"]
    assert [[places[no] for no in game["players"]] for game in games] == [
        ["A1", "B4"], ["B2", "A3"], ["B1", "A4"], ["A2", "B3"],
    ]  # fmt: skip
    assert [(game["stage"], game["group"]) for game in games] == [("knockout", str(n)) for n in (1, 2, 3, 4)]


def test_whoever_left_before_the_draw_makes_room_for_the_next() -> None:
    before = play(THREE_ROUNDS, roster(6))
    order = [row["no"] for row in before["standings"][-1]["rows"]]
    without = play(THREE_ROUNDS, roster(6, withdrawn_after={order[1]: 3}))
    entrants = {no for game in without["rounds"][3]["games"] for no in game["players"]}
    assert entrants == {order[0], order[2], order[3], order[4]}
    assert verify(without, THREE_ROUNDS) == []


# 団体戦

TEAMS = shipped("shogi-team")


def unbeaten(document: Document) -> list[int]:
    return [row["no"] for row in document["standings"][-1]["rows"] if row["wins"] == 4]


def test_one_unbeaten_team_needs_no_playoff() -> None:
    document = play(TEAMS, roster(8))
    assert unbeaten(document) == [1]
    assert document["state"] == {"completed": 4, "next": None, "finished": True}
    assert document["final"][0] == {"rank": 1, "no": 1}
    assert verify(document, TEAMS) == []


def test_of_three_unbeaten_teams_the_best_waits() -> None:
    declared = with_settings("shogi-team", rounds=2)
    document = play(declared, roster(12))
    best = [row["no"] for row in document["standings"][-1]["rows"] if row["wins"] == 2]
    assert len(best) == 3
    semis, finals = document["rounds"][2:]
    assert [game["players"] for game in semis["games"]] == [[best[0], None], [best[1], best[2]]]
    assert [game["stage"] for game in semis["games"]] == ["semi", "semi"]
    assert [game["boards"] for game in semis["games"]] == [
        [1, 1, 1],
        [1, 1, 0] if best[1] < best[2] else [0, 0, 1],
    ]
    assert finals["games"][0]["stage"] == "final"
    assert [row["rank"] for row in document["final"]][:5] == [1, 2, 3, 4, 5]
    assert verify(document, declared) == []


def test_of_five_unbeaten_teams_the_first_round_is_a_playoff() -> None:
    declared = with_settings("shogi-team", rounds=2)
    document = play(declared, roster(20))
    first = document["rounds"][2]["games"]
    assert [(game["stage"], game["group"], game["kind"]) for game in first] == [
        ("playoff", "1", "bye"), ("playoff", "2", "played"), ("playoff", "3", "bye"), ("playoff", "4", "bye"),
    ]  # fmt: skip
    assert verify(document, declared) == []


def test_boards_and_cumulative_score() -> None:
    """Three teams, two rounds, lots 3: 1, 2: 2, 1: 3. 3-2, 1 has a bye; then 3 and 1 have met nobody of theirs."""
    declared = with_settings("shogi-team", rounds=2, school="off")
    results: Mapping[tuple[int, frozenset[int | None]], int] = {
        (1, frozenset((3, 2))): 3,
        (2, frozenset((3, 1))): 1,
    }

    def typed_results(number: int, _stage: str, pair: Pair) -> Result:
        return "played", results[number, frozenset(pair)]

    document: dict[str, Any] = play(declared, roster(3), typed_results)
    assert [game["players"] for game in document["rounds"][0]["games"]] == [[3, 2], [1, None]]
    assert [game["players"] for game in document["rounds"][1]["games"]] == [[3, 1], [2, None]]
    rows = {row["no"]: row["keys"] for row in document["standings"][1]["rows"]}
    # wins, sum, beaten, median, boards, cumulative, -lot; a played match is won 2-1, a bye 3-0
    assert rows[1] == [2, 1, 1, 0, 3 + 2, 1 + 2, -3]  # bye (0), beat 3 (1)
    assert rows[3] == [1, 3, 1, 0, 2 + 1, 1 + 1, -1]  # beat 2 (1), lost to 1 (2)
    assert rows[2] == [1, 1, 0, 0, 1 + 3, 0 + 1, -2]  # lost to 3 (1), bye (0)
    assert verify(document, declared) == []


# 参加


def test_a_late_entrant_has_neither_won_nor_lost_before() -> None:
    document = play(THREE_ROUNDS, roster(7, from_round={4: 3}))
    listed = [{no for game in one["games"] for no in game["players"]} for one in document["rounds"]]
    assert 4 not in listed[0] and 4 not in listed[1] and 4 in listed[2]
    row = next(row for row in document["standings"][1]["rows"] if row["no"] == 4)
    assert (row["wins"], row["losses"], row["keys"][:5]) == (0, 0, [0, 0, 0, 0, 0])
    assert verify(document, THREE_ROUNDS) == []


def test_barred_pairs_are_given_beside_the_document() -> None:
    barred = [(2, 3, True)]
    document = play(THREE_ROUNDS, roster(6), barred=barred)
    assert [game["players"] for game in document["rounds"][0]["games"]] == [[3, 4], [2, 5], [6, 1]]
    assert verify(document, THREE_ROUNDS, barred=barred) == []
    assert {one.code for one in verify(document, THREE_ROUNDS)} == {"pairing"}
