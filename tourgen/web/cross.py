"""星取表: everyone against everyone for a small field, round by round for a large one and in Swiss rounds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Swiss
from tourgen.web.facts import Facts, Person, Score, mark, opponent

GRID_UP_TO = 32  # a square of all against all beyond this is mostly empty, and fits neither a desktop nor A4


@dataclass(frozen=True, slots=True)
class Cell:
    """One game in the table: the mark, and the round (grid) or the opponent's number (by round)."""

    mark: str
    number: int | None
    other: Person | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One player's line."""

    person: Person
    score: Score
    cells: tuple[tuple[Cell, ...], ...]  # a rematch puts two into one square
    rank: int = 0  # by round: in the latest standing
    block: str = ""


def use_grid(facts: Facts) -> bool:
    """Whether the field is small enough for the square; in Swiss rounds most of it would stay empty."""
    return len(facts.present) <= GRID_UP_TO and not isinstance(facts.declared.first_stage, Swiss)


def grid(facts: Facts) -> list[CrossRow]:
    """Rows and columns by roster number; the diagonal has a cell without a mark."""
    people = sorted(facts.present, key=lambda p: p.no)
    place = {p.no: at for at, p in enumerate(people)}
    found = []
    for at, person in enumerate(people):
        cells: list[tuple[Cell, ...]] = [()] * len(people)
        cells[at] = (Cell("", None),)
        for number, game in facts.played(person.no):
            other, how = opponent(game, person.no), mark(game, person.no)
            if other is not None and how != ".":
                cells[place[other]] += (Cell(how, number),)
        found.append(CrossRow(person, facts.live_score(person.no), tuple(cells)))
    return found


def by_round(facts: Facts) -> list[CrossRow]:
    """Columns are rounds, the number in the disc is the opponent's; in the order of the latest standing."""
    found = []
    rows = {row.no: (at, row.rank) for at, row in enumerate(facts.latest.rows)} if facts.latest else {}
    ordered = sorted(facts.present, key=lambda p: (_block(facts, p), *rows.get(p.no, (9999, 0)), p.no))
    for person in ordered:
        cells: list[tuple[Cell, ...]] = []
        for number in range(1, facts.current + 1):
            game = facts.games[number].get(person.no)
            if game is None:
                cells.append(())
                continue
            other = opponent(game, person.no)
            who = facts.people[other] if other is not None else None
            cells.append((Cell(mark(game, person.no), other, who, not facts.counts(game)),))
        rank = rows.get(person.no, (0, 0))[1]
        score = facts.live_score(person.no)
        found.append(CrossRow(person, score, tuple(cells), rank, _block(facts, person)))
    return found


def by_block(rows: Iterable[CrossRow]) -> list[tuple[str, list[CrossRow]]]:
    """Rows under their blocks; under no name where there are none."""
    return [(name, list(members)) for name, members in groupby(rows, key=lambda row: row.block)]


def _block(facts: Facts, person: Person) -> str:
    return (person.league or "") if facts.blocks else ""
