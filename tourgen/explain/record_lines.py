"""A player's record line by line: whom the player met in each round, and what it adds to the sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.engine.criteria import criterion
from tourgen.engine.criteria.own import discs
from tourgen.engine.model import Game
from tourgen.engine.record import Line
from tourgen.engine.situation import Situation
from tourgen.formats.models import words_in
from tourgen.formats.words import criterion_parts

LineKind = Literal[
    "played",
    "bye",  # 不戦勝: an opponent with `bye_opponent` wins
    "qualified-bye",  # the same, because the player had qualified
    "walkover",  # won by the other's 不戦敗: counts like a bye
    "forfeit",  # lost by 不戦敗 to the scheduled opponent
    "double-loss",
    "draw",
    "pending",
    "no-result",
    "assumed-win",  # 勝ち抜け: won without a game
    "assumed-loss",  # 途中棄権: lost without a game
    "missed",  # a round sat out
]
LEAVE_OUT = ("median-wins", "median-points", "opponents-wins-cut-1", "opponents-points-cut-1")
OF_DISCS = {"disc-difference", "disc-total"}
OF_OPPONENTS = ("opponents", "beaten", "median", "sonneborn", "top-bottom", "brightwell")


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """One round of the player's record with the wins it adds to the sums (None: it adds nothing)."""

    round: int
    opponent: int | None
    won: bool
    kind: LineKind
    wins: int | None
    boards: int | None = None  # teams: boards won
    dropped: Literal["largest", "smallest"] | None = None  # left out where the extremes are
    discs: tuple[int, int] | None = None  # own and the opponent's, where discs make the order


def opponent_lines(now: Situation, no: int) -> tuple[OpponentLine, ...]:
    """The record in the order of the rounds, with what each opponent adds where opponents are summed.

    Where the best and the worst are summed, in that order: beaten, most wins first; lost to, fewest wins first; then
    what adds nothing.
    """
    words = [word for word in words_in(now.format.order.criteria) if word.startswith(OF_OPPONENTS)]
    points = any("points" in word for word in words)
    own = now.record.points(no) if points else now.record.score(no)
    lines = []
    for line in now.record.lines[no]:
        if line.outcome == "missed" and not now.record.worth(line):
            continue  # a round sat out that counts nothing
        worth = now.record.opponent_value(line, own, points) if words else None
        lines.append(_opponent_line(now, no, line, worth))
    if any(sums_best_and_worst(word) for word in words):
        counted = [line for line in lines if line.wins is not None]
        beaten = sorted((line for line in counted if line.won), key=lambda line: -(line.wins or 0))
        lost = sorted((line for line in counted if not line.won), key=lambda line: line.wins or 0)
        return (*beaten, *lost, *(line for line in lines if line.wins is None))
    extremes = next((word for word in words if word in LEAVE_OUT), None)
    return tuple(_without_extremes(now, no, extremes, lines) if extremes else lines)


def sums_best_and_worst(word: str) -> bool:
    """Whether a criterion is 上k＋下k."""
    parts = criterion_parts(word)
    return parts is not None and parts[0] == "top-bottom"


def game_in(now: Situation, round_no: int, no: int) -> Game | None:
    """The player's game in a round that is over."""
    return now.rounds[round_no - 1].game_of(no)


def _opponent_line(now: Situation, no: int, line: Line, worth: int | None) -> OpponentLine:
    game = game_in(now, line.round, no)
    opponent = game.opponent(no) if game is not None and (line.bye or line.opponent is not None) else None
    boards = line.boards if now.format.boards else None
    counted = OF_DISCS.intersection(words_in(now.format.order.criteria))
    played = next(iter(discs(line, now.standing())), None) if counted else None
    return OpponentLine(
        line.round, opponent, line.won, _kind(now, no, line, game), worth, boards, discs=played
    )


def _kind(now: Situation, no: int, line: Line, game: Game | None) -> LineKind:
    if line.outcome == "missed":
        return "missed"
    if line.opponent is None and not line.bye:
        return "assumed-win" if line.won else "assumed-loss"
    if game is None or game.kind == "bye":
        left = [one for one in now.departures if one.no == no and one.left_as == "sole-unbeaten"]
        return "qualified-bye" if any(one.after < line.round for one in left) else "bye"
    if game.kind == "forfeit":
        return "walkover" if line.won else "forfeit"
    return game.kind


def _without_extremes(
    now: Situation, no: int, word: str, lines: Sequence[OpponentLine]
) -> list[OpponentLine]:
    """Which opponents count as 最大のもの and 最小のもの."""
    smallest, *largest = [term.round for term in criterion(word)(no, now.standing(), ()).left_out] or [None]
    return [
        replace(
            line,
            dropped="smallest" if line.round == smallest else "largest" if line.round in largest else None,
        )
        for line in lines
    ]
