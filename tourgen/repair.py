"""`tourgen pair`: re-makes one round that nobody has entered a result into, keeping the old sheet."""

from __future__ import annotations

import os
from pathlib import Path

from tourgen import disk
from tourgen.dataclass import dataclass
from tourgen.event import division_named, read_event
from tourgen.intake import leads_outside, open_elsewhere, read_workbook
from tourgen.labels import board_names
from tourgen.line_ups import people_of
from tourgen.model import Source
from tourgen.problems import Problem
from tourgen.report import read_report
from tourgen.round_sheet import round_bytes, round_file
from tourgen.sheets import read_round
from tourgen.tournament import Tournament

TRIES = 3  # of a round whose sheet is saved again and again while it is being re-made


@dataclass(frozen=True, slots=True)
class Repaired:
    """What became of it: the new sheet and where the old one is kept, or the problems."""

    language: str
    problems: tuple[Problem, ...] = ()
    sheet: str = ""
    kept: str = ""


def pair_again(folder: Path, shown: str, division: str, number: int) -> Repaired:
    """Re-makes the round from the results as they are now, if nobody has entered anything into it.

    `division` is its id or name. No build reads the event meanwhile, or it would publish what is being replaced.
    """
    with disk.hold(folder):
        event, wrong = read_event(folder, shown)
        found = division_named(event, division, shown) if event and not wrong else division
        if isinstance(found, Problem):
            assert event is not None
            return Repaired(event.language, (found,))
        for _ in range(TRIES):
            done = _pair_again(folder, shown, found, number)
            if done is not None:
                return done
        raise disk.DiskProblem(folder / round_file(found, number), "replace", "in-use")


def _pair_again(folder: Path, shown: str, division_id: str, number: int) -> Repaired | None:
    """None if somebody saved the sheet after it was looked at: it is to be looked at again."""
    path = folder / round_file(division_id, number)
    where = Source(f"{shown}/{round_file(division_id, number)}")
    disk.recover(path.parent)
    disk.recover(path.parent / "old")
    later = next(
        (n for n in range(number + 1, 100) if os.path.lexists(folder / round_file(division_id, n))), None
    )
    if later is not None:
        _, _, language = read_report(folder, shown)
        return Repaired(language, (Problem("pair-played-on", where, str(later)),))
    report, problems, language = read_report(folder, shown, without=(division_id, number))
    if report is None:
        return Repaired(language, tuple(problems))
    one = next(one for one in report.divisions if one.division.id == division_id)
    new = next((one for one in one.tournament.new_rounds if one.number == number), None)
    if new is None:
        expected = one.tournament.next_round
        code = "pair-not-ready" if expected in (None, number) else "pair-not-next"
        return Repaired(language, (Problem(code, where, str(number), {"next": expected}),))
    data = round_bytes(one.tournament, new, report.event)
    if not path.exists():
        return Repaired(language, (), where.file) if disk.write_new(path, data) else None
    seen = read_workbook(path, where.file, folder)
    if isinstance(seen, Problem):
        return Repaired(language, (seen,))
    if typed := _typed(seen, where, one.tournament):
        return Repaired(language, tuple(typed))
    old = folder / "rounds" / "old"
    if leads_outside(old, folder):
        return Repaired(language, (Problem("file-outside", Source(f"{shown}/rounds/old")),))
    if open_elsewhere(path):  # whoever has it open would save the old one over the new
        return Repaired(language, (Problem("pair-open", where, path.name),))
    kept = disk.exchange(path, data, seen, old)
    return Repaired(language, (), where.file, f"{shown}/rounds/old/{kept.name}") if kept else None


def _typed(data: bytes, where: Source, tournament: Tournament) -> list[Problem]:
    """The first thing somebody typed into the sheet; a sheet that can't be read may hold anything."""
    boards = board_names(tournament.division.declared)
    sheet, problems = read_round(data, where.file, boards, people_of(tournament.players.values()))
    if sheet is None or problems:
        return problems
    entrants = tournament.situations[0].entrants
    for row in sheet.rows:
        # Byes and the forfeits of withdrawn players were filled in when the sheet was made.
        there = [entrants[no] for no in row.numbers if no is not None and no in entrants]
        gone = any(one.withdrawn(tournament.completed + 1) for one in there)
        made = {None, "walkover", "forfeit", "double-loss"} if gone or row.numbers[1] is None else {None}
        cells = [(f"result{side}", mark) for side, mark in enumerate(row.marks, 1)]
        cells += [(f"board{place}", mark) for place, mark in enumerate(row.boards, 1)]
        for cell, mark in cells:
            if mark not in made:
                return [Problem("pair-has-results", row.at(cell))]
        if row.discs != (None, None):
            return [Problem("pair-has-results", row.at("discs1"))]
    return []
