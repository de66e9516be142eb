"""スイス式の順位のつけ方: results round by round, and the criteria of players and teams made of them (section 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tourgen.verify.facts import FINALS, Facts, Match, Sheet
from tourgen.verify.record import AllGames, Table

Values = tuple[int, ...]

UNKNOWN_WINS = 0  # 不戦勝: an opponent without a win, in every sum
FEWEST_FOR_MEDIAN = 3


@dataclass
class SwissRecord(AllGames):
    """The preliminaries; nothing is assumed for anybody who has no game.

    `boards` and `beaten` are kept besides: the boards a team won round by round, and who won against whom over the
    board (`lost_to`: who has not won against whom there, a game lost by both included).
    """

    board_count: int = 0
    boards: dict[int, list[int]] = field(default_factory=dict)
    beaten: list[set[tuple[int, int]]] = field(default_factory=list)  # by round: (winner, loser)
    lost_to: list[set[tuple[int, int]]] = field(
        default_factory=list
    )  # by round: (who did not win, against whom)

    def add_round(self, facts: Facts, sheet: Sheet, qualified: Mapping[int, bool]) -> None:
        counted = tuple(game for game in sheet.games if game.stage not in FINALS)
        super().add_round(facts, Sheet(sheet.number, sheet.by_hand, counted), qualified)
        won = {no: points for game in counted for no, points in self._boards_won(game).items()}
        for no, outcomes in self.outcomes.items():
            # A bye that falls to a team that has gone is none.
            there = outcomes[-1].result != "none"
            self.boards.setdefault(no, []).append(won.get(no, 0) if there else 0)
        self._meetings([game for game in counted if game.second is not None])

    def points(self, no: int, after: int) -> int:
        """持碁 is half a win: a win counts 2, 持碁 1."""
        draws = sum(outcome.result == "draw" for outcome in self.outcomes[no][:after])
        return 2 * self.wins(no, after) + draws

    def _boards_won(self, game: Match) -> dict[int, int]:
        if game.second is None:
            return {game.first: self.board_count}
        first = sum(game.boards or ())
        second = len(game.boards or ()) - first
        return {game.first: first, game.second: second}

    def _meetings(self, games: Sequence[Match]) -> None:
        """A game won without playing is no meeting."""
        beaten: set[tuple[int, int]] = set()
        lost: set[tuple[int, int]] = set()
        for game in games:
            assert game.second is not None
            for one, other in ((game.first, game.second), (game.second, game.first)):
                if game.kind == "played" and game.winner == one:
                    beaten.add((one, other))
                if game.kind not in ("forfeit", "bye") and game.winner != one:
                    lost.add((one, other))  # 持碁, 預 and 無 too: it was met and not beaten
        self.beaten.append(beaten)
        self.lost_to.append(lost)


class SwissTable(Table):
    """The criteria after one round, and the order block by block; wins are those after the same round."""

    record: SwissRecord

    def __init__(
        self, record: SwissRecord, after: int, criteria: Sequence[str], blocks: Mapping[str, Sequence[int]]
    ) -> None:
        self.record, self.after, self.blocks = record, after, blocks
        self.previous = {}
        self.wins = {no: record.wins(no, after) for no in record.outcomes}
        self.points = {no: record.points(no, after) for no in record.outcomes}
        self.criteria = tuple(criteria)
        self.keys = self._made(self.criteria)
        ranked = [sorted(members, key=lambda no: self.keys[no], reverse=True) for members in blocks.values()]
        self._ranks = {no: rank for members in ranked for rank, no in enumerate(members, 1)}
        self.order = [no for members in ranked for no in members]

    @property
    def ranks(self) -> dict[int, int]:
        """1, 2, 3 … in every block."""
        return self._ranks

    def values(self, no: int, criteria: Sequence[str]) -> Values:
        """Of the criteria that make the order, the values that stand in it."""
        order = dict(zip(self.criteria, self.keys[no], strict=True))
        others = tuple(name for name in criteria if name not in order)
        if others:
            order |= dict(zip(others, self._made(others)[no], strict=True))
        return tuple(order[name] for name in criteria)

    def _made(self, criteria: tuple[str, ...]) -> dict[int, Values]:
        """Criterion by criterion: 直接対戦 asks who is equal in everything before it."""
        values: dict[int, Values] = dict.fromkeys(self.record.outcomes, ())
        for name in criteria:
            direct = self._direct(values) if name == "direct-encounter" else {}
            values = {
                no: (*found, direct[no] if no in direct else self._plain(name, no))
                for no, found in values.items()
            }
        return values

    def _plain(self, name: str, no: int) -> int:
        beaten, lost = self._met(no, self.points if name.endswith("points") else self.wins)
        everybody = sorted([*beaten, *lost])
        match name:
            case "wins":
                return self.wins[no]
            case "points":
                return self.points[no]
            case "opponents-wins" | "opponents-points":
                return sum(everybody)
            case "beaten-wins" | "beaten-points":
                return sum(beaten)
            case "median-wins":
                # 「対戦した相手の「勝数」のうち、最大のものとは最小のものを除いた合計」
                return sum(everybody[1:-1]) if len(everybody) >= FEWEST_FOR_MEDIAN else 0
            case "board-wins":
                return sum(self.record.boards[no][: self.after])
            case "cumulative-wins":
                # 「各回戦のチームの「勝数」の総和」: ○○○× is 1 + 2 + 3 + 3.
                return sum(self.record.wins(no, number) for number in range(1, self.after + 1))
            case "smaller-lot":
                return -self.record.numbers[no]
        return self._value(name, no, beaten, lost)

    def _met(self, no: int, value: Mapping[int, int]) -> tuple[list[int], list[int]]:
        """The wins or points of those beaten, byes and walkovers among them, and of those not beaten."""
        beaten: list[int] = []
        lost: list[int] = []
        for outcome in self.record.outcomes[no][: self.after]:
            if outcome.bye:
                beaten.append(UNKNOWN_WINS)
            elif outcome.opponent is not None:
                (beaten if outcome.result == "win" else lost).append(value.get(outcome.opponent, 0))
        return beaten, lost

    def _direct(self, values: Mapping[int, Values]) -> dict[int, int]:
        """1 for who beat everybody with the same values in the block and lost to none of them, else 0."""
        beaten = set().union(*self.record.beaten[: self.after])
        lost = set().union(*self.record.lost_to[: self.after])
        found = dict.fromkeys(values, 0)
        for members in self.blocks.values():
            for no in members:
                equal = [other for other in members if other != no and values[other] == values[no]]
                decides = all((no, other) in beaten and (no, other) not in lost for other in equal)
                found[no] = int(bool(equal) and decides)
        return found
