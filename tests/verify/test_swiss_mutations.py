"""A right document of a shogi format is spoiled in one place: it must be found, and named well."""

import copy
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from tests.verify.play import Document, Results, play, roster, shipped
from tests.verify.test_mutations import coin
from tests.verify.test_swiss_worked import with_settings
from tourgen.formats import Format
from tourgen.verify import verify

BARRED = [(4, 9, True), (2, 7, True), (5, 6, False), (10, 11, False)]
FORMATS = {
    "championship": with_settings("shogi-championship", third="played"),
    "encouragement": shipped("shogi-encouragement"),
    "girls": shipped("shogi-girls"),
    "round-robin": shipped("shogi-girls"),
    # Two rounds leave several of 23 teams unbeaten.
    "team": with_settings("shogi-team", rounds=2),
}
SWISS = frozenset({"championship", "encouragement", "girls", "team"})
KNOCKOUTS = SWISS
EVERY = frozenset(FORMATS)
LEAGUES = dict.fromkeys(("swiss", "round-robin"), "league")


def untidy(seed: int) -> Results:
    """Forfeits and double losses in the preliminaries."""
    results = coin(seed)
    return lambda number, stage, pair: results(number, LEAGUES.get(stage, stage), pair)


@cache
def _right(name: str) -> Document:
    count = 6 if name == "round-robin" else 23
    facts: dict[str, dict[int, object]] = {
        "withdrawn_after": {3: 2} if name == "round-robin" else {7: 1, 12: 2, 20: 0},
        "absent": {} if name == "round-robin" else {23: True},
        "from_round": {} if name == "round-robin" else {5: 2, 18: 2},
        "club": {no: f"第{no % 5}高校" for no in range(1, count + 1)},
    }
    return play(FORMATS[name], roster(count, women=range(1, 24), **facts), untidy(8), barred=BARRED)


def right(name: str) -> tuple[Document, Format]:
    return copy.deepcopy(_right(name)), FORMATS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_the_document_is_right(name: str) -> None:
    document, declared = right(name)
    kinds = {game["kind"] for row in document["rounds"] for game in row["games"]}
    assert {"played", "forfeit"} <= kinds
    assert document["state"]["finished"]
    assert verify(document, declared, barred=BARRED) == []
    assert verify(document, declared, barred=BARRED, paired_ahead=False) == []


def games(document: Document, number: int) -> list[Document]:
    """The games of a round that were played (the last round is 0)."""
    rows: list[Document] = document["rounds"][number - 1]["games"]
    return [game for game in rows if game["kind"] == "played"]


def finals(document: Document) -> list[Document]:
    return [
        game
        for row in document["rounds"]
        for game in row["games"]
        if game["stage"] in ("knockout", "playoff", "semi") and game["kind"] == "played"
    ]


def bye(document: Document) -> Document:
    return next(game for row in document["rounds"] for game in row["games"] if game["kind"] == "bye")


def row(document: Document, place: int, after: int = 2) -> Document:
    found: Document = document["standings"][after - 1]["rows"][place - 1]
    return found


def swap_opponents(one: Document, other: Document) -> None:
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    for game in (one, other):
        game["winner"] = game["players"][0]
        if game.get("boards"):
            game["boards"] = [1, 1, 1]


def swap_in_block(document: Document) -> None:
    one, other = next(
        (one, other) for one, other in pairwise(games(document, 2)) if one["group"] == other["group"]
    )
    swap_opponents(one, other)


def swap_finalists(document: Document) -> None:
    one, other = next(
        (one, other) for one, other in pairwise(finals(document)) if one["stage"] == other["stage"]
    )
    swap_opponents(one, other)


def swap_rows(document: Document) -> None:
    rows = document["standings"][1]["rows"]
    rows[0], rows[1] = rows[1], rows[0]


