"""An event's folder, read and played through: what pages, sheets and explanations are made from.

    event.toml → Event · roster.xlsx → Roster · rounds/ → judged sheets · games/ → records
    Event, Roster and sheets → every division played → LoadedEvent

Every file is opened once, and everything that is wrong anywhere is reported together.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tourgen.event.advice import advice
from tourgen.event.apply_replacements import replace_absentees
from tourgen.event.division_checks import DivisionInput, check_apart
from tourgen.event.entry_order import Played, entry_order
from tourgen.event.findings import finding_notices, findings
from tourgen.event.folder_files import Page, astray, copies, open_sheets, read_pages
from tourgen.event.game_records import Records, TableRecord, read_records
from tourgen.event.line_up_changes import line_up_changes
from tourgen.event.line_ups import line_up_problems, roster_notices
from tourgen.event.private_names import private_shown, published_names, with_published_names
from tourgen.event.read_files import read_text, unreadable
from tourgen.event.read_settings import read_event
from tourgen.event.read_sheets import first_unread, read_roster_file, read_rounds
from tourgen.event.roster_checks import clubs_alike
from tourgen.event.settings import Division, Event
from tourgen.event.sheet_checks import check_sheet, name_notices, time_notices
from tourgen.event.tournament import Tournament, play
from tourgen.formats import Format
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player
from tourgen.results.document import Results, results_of

_CELL = re.compile(r"([A-Z]+)([0-9]+)")


@dataclass(frozen=True)
class LoadedDivision:
    """One division: its results and the tournament behind them."""

    division: Division
    tournament: Tournament
    results: Results
    records: Mapping[tuple[int, int], TableRecord] = field(default_factory=dict)  # of Go, by round and table
    record_notices: tuple[Notice, ...] = ()
    entered: Mapping[Played, int] = field(default_factory=dict)  # the order in which results were entered

    @cached_property
    def document(self) -> dict[str, Any]:
        """results.json as plain data."""
        return self.results.to_json()

    @property
    def declared(self) -> Format:
        """The format, with the event's settings in place."""
        return self.division.declared

    @property
    def players(self) -> Mapping[int, Player]:
        """The roster by number."""
        return self.tournament.players

    @property
    def open_round(self) -> int | None:
        """The round that is being played, whose sheet is to be filled in."""
        last = self.tournament.rounds[-1:]
        return last[0].number if last and not last[0].completed else None

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the organiser should know of this division."""
        of_roster = roster_notices(self.declared.game, self.players.values())
        return (*of_roster, *self.tournament.notices, *self.record_notices)


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """A whole event without a problem."""

    event: Event
    divisions: tuple[LoadedDivision, ...]
    pages: tuple[Page, ...] = ()
    folder_notices: tuple[Notice, ...] = ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The notices of the folder and of all divisions."""
        return (*self.folder_notices, *(notice for division in self.divisions for notice in division.notices))


def load_event(
    folder: Path,
    shown: str,
    remade: tuple[str, int] | None = None,
    held: Container[str] = (),
    home: Path | None = None,
) -> tuple[LoadedEvent | None, list[Problem], str]:
    """The event, or all its problems at once; and the language to say them in.

    `remade`: the division and round that `tourgen pair` makes again. Its sheet is left out as if it had not been
    made (but see decision H29), and so are the sheets of the other divisions.
    `held`: divisions whose next round is not made yet, because the desk has not asked for it.
    `home`: the event's own folder, where `folder` is a copy of it.
    """
    try:
        event, wrong = read_event(folder, shown)
        if event is None:
            return None, wrong, language_of(folder)
        loaded, problems = _Loading(event, wrong, remade, held, home or folder).load()
        return loaded, problems, language_of(folder) if wrong else event.language
    except OSError as error:  # a folder that the disk can't list
        place = str(error.filename or folder).replace(str(folder), shown, 1)
        return None, [unreadable(place, error)], language_of(folder)


# Somebody who leaves is struck out, hidden or remarked upon in the middle of the day, too.
_OF_ROWS = ("rows-hidden", "rows-struck", "remark-unread")


