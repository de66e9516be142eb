"""event.toml → Event: settings checked, unknown keys answered with a suggestion."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from typing import Any

from tourgen.event.certificate import Certificate, read_certificate
from tourgen.event.division_settings import CLOCK, DivisionReader, TomlValues, usable_id
from tourgen.event.read_files import away, missing, read_toml_file
from tourgen.event.settings import Appointment, Division, Event
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.limits import limits

EVENT_KEYS = (
    *("name", "name_en", "date", "venue", "venue_en", "language"),
    *("private", "report", "report_url", "site_url", "certificate"),
)
# Keys with a few values, the first of which holds where nothing is said.
CHOICES = {"language": ("ja", "en"), "private": ("number", "initials"), "report": ("agree", "referee", "off")}
# What stands in the site beside the folders of the events.
SITE_NAMES = frozenset(["ja", "en", "static", "people", "docs"])
SITE_FILES = (".html", ".xml", ".js", ".json")


def read_event(folder: Path, shown: str) -> tuple[Event | None, list[Problem]]:
    """The event in `folder`, and everything that is wrong with its event.toml and formats.

    With problems there is an event only where all its divisions are named, so that their rosters and sheets can be
    looked at all the same; `divisions` then lacks those whose format can't be used.
    """
    path, file = folder / "event.toml", f"{shown}/event.toml"
    table = read_toml_file(path, file, folder)
    if isinstance(table, Problem):
        return None, [_missing(folder, shown) if missing(path) else table]
    values = TomlValues(file)
    event = _event(table, values, folder, shown)
    return (event if not values.problems or _all_named(event) else None), values.problems


def _missing(folder: Path, shown: str) -> Problem:
    """event.toml is being saved or downloaded, or this is no event's folder."""
    try:
        names = [path.name for path in folder.iterdir()]
    except OSError:  # nor can it be known
        names = []
    return away("event.toml", names, f"{shown}/event.toml") or Problem("event-missing", Source(shown))


def _all_named(event: Event) -> bool:
    """Whether every division has an id and a name of its own."""
    ids, names = {one for one, _ in event.named}, {name for _, name in event.named}
    return all(map(usable_id, ids)) and len(ids) == len(names) == len(event.named) > 0


def _event(table: dict[str, Any], values: TomlValues, folder: Path, shown: str) -> Event:
    values.unknown_keys(table, ("event", "division", "timetable"), "")
    head = table.get("event")
    if not isinstance(head, dict):
        values.problem("event-key-missing", "event", "[event]")
        head = {}
    values.unknown_keys(head, EVENT_KEYS, "event.")
    event_id = folder.resolve().name
    if _taken(event_id):
        values.problems.append(Problem("event-id-reserved", Source(shown), event_id))
    name = values.text(head, "event.", "name", required=True)
    chosen = {key: values.choice(head, "event.", key, known) for key, known in CHOICES.items()}
    report_url = read_address(head, "event.", "report_url", values, "http://192.168.0.10:8000")
    divisions = DivisionReader(values, folder, shown)
    return Event(
        id=event_id,
        name=name,
        name_en=values.text(head, "event.", "name_en"),
        date=_date(head.get("date"), values),
        venue=values.text(head, "event.", "venue"),
        venue_en=values.text(head, "event.", "venue_en"),
        language=chosen["language"],
        divisions=_divisions(table.get("division"), values, divisions),
        folder=folder,
        shown=shown,
        named=tuple(divisions.named),
        private=chosen["private"],
        report=chosen["report"],
        report_url=report_url,
        site_url=read_address(head, "event.", "site_url", values),
        timetable=_timetable(table.get("timetable", []), values),
        certificate=_certificate(head, values, folder, shown),
    )


def read_address(
    table: dict[str, Any],
    prefix: str,
    name: str,
    values: TomlValues,
    example: str = "https://example.org/othello",
) -> str:
    """An http address without its last slash."""
    address = values.text(table, prefix, name).rstrip("/")
    if address and not re.fullmatch(r"https?://[^\s/#?]+(/[^\s#?]*)?", address):
        values.problem("event-value", prefix + name, address, expected=example)
    return address


def _certificate(head: dict[str, Any], values: TomlValues, folder: Path, shown: str) -> Certificate | None:
    name = values.text(head, "event.", "certificate")
    if not name:
        return None
    found, problems = read_certificate(folder / name, f"{shown}/{name}", folder)
    values.problems += problems
    return found


def _timetable(tables: object, values: TomlValues) -> tuple[Appointment, ...]:
    """What happens beside the rounds, in the order of the clock."""
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        values.problem("event-value", "timetable", tables, expected="[[timetable]]")
        return ()
    found = []
    for number, table in enumerate(tables, 1):
        prefix = f"timetable[{number}]."
        values.unknown_keys(table, ("time", "end", "title", "title_en"), prefix)
        time, title = (values.text(table, prefix, name, required=True) for name in ("time", "title"))
        end = values.text(table, prefix, "end")
        for name, clock in (("time", time), ("end", end)):
            if clock and not CLOCK.fullmatch(clock):
                values.problem("event-value", prefix + name, clock, expected='"12:35"')
        if CLOCK.fullmatch(time) and CLOCK.fullmatch(end) and end.zfill(5) <= time.zfill(5):
            later = f'"{min(int(time.partition(":")[0]) + 1, 23)}:59"'
            values.problem("event-value", f"{prefix}end", end, expected=later)
        found.append(Appointment(time, end, title, values.text(table, prefix, "title_en")))
    return tuple(sorted(found, key=lambda one: one.time.zfill(5)))


def _taken(event_id: str) -> bool:
    """A folder's name that something else in the site has, or that can't be written into a page."""
    name = event_id.casefold()
    unwritable = any("\ud800" <= letter <= "\udfff" for letter in event_id)  # bytes that are no text
    return name in SITE_NAMES or name.endswith(SITE_FILES) or name.startswith(".") or unwritable


def _date(value: object, values: TomlValues) -> datetime.date | None:
    if isinstance(value, datetime.datetime):
        return value.date()
    if value is None or isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        values.problem("event-value", "event.date", value, expected="2026-07-12")
        return None


def _divisions(tables: object, values: TomlValues, reader: DivisionReader) -> tuple[Division, ...]:
    if isinstance(tables, dict):
        values.problem("event-value", "division", "[division]", expected="[[division]]")
        return ()
    if not isinstance(tables, list) or not tables:
        values.problem("event-key-missing", "division", "[[division]]")
        return ()
    most = limits().divisions
    if len(tables) > most:
        values.problem("divisions-too-many", "division", len(tables), limit=most, name="divisions")
        return ()
    divisions: list[Division] = []
    for number, table in enumerate(tables, 1):
        key = f"division[{number}]"
        if not isinstance(table, dict):
            values.problem("event-value", key, table, expected="[[division]]")
            continue
        one = reader.read(table, key)
        if one is None:
            continue
        for name in ("id", "name"):
            value = getattr(one, name)
            if any(getattr(other, name) == value for other in divisions):
                values.problem("division-twice", f"{key}.{name}", value)
                break
        divisions.append(one)
    return tuple(divisions)
