"""The lottery page: the public draws, everybody's numbers in order, and the data to recompute them in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.explain.words import Words
from tourgen.sheets.marks import yes
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.find import dumps
from tourgen.web.why import said

_DRAWING = ("lottery-joined", "lottery-start", *(f"lottery-step-{number}" for number in range(1, 5)))
_NUMBERING = ("lottery-order", "lottery-seeds", "deal", "even-up")


@dataclass(frozen=True, slots=True)
class Ticket:
    """One player's number."""

    person: Person
    desk: bool  # drawn at the desk

    @property
    def seed_title(self) -> str:
        """What makes the player a seed (前回優勝); nothing where only a mark was typed."""
        return "" if yes(self.person.seed) else self.person.seed


def lottery_view(view: DivisionView) -> dict[str, Any]:
    """The lottery of one division."""
    rules, published = view.declared.lottery, view.results.lottery
    drawn = published.draws
    names = view.division.draw_names or rules.draw_names
    times = view.division.draw_times
    draws = [
        {"name": _at(names, at), "time": _at(times, at), "value": _at(drawn, at)} for at in range(rules.draws)
    ]
    congruence = rules.method == "linear-congruence"
    computed = congruence or (rules.method == "bracket" and bool(drawn))
    # A replacement stands on a number that somebody else drew; whoever left still counts in the roster's order.
    everybody = [
        Ticket(p, _fixed(view, p))
        for p in view.people.values()
        if p.lottery is not None and not (computed and p.came_from)
    ]
    tickets = [ticket for ticket in everybody if not ticket.person.moved_to]
    if computed:
        tickets.sort(key=lambda ticket: (ticket.person.preliminary or 0, ticket.person.no))
    else:
        tickets.sort(key=lambda ticket: ticket.person.lottery or 0)
    seeds = sorted((t for t in tickets if t.person.seed and t.desk), key=lambda t: t.person.lottery or 0)
    return {
        "method": rules.method,
        "draws": draws,
        "joined": "".join(draw["value"].zfill(5) for draw in draws if draw["value"]),
        "x0": published.x0,
        "tickets": tickets,  # by preliminary number, or by lottery number where all are drawn at the desk
        "seeds": seeds if congruence else [],
        "unused": _unused(view, [p.lottery for p in view.people.values() if p.lottery is not None]),
        "data": _data(view, everybody) if computed and drawn else "",
        "drawn": bool(tickets),
        "first": _first(view, tickets),  # where the numbers of those begin who drew none at the desk
        "drawing": _sentences(view, _DRAWING) if congruence else (),  # the rule on the preliminary numbers
        "numbering": _sentences(view, _NUMBERING),  # and on what follows from them
    }


def _first(view: DivisionView, tickets: list[Ticket]) -> int:
    rules = view.declared.lottery
    seeds = [one.person.lottery or 0 for one in tickets if one.desk] if rules.seeds == "before-others" else []
    return max(seeds, default=rules.first_number - 1) + 1


def _sentences(view: DivisionView, keys: Sequence[str]) -> tuple[Words, ...]:
    return tuple(words for key in keys if (words := said(view, key)) is not None)


def _fixed(view: DivisionView, person: Person) -> bool:
    """Whether the number doesn't come from the draws: typed, or the place of a seed."""
    rules = view.declared.lottery
    if rules.method == "bracket":
        return _how(view, person) in ("seed", "desk")
    return rules.method == "desk" or bool(rules.seeds != "none" and person.seed and not person.absent)


def _at(values: Any, at: int) -> str:
    return str(values[at]) if at < len(values) else ""


def _unused(view: DivisionView, taken: list[int]) -> tuple[int, ...]:
    """欠番: numbers below the highest that nobody holds."""
    if not taken:
        return ()
    span = view.declared.lottery.numbers
    first, last = span if span else (1, max(taken))
    held = set(taken)
    return tuple(number for number in range(first, last + 1) if number not in held)


def _data(view: DivisionView, tickets: list[Ticket]) -> str:
    """What the script needs: the generator, and [roster number, preliminary, lottery number, drawn at the desk]."""
    rules = view.declared.lottery
    rows = [
        [t.person.no, t.person.preliminary, t.person.lottery, t.desk]
        for t in sorted(tickets, key=lambda t: t.person.no)
    ]
    data: dict[str, Any] = {
        "m": rules.modulus,
        "a": rules.multiplier,
        "c": rules.increment,
        "first": rules.first_number,
        "seeds": rules.seeds,
        "rows": rows,
    }
    if rules.method == "bracket":
        data["places"] = rules.numbers
    return dumps(data)


def bracket_numbers(view: DivisionView) -> list[dict[str, Any]]:
    """Every bracket number: who stands there and how they came there, and the absent player who should have."""
    here = {person.lottery: person for person in view.present if person.lottery is not None}
    away = {p.lottery: p for p in view.people.values() if p.absent and p.lottery is not None}
    first, last = view.declared.lottery.numbers or (1, 0)
    return [
        {"number": n, "person": here.get(n), "how": _how(view, here.get(n)), "absent": away.get(n)}
        for n in range(first, last + 1)
    ]


def _how(view: DivisionView, person: Person | None) -> str:
    """Whether the number comes from the draws, the desk, a seed's place, or a player who is replaced."""
    if person is None:
        return ""
    if person.came_from is not None:
        return "replacement"
    if person.seed and person.lottery in view.declared.lottery.seed_places:
        return "seed"
    return "draws" if person.desk_number is None else "desk"
