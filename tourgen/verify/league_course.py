"""The course of a format with preliminary leagues: leagues, ranking league, final knockout, a title's match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tourgen.formats.declaration import Format, Knockout, Leagues, TitleMatch
from tourgen.formats.declaration import Pool as PoolStage
from tourgen.verify.course import Course, Section, within
from tourgen.verify.deviation import Deviation
from tourgen.verify.facts import FINALS, Facts, Sheet
from tourgen.verify.knockout import Bracket
from tourgen.verify.leagues import Whereabouts, check_confirmed, check_sizes, deal, first_round
from tourgen.verify.lottery import Lots
from tourgen.verify.pool import Pool
from tourgen.verify.record import Record, Table
from tourgen.verify.title import Contest, TitleHolder


class LeagueCourse(Course):
    """Where everybody stands after the rounds taken in so far."""

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        super().__init__(facts, declared, lots)
        self.leagues: Leagues = declared.leagues
        ranking, knockout = (
            declared.stage_of(self.leagues.beaten_to),
            declared.stage_of(self.leagues.sole_unbeaten_to),
        )
        assert isinstance(ranking, PoolStage) and isinstance(knockout, Knockout)
        self.ranking, self.knockout = ranking, knockout
        self.title_matches = [stage for stage in declared.stage if isinstance(stage, TitleMatch)]
        self.places = Whereabouts(self.leagues, deal(self.numbers, self.leagues) if self.numbers else {})
        self.dealt = self.places.dealt
        plain = ("ranking", *sorted(FINALS - {"playoff"}))
        self.labels = {"league": self.leagues.leagues, **dict.fromkeys(plain, (None,))}
        self.record = Record(lots.numbers, {no: [] for no in self.numbers})
        self.bracket = Bracket(knockout)

    @property
    def waiting(self) -> bool:
        """A league closed without a qualifier, and the organiser hasn't confirmed one yet."""
        return any(letter not in self.places.qualified for letter in self.places.asked)

    @property
    def decided(self) -> Mapping[int, int]:
        return self.bracket.place

    @property
    def decided_places(self) -> int:
        """As many places as there are entrants."""
        return sum(entrant != "" for entrant in self.knockout.entrants)

    def sections(self, number: int) -> list[Section]:
        """What is to be played in the next round, in the order of its tables."""
        if number == self.knockout.rounds[0]:
            # 「Aリーグ1位とDリーグ1位、Bリーグ1位とCリーグ1位」: without a qualifier the place stays empty.
            self.bracket.enter(self.places.qualified.get(letter) for letter in self.knockout.entrants)
        return [*self._finals(number), *self._leagues(number), *self._resting(number), *self._ranking(number)]

    def contest(self, stage: TitleMatch) -> Contest:
        return Contest(stage, self.facts, self.bracket, self.last_table)

    def match_titles(self, ranks: Mapping[int, int]) -> list[TitleHolder]:
        holders: list[TitleHolder] = []
        for stage in self.title_matches:
            games = self.played[stage.rounds[0]].games
            game = next((game for game in games if game.stage == "womens-final"), None)
            holders += self.contest(stage).holders(game, ranks)
        return holders

    def check_own(self, document: Mapping[str, Any]) -> Iterator[Deviation]:
        yield from check_sizes(self.dealt, self.leagues)
        yield from check_confirmed(document, self.places)

    def _finals(self, number: int) -> Iterable[Section]:
        if within(number, self.knockout.rounds):
            for fixture in self.bracket.fixtures(number, self.facts):
                first, *second = fixture.entrants
                yield Section(fixture.stage, None, ((first, second[0] if second else None),))
        for stage in self.title_matches:
            if number == stage.rounds[0] and (pair := self.contest(stage).pair()):
                yield Section("womens-final", None, (pair,))

    def _leagues(self, number: int) -> Iterable[Section]:
        if not within(number, self.leagues.rounds):
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
        if within(number, self.leagues.rounds) and self.leagues.qualified_rest == "bye":
            for letter, no in sorted(self.places.qualified.items()):
                if not self.facts.entrants[no].withdrawn(number):
                    yield Section("league", letter, ((no, None),))

    def _ranking(self, number: int) -> Iterable[Section]:
        # Who has played in the knockout belongs to it, even if a correction says otherwise.
        ranking = set(self.places.ranking) - set(self.bracket.entrants)
        there = {no for no in ranking if not self.facts.gone(no, number)}
        if there and within(number, self.ranking.rounds):
            yield Section("ranking", None, pool=self._pool(number, there, self.ranking))

    def _pool(self, number: int, there: set[int], stage: Leagues | PoolStage) -> Pool:
        table = self.tables[number - 1]
        order = tuple(no for no in table.order if no in there)
        return Pool(order, table.wins, self.record.had_bye, self.record.met, stage.bye, stage.opponent)

    def take_in(self, sheet: Sheet) -> None:
        """One completed round; the stages of its games are those of the sections."""
        number = sheet.number
        if number <= self.declared.counted_rounds:
            rests = within(number, self.leagues.rounds) and self.leagues.qualified_rest == "bye"
            # Who stands in a knockout made before a correction is treated like the others there.
            finalists = [no for game in sheet.games if game.stage in FINALS for no in game.players]
            resting = dict.fromkeys(finalists, False) | dict.fromkeys(self.places.qualified.values(), rests)
            self.record.add_round(self.facts, sheet, resting)
            before = self.tables[number - 1].ranks if number - 1 in self.tables else None
            self.tables[number] = Table(self.record, number, self.declared.order.criteria, before)
        if within(number, self.leagues.rounds):
            self.places.after_round(number, self.record, self.tables[number].order, self.facts)
        self.groups[number] = {no: self.places.group(no) for no in self.numbers}
        if within(number, self.knockout.rounds):
            self.bracket.play(number, self.facts, [game for game in sheet.games if game.stage in FINALS])
        self.played[number] = sheet
        self.completed = number
