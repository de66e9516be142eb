"""Puts waiting entries into the cells of their sheets, unless somebody else has changed those cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tourgen.event.read_files import open_elsewhere, read_workbook
from tourgen.event.round_files import round_file, round_name
from tourgen.event.settings import Event
from tourgen.live.entries import Owed, Values
from tourgen.live.tables import GameId, tables_in
from tourgen.messages.problems import Problem
from tourgen.sheets.exchange_cell import CannotExchange, CellValue, exchange_cells
from tourgen.storage.errors import DiskProblem
from tourgen.storage.typed_files import write_over

OPEN, CHANGED, GONE, REFUSED = "open", "changed", "gone", "refused"


@dataclass
class Written:
    """The outcome of writing: which entries are in their sheets, and which are not."""

    in_sheet: list[int] = field(default_factory=list)  # entries
    conflicts: dict[GameId, Values] = field(default_factory=dict)  # what stands there instead
    differing: list[int] = field(default_factory=list)  # changes whose cells say something else by now
    waiting: dict[str, str] = field(default_factory=dict)  # the name of a sheet → why its entries wait


def write_entries(event: Event, owed: Mapping[GameId, Owed]) -> Written:
    """Every sheet once, whatever is to go into it."""
    written = Written()
    for division, number in dict.fromkeys((game.division, game.round) for game in owed):
        mine = {game: one for game, one in owed.items() if game[:2] == (division, number)}
        file, name = round_file(division, number), round_name(division, number)
        try:
            if reason := _write_sheet(event, file, mine, written):
                written.waiting[name] = reason
        except (DiskProblem, CannotExchange) as trouble:
            written.waiting[name] = reason_of(trouble)
    return written


def reason_of(trouble: DiskProblem | CannotExchange) -> str:
    """Why a workbook could not be written; "in-use" is how Windows refuses one that is open."""
    return OPEN if isinstance(trouble, DiskProblem) and trouble.reason == "in-use" else REFUSED


def read_book(event: Event, file: str) -> bytes | str:
    """A workbook below the event's folder, or why it can't be read: open, gone, refused."""
    path = event.folder / file
    data = read_workbook(path, f"{event.shown}/{file}", event.folder)
    if isinstance(data, Problem):
        return OPEN if data.code == "file-in-use" else REFUSED if path.exists() else GONE
    return data


def _write_sheet(event: Event, file: str, owed: Mapping[GameId, Owed], written: Written) -> str:
    """Writes the entries of one sheet; returns why they have to wait, or nothing."""
    path, game = event.folder / file, next(iter(owed))
    division = event.division(game.division)
    if open_elsewhere(path):
        return OPEN
    if division is None:
        return REFUSED
    data = read_book(event, file)
    if isinstance(data, str):
        return data
    found = tables_in(data, file, division, game.round)
    tables = {table.game: table for table in found.tables}
    cells: dict[str, CellValue] = {}
    done: list[int] = []
    for one, due in owed.items():
        table = tables.get(one)
        if table is None:
            written.conflicts[one] = {}
            continue
        verdict = due.verdict(table.stands)
        if verdict == "conflict":
            written.conflicts[one] = {key: table.stands.get(key) for key in due.values}
            continue
        done += [entry.id for entry in due.entries]
        if verdict == "write":
            cells |= {
                table.row.at(key).cell or "": value
                for key, value in due.values.items()
                if table.stands.get(key) != value
            }
    if cells and not write_over(path, exchange_cells(data, found.sheet, cells), data):
        return CHANGED
    written.in_sheet += done
    return ""
