"""What a public repository would show that the site does not: filled columns of the roster that are not published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tourgen.dataclass import dataclass
from tourgen.event import Event
from tourgen.intake import read_workbook
from tourgen.labels import board_names
from tourgen.model import BarredPair, Player
from tourgen.problems import Problem
from tourgen.sheets.columns import ROSTER, Column, find_table, team_roster, unread
from tourgen.sheets.guard import Refused
from tourgen.sheets.text import Value, cell_name, is_blank
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook

ROSTER_FILE = "roster.xlsx"
# 備考 is the organiser's own; every other known column is needed to play the event, or stands on its pages.
_PRIVATE = ("note",)


@dataclass(frozen=True, slots=True)
class Exposed:
    """A column of a roster that nobody publishes, and in which something stands."""

    file: str
    sheet: str
    header: str
    cell: str
    filled: int


def exposed_columns(event: Event) -> list[Exposed]:
    """The filled private columns of an event's roster."""
    return [
        one
        for book in _books(event, event.folder.glob(ROSTER_FILE))
        for name in book.names
        for sheet in _sheet(book, name)
        for one in _in_sheet(event, sheet)
    ]


def exposed_hidden(event: Event) -> list[Exposed]:
    """What stands in hidden worksheets and hidden columns of any workbook of the event; no page shows them either.

    A hidden column has its header's cell, a hidden worksheet none.
    """
    told = {(one.file, one.sheet, one.cell) for one in exposed_columns(event)}
    found: list[Exposed] = []
    for book in _books(event, sorted(event.folder.rglob("*.xlsx"))):
        for name in book.hidden_names:
            filled = sum(_filled(sheet.rows) for sheet in _sheet(book, name))
            found += [Exposed(book.file, name, "", "", filled)] if filled else []
        for name in book.names:
            found += [one for sheet in _sheet(book, name) for one in _hidden_in(book, sheet)]
    return [one for one in found if (one.file, one.sheet, one.cell) not in told]


def _books(event: Event, paths: Iterable[Path]) -> Iterator[Workbook]:
    """Those that can be read; of the others the build says what is wrong."""
    for path in paths:
        if path.name.startswith(("~$", ".")) or not path.is_file():
            continue
        file = f"{event.shown}/{path.relative_to(event.folder).as_posix()}"
        data = read_workbook(path, file, event.folder)
        book = data if isinstance(data, Problem) else open_workbook(data, file)
        if not isinstance(book, Problem):
            yield book


def _sheet(book: Workbook, name: str) -> list[Sheet]:
    """The worksheet, if it can be read."""
    try:
        return [book.sheet(name)]
    except Refused:
        return []


def _hidden_in(book: Workbook, sheet: Sheet) -> Iterator[Exposed]:
    for place in sorted(book.hidden_columns(sheet.name)):
        rows = [index for index, row in enumerate(sheet.rows) if not is_blank(_value(row, place))]
        if rows:
            header = str(sheet.value(rows[0], place))
            yield Exposed(book.file, sheet.name, header, cell_name(rows[0], place), len(rows))


def _filled(rows: Sequence[Sequence[Value]]) -> int:
    return sum(not is_blank(value) for row in rows for value in row)


def _in_sheet(event: Event, sheet: Sheet) -> Iterator[Exposed]:
    table = next(filter(None, (find_table(sheet, *one)[0] for one in _columns(event))), None)
    if table is None:
        return
    for place, filled in unread(sheet, table, _PRIVATE):
        header = str(sheet.value(table.header, place) or "")
        yield Exposed(sheet.file, sheet.name, header, cell_name(table.header, place), filled)


def _columns(event: Event) -> Iterator[tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]]:
    """The columns of a roster of players, and of those of teams, with those by which they are known."""
    yield ROSTER, (("no",), ("name",))
    for boards in dict.fromkeys(board_names(one.declared) for one in event.divisions if one.declared.boards):
        yield team_roster(boards), (("no",), ("board1",))


def _value(row: Sequence[Value], place: int) -> Value:
    return row[place] if place < len(row) else None


def exposed_pairs(event: Event) -> int:
    """How many pairs of 組合せ禁止 a public repository would show; they can't be left out."""
    from tourgen.report import read_rosters

    _, rosters, _ = read_rosters(event.folder, event.shown)
    return sum(map(len, _barred(event, rosters).values()))


def _barred(event: Event, rosters: Mapping[str, tuple[Player, ...]]) -> dict[str, tuple[BarredPair, ...]]:
    """The pairs by division, of those that heed them."""
    from tourgen.report import barred_pairs

    found, _ = barred_pairs(event, rosters)
    return {one.id: found.get(one.id, ()) for one in event.divisions if one.declared.swiss is not None}


def stripped_roster(event: Event) -> tuple[Path, bytes]:
    """The roster with nothing but what tourgen reads, as a new workbook beside the old one.

    The pairs of 組合せ禁止 are part of it (as numbers, without remarks), else the rounds made there would ignore them.
    """
    from tourgen.report import PUBLIC_ROSTER, read_rosters
    from tourgen.sheets import RosterSheet, write_roster

    _, rosters, _ = read_rosters(event.folder, event.shown)
    barred = _barred(event, rosters)
    sheets = [
        RosterSheet(
            one.id,
            one.name,
            tuple(rosters[one.id]),
            language=event.language,
            boards=board_names(one.declared),
            game=one.declared.game,
            barred=barred.get(one.id),
        )
        for one in event.divisions
        if one.id in rosters
    ]
    return event.folder / PUBLIC_ROSTER, write_roster(sheets)
