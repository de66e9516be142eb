"""An event's folder, read and played through: what pages, sheets and explanations are made from."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tourgen.advice import advice
from tourgen.dataclass import dataclass, replace
from tourgen.event import Division, Event, read_event
from tourgen.formats import Format
from tourgen.formats.declaration import MainBracket
from tourgen.intake import (
    away,
    leads_outside,
    listed,
    missing,
    not_downloaded,
    open_elsewhere,
    read_text,
    read_workbook,
)
from tourgen.labels import board_names
from tourgen.line_up_changes import line_up_changes
from tourgen.line_ups import line_up_problems, people_of, roster_notices
from tourgen.model import BarredPair, Player, ResultSheet, Source
from tourgen.problems import Notice, Problem
from tourgen.replaced import replace_absentees
from tourgen.results import document
from tourgen.sheet_checks import check_sheet, name_notices
from tourgen.sheets import name_key, read_barred, read_roster, read_round
from tourgen.tournament import Tournament, check_apart, play

if TYPE_CHECKING:
    from tourgen.records import Records, TableRecord

_ROUND_FILE = re.compile(r"(?P<division>.+)-r(?P<round>[1-9]\d?)\.xlsx")
# Much the same, with whatever people and file managers make of it: `Open_R3 (1)`, `open-r03 - コピー`.
_ALMOST = re.compile(r"(?:copy of )?(?P<division>.+?)[\s_-]*r(?:ound)?[\s_-]*0*(?P<round>[1-9]\d?)(?!\d)")
PUBLIC_ROSTER = "roster-public.xlsx"  # written by `tourgen publish --init`, for the organiser to swap in
_WORKBOOKS = (".xlsx", ".xls", ".xlsm", ".ods", ".csv")


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown page of the event; its title is its first heading."""

    slug: str
    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class DivisionReport:
    """One division: its results document and the tournament behind it."""

    division: Division
    tournament: Tournament
    document: dict[str, Any]
    records: Mapping[tuple[int, int], TableRecord] = field(default_factory=dict)  # of Go, by round and table
    record_notices: tuple[Notice, ...] = ()

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
        of_roster = roster_notices(self.declared.game, tuple(self.players.values()))
        return (*of_roster, *self.tournament.notices, *self.record_notices)


