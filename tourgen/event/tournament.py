"""A division played through: roster and sheets in, every round's situation and the next round out.

Nothing is stored between runs: each build plays the whole division again from what people typed. In this room only
this module asks the rules to start a division, to plan a round, to advance, and whether it is finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tourgen.engine.lottery import Draw, check_desk_numbers, draw_numbers
from tourgen.engine.model import Game, Round
from tourgen.engine.progress import advance, finished, next_round, plan, start
from tourgen.engine.rulings import before_rulings
from tourgen.engine.situation import Situation
from tourgen.event.division_checks import (
    DivisionInput,
    added_late,
    check_division,
    missing_sheet,
    missing_sheets,
    no_results,
)
from tourgen.event.entrants import entrants_of, fit, lots_of, with_disqualified
from tourgen.event.judge_round import judge_round
from tourgen.event.result_meaning import JudgedSheet
from tourgen.event.roster_checks import (
    field_problems,
    groups_misdealt,
    lottery_waiting,
    qualified_elsewhere,
    qualified_problems,
    unconfirmed,
)
from tourgen.event.round_notices import changed_by_hand, committee_notices, of_the_field, unavoidable
from tourgen.event.settings import Division
from tourgen.formats import most_rounds
from tourgen.formats.labels import LAST_FOUR, read_group
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, Source

NO_DRAW = Draw(None, {}, {})


@dataclass(frozen=True)
class Tournament:
    """A division as it stands. `situations[r]` is after round r; the last entry of `rounds` may be unplayed."""

    division: Division
    players: Mapping[int, Player]  # the whole roster, withdrawals by 失格 included
    draw: Draw
    situations: tuple[Situation, ...] = ()  # empty until the lottery is known
    rounds: tuple[Round, ...] = ()
    planned: Mapping[int, tuple[Game, ...]] | None = None  # what the rules pair, by round
    new_rounds: tuple[Round, ...] = ()  # paired now, their sheets are still to be written
    paired_from: Mapping[int, Situation] = field(default_factory=dict)  # rounds paired before a ruling
    notices: tuple[Notice, ...] = ()

    @property
    def now(self) -> Situation | None:
        """The situation after the last completed round."""
        return self.situations[-1] if self.situations else None

    @property
    def barred(self) -> list[tuple[int, int, bool]]:
        """組合せ禁止: two roster numbers, and whether they must not meet."""
        pairs = self.situations[0].barred if self.situations else ()
        return [(*one.players, one.forbidden) for one in pairs]

    def before(self, round_no: int) -> Situation:
        """The situation from which a round was paired: without rulings that the committee made only afterwards."""
        return self.paired_from.get(round_no, self.situations[round_no - 1])

    @property
    def completed(self) -> int:
        """The number of completed rounds."""
        return self.now.after if self.now else 0

    @cached_property
    def finished(self) -> bool:
        """Whether everything is played and decided."""
        return self.now is not None and finished(self.now)

    @property
    def last_round(self) -> int:
        """The last round, as far as it is known."""
        here = sum(player.here for player in self.players.values())
        known = self.now.last_round if self.now else 0
        decided = self.now is not None and all(one.id in self.now.spans for one in self.now.format.stage)
        return known if decided else max(known, most_rounds(self.division.declared, here, sure=True))

    @property
    def next_round(self) -> int | None:
        """The round to be paired or played next; None when nothing is left."""
        return 1 if self.now is None else next_round(self.now)


def play(typed: DivisionInput) -> tuple[Tournament | None, list[Problem]]:
    """The whole division, or everything that is wrong with its roster and sheets."""
    sheets = typed.sheets
    players = {player.no: player for player in with_disqualified(typed.roster, sheets)}
    division = fit(typed.division, players.values())
    lottery = division.declared.lottery
    faults = check_desk_numbers(lottery, players.values(), division.draws)
    problems = check_division(division, players, sheets, faults)
    gaps = missing_sheets(division, players, sheets, typed.unread_from)
    if problems or (gaps and typed.unread_from is not None):
        return None, problems + gaps
    waiting = tuple(lottery_waiting(division, players, faults))
    if waiting and sheets:
        where = Source(division.source.file, None, f"{division.source.cell}.draws")
        return None, [Problem("draws-missing", where)]
    if typed.hold is not None and not sheets:
        waiting = (*waiting, typed.hold)
    if waiting:
        return Tournament(division, players, NO_DRAW, notices=waiting), []
    draw = draw_numbers(lottery, division.draws, players.values())
    problems = field_problems(division, players, draw)
    return (None, problems) if problems else _RoundByRound(typed, division, players, draw).play()


class _RoundByRound:
    """Plays the sheets one after another and compares each with what the rules plan."""

    def __init__(
        self, typed: DivisionInput, division: Division, players: Mapping[int, Player], draw: Draw
    ) -> None:
        self.division, self.players, self.draw, self.barred = division, players, draw, typed.barred
        self.held = typed.held
        self.sheets = {
            number: sheet
            for number, sheet in typed.sheets.items()
            if typed.unread_from is None or number < typed.unread_from
        }
        again = {typed.remade[0]: _in_trees(typed.remade[1], division)} if typed.remade else {}
        self.entrants = entrants_of(players, draw, {**self.sheets, **again})
        self.notices: list[Notice] = []
        self.situations: list[Situation] = []
        self.rounds: list[Round] = []
        self.new_rounds: list[Round] = []
        self.planned: dict[int, tuple[Game, ...]] = {}
        self.paired_from: dict[int, Situation] = {}

    @property
    def now(self) -> Situation:
        return self.situations[-1]

    def play(self) -> tuple[Tournament | None, list[Problem]]:
        """The division after every round that is complete, with the next one where it can be paired."""
        lots = lots_of(self.division, self.players, self.draw)
        division = self.division
        first = start(
            division.declared, self.entrants, division.qualified, self.barred, lots, division.first_table
        )
        self.situations = [first]
        problems = groups_misdealt(self.division, self.players, first)
        problems = problems or qualified_elsewhere(self.division, self.players, first)
        problems = problems or self.play_sheets() or self.beyond_the_last()
        if problems:
            return None, problems
        problems, notices = qualified_problems(self.division, self.players, self.now)
        self.notices += notices
        return (None, problems) if problems else (self.tournament(), [])

    def play_sheets(self) -> list[Problem]:
        """Advances as far as completed rounds go; the first round that can't be compared ends it."""
        while (number := self.now.after + 1) <= self.last_round():
            sheet = self.sheets.get(number)
            if self.now.questions:
                problems, notices = unconfirmed(self.division, self.players, self.now, sheet is not None)
                self.notices += notices
                return problems or self.missing(number)
            self.planned[number] = plan(self.now)
            played, problems = self.from_sheet(number, sheet) if sheet else self.without_sheet(number)
            if played is None:
                return problems
            self.rounds.append(played)
            if not played.completed:
                return self.blank_behind(played)
            self.situations.append(advance(self.now, played))
        return []

    def without_sheet(self, number: int) -> tuple[Round | None, list[Problem]]:
        """A round that is still to be made, or that needs no sheet."""
        games = self.planned[number]
        if not games:
            return Round(number, ()), []  # nothing to play: complete without a sheet (decision F3)
        problems = self.missing(number)
        if self.held and not problems:
            return None, []
        # Nothing to play before a correction, and nothing but byes since: there was no sheet to be lost.
        if problems and not all(game.entered for game in games):
            return None, problems
        # All byes and walkovers: complete as it is made, so that the next build gives the same.
        self.new_rounds.append(Round(number, games))
        return self.new_rounds[-1], []

    def from_sheet(self, number: int, sheet: JudgedSheet) -> tuple[Round | None, list[Problem]]:
        """The round as its sheet says, with a notice where the rules would pair otherwise."""
        if not self.planned[number] and not self.stands(number):
            return None, [Problem("sheet-unexpected", sheet.source, str(number))]
        due = {no for game in self.planned[number] for no in game.players if no is not None}
        late = added_late(self.division, self.players, sheet, due) if number == 1 else []
        if late:
            return None, late
        played, problems = judge_round(sheet, self.planned[number], self.now, self.players)
        if played is None or played.by_hand:
            before = self.before_ruling(sheet, number)
            played, problems = (before, []) if before else (played, problems)
        if played is not None and played.by_hand:
            planned = self.planned[number]
            self.notices += changed_by_hand(self.division, self.players, sheet, played, planned)
        return played, problems

    def before_ruling(self, sheet: JudgedSheet, number: int) -> Round | None:
        """The round if it is paired as it had to be before the committee ruled on an earlier game (section 9)."""
        for situation in before_rulings(self.situations[0], self.rounds):
            planned = plan(situation)
            played, _ = judge_round(sheet, planned, situation, self.players)
            if played is not None and not played.by_hand:
                self.planned[number], self.paired_from[number] = planned, situation
                return played
        return None

    def last_round(self) -> int:
        """The last round of the format, or a later one that was played before a correction made it superfluous."""
        return max([self.now.last_round, *filter(self.stands, self.sheets)])

    def stands(self, number: int) -> bool:
        """Whether a round was played although the results as they are now give it no game (decision X1)."""
        sheet = self.sheets[number]
        return sheet.as_made and (not no_results(sheet) or max(self.sheets) > number)

    def beyond_the_last(self) -> list[Problem]:
        """Sheets of rounds that are not needed for so many players."""
        last, after = self.now.last_round, self.now.after
        return [
            Problem("sheet-unexpected", sheet.source, str(number))
            for number, sheet in sorted(self.sheets.items())
            if number > max(last, after) and after >= last
        ]

    def missing(self, number: int) -> list[Problem]:
        """No sheet although a later round's is there: it was deleted or renamed."""
        later = min((one for one in self.sheets if one > number), default=None)
        return [] if later is None else [missing_sheet(self.division, number, later)]

    def blank_behind(self, incomplete: Round) -> list[Problem]:
        """A blank result although a later round's sheet is there: it was cleared or forgotten."""
        later = [number for number in self.sheets if number > incomplete.number]
        if not later:
            return []
        missing = {game.players for game in incomplete.games if not game.entered}
        params = {"round": incomplete.number, "later": min(later)}
        return [
            Problem("result-missing", row.blank_cell, params=params)
            for row in self.sheets[incomplete.number].rows
            if row.numbers in missing
        ]

    def tournament(self) -> Tournament:
        for one in self.rounds:
            if not one.by_hand and (one in self.new_rounds or one.number > self.now.after):
                before = self.paired_from.get(one.number, self.situations[one.number - 1])
                planned = self.planned[one.number]
                self.notices += unavoidable(before, planned, self.players, self.division.name)
        self.notices += of_the_field(self.division.name, self.situations, self.players)
        self.notices += committee_notices(self.division.name, self.rounds, self.sheets)
        return Tournament(
            self.division,
            self.players,
            self.draw,
            tuple(self.situations),
            tuple(self.rounds),
            self.planned,
            tuple(self.new_rounds),
            self.paired_from,
            tuple(self.notices),
        )


def _in_trees(sheet: JudgedSheet, division: Division) -> JudgedSheet:
    """The rows of an old sheet that show who stands in a knockout round which is made again (decision H29)."""
    declared = division.declared
    labels = [(row, (read_group(row.group, declared) or ("", None))[0]) for row in sheet.rows]
    own = [row for row, label in labels if label in LAST_FOUR or label not in ("", *declared.counted)]
    return replace(sheet, rows=tuple(own))