def swap_winner(document: Document) -> None:
    game = games(document, 1)[0]
    game["winner"] = sum(game["players"]) - game["winner"]
    if game.get("boards"):
        game["boards"] = [1 - one for one in game["boards"]]


def other_final_winner(document: Document) -> None:
    game = document["rounds"][-1]["games"][0]
    assert game["stage"] == "final" and game["kind"] == "played"
    game["winner"] = sum(game["players"]) - game["winner"]
    if game.get("boards"):
        game["boards"] = [1 - one for one in game["boards"]]


def key(at: int) -> Callable[[Document], object]:
    def change(document: Document) -> None:
        row(document, 1)["keys"][at] += 1

    return change


def drop_game(document: Document) -> None:
    document["rounds"][1]["games"].remove(games(document, 2)[0])


def rank_over_all_blocks(document: Document) -> None:
    for rank, one in enumerate(document["standings"][1]["rows"], 1):
        one["rank"] = rank


def one_rank_further(document: Document) -> None:
    """As if nobody had left a place open: everybody behind the knockout one rank lower."""
    for one in document["final"][-3:]:
        one["rank"] += 1


def qualifier_from_below(document: Document) -> None:
    """Somebody who has no place in the knockout plays in it."""
    inside = {no for game in finals(document) for no in game["players"]}
    game = finals(document)[0]
    stranger = next(no for no in (one["no"] for one in document["final"][::-1]) if no not in inside)
    game["players"][1] = stranger
    game["winner"] = game["players"][0]


def boards_turned(document: Document) -> None:
    game = games(document, 1)[0]
    game["boards"] = [1 - one for one in game["boards"]]


def all_boards(document: Document) -> None:
    """The winner of a match 2-1 has it 3-0."""
    game = games(document, 1)[0]
    game["boards"] = [int(game["winner"] == game["players"][0])] * 3


