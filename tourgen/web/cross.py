"""星取表: everyone against everyone for a small field, round by round for a large one and in Swiss rounds.

The groups of a round robin have such a table each.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tourgen.web.division_view import DivisionView, Person, Score
from tourgen.web.kinds import kind_of
from tourgen.web.pool import ranks
from tourgen.web.stages import AnyStage

GRID_UP_TO = 32  # a square of all against all beyond this is mostly empty, and fits neither a desktop nor A4


@dataclass(frozen=True, slots=True)
class Cell:
    """One game in the table: the mark, and the round (grid) or the opponent's number (by round)."""

    mark: str
    number: int | None
    other: Person | None = None


Cells = tuple[tuple[Cell, ...], ...]  # column by column; a rematch puts two into one square


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line: the games that make the score, and those of the finals, which don't."""

    person: Person
    score: Score
    cells: Cells
    finals: Cells
    rank: int  # final, else of the moment; 0 before the first result
    block: str = ""


def use_grid(view: DivisionView) -> bool:
    """Whether the field is small enough for the square; in Swiss rounds and in groups most of it would stay empty."""
    first = view.stages.preliminaries
    meet = first is None or (kind_of(first).all_meet and len(view.stages.groups(first)) <= 1)
    return len(view.present) <= GRID_UP_TO and meet


def finals(view: DivisionView) -> list[tuple[int, list[str]]]:
    """(round, stages) of every round with games that do not count for the preliminary score."""
    found = [
        (
            one.number,
            [view.stages.shown(game.stage, one.number) for game in one.games if not view.counts(game)],
        )
        for one in view.rounds
    ]
    return [(number, list(dict.fromkeys(stages))) for number, stages in found if stages]


def counted_rounds(view: DivisionView) -> list[int]:
    """The rounds with games that make the score."""
    return [one.number for one in view.rounds if any(view.counts(game) for game in one.games)]


def grid(view: DivisionView) -> list[CrossRow]:
    """Rows and columns by roster number; the diagonal has a cell without a mark."""
    people = sorted(view.present, key=lambda p: p.no)
    place = {p.no: at for at, p in enumerate(people)}
    found = []
    for at, person in enumerate(people):
        cells: list[tuple[Cell, ...]] = [()] * len(people)
        cells[at] = (Cell("", None),)
        for number, game in view.played(person.no):
            other, how = game.opponent(person.no), view.mark(game, person.no)
            if other is not None and how != "." and view.counts(game):
                cells[place[other]] += (Cell(how, number),)
        found.append(_row(view, person, tuple(cells)))
    return found


def by_round(view: DivisionView) -> list[CrossRow]:
    """Columns are rounds, the number in the disc is the opponent's; in the order of the ranks."""
    order = {row.no: at for at, row in enumerate(view.ranking.rows)} if view.ranking else {}
    ordered = sorted(view.present, key=lambda p: (_block(view, p), order.get(p.no, 9999), p.no))
    rounds = counted_rounds(view)
    return [
        _row(view, person, tuple(_cells(view, person, number, counted=True) for number in rounds))
        for person in ordered
    ]


def _row(view: DivisionView, person: Person, cells: Cells) -> CrossRow:
    decided = tuple(_cells(view, person, number, counted=False) for number, _ in finals(view))
    place, score = view.places.get(person.no, 0), view.live_score(person.no)
    return CrossRow(person, score, cells, decided, place, _block(view, person))


def _cells(view: DivisionView, person: Person, number: int, *, counted: bool) -> tuple[Cell, ...]:
    """A player's game of a round, where it is one of the preliminaries, or of the finals; else what counts for one."""
    game = view.games[number].get(person.no)
    if game is None or view.counts(game) != counted:
        over = counted and view.moment is not None and number <= view.moment.after
        how = view.assumed(person.no, number) if over else ""
        return (Cell(how, None),) if how else ()
    other = game.opponent(person.no)
    return (Cell(view.mark(game, person.no), other, None if other is None else view.people[other]),)


def by_block(rows: Iterable[CrossRow]) -> list[tuple[str, list[CrossRow]]]:
    """Rows under their blocks; under no name where there are none."""
    return [(name, list(members)) for name, members in groupby(rows, key=lambda row: row.block)]


def _block(view: DivisionView, person: Person) -> str:
    """The block in which a player is ranked; the final ranks are of all blocks together."""
    return (person.league or "") if view.stages.blocks and not view.finished else ""


def round_robins(view: DivisionView, stage: AnyStage) -> list[dict[str, Any]]:
    """The tables of a round robin, group by group, with rank and score; those whose players are known."""
    entered = view.now.entered.get(stage.id, {}) if view.now else {}
    several = len(view.stages.groups(stage)) > 1
    places = ranks(view, stage)
    found = []
    for name in dict.fromkeys(entered.values()):
        members = [no for no, mine in entered.items() if mine == name]
        lines = [
            {
                "person": view.people[no],
                "place": at,
                "rank": places.get(no, 0),
                **_against(view, stage, no, members),
            }
            for at, no in enumerate(members, 1)
        ]
        found.append({"name": name or "" if several else "", "lines": lines})
    return found


def _against(view: DivisionView, stage: AnyStage, no: int, members: list[int]) -> dict[str, Any]:
    """A player's games with the others of the group, in the order of the group's places, and the score."""
    cells: dict[int, tuple[Cell, ...]] = dict.fromkeys(members, ())
    cells[no] = (Cell("", None),)
    won = lost = drawn = 0
    for number, game in view.played(no):
        other, how = game.opponent(no), view.mark(game, no)
        if game.stage == stage.id and other in cells and how != ".":
            cells[other] += (Cell(how, number),)
            won, lost, drawn = won + (how in "Ww"), lost + (how in "Lld"), drawn + (how in "DT")
    return {"cells": list(cells.values()), "score": view.tally(won, lost, drawn)}
