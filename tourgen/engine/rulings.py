"""Section 9: 「預」 gives nobody anything while the next round is paired; a later ruling never changes past pairings.

Nothing says when a ruling came. A round that is paired as the rules pair with a game still pending was paired
before its ruling.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from tourgen.engine.model import Game, Round
from tourgen.engine.progress import advance
from tourgen.engine.situation import Situation

Ruled = tuple[int, int]  # a round, and the first player of a game in it
MOST_WAYS = 32  # five rulings in every combination; of more, those first of which most were still open


def reopened(game: Game) -> Game:
    """A ruled game as it was before the ruling."""
    return replace(game, kind="pending", winner=None, rated=False, note="", ruling=False, misuse=False)


def ruled_games(rounds: Sequence[Round]) -> list[Ruled]:
    """The games that were pending once."""
    return [(one.number, game.players[0]) for one in rounds for game in one.games if game.ruling]


def before_rulings(first: Situation, rounds: Sequence[Round]) -> Iterator[Situation]:
    """The division after these rounds as it was before its rulings: before all of them, then before all but one …

    `first`: before round 1.
    """
    ruled = ruled_games(rounds)
    ways = (some for count in range(len(ruled), 0, -1) for some in combinations(ruled, count))
    for still_open in islice(ways, MOST_WAYS):
        yield _as_it_stood(first, rounds, still_open)


def _as_it_stood(situation: Situation, rounds: Sequence[Round], still_open: Collection[Ruled]) -> Situation:
    for one in rounds:
        again = [(one.number, game.players[0]) in still_open for game in one.games]
        games = tuple(reopened(game) if so else game for game, so in zip(one.games, again, strict=True))
        situation = advance(situation, replace(one, games=games))
    return situation
