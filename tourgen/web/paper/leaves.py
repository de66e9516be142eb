"""Lists cut into sheets: as few as possible, evenly filled, no heading alone at the foot of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tourgen.web.words import width_of

Item = TypeVar("Item")
Head = TypeVar("Head")

BODY = 224.0  # millimetres of an upright sheet for its rows; print.css has the same number
ROWS = (12, 16, 20, 24, 28, 32, 36)  # the sizes of rows: so many fill a sheet
FAR = 32  # rows of a sheet that is read from a metre away
NEAR = 36  # of one that people step up to
LARGEST = 9.5  # millimetres: names get no larger, however few they are
NAME = 0.74  # of a row's height is the name's


@dataclass(frozen=True, slots=True)
class Band(Generic[Head, Item]):
    """A heading with those of its rows that stand on one sheet; `again` where it began on the sheet before."""

    head: Head
    rows: tuple[Item, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    """How large the rows of a sheet are; `rows` of them fill it."""

    rows: int

    @property
    def css(self) -> str:
        """The class that print.css knows it by."""
        return f"rows-{self.rows}"

    def fit(self, text: str, millimetres: float) -> str:
        """The class that makes a name small enough for its place."""
        return fit(text, millimetres / min(LARGEST, NAME * BODY / self.rows))


SMALLEST = Size(ROWS[-1])


def fit(text: str, room: float) -> str:
    """The class that makes a text small enough for so many em, in two lines if need be; "" where it is."""
    wide = width_of(text) * 1.04  # bold letters are a little wider
    if wide <= room:
        return ""
    return f"fit-{max(1, int(10 * room / wide))}"


def size_for(rows: int) -> Size:
    """The largest rows of which so many fit on a sheet."""
    return Size(next(size for size in ROWS if rows <= size or size == ROWS[-1]))


def stacked(items: Sequence[Item], room: int) -> list[tuple[Item, ...]]:
    """So ordered that the piles are in order when the stack of sheets is cut."""
    sheets = -(-len(items) // room)
    return [tuple(items[at::sheets]) for at in range(sheets)]


def banded(groups: Iterable[tuple[Head, Sequence[Item]]], room: int) -> list[tuple[Band[Head, Item], ...]]:
    """Rows under headings, which take a row themselves and are repeated on the next sheet."""
    given = [(head, rows) for head, rows in groups if rows]
    fewest = len(_filled(given, room))
    even = next(less for less in range(2, room + 1) if len(_filled(given, less)) <= fewest)
    return _filled(given, even)


def _filled(groups: Sequence[tuple[Head, Sequence[Item]]], room: int) -> list[tuple[Band[Head, Item], ...]]:
    sheets: list[list[Band[Head, Item]]] = []
    left = 0
    for head, rows in groups:
        at = 0
        while at < len(rows):
            if left < 2:  # a heading and one row
                sheets.append([])
                left = room
            some = tuple(rows[at : at + left - 1])
            sheets[-1].append(Band(head, some, again=at > 0))
            left -= len(some) + 1
            at += len(some)
    return [tuple(bands) for bands in sheets]


def height(bands: Iterable[Band[Any, Any]]) -> int:
    """How many rows stand on a sheet, headings included; rows of no block have none."""
    return sum(len(band.rows) + bool(band.head) for band in bands)
