"""event.toml and the event's folder → Event: settings checked, unknown keys answered with a suggestion."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.formats import Format, read_format, shipped_formats, shipped_text
from tourgen.intake import away, missing, read_text
from tourgen.labels import plain
from tourgen.limits import limits
from tourgen.model import Source
from tourgen.problems import Problem, closest
from tourgen.toml_text import read_toml, shown_value

EVENT_KEYS = ("name", "name_en", "date", "venue", "venue_en", "language")
DIVISION_KEYS = ("id", "name", "name_en", "format", "draws", "draw_names", "draw_times", "times", "qualified")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
# Folders of the site beside those of the divisions, and names that Windows keeps for its devices.
RESERVED_IDS = frozenset(
    ["ja", "en", "static", "pages", "con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)]
)
# What stands in the site beside the folders of the events.
SITE_NAMES = frozenset(["ja", "en", "static", "people", "docs"])
SITE_FILES = (".html", ".xml", ".js", ".json")


@dataclass(frozen=True, slots=True)
class Division:
    """One division of an event with its format and settings."""

    id: str
    name: str
    declared: Format
    name_en: str = ""
    draws: tuple[str, ...] = ()
    draw_names: tuple[str, ...] = ()
    draw_times: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    qualified: Mapping[str, int] = field(default_factory=dict)
    source: Source = Source("")
    settings: Mapping[str, object] = field(default_factory=dict)  # of the format, overridden by name
    format_text: str = ""  # of a format file in the event folder, empty for a shipped format


@dataclass(frozen=True, slots=True)
class Event:
    """An event as its folder declares it."""

    id: str
    name: str
    name_en: str
    date: datetime.date | None
    venue: str
    venue_en: str
    language: str
    divisions: tuple[Division, ...]
    folder: Path
    shown: str  # how messages name the folder
    named: tuple[tuple[str, str], ...] = ()  # (id, name) of every division, whatever is wrong with it


def _missing(folder: Path, shown: str) -> Problem:
    """Only away, or this is no event's folder."""
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:  # nor can it be known
        names = []
    return away("event.toml", names, f"{shown}/event.toml") or Problem("event-missing", Source(shown))


def read_event(folder: Path, shown: str) -> tuple[Event | None, list[Problem]]:
    """The event in `folder`, and everything that is wrong with its event.toml and formats.

    With problems there is an event only where all its divisions are named, so that their rosters and sheets can be
    looked at all the same; `divisions` then lacks those whose format can't be used.
    """
    path, file = folder / "event.toml", f"{shown}/event.toml"
    text = read_text(path, file, folder)
    if isinstance(text, Problem):
        return None, [_missing(folder, shown) if missing(path) else text]
    table = read_toml(text, file)
    if isinstance(table, Problem):
        return None, [table]
    reader = _EventReader(folder, shown, file)
    event = reader.event(table)
    return (event if not reader.problems or _all_named(event) else None), reader.problems


def division_named(event: Event, typed: str, shown: str) -> str | Problem:
    """The id of the division that somebody calls by its id or its name in either language, spelt as it may be."""
    english = {plain(one.name_en): one.id for one in event.divisions if one.name_en}
    names = english | {plain(name): division for division, name in event.named}
    known = names | {plain(division): division for division, _ in event.named}
    if plain(typed) in known:
        return known[plain(typed)]
    ids = tuple(division for division, _ in event.named)
    return Problem("division-unknown", Source(shown), typed, {"suggestion": closest(typed, ids)})


def _all_named(event: Event) -> bool:
    """Whether every division has an id and a name of its own."""
    ids, names = {one for one, _ in event.named}, {name for _, name in event.named}
    return all(map(_usable_id, ids)) and len(ids) == len(names) == len(event.named) > 0


def _usable_id(division_id: str) -> bool:
    return bool(_ID.fullmatch(division_id)) and len(division_id) <= 40 and division_id not in RESERVED_IDS


def _taken(event_id: str) -> bool:
    """A folder's name that something else in the site has, or that can't be written into a page."""
    name = event_id.casefold()
    unwritable = any("\ud800" <= letter <= "\udfff" for letter in event_id)  # bytes that are no text
    return name in SITE_NAMES or name.endswith(SITE_FILES) or name.startswith(".") or unwritable


def _overrides(table: Mapping[str, object]) -> dict[str, object]:
    """What a [[division]] says beside the keys of every division: settings of its format."""
    return {name: value for name, value in table.items() if name not in DIVISION_KEYS}


