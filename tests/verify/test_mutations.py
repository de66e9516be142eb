"""A right document is spoiled in one place: it must be found, and named well."""

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.verify.play import Document, Result, play, roster, shipped
from tourgen.formats import Format
from tourgen.problems import catalogue
from tourgen.verify import Deviation, verify
from tourgen.verify.deviation import Pair

FORMATS = {name: shipped(f"othello-{name}") for name in ("2-league", "4-league", "free")}


def coin(seed: int) -> Callable[[int, str, Pair], Result]:
    rng = random.Random(seed)

    def result(_round: int, stage: str, pair: Pair) -> Result:
        winner = rng.choice([no for no in pair if no is not None])
        if stage in ("league", "ranking") and rng.random() < 0.1:
            return ("double-loss", None) if rng.random() < 0.2 else ("forfeit", winner)
        return "played", winner

    return result


@cache
def _right(name: str) -> Document:
    """23 entries, one of them absent, two seeds, two withdrawals, forfeits and a double loss."""
    declared = FORMATS[name]
    facts: dict[str, Any] = {"withdrawn_after": {7: 2, 12: 5}, "absent": {23: True}, "grade": {4: "五段"}}
    if declared.lottery.method == "desk":
        facts["lottery"] = {no: 2 * no for no in range(1, 24)}
    else:
        facts |= {"seed": {1: True, 2: True}, "lottery": {1: 3, 2: 5}}
    return play(declared, roster(23, women=(2, 5, 8, 11, 14), **facts), coin(4))


def right(name: str) -> tuple[Document, Format]:
    return copy.deepcopy(_right(name)), FORMATS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_the_document_is_right(name: str) -> None:
    document, declared = right(name)
    kinds = {game["kind"] for row in document["rounds"] for game in row["games"]}
    assert kinds == {"played", "bye", "forfeit", "double-loss"}
    assert document["state"]["finished"]
    assert verify(document, declared) == []
    assert verify(document, declared, paired_ahead=False) == []


def games(document: Document, number: int, stage: str = "ranking") -> list[Document]:
    """The games of a stage in a round; round 0 is the last one."""
    rows: list[Document] = document["rounds"][number - 1]["games"]
    return [game for game in rows if game["stage"] == stage and game["players"][1] is not None]


def row(document: Document, after: int, rank: int) -> Document:
    found: Document = document["standings"][after - 1]["rows"][rank - 1]
    return found


def swap_opponents(document: Document) -> None:
    one, other = [game for game in games(document, 4) if game["kind"] == "played"][:2]
    one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
    for game in (one, other):
        game["winner"] = game["players"][0]


def swap_rows(document: Document) -> None:
    rows = document["standings"][2]["rows"]
    rows[3], rows[4] = rows[4], rows[3]


def swap_tables(document: Document) -> None:
    one, other = games(document, 3)[:2]
    one["table"], other["table"] = other["table"], one["table"]


def turn_around(document: Document) -> None:
    games(document, 3)[0]["players"].reverse()


def first_bye(document: Document) -> Document:
    rounds = [game for row in document["rounds"] for game in row["games"]]
    return next(game for game in rounds if game["kind"] == "bye")


def change_bye(document: Document) -> None:
    first_bye(document).update(kind="played")


def give_unrated_points(document: Document) -> None:
    first_bye(document)["rated"] = True


def other_winner(document: Document) -> None:
    game = next(game for game in games(document, 3) if game["kind"] == "played")
    game["winner"] = sum(game["players"]) - game["winner"]


def play_after_withdrawing(document: Document) -> None:
    game = next(game for game in games(document, 3) if game["kind"] == "played")
    document["players"][game["winner"] - 1]["withdrawn_after"] = 2


LAST, ANY = 0, -1  # rounds


