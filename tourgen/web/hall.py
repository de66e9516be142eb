"""The hall display: pairings and standings of every division, screen by screen, in letters for the last row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tourgen.web.division_view import DivisionView
from tourgen.web.pairings import bands
from tourgen.web.parts import evenly

GAMES_ON_A_SCREEN = 24  # in two columns
RANKS_ON_A_SCREEN = 20


def screens(divisions: Sequence[DivisionView]) -> list[dict[str, Any]]:
    """Every division in turn, games of the round and ranks; one that is finished shows its final ranks only."""
    found = []
    for view in divisions:
        if view.current and not view.finished:
            games = [(band, one) for band in bands(view, view.current) for one in band.matches]
            found += _screens(view, "games", games, GAMES_ON_A_SCREEN)
        if view.ranking is not None:
            rows = [(row.rank, view.people[row.no], view.score_of(row)) for row in view.ranking.rows]
            found += _screens(view, "ranks", rows, RANKS_ON_A_SCREEN)
    return found


def _screens(view: DivisionView, kind: str, items: Sequence[Any], room: int) -> list[dict[str, Any]]:
    pieces = evenly(items, room)
    return [
        {"division": view, "kind": kind, "lines": piece, "part": part, "parts": len(pieces)}
        for part, piece in enumerate(pieces, 1)
    ]