class _Loading:
    """Reads the files of one event, then plays its divisions in the order of event.toml."""

    def __init__(
        self,
        event: Event,
        wrong: list[Problem],
        remade: tuple[str, int] | None,
        held: Container[str],
        home: Path,
    ) -> None:
        self.event, self.remade, self.held = event, remade, held
        self.settings_wrong = bool(wrong)
        self.roster = read_roster_file(event)
        self.sheets, sheet_problems = read_rounds(event, self.roster.players, remade)
        # The sheet that is made again is left out before anything is checked.
        self.old_sheet = self.sheets.get(remade[0], {}).pop(remade[1], None) if remade else None
        self.problems = wrong + self.roster.problems + self.roster.barred_problems + sheet_problems
        self.flawed_sheets = {problem.where.sheet for problem in self.roster.problems}
        self.players: Mapping[str, tuple[Player, ...]] = self.roster.players
        self.hold: Mapping[str, Notice] = {}
        if not wrong:
            self.players, self.hold = replace_absentees(event, self.roster.players)
        go = any(one.declared.game == "go" for one in event.divisions)
        self.findings = findings(event, self.sheets, home) if go else []
        self.typed, self.players = self.players, published_names(event, self.players)
        for division, players in self.players.items():
            for number, sheet in self.sheets.get(division, {}).items():
                named = with_published_names(sheet, self.typed[division], players)
                self.sheets[division][number] = named
        # Records are compared by the names as they were typed.
        self.records = read_records(event, self.sheets, self.typed) if remade is None else Records()
        self.problems += self.records.problems

    def load(self) -> tuple[LoadedEvent | None, list[Problem]]:
        usable = {division.id: division for division in self.event.divisions}
        loaded = []
        for division_id, _ in self.event.named:
            division = usable.get(division_id)
            if division is None:
                sheets = self.sheets[division_id].items()
                self.problems += [one for n, sheet in sheets for one in check_sheet(sheet, n, {}, False)]
            elif found := self.division(division):
                loaded.append(found)
        pages, problems = read_pages(self.event)
        self.problems += problems
        if self.problems:
            return None, _in_order(self.problems)
        notices = (
            *open_sheets(self.event),
            *copies(self.event),
            *astray(self.event),
            *self.roster_notices(loaded),
            *private_shown(self.event, pages, self.typed),
        )
        return LoadedEvent(self.event, tuple(loaded), pages, notices), []

    def division(self, division: Division) -> LoadedDivision | None:
        """One division played through; None where something is wrong with it."""
        roster, sheets = self.players.get(division.id, ()), self.sheets[division.id]
        remade = self.remade if self.remade and self.remade[0] == division.id else None
        if self.unplayable(division, roster):
            # A cell that could not be read is reported already: what it was read as is no second mistake.
            reported = {problem.where for problem in self.problems}
            found = check_apart(division, roster, sheets)
            self.problems += [problem for problem in found if problem.where not in reported]
            return None
        unread_from = first_unread(division.id, self.problems)
        changed, line_up_notices = line_up_changes(sheets, roster)
        self.problems += [*line_up_problems(sheets, roster), *changed]
        tournament, problems = play(
            DivisionInput(
                division,
                roster,
                sheets,
                self.roster.barred.get(division.id, ()),
                unread_from,
                self.hold.get(division.id),
                division.id in self.held,
                (remade[1], self.old_sheet) if remade and self.old_sheet else None,
            )
        )
        self.problems += problems
        if tournament is None:
            return None
        notices = (
            *(one for _, sheet in sorted(sheets.items()) for one in sheet.notices),
            *time_notices(division, sheets),
            *line_up_notices,
            *name_notices(sheets, tournament.players),
            *advice(self.event, self.players, tournament),
            *finding_notices(self.findings, self.event, self.typed[division.id], tournament, sheets),
            *tournament.notices,
        )
        tournament = replace(tournament, notices=notices)
        results = results_of(tournament, self.event.id, self.event.name)
        return LoadedDivision(
            division,
            tournament,
            results,
            self.records.tables.get(division.id, {}),
            tuple(self.records.notices.get(division.id, ())),
            entry_order(self.event.folder),
        )

    def unplayable(self, division: Division, roster: Sequence[Player]) -> bool:
        """Whether settings or rosters are wrong, so that roster and sheets can only be checked by themselves."""
        if self.settings_wrong or not roster or roster[0].source.sheet in self.flawed_sheets:
            return True
        # Absentees of a bracket are replaced from other rosters, which must then be right as well.
        bracket = division.declared.lottery.method == "bracket"
        return bool(self.flawed_sheets) and bracket and any(player.absent for player in roster)

    def roster_notices(self, loaded: Sequence[LoadedDivision]) -> list[Notice]:
        """Notices about the roster; those about its columns as long as the division has not completed a round."""
        played = {
            player.source.sheet
            for one in loaded
            if one.tournament.completed
            for player in one.players.values()
            if player.replacement_from is None
        }
        alike = [one for found in loaded for one in clubs_alike(found.players.values())]
        return [
            notice
            for notice in (*self.roster.notices, *alike)
            if notice.where.sheet not in played or notice.code in _OF_ROWS
        ]


def _in_order(problems: list[Problem]) -> list[Problem]:
    """Sorted by worksheet, row and column, whichever check found them."""
    sheets = list(dict.fromkeys((one.where.file, one.where.sheet) for one in problems))

    def key(problem: Problem) -> tuple[int, int, int, str]:
        where = problem.where
        cell = _CELL.fullmatch(where.cell or "")
        letters, row = (cell[1], int(cell[2])) if cell else ("", 0)
        return sheets.index((where.file, where.sheet)), row, len(letters), letters

    return sorted(problems, key=key)


def language_of(folder: Path) -> str:
    """The language of an event.toml that is wrong elsewhere, so that its problems are said in it."""
    text = read_text(folder / "event.toml", "", folder)
    said = isinstance(text, str) and re.search(r'^[ \t]*language\s*=\s*["\']en["\']', text, re.MULTILINE)
    return "en" if said else "ja"
