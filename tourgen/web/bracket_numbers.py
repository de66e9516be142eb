"""The lottery page of a division with a main bracket: who stands on which number, and how they came there."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.web.division_view import Facts, Person


@dataclass(frozen=True, slots=True)
class Number:
    """A bracket number: who stands there and how (seed, desk, draws, replacement), and who should have."""

    number: int
    person: Person | None
    how: str  # "" where nobody stands there
    absent: Person | None


def numbers(facts: Facts) -> list[Number]:
    """Every bracket number of a division."""
    here = {person.lottery: person for person in facts.present if person.lottery is not None}
    away = {p.lottery: p for p in facts.people.values() if p.absent and p.lottery is not None}
    first, last = facts.declared.lottery.numbers or (1, 0)
    return [
        Number(number, here.get(number), _how(facts, here.get(number)), away.get(number))
        for number in range(first, last + 1)
    ]


def _how(facts: Facts, person: Person | None) -> str:
    if person is None:
        return ""
    if person.came_from is not None:
        return "replacement"
    if person.seed and person.lottery in facts.declared.lottery.seed_places:
        return "seed"
    typed = facts.report.players.get(person.no)
    return "desk" if typed is not None and typed.desk_number is not None else "draws"
