"""roster.xlsx, .ods or .csv: one worksheet per division → players (or teams) in sheet order, and 組合せ禁止."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import NamedTuple

from tourgen.engine.model import BarredPair
from tourgen.messages.problems import Notice, Problem, closest
from tourgen.model import Player, Sex, Source
from tourgen.sheets.barred import read_barred
from tourgen.sheets.columns import Boards, Table, find_table, roster_columns
from tourgen.sheets.csv_and_ods import AnyBook, open_table
from tourgen.sheets.division_names import BARRED_SHEETS, OTHER_SHEETS, Divisions, division_of
from tourgen.sheets.guard import Refused
from tourgen.sheets.roster_cells import common_cells, read_number
from tourgen.sheets.roster_headers import all_from_the_first, header_problems, unread_notice
from tourgen.sheets.rows import ProblemList, Row, filled_rows, read_all_the_same, remarks
from tourgen.sheets.teams import TeamReader
from tourgen.sheets.text import BETWEEN_WORDS, fold, whole_number
from tourgen.sheets.workbook import Sheet, refused_problem

_SEXES: dict[str, Sex] = {
    **dict.fromkeys(("男", "男性", "男子", "おとこ", "m", "male", "man", "♂"), "M"),
    **dict.fromkeys(("女", "女性", "女子", "おんな", "f", "female", "woman", "♀"), "F"),
}
# Choices of forms that are as good as blank.
_UNSAID = ("回答しない", "無回答", "未回答", "その他", "other", "prefernottosay")


class Roster(NamedTuple):
    """Everything that the roster holds."""

    players: dict[str, tuple[Player, ...]]  # by division id, in sheet order
    problems: list[Problem]
    notices: list[Notice]
    barred: dict[str, tuple[BarredPair, ...]]  # 組合せ禁止 by division id
    barred_problems: list[Problem]


def read_roster(
    data: bytes,
    file: str,
    divisions: Divisions,
    teams: Mapping[str, Boards] = MappingProxyType({}),
    swiss: Collection[str] | None = None,
) -> Roster:
    """The whole workbook, opened once: the worksheets of the divisions, and 組合せ禁止.

    `teams` has the boards of each division in which teams play, `swiss` the ids of the divisions that can heed
    組合せ禁止; None where that is not known, and then it is not read.
    """
    roster = Roster({}, [], [], {}, [])
    book = open_table(data, file)
    if isinstance(book, Problem):
        roster.problems.append(book)
        return roster
    sheets = _read_sheets(book, roster.problems)
    for division, sheet in _assign(sheets, file, divisions, roster.problems).items():
        found = ProblemList(sheet.at(0))
        players = _read_division(sheet, teams.get(division, ()), divisions, found, roster.notices)
        # A sheet that was not read to its end gives no players: the missing numbers are not unknown ones.
        roster.players[division] = () if found.full else players
        roster.problems.extend(found)
    if swiss is None or not roster.players:
        return roster
    heeding = [one for one in divisions if one[0] in swiss]
    others = [one for one in divisions if one[0] not in swiss]
    barred, problems = read_barred(book, heeding, roster.players, others)
    return roster._replace(barred=barred, barred_problems=problems)


def _read_sheets(book: AnyBook, problems: list[Problem]) -> list[Sheet]:
    """The worksheets that may be a division's, read; the guide and the like are left alone."""
    sheets = []
    for name in book.names:
        if fold(name) not in OTHER_SHEETS:
            try:
                sheets.append(book.sheet(name))
            except Refused as refused:
                problems.append(refused_problem(refused, book.file, name))
    return sheets


def sheet_of_division(book: AnyBook, divisions: Divisions, division: str) -> Sheet | Problem:
    """The worksheet of one division."""
    problems: list[Problem] = []
    found = _assign(_read_sheets(book, problems), book.file, divisions, problems).get(division)
    return found or problems[0]


