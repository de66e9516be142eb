"""The hall display: pairings and standings of every division, screen by screen, in letters for the last row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tourgen.web.division_view import Facts
from tourgen.web.pairings import bands
from tourgen.web.paper.leaves import evenly

GAMES_ON_A_SCREEN = 24  # in two columns
RANKS_ON_A_SCREEN = 20


def screens(divisions: Sequence[Facts]) -> list[dict[str, Any]]:
    """Every division in turn, games of the round and ranks; one that is finished shows its final ranks only."""
    found = []
    for facts in divisions:
        if facts.current and not facts.finished:
            games = [(band, one) for band in bands(facts, facts.current) for one in band.matches]
            found += _screens(facts, "games", games, GAMES_ON_A_SCREEN)
        if facts.ranking is not None:
            rows = [(row.rank, facts.people[row.no], facts.score_of(row)) for row in facts.ranking.rows]
            found += _screens(facts, "ranks", rows, RANKS_ON_A_SCREEN)
    return found


def _screens(facts: Facts, kind: str, items: Sequence[Any], room: int) -> list[dict[str, Any]]:
    pieces = evenly(items, room)
    return [
        {"facts": facts, "kind": kind, "lines": piece, "part": part, "parts": len(pieces)}
        for part, piece in enumerate(pieces, 1)
    ]
