"""Places that the matches of a stage decide, whatever kind of stage it is."""

from __future__ import annotations

from tourgen.formats.declaration import BracketFinals, Knockout, Placing, Stage
from tourgen.model import Game
from tourgen.rules.brackets import bracket_of
from tourgen.rules.main_bracket import final_places
from tourgen.rules.repechage import placing_places
from tourgen.rules.situation import Situation


def places_of(stage: Stage, situation: Situation) -> dict[int, int]:
    """Player → the place decided by a match of this stage."""
    if isinstance(stage, Knockout):
        return bracket_of(stage, situation).places()
    if isinstance(stage, BracketFinals):
        places = final_places(stage, situation)
    elif isinstance(stage, Placing):
        places = placing_places(stage, situation)
    else:
        return {}
    return {
        situation.holders[number]: place for number, place in places.items() if number in situation.holders
    }


def places_count(stage: Stage) -> int:
    """How many places a stage gives away, reached or not: nobody moves up into a vacant one (decision F1)."""
    if isinstance(stage, Knockout):
        return sum(bool(entrant) for entrant in stage.entrants)
    if isinstance(stage, BracketFinals):
        return 4 if stage.third_round else 2
    return 2 * len(stage.pairs) if isinstance(stage, Placing) else 0


def decided_places(situation: Situation) -> dict[int, int]:
    """Every place decided so far by a stage that the final rank begins with."""
    declared = situation.declared
    stages = [declared.stage_of(name) for name in declared.final.first]
    return {no: place for stage in stages for no, place in places_of(stage, situation).items()}


DECIDING_STAGES = ("final", "third", "semi", "knockout", "placing")


def deciding_game(situation: Situation, no: int) -> Game | None:
    """The last game of a player that decides places."""
    games = [game for one in situation.rounds for game in one.games if no in game.players]
    return next((game for game in reversed(games) if game.stage in DECIDING_STAGES), None)
