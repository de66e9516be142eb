"""Places that the matches of a stage decide, whatever kind of stage it is."""

from __future__ import annotations

from tourgen.formats.declaration import BracketFinals, Knockout, Placing, SeededKnockout, Stage
from tourgen.model import Game
from tourgen.rules.brackets import bracket_of
from tourgen.rules.main_bracket import final_places
from tourgen.rules.repechage import placing_places
from tourgen.rules.situation import Situation
from tourgen.rules.trees import Places


def places_of(stage: Stage, situation: Situation) -> Places:
    """Player → the place decided by a match of this stage, and every place its decided matches give away."""
    if isinstance(stage, Knockout | SeededKnockout):
        places = bracket_of(stage, situation).places()
        return Places(places, frozenset(places.values()))
    if isinstance(stage, BracketFinals):
        by_number = final_places(stage, situation)
    elif isinstance(stage, Placing):
        by_number = placing_places(stage, situation)
    else:
        return Places({}, frozenset())
    holders = situation.holders
    held = {holders[number]: place for number, place in by_number.held.items() if number in holders}
    return Places(held, by_number.given)


def places_count(stage: Stage, situation: Situation) -> int:
    """How many places a stage gives away, reached or not: nobody moves up into a vacant one (decision F1)."""
    if isinstance(stage, SeededKnockout):
        return sum(no is not None for no in situation.drawn)
    if isinstance(stage, Knockout):
        return sum(bool(entrant) for entrant in stage.entrants)
    if isinstance(stage, BracketFinals):
        return 4 if stage.third_round else 2
    return 2 * len(stage.pairs) if isinstance(stage, Placing) else 0


def decided_places(situation: Situation) -> Places:
    """Every place decided so far by the stages that the final rank begins with; of two places the first (N14)."""
    declared = situation.declared
    each = [places_of(declared.stage_of(name), situation) for name in declared.final.first]
    held = {no: place for one in reversed(each) for no, place in one.held.items()}
    return Places(held, frozenset().union(*(one.given for one in each)))


DECIDING_STAGES = ("final", "third", "semi", "knockout", "playoff", "placing")


def deciding_game(situation: Situation, no: int) -> Game | None:
    """The last game of a player that decides places."""
    games = [game for one in situation.rounds for game in one.games if no in game.players]
    return next((game for game in reversed(games) if game.stage in DECIDING_STAGES), None)
