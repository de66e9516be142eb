"""A fixed tree of places: which games its matches were, who goes on, who has lost.

As played: rounds made by hand, and results corrected later, find their place in the tree. Where players go on, games
that differ from the plan are the tree from then on, in listed order. Where places go on, a match takes the game of its
upper player, else of its lower, else, where the stage has one match only, the one that was played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from tourgen.engine.model import Game
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import EMPTY, Slot, slot_of

_number = attrgetter("number")


@dataclass(frozen=True, slots=True)
class Match:
    """Two places that meet in a round; once it is over, winner and loser."""

    round: int
    sides: tuple[Slot, Slot]
    decided: bool = False
    winner: Slot | None = None  # who goes on; None: nobody does
    loser: Slot | None = None
    won: bool = False  # False where nobody was there: the smaller number may go on, but has won nothing

    @property
    def players(self) -> tuple[int, ...]:
        """Who is in it."""
        return tuple(side.no for side in self.sides if side.no is not None)

    @property
    def beaten(self) -> tuple[int, ...]:
        """Who lost it, as it was played: nobody before it is decided, both if nobody won."""
        if self.won and self.loser is not None:
            return () if self.loser.no is None else (self.loser.no,)
        return self.players if self.decided else ()


Level = list[Match]


@dataclass
class TreeRules:
    """How the matches of one stage find their games.

    With `played_on` places go on and not only players, so that every tree of a stage keeps its published size:
    「1位と2位の対戦、3位と4位の対戦、…」 over bracket numbers. An empty place, or one whose player has left, loses to
    anybody who is there, and of two such places the smaller number goes on, still empty. Elsewhere nobody goes on then.
    """

    now: Situation
    games_of: Callable[[int], list[Game]]  # the stage's games of a round
    # (player, round of the match, "winners" or "losers") → whether they played next where these go
    played_on: Callable[[int, int, str], bool] | None
    single: bool = False  # the stage has one match in a round: whatever was played there
    # The games that matches stand for already, over all trees of the stage.
    taken: set[int] = field(default_factory=set)

    def levels(self, sides: Sequence[Slot], rounds: Sequence[int]) -> list[Level]:
        """One level per round, as far as it is known."""
        levels: list[Level] = []
        current = list(sides)
        for round_no in rounds:
            pairs = list(zip(current[::2], current[1::2], strict=True))
            if round_no > self.now.after:
                return [*levels, [Match(round_no, pair) for pair in pairs]]
            find = self._by_place if self.played_on else self._by_player
            levels.append(find(pairs, round_no, self.games_of(round_no)))
            current = [match.winner or Slot(EMPTY, None) for match in levels[-1]]
        return levels

    def _by_player(self, pairs: Sequence[tuple[Slot, Slot]], round_no: int, games: Sequence[Game]) -> Level:
        """Matches as they were planned; games that differ are, in listed order, the tree from then on."""
        own = {frozenset(game.players): game for game in games}
        if not own.keys() <= {frozenset(side.no for side in pair) for pair in pairs}:
            played = [slot_of(self.now, no) for game in games for no in game.players]
            here = {side.no for side in played}
            rest = [side for pair in pairs for side in pair if side.no is not None and side.no not in here]
            filled = [*played, *rest, *[Slot(EMPTY, None)] * 2 * len(pairs)][: 2 * len(pairs)]
            pairs = list(zip(filled[::2], filled[1::2], strict=True))
        return [played_match(round_no, pair, own.get(frozenset(side.no for side in pair))) for pair in pairs]

    def _by_place(self, pairs: Sequence[tuple[Slot, Slot]], round_no: int, games: Sequence[Game]) -> Level:
        level = []
        for pair in pairs:
            own = [game for side in pair for game in games if side.no is not None and side.no in game.players]
            free = (game for game in (*own, *(games if self.single else ())) if id(game) not in self.taken)
            game = next(free, None)
            self.taken.add(id(game))
            level.append(self._place_result(pair, game, round_no))
        return [self._as_played_on(match) for match in each_place_once(level)]

    def _place_result(self, pair: tuple[Slot, Slot], game: Game | None, round_no: int) -> Match:
        if game is None:
            sides, there = [*pair], [side for side in pair if self.now.there(side.no, round_no)]
            # One left out of a sheet made before a correction: there is nobody to lose to.
            winner = there[0] if len(there) == 1 else None
        else:
            sides = [slot_of(self.now, no) for no in game.players if no is not None]
            winner = None if game.winner is None else slot_of(self.now, game.winner)
        if winner is None:
            return Match(round_no, pair, True, min(sides, key=_number), max(sides, key=_number))
        others = [side for side in (*sides, *pair) if side != winner]
        return Match(round_no, pair, True, winner, others[0] if others else pair[1], won=True)

    def _as_played_on(self, match: Match) -> Match:
        """A result corrected after the next round was made: who played on there went on, who didn't did not."""
        up, down = (None if slot is None else slot.no for slot in (match.winner, match.loser))
        if self.played_on is None or up is None or down is None:
            return match  # nobody's result was corrected: whoever plays elsewhere was put there by hand
        on, at = self.played_on, match.round
        if (on(down, at, "winners") or on(up, at, "losers")) and not (
            on(up, at, "winners") or on(down, at, "losers")
        ):
            return replace(match, winner=match.loser, loser=match.winner)
        return match


def played_match(round_no: int, sides: tuple[Slot, Slot], game: Game | None) -> Match:
    """A match as its game ended, where only players go on: nobody does if nobody won."""
    won = [side for side in sides if game is not None and side.no is not None and side.no == game.winner]
    if not won:
        return Match(round_no, sides, decided=True)
    return Match(round_no, sides, True, won[0], sides[1] if won[0] is sides[0] else sides[0], won=True)


def each_place_once(level: Level) -> Level:
    """Where numbers were changed after a round was made, a place may come out of two matches, and another of none.

    The first match keeps it, the second has the smallest place that is left and has won nothing: nobody goes on twice.
    """
    came_out = {slot for match in level for slot in (match.winner, match.loser)}
    left = sorted({slot for match in level for slot in match.sides} - came_out, key=_number)
    seen: set[Slot | None] = set()
    found = []
    for match in level:
        places = [left.pop(0) if slot in seen and left else slot for slot in (match.winner, match.loser)]
        seen.update(places)
        won = match.won and places[0] == match.winner
        found.append(replace(match, winner=places[0], loser=places[1], won=won))
    return found