MUTATIONS: list[tuple[str, Callable[[Document], object], str, int | None]] = [
    # what is done to the document, the deviation that names it, its round
    ("x0", lambda d: d["lottery"].update(x0=1), "x0", None),
    ("preliminary", lambda d: d["players"][4].update(preliminary=1), "preliminary", None),
    ("lottery", lambda d: d["players"][4].update(lottery=63), "lottery", None),
    ("number-twice", lambda d: d["players"][0].update(lottery=d["players"][1]["lottery"]), "lottery-twice", None),
    ("number-outside", lambda d: d["players"][0].update(lottery=65), "lottery-range", None),
    ("roster-number-twice", lambda d: d["players"].append(d["players"][0]), "roster-twice", None),
    ("league", lambda d: d["players"][4].update(league="Z"), "league", None),
    ("league-of-an-absentee", lambda d: d["players"][22].update(league="A"), "league", None),
    ("opponents", swap_opponents, "pairing", 4),
    ("by-hand", lambda d: d["rounds"][3].update(by_hand=True), "by-hand", 4),
    ("table", swap_tables, "table", 3),
    ("table-of-a-bye", lambda d: first_bye(d).update(table=1), "table", ANY),
    ("player-order", turn_around, "player-order", 3),
    ("stage", lambda d: games(d, 3)[0].update(stage="league"), "stage", 3),
    ("group", lambda d: games(d, 3)[0].update(group="A"), "group", 3),
    ("final-called-third", lambda d: games(d, 0, "final")[0].update(stage="third"), "stage", LAST),
    ("kind", change_bye, "kind", ANY),
    ("kind-pending", lambda d: games(d, 3)[0].update(kind="pending"), "kind", 3),
    ("double-loss-in-a-final", lambda d: games(d, 0, "final")[0].update(kind="double-loss", winner=None), "kind", LAST),
    ("winner-of-another-game", lambda d: games(d, 3)[0].update(winner=games(d, 3)[1]["players"][0]), "winner", 3),
    ("forfeit-without-winner", lambda d: games(d, 3)[0].update(kind="forfeit", winner=None), "winner", 3),
    ("double-loss-with-winner", lambda d: games(d, 3)[0].update(kind="double-loss"), "winner", 3),
    ("rated", give_unrated_points, "rated", ANY),
    ("game-missing", lambda d: d["rounds"][2]["games"].remove(games(d, 3)[0]), "player-missing", 3),
    ("game-twice", lambda d: d["rounds"][2]["games"].append(games(d, 3)[0]), "player-twice", 3),
    ("absent-player", lambda d: games(d, 3)[0]["players"].__setitem__(0, 23), "player-absent", 3),
    ("unknown-player", lambda d: games(d, 3)[0]["players"].__setitem__(0, 99), "player-unknown", 3),
    ("played-after-withdrawing", play_after_withdrawing, "kind", 3),
    ("withdrawal-forgotten", lambda d: d["players"][6].update(withdrawn_after=None), "player-missing", 3),
    ("round-missing", lambda d: d["rounds"].pop(), "round-missing", LAST),
    ("result-missing", lambda d: games(d, 3)[0].update(kind="played", winner=None), "round-early", 4),
    ("round-beyond", lambda d: d["rounds"].append({"round": 99, "by_hand": False, "games": []}), "round-early", 99),
    ("other-winner", other_winner, "standing-wins", 3),
    ("standing-order", swap_rows, "standing-order", 3),
    ("standing-rank", lambda d: row(d, 3, 5).update(rank=6), "standing-rank", 3),
    ("standing-wins", lambda d: row(d, 3, 5).update(wins=9), "standing-wins", 3),
    ("standing-losses", lambda d: row(d, 3, 5).update(losses=9), "standing-losses", 3),
    ("standing-group", lambda d: row(d, 6, 9).update(group="A"), "standing-group", 6),
    ("key", lambda d: row(d, 3, 5)["keys"].__setitem__(3, 9), "key", 3),
    ("keys-short", lambda d: row(d, 3, 5)["keys"].pop(), "key", 3),
    ("standing-player-missing", lambda d: d["standings"][2]["rows"].pop(), "standing-players", 3),
    ("standing-missing", lambda d: d["standings"].pop(2), "standing-missing", 3),
    ("standing-beyond", lambda d: d["standings"].append({"after": 99, "rows": []}), "standing-early", 99),
    ("confirmed", lambda d: d["confirmed"].append({"group": "A", "no": 5, "after": 3}), "confirmed", 3),
    ("final-rank", lambda d: d["final"][7].update(rank=99), "final", None),
    ("final-order", lambda d: d["final"].reverse(), "final-order", None),
    ("final-missing", lambda d: d.update(final=None), "final", None),
    ("title", lambda d: d["titles"][0].update(no=d["titles"][1]["no"]), "title", None),
    ("title-missing", lambda d: d["titles"].pop(0), "title", None),
    ("completed", lambda d: d["state"].update(completed=3), "state", None),
    ("next", lambda d: d["state"].update(next=3), "state", None),
    ("finished", lambda d: d["state"].update(finished=False), "state", None),
    ("award", lambda d: d["awards"][0].update(award="九段"), "award", None),
    ("award-reason", lambda d: d["awards"][0].update(reason="努力"), "award", None),
    ("award-charged", lambda d: d["awards"][0].update(charged=not d["awards"][0]["charged"]), "charged", None),
    ("award-missing", lambda d: d["awards"].pop(), "award", None),
    ("award-twice", lambda d: d["awards"].append(d["awards"][0]), "award", None),
    ("grade-held", lambda d: d["players"][d["awards"][0]["no"] - 1].update(grade="九段"), "award", None),
    ("qualified-missing", lambda d: d["qualified"].pop(), "qualified", None),
    ("qualified-reason", lambda d: d["qualified"][0].update(reason="努力"), "qualified", None),
    ("qualified-twice", lambda d: d["qualified"].append(d["qualified"][0]), "qualified", None),
]  # fmt: skip
ONLY_DRAWN = {"x0", "preliminary", "lottery"}  # derived from the draws
ONLY_FREE = {"award", "charged", "qualified"}  # the only format with awards


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("spoil", "code", "number"), [m[1:] for m in MUTATIONS], ids=[m[0] for m in MUTATIONS]
)
def test_every_change_is_found(
    name: str, spoil: Callable[[Document], object], code: str, number: int | None
) -> None:
    document, declared = right(name)
    if (code in ONLY_DRAWN and not document["lottery"]["draws"]) or (
        code in ONLY_FREE and not document["awards"]
    ):
        return
    spoil(document)
    found = verify(document, declared)
    where = declared.rounds if number == LAST else number
    named = [one for one in found if one.code == code and (one.round == where or number == ANY)]
    assert named, [one.text("en") for one in found]
    for one in found:
        assert one.text("ja") and one.text("en") and f"({one.code})" in one.text()


