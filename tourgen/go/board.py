"""A Go board of any width and height from 1 to 25: chains, liberties, and a move with the capture rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, cached_property
from typing import NamedTuple

LARGEST = 25
STARS = {9: (2, 4, 6), 13: (3, 6, 9), 19: (3, 9, 15)}  # 星, along either side
EMPTY = "."
_LETTERS = "abcdefghijklmnopqrstuvwxy"


class Colour(Enum):
    """The value is the letter of a stone in a board's rows."""

    BLACK = "b"
    WHITE = "w"

    @property
    def opponent(self) -> Colour:
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def sgf(self) -> str:
        """The property of a move in SGF: B or W."""
        return self.value.upper()


class Point(NamedTuple):
    """An intersection; x runs right and y down, from 0."""

    x: int
    y: int

    @property
    def sgf(self) -> str:
        """As SGF writes it; only points of a board of the largest size have such a name."""
        return _LETTERS[self.x] + _LETTERS[self.y]


class Refusal(StrEnum):
    """Why a stone can't be played."""

    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    KO = "ko"


class IllegalMove(Exception):
    """A stone that the rules refuse."""

    def __init__(self, code: Refusal, point: Point) -> None:
        super().__init__(f"{code.value} at {tuple(point)}")
        self.code = code
        self.point = point


class Played(NamedTuple):
    """The board after a move, and what the move captured."""

    board: Board
    captured: frozenset[Point]


class Chain(NamedTuple):
    """Solidly connected stones of one colour (石団) and the empty points beside them."""

    colour: Colour
    stones: frozenset[Point]
    liberties: frozenset[Point]

    @property
    def first(self) -> Point:
        """The stone that stands for the chain: uppermost, then leftmost."""
        return first(self.stones)


def first(points: Iterable[Point]) -> Point:
    """The uppermost, then leftmost of the points."""
    return min(points, key=reading_order)


def reading_order(point: Point) -> tuple[int, int]:
    """Line by line from the top left, as a board is read."""
    return point.y, point.x


@cache
def _neighbours(width: int, height: int) -> dict[Point, tuple[Point, ...]]:
    """Worked out once per size of board: every chain and region asks for it again and again."""
    points = [Point(x, y) for y in range(height) for x in range(width)]
    return {
        Point(x, y): tuple(
            near
            for near in (Point(x, y - 1), Point(x - 1, y), Point(x + 1, y), Point(x, y + 1))
            if 0 <= near.x < width and 0 <= near.y < height
        )
        for x, y in points
    }


@dataclass(frozen=True)
class Board:
    """A position. Rows from the top, one character per point: `.`, `b` or `w`."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(self.rows))
        widths = {len(row) for row in self.rows}
        if not 1 <= len(self.rows) <= LARGEST or len(widths) != 1 or not 1 <= max(widths) <= LARGEST:
            raise ValueError(f"a board has 1 to {LARGEST} rows of 1 to {LARGEST} points, all alike")
        if set("".join(self.rows)) - {EMPTY, "b", "w"}:
            raise ValueError("a board's rows hold . b w")

    @classmethod
    def empty(cls, width: int, height: int) -> Board:
        return cls((EMPTY * width,) * height)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def __contains__(self, point: object) -> bool:
        return isinstance(point, tuple) and 0 <= point[0] < self.width and 0 <= point[1] < self.height

    def at(self, point: Point) -> Colour | None:
        """Whose stone stands there."""
        letter = self.rows[point.y][point.x]
        return None if letter == EMPTY else Colour(letter)

    def points(self) -> Iterator[Point]:
        """Every point, line by line from the top left."""
        return (Point(x, y) for y in range(self.height) for x in range(self.width))

    def neighbours(self, point: Point) -> tuple[Point, ...]:
        """The points beside one, above first."""
        return _neighbours(self.width, self.height)[point]

    def reach(self, start: Point, among: Iterable[Point] | frozenset[Point]) -> frozenset[Point]:
        """Everything connected to the start through points of `among`."""
        allowed = among if isinstance(among, frozenset) else frozenset(among)
        seen = {start}
        waiting = [start]
        while waiting:
            for near in self.neighbours(waiting.pop()):
                if near in allowed and near not in seen:
                    seen.add(near)
                    waiting.append(near)
        return frozenset(seen)

    def around(self, points: frozenset[Point]) -> frozenset[Point]:
        """The points beside these."""
        return frozenset(near for point in points for near in self.neighbours(point)) - points

    def stones(self, colour: Colour) -> frozenset[Point]:
        return frozenset(point for point in self.points() if self.rows[point.y][point.x] == colour.value)

    @cached_property
    def chains(self) -> tuple[Chain, ...]:
        """All chains, in the order of their first stones."""
        found: list[Chain] = []
        seen: set[Point] = set()
        for point in self.points():
            if point not in seen and self.at(point) is not None:
                found.append(self.gather(point))
                seen |= found[-1].stones
        return tuple(found)

    @cached_property
    def _chain_by_stone(self) -> Mapping[Point, Chain]:
        return {stone: chain for chain in self.chains for stone in chain.stones}

    def chain(self, point: Point) -> Chain | None:
        """The chain that the stone there belongs to."""
        return self._chain_by_stone.get(point)

    def gather(self, point: Point) -> Chain:
        """One chain without looking at the rest of the board."""
        letter = self.rows[point.y][point.x]
        stones, liberties, waiting = {point}, set(), [point]
        while waiting:
            for near in self.neighbours(waiting.pop()):
                found = self.rows[near.y][near.x]
                if found == EMPTY:
                    liberties.add(near)
                elif found == letter and near not in stones:
                    stones.add(near)
                    waiting.append(near)
        return Chain(Colour(letter), frozenset(stones), frozenset(liberties))

    def with_stones(self, changes: Mapping[Point, Colour | None]) -> Board:
        """The same board with stones put down or taken away, without captures (set-up)."""
        lines = [list(row) for row in self.rows]
        for (x, y), colour in changes.items():
            lines[y][x] = EMPTY if colour is None else colour.value
        return Board(tuple("".join(line) for line in lines))

    def play(self, colour: Colour, point: Point, forbidden: Board | None = None) -> Played:
        """A stone put down, chains without liberties taken off. `forbidden`: the position of two moves earlier.

        Raises IllegalMove: off the board, occupied, suicide (of any number of stones), or ko, which is a
        move that brings the forbidden position back.
        """
        point = Point(*point)
        if point not in self:
            raise IllegalMove(Refusal.OFF_BOARD, point)
        if self.at(point) is not None:
            raise IllegalMove(Refusal.OCCUPIED, point)
        placed = self.with_stones({point: colour})
        captured = placed._without_liberties_beside(point, colour.opponent)
        after = placed.with_stones(dict.fromkeys(captured)) if captured else placed
        if not after.gather(point).liberties:
            raise IllegalMove(Refusal.SUICIDE, point)
        if after == forbidden:
            raise IllegalMove(Refusal.KO, point)
        return Played(after, captured)

    def _without_liberties_beside(self, point: Point, colour: Colour) -> frozenset[Point]:
        chains = (self.gather(near) for near in self.neighbours(point) if self.at(near) is colour)
        return frozenset(stone for chain in chains if not chain.liberties for stone in chain.stones)
