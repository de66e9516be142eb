"""event.toml → Event: settings checked, unknown keys answered with a suggestion."""

from __future__ import annotations

import datetime
from pathlib import Path

from tourgen.event.certificate import Certificate, read_certificate
from tourgen.event.division_settings import DivisionReader, usable_id
from tourgen.event.read_files import away, missing
from tourgen.event.settings import Appointment, Division, Event
from tourgen.event.toml_table import TomlTable, read_table
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
    table = read_table(path, file, folder)
    if isinstance(table, Problem):
        return None, [_missing(folder, shown) if missing(path) else table]
    event = _event(table, folder, shown)
    return (event if not table.problems or _all_named(event) else None), table.problems


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


def _event(table: TomlTable, folder: Path, shown: str) -> Event:
    table.refuse_others("event", "division", "timetable")
    if "event" not in table.values:
        table.problem("event-key-missing", "event", "[event]")
    head = table.table("event")
    head.refuse_others(*EVENT_KEYS)
    event_id = folder.resolve().name
    if _taken(event_id):
        table.problems.append(Problem("event-id-reserved", Source(shown), event_id))
    name = head.text("name", required=True)
    chosen = {key: head.choice(key, known) for key, known in CHOICES.items()}
    report_url = head.address("report_url", "http://192.168.0.10:8000")
    divisions = DivisionReader(folder, shown)
    return Event(
        id=event_id,
        name=name,
        name_en=head.text("name_en"),
        date=_date(head),
        venue=head.text("venue"),
        venue_en=head.text("venue_en"),
        divisions=_divisions(table, divisions),
        folder=folder,
        shown=shown,
        named=tuple(divisions.named),
        report_url=report_url,
        site_url=head.address("site_url"),
        timetable=_timetable(table),
        certificate=_certificate(head, folder, shown),
        **chosen,
    )


def _certificate(head: TomlTable, folder: Path, shown: str) -> Certificate | None:
    name = head.text("certificate")
    if not name:
        return None
    found, problems = read_certificate(folder / name, f"{shown}/{name}", folder)
    head.problems += problems
    return found


def _timetable(table: TomlTable) -> tuple[Appointment, ...]:
    """The appointments beside the rounds, in the order of their times."""
    found = []
    for row in table.tables("timetable"):
        row.refuse_others("time", "end", "title", "title_en")
        clocks = {"time": row.text("time", required=True), "end": row.text("end")}
        title, (time, end) = row.text("title", required=True), clocks.values()
        right = [row.check_clock(key, clock, '"12:35"') for key, clock in clocks.items() if clock]
        if right == [True, True] and end.zfill(5) <= time.zfill(5):
            later = f'"{min(int(time.partition(":")[0]) + 1, 23)}:59"'
            row.problem("event-value", "end", end, expected=later)
        found.append(Appointment(time, end, title, row.text("title_en")))
    return tuple(sorted(found, key=lambda one: one.time.zfill(5)))


def _taken(event_id: str) -> bool:
    """A folder's name that something else in the site has, or that can't be written into a page."""
    name = event_id.casefold()
    unwritable = any("\ud800" <= letter <= "\udfff" for letter in event_id)  # bytes that are no text
    return name in SITE_NAMES or name.endswith(SITE_FILES) or name.startswith(".") or unwritable


def _date(head: TomlTable) -> datetime.date | None:
    value = head.values.get("date")
    if isinstance(value, datetime.datetime):
        return value.date()
    if value is None or isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        head.problem("event-value", "date", value, expected="2026-07-12")
        return None


def _divisions(table: TomlTable, reader: DivisionReader) -> tuple[Division, ...]:
    given = table.values.get("division")
    if isinstance(given, dict):
        table.problem("event-value", "division", "[division]", expected="[[division]]")
        return ()
    if not given:
        table.problem("event-key-missing", "division", "[[division]]")
        return ()
    rows, most = table.tables("division"), limits().divisions
    if len(rows) > most:
        table.problem("divisions-too-many", "division", len(rows), limit=most, name="divisions")
        return ()
    divisions: list[Division] = []
    for row in rows:
        one = reader.read(row)
        if one is None:
            continue
        for name in ("id", "name"):
            value = getattr(one, name)
            if any(getattr(other, name) == value for other in divisions):
                row.problem("division-twice", name, value)
                break
        divisions.append(one)
    return tuple(divisions)
