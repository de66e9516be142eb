"""Settings as people write them: one table of a TOML file, its values asked for one by one.

What is wrong with them is collected for the whole file, so that everything is answered at once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tourgen.event.read_files import read_toml_file
from tourgen.messages.problems import Problem, closest
from tourgen.model import Source
from tourgen.storage.limits import limits
from tourgen.storage.toml_text import shown_value

_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
_ADDRESS = re.compile(r"https?://[^\s/#?]+(/[^\s#?]*)?")
_USUAL_ADDRESS = "https://example.org/othello"


class TomlTable:
    """One table; `prefix` is how messages name it, with its dot."""

    def __init__(
        self, values: Mapping[str, Any], file: str, problems: list[Problem], prefix: str = ""
    ) -> None:
        self.values, self.file, self.problems, self.prefix = values, file, problems, prefix

    @property
    def where(self) -> Source:
        """The table itself."""
        return Source(self.file, None, self.prefix.rstrip("."))

    def problem(self, code: str, key: str, found: object = "", **params: object) -> None:
        """Something wrong at this key."""
        where = Source(self.file, None, f"{self.prefix}{key}")
        self.problems.append(Problem(code, where, shown_value(found), params))

    def refuse_others(self, *known: str) -> None:
        """Every key that nobody reads is a problem, with the one that was probably meant."""
        for key in self.values:
            if key not in known:
                self.problem("event-key-unknown", key, key, suggestion=closest(key, known))

    def text(self, key: str, required: bool = False) -> str:
        """A line of text, "" where there is none."""
        value = self.values.get(key, "")
        if not isinstance(value, str):
            self.problem("event-value", key, value, expected='"…"')
            return ""
        if self.too_long(value, key):
            return ""
        if required and not value.strip():
            self.problem("event-key-missing", key, key)
        return value.strip()

    def texts(self, key: str, example: str = '["…", "…"]') -> tuple[str, ...]:
        """A list of texts."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.problem("event-value", key, value, expected=example)
            return ()
        long = [item for item in value if self.too_long(item, key)]
        return () if long else tuple(value)

    def in_digits(self, key: str, example: str) -> tuple[str, ...]:
        """A list of numbers or times; full-width digits are digits."""
        return tuple(unicodedata.normalize("NFKC", one).strip() for one in self.texts(key, example))

    def check_clock(self, key: str, time: str, example: str) -> bool:
        """Whether this is a time of the day."""
        if not _CLOCK.fullmatch(time):
            self.problem("event-value", key, time, expected=example)
            return False
        return True

    def address(self, key: str, example: str = _USUAL_ADDRESS) -> str:
        """An http address without its last slash."""
        address = self.text(key).rstrip("/")
        if address and not _ADDRESS.fullmatch(address):
            self.problem("event-value", key, address, expected=example)
        return address

    def flag(self, key: str) -> bool:
        """True or false; false where nothing is said."""
        value = self.values.get(key, False)
        if type(value) is not bool:
            self.problem("event-value", key, value, expected="true, false")
        return value is True

    def whole(self, key: str, usual: int, most: int, example: int) -> int:
        """A number from 1 on; `usual` where nothing is said."""
        value = self.values.get(key, usual)
        if type(value) is int and 1 <= value <= most:
            return value
        self.problem("event-value", key, value, expected=str(example))
        return usual

    def choice(self, key: str, known: Sequence[str], usual: str = "") -> str:
        """One of a few words; `usual`, or the first, holds where nothing is said."""
        value = self.values.get(key, usual or known[0])
        if value not in known:
            self.problem("event-choice", key, value, suggestion=", ".join(known))
        return str(value)

    def table(self, key: str) -> TomlTable:
        """A table inside this one, an empty one where there is none."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            self.problem("event-value", key, value, expected=f"[{key}]")
        return TomlTable(value if isinstance(value, dict) else {}, self.file, self.problems, f"{key}.")

    def tables(self, key: str, required: bool = False) -> list[TomlTable]:
        """The tables of a list."""
        rows = self.values.get(key, [])
        if (
            not isinstance(rows, list)
            or not all(isinstance(row, dict) for row in rows)
            or required > len(rows)
        ):
            self.problem("event-value", key, rows, expected=f"[[{key}]]")
            return []
        return [
            TomlTable(row, self.file, self.problems, f"{key}[{number}].")
            for number, row in enumerate(rows, 1)
        ]

    def too_long(self, text: str, key: str) -> bool:
        """A name stands on every page: it may be as long as one in a sheet."""
        most = limits().letters
        if len(text) > most:
            self.problem("value-too-long", key, text[:20], count=len(text), limit=most, name="letters")
        return len(text) > most


def read_table(path: Path, shown: str, home: Path) -> TomlTable | Problem:
    """A whole file."""
    table = read_toml_file(path, shown, home)
    return table if isinstance(table, Problem) else TomlTable(table, shown, [])
