"""One [[division]] of event.toml: its names, its format with the settings overridden, its draws."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tourgen.event.read_files import read_text
from tourgen.event.settings import Division
from tourgen.formats import TIME, Format, read_format, shipped_formats, shipped_text
from tourgen.messages.problems import Problem, closest
from tourgen.model import Source
from tourgen.storage.limits import limits
from tourgen.storage.toml_text import shown_value

DIVISION_KEYS = (
    *("id", "name", "name_en", "format", "draws", "draw_names", "draw_times", "times", "qualified"),
    "first_table",
)
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_ID = 40
MOST_TABLES = 9999
CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
# Folders of the site beside those of the divisions, and names that Windows keeps for its devices.
RESERVED_IDS = frozenset(
    ["ja", "en", "static", "pages", "con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)]
)


class TomlValues:
    """Reads values and collects every problem."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def problem(self, code: str, key: str, found: object = "", **params: object) -> None:
        """Something wrong at this key."""
        self.problems.append(Problem(code, Source(self.file, None, key), shown_value(found), params))

    def unknown_keys(self, table: Mapping[str, object], known: Sequence[str], prefix: str) -> None:
        """Every key that nobody reads, with the one that was probably meant."""
        for key in table:
            if key not in known:
                meant = closest(key, tuple(known))
                self.problem("event-key-unknown", f"{prefix}{key}", key, suggestion=meant)

    def text(self, table: Mapping[str, object], prefix: str, key: str, required: bool = False) -> str:
        """A line of text, "" where there is none."""
        value, where = table.get(key, ""), f"{prefix}{key}"
        if not isinstance(value, str):
            self.problem("event-value", where, value, expected='"…"')
            return ""
        if self.too_long(value, where):
            return ""
        if required and not value.strip():
            self.problem("event-key-missing", where, key)
        return value.strip()

    def texts(
        self, table: Mapping[str, object], prefix: str, key: str, example: str = '["…", "…"]'
    ) -> tuple[str, ...]:
        """A list of texts."""
        value, where = table.get(key, []), f"{prefix}{key}"
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.problem("event-value", where, value, expected=example)
            return ()
        long = [item for item in value if self.too_long(item, where)]
        return () if long else tuple(value)

    def in_digits(self, table: Mapping[str, object], prefix: str, key: str, example: str) -> tuple[str, ...]:
        """A list of numbers or times; full-width digits are digits."""
        texts = self.texts(table, prefix, key, example)
        return tuple(unicodedata.normalize("NFKC", one).strip() for one in texts)

    def flag(self, table: Mapping[str, object], prefix: str, key: str) -> bool:
        """True or false; false where nothing is said."""
        value = table.get(key, False)
        if type(value) is not bool:
            self.problem("event-value", f"{prefix}{key}", value, expected="true, false")
        return value is True

    def choice(
        self, table: Mapping[str, object], prefix: str, key: str, known: Sequence[str], usual: str = ""
    ) -> str:
        """One of a few words; `usual`, or the first, holds where nothing is said."""
        value = table.get(key, usual or known[0])
        if value not in known:
            self.problem("event-choice", f"{prefix}{key}", value, suggestion=", ".join(known))
        return str(value)

    def too_long(self, text: str, where: str) -> bool:
        """A name stands on every page: it may be as long as one in a sheet."""
        most = limits().letters
        if len(text) > most:
            self.problem("value-too-long", where, text[:20], count=len(text), limit=most, name="letters")
        return len(text) > most


def usable_id(division_id: str) -> bool:
    """Whether files and folders can be named so."""
    return usable_name(division_id) and division_id not in RESERVED_IDS


def usable_name(text: str) -> bool:
    """Whether a text can stand in an address as it is: small letters, digits and hyphens."""
    return bool(_ID.fullmatch(text)) and len(text) <= _LONGEST_ID


