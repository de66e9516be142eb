"""An event's folder, read and played through: what pages, sheets and explanations are made from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tourgen.event import Division, Event, read_event
from tourgen.formats import Format
from tourgen.model import Player, ResultSheet, Source
from tourgen.problems import Notice, Problem, closest
from tourgen.results import document
from tourgen.sheets import read_roster, read_round
from tourgen.tournament import Tournament, play

_ROUND_FILE = re.compile(r"(?P<division>.+)-r(?P<round>[1-9]\d?)\.xlsx")
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

    @property
    def declared(self) -> Format:
        """The format, with the event's settings in place."""
        return self.division.declared

    @property
    def players(self) -> Mapping[int, Player]:
        """The roster by number."""
        return self.tournament.players

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the organiser should know of this division."""
        return self.tournament.notices


@dataclass(frozen=True, slots=True)
class EventReport:
    """A whole event without a problem."""

    event: Event
    divisions: tuple[DivisionReport, ...]
    pages: tuple[Page, ...] = ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The notices of all divisions."""
        return tuple(notice for division in self.divisions for notice in division.notices)


def read_report(
    folder: Path, shown: str, without: tuple[str, int] | None = None
) -> tuple[EventReport | None, list[Problem], str]:
    """The event, or all its problems at once; and the language to say them in.

    `without` leaves one round's sheet unread, as if it had not been made.
    """
    event, problems = read_event(folder, shown)
    if event is None:
        return None, problems, _language(folder)
    rosters, problems = _rosters(event)
    sheets, found = _round_sheets(event, without)
    problems += found
    reports = []
    for division in event.divisions:
        if division.id not in rosters:
            continue
        tournament, found = play(division, rosters[division.id], sheets[division.id], f"{shown}/roster.xlsx")
        problems += found
        if tournament is not None:
            reports.append(DivisionReport(division, tournament, document(tournament, event.id, event.name)))
    pages, found = _pages(event)
    problems += found
    if problems:
        return None, problems, event.language
    return EventReport(event, tuple(reports), pages), [], event.language


def read_rosters(
    folder: Path, shown: str
) -> tuple[Event | None, dict[str, tuple[Player, ...]], list[Problem]]:
    """The event and its rosters alone, whatever its rounds hold."""
    event, problems = read_event(folder, shown)
    if event is None:
        return None, {}, problems
    rosters, problems = _rosters(event)
    return event, rosters, problems


def _language(folder: Path) -> str:
    """The language of an event.toml that is wrong elsewhere, so that its problems are said in it."""
    try:
        text = (folder / "event.toml").read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return "ja"
    return "en" if re.search(r'^\s*language\s*=\s*["\']en["\']', text, re.MULTILINE) else "ja"


def _bytes(path: Path, shown: str) -> tuple[bytes | None, list[Problem]]:
    try:
        return path.read_bytes(), []
    except FileNotFoundError:
        return None, [Problem("roster-missing", Source(shown))]
    except OSError as error:
        return None, [
            Problem("file-not-read", Source(shown), params={"detail": error.strerror or str(error)})
        ]


def _rosters(event: Event) -> tuple[dict[str, tuple[Player, ...]], list[Problem]]:
    shown = f"{event.shown}/roster.xlsx"
    data, problems = _bytes(event.folder / "roster.xlsx", shown)
    if data is None:
        return {}, problems
    return read_roster(data, shown, [(division.id, division.name) for division in event.divisions])


def _round_sheets(
    event: Event, without: tuple[str, int] | None
) -> tuple[dict[str, dict[int, ResultSheet]], list[Problem]]:
    """Every result sheet by division and round; a workbook whose name can't be placed is never passed over."""
    sheets: dict[str, dict[int, ResultSheet]] = {division.id: {} for division in event.divisions}
    problems: list[Problem] = []
    folder = event.folder / "rounds"
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.name.startswith(("~$", ".")) or path.is_dir() or path.suffix.lower() not in _WORKBOOKS:
            continue
        shown = f"{event.shown}/rounds/{path.name}"
        match = _ROUND_FILE.fullmatch(path.name)
        if match is None or match["division"] not in sheets:
            problems.append(_misnamed(path.name, shown, tuple(sheets)))
            continue
        if without == (match["division"], int(match["round"])):
            continue
        data, found = _bytes(path, shown)
        problems += found
        if data is not None:
            sheet, found = read_round(data, shown)
            problems += found
            if sheet is not None and not found:
                sheets[match["division"]][int(match["round"])] = sheet
    return _without_guessing(sheets, problems), problems


def _without_guessing(
    sheets: dict[str, dict[int, ResultSheet]], problems: list[Problem]
) -> dict[str, dict[int, ResultSheet]]:
    """A sheet that can't be read hides what comes after it: the division is judged only up to there."""
    for division, by_round in sheets.items():
        broken = [
            int(match["round"])
            for problem in problems
            if (match := _ROUND_FILE.fullmatch(problem.where.file.rsplit("/", 1)[-1]))
            and match["division"] == division
        ]
        first = min(broken, default=1000)
        sheets[division] = {number: sheet for number, sheet in by_round.items() if number < first}
    return sheets


def _misnamed(name: str, shown: str, divisions: tuple[str, ...]) -> Problem:
    stem = name.rsplit(".", 1)[0]
    digits = re.search(r"(\d+)(?!.*\d)", stem)
    guess = closest(re.sub(r"[-_ ]*[rR]?\d*$", "", stem), divisions) if divisions else ""
    wanted = f"{guess.split(', ')[0]}-r{int(digits[1]) if digits and len(digits[1]) < 3 else 1}.xlsx"
    return Problem("round-file-name", Source(shown), name, {"suggestion": wanted})


def _pages(event: Event) -> tuple[tuple[Page, ...], list[Problem]]:
    pages, problems = [], []
    folder = event.folder / "pages"
    for path in sorted(folder.glob("*.md")) if folder.is_dir() else []:
        shown = f"{event.shown}/pages/{path.name}"
        if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", path.stem):
            problems.append(Problem("page-name", Source(shown), path.stem))
            continue
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            problems.append(Problem("toml-encoding", Source(shown)))
            continue
        except OSError as error:
            detail = error.strerror or str(error)
            problems.append(Problem("file-not-read", Source(shown), params={"detail": detail}))
            continue
        heading = re.search(r"^#\s+(.+?)\s*#*\s*$", text, re.MULTILINE)
        pages.append(Page(path.stem, heading[1] if heading else path.stem, text))
    return tuple(pages), problems


def with_language(report: EventReport, language: str | None) -> EventReport:
    """The same event in another language, where `--lang` asks for it."""
    return report if language is None else replace(report, event=replace(report.event, language=language))
