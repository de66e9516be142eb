"""Positions as the tests write them."""

from collections.abc import Iterable, Sequence
from typing import Any

from tourgen.go.board import Board, Colour, Point
from tourgen.go.count import Count, count
from tourgen.go.proposal import Proposal, Stop


def stop(rows: Sequence[str] | str, captures: Sequence[int] = (0, 0), komi: object = 0) -> Stop:
    lines = rows.split() if isinstance(rows, str) else rows
    return Stop(Board(tuple(lines)), (captures[0], captures[1]), komi)  # type: ignore[arg-type]


def proposal(inserts: Iterable[Sequence[Any]] = (), dead: Iterable[Sequence[int]] = ()) -> Proposal:
    return Proposal(
        tuple((Colour(colour), Point(x, y)) for colour, x, y in inserts),
        frozenset(Point(x, y) for x, y in dead),
    )


def codes(counted: Count) -> set[str]:
    return {doubt.code for doubt in counted.warnings}


def score(rows: str, dead: Iterable[Sequence[int]] = (), inserts: Iterable[Sequence[Any]] = ()) -> Count:
    return count(stop(rows), proposal(inserts, dead))
