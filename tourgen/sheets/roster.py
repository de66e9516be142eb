"""The roster: one worksheet per division → players (or teams) in sheet order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType

from tourgen.model import Player, Sex, Source
from tourgen.problems import Notice, Problem, closest
from tourgen.sheets.columns import ROSTER, Boards, find_table
from tourgen.sheets.guard import Refused
from tourgen.sheets.marks import denied
from tourgen.sheets.roster_cells import (
    only_exempt,
    read_absent,
    read_exempt,
    read_from,
    read_number,
    read_withdrawn,
)
from tourgen.sheets.roster_headers import header_problems, unread_notice
from tourgen.sheets.rows import Row, Told, merged_problems, rows_below
from tourgen.sheets.teams import read_teams
from tourgen.sheets.text import fold, name_key, whole_number
from tourgen.sheets.workbook import Sheet, Workbook, open_workbook, refused_problem

Divisions = Sequence[tuple[str, str]]  # (id, name)

# Worksheets that belong to a roster without being a division.
BARRED_SHEETS = ("組合せ禁止", "forbiddenpairs")
BESIDE = (*BARRED_SHEETS, "説明", "guide")

_KEYS = tuple(column.key for column in ROSTER)
_MEANT = tuple(
    key for key in _KEYS if key not in ("no", "note")
)  # a number alone is a row nobody has filled in
_SEXES: dict[str, Sex] = {
    **dict.fromkeys(("男", "男性", "男子", "おとこ", "m", "male", "man", "♂"), "M"),
    **dict.fromkeys(("女", "女性", "女子", "おんな", "f", "female", "woman", "♀"), "F"),
}
_SEPARATORS = re.compile(r"[,、，;/／・\s]+")


def read_roster(
    data: bytes,
    file: str,
    divisions: Divisions,
    teams: Mapping[str, Boards] = MappingProxyType({}),
    notices: list[Notice] | None = None,
) -> tuple[dict[str, tuple[Player, ...]], list[Problem]]:
    """Division id → players in sheet order, and every problem of the workbook.

    `teams` has the boards of each division in which teams play; `notices` takes what the organiser should know.
    """
    book = open_workbook(data, file)
    if isinstance(book, Problem):
        return {}, [book]
    problems: list[Problem] = []
    notices = [] if notices is None else notices
    sheets = _read_sheets(book, problems)
    players: dict[str, tuple[Player, ...]] = {}
    for division, sheet in _assign(sheets, file, divisions, problems).items():
        boards, told = teams.get(division, ()), Told(sheet.at(0))
        players[division] = (
            read_teams(sheet, boards, told, notices)
            if boards
            else _read_division(sheet, divisions, told, notices)
        )
        if told.full:
            players[division] = ()  # numbers that were not read are not unknown ones
        problems += told
    return players, problems


def _read_sheets(book: Workbook, problems: list[Problem]) -> list[Sheet]:
    """The worksheets that may be a division's, read; the guide and the like are left alone."""
    sheets = []
    for name in book.names:
        if name_key(name) not in BESIDE:
            try:
                sheets.append(book.sheet(name))
            except Refused as refused:
                problems.append(refused_problem(refused, book.file, name))
    return sheets


def _assign(
    sheets: list[Sheet], file: str, divisions: Divisions, problems: list[Problem]
) -> dict[str, Sheet]:
    """Which worksheet is which division's: by id or name; a lone sheet is the lone division's."""
    refused = bool(problems)  # a sheet that was refused may be the one that seems to be missing
    by_key = division_of(divisions)
    filled = [sheet for sheet in sheets if not sheet.blank or name_key(sheet.name) in by_key]
    if len(divisions) == 1 and len(filled) == 1:
        return {divisions[0][0]: filled[0]}
    assigned: dict[str, Sheet] = {}
    for sheet in filled:
        where = Source(file, sheet.name)
        division = by_key.get(name_key(sheet.name))
        if division is None:
            words = [word for pair in divisions for word in reversed(pair)]
            # 組み合わせ禁止: a name of its own that is nearly right is meant rather than a division.
            suggestion = closest(sheet.name, get_close_matches(sheet.name, BARRED_SHEETS, 1) or words)
            problems.append(Problem("sheet-unknown", where, sheet.name, {"suggestion": suggestion}))
        elif division in assigned:
            params = {"division": division, "first": assigned[division].name}
            problems.append(Problem("sheet-twice", where, sheet.name, params))
        else:
            assigned[division] = sheet
    there = ", ".join(sheet.name for sheet in sheets)
    for division, name in divisions:
        if division not in assigned and not refused:
            params = {"division": division, "sheets": there}
            problems.append(Problem("sheet-missing", Source(file), name, params))
    return assigned


