"""The roster and the result sheets in rounds/: found by their names, opened once, read and judged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from tourgen.event.line_ups import people_of, with_empty_seats
from tourgen.event.read_files import away, is_workbook, leads_outside, listed, missing, read_workbook
from tourgen.event.read_settings import read_event
from tourgen.event.result_meaning import JudgedSheet, judge_sheet
from tourgen.event.round_files import MOST_ROUNDS, division_and_round, round_name, rounds_of
from tourgen.event.settings import Event
from tourgen.formats.labels import board_names, plain
from tourgen.messages.problems import Problem
from tourgen.model import Player, ResultSheet, Source
from tourgen.sheets import Roster, fold, read_roster, read_round

ROSTER_FILES = ("roster.xlsx", "roster.ods", "roster.csv")  # one of them
PUBLIC_ROSTER = "roster-public.xlsx"  # written by `tourgen publish --init`, for the organiser to swap in
# Much the same, with whatever people and file managers make of it: `Open_R3 (1)`, `open-r03 - コピー`.
_ALMOST = re.compile(r"(?:copy of )?(?P<division>.+?)[\s_-]*r(?:ound)?[\s_-]*0*(?P<round>[1-9]\d?)(?!\d)")

RoundSheets = dict[str, dict[int, JudgedSheet]]  # by division and round


def read_event_and_roster(folder: Path, shown: str) -> tuple[Event | None, Roster]:
    """The event with its roster alone, whatever its rounds hold."""
    event, problems = read_event(folder, shown)
    if event is None or problems:
        return None, Roster({}, problems, [], {}, [])
    return event, read_roster_file(event)


def read_roster_file(event: Event) -> Roster:
    """The players of every division, and 組合せ禁止."""
    there = [name for name in ROSTER_FILES if not missing(event.folder / name)]
    if len(there) > 1:
        return Roster({}, [Problem("roster-twice", Source(event.shown), ", ".join(there))], [], {}, [])
    path, shown = event.folder / roster_name(event.folder), f"{event.shown}/{roster_name(event.folder)}"
    if path.suffix == ".csv" and len(event.named) > 1:
        return Roster({}, [Problem("roster-one-sheet", Source(shown), path.name)], [], {}, [])
    data = _not_there(event, path, shown) or read_workbook(path, shown, event.folder)
    if isinstance(data, Problem):
        return Roster({}, [data], [], {}, [])
    return read_roster_bytes(event, data, shown)


def read_roster_bytes(event: Event, data: bytes, shown: str) -> Roster:
    """The same from the contents of a roster."""
    boards = {one.id: board_names(one.declared) for one in event.divisions if one.declared.boards}
    # Which divisions can heed 組合せ禁止 is known only where every format is.
    all_known = len(event.divisions) == len(event.named)
    heeding = [one.id for one in event.divisions if one.declared.heeds_barred] if all_known else None
    roster = read_roster(data, shown, event.named, boards, heeding)
    return roster._replace(problems=_without_format(event, roster.problems))


def roster_name(folder: Path) -> str:
    """The roster that is there, else the one that is asked for."""
    return next((name for name in ROSTER_FILES if not missing(folder / name)), ROSTER_FILES[0])


def _not_there(event: Event, path: Path, shown: str) -> Problem | None:
    """A roster under another name, or saved as another kind of file, is named instead of called missing."""
    if not missing(path):  # a link that leads nowhere is not missing: reading it says so
        return None
    files = listed(event.folder)
    if problem := away(path.name, [file.name for file in files], shown):
        return problem
    others = [file.name for file in files if is_workbook(file)]
    if others:
        return Problem("roster-name", Source(f"{event.shown}/{others[0]}"), others[0])
    return Problem("roster-missing", Source(event.shown))


def _without_format(event: Event, problems: list[Problem]) -> list[Problem]:
    """Without its format it is not known whether players or teams enter a division: no header is asked for there."""
    usable = {one.id for one in event.divisions}
    names = {fold(word) for one in event.named if one[0] not in usable for word in one}
    return [
        one for one in problems if one.code != "header-missing" or fold(one.where.sheet or "") not in names
    ]


def read_rounds(
    event: Event, players: Mapping[str, Sequence[Player]], remade: tuple[str, int] | None
) -> tuple[RoundSheets, list[Problem]]:
    """Every result sheet; a workbook whose name can't be placed is a problem, never passed over.

    `remade` is the round that `tourgen pair` makes again: the sheets of other divisions are not read then, and what
    is wrong with the old sheet is not reported.
    """
    sheets: RoundSheets = {division_id: {} for division_id, _ in event.named}
    folder = event.folder / "rounds"
    if leads_outside(folder, event.folder):  # the next sheet would be written there
        return sheets, [Problem("file-outside", Source(f"{event.shown}/rounds"))]
    paths = listed(folder)
    problems = _away(event, [remade[0]] if remade else list(sheets), {path.name for path in paths})
    divisions = {one.id: one.declared for one in event.divisions}
    for path in filter(is_workbook, paths):
        shown = f"{event.shown}/rounds/{path.name}"
        placed = division_and_round(path.name)
        if placed is None or placed[0] not in sheets:
            problems.append(_misnamed(path, shown, tuple(sheets)))
            continue
        division_id, number = placed
        if remade and division_id != remade[0]:
            continue
        data = read_workbook(path, shown, event.folder)
        if isinstance(data, Problem):
            problems.append(data)
            continue
        declared = divisions.get(division_id)
        boards = board_names(declared) if declared else ()
        sheet, found = read_round(data, shown, boards, people_of(players.get(division_id, ())))
        if (division_id, number) != remade:
            # Without its format it is not known which columns the sheet must have.
            problems += found if declared else [one for one in found if one.code != "header-missing"]
        if sheet is not None:
            problems += _of_another(event, division_id, sheet)
            teams = {team.no: team.members for team in players.get(division_id, ())} if boards else {}
            rows = tuple(with_empty_seats(row, teams) for row in sheet.rows)
            sheets[division_id][number] = judge_sheet(replace(sheet, rows=rows), declared)
    return sheets, problems


def _of_another(event: Event, division_id: str, sheet: ResultSheet) -> list[Problem]:
    """The title names another division: where the same people play in both, nothing else would say so."""
    title = plain(sheet.title)
    said = {
        one.id: name
        for one in event.divisions
        for name in (one.name, one.name_en)
        if name and plain(name) in title
    }
    if not said or division_id in said:
        return []
    params = {"division": next(name for one, name in event.named if one == division_id)}
    return [Problem("division-wrong", sheet.source, next(iter(said.values())), params)]


def _away(event: Event, divisions: list[str], names: set[str]) -> list[Problem]:
    """Sheets that are being saved or not downloaded: without a problem the build would make them again, empty."""
    if not any(name.startswith(("~$", ".")) for name in names):
        return []
    numbers = range(1, MOST_ROUNDS + 1)
    sheets = [round_name(division, number) for division in divisions for number in numbers]
    found = [away(name, names, f"{event.shown}/rounds/{name}") for name in sheets]
    return [problem for problem in found if problem is not None]


def first_unread(division: str, problems: list[Problem]) -> int | None:
    """The first round whose sheet can't be read; the rounds after it depend on its results, and are not played."""
    files = (problem.where.file.rpartition("/rounds/")[2] for problem in problems)
    return min(rounds_of(division, files), default=None)


def _misnamed(path: Path, shown: str, divisions: tuple[str, ...]) -> Problem:
    """A file of another name, with what was probably meant: it is a copy, another kind of file, or a slip."""
    said = _ALMOST.match(unicodedata.normalize("NFKC", path.stem).strip().lower())
    meant = re.sub(r"[\s_-]+", "-", said["division"]) if said else path.stem.lower()
    near = get_close_matches(meant, divisions, n=1, cutoff=0.75)
    if said and not near:
        params = {"known": ", ".join(divisions)}
        return Problem("round-file-division", Source(shown), said["division"], params)
    wanted = round_name(near[0] if near else divisions[0], int(said["round"]) if said else 1)
    params = {"suggestion": wanted}
    if said and (path.parent / wanted).exists() and not path.samefile(path.parent / wanted):
        return Problem("round-file-copy", Source(shown), path.name, params)
    if said and path.suffix.lower() != ".xlsx":
        return Problem("round-file-kind", Source(shown), path.suffix, params)
    return Problem("round-file-name", Source(shown), path.name, params)
