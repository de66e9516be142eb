"""How a division went, as pictures: how few were still unbeaten after which round, and the ranks by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.web.division_view import Facts, Person

WIDTH, HEIGHT = 343, 96
NAMED = 8  # so many who are still unbeaten are named


@dataclass(frozen=True, slots=True)
class Count:
    """What is left of a group after a round; `x` and `y` are where the number stands in the picture."""

    after: int  # 0 at the start
    unbeaten: int
    inside: int  # still in the league, or in the division
    x: float
    y: float
    large: bool  # whether there is room for the number inside the wedge


@dataclass(frozen=True, slots=True)
class Thinning:
    """One league, block or the whole field: a wedge that gets thinner as fewer are unbeaten."""

    group: str
    counts: tuple[Count, ...]
    unbeaten: str  # the shapes
    inside: str
    left: tuple[Person, ...]  # who is still unbeaten, where they are few


def thinning(facts: Facts) -> list[Thinning]:
    """Who stayed unbeaten how long, league by league or block by block; nothing before the first standing."""
    if facts.latest is None:
        return []
    groups = facts.stages.groups(facts.stages.first) if facts.stages.leagues else facts.stages.blocks
    return [_thinning(facts, group) for group in (groups if len(groups) > 1 else ("",))]


def _thinning(facts: Facts, group: str) -> Thinning:
    members = [p for p in facts.present if not group or p.league == group]
    held = {p: _unbeaten(facts, p.no) for p in members}
    rounds = range(len(facts.standings) + 1)
    unbeaten = [sum(one >= at for one in held.values()) for at in rounds]
    inside = [sum(_inside(facts, p, at) for p in members) for at in rounds]
    left = [p for p in members if held[p] == len(facts.standings)]
    step = WIDTH / len(rounds)
    counts = tuple(
        Count(
            facts.standings[at - 1].after if at else 0,
            unbeaten[at],
            inside[at],
            round(step * (at + 0.28), 1),
            round(HEIGHT - 4 - (0 if (high := _high(unbeaten[at], len(members))) > 18 else high), 1),
            high > 18,
        )
        for at in rounds
    )
    return Thinning(
        group,
        counts,
        _wedge(unbeaten, len(members)),
        _wedge(inside, len(members)),
        tuple(left) if len(left) <= NAMED else (),
    )


def _high(value: int, most: int) -> float:
    return value * HEIGHT / max(most, 1)


def _wedge(values: Sequence[int], most: int) -> str:
    """Flat while a round is over, then down to the next."""
    step = WIDTH / len(values)
    path = [f"M0 {HEIGHT}"]
    for at, value in enumerate(values):
        y = HEIGHT - _high(value, most)
        path.append(
            f"L{step * at:.0f} {y:.1f}L{step * (at + (1 if at == len(values) - 1 else 0.55)):.0f} {y:.1f}"
        )
    return "".join(path) + f"V{HEIGHT}z"


def _unbeaten(facts: Facts, no: int) -> int:
    """How many standings, from the first on, show the player there and without a loss."""
    gone = facts.people[no].withdrawn_after
    for at, standing in enumerate(facts.standings):
        row = standing.by_no.get(no)
        if row is None or row.losses or (gone is not None and gone < standing.after):
            return at
    return len(facts.standings)


def _inside(facts: Facts, person: Person, at: int) -> bool:
    """Whether the player is still in the league after so many standings; where there is none, everybody stays."""
    if not at or not facts.stages.leagues:
        return True
    row = facts.standings[at - 1].by_no.get(person.no)
    return row is not None and row.group == person.league
