"""Which worksheet or word means which division."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.sheets.text import fold

Divisions = Sequence[tuple[str, str]]  # (id, name)

# Worksheets that belong to a roster without being a division.
BARRED_SHEETS = ("組合せ禁止", "forbiddenpairs")
OTHER_SHEETS = (*BARRED_SHEETS, "説明", "guide")


def division_of(divisions: Divisions) -> dict[str, str]:
    """Folded id or name → id; where one division's name is another's id, the id counts."""
    names = {fold(name): division for division, name in divisions}
    return names | {fold(division): division for division, _ in divisions}