@dataclass(frozen=True, slots=True)
class EventReport:
    """A whole event without a problem."""

    event: Event
    divisions: tuple[DivisionReport, ...]
    pages: tuple[Page, ...] = ()
    folder_notices: tuple[Notice, ...] = ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is said of the folder, and the notices of all divisions."""
        return (*self.folder_notices, *(notice for division in self.divisions for notice in division.notices))


def read_report(
    folder: Path, shown: str, without: tuple[str, int] | None = None
) -> tuple[EventReport | None, list[Problem], str]:
    """The event, or all its problems at once; and the language to say them in.

    `without` leaves out one round's sheet, as if it had not been made (but see decision H29), and the other
    divisions' sheets.
    """
    try:
        return _read_report(folder, shown, without)
    except OSError as error:  # a folder that the disk can't list
        place = str(error.filename or folder).replace(str(folder), shown, 1)
        return None, [unread(place, error)], _language(folder)


def _read_report(
    folder: Path, shown: str, without: tuple[str, int] | None
) -> tuple[EventReport | None, list[Problem], str]:
    event, wrong = read_event(folder, shown)
    if event is None:
        return None, wrong, _language(folder)
    rosters, problems, said_of_rosters = _rosters(event)
    flawed = {problem.where.sheet for problem in problems}
    barred, found = barred_pairs(event, rosters)
    problems += found
    sheets, found = _round_sheets(event, rosters, without)
    problems = wrong + problems + found
    playable = {division.id: division for division in event.divisions}
    waiting: dict[str, Notice] = {}
    if not wrong:
        rosters, waiting = replace_absentees(event, rosters)
    records = _records(event, sheets, rosters) if without is None else None
    problems += records.problems if records else []
    reports = []
    for division_id, _ in event.named:
        division, roster, own = playable.get(division_id), rosters.get(division_id, ()), sheets[division_id]
        old = own.pop(without[1], None) if without and without[0] == division_id else None
        if division is None:
            problems += [one for n, sheet in own.items() for one in check_sheet(sheet, n, {}, False)]
        elif (
            wrong
            or not roster
            or roster[0].source.sheet in flawed
            or (flawed and _takes_in(division, roster))
        ):
            problems += _not_said_yet(check_apart(division, roster, own), problems)
        else:
            until = _first_unread(division_id, problems)
            changed, said_of_line_ups = line_up_changes(own, roster)
            problems += [*line_up_problems(own, roster), *changed]
            tournament, found = play(
                division,
                roster,
                own,
                f"{shown}/roster.xlsx",
                until,
                waiting.get(division_id),
                barred.get(division_id, ()),
                (without[1], old) if without and old else None,
            )
            problems += found
            if tournament is not None:
                said_of_names = name_notices(own, tournament.players)
                said = (
                    *said_of_line_ups,
                    *said_of_names,
                    *advice(event, rosters, tournament),
                    *tournament.notices,
                )
                tournament = replace(tournament, notices=said)
                found_so_far = document(tournament, event.id, event.name)
                reports.append(_with_records(DivisionReport(division, tournament, found_so_far), records))
    pages, found = _pages(event)
    problems += [*found, *_templates(event)]
    for read_whole, ending in (("pages", ".md"), ("templates", "")):
        problems += not_downloaded(folder / read_whole, f"{shown}/{read_whole}", ending)
    if problems:
        return None, problems, _language(folder) if wrong else event.language
    said = (*_open_sheets(event), *_copies(event), *_while_it_matters(said_of_rosters, reports))
    return EventReport(event, tuple(reports), pages, said), [], event.language


def _while_it_matters(notices: list[Notice], reports: list[DivisionReport]) -> list[Notice]:
    """Of rosters of divisions that have not completed a round: what was right so long is not said again."""
    played = {
        player.source.sheet
        for one in reports
        if one.tournament.completed
        for player in one.players.values()
        if player.replacement_from is None
    }
    return [notice for notice in notices if notice.where.sheet not in played]


def _copies(event: Event) -> tuple[Notice, ...]:
    """What a cloud drive makes of two versions of one file: `roster (1).xlsx`, `event-DESKTOP.toml`, 競合コピー."""
    return tuple(
        Notice("copy-unread", Source(f"{event.shown}/{one.name}"), {"found": one.name, "used": used})
        for used in ("event.toml", "roster.xlsx")
        for one in listed(event.folder)
        if Path(used).stem in one.stem
        and one.suffix == Path(used).suffix
        and one.name not in (used, PUBLIC_ROSTER)
        and not one.name.startswith(("~$", "."))
        and not _is_format(event, one)
    )


def _is_format(event: Event, path: Path) -> bool:
    return any(path.name == division.declared.id for division in event.divisions)


def _open_sheets(event: Event) -> tuple[Notice, ...]:
    """A sheet that is open in Excel: what is typed there and not saved is not in the file."""
    files = [event.folder / "roster.xlsx", *listed(event.folder / "rounds")]
    return tuple(
        Notice(
            "sheet-open",
            Source(f"{event.shown}/{one.relative_to(event.folder).as_posix()}"),
            {"found": one.name},
        )
        for one in files
        if one.suffix == ".xlsx" and _is_workbook(one) and open_elsewhere(one)
    )


def _records(
    event: Event,
    sheets: Mapping[str, Mapping[int, ResultSheet]],
    rosters: Mapping[str, tuple[Player, ...]],
) -> Records | None:
    """games/, where Go is played; the count is not even loaded elsewhere."""
    if not any(one.declared.game == "go" for one in event.divisions):
        return None
    from tourgen.records import read_records

    return read_records(event, sheets, rosters)


def _with_records(report: DivisionReport, records: Records | None) -> DivisionReport:
    if records is None:
        return report
    own = report.division.id
    notices = tuple(records.notices.get(own, ()))
    return replace(report, records=records.tables.get(own, {}), record_notices=notices)


def _takes_in(division: Division, roster: Sequence[Player]) -> bool:
    """Whether absentees are replaced from other rosters, which must then be right as well."""
    return isinstance(division.declared.first_stage, MainBracket) and any(player.absent for player in roster)


def _not_said_yet(found: list[Problem], said: list[Problem]) -> list[Problem]:
    """Without the cells of which something is said already: what they were read as is no second mistake."""
    cells = {problem.where for problem in said}
    return [problem for problem in found if problem.where not in cells]


def read_rosters(
    folder: Path, shown: str
) -> tuple[Event | None, dict[str, tuple[Player, ...]], list[Problem]]:
    """The event and its rosters alone, whatever its rounds hold."""
    event, problems = read_event(folder, shown)
    if event is None or problems:
        return None, {}, problems
    rosters, problems, _ = _rosters(event)
    return event, rosters, problems


def _language(folder: Path) -> str:
    """The language of an event.toml that is wrong elsewhere, so that its problems are said in it."""
    text = read_text(folder / "event.toml", "", folder)
    said = isinstance(text, str) and re.search(r'^[ \t]*language\s*=\s*["\']en["\']', text, re.MULTILINE)
    return "en" if said else "ja"


def unread(shown: str, error: OSError) -> Problem:
    """A file or folder that the disk doesn't give out."""
    return Problem("file-not-read", Source(shown), params={"detail": error.strerror or str(error)})


