"""The preliminary leagues: who was dealt where, who is unbeaten, when a league split, who qualified."""

from __future__ import annotations

from collections.abc import Mapping

from tourgen.dataclass import dataclass
from tourgen.explain import LeagueWhy, league_why
from tourgen.web.facts import Facts, Person


@dataclass(frozen=True, slots=True)
class Member:
    """One player dealt into a league."""

    person: Person
    marks: str
    state: str  # unbeaten, in, ranking, qualified, withdrawn
    since: int  # round after which the player moved on


@dataclass(frozen=True, slots=True)
class League:
    """One league from its dealing to its end."""

    name: str
    members: tuple[Member, ...]
    why: LeagueWhy | None
    left: int  # still in it
    unbeaten: int
    qualified: Person | None


def leagues(facts: Facts) -> list[League]:
    """All leagues, in their order."""
    return [_league(facts, name) for name in facts.declared.leagues.leagues]


def _league(facts: Facts, name: str) -> League:
    tournament = facts.report.tournament
    why = league_why(tournament, name) if tournament.situations else None
    moved = {no: step.after for step in (why.steps if why else ()) for no in step.moved}
    qualifier = facts.qualified.get(name)
    winner = facts.people[qualifier[0]] if qualifier else None
    members = tuple(_member(facts, facts.people[no], moved, winner) for no in (why.dealt if why else ()))
    left = sum(member.state in ("in", "unbeaten") for member in members)
    unbeaten = sum(member.state == "unbeaten" for member in members)
    return League(name, members, why, left, unbeaten, winner)


def _member(facts: Facts, person: Person, moved: Mapping[int, int], winner: Person | None) -> Member:
    row = facts.latest.by_no.get(person.no) if facts.latest else None
    state = "in"
    if winner is not None and winner.no == person.no:
        state = "qualified"
    elif person.withdrawn_after is not None and person.withdrawn_after < max(facts.current, 1):
        state = "withdrawn"
    elif person.no in moved:
        state = "ranking"
    elif row is not None and row.losses == 0:
        state = "unbeaten"
    upto = min(facts.current, facts.declared.counted_rounds)
    return Member(person, facts.marks(person.no, upto, counted=True), state, moved.get(person.no, 0))
