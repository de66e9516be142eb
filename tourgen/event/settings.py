"""An event and its divisions as event.toml declares them (read_settings.py reads it)."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tourgen.event.certificate import Certificate
from tourgen.formats import Format, shipped_text
from tourgen.formats.labels import plain
from tourgen.messages.problems import Problem, closest
from tourgen.model import Source


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
    first_table: int = 1  # where its tables begin in the hall
    format_text: str = ""  # of a format file in the event folder, empty for a shipped format

    @property
    def written(self) -> dict[str, Any]:
        """Its format as it is written down: $… stands for a setting."""
        return tomllib.loads(self.format_text or shipped_text(self.declared.id))

    @property
    def event_folder(self) -> str:
        """The event's folder as messages name it."""
        return self.source.file.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class Appointment:
    """A line of the day's plan beside the rounds: lunch, a ceremony."""

    time: str
    end: str  # "" where nobody says it
    title: str
    title_en: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event as its folder declares it."""

    id: str
    name: str
    name_en: str = ""
    date: datetime.date | None = None
    venue: str = ""
    venue_en: str = ""
    language: str = "ja"
    divisions: tuple[Division, ...] = ()
    folder: Path = Path()
    shown: str = ""  # how messages name the folder
    named: tuple[tuple[str, str], ...] = ()  # (id, name) of every division, whatever is wrong with it
    report_url: str = ""  # where phones reach the server in the hall, as it is printed on match cards
    private: str = "number"  # what stands for a name that is not published, or "initials"
    site_url: str = ""  # where the site is published
    timetable: tuple[Appointment, ...] = ()
    certificate: Certificate | None = None
    report: str = "agree"  # results from phones: count when both agree, "referee" when confirmed, "off"

    def division(self, division_id: str) -> Division | None:
        """One of the divisions by its id."""
        return next((one for one in self.divisions if one.id == division_id), None)


def division_named(event: Event, typed: str, shown: str) -> str | Problem:
    """The id of the division that somebody calls by its id or its name in either language, spelt as it may be."""
    english = {plain(one.name_en): one.id for one in event.divisions if one.name_en}
    names = english | {plain(name): division for division, name in event.named}
    known = names | {plain(division): division for division, _ in event.named}
    if plain(typed) in known:
        return known[plain(typed)]
    ids = tuple(division for division, _ in event.named)
    return Problem("division-unknown", Source(shown), typed, {"suggestion": closest(typed, ids)})
