"""What a record says: the set-up, the moves up to the stop, and a proposal that may follow it.

The stop is the last pair of passes. The move nodes after it are inserted stones; the last node after it with
MA, TB or TW holds the × marks. A record without two passes stops at its end, and there the moves at the end
that carry SQ on their own point are inserted stones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from tourgen.go.board import LARGEST, Board, Colour, IllegalMove, Point, Refusal
from tourgen.go.proposal import Insert, Proposal, Stop
from tourgen.go.sgf import Node, Sgf, read_move, read_points, read_sgf
from tourgen.go.sgf_text import SgfProblem

PRISONERS = "TGPC"  # private: prisoners (by Black:by White) that a set-up position starts with
OUTCOME = "TGRE"  # private: an outcome that SGF has no value for
_SETUP = {"AB": Colour.BLACK, "AW": Colour.WHITE, "AE": None}
_OWN = {
    *_SETUP,
    *["B", "W", "SZ", "KM", "GM", "FF", "CA", "RE", "MA", "TB", "TW", "TR", "SQ"],
    PRISONERS,
    OUTCOME,
}
LARGEST_KOMI = 361
_KOMI = re.compile(r"[+-]?\d{1,4}([.,]\d{1,4})?")
_HANDICAP = re.compile(r"\d{1,3}")
_SIZE = re.compile(r"(\d{1,3})(?::(\d{1,3}))?")

Move = tuple[Colour, Point | None]  # None: a pass


class IllegalRecord(IllegalMove):
    """A move of a record that the rules refuse; its number counts from 1, passes included; 0 is the set-up."""

    def __init__(self, code: Refusal, number: int, point: Point) -> None:
        super().__init__(code, point)
        self.number = number


@dataclass(frozen=True)
class Played:
    """A game as played: from the set-up to the stop."""

    start: Board
    moves: tuple[Move, ...] = ()
    komi: Decimal = Decimal(0)
    prisoners: tuple[int, int] = (0, 0)  # before the first move; only a set-up position has any
    info: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # further root properties
    notes: Mapping[int, Mapping[str, tuple[str, ...]]] = field(default_factory=dict, hash=False)  # and moves'

    @property
    def stopped(self) -> Played:
        """The same with the two passes at its end that a stop has."""
        moves = self.moves
        while len(moves) < 2 or moves[-1][1] is not None or moves[-2][1] is not None:
            moves = (*moves, (moves[-1][0].opponent if moves else Colour.BLACK, None))
        return replace(self, moves=moves)

    @cached_property
    def stop(self) -> Stop:
        """The position after the last move; raises IllegalRecord where a move is refused."""
        board = self.start
        taken = {Colour.BLACK: self.prisoners[0], Colour.WHITE: self.prisoners[1]}
        for (colour, _), captured, after in self.steps():
            taken[colour] += len(captured)
            board = after
        return Stop(board, (taken[Colour.BLACK], taken[Colour.WHITE]), self.komi)

    def steps(self) -> Iterator[tuple[Move, frozenset[Point], Board]]:
        """Move by move: which it was, what it took, the board after it; raises IllegalRecord."""
        board, before = self.start, None
        for number, (colour, point) in enumerate(self.moves, 1):
            if point is None:
                before = None  # a ko may be retaken after a pass
                yield (colour, None), frozenset(), board
                continue
            try:
                after, captured = board.play(colour, point, forbidden=before)
            except IllegalMove as refused:
                raise IllegalRecord(refused.code, number, refused.point) from None
            board, before = after, board
            yield (colour, point), captured, board


@dataclass(frozen=True)
class Game:
    """A record: the game, the proposal that stands in it, the result it names, and what is odd about it."""

    played: Played
    proposal: Proposal
    result: str = ""  # RE as written
    territory: tuple[frozenset[Point], frozenset[Point]] | None = None  # TB and TW of the last node, if any
    oddities: tuple[str, ...] = ()

    @property
    def stop(self) -> Stop:
        return self.played.stop


def read_game(data: bytes) -> Game:
    """A record from its bytes; raises SgfProblem or IllegalRecord."""
    return understand(read_sgf(data))


def understand(sgf: Sgf) -> Game:
    """The game in a main line."""
    root = sgf.root
    if root.get("GM", "1").strip() not in ("", "1"):
        raise SgfProblem("sgf-not-go", found=root.get("GM"))
    start, steps, late = _from_last_setup(root, sgf.nodes)
    end = _stop_index(steps)
    last = next((step.node for step in reversed(steps[max(end - 1, 0) :]) if step.marks), Node({}))
    moves = [step for step in steps[:end] if step.move is not None]
    played = replace(
        start,
        moves=tuple(step.move for step in moves if step.move is not None),
        notes={number: step.notes for number, step in enumerate(moves) if step.notes},
    )
    return Game(
        played=played,
        proposal=Proposal(_inserts(steps[end:]), frozenset(read_points(last.all("MA")))),
        result=root.get(OUTCOME) or root.get("RE").strip(),
        territory=_territory(last),
        oddities=tuple(_oddities(sgf, played, late)),
    )


# --- The nodes as steps


@dataclass(frozen=True)
class _Step:
    """A node that matters: a move, or marks, or both."""

    node: Node
    move: Move | None
    notes: Mapping[str, tuple[str, ...]]

    @property
    def marks(self) -> bool:
        return any(name in self.node for name in ("MA", "TB", "TW"))

    @property
    def is_pass(self) -> bool:
        return self.move is not None and self.move[1] is None

    @property
    def is_marked_insert(self) -> bool:
        """A move with SQ on its own point."""
        if self.move is None or self.move[1] is None:
            return False
        return self.move[1] in read_points(self.node.all("SQ"))


def _from_last_setup(root: Node, nodes: tuple[Node, ...]) -> tuple[Played, list[_Step], bool]:
    """The position that the last set-up made, the steps from there on, and whether moves came before it."""
    start = Played(_size(root), (), _komi(root), _prisoners(root), _further(root))
    steps: list[_Step] = []
    late = False
    for node in nodes:
        if any(name in node for name in _SETUP):
            moves = tuple(step.move for step in steps if step.move is not None)
            late = late or bool(moves)
            before = replace(start, moves=moves).stop
            start = replace(start, start=_set_up(before.board, node), prisoners=before.prisoners)
            steps = []
        steps.append(_Step(node, _move(node, start.start), {} if node is root else _further(node)))
    return start, steps, late


def _move(node: Node, board: Board) -> Move | None:
    moves = [(colour, value.strip()) for colour in Colour for value in node.all(colour.sgf)]
    if len(moves) > 1:
        raise SgfProblem("sgf-two-moves", found=" ".join(f"{colour.sgf}[{value}]" for colour, value in moves))
    return (moves[0][0], read_move(moves[0][1], board)) if moves else None


def _further(node: Node) -> dict[str, tuple[str, ...]]:
    """Names, times, comments: what a record keeps though the count doesn't need it."""
    return {name: values for name, values in node.properties.items() if name not in _OWN}