def _rosters(event: Event) -> tuple[dict[str, tuple[Player, ...]], list[Problem], list[Notice]]:
    path, shown = event.folder / "roster.xlsx", f"{event.shown}/roster.xlsx"
    if missing(path):  # a link that leads nowhere is told as one
        # A roster under another name, or saved as another kind of file, is named instead of called missing.
        files = listed(event.folder)
        if problem := away(path.name, [file.name for file in files], shown):
            return {}, [problem], []
        others = [file.name for file in files if _is_workbook(file)]
        if others:
            return {}, [Problem("roster-name", Source(f"{event.shown}/{others[0]}"), others[0])], []
        return {}, [Problem("roster-missing", Source(event.shown))], []
    data = read_workbook(path, shown, event.folder)
    if isinstance(data, Problem):
        return {}, [data], []
    notices: list[Notice] = []
    boards = {one.id: board_names(one.declared) for one in event.divisions if one.declared.boards}
    rosters, problems = read_roster(data, shown, event.named, boards, notices)
    return rosters, _without_format(event, problems), notices


def _without_format(event: Event, problems: list[Problem]) -> list[Problem]:
    """Whether players or teams enter is not known where a format can't be used: then no header is asked for."""
    usable = {one.id for one in event.divisions}
    names = {name_key(word) for one in event.named if one[0] not in usable for word in one}
    return [
        one
        for one in problems
        if one.code != "header-missing" or name_key(one.where.sheet or "") not in names
    ]


def barred_pairs(
    event: Event, rosters: Mapping[str, tuple[Player, ...]]
) -> tuple[dict[str, tuple[BarredPair, ...]], list[Problem]]:
    """組合せ禁止 by division; which divisions can heed it is known only where all formats are."""
    if not rosters or len(event.divisions) < len(event.named):
        return {}, []  # whatever is wrong with the file is said of the roster
    data = read_workbook(event.folder / "roster.xlsx", f"{event.shown}/roster.xlsx", event.folder)
    if isinstance(data, Problem):
        return {}, [data]
    swiss = [(one.id, one.name) for one in event.divisions if one.declared.swiss is not None]
    others = [one for one in event.named if one not in swiss]
    return read_barred(data, f"{event.shown}/roster.xlsx", swiss, rosters, others)


def _is_workbook(path: Path) -> bool:
    """Whether somebody may have put a sheet here; what Excel and LibreOffice leave while they run is none."""
    return path.suffix.lower() in _WORKBOOKS and not path.name.startswith(("~$", ".")) and not path.is_dir()


def _round_sheets(
    event: Event, rosters: Mapping[str, Sequence[Player]], without: tuple[str, int] | None
) -> tuple[dict[str, dict[int, ResultSheet]], list[Problem]]:
    """Every result sheet by division and round; a workbook whose name can't be placed is never passed over."""
    sheets: dict[str, dict[int, ResultSheet]] = {division_id: {} for division_id, _ in event.named}
    problems: list[Problem] = []
    folder = event.folder / "rounds"
    if leads_outside(folder, event.folder):  # the next sheet would be written there
        return sheets, [Problem("file-outside", Source(f"{event.shown}/rounds"))]
    paths = listed(folder)
    problems += _away(event, [without[0]] if without else list(sheets), {path.name for path in paths})
    for path in paths:
        if not _is_workbook(path):
            continue
        shown = f"{event.shown}/rounds/{path.name}"
        match = _ROUND_FILE.fullmatch(path.name)
        if match is None or match["division"] not in sheets:
            problems.append(_misnamed(path, shown, tuple(sheets)))
            continue
        number = int(match["round"])
        if without and match["division"] != without[0]:
            continue  # to re-make a round, what stands in other divisions' sheets doesn't matter
        data = read_workbook(path, shown, event.folder)
        if isinstance(data, Problem):
            problems.append(data)
        else:
            division = next((one for one in event.divisions if one.id == match["division"]), None)
            boards = board_names(division.declared) if division else ()
            sheet, found = read_round(data, shown, boards, people_of(rosters.get(match["division"], ())))
            if not without or number != without[1]:  # nor what is wrong with its own
                problems += found if division else [one for one in found if one.code != "header-missing"]
            if sheet is not None:
                sheets[match["division"]][number] = sheet
    return sheets, problems


