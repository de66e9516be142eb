"""What a public repository would show that the site does not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from tourgen.event.private_names import private_words, published_names
from tourgen.event.read_files import read_record, read_workbook
from tourgen.event.read_sheets import (
    PUBLIC_ROSTER,
    ROSTER_FILES,
    read_roster_bytes,
    read_roster_file,
    roster_name,
)
from tourgen.event.settings import Event
from tourgen.formats.labels import board_names, plain
from tourgen.messages.problems import Problem
from tourgen.publish.git import earlier_versions, names_in_history
from tourgen.publish.prepare import is_known
from tourgen.result_marks import EVERY_MARK, written
from tourgen.sheets import Roster, RosterSheet, write_roster
from tourgen.sheets.columns import (
    BARRED,
    ROSTER,
    ROUND,
    Column,
    Table,
    find_table,
    roster_columns,
    round_columns,
    unread,
)
from tourgen.sheets.csv_and_ods import ENCODINGS, AnyBook, open_table
from tourgen.sheets.guard import Refused
from tourgen.sheets.text import cell_name, is_blank
from tourgen.sheets.words import words
from tourgen.sheets.workbook import Sheet

# 備考 is the organiser's own; every other known column is needed to play the event, or stands on its pages.
_PRIVATE = ("note",)
_TABLES = (".xlsx", ".xls", ".xlsm", ".ods", ".csv")
_TEXTS = (".toml", ".md", ".sgf", ".html")
_OURS = re.compile(r"[\s\d:：.,、。()（）/-]+")  # between the words of a title: 3回戦 開始 11:00


@dataclass(frozen=True, slots=True)
class Exposed:
    """Something that the site doesn't show, and how much of it there is; `kind` says what (publish-… in said.toml)."""

    kind: str
    file: str
    filled: int = 0
    sheet: str = ""
    cell: str = ""
    header: str = ""


def exposed(event: Event) -> list[Exposed]:
    """Everything in an event's folder, and of it in Git's history, that the site does not show."""
    path = event.folder / roster_name(event.folder)
    shown, roster = f"{event.shown}/{path.name}", read_roster_file(event)
    looking = _Looking(event, roster)
    found = [one for book in _workbooks(event) for one in looking.at_file(book)]
    files = sorted(
        one.relative_to(event.folder).as_posix() for one in event.folder.rglob("*") if one.is_file()
    )
    # Files that tourgen doesn't know, which the repository would show as they are.
    found += [Exposed("file", f"{event.shown}/{name}") for name in files if not is_known(name)]
    found += [
        one for name in files if name.endswith(_TEXTS) and is_known(name) for one in looking.at_text(name)
    ]
    for name in ROSTER_FILES:
        found += _in_history(event, name)
    gone = [name for name in names_in_history(event.folder) if name not in files]
    found += [Exposed("history-file", f"{event.shown}/{name}") for name in gone if not is_known(name)]
    pairs = sum(map(len, roster.barred.values()))
    return [*found, *([Exposed("barred", shown, pairs)] if pairs else [])]


def exposed_elsewhere(repository: Path, events: Collection[str]) -> list[Exposed]:
    """Tables that Git's history has outside of these events: a list of entries, the roster of an event that is gone."""
    return [
        Exposed("file" if (repository / name).is_file() else "history-file", name)
        for name in names_in_history(repository)
        if name.lower().endswith(_TABLES) and "/rounds/" not in name
        if not any(name.startswith(f"{shown}/") for shown in events)
    ]


def _in_history(event: Event, name: str) -> list[Exposed]:
    """The latest version of a roster in Git's history that has something private."""
    shown = f"{event.shown}/{name}"
    for commit, data in earlier_versions(event.folder / name):
        earlier = _Looking(event, read_roster_bytes(event, data, shown)).in_bytes(data, shown)
        if earlier:
            return [Exposed("history", shown, len(earlier), cell=commit)]
    return []


def _workbooks(event: Event) -> list[Path]:
    """The roster and every round's sheet."""
    sheets = sorted((event.folder / "rounds").glob("*.xlsx"))
    paths = [event.folder / roster_name(event.folder), *sheets]
    return [path for path in paths if path.is_file() and not path.name.startswith(("~$", "."))]


