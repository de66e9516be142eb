"""The names of result sheets: `rounds/open-r3.xlsx` is round 3 of the division `open`."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = re.compile(r"(?P<division>.+)-r(?P<round>[1-9]\d?)\.xlsx")
MOST_ROUNDS = 99  # that a name has room for


def round_file(division_id: str, number: int) -> str:
    """The sheet's place in the event folder."""
    return f"rounds/{round_name(division_id, number)}"


def round_name(division_id: str, number: int) -> str:
    """Its name alone."""
    return f"{division_id}-r{number}.xlsx"


def division_and_round(name: str) -> tuple[str, int] | None:
    """The same read back; None for a file of another name."""
    match = _NAME.fullmatch(name)
    return (match["division"], int(match["round"])) if match else None


def rounds_of(division_id: str, names: Iterable[str]) -> list[int]:
    """The rounds of a division whose sheets are among these files."""
    found = filter(None, map(division_and_round, names))
    return [number for division, number in found if division == division_id]
