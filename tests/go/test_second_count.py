"""The count against a second derivation (tests/go/naive.py) over random positions, marks and inserts."""

import random

import pytest

from tests.go import naive
from tests.series import batches
from tourgen.go.board import Board, Colour, Point
from tourgen.go.count import count
from tourgen.go.proposal import Illegal, Proposal, Stop

EACH = 400


def random_rows(rng: random.Random) -> list[str]:
    """From nearly empty to nearly full, with runs of one colour so that there is territory."""
    width, height = rng.randint(1, 8), rng.randint(1, 8)
    filled, lumpy = rng.uniform(0.1, 0.95), rng.random()
    rows: list[str] = []
    for y in range(height):
        row = ""
        for x in range(width):
            near = row[-1:] + (rows[-1][x] if y else "")
            row += (
                rng.choice(near)
                if near and rng.random() < lumpy * 0.7
                else "bw"[rng.random() < 0.5]
                if rng.random() < filled
                else "."
            )
        rows.append(row)
    return rows


def random_inserts(rng: random.Random, board: Board) -> list[tuple[Colour, Point]]:
    return [
        (rng.choice(list(Colour)), Point(rng.randrange(-1, board.width + 1), rng.randrange(board.height)))
        if rng.random() < 0.03
        else (rng.choice(list(Colour)), Point(rng.randrange(board.width), rng.randrange(board.height)))
        for _ in range(rng.choice((0, 0, 1, 2, 4)))
    ]


def random_marks(rng: random.Random, board: Board) -> frozenset[Point]:
    """Whole chains mostly, single stones and empty points now and then."""
    marks: set[Point] = set()
    for chain in board.chains:
        if rng.random() < 0.3:
            marks |= chain.stones
    for point in board.points():
        if rng.random() < 0.02:
            marks ^= {point}
    return frozenset(marks)


@pytest.mark.parametrize("seed", batches(2, 25))
def test_the_two_derivations_agree(seed: int) -> None:
    rng = random.Random(seed)
    counted = refused = seki = 0
    for _ in range(EACH):
        board = Board(tuple(random_rows(rng)))
        stop = Stop(board, (rng.randrange(4), rng.randrange(4)))
        inserts, marks = random_inserts(rng, board), random_marks(rng, board)
        plain = [(colour.value, tuple(point)) for colour, point in inserts]
        wanted = naive.score(board.rows, plain, set(map(tuple, marks)), stop.prisoners)
        try:
            found = count(stop, Proposal(tuple(inserts), marks))
        except Illegal as illegal:
            assert (illegal.code.value, illegal.index) == wanted, board.rows
            refused += 1
            continue
        black, white = found.black, found.white
        assert (black.territory, white.territory, black.prisoners, white.prisoners) == wanted, (
            board,
            inserts,
        )
        counted += 1
        seki += bool(found.seki)
    assert counted > EACH // 2 and refused > EACH // 20 and seki > EACH // 5