def _away(event: Event, divisions: list[str], names: set[str]) -> list[Problem]:
    """Sheets that are being saved or not downloaded: the next build would make them anew, without their results."""
    if not any(name.startswith(("~$", ".")) for name in names):
        return []
    sheets = [f"{division}-r{number}.xlsx" for division in divisions for number in range(1, 100)]
    found = [away(name, names, f"{event.shown}/rounds/{name}") for name in sheets]
    return [problem for problem in found if problem is not None]


def _first_unread(division: str, problems: list[Problem]) -> int | None:
    """The first round whose sheet can't be read: it hides what comes after it, and nothing is guessed."""
    files = (problem.where.file.rpartition("/rounds/")[2] for problem in problems)
    matches = [match for file in files if (match := _ROUND_FILE.fullmatch(file))]
    return min((int(match["round"]) for match in matches if match["division"] == division), default=None)


def _misnamed(path: Path, shown: str, divisions: tuple[str, ...]) -> Problem:
    """What is probably meant by a file of another name: a copy, another kind of file, a slip, a stranger."""
    said = _ALMOST.match(unicodedata.normalize("NFKC", path.stem).strip().lower())
    meant = re.sub(r"[\s_-]+", "-", said["division"]) if said else path.stem.lower()
    near = get_close_matches(meant, divisions, n=1, cutoff=0.75)
    if said and not near:
        params = {"known": ", ".join(divisions)}
        return Problem("round-file-division", Source(shown), said["division"], params)
    wanted = f"{near[0] if near else divisions[0]}-r{int(said['round']) if said else 1}.xlsx"
    params = {"suggestion": wanted}
    if said and (path.parent / wanted).exists() and not path.samefile(path.parent / wanted):
        return Problem("round-file-copy", Source(shown), path.name, params)
    if said and path.suffix.lower() != ".xlsx":
        return Problem("round-file-kind", Source(shown), path.suffix, params)
    return Problem("round-file-name", Source(shown), path.name, params)


def _pages(event: Event) -> tuple[tuple[Page, ...], list[Problem]]:
    pages: list[Page] = []
    problems: list[Problem] = []
    try:
        files = [path for path in listed(event.folder / "pages") if path.suffix == ".md"]
    except OSError as error:
        return (), [unread(f"{event.shown}/pages", error)]
    for path in files:
        shown = f"{event.shown}/pages/{path.name}"
        if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", path.stem):
            problems.append(Problem("page-name", Source(shown), path.stem))
            continue
        text = read_text(path, shown, event.folder)
        if isinstance(text, Problem):
            problems.append(text)
            continue
        pages.append(Page(path.stem, _title(text) or path.stem, text))
    return tuple(pages), problems


def _templates(event: Event) -> list[Problem]:
    """Whether the event's own templates can be looked at: Jinja takes those that can't for none, and shows its own."""
    wrong: list[OSError] = []
    for folder, _, files in os.walk(event.folder / "templates", onerror=wrong.append):
        for name in files:
            try:
                Path(folder, name).lstat()
            except OSError as error:
                wrong.append(error)
    home = str(event.folder)
    return [
        unread(str(one.filename).replace(home, event.shown, 1), one)
        for one in wrong
        if not isinstance(one, FileNotFoundError | NotADirectoryError)
    ]


def _title(text: str) -> str:
    """The first heading, without the # that may also stand behind it."""
    heading = re.search(r"^#\s+(\S.*)$", text, re.MULTILINE)
    return heading[1].rstrip().rstrip("#").rstrip() if heading else ""


def with_language(report: EventReport, language: str | None) -> EventReport:
    """The same event in another language, where `--lang` asks for it."""
    return report if language is None else replace(report, event=replace(report.event, language=language))
