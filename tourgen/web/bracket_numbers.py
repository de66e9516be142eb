"""The lottery page of a division with a main bracket: who stands on which number, and how they came there."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.web.facts import Facts, Person
from tourgen.web.lottery import Draw, Ticket, lottery_view


@dataclass(frozen=True, slots=True)
class Number:
    """A bracket number: who stands there and how (seed, desk, draws, replacement), and who should have."""

    number: int
    person: Person | None
    how: str  # "" where nobody stands there
    absent: Person | None


@dataclass(frozen=True, slots=True)
class NumbersView:
    """Everything the page shows."""

    draws: tuple[Draw, ...]
    joined: str
    x0: int | None
    seed_places: tuple[int, ...]
    numbers: tuple[Number, ...]
    absent: tuple[Person, ...]  # absentees without a number
    drawn: bool
    tickets: tuple[Ticket, ...]  # everybody who drew, by preliminary number
    data: str  # for the script that computes them again; "" without draws


def numbers_view(facts: Facts) -> NumbersView:
    """The bracket numbers of one division."""
    rules = facts.declared.lottery
    drawn = lottery_view(facts)
    here = {person.lottery: person for person in facts.present if person.lottery is not None}
    away = {p.lottery: p for p in facts.people.values() if p.absent and p.lottery is not None}
    first, last = rules.numbers or (1, 0)
    numbers = tuple(
        Number(number, here.get(number), _how(facts, here.get(number)), away.get(number))
        for number in range(first, last + 1)
    )
    return NumbersView(
        draws=drawn.draws if drawn.x0 is not None else (),
        joined=drawn.joined,
        x0=drawn.x0,
        seed_places=rules.seed_places,
        numbers=numbers,
        absent=tuple(p for p in facts.people.values() if p.absent and p.lottery is None),
        drawn=bool(here),
        tickets=drawn.tickets,
        data=drawn.data,
    )


def _how(facts: Facts, person: Person | None) -> str:
    if person is None:
        return ""
    if person.came_from is not None:
        return "replacement"
    if person.seed and person.lottery in facts.declared.lottery.seed_places:
        return "seed"
    typed = facts.report.players.get(person.no)
    return "desk" if typed is not None and typed.desk_number is not None else "draws"
