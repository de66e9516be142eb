"""A right document of the new Othello system is spoiled in one place: it must be found, and named well."""

import copy
import random
from collections.abc import Callable
from functools import cache

import pytest

from tests.verify.play import Document, Result, play, roster, shipped
from tests.verify.test_mutations import first_bye, games, row
from tourgen.formats import Format
from tourgen.verify import verify
from tourgen.verify.deviation import Pair

FORMATS = {name: shipped(f"othello-{name}") for name in ("new-64", "new-32")}
LAST, ANY = 0, -1  # rounds


def coin(seed: int) -> Callable[[int, str, Pair], Result]:
    rng = random.Random(seed)

    def result(_round: int, _stage: str, pair: Pair) -> Result:
        winner = rng.choice([no for no in pair if no is not None])
        return ("forfeit" if rng.random() < 0.05 else "played"), winner

    return result


@cache
def _right(name: str) -> Document:
    """Nearly full: two absentees and one replacement, the seeds' places, a no-show and three who leave later."""
    declared = FORMATS[name]
    assert declared.lottery.numbers is not None
    count = declared.lottery.numbers[1] - 1
    lots = [number for number in range(1, count + 2) if number not in declared.lottery.seed_places]
    seeds = len(declared.lottery.seed_places)
    numbers = dict(zip(range(1, seeds + 1), declared.lottery.seed_places, strict=True))
    others = [lot for lot in lots if lot not in (10, 20)]
    numbers |= dict(zip(range(seeds + 1, count - 2), others, strict=False))
    numbers |= {count - 2: 10, count - 1: 20, count: 10}
    players = roster(
        count,
        women=range(1, count + 1),
        seed=dict.fromkeys(range(1, seeds + 1), True),
        lottery=numbers,
        absent={count - 2: True, count - 1: True},
        replacement_from={count: {"division": "free", "no": 7}},
        withdrawn_after={9: 0, 12: 1, 15: 3, 17: 5},
        grade={6: "九段"},
    )
    return play(declared, players, coin(4))


def right(name: str) -> tuple[Document, Format]:
    return copy.deepcopy(_right(name)), FORMATS[name]


@pytest.mark.parametrize("name", FORMATS)
def test_the_document_is_right(name: str) -> None:
    document, declared = right(name)
    stages = {game["stage"] for row in document["rounds"] for game in row["games"]}
    assert stages >= {"main", "repechage", "ranking", "placing", "final"}
    assert {game["kind"] for row in document["rounds"] for game in row["games"]} == {
        "played",
        "bye",
        "forfeit",
    }
    assert document["state"]["finished"]
    assert verify(document, declared) == []
    assert verify(document, declared, paired_ahead=False) == []


def swap(stage: str, number: int) -> Callable[[Document], None]:
    def spoil(document: Document) -> None:
        one, other = games(document, number, stage)[:2]
        one["players"][1], other["players"][1] = other["players"][1], one["players"][1]
        for game in (one, other):
            game["winner"] = game["players"][0]

    return spoil


def turn_around(stage: str, number: int) -> Callable[[Document], None]:
    return lambda document: games(document, number, stage)[0]["players"].reverse()


def other_winner(stage: str, number: int) -> Callable[[Document], None]:
    def spoil(document: Document) -> None:
        game = next(game for game in games(document, number, stage) if game["kind"] == "played")
        game["winner"] = sum(game["players"]) - game["winner"]

    return spoil


def change(stage: str, number: int, /, **values: object) -> Callable[[Document], object]:
    return lambda document: games(document, number, stage)[0].update(values)


def player(at: int, **values: object) -> Callable[[Document], object]:
    return lambda document: document["players"][at].update(values)


def swap_tables(document: Document) -> None:
    one, other = games(document, 2, "main")[0], games(document, 2, "repechage")[0]
    one["table"], other["table"] = other["table"], one["table"]


def third_of_a_final(document: Document) -> None:
    """The second becomes third and the third second."""
    document["final"][1]["no"], document["final"][2]["no"] = (
        document["final"][2]["no"],
        document["final"][1]["no"],
    )


