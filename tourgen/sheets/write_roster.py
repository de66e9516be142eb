"""A roster to fill in (`tourgen new`), or one that is filled in already (simulated events, examples)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.model import Player
from tourgen.sheets.columns import ROSTER
from tourgen.sheets.paper import (
    GREEN,
    LINE,
    SOFT,
    Book,
    Worksheet,
    add_guide,
    choice,
    page_setup,
    put,
    whole_number,
)
from tourgen.sheets.text import name_key
from tourgen.sheets.words import words

_HEADER = 2
_WIDTHS = {"no": 10, "name": 22, "kana": 22, "club": 18, "grade": 9, "sex": 7, "seed": 12, "lottery": 10}
_WIDTHS |= {"absent": 8, "from": 8, "withdrawn": 8, "standby": 14, "note": 24}
_CENTRED = ("no", "grade", "sex", "seed", "lottery", "absent", "from", "withdrawn")
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\]|^'|'$")  # what a worksheet may not be called
_LONGEST_NAME = 31
_ROOM = 20  # rows below the last one in which the dropdowns still work


@dataclass(frozen=True, slots=True)
class RosterSheet:
    """One division's worksheet: given players, then blank numbered rows up to `rows`."""

    division_id: str
    division_name: str
    players: tuple[Player, ...] = ()
    rows: int = 0
    language: str = "ja"
    event_name: str = ""


def write_roster(sheets: Sequence[RosterSheet]) -> bytes:
    """The workbook: one worksheet per division and a guide. Same input, same bytes."""
    book = Book(sheets[0].language if sheets else "ja")
    said = words()["roster"][book.language]
    taken = {name_key(said["guide"])}
    for sheet in sheets:
        name = _sheet_name(sheet, taken)
        taken.add(name_key(name))
        _write_division(book, book.add(name), sheet)
    meanings = words()["roster_guide"][book.language]
    guide = [(column.header(book.language), meanings[column.key]) for column in ROSTER]
    add_guide(book, said["guide"], said["guide_title"], guide)
    return book.finish()


def _sheet_name(sheet: RosterSheet, taken: set[str]) -> str:
    """The division's name where a worksheet can be called so, else its id."""
    name = sheet.division_name
    fits = 0 < len(name) <= _LONGEST_NAME and not _NOT_IN_A_NAME.search(name) and name_key(name) not in taken
    return name if fits else sheet.division_id


def _write_division(book: Book, page: Worksheet, sheet: RosterSheet) -> None:
    said = words()["roster"][book.language]
    title = f"{sheet.division_name}　{said['title']}"
    page.set_row(0, 30)
    put(page, 0, 0, title, book.style(bold=True, font_size=16, font_color=GREEN))
    page.set_row(1, 20)
    put(page, 1, 0, said["hint"], book.style(font_size=11, font_color=SOFT))
    _write_header(book, page)
    numbers = _blank_numbers(sheet)
    lines: tuple[Player | int, ...] = (*sheet.players, *numbers)
    for index, line in enumerate(lines, start=_HEADER + 1):
        _write_row(book, page, index, line)
    _add_input(book, page, _HEADER + 1, _HEADER + len(lines) + _ROOM)
    page_setup(page, (sheet.event_name, sheet.division_name, said["title"]), _HEADER, len(ROSTER), len(lines))
    page.set_landscape()
    page.freeze_panes(_HEADER + 1, 2)
    page.set_selection(_HEADER + 1, 1, _HEADER + 1, 1)


def _blank_numbers(sheet: RosterSheet) -> list[int]:
    """The numbers of the rows that are still to be filled in: those after the last given player."""
    last = max((player.no for player in sheet.players), default=0)
    return [last + step + 1 for step in range(max(0, sheet.rows - len(sheet.players)))]


def _write_header(book: Book, page: Worksheet) -> None:
    page.set_row(_HEADER, 24)
    for place, column in enumerate(ROSTER):
        page.set_column(place, place, _WIDTHS[column.key])
        required = column.key in ("no", "name")
        look = book.style(
            bold=True,
            font_color="#FFFFFF" if required else GREEN,
            bg_color=GREEN if required else "#E6F0E8",
            align="center" if column.key in _CENTRED else "left",
            bottom=1,
            bottom_color=GREEN,
        )
        put(page, _HEADER, place, column.header(book.language), look)


def _write_row(book: Book, page: Worksheet, index: int, player: Player | int) -> None:
    page.set_row(index, 21)
    values = {"no": player} if isinstance(player, int) else _values(player, book.language)
    for place, column in enumerate(ROSTER):
        align = "center" if column.key in _CENTRED else "left"
        look = book.style(font_size=12, align=align, bottom=1, bottom_color=LINE)
        put(page, index, place, values.get(column.key), look)


def _values(player: Player, language: str) -> dict[str, str | int | None]:
    """A player as a row, so that reading it gives the same player."""
    sexes = words()["roster"][language]["sexes"]
    return {
        "no": player.no,
        "name": player.name,
        "kana": player.kana,
        "club": player.club,
        "grade": player.grade,
        "sex": sexes[player.sex] if player.sex else None,
        "seed": player.seed,
        "lottery": player.desk_number,
        "absent": "○" if player.absent else None,
        "from": player.from_round if player.from_round > 1 else None,
        "withdrawn": player.withdrawn_after,
        "standby": ", ".join(player.standby),
    }


def _add_input(book: Book, page: Worksheet, first: int, last: int) -> None:
    """Dropdowns and number checks, also for some rows below the last."""
    sexes = words()["roster"][book.language]["sexes"].values()
    checks = {
        "no": whole_number(1, 999_999, "no", book.language),
        "sex": choice((*sexes,), "sex", book.language),
        "lottery": whole_number(1, 999_999, "lottery", book.language),
        "absent": choice(("○",), "absent", book.language),
        "from": whole_number(1, 99, "from", book.language),
        "withdrawn": whole_number(0, 99, "withdrawn", book.language),
    }
    for place, column in enumerate(ROSTER):
        if column.key in checks:
            page.data_validation(first, place, last, place, checks[column.key])
