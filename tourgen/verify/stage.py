"""What the three kinds of stages have in common: who meets whom in a round, when a stage begins and ends."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tourgen.formats.models import AnyStage, Flow
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import Game
from tourgen.verify.pairing import Pool, right_pairs

if TYPE_CHECKING:
    from tourgen.verify.course import Course


# Who goes on while the stage is still played.
AT_ONCE = ("sole-unbeaten", "beaten", "passed", "out", "losers")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place of a tree, which nobody may hold, or somebody who goes on: from which group, as its how manieth."""

    no: int | None
    group: str | None = field(default=None, compare=False)
    rank: int = field(default=0, compare=False)
    number: int = 0  # of the place, where places are numbers


@dataclass(frozen=True, slots=True)
class Section:
    """Those who meet among themselves in one round: pairs that are fixed, or a pool that is to be paired."""

    stage: str  # what its games are called in the document
    group: str | None
    fixed: tuple[Pair, ...] = ()
    pool: Pool | None = None
    any_table: bool = False  # tables are dealt out otherwise than in the order of the pairs
    rule: str = ""  # what fixes its pairs, in the words of the declaration

    @property
    def members(self) -> tuple[int, ...]:
        if self.pool:
            return self.pool.order
        return tuple(no for pair in self.fixed for no in pair if no is not None)

    def pairs(self, found: Sequence[Pair] = ()) -> list[Pair]:
        """The pairs that the rules ask for, in the order in which they are fixed; sought from those that were found."""
        return right_pairs(self.pool, found) if self.pool else list(self.fixed)

    def judged(self, found: Sequence[Pair]) -> list[Pair] | None:
        """The found pairs as they should be named and ordered, None where they are not the right ones."""
        right = {frozenset(pair): pair for pair in self.pairs(found)}
        if {frozenset(pair) for pair in found} != right.keys():
            return None
        return [right[frozenset(pair)] for pair in found] if self.any_table else list(right.values())

    def broken_rule(self, found: Sequence[Pair]) -> str:
        """The line of the declaration by which other pairs than these are right."""
        return self.pool.broken_rule(found) if self.pool else self.rule


class Stage(ABC):
    """A stage as far as it has been played. `first` and `last` are None while they depend on results."""

    def __init__(self, course: Course, declared: AnyStage) -> None:
        self.course, self.declared = course, declared
        span = declared.rounds if isinstance(declared.rounds, tuple) else (None, None)
        self.first: int | None = span[0] if declared.entered_from else 1
        self.last: int | None = span[1]
        self.entered = False

    @property
    def id(self) -> str:
        return self.declared.id

    @property
    def span(self) -> tuple[int, int | None] | None:
        """The rounds as far as they are known; None for a stage that is not played, or not yet known to be."""
        if self.first is None or (self.last is not None and self.last < self.first):
            return None
        return (self.first, self.last)

    def plays(self, number: int) -> bool:
        """Whether a round is one of this stage's."""
        return self.first is not None and self.first <= number and (self.last is None or number <= self.last)

    def games(self, number: int) -> list[Game]:
        """The games of this stage in a round that was played."""
        sheet = self.course.played.get(number)
        return [game for game in sheet.games if self.course.owner_of(game.stage) == self.id] if sheet else []

    def over(self, completed: int) -> bool:
        """Whether nothing more comes of it."""
        return self.last is not None and completed >= self.last

    @property
    def known(self) -> bool:
        """Whether everybody who goes on from it by rank, or out of its trees, is known."""
        return self.over(self.course.completed)

    @abstractmethod
    def enter(self) -> None:
        """Takes in those who enter; called when the round before its first one is completed."""

    @abstractmethod
    def sections(self, number: int) -> list[Section]:
        """What it plays in a round, in the order of the tables."""

    @abstractmethod
    def select(self, flow: Flow, begin: int) -> list[Seat]:
        """Whom a `from` of another stage means that begins with a round, best first, as far as it is known."""

    @abstractmethod
    def decided_places(self) -> tuple[dict[int, int], set[int]]:
        """The places that it has given so far, by player, and all that are given away, vacant ones included."""

    @property
    @abstractmethod
    def members(self) -> Set[int]:
        """Who has entered it."""

    @abstractmethod
    def alive(self) -> set[int]:
        """Who is still in it."""

    @property
    def size(self) -> int:
        """How many ranks are played for in it."""
        return len(self.members)

    @abstractmethod
    def group_of(self, no: int) -> str | None:
        """The group that a standing shows for a player, while this is the first stage."""

    @abstractmethod
    def dealt_group(self, no: int) -> str | None:
        """The group into which a player was dealt."""

    @property
    @abstractmethod
    def labels(self) -> dict[str, tuple[str | None, ...] | None]:
        """The stages that its games can have in the document, and the groups in each (None: any)."""