class _Looking:
    """Looks through workbooks, and knows what tourgen itself writes into them."""

    def __init__(self, event: Event, roster: Roster) -> None:
        self.event = event
        boards = dict.fromkeys(board_names(one.declared) for one in event.divisions if one.declared.boards)
        self.tables: list[tuple[tuple[Column, ...], tuple[tuple[str, ...], ...]]] = [
            (ROSTER, (("no",), ("name",))),
            *((roster_columns(one), (("no",), ("board1",))) for one in boards),
            *((columns, (("no1",), ("no2",))) for columns in (*map(round_columns, boards), ROUND, BARRED)),
        ]
        self.names = private_words(event, chain.from_iterable(roster.players.values()))
        phrases = {
            event.name,
            event.name_en,
            *(name for one in event.divisions for name in (one.name, one.name_en)),
        }
        phrases |= {part for text in _texts(words()) for part in re.split(r"\{\w*\}", text)}
        phrases |= {name for columns, _ in self.tables for one in columns for name in (*one.ja, *one.en)}
        phrases |= {written(mark, game) for mark in EVERY_MARK for game in ("othello", "go")}
        self.phrases = sorted(map(plain, filter(None, phrases)), key=len, reverse=True)

    def ours(self, text: str) -> bool:
        """Whether a text consists of nothing but words that tourgen writes."""
        rest = plain(text)
        for phrase in self.phrases:
            rest = rest.replace(phrase, "") if phrase else rest
        return not _OURS.sub("", rest)

    def at_file(self, path: Path) -> list[Exposed]:
        """What a workbook of the event's folder shows; of one that can't be read the build says what is wrong."""
        file = f"{self.event.shown}/{path.relative_to(self.event.folder).as_posix()}"
        data = read_workbook(path, file, self.event.folder)
        return [] if isinstance(data, Problem) else self.in_bytes(data, file)

    def at_text(self, name: str) -> Iterator[Exposed]:
        """Private names in a setting, a page or a game record, whose encoding may be an old one."""
        file = f"{self.event.shown}/{name}"
        data = read_record(self.event.folder / name, file, self.event.folder)
        if isinstance(data, bytes):
            texts = [plain(data.decode(encoding, "replace")) for encoding in ENCODINGS]
            filled = sum(any(name in text for text in texts) for name in self.names)
            yield from [Exposed("name-file", file, filled)] if filled else ()

    def in_bytes(self, data: bytes, file: str) -> list[Exposed]:
        book = open_table(data, file)
        if isinstance(book, Problem):
            return []
        found: list[Exposed] = []
        for name in book.names:
            found += [one for sheet in _sheet(book, name) for one in self.in_sheet(book, sheet)]
        if book.other_parts:
            found.append(Exposed("other-parts", file, len(book.other_parts)))
        for name in book.hidden_names:
            values = chain(*(row for sheet in _sheet(book, name) for row in sheet.rows))
            filled = sum(not is_blank(value) for value in values)
            found += [Exposed("hidden-sheet", file, filled, name)] if filled else []
        return found

    def in_sheet(self, book: AnyBook, sheet: Sheet) -> Iterator[Exposed]:
        table = next(filter(None, (find_table(sheet, *one)[0] for one in self.tables)), None)
        hidden = book.hidden_columns(sheet.name)
        for place in sorted(hidden):
            rows = [row for row in range(len(sheet.rows)) if not is_blank(sheet.value(row, place))]
            if rows:
                yield _column("hidden-column", sheet, rows[0], place, len(rows))
        for place, filled in unread(sheet, table, _PRIVATE) if table else ():
            if table and place not in hidden:
                yield _column("private", sheet, table.header, place, filled)
        yield from self.outside(sheet, table)
        if commented := book.comments(sheet.name):
            yield Exposed("comment", sheet.file, len(commented), sheet.name, commented[0])
        if beside := [one for one in book.beside_cells(sheet.name) if not self.ours(one)]:
            yield Exposed("beside-cells", sheet.file, len(beside), sheet.name)

    def outside(self, sheet: Sheet, table: Table | None) -> Iterator[Exposed]:
        """Texts above the table, or on a sheet without one (説明), that tourgen didn't write; and private names."""
        above = sheet.rows[: table.header] if table else sheet.rows
        cells = [
            cell_name(row, place)
            for row, values in enumerate(above)
            for place, value in enumerate(values)
            if not is_blank(value) and not self.ours(str(value))
        ]
        if cells:
            yield Exposed("above" if table else "other-cells", sheet.file, len(cells), sheet.name, cells[0])
        named = [
            cell_name(row, place)
            for row, values in enumerate(sheet.rows if self.names else ())
            for place, value in enumerate(values)
            if isinstance(value, str) and any(name in plain(value) for name in self.names)
        ]
        if named:
            yield Exposed("name", sheet.file, len(named), sheet.name, named[0])


def _column(kind: str, sheet: Sheet, row: int, place: int, filled: int) -> Exposed:
    header = str(sheet.value(row, place) or "")
    return Exposed(kind, sheet.file, filled, sheet.name, cell_name(row, place), header)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from chain(value, *map(_texts, value.values()))
    elif isinstance(value, list):
        yield from chain(*map(_texts, value))


def _sheet(book: AnyBook, name: str) -> list[Sheet]:
    """The worksheet, if it can be read."""
    try:
        return [book.sheet(name)]
    except Refused:
        return []


def stripped_roster(event: Event) -> tuple[Path, bytes]:
    """The roster with nothing but what tourgen reads and may be public, as a new workbook beside the old one.

    The pairs of 組合せ禁止 are part of it (as numbers, without remarks), else the rounds made there would ignore them.
    """
    roster = read_roster_file(event)
    players = published_names(event, roster.players)
    sheets = [
        RosterSheet(
            one.id,
            one.name,
            players[one.id],
            language=event.language,
            boards=board_names(one.declared),
            game=one.declared.game,
            barred=roster.barred.get(one.id, ()) if one.declared.heeds_barred else None,
        )
        for one in event.divisions
        if one.id in players
    ]
    return event.folder / PUBLIC_ROSTER, write_roster(sheets)
