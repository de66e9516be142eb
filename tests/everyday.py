"""An everyday event as an organiser runs it: `new`, the roster filled in, sheet by sheet filled in, to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import openpyxl

from tourgen.event.format_source import chosen_format
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.event.new_event import NewEvent, new_event
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import round_bytes

Row = dict[str, Any]  # header → cell


def make(folder: Path, format_id: str, players: int, settings: str = "", language: str = "ja") -> Path:
    """A new event with these settings in its division, its roster still blank."""
    chosen = chosen_format(str(format_id))
    assert not isinstance(chosen, list), chosen
    new_event(NewEvent(folder, chosen, players, language), random.Random(1))
    toml = folder / "event.toml"
    toml.write_text(toml.read_text(encoding="utf-8") + settings + "\n", encoding="utf-8")
    return folder


def table(page: Any, first: str) -> tuple[int, dict[str, int]]:
    """The header row, found by its first column's name, and the columns by name."""
    header = next(cell.row for column in page.iter_cols(1, 2) for cell in column if cell.value == first)
    return header, {cell.value: cell.column for cell in page[header] if cell.value}


def fill_roster(folder: Path, rows: list[Row]) -> None:
    """Types these rows into the roster's first worksheet, from number 1 on."""
    path = folder / "roster.xlsx"
    book = openpyxl.load_workbook(path)
    page = book.worksheets[0]
    number = "番号" if any(cell.value == "番号" for column in page.iter_cols(1, 1) for cell in column) else ""
    header, columns = table(page, number or "名簿番号")
    for place, row in enumerate(rows, 1):
        for name, value in row.items():
            page.cell(header + place, columns[name]).value = value
    book.save(path)


def fill_round(path: Path, typed: Callable[[Row], Mapping[str, Any]]) -> None:
    """Types into every row of a sheet what `typed` says of it; rows without an opponent are left alone."""
    book = openpyxl.load_workbook(path)
    page = book.worksheets[0]
    header, columns = table(page, "卓")
    for number in range(header + 1, page.max_row + 1):
        row = {name: page.cell(number, column).value for name, column in columns.items()}
        if row["番号1"] and row["番号2"]:
            for name, value in typed(row).items():
                page.cell(number, columns[name]).value = value
    book.save(path)


def load(folder: Path) -> LoadedEvent:
    """The event; no problem is expected."""
    loaded, problems, _ = load_event(folder, folder.name)
    assert loaded is not None, [problem.text("ja") for problem in problems]
    return loaded


def codes(folder: Path) -> list[str]:
    """What is wrong with the event."""
    _, problems, _ = load_event(folder, folder.name)
    for problem in problems:
        assert problem.text("ja") and problem.text("en")
    return [problem.code for problem in problems]


def write_sheets(folder: Path) -> list[Path]:
    """Every next sheet that can be made, as a build writes it."""
    loaded = load(folder)
    written = []
    for one in loaded.divisions:
        for new in one.tournament.new_rounds:
            if new.games:
                path = folder / round_file(one.division.id, new.number)
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(round_bytes(one.tournament, new, loaded.event))
                written.append(path)
    return written


def play(folder: Path, typed: Callable[[Row], Mapping[str, Any]], rounds: int = 40) -> dict[str, Any]:
    """Plays so many rounds, or to the end; returns the document of the first division."""
    for _ in range(rounds):
        written = write_sheets(folder)
        if not written:
            break
        for path in written:
            fill_round(path, typed)
    return load(folder).divisions[0].document
