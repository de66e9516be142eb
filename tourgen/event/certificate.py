"""The event's own file about certificates (賞状): which text goes where, on paper that is printed already."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from tourgen.event.division_settings import TomlValues
from tourgen.event.read_files import read_toml_file
from tourgen.messages.problems import Problem

SIZES = {"A3": (297, 420), "A4": (210, 297), "B4": (257, 364), "B5": (182, 257)}  # millimetres
FIELDS = ("title", "name", "club", "division", "event", "date", "venue")
LETTERS = 8  # millimetres, where nothing is said
ALIGNED = {"left": "start", "center": "middle", "right": "end"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; x and y in millimetres from the upper left corner: the foot of the letters, or a column's top."""

    text: str
    x: float
    y: float
    height: float
    align: str  # as SVG calls it
    vertical: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """The paper and its lines."""

    paper: str
    landscape: bool
    lines: tuple[Line, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in millimetres."""
        wide, high = SIZES[self.paper]
        return (high, wide) if self.landscape else (wide, high)


def read_certificate(path: Path, shown: str, folder: Path) -> tuple[Certificate | None, list[Problem]]:
    """The certificate, or everything that is wrong with its file."""
    table = read_toml_file(path, shown, folder)
    if isinstance(table, Problem):
        return None, [table]
    values = TomlValues(shown)
    values.unknown_keys(table, ("paper", "landscape", "text"), "")
    paper, landscape = values.choice(table, "", "paper", [*SIZES], "A4"), values.flag(table, "", "landscape")
    rows = table.get("text", [])
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        values.problem("event-value", "text", rows, expected="[[text]]")
        rows = []
    lines = tuple(_line(row, f"text[{number}].", values) for number, row in enumerate(rows, 1))
    return (None if values.problems else Certificate(paper, landscape, lines)), values.problems


def _line(row: dict[str, Any], prefix: str, values: TomlValues) -> Line:
    values.unknown_keys(row, ("text", "x", "y", "height", "align", "vertical"), prefix)
    text = values.text(row, prefix, "text", required=True)
    try:
        unknown = [name for _, name, *_ in Formatter().parse(text) if name is not None and name not in FIELDS]
    except ValueError:
        unknown = [text]
    if unknown:
        known = ", ".join(f"{{{one}}}" for one in FIELDS)
        values.problem("event-choice", f"{prefix}text", unknown[0], suggestion=known)
    x, y, height = (_millimetres(row, prefix, name, values) for name in ("x", "y", "height"))
    align = values.choice(row, prefix, "align", [*ALIGNED], "center")
    return Line(text, x, y, height, ALIGNED.get(align, ""), values.flag(row, prefix, "vertical"))


def _millimetres(row: dict[str, Any], prefix: str, name: str, values: TomlValues) -> float:
    value = row.get(name, LETTERS if name == "height" else None)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 500:
        values.problem("event-value", prefix + name, value, expected="105")
        return 1.0
    return float(value)
