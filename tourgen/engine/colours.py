"""黒と白, and 手合: who has which side, and how many stones; neither changes a pairing."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from tourgen.engine.model import Entrant, Game, Handicap
from tourgen.engine.situation import Situation
from tourgen.formats import models


def with_colours(game: Game, now: Situation) -> Game:
    """The game with its sides and handicap, where the format keeps them."""
    first, second = game.players
    if second is None:
        return game
    rule = now.format.handicap
    if rule is not None:
        return replace(game, handicap=handicaps(rule, now.entrants[first], now.entrants[second]))
    if not keeps_colours(now.format):
        return game
    # Black stands first, on sheets and in results.json.
    players = (second, first) if black_side(first, second, now) else (first, second)
    return replace(game, players=players, black=0)


def keeps_colours(declared: models.Format) -> bool:
    """Sides are kept in Go, unless they are decided at the table, and where pairing looks at them."""
    avoids = any("colour" in stage.avoid for stage in declared.stage if isinstance(stage, models.Pool))
    return declared.colours == "even" and not declared.boards and (declared.game == "go" or avoids)


def black_side(first: int, second: int, now: Situation) -> int:
    """Who is Black: the one with fewer Blacks so far, then who was White last time, then the lower ranked."""
    one, other = ((sum(had), had[-1:] != [False]) for had in map(now.everything.colours, (first, second)))
    return int(other <= one)  # the second of a pair is the lower ranked


def handicaps(rule: models.Handicap, first: Entrant, second: Entrant) -> tuple[Handicap, ...]:
    """段級位差による置碁, one for each board: stones = difference of grades − `less`, at most `most`; 1 is 定先."""
    boards = list(zip_longest(first.board_grades, second.board_grades)) or [(first.grade, second.grade)]
    return tuple(_handicap(rule, one, other) for one, other in boards)


def _handicap(rule: models.Handicap, one: int | None, other: int | None) -> Handicap:
    if one is None or other is None:
        return Handicap(0, rule.komi, None)
    stones = max(0, min(rule.most, abs(one - other) - rule.less))
    black = (0 if one < other else 1) if stones else None
    return Handicap(stones, models.HANDICAP_KOMI if stones else rule.komi, black)