def _stop_index(steps: list[_Step]) -> int:
    """How many steps belong to the game: up to the last two passes in a row, nothing else between them."""
    passed = False
    end = None
    for index, step in enumerate(steps):
        if step.move is None:
            continue
        if step.is_pass and passed:
            end = index + 1
        passed = step.is_pass
    if end is not None:
        return end
    end = len(steps)
    while end and (steps[end - 1].move is None or steps[end - 1].is_marked_insert):
        end -= 1
    return end


def _inserts(tail: list[_Step]) -> tuple[Insert, ...]:
    """The moves after the stop; a single pass among them says nothing."""
    moves = (step.move for step in tail if step.move is not None)
    return tuple((colour, point) for colour, point in moves if point is not None)


# --- The root


def _size(root: Node) -> Board:
    found = _SIZE.fullmatch(root.get("SZ", "19").strip())
    if found is None:
        raise SgfProblem("sgf-size", found=root.get("SZ"), limit=LARGEST)
    width, height = int(found[1]), int(found[2] or found[1])
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise SgfProblem("sgf-size", found=root.get("SZ"), limit=LARGEST)
    return Board.empty(width, height)


def _set_up(board: Board, node: Node) -> Board:
    """AB, AW and AE, handicap stones among them."""
    stones: dict[Point, Colour | None] = {}
    for name, colour in _SETUP.items():
        for point in read_points(node.all(name)):
            if point not in board:
                raise IllegalRecord(Refusal.OFF_BOARD, 0, point)
            if stones.get(point, colour) is not colour:
                raise IllegalRecord(Refusal.OCCUPIED, 0, point)
            stones[point] = colour
    return board.with_stones(stones)


def _komi(root: Node) -> Decimal:
    """Beyond the limit it is no komi: one server writes 3.75 as 375."""
    text = root.get("KM").strip()
    if not text:
        return Decimal(0)
    if not _KOMI.fullmatch(text) or abs(Decimal(text.replace(",", "."))) > LARGEST_KOMI:
        raise SgfProblem("sgf-komi", found=text)
    return Decimal(text.replace(",", "."))


def _prisoners(root: Node) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,4}):(\d{1,4})", root.get(PRISONERS, "0:0"))
    if found is None:
        raise SgfProblem("sgf-prisoners", found=root.get(PRISONERS), name=PRISONERS)
    return int(found[1]), int(found[2])


def _territory(last: Node) -> tuple[frozenset[Point], frozenset[Point]] | None:
    if "TB" not in last and "TW" not in last:
        return None
    return frozenset(read_points(last.all("TB"))), frozenset(read_points(last.all("TW")))


def _oddities(sgf: Sgf, played: Played, late: bool) -> list[str]:
    """Codes of oddities that don't keep the record from being read."""
    found: list[str] = []
    if sgf.variations:
        found.append("variations-ignored")
    if sgf.further_games:
        found.append("further-games-ignored")
    if late:
        found.append("late-setup")
    if not sgf.root.get("KM").strip():
        found.append("komi-missing")
    handicap = _HANDICAP.fullmatch(sgf.root.get("HA").strip())
    if handicap and len(played.start.stones(Colour.BLACK)) < int(handicap[0]) > 1:
        found.append("handicap-not-placed")
    return found
