"""Standings as the pages list them: after each round, of the moment, and the final ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from tourgen.explain.rank import LOTS, shown
from tourgen.explain.terms import criterion_label
from tourgen.explain.words import Words
from tourgen.formats.models import Criterion, Number
from tourgen.results.document import RowEntry
from tourgen.web.division_view import FINAL, DivisionView, Person, Standing
from tourgen.web.stages import LAST_FOUR


@dataclass(frozen=True, slots=True)
class Column:
    """A criterion, or several in a row that give everybody the same."""

    first: int
    last: int
    name: Criterion
    lot: bool  # which the rules don't number

    @property
    def label(self) -> Words:
        """Its name."""
        return criterion_label(self.name)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a standing, or of the final ranks."""

    row: RowEntry
    person: Person
    marks: str  # of the rounds that count
    finals: str  # marks of the finals, in the final ranks
    values: tuple[Number, ...]  # column by column
    deciding: int | None  # the column that put the player below the one above
    state: (
        str  # "", qualified, passed, advances (to the knockout), withdrawn, decided (the place, by a match)
    )
    change: int = 0  # places gained since the standing before
    decided: Decided | None = None  # of a final rank: by a match, or shared

    @property
    def rank(self) -> int:
        """The place."""
        return self.row.rank


class Decided(NamedTuple):
    """What decided a final rank other than a criterion: won or lost (a match), sole_unbeaten, shared."""

    reason: str
    match: str = ""  # as a stage is shown


@dataclass(frozen=True, slots=True)
class Table:
    """A standing with its columns, as a page or a paper shows it."""

    standing: Standing
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]

    @property
    def deciding(self) -> list[int]:
        """The columns that put somebody below the player above; the others need no room on a page."""
        return sorted({line.deciding for line in self.lines if line.deciding is not None})

    def line_of(self, no: int) -> Line | None:
        """A player's row."""
        return next((line for line in self.lines if line.person.no == no), None)


def standing_name(after: int) -> str:
    """standings-r3, as its page is called; standings for the final ranks."""
    return f"standings-r{after}" if after else "standings"


def table(view: DivisionView, standing: Standing) -> Table:
    """Every row of a standing; of the final ranks with the finals and what decided."""
    order = view.declared.order.criteria
    final = standing.after == FINAL
    wanted = [at for at, name in enumerate(order) if not final or name in view.declared.final_criteria]
    columns = _columns(order, wanted, standing.rows)
    games = decided_by_games(view) if final else {}
    before = None if final else view.standing(standing.after - 1)
    found: list[Line] = []
    above: RowEntry | None = None
    for row in standing.rows:
        if above is not None and view.stages.blocks and not final and above.group != row.group:
            above = None
        decided = games.get(row.no)
        if final and decided is None and above is not None and above.rank == row.rank:
            decided = Decided("shared")
        deciding = None if above is None or decided or above.no in games else _deciding(columns, row, above)
        past = before.by_no.get(row.no) if before else None
        found.append(
            Line(
                row,
                view.people[row.no],
                view.marks(row.no, standing.after or view.stages.counted_rounds, counted=True),
                "".join(mark for _, _, mark in view.finals(row.no)) if final else "",
                tuple(shown(view.declared, one.name, row.keys[one.first - 1]) for one in columns),
                deciding,
                "" if final else _state(view, row, standing),
                past.rank - row.rank if past else 0,
                decided,
            )
        )
        above = row
    return Table(standing, columns, tuple(found))


def _columns(
    order: Sequence[Criterion], wanted: Sequence[int], rows: Sequence[RowEntry]
) -> tuple[Column, ...]:
    """The criteria, those that follow one another with equal values for everybody as one."""
    found: list[Column] = []
    for at in wanted:
        same = found and found[-1].last == at and all(row.keys[at] == row.keys[at - 1] for row in rows)
        if same and len(rows) > 1:
            found[-1] = replace(found[-1], last=at + 1)
        else:
            found.append(Column(at + 1, at + 1, order[at], order[at] in LOTS))
    return tuple(found)


def _deciding(columns: Sequence[Column], row: RowEntry, above: RowEntry) -> int | None:
    """The first column in which two rows differ."""
    keys = (one.first - 1 for one in columns)
    return next((at for at, key in enumerate(keys) if row.keys[key] != above.keys[key]), None)


def tables(view: DivisionView) -> list[Table]:
    """The ranks of the moment, and once the division is finished the final ones; nothing before the first result."""
    wanted = dict.fromkeys(one for one in (view.moment, view.ranking) if one is not None)
    return [table(view, standing) for standing in wanted]


def by_block(blocks: Sequence[str], rows: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Rows by block where there are several, else all under no name."""
    if not blocks:
        return [("", list(rows))]
    return [(block, list(members)) for block, members in groupby(rows, key=lambda line: line.row.group or "")]


def by_wins(view: DivisionView, rows: Sequence[Line]) -> Iterator[tuple[int | None, list[Line]]]:
    """Rows under the wins (points) they share; first, under None, those at the top whose places matches decided."""
    top = next((at for at, line in enumerate(rows) if line.state != "decided"), len(rows))
    if top:
        yield None, list(rows[:top])
    for wins, members in groupby(rows[top:], key=lambda line: view.level(line.row)):
        yield wins, list(members)


def _state(view: DivisionView, row: RowEntry, standing: Standing) -> str:
    after = standing.after
    if view.qualified_after.get(row.no, after + 1) <= after:
        return "qualified"
    gone = view.people[row.no].withdrawn_after
    if gone is not None and gone < after:
        return "withdrawn"
    now = view.shown.situations[after]
    if view.left.get(row.no) in now.left_as(view.stages.first.id, "passed"):
        return "passed"
    drawn = {no for places in now.drawn.values() for no in places} if view.stages.preliminaries else ()
    if row.no in drawn and view.stages.cut_after(after) and standing.counted is None:
        return "advances"
    return "decided" if row.no in now.decided.held and view.declared.order.decided_places else ""


def decided_by_games(view: DivisionView) -> dict[int, Decided]:
    """Player → won or lost, and the game of the finals that decided the place."""
    found: dict[int, Decided] = {}
    stages, final = view.stages, view.declared.final.first
    for one in view.rounds:
        for game in one.games:
            stage = stages.of(game.stage)
            if (
                stage is None
                or not (stage.id in final or game.stage in LAST_FOUR)
                or stage not in stages.brackets
            ):
                continue
            label = stages.shown(game.stage, one.number)
            for no in game.players:
                if no is not None:
                    found[no] = Decided("won" if game.winner == no else "lost", label)
    return found | _without_match(view)


def _without_match(view: DivisionView) -> dict[int, Decided]:
    """The only unbeaten team, which needs no playoff."""
    drawn = view.now.drawn.get(view.stages.playoff.id, ()) if view.now and view.stages.playoff else ()
    return {no: Decided("sole_unbeaten") for no in drawn if no is not None} if len(drawn) == 1 else {}
