"""Standings as the pages list them: after each round with the arithmetic, and the final ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from tourgen.dataclass import dataclass
from tourgen.explain.rank import criterion_title, shown
from tourgen.explain.words import Reason, Words
from tourgen.web.facts import Facts, Person, Row, Score, Standing
from tourgen.web.paper.leaves import evenly
from tourgen.web.why import Rank, final_rank_of, rank_of

WITH_ARITHMETIC = 100  # rows on one page with the arithmetic that each opens to, some 3 KB a row
PAGE = 150  # rows of one line; phones get slow above about 300
SPLIT_ABOVE = 300

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a standing on a page."""

    row: Row
    rank: Rank
    person: Person
    marks: str
    state: str  # "", qualified, advances (to the knockout), withdrawn, decided (the place, by a match)


@dataclass(frozen=True, slots=True)
class FinalLine:
    """One row of the final ranks: by a game of the finals, or by criteria with a rank shared where they are equal."""

    rank: int
    person: Person
    marks: str
    score: Score
    reason: str  # key of the text: final_won, final_lost, third_won, third_lost, semi_lost, criterion, shared, top
    deciding: tuple[int, Words] | None  # the criterion's place in the list, and its title
    mine: int
    theirs: int


@dataclass(frozen=True, slots=True)
class Final:
    """A final rank with everything that it opens to."""

    line: FinalLine
    reasons: tuple[Reason, ...]
    rank: Rank
    state: str  # as of the last standing


def pages(items: Sequence[Item], room: int) -> list[tuple[Item, ...]]:
    """All on one page where there is room for them, else as evenly on several as possible."""
    return evenly(items, room) or [()]


def standing_path(after: int, part: int) -> str:
    """standings-r3.html, and standings-r3-2.html where a large field is split; after 0 is the final rank."""
    name = f"standings-r{after}" if after else "standings"
    return f"{name}.html" if part == 1 else f"{name}-{part}.html"


def lines(facts: Facts, standing: Standing) -> list[Line]:
    """Every row of a standing."""
    return [
        Line(
            row,
            rank_of(facts, standing.after, row.no),
            facts.people[row.no],
            facts.marks(row.no, standing.after, counted=True),
            _state(facts, row, standing.after),
        )
        for row in standing.rows
    ]


def by_block(facts: Facts, rows: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Rows by block where there are several, else all under no name."""
    if not facts.blocks:
        return [("", list(rows))]
    return [(block, list(members)) for block, members in groupby(rows, key=lambda line: line.row.group or "")]


def by_wins(facts: Facts, rows: Sequence[Line]) -> Iterator[tuple[int | None, list[Line]]]:
    """Rows under the wins (points) they share; first, under None, those at the top whose places matches decided."""
    top = next((at for at, line in enumerate(rows) if line.rank.why.fixed is None), len(rows))
    if top:
        yield None, list(rows[:top])
    for wins, members in groupby(rows[top:], key=lambda line: facts.level(line.row)):
        yield wins, list(members)


def _state(facts: Facts, row: Row, after: int) -> str:
    if facts.qualified_after.get(row.no, after + 1) <= after:
        return "qualified"
    gone = facts.people[row.no].withdrawn_after
    if gone is not None and gone < after:
        return "withdrawn"
    situation = facts.report.tournament.situations[after]
    if row.no in situation.drawn and after == facts.declared.counted_rounds:
        return "advances"
    return "decided" if row.no in situation.decided else ""


def decided_by_games(facts: Facts) -> dict[int, str]:
    """Player → the game of the finals that decided the place."""
    found: dict[int, str] = {}
    for number in facts.games:
        for game in facts.round(number)["games"]:
            if game["stage"] not in ("final", "third", "semi", "placing", "knockout", "playoff"):
                continue
            stage = facts.shown_stage(game["stage"], number)
            for no in game["players"]:
                if no is not None:
                    found[no] = f"{stage}_{'won' if game['winner'] == no else 'lost'}"
    return found | _without_match(facts)


def _without_match(facts: Facts) -> dict[int, str]:
    """The only unbeaten team, which needs no playoff."""
    now = facts.report.tournament.now
    alone = facts.knockout is not None and facts.knockout.cut == 0 and now is not None and len(now.drawn) == 1
    return {no: "sole_unbeaten" for no in now.drawn if no is not None} if alone and now else {}


def final_lines(facts: Facts) -> list[FinalLine]:
    """The final ranks with what decided each."""
    standing, games = facts.latest, decided_by_games(facts)
    if standing is None or facts.document["final"] is None:
        return []
    order = facts.declared.order.criteria
    places = [order.index(name) for name in facts.declared.final.criteria if name in order]
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
            at = next((place for place in places if row.keys[place] != before.keys[place]), None)
            deciding = None if at is None else (at + 1, criterion_title(order[at], at + 1))
            reason = "criterion" if deciding else "top"
        key = deciding[0] - 1 if deciding else 0
        mine, theirs = (shown(order[key], one.keys[key]) if one else 0 for one in (row, before))
        marks, score = facts.marks(no, facts.current), (row.wins, row.losses, facts.drawn(row))
        found.append(FinalLine(entry["rank"], facts.people[no], marks, score, reason, deciding, mine, theirs))
        before = row if no not in games else None
    return found


def finals(facts: Facts, latest: Sequence[Line]) -> list[Final]:
    """The final ranks opened; `latest` are the rows of the last standing."""
    by_no = {line.row.no: line for line in latest}
    found = []
    for line in final_lines(facts):
        last = by_no[line.person.no]
        deciding = line.deciding[0] if line.deciding else None
        reasons, rank = final_rank_of(facts, line.person.no, last.rank, deciding)
        found.append(Final(line, reasons, rank, last.state))
    return found