def _assign(
    sheets: list[Sheet], file: str, divisions: Divisions, problems: list[Problem]
) -> dict[str, Sheet]:
    """Which worksheet is which division's: by id or name; a lone sheet is the lone division's."""
    refused = bool(problems)  # a sheet that was refused may be the one that seems to be missing
    by_key = division_of(divisions)
    filled = [sheet for sheet in sheets if not sheet.blank or fold(sheet.name) in by_key]
    if len(divisions) == 1 and len(filled) == 1:
        return {divisions[0][0]: filled[0]}
    assigned: dict[str, Sheet] = {}
    for sheet in filled:
        where = Source(file, sheet.name)
        division = by_key.get(fold(sheet.name))
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


def _read_division(
    sheet: Sheet, boards: Boards, divisions: Divisions, problems: ProblemList, notices: list[Notice]
) -> tuple[Player, ...]:
    """The players of one worksheet, or its teams where there are boards, in sheet order."""
    if sheet.blank:
        problems.append(_empty(sheet, boards))
        return ()
    columns = roster_columns(boards)
    seats = ((f"board{n}",) for n in range(1, len(boards) + 1))
    named = ("name", "club") if boards else ("name",)
    table, found = find_table(sheet, columns, (("no",), named, *seats))
    problems.extend(found)
    if table is None:
        return ()
    problems.extend(header_problems(sheet, table, columns))
    notices.extend(unread_notice(sheet, table))
    notices.extend(all_from_the_first(sheet, table))
    notices.extend(remarks(sheet, table))
    notices.extend(read_all_the_same(sheet, table, "board1" if boards else "name"))
    return player_rows(sheet, table, boards, divisions, problems)


def player_rows(
    sheet: Sheet, table: Table, boards: Boards, divisions: Divisions, problems: ProblemList
) -> tuple[Player, ...]:
    """The players, or teams, below a header row."""
    keys = tuple(column.key for column in roster_columns(boards))
    meant = tuple(key for key in keys if key not in ("no", "note"))
    reader = TeamReader(boards) if boards else _PlayerReader(divisions)

    def filled(row: Row) -> bool:
        """Whether a row is more than a number that is still free."""
        odd = not boards and row.filled("no") and whole_number(row.value("no")) is None
        return row.filled(*meant) or odd

    rows = filled_rows(sheet, table, problems, keys, filled)
    players = [reader.read(row, row.report_flaws(*keys)) for row in rows]
    if not players:
        problems.append(_empty(sheet, boards))
    return tuple(player for player in players if player)


def _empty(sheet: Sheet, boards: Boards) -> Problem:
    return Problem("roster-empty-teams" if boards else "roster-empty", sheet.at(0))


@dataclass
class _PlayerReader:
    """Reads row by row, and remembers the numbers."""

    divisions: Divisions
    numbers: dict[int, str] = field(default_factory=dict)

    def read(self, row: Row, flawed: bool) -> Player | None:
        """One player; None where the number or name is missing or can't be used."""
        no, name = read_number(row, self.numbers), row.text("name")
        if not name and not flawed:
            row.report("name-missing", "name")
        player = Player(
            no=no or 0,
            name=name,
            kana=row.text("kana") or row.sheet.furigana(row.index, row.table.columns["name"]),
            grade=row.text("grade"),
            sex=_read_sex(row),
            standby=_read_standby(row, self.divisions),
            source=row.at("name"),
            **common_cells(row),
        )
        return player if no is not None and name else None


def _read_sex(row: Row) -> Sex | None:
    if not row.text("sex") or fold(row.value("sex")) in _UNSAID:
        return None
    sex = _SEXES.get(fold(row.value("sex")))
    if sex is None:
        row.report("sex-unknown", "sex")
    return sex


def _read_standby(row: Row, divisions: Divisions) -> tuple[str, ...]:
    """補充希望: ids (or names) of divisions."""
    if not row.text("standby"):
        return ()
    by_key = division_of(divisions)
    chosen = []
    for word in filter(None, BETWEEN_WORDS.split(row.text("standby"))):
        if fold(word) in by_key:
            chosen.append(by_key[fold(word)])
        else:
            suggestion = closest(word, [division for division, _ in divisions])
            row.report("standby-unknown", "standby", word=word, suggestion=suggestion)
    return tuple(dict.fromkeys(chosen))