MUTATIONS: list[tuple[str, Callable[[Document], object], str, frozenset[str]]] = [
    # what is done to the document, the deviation that names it, in which formats
    ("lot", lambda d: d["players"][4].update(lottery=99), "lottery", EVERY),
    ("block", lambda d: d["players"][1].update(league="AB".replace(d["players"][1]["league"], "")), "league", EVERY),
    ("block-of-a-late-entrant", lambda d: d["players"][17].update(league="Z"), "league", SWISS),
    ("block-of-an-absentee", lambda d: d["players"][22].update(league="A"), "league", SWISS),
    ("late-entrant-early", lambda d: d["players"][4].update(from_round=1), "player-missing", SWISS),
    ("late-entrant-later", lambda d: d["players"][4].update(from_round=9), "player-resting", SWISS),
    ("opponents", swap_in_block, "pairing", EVERY),
    ("school", lambda d: [p.update(club="") for p in d["players"]], "pairing", SWISS),
    ("game-missing", drop_game, "player-missing", EVERY),
    ("stage", lambda d: games(d, 2)[0].update(stage="ranking"), "stage", EVERY),
    ("group", lambda d: games(d, 2)[0].update(group="Z"), "group", EVERY),
    ("group-of-a-semi", lambda d: next(g for g in d["rounds"][-2]["games"]).update(group="1"), "group", KNOCKOUTS),
    ("table", lambda d: games(d, 2)[0].update(table=99), "table", EVERY),
    ("table-of-a-bye", lambda d: bye(d).update(table=1), "table", SWISS),
    ("player-order", lambda d: games(d, 2)[0]["players"].reverse(), "player-order", EVERY),
    ("by-hand", lambda d: d["rounds"][1].update(by_hand=True), "by-hand", EVERY),
    ("winner-corrected", swap_winner, "standing-wins", EVERY),
    ("key-wins", key(0), "key", EVERY),
    ("key-sum", key(1), "key", EVERY),
    ("key-beaten", key(2), "key", EVERY),
    ("key-median", key(3), "key", EVERY),
    ("key-direct-or-boards", key(4), "key", EVERY),
    ("key-lot-or-cumulative", key(5), "key", EVERY),
    ("key-lot", key(-1), "key", EVERY),
    ("standing-order", swap_rows, "standing-order", EVERY),
    ("rank-over-all-blocks", rank_over_all_blocks, "standing-rank", frozenset({"encouragement"})),
    ("standing-group", lambda d: row(d, 1).update(group="Z"), "standing-group", EVERY),
    ("losses", lambda d: row(d, 1).update(losses=9), "standing-losses", EVERY),
    ("standing-beyond", lambda d: d["standings"].append(d["standings"][-1] | {"after": 9}), "standing-early", EVERY),
    ("knockout-opponents", swap_finalists, "pairing", KNOCKOUTS - {"team"}),
    ("knockout-entrant", qualifier_from_below, "player-resting", KNOCKOUTS),
    ("final-won-by-the-other", other_final_winner, "final", frozenset({"encouragement", "girls"})),
    ("title", lambda d: d["titles"][0].update(no=d["titles"][1]["no"]), "title", EVERY),
    ("ranks-behind-the-knockout", one_rank_further, "final", EVERY),
    ("final-missing", lambda d: d.update(final=None), "final", EVERY),
    ("state", lambda d: d["state"].update(next=9), "state", EVERY),
    ("round-missing", lambda d: d["rounds"].pop(), "round-missing", EVERY),
    ("round-beyond", lambda d: d["rounds"].append(d["rounds"][-1] | {"round": 99}), "round-early", EVERY),
    ("confirmed", lambda d: d["confirmed"].append({"group": "A", "no": 5, "after": 3}), "confirmed", EVERY),
    ("boards-of-a-player", lambda d: games(d, 1)[0].update(boards=[1, 0, 1]), "boards", EVERY - {"team"}),
    ("boards-too-few", lambda d: games(d, 1)[0]["boards"].pop(), "boards", frozenset({"team"})),
    ("boards-no-marks", lambda d: games(d, 1)[0].update(boards=[2, 0, 0]), "boards", frozenset({"team"})),
    ("boards-missing", lambda d: games(d, 1)[0].update(boards=None), "boards", frozenset({"team"})),
    ("boards-against-the-winner", boards_turned, "winner", frozenset({"team"})),
    ("boards-of-a-bye", lambda d: bye(d).update(boards=[1, 1, 0]), "boards", frozenset({"team"})),
    ("board-wins", all_boards, "key", frozenset({"team"})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "spoil", "code"),
    [
        pytest.param(name, spoil, code, id=f"{name}-{title}")
        for title, spoil, code, formats in MUTATIONS
        for name in sorted(formats)
    ],
)
def test_every_change_is_found(name: str, spoil: Callable[[Document], object], code: str) -> None:
    document, declared = right(name)
    spoil(document)
    found = verify(document, declared, barred=BARRED)
    assert code in {one.code for one in found}, [one.text("en") for one in found]
    for one in found:
        assert one.text("ja") and one.text("en")


@pytest.mark.parametrize("name", sorted(SWISS))
def test_a_barred_pair_that_was_not_kept_apart_is_found(name: str) -> None:
    document, declared = right(name)
    met = [tuple(game["players"]) for game in games(document, 1)]
    barred = [*BARRED, (*met[0], True)]
    assert {one.code for one in verify(document, declared, barred=barred)} >= {"pairing"}


@pytest.mark.parametrize("count", [5, 9])
def test_without_draws_nothing_is_made(count: int) -> None:
    document = play(FORMATS["girls"], roster(count), draws=())
    assert document["rounds"] == [] and document["state"] == {"completed": 0, "next": 1, "finished": False}
    assert verify(document, FORMATS["girls"]) == []


def test_a_field_that_no_stage_takes() -> None:
    declared = with_settings("shogi-girls")
    document = play(declared, roster(1))
    assert [one.code for one in verify(document, declared)] == ["field"]
