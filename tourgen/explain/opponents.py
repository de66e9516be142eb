"""A player's record line by line: whom the player met in each round, and the wins it adds to the sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from tourgen.dataclass import dataclass, replace
from tourgen.model import Game
from tourgen.rules.record import Line
from tourgen.rules.situation import Situation

LineKind = Literal[
    "played",
    "bye",  # 不戦勝: an opponent with -1 wins, in section 8 with 0
    "qualified-bye",  # the same, because the player had qualified
    "walkover",  # won by the other's 不戦敗: counts like a bye
    "forfeit",  # lost by 不戦敗 to the scheduled opponent
    "double-loss",
    "draw",
    "pending",
    "no-result",
    "assumed-win",  # 勝ち抜け: won without a game
    "assumed-loss",  # 途中棄権: lost without a game
]


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


def opponent_lines(situation: Situation, no: int) -> tuple[OpponentLine, ...]:
    """In the order of summing: beaten, most wins first; lost to, fewest wins first; then what adds nothing.

    Where nothing is summed so, in the order of the rounds.
    """
    lines = [_opponent_line(situation, no, line) for line in situation.record.lines[no]]
    criteria = situation.declared.order.criteria
    if situation.declared.swiss is not None:
        return _without_extremes(lines) if "median-wins" in criteria else tuple(lines)
    if not any(name.startswith("top-bottom-") for name in criteria):
        return tuple(replace(line, wins=None) for line in lines)
    counted = [line for line in lines if line.wins is not None]
    beaten = sorted((line for line in counted if line.won), key=lambda line: -(line.wins or 0))
    lost = sorted((line for line in counted if not line.won), key=lambda line: line.wins or 0)
    return (*beaten, *lost, *(line for line in lines if line.wins is None))


def score_of(situation: Situation, no: int) -> int:
    """What the pairs and the sums of section 8 are made by: wins, or points where a draw is half a win."""
    record = situation.record
    return record.points(no) if situation.declared.in_points else record.wins(no)


def _opponent_line(situation: Situation, no: int, line: Line) -> OpponentLine:
    game = situation.rounds[line.round - 1].game_of(no)
    opponent = game.opponent(no) if game is not None and (line.bye or line.opponent is not None) else None
    kind = _kind(situation, no, line, game)
    boards = line.boards if situation.declared.boards else None
    return OpponentLine(line.round, opponent, line.won, kind, _wins(situation, line), boards)


def _wins(situation: Situation, line: Line) -> int | None:
    if situation.declared.swiss is None:
        return situation.record.opponent_wins(line)
    if line.open:
        return None
    return 0 if line.opponent is None else score_of(situation, line.opponent)


def _kind(situation: Situation, no: int, line: Line, game: Game | None) -> LineKind:
    if line.opponent is None and not line.bye:
        return "assumed-win" if line.won else "assumed-loss"
    if game is None or game.kind == "bye":
        through = any(one.no == no and one.after < line.round for one in situation.qualifiers)
        return "qualified-bye" if through else "bye"
    if game.kind == "forfeit":
        return "walkover" if line.won else "forfeit"
    return game.kind


def _without_extremes(lines: Sequence[OpponentLine]) -> tuple[OpponentLine, ...]:
    """Which opponents count as 最大のもの and 最小のもの: of equal ones the first that was met."""
    counted = [line for line in lines if line.wins is not None]
    if len(counted) < 3:
        return tuple(lines)
    largest = max(counted, key=lambda line: line.wins or 0)
    smallest = min((line for line in counted if line is not largest), key=lambda line: line.wins or 0)
    return tuple(
        replace(line, dropped="largest" if line is largest else "smallest" if line is smallest else None)
        for line in lines
    )
