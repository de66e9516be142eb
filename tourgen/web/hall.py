"""The hall display: pairings and standings of every division, screen by screen, in letters for the last row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tourgen.web.division_view import Facts, Person, Score
from tourgen.web.pairings import Band, Match, bands
from tourgen.web.paper.leaves import evenly

GAMES_ON_A_SCREEN = 24  # in two columns
RANKS_ON_A_SCREEN = 20


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: games of a round, or ranks after one."""

    facts: Facts
    round: int
    games: tuple[tuple[Band, Match], ...] = ()
    ranks: tuple[tuple[int, Person, Score], ...] = ()
    part: int = 1
    parts: int = 1


def screens(divisions: Sequence[Facts]) -> list[Screen]:
    """Every division in turn; one that is finished shows its final ranks only."""
    return [screen for facts in divisions for screen in (*_games(facts), *_ranks(facts))]


def _games(facts: Facts) -> Iterator[Screen]:
    if facts.finished or not facts.current:
        return
    games = [(band, one) for band in bands(facts, facts.current) for one in band.matches]
    pieces = evenly(games, GAMES_ON_A_SCREEN)
    for number, piece in enumerate(pieces, 1):
        yield Screen(facts, facts.current, games=piece, part=number, parts=len(pieces))


def _ranks(facts: Facts) -> Iterator[Screen]:
    standing = facts.ranking
    if standing is None:
        return
    rows = [(row.rank, facts.people[row.no], facts.score_of(row)) for row in standing.rows]
    pieces = evenly(rows, RANKS_ON_A_SCREEN)
    for number, piece in enumerate(pieces, 1):
        yield Screen(facts, standing.after, ranks=piece, part=number, parts=len(pieces))
