"""Matches beside a tree: 3位決定戦 of the losers of the semi-finals, 5位決定戦 of those of the round before."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.engine.model import Game
from tourgen.engine.situation import Situation
from tourgen.engine.stages.base import EMPTY, Slot, slot_of
from tourgen.engine.stages.bracket.tree import Level, Match, played_match
from tourgen.formats.models import Bracket

# What their games have as group where they have no label of their own.
EXTRA_GROUPS = {"third": "3-4", "fifth": "5-8"}


def extra_matches(declared: Bracket, levels: Sequence[Level], now: Situation) -> list[tuple[str, Match]]:
    """The matches beside the tree, as far as they are known."""
    by_size = {len(level): level for level in levels}
    found: list[tuple[str, Match]] = []
    if declared.third == "played" and by_size.keys() >= {1, 2}:
        semis = by_size[2]
        found.append(("third", _played(declared, now, semis[0].round + 1, "third", *map(_loser, semis))))
    if declared.fifth == "played" and by_size.keys() >= {2, 4}:
        # The four who lost meet in two matches, and the winners of these for the fifth place.
        number, lost = by_size[4][0].round + 1, [_loser(match) for match in by_size[4]]
        both = [_played(declared, now, number, "fifth", *pair) for pair in (lost[:2], lost[2:])]
        found += [("fifth", match) for match in both]
        if by_size.keys() >= {1} and all(match.decided for match in both):
            winners = [match.winner or Slot(EMPTY, None) for match in both]
            found.append(("fifth", _played(declared, now, number + 1, "fifth", *winners)))
    return found


def _loser(match: Match) -> Slot:
    """Who lost a match, as it was played; a match lost by both leaves its place empty."""
    if match.won and match.loser is not None:
        return match.loser
    return next((side for side in match.sides if (side.no,) == match.beaten), Slot(EMPTY, None))


def _played(declared: Bracket, now: Situation, round_no: int, name: str, upper: Slot, lower: Slot) -> Match:
    if round_no > now.after:
        return Match(round_no, (upper, lower))
    games = [one for one in now.rounds[round_no - 1].games if is_extra(declared, one, name)]
    own = [one for one in games if ({upper.no, lower.no} - {None}) & set(one.players)]
    game = next(iter(own), games[0] if games and name == "third" else None)
    if game is None:
        return Match(round_no, (upper, lower), decided=True)
    first, second = (slot_of(now, no) for no in game.players)
    return played_match(round_no, (first, second), game)


def is_extra(declared: Bracket, game: Game, *names: str) -> bool:
    """Whether a game is a match beside the tree: by its own label, or the stage's with the places as group."""
    if game.stage == "third" and declared.id != "third":
        return "third" in (names or EXTRA_GROUPS)
    return game.stage == declared.id and game.group in [EXTRA_GROUPS[name] for name in names or EXTRA_GROUPS]


def extra_places(declared: Bracket, levels: Sequence[Level], now: Situation) -> dict[int, int]:
    """3 and 4 by the third-place match; 5, 6 and 7-7 by those for the fifth."""
    places: dict[int, int] = {}
    by_size = {len(level): level for level in levels}
    for name, match in extra_matches(declared, levels, now):
        if not match.decided:
            continue
        if name == "third":
            best, lower = 3, 4
            places |= {no: 4 for one in by_size[2] for no in one.beaten}
        else:
            best, lower = (5, 6) if match.round == by_size[4][0].round + 2 else (7, 7)
        places |= dict.fromkeys(match.beaten, lower)
        if match.winner is not None and match.winner.no is not None and best < lower:
            places[match.winner.no] = best
    return places