MUTATIONS: list[tuple[str, Callable[[Document], object], str, int | None]] = [
    # what is done to the document, the deviation that names it, its round
    ("x0", lambda d: d["lottery"].update(x0=1), "x0", None),
    ("preliminary", player(5, preliminary=1), "preliminary", None),
    ("preliminary-of-a-replacement", player(-1, preliminary=1), "preliminary", None),
    ("number-missing", player(5, lottery=None), "lottery", None),
    ("number-twice", lambda d: d["players"][5].update(lottery=d["players"][6]["lottery"]), "lottery-twice", None),
    ("number-outside", player(5, lottery=65), "lottery-range", None),
    ("seed-elsewhere", player(0, lottery=5), "lottery-range", None),
    ("block", player(5, league="Z"), "league", None),
    ("block-of-an-absentee", player(-2, league="A"), "league", None),
    ("replacement-elsewhere", player(-1, lottery=20), "replacement", None),
    ("replacement-without-absentee", player(-3, absent=False), "replacement", None),
    ("replacement-no", player(-1, no=99), "replacement-no", None),
    ("replacement-sex", player(-1, sex="M"), "replacement-sex", None),
    ("main-opponents", swap("main", 2), "pairing", 2),
    ("repechage-opponents", swap("repechage", 3), "pairing", 3),
    ("ranking-opponents", swap("ranking", 5), "pairing", 5),
    ("placing-opponents", swap("placing", LAST), "pairing", LAST),
    ("by-hand", lambda d: d["rounds"][1].update(by_hand=True), "by-hand", 2),
    ("main-winner", other_winner("main", 2), "standing-wins", 2),
    ("main-winner-plays-on", other_winner("main", 2), "pairing", 3),
    ("repechage-winner", other_winner("repechage", 3), "standing-wins", 3),
    ("final-winner", other_winner("final", LAST), "final", None),
    ("placing-winner", other_winner("placing", LAST), "final", None),
    ("main-order", turn_around("main", 2), "player-order", 2),
    ("repechage-order", turn_around("repechage", 3), "player-order", 3),
    ("ranking-order", turn_around("ranking", 5), "player-order", 5),
    ("tables", swap_tables, "table", 2),
    ("table-of-a-bye", lambda d: first_bye(d).update(table=1), "table", ANY),
    ("main-called-repechage", change("main", 2, stage="repechage"), "stage", 2),
    ("main-group", change("main", 2, group="Z"), "group", 2),
    ("repechage-group", change("repechage", 3, group="1"), "group", 3),
    ("ranking-group", change("ranking", 4, group="A"), "group", 4),
    ("final-called-placing", change("final", LAST, stage="placing"), "stage", LAST),
    ("double-loss-in-the-main-bracket", change("main", 2, kind="double-loss", winner=None), "kind", 2),
    ("double-loss-in-the-repechage", change("repechage", 3, kind="double-loss", winner=None), "kind", 3),
    ("winner-of-another-game", change("main", 2, winner=99), "winner", 2),
    ("bye-played", lambda d: first_bye(d).update(kind="played"), "kind", ANY),
    ("bye-rated", lambda d: first_bye(d).update(rated=True), "rated", ANY),
    ("game-missing", lambda d: d["rounds"][1]["games"].remove(games(d, 2, "repechage")[0]), "player-missing", 2),
    ("bye-missing", lambda d: d["rounds"][0]["games"].remove(first_bye(d)), "player-missing", 1),
    ("withdrawal-forgotten", player(11, withdrawn_after=None), "player-missing", 2),
    ("no-show-forgotten", player(8, withdrawn_after=None), "player-missing", 1),
    ("round-missing", lambda d: d["rounds"].pop(), "round-missing", LAST),
    ("standing-rank", lambda d: row(d, 3, 5).update(rank=6), "standing-rank", 3),
    ("standing-wins", lambda d: row(d, 3, 5).update(wins=9), "standing-wins", 3),
    ("standing-losses", lambda d: row(d, 3, 5).update(losses=9), "standing-losses", 3),
    ("standing-block-left", lambda d: row(d, 3, 20).update(group="A"), "standing-group", 3),
    ("standing-block", lambda d: row(d, 1, 1).update(group=None), "standing-group", 1),
    ("standing-key", lambda d: row(d, 3, 5)["keys"].__setitem__(1, -9), "key", 3),
    ("first-standing-key", lambda d: row(d, 1, 5)["keys"].__setitem__(1, 9), "key", 1),
    ("standing-missing", lambda d: d["standings"].pop(), "standing-missing", LAST),
    ("confirmed", lambda d: d["confirmed"].append({"group": "A", "no": 5, "after": 3}), "confirmed", 3),
    ("final-rank", lambda d: d["final"][-1].update(rank=99), "final", None),
    ("final-places", third_of_a_final, "final", None),
    ("title", lambda d: d["titles"].reverse() or d["titles"][0].update(title="優勝"), "title", None),
    ("award", lambda d: d["awards"][0].update(award="九段"), "award", None),
    ("award-charged", lambda d: d["awards"][0].update(charged=not d["awards"][0]["charged"]), "charged", None),
    ("award-missing", lambda d: d["awards"].pop(), "award", None),
    ("qualified-missing", lambda d: d["qualified"].pop(), "qualified", None),
    ("state", lambda d: d["state"].update(next=3), "state", None),
]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    ("spoil", "code", "number"), [m[1:] for m in MUTATIONS], ids=[m[0] for m in MUTATIONS]
)
def test_every_change_is_found(
    name: str, spoil: Callable[[Document], object], code: str, number: int | None
) -> None:
    document, declared = right(name)
    if code == "replacement-sex" and declared.sex is None:
        return
    spoil(document)
    found = verify(document, declared)
    where = declared.rounds if number == LAST else number
    named = [one for one in found if one.code == code and (one.round == where or number == ANY)]
    assert named, [one.text("en") for one in found]
    for one in found:
        assert one.text("ja") and one.text("en") and f"({one.code})" in one.text()


def test_a_replacement_gets_nothing_for_taking_part() -> None:
    """「フリークラスから補充された選手を除く」: with at most one win there is no award."""
    declared = FORMATS["new-64"]

    def loses(_round: int, _stage: str, pair: Pair) -> Result:
        return "played", next(no for no in pair if no not in (63, None))

    numbers = {no: no for no in range(1, 63)} | {63: 7}
    absent, source = {7: True}, {63: {"division": "free", "no": 1}}
    document = play(declared, roster(63, lottery=numbers, absent=absent, replacement_from=source), loses)
    assert verify(document, declared) == []
    assert 63 not in {line["no"] for line in document["awards"]}
    line = {"no": 63, "award": "初段", "reason": "出場", "charged": True}
    spoiled = {**document, "awards": [*document["awards"], line]}
    assert [one.code for one in verify(spoiled, declared)] == ["award"]


def test_while_a_volunteer_has_no_number_there_may_be_no_round() -> None:
    declared = FORMATS["new-32"]
    document = play(declared, roster(30, absent={4: True}), until=0)
    document["rounds"] = []
    assert verify(document, declared) == []
    complete = play(declared, roster(30), until=0)
    complete["rounds"] = []
    assert [one.code for one in verify(complete, declared)] == ["round-missing"]