class DivisionReader:
    """Reads one [[division]] after the other; `named` has the id and name of each, whatever is wrong with it."""

    def __init__(self, values: TomlValues, folder: Path, shown: str) -> None:
        self.values, self.folder, self.shown = values, folder, shown
        self.named: list[tuple[str, str]] = []

    def read(self, table: dict[str, Any], key: str) -> Division | None:
        """None where its format can't be used."""
        values, prefix = self.values, f"{key}."
        division_id = values.text(table, prefix, "id", required=True)
        if division_id and not usable_name(division_id):
            values.problem("division-id", f"{key}.id", division_id)
        elif division_id in RESERVED_IDS:
            values.problem("division-id-reserved", f"{key}.id", division_id)
        name = values.text(table, prefix, "name") or division_id
        self.named.append((division_id, name))
        # A list in `times` says when the rounds start, a number is the setting: how often everybody meets.
        own = [name for name in DIVISION_KEYS if name != "times" or type(table.get("times")) is not int]
        overrides = {name: table[name] for name in table if name not in own}
        for setting, value in overrides.items():
            if isinstance(value, str):
                values.too_long(value, f"{prefix}{setting}")
        table = {name: value for name, value in table.items() if name not in overrides}
        declared, format_text = self.format(table, key, overrides)
        draws = self.draws(table, prefix, declared)
        times = values.in_digits(table, prefix, "times", '["11:00", …]')
        for time in times:
            if not CLOCK.fullmatch(time):
                values.problem("event-value", f"{key}.times", time, expected='"11:00"')
        if declared is None:
            return None
        return Division(
            division_id,
            name,
            declared,
            values.text(table, prefix, "name_en"),
            draws,
            values.texts(table, prefix, "draw_names") or declared.lottery.draw_names,
            values.texts(table, prefix, "draw_times"),
            times,
            self.qualified(table, f"{key}.qualified", declared),
            Source(values.file, None, key),
            overrides,
            self.first_table(table, f"{key}.first_table"),
            format_text,
        )

    def format(
        self, table: dict[str, Any], key: str, overrides: Mapping[str, object]
    ) -> tuple[Format | None, str]:
        """The format with the event's settings in place, and its text where it is the event's own file."""
        values = self.values
        wanted = values.text(table, f"{key}.", "format", required=True)
        shipped = wanted in shipped_formats()
        text = shipped_text(wanted) if shipped else self.format_file(wanted, key) if wanted else None
        if text is None:
            # Without a format it is not known which settings there are; a slip in a key of all divisions is.
            for name in overrides:
                if name not in TIME and get_close_matches(name, DIVISION_KEYS, n=1, cutoff=0.75):
                    values.unknown_keys({name: ""}, DIVISION_KEYS, f"{key}.")
            return None, ""
        file = values.file if shipped else f"{self.shown}/{wanted}"
        declared, found = read_format(text, wanted, overrides)
        problems = [one.at(file) for one in found]
        unknown = {p.found for p in problems if p.code == "setting-unknown" and p.found in overrides}
        for p in problems:
            if p.code == "setting-unknown" and p.found in unknown:
                continue
            if declared is None and (shipped or p.where.cell in overrides):
                # A wrong override stands in event.toml, everything else in the copied format file.
                p = Problem(p.code, Source(values.file, None, f"{key}.{p.where.cell}"), p.found, p.params)
            values.problems.append(p)
        known = (*DIVISION_KEYS, *TIME, *tomllib.loads(text).get("settings", {})) if unknown else ()
        for name in sorted(unknown):
            values.problem("event-key-unknown", f"{key}.{name}", name, suggestion=closest(name, known))
        return declared, "" if shipped else text

    def format_file(self, wanted: str, key: str) -> str | None:
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
            self.values.problem("format-outside", where, wanted)
        elif not there:
            own = tuple(file.name for file in sorted(home.glob("*.toml")) if file.name != "event.toml")
            meant = closest(wanted, own + shipped_formats())
            self.values.problem("format-unknown", where, wanted, suggestion=meant)
        else:
            text = read_text(path, f"{self.shown}/{wanted}", home)
            if not isinstance(text, Problem):
                return text
            self.values.problems.append(text)
        return None

    def draws(self, table: dict[str, Any], prefix: str, declared: Format | None) -> tuple[str, ...]:
        """The published draws, as many as the lottery wants, of four digits each."""
        draws = self.values.in_digits(table, prefix, "draws", '["1234", "5678", "9012"]')
        if not draws or declared is None:
            return draws
        key, wanted, found = f"{prefix}draws", declared.lottery.draws, ", ".join(draws)
        if declared.lottery.method == "desk":
            self.values.problem("draws-unused", key, found)
        elif len(draws) != wanted:
            self.values.problem("draws-count", key, found, expected=wanted)
        for draw in draws:
            if not (draw.isascii() and draw.isdecimal() and len(draw) <= 4):
                self.values.problem("draw-digits", key, draw)
        return draws

    def first_table(self, table: dict[str, Any], key: str) -> int:
        """The number of the division's first table, so that numbers run on over divisions."""
        value = table.get("first_table", 1)
        if type(value) is not int or not 1 <= value <= MOST_TABLES:
            self.values.problem("event-value", key, value, expected="51")
            return 1
        return value

    def qualified(self, table: dict[str, Any], key: str, declared: Format) -> dict[str, int]:
        """League → the player whom the organiser confirms as its winner."""
        value = table.get("qualified", {})
        if not isinstance(value, dict) or not all(type(no) is int for no in value.values()):
            self.values.problem("event-value", key, value, expected="{ B = 17 }")
            return {}
        known = declared.asked_groups
        for league in value:
            if league not in known:
                self.values.problem("event-choice", key, league, suggestion=closest(league, known))
        return value
