"""Where a division stands after a round: who sits in which stage, what everyone has won, what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from tourgen.engine.criteria import Row, Standing, ranked
from tourgen.engine.lottery import Lots
from tourgen.engine.model import BarredPair, Entrant, Round
from tourgen.engine.record import Record
from tourgen.formats.models import Format

if TYPE_CHECKING:
    from tourgen.engine.stages.base import Stage

LeftAs = Literal["sole-unbeaten", "beaten", "passed", "out"]


@dataclass(frozen=True, slots=True)
class Seat:
    """The stage a player is in, and the group where the stage has several."""

    stage: str
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Departure:
    """Who left a pool by its `leave`, as what, after which round; 勝ち抜け is "sole-unbeaten"."""

    no: int
    stage: str
    group: str | None
    left_as: LeftAs
    after: int
    confirmed: bool = False  # the organiser had to name them


@dataclass(frozen=True, slots=True)
class Question:
    """A group without a sole unbeaten player: the proposal that the organiser confirms or replaces."""

    stage: str
    group: str
    proposed: int
    after: int


@dataclass(frozen=True, slots=True)
class Places:
    """What decided matches give: player → place, and all the places given away, those that stay vacant included."""

    held: Mapping[int, int] = field(default_factory=dict)
    given: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Situation:
    """Everything the rules need to plan the next round, and nothing else."""

    format: Format
    stages: Mapping[str, Stage]
    entrants: Mapping[int, Entrant]
    lots: Lots
    everything: Record  # of all games; `record` is the view that counts
    confirmations: Mapping[str, int] = field(default_factory=dict)  # what the organiser wrote: group → player
    barred: tuple[BarredPair, ...] = ()
    first_table: int = 1  # the number of the first table
    rounds: tuple[Round, ...] = ()
    seats: Mapping[int, Seat] = field(default_factory=dict)
    entered: Mapping[str, Mapping[int, str | None]] = field(default_factory=dict)  # stage → player → group
    # Rounds as far as they are known.
    spans: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    drawn: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)  # trees entered from an order
    departures: tuple[Departure, ...] = ()
    questions: tuple[Question, ...] = ()
    before: Situation | None = field(default=None, repr=False)  # after the round before
    running: bool = False  # the last of its rounds is still being played
    # What brackets have worked out.
    trees: dict[str, Any] = field(init=False, default_factory=dict, repr=False)

    @property
    def after(self) -> int:
        """The number of completed rounds."""
        return len(self.rounds)

    def at(self, after: int) -> Situation:
        """The situation after an earlier round."""
        return self if self.before is None or self.after <= after else self.before.at(after)

    def is_here(self, no: int) -> bool:
        """Whether a player has not left for good before the next round is paired."""
        return self.entrants[no].still_here(self.after + 1)

    def in_next(self, no: int) -> bool:
        """Whether the next round is paired with a player in it."""
        return self.entrants[no].in_pool(self.after + 1)

    def there(self, no: int | None, round_no: int) -> bool:
        """Whether somebody is there to play a round; nobody is on an empty place."""
        entrant = None if no is None else self.entrants[no]
        return entrant is not None and entrant.still_here(round_no) and not entrant.withdrawn(round_no)

    # --- Rounds

    def plays(self, stage_id: str, round_no: int) -> bool:
        """Whether a stage's rounds include this one, as far as is known."""
        first, last = self.spans.get(stage_id, (1, 0))
        return first <= round_no and (last is None or round_no <= last)

    def rounds_of(self, stage_id: str) -> tuple[int, int | None] | None:
        """A stage's rounds as far as they are known; None for one that turned out to have none."""
        first, last = self.spans.get(stage_id, (0, -1))
        return None if last is not None and last < first else (first, last)

    def counted_round(self, round_no: int) -> bool:
        """Whether a stage whose games count is played in this round."""
        return any(self.plays(stage_id, round_no) for stage_id in self.format.counted)

    @cached_property
    def last_round(self) -> int:
        """The last round there is, as far as is known; the next one while results decide how long a stage lasts."""
        return max((self.after + 1 if last is None else last for _, last in self.spans.values()), default=0)

    @cached_property
    def latest(self) -> int:
        """The last round so far in which a counted stage was played."""
        return max(self.rounds_with(self.format.counted), default=0)

    def rounds_with(self, stages: Iterable[str]) -> tuple[int, ...]:
        """The rounds so far in which one of these stages was played."""
        return tuple(
            one for one in range(1, self.after + 1) if any(self.plays(stage, one) for stage in stages)
        )

    # --- The order

    @cached_property
    def record(self) -> Record:
        """The record of the games that count: 「勝数は予選リーグ、順位決定リーグの合計です」."""
        return self.everything.view(self.format.counted, self.rounds_with(self.format.counted))

    def record_of(self, stages: frozenset[str]) -> Record:
        """The record of the games of these stages."""
        if stages == self.format.counted:
            return self.record
        return self.everything.view(stages, self.rounds_with(stages))

    def standing(self, record: Record | None = None) -> Standing:
        """What criteria look at, with another record where a stage counts its own games only."""
        return Standing(
            record or self.record,
            lambda: self.at(self.latest - 1).ranks if self.latest > 1 else {},
            lambda after: self.at(after).ranks if after < self.after else {},
            lambda no: self.lots.of_round(self.after + 1)[no],
        )

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """暫定順位, best first: over everybody together, or group by group of the first stage."""
        criteria = self.format.order.criteria
        if self.format.order.by_group:
            first = self.stages[self.format.first_stage.id]
            groups = [self.dealt_into(group) for group in first.group_names(self)]
            return tuple(row for members in groups for row in ranked(members, self.standing(), criteria))
        rows = ranked(self.entrants, self.standing(), criteria)
        return with_places(rows, self.decided) if self.format.order.decided_places else rows

    @property
    def overall(self) -> list[int]:
        """Everybody, best first; groups are merged by the keys they have in their group."""
        by_group = self.format.order.by_group
        rows = sorted(self.rows, key=lambda row: row.keys, reverse=True) if by_group else self.rows
        return [row.no for row in rows]

    @cached_property
    def decided(self) -> Places:
        """Every place decided so far by the stages that the final rank begins with; of two places the first."""
        if self.running and self.before is not None:
            return self.before.decided
        each = [self.stages[name].places(self) for name in self.format.final.first]
        held = {no: place for one in reversed(each) for no, place in one.held.items()}
        return Places(held, frozenset().union(*(one.given for one in each)))

    @property
    def in_finals(self) -> frozenset[int]:
        """Everybody in the stages that the final rank begins with, as far as these are played."""
        played = filter(self.rounds_of, self.format.final.first)
        return frozenset().union(*(self.stages[name].field(self) for name in played))

    @cached_property
    def ranks(self) -> dict[int, int]:
        """Player → rank in the provisional order."""
        return {row.no: row.rank for row in self.rows}

    @cached_property
    def position(self) -> dict[int, int]:
        """Player → place in the provisional order, from 0."""
        return {row.no: index for index, row in enumerate(self.rows)}

    def in_order(self, players: Iterable[int]) -> tuple[int, ...]:
        """These players in provisional order, best first."""
        return tuple(sorted(players, key=self.position.__getitem__))

    # --- Who is where

    def open_place(self, round_no: int) -> tuple[str, str | None]:
        """Stage and group of a game that no stage has planned: where whoever is left plays in this round."""
        stages = [stage for stage in self.stages.values() if not stage.is_tree]
        playing = [stage for stage in stages if self.plays(stage.id, round_no)]
        chosen = [*stages[:1], *playing][-1] if stages else self.stages[self.format.first_stage.id]
        return chosen.id, chosen.group_names(self)[0]

    def dealt_group(self, no: int) -> str | None:
        """The group, or block, of the first stage in which a player starts."""
        first = self.stages[self.format.first_stage.id]
        return self.at(0).entered.get(first.id, {}).get(no) or first.group_of(self.at(0), no)

    def dealt_into(self, group: str | None) -> tuple[int, ...]:
        """Everybody dealt into a group of the first stage."""
        entered = self.entered.get(self.format.first_stage.id, {})
        return tuple(no for no in self.entrants if entered.get(no, "") == group)

    def members(self, stage_id: str, group: str | None) -> tuple[int, ...]:
        """Who sits in a stage (and group), in provisional order, withdrawn players included."""
        seat = Seat(stage_id, group)
        return self.in_order(no for no, one in self.seats.items() if one == seat)

    @cached_property
    def holders(self) -> dict[int, int]:
        """Bracket number → the player on it."""
        return {entrant.number: no for no, entrant in self.entrants.items()}

    @cached_property
    def stages_played(self) -> dict[tuple[int, int], str | None]:
        """(round, player) → the stage of their game."""
        return {
            (one.number, no): self.format.stage_of_label(game.stage)
            for one in self.rounds
            for game in one.games
            for no in game.players
            if no is not None
        }

    @property
    def qualified(self) -> frozenset[int]:
        """勝ち抜け: who came through from a group as its only unbeaten player, or was confirmed as its winner."""
        return frozenset(one.no for one in self.departures if one.left_as == "sole-unbeaten")

    def left_as(self, stage_id: str, *ways: str) -> tuple[Departure, ...]:
        """Who left a pool in one of these ways, in the order in which they did."""
        return tuple(one for one in self.departures if one.stage == stage_id and one.left_as in ways)

    def seated(self, moves: Mapping[int, Seat]) -> Situation:
        """The situation with these players in other seats."""
        return replace(self, seats={**self.seats, **moves})

    def entering(self, stage_id: str, players: Mapping[int, str | None]) -> Situation:
        """The situation when these players have entered a stage, each in a group, and sit there."""
        if not players:
            return self
        entered = {**self.entered, stage_id: {**self.entered.get(stage_id, {}), **players}}
        seats = {no: Seat(stage_id, group) for no, group in players.items()}
        return replace(self, entered=entered).seated(seats)

    def lasting(self, stage_id: str, first: int, last: int | None) -> Situation:
        """The situation with these rounds of a stage known."""
        return replace(self, spans={**self.spans, stage_id: (first, last)})


def with_places(rows: tuple[Row, ...], places: Places) -> tuple[Row, ...]:
    """Places that a match has given away are fixed, or stay vacant; everyone else fills the others in order."""
    free = (place for place in count(1) if place not in places.given)
    at = {row.no: places.held.get(row.no) or next(free) for row in rows}
    found: list[Row] = []
    for rank, row in enumerate(sorted(rows, key=lambda row: (at[row.no], row.no in places.held)), 1):
        above = found[-1] if found else None
        equal = above and above.keys == row.keys and places.held.keys().isdisjoint((above.no, row.no))
        found.append(Row(above.rank if above and equal else rank, row.no, row.keys))
    return tuple(found)
