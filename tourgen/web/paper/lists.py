"""Standings, cross-table and award list as sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from tourgen.web import cross, standings
from tourgen.web.awards import AwardGroup, Honoured, read_out
from tourgen.web.cross import CrossRow
from tourgen.web.division_view import Facts, Standing
from tourgen.web.paper.leaves import BODY, NAME, NEAR, Band, banded, evenly

if TYPE_CHECKING:
    from tourgen.web.paper.papers import Paper

Item = TypeVar("Item")

WIDTH = 190  # millimetres between the margins
LARGEST_RANK = 5.6  # millimetres: a name in a list of ranks
AWARDS = 18  # an award has a row of two lines
SQUARES = (12, 20, cross.GRID_UP_TO)  # the sizes of a cross-table of all against all, on a sheet across


@dataclass(frozen=True, slots=True)
class RankLeaf:
    """Rows of a standing, under their blocks where there are several; `columns` are the criteria, on every sheet."""

    bands: tuple[Band[str, Any], ...]
    columns: tuple[Any, ...] = ()

    def room(self, paper: Paper) -> float:
        """How many em are left for a name beside rank, record and criteria."""
        name = min(LARGEST_RANK, NAME * BODY / paper.size.rows)
        record = paper.round * (name + 0.3) + 4
        return (WIDTH - 13 - record - 13 * len(self.columns) - 3) / name


def provisional(facts: Facts, standing: Standing) -> list[RankLeaf]:
    """The standing after a round with its criteria."""
    shown = standings.table(facts, standing)
    groups = standings.by_block(facts.stages.blocks, shown.lines)
    return [RankLeaf(bands, shown.columns) for bands in _under_blocks(groups)]


def final(facts: Facts) -> list[RankLeaf]:
    """The final ranks with what decided each."""
    lines = standings.table(facts, facts.ranking).lines if facts.finished and facts.ranking else ()
    return [RankLeaf((Band("", sheet),)) for sheet in evenly(lines, NEAR)]


@dataclass(frozen=True, slots=True)
class CrossLeaf:
    """Rows of the cross-table, under their blocks where there are several; `square` where the columns are the players
    of all of them.
    """

    bands: tuple[Band[str, CrossRow], ...]
    rounds: Sequence[int]
    finals: Sequence[tuple[int, list[str]]]
    square: tuple[CrossRow, ...] = ()

    @property
    def css(self) -> str:
        """How large its squares are."""
        return f"square-{next(size for size in SQUARES if len(self.square) <= size)}" if self.square else ""


def cross_table(facts: Facts) -> list[CrossLeaf]:
    """All against all on one sheet, or round by round on several."""
    rounds, finals = cross.counted_rounds(facts), cross.finals(facts)
    if cross.use_grid(facts):
        rows = tuple(cross.grid(facts))
        return [CrossLeaf((Band("", rows),), rounds, finals, rows)]
    sheets = _under_blocks(cross.by_block(cross.by_round(facts)))
    return [CrossLeaf(bands, rounds, finals) for bands in sheets]


def _under_blocks(groups: Sequence[tuple[str, Sequence[Item]]]) -> list[tuple[Band[str, Item], ...]]:
    """Rows under their blocks; rows of no block need no heading."""
    if any(name for name, _ in groups):
        return banded(groups, NEAR)
    return [(Band("", sheet),) for _, rows in groups for sheet in evenly(rows, NEAR)]


@dataclass(frozen=True, slots=True)
class AwardHead:
    """The line of the table; with its division where the sheet is of the whole event."""

    group: AwardGroup
    division: str = ""


@dataclass(frozen=True, slots=True)
class AwardLeaf:
    """Awards in the order in which they are read out."""

    bands: tuple[Band[AwardHead, Honoured], ...]


def awards(facts: Facts) -> list[AwardLeaf]:
    """What is read out of a finished division."""
    groups = [(AwardHead(group), group.people) for group in read_out(facts)]
    return [AwardLeaf(sheet) for sheet in banded(groups, AWARDS)]


def ceremony(divisions: Sequence[Facts]) -> list[AwardLeaf]:
    """What is read out of all finished divisions, one after another."""
    groups = [(AwardHead(group, facts.id), group.people) for facts in divisions for group in read_out(facts)]
    return [AwardLeaf(sheet) for sheet in banded(groups, AWARDS)]
