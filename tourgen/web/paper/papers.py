"""What can be printed of a division: every paper with its sheets, made once for both languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.web import standings
from tourgen.web.bracket.lists import final_matches
from tourgen.web.bracket.poster import brackets, drawing
from tourgen.web.bracket.small import tree
from tourgen.web.division_view import DivisionView
from tourgen.web.paper import cards, lists, wall
from tourgen.web.paper.leaves import BODY, NAME, SMALLEST, Size, height, size_for
from tourgen.web.parts import numbered

AT_ONCE = 16  # sheets on one page of the site; more take a phone too long
TALLEST = 1000  # a drawing of its width that is higher goes on an upright sheet
WIDTH = 190  # millimetres between the margins
LARGEST_RANK = 5.6  # millimetres: a name in a list of ranks


@dataclass(frozen=True, slots=True)
class Paper:
    """One thing to print. `page` is the page of the site that it is the paper of: the QR code leads there."""

    kind: str  # tables, names, cards, standings, final, cross, brackets, knockout, awards, timetable
    page: str
    leaves: tuple[Any, ...]
    round: int = 0
    size: Size = SMALLEST
    wide: bool = False

    @property
    def name(self) -> str:
        """What its file is called, after the division."""
        kind = {"final": "standings", "knockout": "bracket", "brackets": "bracket"}.get(self.kind, self.kind)
        return f"r{self.round}-{kind}" if self.round else kind

    @property
    def parts(self) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
        """(address below the division's folder, sheets, what links the pages) of each page in the site."""
        chunks = [self.leaves[at : at + AT_ONCE] for at in range(0, len(self.leaves), AT_ONCE)]
        return list(numbered(f"print-{self.name}", chunks))

    @property
    def href(self) -> str:
        """The first of its pages in the site."""
        return self.parts[0][0]

    def room_for_names(self, columns: int) -> float:
        """How many em a list of ranks has left for a name beside rank, record and so many criteria."""
        name = min(LARGEST_RANK, NAME * BODY / self.size.rows)
        record = self.round * (name + 0.3) + 4
        return (WIDTH - 13 - record - 13 * columns - 3) / name


def papers_of_event(divisions: Sequence[DivisionView], plan: Sequence[Any] = ()) -> list[Paper]:
    """The day's timetable, and the award list of all divisions for the ceremony where there are several."""
    awards = tuple(lists.ceremony(divisions)) if len(divisions) > 1 else ()
    return _there(
        [Paper("timetable", "index.html", (plan,) if plan else ()), Paper("awards", "awards.html", awards)]
    )


def papers_now(view: DivisionView) -> list[Paper]:
    """What an organiser prints now and the site offers: the round that is to be played, and how things stand."""
    playing = view.rounds and not view.finished
    return _there([*(_round(view, view.current) if playing else ()), *_state(view)])


def papers_of_round(view: DivisionView, number: int) -> list[Paper]:
    """The papers of one round: wall sheets, match cards, and the standing after it once there is one."""
    return _there([*_round(view, number), *_standing(view, number)])


def _there(found: Sequence[Paper]) -> list[Paper]:
    return [paper for paper in found if paper.leaves]


def _round(view: DivisionView, number: int) -> Iterator[Paper]:
    yield from _walls(view, number)
    yield Paper("cards", f"r{number}.html", tuple(cards.cards(view, number)), number)


def _walls(view: DivisionView, number: int) -> Iterator[Paper]:
    page = f"r{number}.html"
    named = f"r{number}-name.html" if view.large else f"{page}#name"
    tables = tuple(wall.by_table(view, number))
    yield Paper("tables", page, tables, number, _size(tables))
    names = tuple(wall.by_name(view, number))
    yield Paper(
        "names", named, names, number, size_for(max((len(leaf["lines"]) for leaf in names), default=0))
    )


def _size(leaves: Sequence[Any]) -> Size:
    return size_for(max((height(leaf["bands"]) for leaf in leaves), default=0))


def _standing(view: DivisionView, after: int) -> Iterator[Paper]:
    for standing in view.standings:
        if standing.after == after:
            ranks = tuple(lists.provisional(view, standing))
            yield Paper("standings", f"{standings.standing_name(after)}.html", ranks, after, _size(ranks))


def _state(view: DivisionView) -> Iterator[Paper]:
    if view.finished:
        ranks = tuple(lists.final(view))
        yield Paper("final", "standings.html", ranks, size=_size(ranks))
    elif view.latest is not None:
        yield from _standing(view, view.latest.after)
    if not view.rounds:
        return
    table = tuple(lists.cross_table(view))
    size = _size(table)
    yield Paper("cross", "cross.html", table, size=size, wide=bool(table and table[0]["square"]))
    yield _brackets(view)
    yield Paper("awards", "awards.html", tuple(lists.awards(view)))


def _brackets(view: DivisionView) -> Paper:
    """The brackets of everybody as a poster, or those of a few at the end, each on a sheet with its games beside it."""
    found = brackets(view)
    if found:
        drawn = drawing(view, found)
        sheets = tuple({"drawing": drawn, "top": top, "height": high} for top, high in drawn.sheets if high)
        return Paper("brackets", "bracket.html", sheets, wide=drawn.top <= TALLEST)
    first = view.stages.finals or view.stages.first
    trees = [tree(view, stage) for stage in view.stages.brackets]
    # A tree without a name in it is nothing to hang up.
    named = [one for one in trees if one and any(slot.person for slot in one.slots)]
    listed = [one for one in named if one.stage is first or len(one.slots) > 2]
    leaves = tuple(
        {
            "drawing": one,
            "height": one.height,
            "games": final_matches(view) if one.stage is first else [],
        }
        for one in listed
    )
    return Paper("knockout", "bracket.html", leaves, wide=True)
