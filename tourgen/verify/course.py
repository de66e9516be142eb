"""The course of a tournament: what the rules make of the facts, round after round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tourgen.formats.declaration import Format, Knockout, Leagues, TitleMatch
from tourgen.formats.declaration import Pool as PoolStage
from tourgen.verify.deviation import Pair
from tourgen.verify.facts import FINALS, Facts, Match, Sheet
from tourgen.verify.knockout import Bracket
from tourgen.verify.leagues import Whereabouts, deal, first_round
from tourgen.verify.lottery import Lots
from tourgen.verify.pool import Pool, is_right, right_pairs
from tourgen.verify.record import Record, Table
from tourgen.verify.title import Contest


@dataclass(frozen=True, slots=True)
class Section:
    """Those who meet among themselves in one round: pairs that are fixed, or a pool that is to be paired."""

    stage: str
    group: str | None
    fixed: tuple[Pair, ...] = ()
    pool: Pool | None = None

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
        same = {frozenset(pair) for pair in found} == {frozenset(pair) for pair in self.fixed}
        return list(self.fixed) if same else None


class Course:
    """Where everybody stands after the rounds taken in so far."""

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        self.facts, self.declared = facts, declared
        self.leagues: Leagues = declared.leagues
        ranking, knockout = (
            declared.stage_of(self.leagues.beaten_to),
            declared.stage_of(self.leagues.sole_unbeaten_to),
        )
        assert isinstance(ranking, PoolStage) and isinstance(knockout, Knockout)
        self.ranking, self.knockout = ranking, knockout
        self.title_matches = [stage for stage in declared.stage if isinstance(stage, TitleMatch)]
        self.numbers = {no: lots.numbers[no] for no in facts.present} if lots.complete else {}
        self.places = Whereabouts(self.leagues, deal(self.numbers, self.leagues) if self.numbers else {})
        self.record = Record(lots.numbers, {no: [] for no in self.numbers})
        self.bracket = Bracket(knockout)
        self.tables: dict[int, Table] = {}
        self.groups: dict[int, dict[int, str | None]] = {}
        self.completed = 0
        self.played: dict[int, Sheet] = {}

    @property
    def waiting(self) -> bool:
        """A league closed without a qualifier, and the organiser hasn't confirmed one yet."""
        return any(letter not in self.places.qualified for letter in self.places.asked)

    @property
    def finished(self) -> bool:
        return self.completed == self.declared.rounds and not self.waiting

    @property
    def last_table(self) -> Table:
        """As of the last league or ranking round."""
        return self.tables[self.declared.counted_rounds]

    def sections(self, number: int) -> list[Section]:
        """What is to be played in the next round, in the order of its tables."""
        if number == self.knockout.rounds[0]:
            self.bracket.enter(self.places.qualified)
        return [*self._finals(number), *self._leagues(number), *self._resting(number), *self._ranking(number)]

    def contest(self, stage: TitleMatch) -> Contest:
        return Contest(stage, self.facts, self.bracket, self.last_table)

    def _finals(self, number: int) -> Iterable[Section]:
        if _within(number, self.knockout.rounds):
            for fixture in self.bracket.fixtures(number, self.facts):
                first, *second = fixture.entrants
                yield Section(fixture.stage, None, ((first, second[0] if second else None),))
        for stage in self.title_matches:
            if number == stage.rounds[0] and (pair := self.contest(stage).pair()):
                yield Section("womens-final", None, (pair,))

    def _leagues(self, number: int) -> Iterable[Section]:
        if not _within(number, self.leagues.rounds):
            return
        for letter in self.leagues.leagues:
            if number == 1:
                yield Section("league", letter, tuple(first_round(self.places.dealt[letter])))
                continue
            there = {no for no in self.places.inside(letter) if not self.facts.gone(no, number)}
            if there:
                yield Section("league", letter, pool=self._pool(number, there, self.leagues))

    def _resting(self, number: int) -> Iterable[Section]:
        """「全勝が1名となった予選リーグの全勝選手を不戦勝とします」, beside the pools and without a table."""
        if _within(number, self.leagues.rounds) and self.leagues.qualified_rest == "bye":
            for letter, no in sorted(self.places.qualified.items()):
                if not self.facts.entrants[no].withdrawn(number):
                    yield Section("league", letter, ((no, None),))

    def _ranking(self, number: int) -> Iterable[Section]:
        # Who has played in the knockout belongs to it, even if a correction says otherwise.
        ranking = set(self.places.ranking) - set(self.bracket.entrants)
        there = {no for no in ranking if not self.facts.gone(no, number)}
        if there and _within(number, self.ranking.rounds):
            yield Section("ranking", None, pool=self._pool(number, there, self.ranking))

    def _pool(self, number: int, there: set[int], stage: Leagues | PoolStage) -> Pool:
        table = self.tables[number - 1]
        order = tuple(no for no in table.order if no in there)
        return Pool(order, table.wins, self.record.had_bye, self.record.met, stage.bye, stage.opponent)

    def take_in(self, sheet: Sheet) -> None:
        """One completed round; the stages of its games are those of the sections."""
        number = sheet.number
        if number <= self.declared.counted_rounds:
            rests = _within(number, self.leagues.rounds) and self.leagues.qualified_rest == "bye"
            # Who stands in a knockout made before a correction is treated like the others there.
            finalists = [no for game in sheet.games if game.stage in FINALS for no in game.players]
            resting = dict.fromkeys(finalists, False) | dict.fromkeys(self.places.qualified.values(), rests)
            self.record.add_round(self.facts, sheet, resting)
            self.tables[number] = Table(self.record, number, self.declared.order.criteria)
        if _within(number, self.leagues.rounds):
            self.places.after_round(number, self.record, self.tables[number].order, self.facts)
        self.groups[number] = {no: self.places.group(no) for no in self.numbers}
        if _within(number, self.knockout.rounds):
            self.bracket.play(number, self.facts, [game for game in sheet.games if game.stage in FINALS])
        self.played[number] = sheet
        self.completed = number


def relabelled(sheet: Sheet, sections: Sequence[Section]) -> Sheet:
    """The round with the stages and groups that its games should have; a round made by hand has its own."""
    if sheet.by_hand:
        return sheet
    where = {no: section for section in sections for no in section.members}

    def label(game: Match) -> Match:
        section = where.get(game.first)
        return replace(game, stage=section.stage, group=section.group) if section else game

    return replace(sheet, games=tuple(label(game) for game in sheet.games))


def _within(number: int, span: tuple[int, int]) -> bool:
    return span[0] <= number <= span[1]
