"""Teams: a match is won by the majority of its boards (section 8)."""

from __future__ import annotations

from tourgen.dataclass import replace
from tourgen.model import Game


def with_boards(game: Game, count: int) -> Game:
    """「a team's bye is all boards won」, and so is a match that the other team forfeits; with no boards as it is."""
    if not count or game.kind not in ("bye", "forfeit"):
        return game
    return replace(game, boards=(int(game.winner == game.players[0]),) * count)
