"""The course of a tournament: what the rules make of the facts, round after round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Format
from tourgen.verify.deviation import Deviation, Pair
from tourgen.verify.facts import Facts, Match, Sheet
from tourgen.verify.lottery import Lots
from tourgen.verify.pool import Pool, is_right, right_pairs
from tourgen.verify.record import Record, Table
from tourgen.verify.title import TitleHolder


@dataclass(frozen=True, slots=True)
class Section:
    """Those who meet among themselves in one round: pairs that are fixed, or a pool that is to be paired."""

    stage: str
    group: str | None
    fixed: tuple[Pair, ...] = ()
    pool: Pool | None = None
    any_table: bool = False  # tables are dealt out otherwise than in the order of the pairs

    @property
    def members(self) -> tuple[int, ...]:
        return (
            self.pool.order
            if self.pool
            else tuple(no for pair in self.fixed for no in pair if no is not None)
        )

    def pairs(self) -> list[Pair]:
        """The pairs that the rules ask for, in the order in which they are fixed."""
        return right_pairs(self.pool) if self.pool else list(self.fixed)

    def judged(self, found: Sequence[Pair]) -> list[Pair] | None:
        """The found pairs as they should be named and ordered, None where they are not the right ones."""
        if self.pool is not None:
            places = self.pool.places(found)
            return self.pool.pairs(places) if places and is_right(self.pool, found) else None
        right = {frozenset(pair): pair for pair in self.fixed}
        if {frozenset(pair) for pair in found} != right.keys():
            return None
        return [right[frozenset(pair)] for pair in found] if self.any_table else list(self.fixed)


class Course(ABC):
    """Where everybody stands after the rounds taken in so far."""

    record: Record
    dealt: Mapping[str, Sequence[int]]  # league or block: who starts in it
    labels: Mapping[str, tuple[str | None, ...]]  # the stages a game can have, and the groups in each

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        self.facts, self.declared, self.lots = facts, declared, lots
        self.numbers = {no: lots.numbers[no] for no in facts.present} if lots.complete else {}
        self.tables: dict[int, Table] = {}  # as long as anything but finals is played
        self.groups: dict[int, dict[int, str | None]] = {}
        self.completed = 0
        self.played: dict[int, Sheet] = {}

    @property
    def waiting(self) -> bool:
        """Whether no further round can be made before the organiser has confirmed something."""
        return False

    @property
    def last_round(self) -> int:
        """The round with which the division ends, as far as that is known."""
        return self.declared.rounds

    @property
    def counted_rounds(self) -> int:
        """The last round in which anything but finals is played."""
        return self.declared.counted_rounds

    @property
    def finished(self) -> bool:
        pending = any(game.kind == "pending" for sheet in self.played.values() for game in sheet.games)
        return self.completed == self.last_round and not self.waiting and not pending

    @property
    def last_table(self) -> Table:
        """As of the last round that counts for wins and final ranks."""
        return self.tables[self.counted_rounds]

    @property
    @abstractmethod
    def decided(self) -> Mapping[int, int]:
        """The final ranks that were played for, by roster number."""

    @property
    @abstractmethod
    def decided_places(self) -> int:
        """How many ranks are played for; everybody else is ranked after them."""

    @abstractmethod
    def sections(self, number: int) -> list[Section]:
        """What is to be played in the next round, in the order of its tables."""

    @abstractmethod
    def take_in(self, sheet: Sheet) -> None:
        """One completed round; the stages of its games are those of the sections."""

    @abstractmethod
    def check_own(self, document: Mapping[str, Any]) -> Iterator[Deviation]:
        """What only a format of this kind has in its document."""

    def match_titles(self, ranks: Mapping[int, int]) -> list[TitleHolder]:
        """The titles that have a game of their own."""
        return []

    def may_wait(self) -> bool:
        """Whether a document without any round can be right although everybody has a number."""
        return False


def relabelled(sheet: Sheet, sections: Sequence[Section]) -> Sheet:
    """The round with the stages and groups that its games should have; a round made by hand has its own."""
    if sheet.by_hand:
        return sheet
    where = {no: section for section in sections for no in section.members}

    def label(game: Match) -> Match:
        section = where.get(game.first)
        return replace(game, stage=section.stage, group=section.group) if section else game

    return replace(sheet, games=tuple(label(game) for game in sheet.games))


def within(number: int, span: tuple[int, int]) -> bool:
    """Whether a round lies in a stage's rounds."""
    return span[0] <= number <= span[1]
