"""Stones on a board: captures, suicide, ko, and what never changes whatever is played."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.go import naive
from tourgen.go.board import Board, Colour, IllegalMove, Point, Refusal

B, W = Colour.BLACK, Colour.WHITE


def board(text: str) -> Board:
    return Board(tuple(text.split()))


def refused(start: Board, colour: Colour, x: int, y: int, forbidden: Board | None = None) -> Refusal | None:
    try:
        start.play(colour, Point(x, y), forbidden)
    except IllegalMove as illegal:
        return illegal.code
    return None


def test_sizes() -> None:
    assert (Board.empty(25, 1).width, Board.empty(25, 1).height) == (25, 1)
    for rows in ([], [""], ["..", "."], ["." * 26], ["."] * 26, ["x"]):
        with pytest.raises(ValueError, match="board"):
            Board(tuple(rows))


def test_a_capture_takes_whole_chains_on_every_side() -> None:
    after, taken = board(".bb. bwwb bw.b .bb.").play(B, Point(2, 2))
    assert taken == {Point(1, 1), Point(2, 1), Point(1, 2)}
    assert after.rows == (".bb.", "b..b", "b.bb", ".bb.")
    after, taken = board("bw.wb .bwb. ..b..").play(B, Point(2, 0))
    assert len(taken) == 3 and after.stones(W) == frozenset()


def test_refusals_are_told_apart() -> None:
    start = board(".bw.. bw.w. .bw.. .....")
    assert refused(start, B, 5, 0) is refused(start, B, 0, -1) is Refusal.OFF_BOARD
    assert refused(start, W, 1, 0) is Refusal.OCCUPIED
    assert refused(start, B, 3, 0) is None and refused(board(".b. b.. ..."), W, 0, 0) is Refusal.SUICIDE
    taken = start.play(B, Point(2, 1)).board
    assert refused(taken, W, 1, 1, forbidden=start) is Refusal.KO
    assert refused(taken, W, 1, 1) is None


def test_suicide_of_several_stones_is_refused_and_capturing_first_is_not_suicide() -> None:
    assert refused(board("w.b bbb ..."), W, 1, 0) is Refusal.SUICIDE
    assert refused(board(".bw bbw www"), W, 0, 0) is None
    assert refused(board(".wb wwb bbb"), B, 0, 0) is None
    assert refused(Board.empty(1, 1), B, 0, 0) is Refusal.SUICIDE


def test_chains_and_liberties() -> None:
    start = board("bb.w b.ww ....")
    assert [(chain.colour, len(chain.stones), len(chain.liberties)) for chain in start.chains] == [
        (B, 3, 3),
        (W, 3, 4),
    ]
    assert start.chain(Point(2, 0)) is None


ROWS = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.text("..bw", min_size=width, max_size=width), min_size=1, max_size=6)
)


@given(rows=ROWS, colour=st.sampled_from(Colour), x=st.integers(-1, 6), y=st.integers(-1, 6))
def test_any_move_is_what_the_rules_say(rows: list[str], colour: Colour, x: int, y: int) -> None:
    start = Board(tuple(rows))
    wanted = naive.play(naive.position(rows), colour.value, (x, y))
    try:
        after, taken = start.play(colour, Point(x, y))
    except IllegalMove as illegal:
        assert illegal.code.value == wanted
        return
    assert (naive.position(after.rows), len(taken)) == wanted
    assert start.rows == tuple(rows), "a board never changes"
    with pytest.raises(IllegalMove) as again:
        start.play(colour, Point(x, y), forbidden=after)
    assert again.value.code is Refusal.KO


@pytest.mark.parametrize("seed", range(10))
def test_a_game_of_random_moves_never_leaves_stones_without_liberties(seed: int) -> None:
    rng = random.Random(seed)
    now, before = Board.empty(rng.randint(2, 7), rng.randint(2, 7)), None
    prisoners = played = 0
    for turn in range(200):
        colour = (B, W)[turn % 2]
        points = list(now.points())
        rng.shuffle(points)
        for point in points:
            try:
                after, taken = now.play(colour, point, before)
            except IllegalMove:
                continue
            assert after != before, "ko"
            now, before, prisoners, played = after, now, prisoners + len(taken), played + 1
            break
        assert all(chain.liberties for chain in now.chains)
        assert len(now.stones(B) | now.stones(W)) == played - prisoners
