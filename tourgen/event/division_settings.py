"""One [[division]] of event.toml: its names, its format with the settings overridden, its draws."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from tourgen.event.read_files import read_text
from tourgen.event.settings import Division
from tourgen.event.toml_table import TomlTable
from tourgen.formats import TIME, Format, read_format, shipped_formats, shipped_text
from tourgen.messages.problems import Problem, closest
from tourgen.model import Source

DIVISION_KEYS = (
    *("id", "name", "name_en", "format", "draws", "draw_names", "draw_times", "times", "qualified"),
    "first_table",
)
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_ID = 40
MOST_TABLES = 9999
# Folders of the site beside those of the divisions, and names that Windows keeps for its devices.
RESERVED_IDS = frozenset(
    ["ja", "en", "static", "pages", "con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10)]
)


def usable_id(division_id: str) -> bool:
    """Whether files and folders can be named so."""
    return usable_name(division_id) and division_id not in RESERVED_IDS


def usable_name(text: str) -> bool:
    """Whether a text can stand in an address as it is: small letters, digits and hyphens."""
    return bool(_ID.fullmatch(text)) and len(text) <= _LONGEST_ID


class DivisionReader:
    """Reads one [[division]] after the other; `named` has the id and name of each, whatever is wrong with it."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.folder, self.shown = folder, shown
        self.named: list[tuple[str, str]] = []

    def read(self, table: TomlTable) -> Division | None:
        """None where its format can't be used."""
        division_id = table.text("id", required=True)
        if division_id and not usable_name(division_id):
            table.problem("division-id", "id", division_id)
        elif division_id in RESERVED_IDS:
            table.problem("division-id-reserved", "id", division_id)
        name = table.text("name") or division_id
        self.named.append((division_id, name))
        overrides = {key: value for key, value in table.values.items() if key not in DIVISION_KEYS}
        times: tuple[str, ...] = ()
        if (
            type(table.values.get("times")) is int
        ):  # no list of times, but the setting how often everybody meets
            overrides["times"] = table.values["times"]
        else:
            times = table.in_digits("times", '["11:00", …]')
        for setting, value in overrides.items():
            if isinstance(value, str):
                table.too_long(value, setting)
        declared, format_text = self.format(table, overrides)
        draws = _draws(table, declared)
        for time in times:
            table.check_clock("times", time, '"11:00"')
        if declared is None:
            return None
        return Division(
            division_id,
            name,
            declared,
            table.text("name_en"),
            draws,
            table.texts("draw_names") or declared.lottery.draw_names,
            table.texts("draw_times"),
            times,
            _qualified(table, declared),
            table.where,
            overrides,
            table.whole("first_table", 1, MOST_TABLES, 51),
            format_text,
        )

    def format(self, table: TomlTable, overrides: Mapping[str, object]) -> tuple[Format | None, str]:
        """The format with the event's settings in place, and its text where it is the event's own file."""
        wanted = table.text("format", required=True)
        shipped = wanted in shipped_formats()
        text = shipped_text(wanted) if shipped else self.format_file(wanted, table) if wanted else None
        if text is None:
            # Without a format it is not known which settings there are; a slip in a key of all divisions is.
            for name in overrides:
                if name not in TIME and get_close_matches(name, DIVISION_KEYS, n=1, cutoff=0.75):
                    table.problem("event-key-unknown", name, name, suggestion=closest(name, DIVISION_KEYS))
            return None, ""
        file = table.file if shipped else f"{self.shown}/{wanted}"
        declared, found = read_format(text, wanted, overrides)
        problems = [one.at(file) for one in found]
        unknown = {p.found for p in problems if p.code == "setting-unknown" and p.found in overrides}
        for p in problems:
            if p.code == "setting-unknown" and p.found in unknown:
                continue
            if declared is None and (shipped or p.where.cell in overrides):
                # A wrong override stands in event.toml, everything else in the copied format file.
                where = Source(table.file, None, f"{table.prefix}{p.where.cell}")
                p = Problem(p.code, where, p.found, p.params)
            table.problems.append(p)
        known = (*DIVISION_KEYS, *TIME, *tomllib.loads(text).get("settings", {})) if unknown else ()
        for name in sorted(unknown):
            table.problem("event-key-unknown", name, name, suggestion=closest(name, known))
        return declared, "" if shipped else text

    def format_file(self, wanted: str, table: TomlTable) -> str | None:
        """A format file inside the event folder; nothing outside it is ever read."""
        home = self.folder.resolve()
        try:
            path = (home / wanted).resolve()
            there = path.is_file()
        except PermissionError:  # in a forbidden folder: reading it says so
            there = True
        except (OSError, ValueError):  # no name that a file could have
            path, there = home, False
        if there and not path.is_relative_to(home):
            table.problem("format-outside", "format", wanted)
        elif not there:
            own = tuple(file.name for file in sorted(home.glob("*.toml")) if file.name != "event.toml")
            meant = closest(wanted, own + shipped_formats())
            table.problem("format-unknown", "format", wanted, suggestion=meant)
        else:
            text = read_text(path, f"{self.shown}/{wanted}", home)
            if not isinstance(text, Problem):
                return text
            table.problems.append(text)
        return None


def _draws(table: TomlTable, declared: Format | None) -> tuple[str, ...]:
    """The published draws, as many as the lottery wants, of four digits each."""
    draws = table.in_digits("draws", '["1234", "5678", "9012"]')
    if not draws or declared is None:
        return draws
    wanted, found = declared.lottery.draws, ", ".join(draws)
    if declared.lottery.method == "desk":
        table.problem("draws-unused", "draws", found)
    elif len(draws) != wanted:
        table.problem("draws-count", "draws", found, expected=wanted)
    for draw in draws:
        if not (draw.isascii() and draw.isdecimal() and len(draw) <= 4):
            table.problem("draw-digits", "draws", draw)
    return draws


def _qualified(table: TomlTable, declared: Format) -> dict[str, int]:
    """League → the player whom the organiser confirms as its winner."""
    value = table.values.get("qualified", {})
    if not isinstance(value, dict) or not all(type(no) is int for no in value.values()):
        table.problem("event-value", "qualified", value, expected="{ B = 17 }")
        return {}
    for league in value:
        if league not in declared.asked_groups:
            suggestion = closest(league, declared.asked_groups)
            table.problem("event-choice", "qualified", league, suggestion=suggestion)
    return value
