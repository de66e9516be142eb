"""The course of section 8: Swiss preliminaries in blocks, or a round robin, then a knockout seeded by rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tourgen.dataclass import replace
from tourgen.formats.declaration import Format, RoundRobin, SeededKnockout, Swiss
from tourgen.verify import round_robin, seeding
from tourgen.verify.boards import check_boards
from tourgen.verify.course import Course, Section
from tourgen.verify.deviation import NOTHING, Deviation, Pair, shown
from tourgen.verify.facts import FINALS, Facts, Sheet
from tourgen.verify.lottery import Lots
from tourgen.verify.pool import Pool
from tourgen.verify.record import PHANTOM_WINS
from tourgen.verify.swiss_record import SwissRecord, SwissTable


class SwissCourse(Course):
    """Blocks and their preliminaries; who plays the knockout is known after the last of these."""

    record: SwissRecord

    def __init__(self, facts: Facts, declared: Format, lots: Lots) -> None:
        super().__init__(facts, declared, lots)
        self.first = first_stage(declared, len(facts.present))
        if self.first is None:
            self.numbers = {}
        self.knockout = self._knockout_stage()
        started = {no: facts.entrants[no].from_round for no in self.numbers}
        letters = self.first.blocks if self.first else ()
        self.dealt = seeding.deal(self.numbers, started, letters) if self.numbers else {}
        self.block = {no: letter for letter, members in self.dealt.items() for no in members}
        outcomes: dict[int, list[Any]] = {no: [] for no in self.numbers}
        self.record = SwissRecord(lots.numbers, outcomes, board_count=len(declared.boards))
        self.swiss_tables: dict[int, SwissTable] = {}
        self.bracket: seeding.SeededBracket | None = None  # from the end of the preliminaries on
        self.label = "round-robin" if isinstance(self.first, RoundRobin) else "swiss"
        self.labels = self._labels(letters)

    # --- Which stages, which rounds

    def _knockout_stage(self) -> SeededKnockout | None:
        """The knockout behind the stage that is played."""
        stages = (stage for stage in self.declared.stage if isinstance(stage, SeededKnockout))
        return next((stage for stage in stages if self.first and stage.after == self.first.id), None)

    @property
    def preliminary_rounds(self) -> int:
        if isinstance(self.first, Swiss):
            return self.first.rounds[1]
        return round_robin.round_count(len(self.facts.present)) if self.first else 0

    @property
    def counted_rounds(self) -> int:
        return self.preliminary_rounds

    @property
    def last_round(self) -> int:
        """How long the knockout lasts is known after the preliminaries; until then it is as long as it can be."""
        if self.bracket is not None:
            return max(self.bracket.stage.rounds[1], self._stood())
        if self.knockout is None or not self.first:
            return self.preliminary_rounds
        most = min(len(self.facts.present), self.knockout.cut * len(self.first.blocks))
        return self.preliminary_rounds + seeding.round_count(most)

    @property
    def finished(self) -> bool:
        """A field that can't be played is never finished."""
        return self.first is not None and super().finished

    def _stood(self) -> int:
        """The first round of a knockout that was played before a correction took its reason away."""
        sheet = self.facts.sheets.get(self.preliminary_rounds + 1)
        stands = sheet is not None and sheet.by_hand and any(game.stage in FINALS for game in sheet.games)
        return self.preliminary_rounds + stands

    def _labels(self, letters: tuple[str, ...]) -> dict[str, tuple[str | None, ...]]:
        labels: dict[str, tuple[str | None, ...]] = {self.label: letters}
        if self.knockout is None:
            return labels
        most = self.knockout.cut * len(letters) if self.knockout.cut else len(self.numbers)
        matches = 2 ** seeding.round_count(most) // 2
        early = "playoff" if self.declared.boards else "knockout"
        labels |= dict.fromkeys(("final", "semi", "third"), (None,))
        return labels | {early: tuple(str(number + 1) for number in range(matches))}

    # --- What is to be played

    def sections(self, number: int) -> list[Section]:
        if number > self.preliminary_rounds:
            return list(self._finals(number))
        if isinstance(self.first, RoundRobin):
            ascending = sorted(self.numbers, key=lambda no: self.numbers[no])
            pairs = round_robin.circle_round(ascending, number)
            return [Section(self.label, "A", pairs, any_table=True)]  # everybody changes tables
        return [
            Section(self.label, letter, pool=self._pool(number, there))
            for letter, members in self.dealt.items()
            if (there := [no for no in members if self._plays(no, number)])
        ]

    def _plays(self, no: int, number: int) -> bool:
        return self.facts.entrants[no].from_round <= number and not self.facts.gone(no, number)

    def _pool(self, number: int, there: list[int]) -> Pool:
        """By wins (points), then lot, smaller ahead, the first round included."""
        assert isinstance(self.first, Swiss)
        halves = "points" in self.declared.order.criteria
        count = self.record.points if halves else self.record.wins
        wins = {no: count(no, number - 1) for no in there}
        return Pool(
            tuple(sorted(there, key=lambda no: (-wins[no], self.numbers[no]))),
            wins,
            self.record.had_bye,
            self.record.met,
            "inside-optimum",
            "highest-possible",
            self.facts.forbidden,
            self.facts.discouraged,
            {no: school for no in there if (school := self.facts.entrants[no].school)},
            self.first.school_in(number),
            2 * PHANTOM_WINS if halves else PHANTOM_WINS,
        )

    def _finals(self, number: int) -> Iterator[Section]:
        if self.bracket is None or number > self.bracket.stage.rounds[1]:
            return
        for fixture in self.bracket.fixtures(number, self.facts):
            first, *second = fixture.entrants
            pair: Pair = (first, second[0] if second else None)
            yield Section(fixture.stage, fixture.group, (pair,))

    # --- What was played

    def take_in(self, sheet: Sheet) -> None:
        number = sheet.number
        if number <= self.preliminary_rounds:
            self.record.add_round(self.facts, sheet, {})
            table = SwissTable(self.record, number, self.declared.order.criteria, self.dealt)
            self.tables[number] = self.swiss_tables[number] = table
            self.groups[number] = dict(self.block)
        elif self.bracket is not None:
            finals = [game for game in sheet.games if game.stage in FINALS]
            self.bracket.play(number, self.facts, finals)
        self.played[number] = sheet
        self.completed = number
        if number == self.preliminary_rounds and self.knockout is not None:
            self.bracket = self._drawn(self.knockout)

    def _drawn(self, stage: SeededKnockout) -> seeding.SeededBracket:
        """Placed by preliminary rank, in as many rounds as those who are there need."""
        seeds = self.seeds(stage)
        begin = self.preliminary_rounds + 1
        rounds = (begin, begin - 1 + seeding.round_count(len(seeds)))
        kind = seeding.TeamBracket if self.declared.boards else seeding.SeededBracket
        bracket = kind(replace(stage, rounds=rounds))
        bracket.enter(seeding.slots(seeds))
        return bracket

    def seeds(self, stage: SeededKnockout) -> list[int]:
        """Who is entitled and still there, best first: who leaves before it is drawn makes room for the next."""
        begin, table = self.preliminary_rounds + 1, self.swiss_tables[self.preliminary_rounds]
        there = [no for no in table.order if not self.facts.gone(no, begin)]
        if stage.cut:
            blocks = [[no for no in there if self.block[no] == letter][: stage.cut] for letter in self.dealt]
            return seeding.in_turn(blocks)
        unbeaten = [
            no for no in there if self.record.wins(no, self.preliminary_rounds) == self.preliminary_rounds
        ]
        return sorted(unbeaten, key=lambda no: table.keys[no], reverse=True)

    # --- Final rank

    @property
    def decided(self) -> Mapping[int, int]:
        return self.bracket.place if self.bracket and self._counts_first() else {}

    @property
    def decided_places(self) -> int:
        """Ranks go on after as many as the knockout had entrants, vacant places or not."""
        if self.bracket is None or not self._counts_first():
            return 0
        return self.bracket.drawn

    def _counts_first(self) -> bool:
        return self.knockout is not None and self.knockout.id in self.declared.final.first

    # --- What only this kind of format has

    def check_own(self, document: Mapping[str, Any]) -> Iterator[Deviation]:
        present = len(self.facts.present)
        if self.first is None:
            yield Deviation("field", None, None, _spans(self.declared), shown(present))
        for letter, members in self.dealt.items():
            if not members:
                yield Deviation("field", None, None, f"{letter}: 1-", f"{letter}: 0")
        for row in document.get("confirmed") or ():
            yield Deviation("confirmed", row["after"], row["no"], NOTHING, f"{row['group']} {row['after']}")
        for sheet in self.facts.sheets.values():
            for game in sheet.games:
                yield from check_boards(sheet.number, game, len(self.declared.boards))


def first_stage(declared: Format, present: int) -> Swiss | RoundRobin | None:
    """「参加人数に応じて」: the first of the stages that takes so many."""
    for stage in declared.stage:
        if isinstance(stage, Swiss | RoundRobin) and stage.entrants[0] <= present <= stage.entrants[1]:
            return stage
    return None


def _spans(declared: Format) -> str:
    stages = [stage for stage in declared.stage if isinstance(stage, Swiss | RoundRobin)]
    return ", ".join(f"{stage.entrants[0]}-{stage.entrants[1]}" for stage in stages)
