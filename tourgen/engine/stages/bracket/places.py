"""The places that the matches of a tree decide."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.engine.situation import Places, Situation
from tourgen.engine.stages.base import Slot
from tourgen.engine.stages.bracket.extra import extra_places
from tourgen.engine.stages.bracket.tree import Level
from tourgen.formats.models import Bracket


def tree_places(declared: Bracket, levels: Sequence[Level], now: Situation) -> dict[int, int]:
    """1, 2, 3-3, 5-5-5-5: the place of everyone whose last match is decided; vacant places stay vacant."""
    places: dict[int, int] = {}
    # Counting real players: matches into which nobody can come give no place, unless their seats are listed by name.
    listed = isinstance(declared.seats, tuple)
    real = [listed or bool(match.players) for match in levels[0]] if levels else []
    for level in levels:
        if len(level) > 1 and {2: declared.third, 4: declared.fifth}.get(len(level)) != "played":
            places |= {no: sum(real) + 1 for match in level for no in match.beaten}
        real = [any(real[at : at + 2]) for at in range(0, len(real), 2)]
    places |= extra_places(declared, levels, now)
    # The final last: it counts as played, even if a semi-final was corrected since.
    for final in levels[-1] if levels and len(levels[-1]) == 1 else ():
        places |= dict.fromkeys(final.beaten, 2)
        if final.won and final.winner is not None and final.winner.no is not None:
            places[final.winner.no] = 1
    return places


def match_places(level: Level, entered: Sequence[Slot], best: int, worst: int) -> Places:
    """「入賞決定戦の勝者を4~7位、敗者を9~12位とします」: each side in the order of their own group numbers.

    `entered`: in the order of the groups they come from. A match that nobody won decides no first place: both take the
    loser's, and the winner's stays vacant.
    """
    own: dict[Slot, int] = {}
    for at, slot in enumerate(entered, 1):
        own.setdefault(slot, at)
    known = [match for match in level if match.decided]
    ended = [(one.winner, one.loser) if one.winner and one.loser else one.sides for one in known]

    def group(at: int, side: int) -> int:
        slot, other = ended[at][side], ended[at][1 - side]
        # Somebody who was put into the match without having won a group stands for the group that is missing in it.
        upper, lower = known[at].sides
        return own.get(slot) or own.get(lower if other == upper else upper, 0)

    winners = sorted(range(len(known)), key=lambda at: group(at, 0))
    losers = sorted(range(len(known)), key=lambda at: group(at, 1))
    held: dict[int, int] = {}
    given: set[int] = set()
    for at, match in enumerate(known):
        high, low = best + winners.index(at), worst + losers.index(at)
        given |= {high, low}
        for slot, place in zip(ended[at], (high if match.won else low, low), strict=True):
            if slot.no is not None:
                held.setdefault(slot.no, place)
    return Places(held, frozenset(given))
