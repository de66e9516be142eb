"""The hall display: pairings and standings of every division, screen by screen, in letters for the last row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from tourgen.dataclass import dataclass
from tourgen.web.facts import Facts, Person
from tourgen.web.pairings import Band, Match, bands

Item = TypeVar("Item")

GAMES_ON_A_SCREEN = 24  # in two columns
RANKS_ON_A_SCREEN = 20


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: games of a round, or ranks after one."""

    facts: Facts
    round: int
    games: tuple[tuple[Band, Match], ...] = ()
    ranks: tuple[tuple[int, Person, tuple[int, int]], ...] = ()
    part: int = 1
    parts: int = 1


def screens(divisions: Sequence[Facts]) -> list[Screen]:
    """Every division in turn; one that is finished shows its final ranks only."""
    return [screen for facts in divisions for screen in (*_games(facts), *_ranks(facts))]


def _games(facts: Facts) -> Iterator[Screen]:
    if facts.finished or not facts.current:
        return
    games = [(band, one) for band in bands(facts, facts.current) for one in band.matches]
    pieces = _pieces(games, GAMES_ON_A_SCREEN)
    for number, piece in enumerate(pieces, 1):
        yield Screen(facts, facts.current, games=tuple(piece), part=number, parts=len(pieces))


def _ranks(facts: Facts) -> Iterator[Screen]:
    standing = facts.latest
    if standing is None:
        return
    final = {entry["no"]: entry["rank"] for entry in facts.document["final"] or ()}
    rows = [
        (final.get(row.no, row.rank), facts.people[row.no], (row.wins, row.losses)) for row in standing.rows
    ]
    if final:
        rows.sort(key=lambda row: row[0])
    pieces = _pieces(rows, RANKS_ON_A_SCREEN)
    for number, piece in enumerate(pieces, 1):
        yield Screen(facts, standing.after, ranks=tuple(piece), part=number, parts=len(pieces))


def _pieces(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """As few screens as will do, evenly filled."""
    count = -(-len(items) // size)
    return [items[at * len(items) // count : (at + 1) * len(items) // count] for at in range(count)]