def test_one_wrong_key_is_one_deviation() -> None:
    document, declared = right("4-league")
    wrong = row(document, 3, 5)
    value = wrong["keys"][2]
    wrong["keys"][2] = value + 1
    (found,) = verify(document, declared)
    assert found == Deviation("key", 3, wrong["no"], f"top-bottom-1 {value}", f"top-bottom-1 {value + 1}")
    assert found.text() == (
        f"3回戦 名簿番号{wrong['no']}: 順位の基準の値は top-bottom-1 {value} のはずですが、"
        f"top-bottom-1 {value + 1} と書かれています。 (key)"
    )


def test_a_wrong_pairing_shows_the_pairs_that_differ() -> None:
    document, declared = right("4-league")
    one, other = [game for game in games(document, 4) if game["kind"] == "played"][:2]
    pairs = [tuple(game["players"]) for game in (one, other)]
    swap_opponents(document)
    found = next(d for d in verify(document, declared) if d.code == "pairing")
    assert found.expected == ", ".join(f"{a}-{b}" for a, b in pairs)
    assert found.found == f"{pairs[0][0]}-{pairs[1][1]}, {pairs[1][0]}-{pairs[0][1]}"
    assert found.text("en") == (
        f"round 4 no. {pairs[0][0]}: The pairing is not the rules' own: they give {found.expected}, "
        f"the document says {found.found}. (pairing)"
    )


def test_every_code_has_words() -> None:
    """Those that no change above leads to included; every message is used."""
    codes = {code for _, _, code, _ in MUTATIONS} | {
        "referee",
        "early",
        "field",
        "player-resting",
        "bye-withdrawn",
        "replacement",
        "replacement-no",
        "replacement-sex",
        "re-paired",
        "ruling",
        "boards",
    }
    messages = {code for code in catalogue() if code.startswith("verify-")}
    assert {f"verify-{code}" for code in codes} | {"verify-at-round", "verify-at-no"} == messages