def division_of(divisions: Divisions) -> dict[str, str]:
    """Folded id or name → id; where one division's name is another's id, the id counts."""
    names = {name_key(name): division for division, name in divisions}
    return names | {name_key(division): division for division, _ in divisions}


def _read_division(
    sheet: Sheet, divisions: Divisions, problems: Told, notices: list[Notice]
) -> tuple[Player, ...]:
    if sheet.blank:
        problems.append(Problem("roster-empty", sheet.at(0)))
        return ()
    table, found = find_table(sheet, ROSTER, (("no",), ("name",)))
    problems.extend(found)
    if table is None:
        return ()
    problems.extend(header_problems(sheet, table, ROSTER))
    notices.extend(unread_notice(sheet, table))
    players: list[Player] = []
    numbers: dict[int, str] = {}
    last = table.header
    for row in rows_below(sheet, table, problems):
        if not row.filled(*_MEANT) and not _odd_number(row):
            continue
        last = row.index
        player = _read_player(row, numbers, divisions)
        if player:
            players.append(player)
    problems.extend(merged_problems(sheet, table, _KEYS, last))
    if last == table.header:
        problems.append(Problem("roster-empty", sheet.at(0)))
    return tuple(players)


def _odd_number(row: Row) -> bool:
    """Something else than a number in the number column: more than a row that nobody has filled in."""
    return row.filled("no") and whole_number(row.value("no")) is None


def _read_player(row: Row, numbers: dict[int, str], divisions: Divisions) -> Player | None:
    """One row; None where number or name are not to be had."""
    flawed = row.report_flaws(*_KEYS)
    no = read_number(row, numbers)
    name = row.text("name")
    if not name and not flawed:
        row.report("name-missing", "name")
    player = Player(
        no=no or 0,
        name=name,
        kana=row.text("kana") or _furigana(row),
        club=row.text("club"),
        grade=row.text("grade"),
        sex=_read_sex(row),
        seed=_read_seed(row),
        desk_number=row.number("lottery", "lottery-unreadable"),
        absent=read_absent(row),
        from_round=read_from(row),
        withdrawn_after=read_withdrawn(row),
        standby=_read_standby(row, divisions),
        exempt=read_exempt(row),
        source=row.sheet.at(row.index, row.table.columns["name"]),
        cells=row.table.cells(row.index),
    )
    return player if no is not None and name else None


def _furigana(row: Row) -> str:
    return row.sheet.furigana(row.index, row.table.columns["name"])


def _read_sex(row: Row) -> Sex | None:
    if not row.text("sex"):
        return None
    sex = _SEXES.get(fold(row.value("sex")))
    if sex is None:
        row.report("sex-unknown", "sex")
    return sex


def _read_seed(row: Row) -> str:
    """シード: any mark or title, but nothing that denies it, and no × that may."""
    if denied(row.value("seed")):
        return ""
    if fold(row.value("seed")) in ("×", "x", "✕", "✖", "?", "？"):
        row.report("mark-doubtful", "seed")
    return "" if only_exempt(row.text("seed")) else row.text("seed")


def _read_standby(row: Row, divisions: Divisions) -> tuple[str, ...]:
    """補充希望: ids (or names) of divisions."""
    if not row.text("standby"):
        return ()
    by_key = division_of(divisions)
    chosen = []
    for word in filter(None, _SEPARATORS.split(row.text("standby"))):
        if name_key(word) in by_key:
            chosen.append(by_key[name_key(word)])
        else:
            suggestion = closest(word, [division for division, _ in divisions])
            row.report("standby-unknown", "standby", word=word, suggestion=suggestion)
    return tuple(dict.fromkeys(chosen))
