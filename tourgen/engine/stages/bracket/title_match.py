"""女子決勝: a match for a title, played only where no place sets the two apart."""

from __future__ import annotations

from tourgen.engine.model import Game
from tourgen.engine.reasons import TitleMatch
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import candidates, game
from tourgen.formats.models import Bracket


def title_match(declared: Bracket, now: Situation) -> list[Game]:
    """「決勝トーナメントに女子選手が入っていない場合と…2名共に3位の場合、8回戦に女子決勝を行い」.

    No match if one of the two holds another place, or is still in a stage that is played. If one of two who hold the
    same place has left, the other walks over.
    """
    if why_no_match(declared, now) is not None:
        return []
    flow = declared.entered_from[0]
    everybody = candidates(flow, now)
    players = [no for no, _ in everybody[: flow.count or 2]]
    return [game(declared.id, None, players, TitleMatch(tuple(everybody)))]


def why_no_match(declared: Bracket, now: Situation) -> tuple[str, tuple[int, ...]] | None:
    """Why the match is not played, as the code of a note, and the players it would be between; None if it is."""
    flow = declared.entered_from[0]
    everybody = candidates(flow, now)
    count = flow.count or 2
    best = everybody[:count]
    players = tuple(no for no, _ in best)
    places = {place for _, place in best}
    if len(best) < count or not any(now.is_here(no) for no in players):
        return "title-match-few", ()
    held = places.pop()
    # More than these may hold the place: a match of two would not decide it.
    several = held is not None and sum(place == held for _, place in everybody) != count
    # Nobody plays two games in a round: another stage in which one of them plays decides it.
    playing = [
        one for one in now.stages.values() if now.plays(one.id, now.after + 1) and one.id != declared.id
    ]
    busy = any(not one.contenders(now).isdisjoint(players) for one in playing)
    return ("title-match-decided", players) if places or held == 0 or several or busy else None
