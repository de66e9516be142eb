"""全勝トーナメント, 敗者復活トーナメント: places are bracket numbers; who meets whom, which place goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tourgen.dataclass import dataclass
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Facts, Match


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two places that meet, by bracket number, the upper first."""

    upper: int
    lower: int


@dataclass(frozen=True, slots=True)
class Contest:
    """The meetings of one stage and group in one round."""

    stage: str
    group: str | None
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Which place goes on, which is beaten, and whether anybody was there to win."""

    winner: int
    loser: int
    won: bool = True


def neighbours(places: Sequence[int]) -> tuple[Meeting, ...]:
    """「1位と2位の対戦、3位と4位の対戦、、、」: in ascending bracket number, neighbours meet."""
    return tuple(Meeting(upper, lower) for upper, lower in zip(places[::2], places[1::2], strict=False))


@dataclass(frozen=True)
class Places:
    """Who holds which bracket number, and whether they are there."""

    facts: Facts
    numbers: Mapping[int, int]  # roster number: bracket number

    def holder(self, place: int) -> int | None:
        """The player of this place, withdrawn or not."""
        return next((no for no, number in self.numbers.items() if number == place), None)

    def player(self, place: int, round_: int) -> int | None:
        """Nobody where the place is empty: nobody holds it, or its player is no longer paired."""
        no = self.holder(place)
        return None if no is None or self.facts.gone(no, round_) else no

    def pairs(self, meetings: Sequence[Meeting], round_: int) -> tuple[Pair, ...]:
        """The games: who meets an empty place has a bye; of two empty places there is none."""
        found: list[Pair] = []
        for meeting in meetings:
            upper, lower = self.player(meeting.upper, round_), self.player(meeting.lower, round_)
            if upper is not None:
                found.append((upper, lower))
            elif lower is not None:
                found.append((lower, None))
        return tuple(found)

    def decide(self, meeting: Meeting, round_: int, unused: list[Match], sole: bool) -> Decision:
        """Who goes on: a meeting is the game of the upper place's player, else of the lower's.

        The `sole` match of its stage is whatever game was played there.
        No game stands for two meetings: it is taken out of `unused`. Of two places with nobody there the
        smaller number goes on, still empty.
        """
        ours = (meeting.upper, meeting.lower)
        game = next((game for place in ours for game in unused if self.holder(place) in game.players), None)
        if game is None and sole:
            game = next(iter(unused), None)
        if game is None:
            there = [place for place in ours if self._there(place, round_)]
            if len(there) == 1:
                return Decision(there[0], sum(ours) - there[0])
            return Decision(min(ours), max(ours), won=False)
        unused.remove(game)
        sides = [self.numbers[no] for no in game.players if no in self.numbers]
        if len(sides) < 2:  # a bye: the other place of the meeting is the loser
            sides = [sides[0], sum(ours) - sides[0] if sides[0] in ours else ours[1]]
        if game.winner is None or self.numbers.get(game.winner) not in sides:
            return Decision(min(sides), max(sides), won=False)
        winner = self.numbers[game.winner]
        return Decision(winner, sum(sides) - winner)

    def _there(self, place: int, round_: int) -> bool:
        no = self.player(place, round_)
        return no is not None and not self.facts.entrants[no].withdrawn(round_)


def nobody_twice(meetings: Sequence[Meeting], decisions: Sequence[Decision]) -> list[Decision]:
    """Of two meetings a place came out of the first; the second has the smallest place that came out of none."""
    out = {place for one in decisions for place in (one.winner, one.loser)}
    unseen = sorted({place for one in meetings for place in (one.upper, one.lower)} - out)
    before: set[int] = set()
    found = []
    for one in decisions:
        sides = []
        for place in (one.winner, one.loser):
            sides.append(unseen.pop(0) if place in before and unseen else place)
        before |= set(sides)
        found.append(Decision(sides[0], sides[1], one.won and sides[0] == one.winner))
    return found
