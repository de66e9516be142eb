"""Where a player sits after a round that was made by hand, or before a correction: as it was played (decision X1)."""

from __future__ import annotations

from tourgen.dataclass import replace
from tourgen.formats.declaration import Knockout
from tourgen.model import Round
from tourgen.rules.brackets import LABELS
from tourgen.rules.situation import Seat, Situation


def seated_as_played(situation: Situation, played: Round) -> Situation:
    """Who has played in a knockout belongs to it, even if the results as they are now say otherwise.

    Seats in brackets need nothing of the kind: they follow from the trees, and these from what was played.
    """
    seats = dict(situation.seats)
    for stage in situation.declared.stage:
        if isinstance(stage, Knockout):
            games = [game for game in played.games if game.stage in LABELS]
            there = {no for game in games for no in game.players if no is not None}
            seats.update({no: Seat(stage.id) for no in there if seats[no].stage != stage.id})
    return replace(situation, seats=seats)
