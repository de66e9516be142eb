"""Reads cells as people type them: widths, spaces and forms of numbers are forgiven, names keep their characters."""

from __future__ import annotations

import datetime
import re
import unicodedata
from functools import cache

from xlsxwriter.utility import xl_col_to_name  # type: ignore[import-untyped]

from tourgen.formats.labels import plain
from tourgen.storage.limits import limits

Value = (
    int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta | None
)

# Invisible characters that come along when text is pasted from a web page or a chat.
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u2060\ufeff\ufe0e\ufe0f"))
_JOINERS = "\u200c\u200d"  # inside a name they make other letters: they are kept there, and compared without
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_DASHES = "-‐‑‒–—―−ーｰ─－"
_NOTHING = _DASHES + "\u200b\u200c\u200d\u2060\ufeff\u3000\u00a0 \t\r\n"
# Between words in one cell; and between names, which may hold spaces and ・ themselves.
BETWEEN_WORDS = re.compile(r"[,、，;；/／・\s]+")
BETWEEN_NAMES = re.compile(r"[、,，;；/／\n\r]+")
_NUMBER = re.compile(r"[+]?(\d{1,9})(?:\.0*)?")
_ROUND = re.compile(r"(?:第|r|round)?(\d{1,3})(?:回戦目?|回)?(?:から|より|まで|後|終了後|の?前)?")


def shown(value: Value) -> str:
    """A cell as its reader sees it: 3.0 is 3, a line break inside a cell is a space, edges are trimmed."""
    if isinstance(value, str):
        if value.isprintable() and "\ufe0f" not in value:
            return value.strip()
        return " ".join(_BREAKS.split(value.translate(_INVISIBLE))).strip().strip(_JOINERS).strip()
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.date | datetime.time):  # Excel made a date of something like 1-2
        return value.isoformat()
    return str(value)


def fold(value: Value) -> str:
    """For comparing, as names are compared everywhere: 「山田　太郎」 is 「山田太郎」, 髙 and 高 are two.

    Of at most as much as a cell may hold: for stacked accents the time of NFKC grows with their number squared.
    """
    return plain(shown(value)[: limits().letters])


def is_blank(value: Value) -> bool:
    """Nothing to read: an empty cell, spaces, or a dash put there to say so."""
    if isinstance(value, str):
        return not value.strip(_NOTHING)
    return value is None


def whole_number(value: Value) -> int | None:
    """`3`, `3.0`, `３`, `"3 "` → 3; None for everything that is no whole number of at most nine digits."""
    if isinstance(value, float) and value.is_integer() and 0 <= value < 1e9:
        return int(value)
    if isinstance(value, bool):
        return None
    match = _NUMBER.fullmatch(fold(value))
    return int(match[1]) if match else None


def round_number(value: Value) -> int | None:
    """`3`, `3回戦`, `第3回戦から`, `R3` → 3."""
    number = whole_number(value)
    if number is not None or isinstance(value, bool):
        return number
    match = _ROUND.fullmatch(fold(value))
    return int(match[1]) if match else None


def width(text: str) -> int:
    """In narrow characters, as the widths of columns are counted; a Japanese one takes two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WFA" else 1 for character in text)


@cache
def column_letters(column: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    letters: str = xl_col_to_name(column)
    return letters


def column_number(letters: str) -> int:
    """A → 1, XFD → 16384; ValueError for what is no column of a worksheet."""
    if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def cell_name(row: int, column: int) -> str:
    """(6, 5) → F7: rows and columns are counted from 0, as in the list of rows."""
    return f"{column_letters(column)}{row + 1}"
