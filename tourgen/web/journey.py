"""A player's way through the brackets: main bracket → repechage group → placing match → 7th."""

from __future__ import annotations

from itertools import groupby

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import BracketFinals, MainBracket, Repechage
from tourgen.rules.main_bracket import final_matches
from tourgen.rules.situation import Situation
from tourgen.web.facts import Facts, Person, mark

_LABELS = {
    "main-bracket": "main",
    "repechage": "repechage",
    "placing": "placing",
    "pool": "ranking",
}  # as in results.json


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of the way: games of one stage and group in a row; without games it is still to come."""

    stage: str
    group: str | None
    first: int = 0
    last: int = 0
    marks: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """All parts, and where it ended."""

    legs: tuple[Leg, ...]
    anchor: str  # in the drawing
    place: int | None
    by_match: bool  # whether a match decided the place
    withdrawn_after: int | None  # the round after which the player left, if so


def way_of(facts: Facts, person: Person) -> Way | None:
    """None in formats without a main bracket, and before there is a bracket number."""
    if not facts.in_brackets or person.lottery is None or not person.here:
        return None
    games = [
        Leg(
            game["stage"],
            facts.named_group(game["stage"], game["group"]),
            number,
            number,
            mark(game, person.no),
        )
        for number, game in facts.played(person.no)
    ]
    legs = [
        replace(part[0], last=part[-1].last, marks="".join(leg.marks for leg in part))
        for part in (list(legs) for _, legs in groupby(games, key=lambda leg: (leg.stage, leg.group)))
    ]
    coming = _coming(facts, person)
    if coming is not None and not (legs and (legs[-1].stage, legs[-1].group) == (coming.stage, coming.group)):
        legs.append(coming)
    now = facts.report.tournament.now
    by_match = now is not None and person.no in now.decided
    final = next((one["rank"] for one in facts.document["final"] or () if one["no"] == person.no), None)
    place = final or (now.decided.get(person.no) if now is not None else None)
    return Way(tuple(legs), f"b{person.lottery}", place, by_match, person.withdrawn_after)


def _coming(facts: Facts, person: Person) -> Leg | None:
    """Where the player goes from here, while something is left to play there."""
    now = facts.report.tournament.now
    gone = person.withdrawn_after is not None and person.withdrawn_after <= facts.current
    playing = facts.current > (now.after if now else 0) and person.no in facts.games[facts.current]
    if now is None or facts.finished or gone or person.no in now.decided or playing:
        return None
    seat = now.seats[person.no]
    stage = facts.declared.stage_of(seat.stage)
    if isinstance(stage, BracketFinals):
        return _match_to_come(person, stage, now)
    if stage.rounds[1] <= now.after:
        return None
    name = _LABELS[stage.kind]
    return Leg(
        name, facts.named_group(name, seat.group if isinstance(stage, MainBracket | Repechage) else None)
    )


def _match_to_come(person: Person, stage: BracketFinals, now: Situation) -> Leg | None:
    """The semi-final, third-place match or final that waits for a player."""
    waiting = (
        Leg(label, None, match.round, match.round)
        for label, matches in final_matches(stage, now).items()
        for match in matches
        if match.round > now.after and person.lottery in match.places
    )
    return next(waiting, None)
