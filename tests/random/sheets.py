"""A played tournament as the rows people would have typed, in the many ways in which they may type them."""

import random

from tourgen.labels import group_name
from tourgen.model import Game, Mark, ResultRow, ResultSheet, Source
from tourgen.tournament import Tournament


def typed_sheets(tournament: Tournament, rng: random.Random) -> dict[int, ResultSheet]:
    """One sheet per round with a game in it."""
    sheets = {}
    for played in tournament.rounds:
        file = f"rounds/{tournament.division.id}-r{played.number}.xlsx"
        gone = {
            no
            for no, player in tournament.players.items()
            if player.withdrawn_after is not None and player.withdrawn_after < played.number
        }
        rows = tuple(_row(game, file, gone, rng) for game in played.games)
        if rows:
            sheets[played.number] = ResultSheet(file, rows)
    return sheets


def _row(game: Game, file: str, gone: set[int], rng: random.Random) -> ResultRow:
    discs = game.discs if game.discs is not None else (None, None)
    return ResultRow(
        Source(file, "結果"),
        table=game.table,
        group=group_name(game.stage, game.group, rng.choice(("ja", "en"))),
        numbers=game.players,
        marks=_marks(game, gone, rng),
        discs=discs,
    )


def _marks(game: Game, gone: set[int], rng: random.Random) -> tuple[Mark | None, Mark | None]:
    """One result cell is enough; whoever has withdrawn forfeits without a mark."""
    if gone & set(game.players) and rng.random() < 0.5:
        return (None, None)
    if game.players[1] is None:
        return (rng.choice(("walkover", "win", None)), None)
    if game.kind == "double-loss":
        return rng.choice((("double-loss", "double-loss"), ("double-loss", None), ("forfeit", "forfeit")))
    won, lost = ("walkover", "forfeit") if game.kind == "forfeit" else ("win", "loss")
    both = (won, lost) if game.winner == game.players[0] else (lost, won)
    return rng.choice((both, (both[0], None), (None, both[1])))
