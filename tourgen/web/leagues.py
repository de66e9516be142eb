"""The preliminary leagues: who was dealt where, who is unbeaten, when a league split, who qualified."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.web.facts import Facts, Person


@dataclass(frozen=True, slots=True)
class Step:
    """What one round did to a league."""

    after: int
    unbeaten: int
    kind: str  # together, split, qualified, none
    moved: int
    who: Person | None = None


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
    steps: tuple[Step, ...]
    left: int  # still in it
    unbeaten: int
    qualified: Person | None
    confirmed: bool


def leagues(facts: Facts) -> list[League]:
    """All leagues, in their order."""
    return [_league(facts, name) for name in facts.declared.leagues.leagues]


def _league(facts: Facts, name: str) -> League:
    dealt = sorted(
        (p for p in facts.people.values() if p.league == name and p.here), key=lambda p: p.lottery or 0
    )
    nos = {p.no for p in dealt}
    steps: list[Step] = []
    inside, left_after = set(nos), {}
    for standing in facts.standings:
        if standing.after > facts.declared.leagues.rounds[1] or len(inside) <= 1:
            break
        rows = [standing.by_no[no] for no in inside if no in standing.by_no]
        unbeaten = sum(row.losses == 0 for row in rows)
        still = {row.no for row in rows if row.group == name}
        left_after.update(dict.fromkeys(inside - still, standing.after))
        who = facts.people[next(iter(still))] if len(still) == 1 else None
        kind = (
            "none"
            if not still
            else "qualified"
            if who
            else "split"
            if len(still) < len(inside)
            else "together"
        )
        steps.append(Step(standing.after, unbeaten, kind, len(inside) - len(still), who))
        inside = still
    qualifier = facts.qualified.get(name)
    winner = facts.people[qualifier[0]] if qualifier else None
    confirmed = any(entry["group"] == name for entry in facts.document["confirmed"])
    latest = facts.latest
    losses = {no: latest.by_no[no].losses for no in nos if latest and no in latest.by_no}
    members = tuple(_member(facts, p, inside, left_after, losses.get(p.no, 0), winner) for p in dealt)
    unbeaten = sum(m.state == "unbeaten" for m in members)
    return League(name, members, tuple(steps), len(inside), unbeaten, winner, confirmed)


def _member(
    facts: Facts,
    person: Person,
    inside: set[int],
    left_after: dict[int, int],
    losses: int,
    winner: Person | None,
) -> Member:
    state = "in"
    if winner is not None and winner.no == person.no:
        state = "qualified"
    elif person.withdrawn_after is not None and person.withdrawn_after < max(facts.current, 1):
        state = "withdrawn"
    elif person.no not in inside:
        state = "ranking"
    elif facts.latest is not None and losses == 0:
        state = "unbeaten"
    upto = min(facts.current, facts.declared.counted_rounds)
    return Member(person, facts.marks(person.no, upto, counted=True), state, left_after.get(person.no, 0))
