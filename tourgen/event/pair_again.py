"""`tourgen pair`: re-makes one round that nobody has entered a result into, keeping the old sheet."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tourgen.event.line_ups import people_of
from tourgen.event.load_event import language_of, load_event
from tourgen.event.read_files import leads_outside, open_elsewhere, read_workbook
from tourgen.event.read_settings import read_event
from tourgen.event.round_files import MOST_ROUNDS, round_file
from tourgen.event.round_sheet import round_bytes
from tourgen.event.settings import division_named
from tourgen.event.sheet_checks import first_typed
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import board_names
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.sheets import read_round
from tourgen.storage.errors import DiskProblem
from tourgen.storage.lock import hold
from tourgen.storage.typed_files import exchange, write_new
from tourgen.storage.unfinished import clear_up

TRIES = 3  # of a round whose sheet is saved again and again while it is being re-made


@dataclass(frozen=True, slots=True)
class PairedAgain:
    """The new sheet and where the old one is kept, or the problems that stood in the way."""

    language: str
    problems: tuple[Problem, ...] = ()
    sheet: str = ""
    kept: str = ""


class _CannotPair(Exception):
    """The round stays as it is; the problems say why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = problems


def pair_again(folder: Path, shown: str, division: str, number: int) -> PairedAgain:
    """Re-makes the round from the results as they are now, if nobody has entered anything into it.

    `division` is its id or name. No build reads the event meanwhile, or it would publish what is being replaced.
    """
    with hold(folder):
        event, wrong = read_event(folder, shown)
        language = language_of(folder) if event is None or wrong else event.language
        found = division_named(event, division, shown) if event and not wrong else division
        if isinstance(found, Problem):
            return PairedAgain(language, (found,))
        for _ in range(TRIES):
            try:
                done = _pair_again(folder, shown, found, number)
            except _CannotPair as cannot:
                return PairedAgain(language, cannot.problems)
            if done is not None:
                return PairedAgain(language, (), *done)
        raise DiskProblem(folder / round_file(found, number), "in-use")


def _pair_again(folder: Path, shown: str, division_id: str, number: int) -> tuple[str, str] | None:
    """The new sheet and the old one's place; None if somebody saved the sheet after it was looked at."""
    path = folder / round_file(division_id, number)
    where = Source(f"{shown}/{round_file(division_id, number)}")
    clear_up(path.parent)
    clear_up(path.parent / "old")
    for later in range(number + 1, MOST_ROUNDS + 1):
        if os.path.lexists(folder / round_file(division_id, later)):
            raise _CannotPair(Problem("pair-played-on", where, str(later)))
    loaded, problems, _ = load_event(folder, shown, (division_id, number))
    if loaded is None:
        raise _CannotPair(*problems)
    one = next(one for one in loaded.divisions if one.division.id == division_id)
    new = next((one for one in one.tournament.new_rounds if one.number == number), None)
    if new is None:
        expected = one.tournament.next_round
        code = "pair-not-ready" if expected in (None, number) else "pair-not-next"
        raise _CannotPair(Problem(code, where, str(number), {"next": expected}))
    data = round_bytes(one.tournament, new, loaded.event)
    if not path.exists():
        return (where.file, "") if write_new(path, data) else None
    seen = read_workbook(path, where.file, folder)
    if isinstance(seen, Problem):
        raise _CannotPair(seen)
    if typed := _typed(seen, where, one.tournament):
        raise _CannotPair(*typed)
    old = folder / "rounds" / "old"
    if leads_outside(old, folder):
        raise _CannotPair(Problem("file-outside", Source(f"{shown}/rounds/old")))
    if open_elsewhere(path):  # whoever has it open would save the old one over the new
        raise _CannotPair(Problem("pair-open", where, path.name))
    kept = exchange(path, data, seen, old)
    return (where.file, f"{shown}/rounds/old/{kept.name}") if kept else None


def _typed(data: bytes, where: Source, tournament: Tournament) -> list[Problem]:
    """The first thing somebody typed into the sheet; a sheet that can't be read may hold anything."""
    boards = board_names(tournament.division.declared)
    sheet, problems = read_round(data, where.file, boards, people_of(tournament.players.values()))
    if sheet is None or problems:
        return problems
    entrants = tournament.situations[0].entrants
    gone = {no for no, one in entrants.items() if one.withdrawn(tournament.completed + 1)}
    typed = first_typed(sheet, gone)
    return [Problem("pair-has-results", typed)] if typed else []
