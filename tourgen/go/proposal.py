"""The position at the stop, and a proposal for its end: inserted stones in order, and stones marked dead (×)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from tourgen.go.board import Board, Chain, Colour, IllegalMove, Point, Refusal

Insert = tuple[Colour, Point]


@dataclass(frozen=True)
class Stop:
    """対局停止: the board, the prisoners so far (by Black, by White), and komi."""

    board: Board
    prisoners: tuple[int, int] = (0, 0)
    komi: Decimal = Decimal(0)

    def __post_init__(self) -> None:
        # By its text, so that 6.5 given as a float is 6.5 and not its binary neighbour.
        object.__setattr__(self, "komi", Decimal(str(self.komi)))


@dataclass(frozen=True)
class Proposal:
    """終局案: 駄目詰め and 手入れ as inserted stones in order, and the played stones that carry ×."""

    inserts: tuple[Insert, ...] = ()
    dead: frozenset[Point] = field(default_factory=frozenset)


class Illegal(IllegalMove):
    """An inserted stone that is refused; `index` says which one of the list, from 0."""

    def __init__(self, code: Refusal, index: int, point: Point) -> None:
        super().__init__(code, point)
        self.index = index


class Capture(NamedTuple):
    """An inserted stone that took something."""

    colour: Colour
    point: Point
    stones: frozenset[Point]


@dataclass(frozen=True)
class Replayed:
    """The stopped board with the inserted stones on it, and which of them are still there."""

    board: Board
    inserted: frozenset[Point]
    captures: tuple[Capture, ...]

    def played(self, chain: Chain) -> frozenset[Point]:
        """A chain's stones that were really played."""
        return chain.stones - self.inserted

    def prisoners(self, colour: Colour) -> int:
        """Stones that the colour captured by inserting."""
        return sum(len(capture.stones) for capture in self.captures if capture.colour is colour)


@lru_cache(maxsize=512)
def replay(stop: Stop, inserts: tuple[Insert, ...]) -> Replayed:
    """Plays the inserted stones on the stopped board; raises Illegal at the first that is refused.

    Ko: an insert may not bring back the position of two inserts earlier. The stop itself was reached by
    passes, so the first insert is free.
    """
    board, before = stop.board, None
    inserted: frozenset[Point] = frozenset()
    captures: list[Capture] = []
    for index, (colour, point) in enumerate(inserts):
        try:
            after, taken = board.play(colour, point, forbidden=before)
        except IllegalMove as refused:
            raise Illegal(refused.code, index, refused.point) from None
        if taken:
            captures.append(Capture(colour, Point(*point), taken))
        inserted = (inserted | {Point(*point)}) - taken
        board, before = after, board
    return Replayed(board, inserted, tuple(captures))


def insert(stop: Stop, proposal: Proposal, colour: Colour, point: Point) -> Proposal:
    """One more inserted stone; raises Illegal if it is refused."""
    more = replace(proposal, inserts=(*proposal.inserts, (colour, point)))
    replay(stop, more.inserts)
    return more


def delete_inserts(proposal: Proposal, number: int | None) -> Proposal:
    """Without the last `number` inserted stones, whoever inserted them; None: without any (三1A)."""
    kept = 0 if number is None else max(0, len(proposal.inserts) - number)
    return replace(proposal, inserts=proposal.inserts[:kept])


def toggle_dead(stop: Stop, proposal: Proposal, point: Point) -> Proposal:
    """× for the whole chain of played stones at the point, or its × cleared if this stone has one (二1B b).

    A chain is what is connected on the board as shown, inserted stones included; the × stands on its played
    stones only. Empty points and inserted stones can't be marked: the proposal stays as it is.
    """
    shown = replay(stop, proposal.inserts)
    if shown.board.at(point) is None or point in shown.inserted:
        return proposal
    stones = shown.played(shown.board.gather(point))
    dead = proposal.dead - stones if point in proposal.dead else proposal.dead | stones
    return replace(proposal, dead=dead)


def clear_dead(proposal: Proposal) -> Proposal:
    """×印の一括消去 (三1B c)."""
    return replace(proposal, dead=frozenset())
