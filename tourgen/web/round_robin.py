"""The tables of a round robin, group by group: everybody against everybody, with rank and score."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.web.cross import Cell
from tourgen.web.division_view import Facts, Person, Score
from tourgen.web.pool import ranks
from tourgen.web.stages import AnyStage


@dataclass(frozen=True, slots=True)
class Line:
    """One player of a group against the others, in the order of the group's places."""

    person: Person
    place: int
    cells: tuple[tuple[Cell, ...], ...]
    score: Score
    rank: int  # 0 before the first round is over


@dataclass(frozen=True, slots=True)
class Group:
    """One group; `name` is "" where there is only one."""

    name: str
    lines: tuple[Line, ...]


def tables(facts: Facts, stage: AnyStage) -> list[Group]:
    """Every group whose players are known."""
    entered = facts.now.entered.get(stage.id, {}) if facts.now else {}
    names = facts.stages.groups(stage)
    places = ranks(facts, stage)
    found = []
    for name in dict.fromkeys(entered.values()):
        members = [no for no, mine in entered.items() if mine == name]
        lines = tuple(
            _line(facts, stage, no, at, members, places.get(no, 0)) for at, no in enumerate(members, 1)
        )
        found.append(Group(name or "" if len(names) > 1 else "", lines))
    return found


def _line(facts: Facts, stage: AnyStage, no: int, place: int, members: list[int], rank: int) -> Line:
    cells: dict[int, tuple[Cell, ...]] = dict.fromkeys(members, ())
    cells[no] = (Cell("", None),)
    won = lost = drawn = 0
    for number, game in facts.played(no):
        other, how = game.opponent(no), facts.mark(game, no)
        if game.stage == stage.id and other in cells and how != ".":
            cells[other] += (Cell(how, number),)
            won, lost, drawn = won + (how in "Ww"), lost + (how in "Lld"), drawn + (how in "DT")
    score = facts.tally(won, lost, drawn)
    return Line(facts.people[no], place, tuple(cells.values()), score, rank)
