"""The event's home: the current round in a word, the divisions, the day's plan, who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.formats.declaration import Knockout, TitleMatch
from tourgen.web.facts import Facts, Person
from tourgen.web.knockout import stage_name


@dataclass(frozen=True, slots=True)
class Slot:
    """One line of the day's plan."""

    time: str
    round: int
    finals: tuple[str, ...]  # stages of the knockout played in it
    state: str  # done, now, next


@dataclass(frozen=True, slots=True)
class Honour:
    """A title and who holds it."""

    title: str
    person: Person
    referee: bool


def headline(divisions: Sequence[Facts]) -> tuple[int, str]:
    """(round, status) where all divisions agree; (0, …) where they are at different places."""
    states = {(facts.current, facts.status) for facts in divisions}
    if len(states) == 1:
        return states.pop()
    kinds = {facts.status for facts in divisions}
    if kinds == {"finished"}:
        return 0, "finished"
    return 0, "playing" if kinds & {"playing", "paired", "waiting"} else "mixed"


def stages_of_round(facts: Facts, number: int) -> tuple[str, ...]:
    """What is played in a round besides the leagues: semi, final, third, womens-final."""
    found: list[str] = []
    for stage in facts.declared.stage:
        if isinstance(stage, Knockout) and stage.rounds[0] <= number <= stage.rounds[1]:
            found.append(stage_name(stage.rounds[1] - number))
            if number == stage.rounds[1] and stage.third == "played":
                found.append("third")
        elif isinstance(stage, TitleMatch) and stage.rounds[0] == number:
            found.append("womens-final")
    return tuple(found)


def plans(divisions: Sequence[Facts]) -> list[tuple[list[Facts], list[Slot]]]:
    """The day's plan, once for all divisions that share their times and stand at the same round."""
    found: dict[tuple[object, ...], tuple[list[Facts], list[Slot]]] = {}
    for facts in divisions:
        slots = [_slot(facts, number) for number in range(1, facts.declared.rounds + 1) if facts.time(number)]
        if slots:
            found.setdefault(tuple(slots), ([], slots))[0].append(facts)
    return list(found.values())


def _slot(facts: Facts, number: int) -> Slot:
    state = "next"
    if number <= facts.document["state"]["completed"]:
        state = "done"
    elif number == facts.current:
        state = "now"
    return Slot(facts.time(number), number, stages_of_round(facts, number), state)


def honours(facts: Facts) -> list[Honour]:
    """The titles of a finished division, in the order of the rules."""
    return [
        Honour(entry["title"], facts.people[entry["no"]], entry.get("referee", False))
        for entry in facts.document["titles"]
    ]
