"""Swiss preliminaries: who was dealt into which block, and why a format is played as it is."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import RoundRobin, Swiss
from tourgen.web.facts import Facts, Person


@dataclass(frozen=True, slots=True)
class Dealt:
    """One entrant of a block."""

    person: Person
    marks: str
    rank: int  # in the block, 0 before the first round is over


def blocks(facts: Facts) -> list[tuple[str, list[Dealt]]]:
    """Every block in the order of its lots; late entrants follow, as they were dealt."""
    rank = {row.no: row.rank for row in facts.latest.rows} if facts.latest else {}
    upto = min(facts.current, facts.declared.counted_rounds)
    ordered = sorted(facts.present, key=lambda one: (one.from_round, one.lottery or 0))
    return [
        (
            name,
            [
                Dealt(one, facts.marks(one.no, upto, counted=True), rank.get(one.no, 0))
                for one in ordered
                if one.league == name
            ],
        )
        for name in facts.blocks
    ]


@dataclass(frozen=True, slots=True)
class Choice:
    """A format that is a round robin for few and Swiss for many: which it is here, and why."""

    stage: str  # round-robin or swiss
    count: int  # of entrants
    most: int  # up to so many it is a round robin


def choice_of(facts: Facts) -> Choice | None:
    """None where the format has no choice."""
    kinds = [one for one in facts.division.declared.stage if isinstance(one, Swiss | RoundRobin)]
    few = next((one for one in kinds if isinstance(one, RoundRobin)), None)
    chosen = facts.declared.swiss
    if chosen is None or few is None or len(kinds) < 2 or not facts.present:
        return None
    return Choice(chosen.kind, len(facts.present), few.entrants[1])
