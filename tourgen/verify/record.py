"""暫定順位: results round by round, and the criteria made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field
from itertools import count
from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.verify.facts import FINALS, UNDECIDED, Facts, Match, Sheet

PHANTOM_WINS = -1  # 「不戦勝は、-1勝の選手に勝ったものとして扱います」


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one round was for one player; byes, assumed wins and losses after withdrawing have no opponent."""

    result: Literal["win", "loss", "draw", "none"]
    opponent: int | None = None
    bye: bool = False


ASSUMED_WIN = Outcome("win")
BYE = Outcome("win", bye=True)
LOSS = Outcome("loss")
NO_GAME = Outcome("none")


@dataclass
class Record:
    """Everybody's outcomes: outcomes[no][r - 1] is round r. Finals are not in it."""

    numbers: Mapping[int, int]  # lottery numbers
    outcomes: dict[int, list[Outcome]]
    met: set[frozenset[int]] = field(default_factory=set)
    had_bye: set[int] = field(default_factory=set)

    def wins(self, no: int, after: int) -> int:
        return sum(outcome.result == "win" for outcome in self.outcomes[no][:after])

    def losses(self, no: int, after: int) -> int:
        return sum(outcome.result == "loss" for outcome in self.outcomes[no][:after])

    def add_round(self, facts: Facts, sheet: Sheet, qualified: Mapping[int, bool]) -> None:
        """One more league or ranking round; `qualified` says who rests, and whether with a bye."""
        games = {no: game for game in sheet.games if game.stage not in FINALS for no in game.players}
        for no, outcomes in self.outcomes.items():
            outcome = self._outcome(facts, sheet.number, no, games.get(no), qualified)
            outcomes.append(outcome)
            if outcome.bye:
                self.had_bye.add(no)
        for game in sheet.games:
            # A forfeited game was not played: the two may be paired again. After a double loss they have met.
            if (
                game.stage not in FINALS
                and game.second is not None
                and game.kind in ("played", "double-loss")
            ):
                self.met.add(frozenset(game.players))

    @staticmethod
    def _outcome(
        facts: Facts, number: int, no: int, game: Match | None, qualified: Mapping[int, bool]
    ) -> Outcome:
        withdrawn = facts.entrants[no].withdrawn(number)
        if game is not None and game.second is not None:
            opponent = game.second if game.first == no else game.first
            if game.kind in UNDECIDED:
                return NO_GAME  # 預 and 無: they met, and it is nothing to either of them
            if game.kind == "draw":
                return Outcome("draw", opponent)
            if game.winner != no:
                return Outcome("loss", opponent)
            # 不戦勝: the winner of a forfeited game has a bye.
            return BYE if game.kind == "forfeit" else Outcome("win", opponent)
        if withdrawn:
            return LOSS  # 「途中棄権した選手の残り試合は全敗しているものとして扱います」
        if game is not None:
            return BYE
        if no in qualified:
            # 「予選リーグを勝ち抜けした選手の残り試合は全勝しているものとして扱います」
            return BYE if qualified[no] else ASSUMED_WIN
        return NO_GAME


class AllGames(Record):
    """新オセロ方式: every game counts, whatever its stage; nothing is assumed for anybody who has none."""

    def add_round(self, facts: Facts, sheet: Sheet, qualified: Mapping[int, bool]) -> None:
        """One more round: resting adds no win, and the rounds after a withdrawal are neither won nor lost."""
        games = {no: game for game in sheet.games for no in game.players}
        for no, outcomes in self.outcomes.items():
            game = games.get(no)
            without = game is None or (game.second is None and facts.entrants[no].withdrawn(sheet.number))
            outcome = NO_GAME if without else self._outcome(facts, sheet.number, no, game, {})
            outcomes.append(outcome)
            if outcome.bye:
                self.had_bye.add(no)
        self.met |= {
            frozenset(game.players)
            for game in sheet.games
            if game.second is not None and game.kind != "forfeit"
        }


class Table:
    """The criteria and the order after one round, wins counted as of that round for everybody.

    `previous`: everybody's rank after the round before (at first the number by which they stand in the
    bracket); `fixed`: places decided by a match, which override the criteria; `given`: all that those matches
    gave away, the vacant ones included.
    """

    def __init__(
        self,
        record: Record,
        after: int,
        criteria: Sequence[str],
        previous: Mapping[int, int] | None = None,
        fixed: Mapping[int, int] | None = None,
        given: AbstractSet[int] = frozenset(),
    ) -> None:
        self.record, self.after = record, after
        self.previous = record.numbers if previous is None else previous
        self.wins = {no: record.wins(no, after) for no in record.outcomes}
        self.keys = {no: self.values(no, criteria) for no in record.outcomes}
        order = sorted(record.outcomes, key=lambda no: self.keys[no], reverse=True)
        self.order = with_fixed_places(order, fixed or {}, given)

    @property
    def ranks(self) -> dict[int, int]:
        """1, 2, 3 … over the players, without a gap."""
        return {no: rank for rank, no in enumerate(self.order, 1)}

    def values(self, no: int, criteria: Sequence[str]) -> tuple[int, ...]:
        """Larger is better in each: 「多い方、大きい方が上位」."""
        beaten, lost = self._opponents(no)
        return tuple(self._value(name, no, beaten, lost) for name in criteria)

    def _value(self, name: str, no: int, beaten: Sequence[int], lost: Sequence[int]) -> int:
        if name == "wins":
            return self.wins[no]
        if name == "wins-before-latest":
            return self.record.wins(no, self.after - 1)
        if name == "lottery-number":
            return self.record.numbers[no]
        if name == "previous-order":
            # 「同勝数の場合は前試合直前の順位が上位の方が上位となります」
            return -self.previous[no]
        return top_and_bottom(int(name.removeprefix("top-bottom-")), beaten, lost)

    def _opponents(self, no: int) -> tuple[list[int], list[int]]:
        """The wins of those beaten and of those lost to."""
        beaten: list[int] = []
        lost: list[int] = []
        for outcome in self.record.outcomes[no][: self.after]:
            if outcome.bye:
                beaten.append(PHANTOM_WINS)
            elif outcome.opponent is not None:
                (beaten if outcome.result == "win" else lost).append(self.wins.get(outcome.opponent, 0))
        return beaten, lost


def top_and_bottom(k: int, beaten: Iterable[int], lost: Iterable[int]) -> int:
    """「自分が勝利した相手の中で上位k選手の勝数合計 + 自分が敗北した相手の中で下位k選手の勝数合計」."""
    return sum(sorted(beaten, reverse=True)[:k]) + sum(sorted(lost)[:k])


def with_fixed_places(order: Sequence[int], fixed: Mapping[int, int], given: AbstractSet[int]) -> list[int]:
    """Who has a place stands on it; the others fill the places that no match has given away, in order.

    A vacant place stays vacant, so nobody who has none is put there.
    """
    remaining = (place for place in count(1) if place not in given)
    place = {no: fixed[no] if no in fixed else next(remaining) for no in order}
    return sorted(order, key=lambda no: place[no])  # who shares a place stays in order
