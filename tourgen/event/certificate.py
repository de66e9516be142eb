"""The event's own file about certificates (賞状): which text goes where, on paper that is printed already."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from tourgen.event.toml_table import TomlTable, read_table
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
    table = read_table(path, shown, folder)
    if isinstance(table, Problem):
        return None, [table]
    table.refuse_others("paper", "landscape", "text")
    paper, landscape = table.choice("paper", [*SIZES], "A4"), table.flag("landscape")
    lines = tuple(map(_line, table.tables("text", required=True)))
    return (None if table.problems else Certificate(paper, landscape, lines)), table.problems


def _line(row: TomlTable) -> Line:
    row.refuse_others("text", "x", "y", "height", "align", "vertical")
    text = row.text("text", required=True)
    try:
        unknown = [name for _, name, *_ in Formatter().parse(text) if name is not None and name not in FIELDS]
    except ValueError:
        unknown = [text]
    if unknown:
        row.problem("event-choice", "text", unknown[0], suggestion=", ".join(f"{{{one}}}" for one in FIELDS))
    x, y, height = (_millimetres(row, name) for name in ("x", "y", "height"))
    align = row.choice("align", [*ALIGNED], "center")
    return Line(text, x, y, height, ALIGNED.get(align, ""), row.flag("vertical"))


def _millimetres(row: TomlTable, name: str) -> float:
    value = row.values.get(name, LETTERS if name == "height" else None)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 500:
        row.problem("event-value", name, value, expected="105")
        return 1.0
    return float(value)
