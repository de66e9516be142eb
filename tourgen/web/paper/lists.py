"""Standings, cross-table and award list as sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tourgen.web import cross, standings
from tourgen.web.awards import AwardGroup, read_out
from tourgen.web.division_view import Facts, Standing
from tourgen.web.paper.leaves import NEAR, Band, banded, evenly

if TYPE_CHECKING:
    pass

Item = TypeVar("Item")

AWARDS = 18  # an award has a row of two lines
SQUARES = (12, 20, cross.GRID_UP_TO)  # the sizes of a cross-table of all against all, on a sheet across


def provisional(facts: Facts, standing: Standing) -> list[dict[str, Any]]:
    """The standing after a round with its criteria."""
    shown = standings.table(facts, standing)
    groups = standings.by_block(facts.stages.blocks, shown.lines)
    return [{"bands": bands, "columns": shown.columns} for bands in _under_blocks(groups)]


def final(facts: Facts) -> list[dict[str, Any]]:
    """The final ranks with what decided each."""
    lines = standings.table(facts, facts.ranking).lines if facts.finished and facts.ranking else ()
    return [{"bands": (Band("", sheet),)} for sheet in evenly(lines, NEAR)]


def cross_table(facts: Facts) -> list[dict[str, Any]]:
    """All against all on one sheet, or round by round on several."""
    common = {"rounds": cross.counted_rounds(facts), "finals": cross.finals(facts)}
    if cross.use_grid(facts):
        rows = tuple(cross.grid(facts))
        css = f"square-{next(size for size in SQUARES if len(rows) <= size)}" if rows else ""
        return [{"bands": (Band("", rows),), **common, "square": rows, "css": css}]
    sheets = _under_blocks(cross.by_block(cross.by_round(facts)))
    return [{"bands": bands, **common, "square": (), "css": ""} for bands in sheets]


def _under_blocks(groups: Sequence[tuple[str, Sequence[Item]]]) -> list[tuple[Band[str, Item], ...]]:
    """Rows under their blocks; rows of no block need no heading."""
    if any(name for name, _ in groups):
        return banded(groups, NEAR)
    return [(Band("", sheet),) for _, rows in groups for sheet in evenly(rows, NEAR)]


def awards(facts: Facts) -> list[dict[str, Any]]:
    """What is read out of a finished division."""
    return _awards([("", group) for group in read_out(facts)])


def ceremony(divisions: Sequence[Facts]) -> list[dict[str, Any]]:
    """What is read out of all finished divisions, one after another."""
    return _awards([(facts.id, group) for facts in divisions for group in read_out(facts)])


def _awards(groups: Sequence[tuple[str, AwardGroup]]) -> list[dict[str, Any]]:
    """Headings are lines of the table, with the division where the sheet is of the whole event."""
    given = [({"division": division, "group": group}, group.people) for division, group in groups]
    return [{"bands": sheet} for sheet in banded(given, AWARDS)]
