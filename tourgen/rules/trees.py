"""Fixed knockout trees over bracket numbers: the main bracket and the repechage groups (section 6).

A place is a bracket number. It may be empty, or its player may have withdrawn: who meets such a place walks over,
and of two such places the smaller number goes on, still empty. So every tree keeps its published size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tourgen.dataclass import dataclass, replace
from tourgen.model import Game
from tourgen.rules.situation import Situation


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """Two places that meet in a round; once it is over, winner (who goes on) and loser, as places."""

    round: int
    places: tuple[int, int]
    winner: int | None = None
    loser: int | None = None
    won: bool = True  # False where nobody was there: the smaller number goes on, but has won nothing


@dataclass(frozen=True, slots=True)
class Onward:
    """Stage and round in which the winners, and the losers, of a round play next."""

    winners: tuple[str, int]
    losers: tuple[str, int]


def holder(situation: Situation, place: int) -> int | None:
    """The player on a bracket number, withdrawn or not."""
    return situation.holders.get(place)


def present(situation: Situation, place: int, round_no: int) -> bool:
    """Whether somebody is there to play on this place."""
    no = holder(situation, place)
    return no is not None and situation.entrants[no].in_pool(round_no)


def tree(
    places: Sequence[int],
    rounds: Sequence[int],
    label: str,
    situation: Situation,
    onward: Callable[[int], Onward] | None = None,
    taken: set[int] | None = None,
) -> list[list[TreeMatch]]:
    """One level per round, as far as it is known: 「1位と2位の対戦、3位と4位の対戦、…」.

    `onward`: where the players of a round play next, so that a result corrected later changes no round played since.
    `taken`: the games that matches of other trees of this stage stand for already (rounds made by hand).
    """
    taken = set() if taken is None else taken
    levels: list[list[TreeMatch]] = []
    current = list(places)
    for round_no in rounds:
        pairs = list(zip(current[::2], current[1::2], strict=True))
        if round_no > situation.after:
            levels.append([TreeMatch(round_no, pair) for pair in pairs])
            break
        level = _decided(pairs, round_no, label, situation, taken)
        if onward is not None:
            level = [_as_played_on(match, onward(round_no), situation) for match in level]
        levels.append(level)
        current = [match.winner for match in level if match.winner is not None]
    return levels


def _decided(
    pairs: Sequence[tuple[int, int]], round_no: int, label: str, situation: Situation, taken: set[int]
) -> list[TreeMatch]:
    games = {
        no: game
        for game in situation.rounds[round_no - 1].games
        if game.stage == label
        for no in game.players
        if no is not None
    }
    level = []
    for pair in pairs:
        # Paired by hand, a place may have met another: the match is the game of its upper player, else of its lower.
        players = [no for place in pair if (no := holder(situation, place)) is not None]
        # There is one final and one third-place match: whoever played it.
        among = [*players, *games] if label in ("final", "third") else players
        game = next((games[no] for no in among if no in games and id(games[no]) not in taken), None)
        if game is not None:
            taken.add(id(game))
        level.append(_result(pair, game, round_no, situation))
    return _each_place_once(level)


def _each_place_once(level: list[TreeMatch]) -> list[TreeMatch]:
    """Where numbers were changed after a round was made, a place may come out of two matches, and another of none.

    The first match keeps it, the second has the smallest place that is left and has won nothing: nobody goes on twice.
    """
    came_out = {place for match in level for place in (match.winner, match.loser)}
    left = sorted({place for match in level for place in match.places} - came_out)
    seen: set[int | None] = set()
    found = []
    for match in level:
        places = [left.pop(0) if place in seen and left else place for place in (match.winner, match.loser)]
        seen.update(places)
        won = match.won and places[0] == match.winner
        found.append(replace(match, winner=places[0], loser=places[1], won=won))
    return found


def _result(pair: tuple[int, int], game: Game | None, round_no: int, situation: Situation) -> TreeMatch:
    if game is None:
        there = [place for place in pair if _there(situation, place, round_no)]
        if len(there) == 1:  # left out of a sheet made before a correction: there is nobody to lose to
            return TreeMatch(round_no, pair, there[0], sum(pair) - there[0])
        # Nobody was there: the smaller number goes on, still empty.
        return TreeMatch(round_no, pair, min(pair), max(pair), won=False)
    sides = [situation.entrants[no].number for no in game.players if no is not None]
    if game.winner is None:
        return TreeMatch(round_no, pair, min(sides), max(sides), won=False)
    winner = situation.entrants[game.winner].number
    if len(sides) == 2:
        return TreeMatch(round_no, pair, winner, sum(sides) - winner)
    other = next((place for place in pair if place != winner), pair[1])
    return TreeMatch(round_no, pair, winner, other)


def _there(situation: Situation, place: int, round_no: int) -> bool:
    no = holder(situation, place)
    return (
        no is not None
        and present(situation, place, round_no)
        and not situation.entrants[no].withdrawn(round_no)
    )


def _as_played_on(match: TreeMatch, onward: Onward, situation: Situation) -> TreeMatch:
    """A result corrected after the next round was made: who played on there went on, who didn't did not (X1)."""
    if match.winner is None or match.loser is None:
        return match
    winner, loser = holder(situation, match.winner), holder(situation, match.loser)
    if winner is None or loser is None:
        return match  # nobody's result was corrected: whoever plays elsewhere was put there by hand
    other_way = [_played_in(loser, onward.winners, situation), _played_in(winner, onward.losers, situation)]
    this_way = [_played_in(winner, onward.winners, situation), _played_in(loser, onward.losers, situation)]
    if any(other_way) and not any(this_way):
        return replace(match, winner=match.loser, loser=match.winner)
    return match


def _played_in(no: int | None, where: tuple[str, int], situation: Situation) -> bool:
    stage, round_no = where
    return no is not None and situation.stages_played.get((round_no, no)) == stage


def match_games(match: TreeMatch, label: str, group: str | None, situation: Situation) -> list[Game]:
    """A match as a game: a walkover beside a place where nobody is, nothing where nobody is on either."""
    there = [place for place in match.places if present(situation, place, match.round)]
    players = [no for no in (holder(situation, place) for place in there) if no is not None]
    if not players:
        return []
    if len(players) == 1:
        return [Game(None, label, group, (players[0], None), "bye", players[0], rated=False)]
    return [Game(None, label, group, (players[0], players[1]))]


@dataclass(frozen=True, slots=True)
class Places:
    """What decided matches give away: bracket number → place, and all the places, those that stay vacant included."""

    held: Mapping[int, int]
    given: frozenset[int]


def decided(matches: Iterable[tuple[TreeMatch, int, int]]) -> Places:
    """Matches with the places of their winners and losers.

    A match with nobody there decides no first place: both take the loser's, and the winner's stays vacant (N5). Of two
    matches of one player, re-paired by hand, the first counts (N14).
    """
    held: dict[int, int] = {}
    given: set[int] = set()
    for match, best, worst in matches:
        if match.winner is not None and match.loser is not None:
            given |= {best, worst}
            held.setdefault(match.winner, best if match.won else worst)
            held.setdefault(match.loser, worst)
    return Places(held, frozenset(given))
