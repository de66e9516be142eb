"""The triple of records: its names, its layout, and back without loss."""

import random
from decimal import Decimal

import pytest

from tests.go.test_second_count import random_inserts, random_marks, random_rows
from tourgen.go.board import Board, Colour, IllegalMove, Point
from tourgen.go.count import count
from tourgen.go.game import Move, Played, read_game
from tourgen.go.proposal import Illegal, Proposal
from tourgen.go.record import (
    BOTH_LOSE,
    NO_RESULT,
    PENDING,
    RecordName,
    Triple,
    read_name,
    read_triple,
    write_record,
    write_triple,
)
from tourgen.go.sgf import read_sgf
from tourgen.go.sgf_text import SgfProblem

B, W = Colour.BLACK, Colour.WHITE
SEED = Board(("..b.w..", ".wb.w..", "..bbww.", "bbbww..", ".bbw..."))
RIGHT = Proposal(((B, Point(3, 0)), (W, Point(3, 1))), frozenset({Point(1, 1)}))
NAME = RecordName(3, 5)


def test_names() -> None:
    assert NAME.file() == "r3-t05.sgf" and NAME.file(B) == "r3-t05.black.sgf"
    long = RecordName(12, 105, "dan-players")
    assert long.file(W) == "dan-players-r12-t105.white.sgf"
    for name in (NAME, long):
        for author in (None, B, W):
            assert read_name(name.file(author)) == (name, author)
    for other in (
        "r3-t5.sgf",
        "r0-t01.sgf",
        "r3-t00.sgf",
        "R3-t05.sgf",
        "r3-t05.red.sgf",
        "x.sgf",
        "-r3-t05.sgf",
    ):
        assert read_name(other) is None


def test_the_layout_of_a_proposal() -> None:
    files = write_triple(Triple(Played(SEED, info={"PB": ("青木 一郎",)}), RIGHT, None, "W+2"), NAME)
    assert set(files) == {"r3-t05.sgf", "r3-t05.black.sgf"}
    root, *moves, last = read_sgf(files["r3-t05.black.sgf"]).nodes
    assert (root.get("RE"), root.get("SZ"), root.get("CA"), root.get("PB")) == (
        "W+2",
        "7:5",
        "UTF-8",
        "青木 一郎",
    )
    assert [dict(node.properties) for node in moves] == [
        {"B": ("",)},
        {"W": ("",)},
        {"B": ("da",), "SQ": ("da",)},
        {"W": ("db",), "SQ": ("db",)},
    ]
    assert last.all("MA") == ("bb",) and len(last.all("TB")) == 7 and len(last.all("TW")) == 10
    assert "TR" not in last and "W+2" in last.get("C")
    official = read_sgf(files["r3-t05.sgf"]).nodes
    assert [dict(node.properties) for node in official[1:]] == [{"B": ("",)}, {"W": ("",)}]


def test_seki_stones_are_marked() -> None:
    files = write_triple(Triple(Played(SEED), None, Proposal(), PENDING), NAME)
    last = read_sgf(files["r3-t05.white.sgf"]).nodes[-1]
    assert len(last.all("TR")) == len(SEED.stones(B) | SEED.stones(W)) and "TB" not in last


@pytest.mark.parametrize("result", ["B+3.5", "W+", "0", PENDING, NO_RESULT, BOTH_LOSE, ""])
def test_every_outcome_comes_back(result: str) -> None:
    triple = Triple(Played(SEED, komi=Decimal("6.5"), prisoners=(2, 11)), RIGHT, Proposal(), result)
    files = write_triple(triple, NAME)
    assert read_triple(files, NAME) == triple
    assert ("RE" in read_sgf(files["r3-t05.sgf"]).root) is (result not in ("", BOTH_LOSE))


def test_a_proposal_of_another_game_is_refused() -> None:
    files = write_triple(Triple(Played(SEED), RIGHT, None), NAME)
    files["r3-t05.sgf"] = write_record(Played(SEED, komi=Decimal("0.5")), "")
    with pytest.raises(SgfProblem) as found:
        read_triple(files, NAME)
    assert found.value.code == "record-differs"


def test_comments_and_times_of_a_record_are_kept() -> None:
    text = b"(;SZ[5]KM[0]EV[x];B[aa]BL[30]C[first \\] move];W[];B[]MA[aa])"
    played = read_game(text).played
    assert played.notes == {0: {"BL": ("30",), "C": ("first ] move",)}}
    back = read_triple(write_triple(Triple(played, Proposal(), Proposal()), NAME), NAME)
    assert back.played == played and back.black == Proposal()


def random_game(rng: random.Random, start: Board) -> tuple[Move, ...]:
    board, before = start, None
    moves: list[Move] = []
    for _ in range(rng.randrange(30)):
        colour = rng.choice((B, W))
        point = Point(rng.randrange(board.width), rng.randrange(board.height))
        try:
            after = board.play(colour, point, before).board
        except IllegalMove:
            continue
        board, before = after, board
        moves.append((colour, point))
        if rng.random() < 0.2:
            moves.append((colour.opponent, None))
            before = None
    return tuple(moves)


def random_proposal(rng: random.Random, played: Played) -> Proposal | None:
    board = played.stop.board
    made = Proposal(tuple(random_inserts(rng, board)), random_marks(rng, board))
    try:
        count(played.stop, made)
    except Illegal:
        return None
    return made


@pytest.mark.parametrize("seed", range(4))
def test_random_triples_come_back(seed: int) -> None:
    rng = random.Random(seed)
    for number in range(60):
        start = Board(tuple(random_rows(rng)))
        played = Played(
            start,
            random_game(rng, start),
            Decimal(rng.choice(("0", "6.5", "-3", "0.25"))),
            (rng.randrange(5), 0),
            {"PB": ("あ\\]",), "RO": (str(number),)},
        )
        triple = Triple(
            played,
            random_proposal(rng, played),
            random_proposal(rng, played),
            rng.choice(("B+1", "?", BOTH_LOSE)),
        )
        assert read_triple(write_triple(triple, NAME), NAME) == triple
