"""Standings as the pages list them: after each round with the arithmetic, and the final ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from tourgen.web.arithmetic import Column, Explained, columns, explain
from tourgen.web.facts import Facts, Person, Row, Standing

PAGE = 150  # rows with their arithmetic on one page; phones get slow above about 300
SPLIT_ABOVE = 300

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a standing on a page."""

    explained: Explained
    person: Person
    above: Person | None
    marks: str
    state: str  # "", qualified, withdrawn


@dataclass(frozen=True, slots=True)
class FinalLine:
    """One row of the final ranks: by a game of the finals, or by criteria with a rank shared where they are equal."""

    rank: int
    person: Person
    marks: str
    score: tuple[int, int]
    reason: str  # key of the text: final_won, final_lost, third_won, third_lost, semi_lost, criterion, shared, top
    deciding: Column | None
    mine: int
    theirs: int


def pages(items: Sequence[Item], split: bool) -> list[Sequence[Item]]:
    """All on one page, or in pages of PAGE where the field is large."""
    if not split:
        return [items]
    return [items[at : at + PAGE] for at in range(0, len(items), PAGE)] or [items]


def lines(facts: Facts, standing: Standing) -> list[Line]:
    """Every row of a standing."""
    return [
        Line(
            explained,
            facts.people[explained.row.no],
            facts.people[explained.above.no] if explained.above else None,
            facts.marks(explained.row.no, standing.after, counted=True),
            _state(facts, explained.row, standing.after),
        )
        for explained in explain(facts, standing)
    ]


def by_wins(rows: Sequence[Line]) -> Iterator[tuple[int, list[Line]]]:
    """Rows under the number of wins they share."""
    for wins, members in groupby(rows, key=lambda line: line.explained.row.wins):
        yield wins, list(members)


def _state(facts: Facts, row: Row, after: int) -> str:
    if facts.qualified_after.get(row.no, after + 1) <= after:
        return "qualified"
    gone = facts.people[row.no].withdrawn_after
    return "withdrawn" if gone is not None and gone < after else ""


def decided_by_games(facts: Facts) -> dict[int, str]:
    """Player → the game of the finals that decided the place."""
    found: dict[int, str] = {}
    for number in facts.games:
        for game in facts.round(number)["games"]:
            if game["stage"] not in ("final", "third", "semi"):
                continue
            for no in game["players"]:
                if no is not None:
                    found[no] = f"{game['stage']}_{'won' if game['winner'] == no else 'lost'}"
    return found


def final_lines(facts: Facts) -> list[FinalLine]:
    """The final ranks with what decided each."""
    standing, games = facts.latest, decided_by_games(facts)
    if standing is None or facts.document["final"] is None:
        return []
    allowed = set(facts.declared.final.criteria)
    cols = [c for c in columns(facts, standing.after) if c.name in allowed]
    found: list[FinalLine] = []
    before: Row | None = None
    for entry in facts.document["final"]:
        no, row = entry["no"], standing.by_no[entry["no"]]
        deciding = None
        if no in games:
            reason = games[no]
        elif before is None:
            reason = "top"
        elif found[-1].rank == entry["rank"]:
            reason = "shared"
        else:
            deciding = next((c for c in cols if row.keys[c.first - 1] != before.keys[c.first - 1]), None)
            reason = "criterion" if deciding else "top"
        at = deciding.first - 1 if deciding else 0
        theirs = before.keys[at] if before else 0
        marks, score = facts.marks(no, facts.current), (row.wins, row.losses)
        found.append(
            FinalLine(entry["rank"], facts.people[no], marks, score, reason, deciding, row.keys[at], theirs)
        )
        before = row if no not in games else None
    return found