class _EventReader:
    """Collects every problem of an event.toml with the key it stands at."""

    def __init__(self, folder: Path, shown: str, file: str) -> None:
        self.folder, self.shown, self.file = folder, shown, file
        self.problems: list[Problem] = []
        self.named: list[tuple[str, str]] = []

    def problem(self, code: str, key: str, found: object = "", **params: object) -> None:
        self.problems.append(Problem(code, Source(self.file, None, key), shown_value(found), params))

    def event(self, table: dict[str, Any]) -> Event:
        self.unknown_keys(table, ("event", "division"), "")
        head = table.get("event")
        if not isinstance(head, dict):
            self.problem("event-key-missing", "event", "[event]")
            head = {}
        self.unknown_keys(head, EVENT_KEYS, "event.")
        event_id = self.folder.resolve().name
        if _taken(event_id):
            self.problems.append(Problem("event-id-reserved", Source(self.shown), event_id))
        name = self.text(head, "name", "event.name", required=True)
        language = head.get("language", "ja")
        if language not in ("ja", "en"):
            self.problem("event-choice", "event.language", language, suggestion="ja, en")
        return Event(
            id=event_id,
            name=name,
            name_en=self.text(head, "name_en", "event.name_en"),
            date=self.date(head),
            venue=self.text(head, "venue", "event.venue"),
            venue_en=self.text(head, "venue_en", "event.venue_en"),
            language=language,
            divisions=self.divisions(table.get("division")),
            folder=self.folder,
            shown=self.shown,
            named=tuple(self.named),
        )

    def unknown_keys(self, table: Mapping[str, object], known: Sequence[str], prefix: str) -> None:
        for key in table:
            if key not in known:
                self.problem(
                    "event-key-unknown", f"{prefix}{key}", key, suggestion=closest(key, tuple(known))
                )

    def text(self, table: Mapping[str, object], key: str, where: str, required: bool = False) -> str:
        value = table.get(key, "")
        if not isinstance(value, str):
            self.problem("event-value", where, value, expected='"…"')
            return ""
        if self.too_long(value, where):
            return ""
        if required and not value.strip():
            self.problem("event-key-missing", where, key)
        return value.strip()

    def texts(self, table: Mapping[str, object], key: str, where: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            example = '["1234", "5678", "9012"]' if key == "draws" else '["…", "…"]'
            self.problem("event-value", where, value, expected=example)
            return ()
        long = [item for item in value if self.too_long(item, where)]
        return () if long else tuple(value)

    def too_long(self, text: str, where: str) -> bool:
        """A name stands on every page: it may be as long as one in a sheet."""
        most = limits().letters
        if len(text) > most:
            self.problem("value-too-long", where, text[:20], count=len(text), limit=most, name="letters")
        return len(text) > most

    def date(self, head: Mapping[str, object]) -> datetime.date | None:
        value = head.get("date")
        if isinstance(value, str):
            try:
                value = datetime.date.fromisoformat(value)
            except ValueError:
                self.problem("event-value", "event.date", value, expected="2026-07-12")
                return None
        if isinstance(value, datetime.datetime):
            return value.date()
        if value is not None and not isinstance(value, datetime.date):
            self.problem("event-value", "event.date", value, expected="2026-07-12")
            return None
        return value

    def divisions(self, tables: object) -> tuple[Division, ...]:
        if isinstance(tables, dict):
            self.problem("event-value", "division", "[division]", expected="[[division]]")
            return ()
        if not isinstance(tables, list) or not tables:
            self.problem("event-key-missing", "division", "[[division]]")
            return ()
        most = limits().divisions
        if len(tables) > most:
            self.problem("divisions-too-many", "division", len(tables), limit=most, name="divisions")
            return ()
        divisions: list[Division] = []
        for number, table in enumerate(tables, 1):
            if not isinstance(table, dict):
                self.problem("event-value", f"division[{number}]", table, expected="[[division]]")
                continue
            one = self.division(table, f"division[{number}]")
            if one is None:
                continue
            for key in ("id", "name"):
                value = getattr(one, key)
                if any(getattr(other, key) == value for other in divisions):
                    self.problem("division-twice", f"division[{number}].{key}", value)
                    break
            divisions.append(one)
        return tuple(divisions)

    def division(self, table: dict[str, Any], key: str) -> Division | None:
        division_id = self.text(table, "id", f"{key}.id", required=True)
        if division_id and not (_ID.fullmatch(division_id) and len(division_id) <= 40):
            self.problem("division-id", f"{key}.id", division_id)
        elif division_id in RESERVED_IDS:
            self.problem("division-id-reserved", f"{key}.id", division_id)
        name = self.text(table, "name", f"{key}.name") or division_id
        self.named.append((division_id, name))
        declared, format_text = self.format(table, key)
        draws = self.draws(table, f"{key}.draws", declared)
        times = self.texts(table, "times", f"{key}.times")
        for time in times:
            if not _TIME.fullmatch(time):
                self.problem("event-value", f"{key}.times", time, expected='"11:00"')
        if declared is None:
            return None
        return Division(
            division_id,
            name,
            declared,
            self.text(table, "name_en", f"{key}.name_en"),
            draws,
            self.texts(table, "draw_names", f"{key}.draw_names") or declared.lottery.draw_names,
            self.texts(table, "draw_times", f"{key}.draw_times"),
            times,
            self.qualified(table, f"{key}.qualified", declared),
            Source(self.file, None, key),
            _overrides(table),
            format_text,
        )

    def format(self, table: dict[str, Any], key: str) -> tuple[Format | None, str]:
        """The format with the event's settings in place, and its text where it is the event's own file."""
        wanted = self.text(table, "format", f"{key}.format", required=True)
        overrides = _overrides(table)
        found = (shipped_text(wanted), self.file) if wanted in shipped_formats() else None
        if wanted and found is None:
            found = self.format_file(wanted, key)
        if found is None:
            # Which settings there are is not known without a format; a slip in the names of all formats is.
            for name in overrides:
                if get_close_matches(name, DIVISION_KEYS, n=1, cutoff=0.75):
                    self.unknown_keys({name: ""}, DIVISION_KEYS, f"{key}.")
            return None, ""
        text, file = found
        declared, problems = read_format(text, wanted, file, overrides)
        if declared is None and file != self.file:
            # A wrong override stands in event.toml, everything else in the copied format file.
            problems = [
                Problem(p.code, Source(self.file, None, f"{key}.{p.where.cell}"), p.found, p.params)
                if p.where.cell in overrides
                else p
                for p in problems
            ]
        elif declared is None:
            problems = [
                Problem(p.code, Source(file, None, f"{key}.{p.where.cell}"), p.found, p.params)
                for p in problems
            ]
        unknown = {
            name
            for name in overrides
            if any(p.code == "setting-unknown" and p.found == name for p in problems)
        }
        self.problems += [p for p in problems if not (p.code == "setting-unknown" and p.found in unknown)]
        for name in sorted(unknown):
            known = (*DIVISION_KEYS, *tomllib.loads(text).get("settings", {}))
            self.problem("event-key-unknown", f"{key}.{name}", name, suggestion=closest(name, known))
        return declared, text if file != self.file else ""

    def format_file(self, wanted: str, key: str) -> tuple[str, str] | None:
        """A format file inside the event folder; nothing outside it is ever read."""
        where, home = f"{key}.format", self.folder.resolve()
        try:
            path = (home / wanted).resolve()
            there = path.is_file()
        except PermissionError:  # in a forbidden folder: reading it says so
            there = True
        except (OSError, ValueError):  # no name that a file could have
            path, there = home, False
        if there and not path.is_relative_to(home):
            self.problem("format-outside", where, wanted)
        elif not there:
            own = tuple(file.name for file in sorted(home.glob("*.toml")) if file.name != "event.toml")
            self.problem("format-unknown", where, wanted, suggestion=closest(wanted, own + shipped_formats()))
        else:
            file = f"{self.shown}/{wanted}"
            text = read_text(path, file, home)
            if not isinstance(text, Problem):
                return text, file
            self.problems.append(text)
        return None

    def draws(self, table: dict[str, Any], key: str, declared: Format | None) -> tuple[str, ...]:
        draws = self.texts(table, "draws", key)
        wanted = declared.lottery.draws if declared else 0
        if not draws or declared is None:
            return draws
        if wanted == 0:
            self.problem("draws-unused", key, ", ".join(draws))
        elif len(draws) != wanted:
            self.problem("draws-count", key, ", ".join(draws), expected=wanted)
        for draw in draws:
            if not (draw.isascii() and draw.isdecimal() and len(draw) <= 4):
                self.problem("draw-digits", key, draw)
        return draws

    def qualified(self, table: dict[str, Any], key: str, declared: Format) -> dict[str, int]:
        value = table.get("qualified", {})
        known = declared.league_names
        if not isinstance(value, dict) or not all(type(no) is int for no in value.values()):
            self.problem("event-value", key, value, expected="{ B = 17 }")
            return {}
        for league in value:
            if league not in known:
                self.problem("event-choice", key, league, suggestion=closest(league, known))
        return value
