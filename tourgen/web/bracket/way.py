"""A player's way through the brackets: main bracket → repechage group → placing match → 7th."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tourgen.engine.situation import Situation
from tourgen.web.division_view import DivisionView, Person


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the way: games of one stage and group in a row; without games it is still to come."""

    stage: str
    group: str | None
    first: int = 0
    last: int = 0
    marks: str = ""


def way_of(view: DivisionView, person: Person) -> dict[str, Any] | None:
    """All parts, and where it ended; None where not everybody starts in a bracket, and before there is a number."""
    if not view.stages.starts_in_tree or person.lottery is None or not person.here:
        return None
    games = [
        Leg(
            view.stages.shown(game.stage, number),
            view.stages.named_group(game.stage, game.group),
            number,
            number,
            view.mark(game, person.no),
        )
        for number, game in view.played(person.no)
    ]
    legs = [
        replace(part[0], last=part[-1].last, marks="".join(leg.marks for leg in part))
        for part in (list(legs) for _, legs in groupby(games, key=lambda leg: (leg.stage, leg.group)))
    ]
    coming = _coming(view, person)
    if coming is not None and not (legs and (legs[-1].stage, legs[-1].group) == (coming.stage, coming.group)):
        legs.append(coming)
    held = view.now.decided.held if view.now is not None else {}
    final = next((one.rank for one in view.results.final or () if one.no == person.no), None)
    return {
        "legs": legs,
        "place": final or held.get(person.no),
        "by_match": person.no in held,  # whether a match decided the place
    }


def _coming(view: DivisionView, person: Person) -> Leg | None:
    """Where the player goes from here, while something is left to play there."""
    now = view.now
    gone = person.withdrawn_after is not None and person.withdrawn_after <= view.current
    playing = view.current > (now.after if now else 0) and person.no in view.games[view.current]
    if now is None or view.finished or gone or person.no in now.decided.held or playing:
        return None
    return _next_match(view, now, person.no) or _next_stage(view, now, person.no)


def _next_match(view: DivisionView, now: Situation, no: int) -> Leg | None:
    """The match of a tree that waits for a player; with its round, where it is the only one of its stage."""
    for stage in view.stages.brackets:
        engine = view.stages.tree_stage(stage)
        for group, levels in (engine.trees(now) if engine else {}).items():
            for at, match in enumerate(levels[-1]):
                if match.decided or no not in match.players:
                    continue
                single = len(levels) == len(levels[-1]) == 1
                number = match.round if single else 0
                block = stage.blocks[at * len(stage.blocks) // len(levels[-1])] if stage.blocks else group
                label = view.stages.shown(stage.id, match.round)
                return Leg(label, view.stages.named_group(stage.id, block), number, number)
    return None


def _next_stage(view: DivisionView, now: Situation, no: int) -> Leg | None:
    """A stage whose places are not all known yet, or a pool."""
    for stage in view.stages.brackets:
        engine = view.stages.tree_stage(stage)
        through = [
            match.winner.no
            for levels in (engine.trees(now) if engine else {}).values()
            for match in levels[-1]
            if match.decided and match.winner is not None
        ]
        for other in view.stages.all.values() if no in through else ():
            span = view.stages.spans[other.id]
            takes = any(flow.stage == stage.id and flow.who == "winners" for flow in other.entered_from)
            if takes and span is not None and span[1] > now.after:
                return Leg(other.id, None)
    seat = now.seats.get(no)
    span = view.stages.spans[seat.stage] if seat is not None else None
    if (
        seat is None
        or span is None
        or span[1] <= now.after
        or view.stages.all[seat.stage] in view.stages.brackets
    ):
        return None
    return Leg(seat.stage, view.stages.named_group(seat.stage, seat.group))
