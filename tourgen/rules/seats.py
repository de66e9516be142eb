"""Where a player sits after a round that was made by hand, or before a correction: as it was played (decision X1)."""

from __future__ import annotations

from dataclasses import replace

from tourgen.formats.declaration import BracketFinals, Knockout, MainBracket, Pool, Repechage, Stage
from tourgen.model import Game, Round
from tourgen.rules.brackets import LABELS
from tourgen.rules.situation import Seat, Situation


def seated_as_played(situation: Situation, played: Round) -> Situation:
    """Who has played in a stage belongs to it, even if the results as they are now say otherwise."""
    if not played.by_hand:
        return situation
    seats = dict(situation.seats)
    # A league is left by the results alone (decision D1), whatever pool a round made before listed a player in.
    bracket = isinstance(situation.declared.first_stage, MainBracket)
    for stage in situation.declared.stage:
        for game in played.games:
            for no in game.players:
                seat = None if no is None else _seat(stage, game, no, played.number, bracket)
                if no is not None and seat is not None and seats[no].stage != seat.stage:
                    seats[no] = seat
    return replace(situation, seats=seats)


def _seat(stage: Stage, game: Game, no: int, round_no: int, bracket: bool) -> Seat | None:
    """The seat after a game of this stage; None if the game belongs to another."""
    won = game.winner == no
    match stage:
        case Knockout() | BracketFinals():
            return Seat(stage.id) if game.stage in LABELS else None
        case MainBracket() if game.stage == "main" and won:
            return Seat(stage.finals) if round_no == stage.rounds[1] else Seat(stage.id, game.group)
        case Repechage() if game.stage == "main" and not won and game.winner is not None:
            return Seat(stage.id, stage.group_of(f"{game.group}{round_no}"))
        case Repechage() if game.stage == "repechage":
            won_group = Seat(stage.winners_to if round_no == stage.rounds[1] else stage.id, game.group)
            return won_group if won else Seat(stage.beaten_to)
        case Pool() if game.stage == "ranking" and bracket:
            return Seat(stage.id)
        case _:
            return None
