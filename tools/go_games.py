"""Two short games of Go for the examples, composed for them: nobody played them."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from tourgen.go.board import Board, Colour, Point
from tourgen.go.count import count
from tourgen.go.game import Played
from tourgen.go.proposal import Proposal
from tourgen.go.record import PENDING, RecordName, Triple, write_triple

# The last position, b Black, w White; B and W are filled in by the proposals only (駄目詰め, 手入れ).
DECIDED = """
..b.bw...
...bbw.w.
.b.bww...
..bbw.w..
.bb.bw...
..bbbww..
.w.bw.ww.
..bbww...
...BWwb..
"""
UNDECIDED = """
.....bw......
..b..bw..w...
...b.bw......
..b..bbw..w..
.b.b..bw.w...
......bw...w.
.bbbbbbw.w...
.bwwwwwbw..w.
.bw...wbw.w..
.bwwwwwbw....
.bbbbbbbww...
.......bbw.w.
........bw...
"""
STARS = {9: (2, 4, 6), 13: (3, 6, 9)}


def _stones(rows: str, letters: str) -> list[Point]:
    """In the order in which they are played: the middle of the board is filled in before its edges' ends."""
    lines = rows.split()
    size = len(lines)
    found = [Point(x, y) for y, row in enumerate(lines) for x, sign in enumerate(row) if sign in letters]
    middle = size // 2

    def turn(point: Point) -> tuple[int, int, int]:
        star = point.x in STARS[size] and point.y in STARS[size]
        return (
            not star,
            (point.x * 7 + point.y * 5) % 4 + abs(point.y - middle) // 2,
            point.y * size + point.x,
        )

    return sorted(found, key=turn)


def game(rows: str, komi: int, black: str, white: str) -> Played:
    """The game that ends in this position: Black and White in turn, passes where one has no stone left."""
    size = len(rows.split())
    left = {Colour.BLACK: _stones(rows, "b"), Colour.WHITE: _stones(rows, "w")}
    moves: list[tuple[Colour, Point | None]] = []
    colour = Colour.BLACK
    while any(left.values()):
        moves.append((colour, left[colour].pop(0) if left[colour] else None))
        colour = colour.opponent
    info = {"PB": (black,), "PW": (white,), "GN": ("見本(架空の対局)",)}
    return Played(Board.empty(size, size), tuple(moves), Decimal(komi), info=info).stopped


def decided(name: RecordName, komi: int, black: str, white: str) -> dict[str, bytes]:
    """Both approve one proposal: a point each filled in, and two stones dead."""
    inserts = [(Colour.BLACK, point) for point in _stones(DECIDED, "B")]
    inserts += [(Colour.WHITE, point) for point in _stones(DECIDED, "W")]
    proposal = Proposal(tuple(inserts), frozenset({Point(1, 6), Point(6, 8)}))
    return _files(Triple(game(DECIDED, komi, black, white), proposal, proposal), name)


def undecided(name: RecordName, komi: int, black: str, white: str) -> dict[str, bytes]:
    """White's group has three points in a row inside: dead to Black, who would play the middle; White disagrees."""
    played = game(UNDECIDED, komi, black, white)
    chain = played.stop.board.chain(Point(2, 9))
    assert chain is not None
    return _files(Triple(played, Proposal((), chain.stones), Proposal(), PENDING), name)


def _files(triple: Triple, name: RecordName) -> dict[str, bytes]:
    if not triple.result:
        assert triple.black is not None
        triple = replace(triple, result=count(triple.played.stop, triple.black).result)
    return write_triple(triple, name)
