"""Standings, cross-table and award list as sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from tourgen.web import cross, standings
from tourgen.web.awards import AwardGroup, read_out
from tourgen.web.division_view import DivisionView, Standing
from tourgen.web.paper.leaves import NEAR, Band, banded
from tourgen.web.parts import evenly

Item = TypeVar("Item")

AWARDS = 18  # an award has a row of two lines
SQUARES = (12, 20, cross.GRID_UP_TO)  # the sizes of a cross-table of all against all, on a sheet across


def provisional(view: DivisionView, standing: Standing) -> list[dict[str, Any]]:
    """The standing after a round with its criteria."""
    shown = standings.table(view, standing)
    groups = standings.by_block(view.stages.blocks, shown.lines)
    return [{"bands": bands, "columns": shown.columns} for bands in _under_blocks(groups)]


def final(view: DivisionView) -> list[dict[str, Any]]:
    """The final ranks with what decided each."""
    lines = standings.table(view, view.ranking).lines if view.finished and view.ranking else ()
    return [{"bands": (Band("", sheet),)} for sheet in evenly(lines, NEAR)]


def cross_table(view: DivisionView) -> list[dict[str, Any]]:
    """All against all on one sheet, or round by round on several."""
    common = {"rounds": cross.counted_rounds(view), "finals": cross.finals(view)}
    if cross.use_grid(view):
        rows = tuple(cross.grid(view))
        css = f"square-{next(size for size in SQUARES if len(rows) <= size)}" if rows else ""
        return [{"bands": (Band("", rows),), **common, "square": rows, "css": css}]
    sheets = _under_blocks(cross.by_block(cross.by_round(view)))
    return [{"bands": bands, **common, "square": (), "css": ""} for bands in sheets]


def _under_blocks(groups: Sequence[tuple[str, Sequence[Item]]]) -> list[tuple[Band[str, Item], ...]]:
    """Rows under their blocks; rows of no block need no heading."""
    if any(name for name, _ in groups):
        return banded(groups, NEAR)
    return [(Band("", sheet),) for _, rows in groups for sheet in evenly(rows, NEAR)]


def awards(view: DivisionView) -> list[dict[str, Any]]:
    """What is read out of a finished division."""
    return _awards([("", group) for group in read_out(view)])


def ceremony(divisions: Sequence[DivisionView]) -> list[dict[str, Any]]:
    """What is read out of all finished divisions, one after another."""
    return _awards([(view.id, group) for view in divisions for group in read_out(view)])


def _awards(groups: Sequence[tuple[str, AwardGroup]]) -> list[dict[str, Any]]:
    """Headings are lines of the table, with the division where the sheet is of the whole event."""
    given = [({"division": division, "group": group}, group.people) for division, group in groups]
    return [{"bands": sheet} for sheet in banded(given, AWARDS)]
