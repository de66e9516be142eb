"""SGF files read and written: the nodes of one main line. pysgf parses and writes; decoding is our own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pysgf import GoGame, GoNode

from tourgen.go.board import LARGEST, Board, Point, reading_order
from tourgen.go.sgf_text import MainLine, SgfProblem, decode, main_line, shown

_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Node:
    """The properties of one node, each with its values in order."""

    properties: Mapping[str, tuple[str, ...]] = field(hash=False)

    def get(self, name: str, default: str = "") -> str:
        """The first value."""
        return self.properties.get(name, (default,))[0]

    def all(self, name: str) -> tuple[str, ...]:
        return self.properties.get(name, ())

    def __contains__(self, name: object) -> bool:
        return name in self.properties


@dataclass(frozen=True)
class Sgf:
    """A game's main line, root first; whether the file held more than that."""

    nodes: tuple[Node, ...]
    variations: bool = False
    further_games: bool = False

    @property
    def root(self) -> Node:
        return self.nodes[0]


def read_sgf(data: bytes) -> Sgf:
    """Reads a file; raises SgfProblem, and nothing else, whatever stands in it."""
    line = main_line(decode(data))
    return Sgf(tuple(_nodes(line)), line.variations, line.further_games)


def _nodes(line: MainLine) -> Iterable[Node]:
    try:
        node = GoGame(line.text).root
    except Exception as error:  # what the scan let through and the parser doesn't take, whatever it raises
        raise SgfProblem("sgf-broken", line=1, near=" ".join(str(error).split())[:60]) from None
    while node is not None:
        yield Node({name: tuple(map(shown, values)) for name, values in node.properties.items()})
        node = node.children[0] if node.children else None


def write_sgf(nodes: Iterable[Mapping[str, Iterable[str]]]) -> bytes:
    """A file of one main line, in UTF-8 and saying so; a node to a line."""
    first: GoNode | None = None
    last: GoNode | None = None
    for properties in nodes:
        last = GoNode(parent=last)
        for name, values in properties.items():
            last.set_property(name, list(values))
        first = first or last
    if first is None:
        raise ValueError("a record has a root node")
    first.set_property("CA", "UTF-8")
    return f"{_one_node_a_line(first)}\n".encode()


def _one_node_a_line(root: GoNode) -> str:
    """pysgf writes everything on one line; a record is also read by people, and compared line by line."""
    parts = []
    node: GoNode | None = root
    while node is not None:
        alone = GoNode(properties=dict(node.properties))
        parts.append(alone.sgf().removeprefix("(").removesuffix(")"))
        node = node.children[0] if node.children else None
    return "(" + "\n".join(parts) + ")"


# --- Points


def read_point(value: str) -> Point:
    """A point, perhaps off the board; raises SgfProblem for what is none."""
    if len(value) != 2 or any(letter not in _ALPHABET for letter in value):
        raise SgfProblem("sgf-point", found=value)
    return Point(_ALPHABET.index(value[0]), _ALPHABET.index(value[1]))


def read_move(value: str, board: Board) -> Point | None:
    """Where a move goes; None for a pass, which older files write `tt` on boards up to 19x19."""
    if not value or (value == "tt" and board.width <= 19 and board.height <= 19):
        return None
    return read_point(value)


def read_points(values: Iterable[str]) -> list[Point]:
    """A list of points, rectangles (`aa:cc`) included, in the order given."""
    found: list[Point] = []
    for value in filter(None, map(str.strip, values)):  # an empty value is an empty list
        corner, _, opposite = value.partition(":")
        one, other = read_point(corner), read_point(opposite or corner)
        xs = range(min(one.x, other.x), max(one.x, other.x) + 1)
        ys = range(min(one.y, other.y), max(one.y, other.y) + 1)
        if len(xs) > LARGEST or len(ys) > LARGEST:
            raise SgfProblem("sgf-point", found=value)
        found += [Point(x, y) for y in ys for x in xs]
        if len(found) > LARGEST**2:  # `aa:ss` is 361 of them, and can stand there a hundred thousand times
            raise SgfProblem("sgf-points", found=value, limit=LARGEST**2)
    return found


def point_list(points: Iterable[Point]) -> tuple[str, ...]:
    """Points as SGF writes them, one by one and in reading order."""
    return tuple(point.sgf for point in sorted(points, key=reading_order))
