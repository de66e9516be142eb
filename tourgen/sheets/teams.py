"""A roster of teams: one row per team, who sits at which board, and the reserves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from tourgen.dataclass import dataclass
from tourgen.model import Player
from tourgen.problems import Notice, Problem
from tourgen.sheets.columns import MOST_RESERVES, Boards, find_table, team_roster
from tourgen.sheets.roster_cells import read_absent, read_exempt, read_from, read_number, read_withdrawn
from tourgen.sheets.roster_headers import header_problems, unread_notice
from tourgen.sheets.rows import Row, Told, merged_problems, rows_below
from tourgen.sheets.text import fold, name_key, shown
from tourgen.sheets.workbook import Sheet

# Which of its school's teams: 「A」, 「Aチーム」; or a name that ends so: 「北高校A」, 「北高 B」 (but not 「FCB」).
_LETTER = re.compile(r"(?:チーム|team)?([a-z])(?:チーム|team|組)?")
_LAST_LETTER = re.compile(r"(?<![a-z])([a-z])(?:チーム|組)?$")
_NOBODY = ("なし", "無し", "欠", "欠員", "不在", "空席", "none", "nobody")
_BETWEEN_NAMES = re.compile(r"[、,，;；/／\n\r]+")  # no space: names have them; no ・: foreign ones have it
_RESERVES = tuple(f"reserve{n}" for n in range(1, MOST_RESERVES + 1))


def read_teams(sheet: Sheet, boards: Boards, problems: Told, notices: list[Notice]) -> tuple[Player, ...]:
    """The teams in sheet order."""
    if sheet.blank:
        problems.append(Problem("roster-empty-teams", sheet.at(0)))
        return ()
    columns = team_roster(boards)
    seats = tuple(f"board{n}" for n in range(1, len(boards) + 1))
    table, found = find_table(sheet, columns, (("no",), ("name", "club"), *((seat,) for seat in seats)))
    problems.extend(found)
    if table is None:
        return ()
    problems.extend(header_problems(sheet, table, columns))
    notices.extend(unread_notice(sheet, table))
    keys = tuple(column.key for column in columns)
    reader = _Reader(seats)
    last = table.header
    for row in rows_below(sheet, table, problems):
        # A number alone is a row nobody has filled in.
        if row.filled(*(key for key in keys if key not in ("no", "note"))):
            last = row.index
            reader.read(row, row.report_flaws(*keys))
    problems.extend(merged_problems(sheet, table, keys, last))
    if last == table.header:
        problems.append(Problem("roster-empty-teams", sheet.at(0)))
    return tuple(reader.teams)


@dataclass(frozen=True, slots=True)
class _Listed:
    """Where a person is listed already."""

    team: Player
    cell: str


@dataclass
class _Reader:
    """Reads row by row, and remembers who is listed where."""

    seats: tuple[str, ...]
    teams: list[Player] = field(default_factory=list)
    numbers: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # team → cell
    people: dict[tuple[str, str], _Listed] = field(default_factory=dict)  # (school, person)

    def read(self, row: Row, flawed: bool) -> None:
        no = read_number(row, self.numbers)
        name, letter = _team_name(row)
        members = tuple(_person(row, seat) for seat in self.seats)
        reserves = tuple(name for _, name in _reserves(row))
        absent = read_absent(row)
        if not name and not flawed:
            row.report("team-name-missing", "name")
        elif not any((*members, *reserves)) and not absent and not flawed:
            row.report("team-empty", self.seats[0], name=name)
        team = Player(
            no=no or 0,
            name=name,
            kana=row.text("kana"),
            club=row.text("club"),
            absent=absent,
            from_round=read_from(row),
            withdrawn_after=read_withdrawn(row),
            exempt=read_exempt(row),
            team=letter,
            members=members,
            reserves=reserves,
            source=row.sheet.at(row.index, row.table.columns.get("name", row.table.columns["no"])),
            cells=row.table.cells(row.index),
        )
        self.check_name(row, team)
        self.check_people(row, team)
        if no is not None and name:
            self.teams.append(team)

    def check_name(self, row: Row, team: Player) -> None:
        """Two teams of one name could not be told apart."""
        if not team.name:
            return
        first = self.names.setdefault(name_key(team.name), team.at("name").cell or "")
        if first != team.at("name").cell:
            row.report("team-name-twice", "name", name=team.name, first=first)

    def check_people(self, row: Row, team: Player) -> None:
        """A person has one seat, in one team of a school."""
        # Teams without a school have nothing in common.
        school = name_key(team.club) or f"\n{row.index}"
        seated = [(seat, name) for seat, name in zip(self.seats, team.members, strict=True) if name]
        for key, name in (*seated, *_reserves(row)):
            cell = row.sheet.at(row.index, row.table.columns[key]).cell or ""
            before = self.people.setdefault((school, name_key(name)), _Listed(team, cell))
            if before.team is not team or before.cell != cell:
                self.report_again(row, key, name, team, before)

    def report_again(self, row: Row, key: str, name: str, team: Player, before: _Listed) -> None:
        params = {"name": name, "team": before.team.name, "first": before.cell}
        if before.team is team:
            row.report("member-twice", key, **params)
        elif "A" in (team.team, before.team.team):
            row.report("member-of-a-team", key, **params)
        else:
            row.report("member-of-two-teams", key, **params)


def _team_name(row: Row) -> tuple[str, str]:
    """(the team's name, its letter): a letter alone is put behind the school's name."""
    typed, school = row.text("name"), row.text("club")
    alone = _LETTER.fullmatch(fold(typed))
    if alone:
        letter = alone[1].upper()
        return (f"{school} {letter}" if school else typed), letter
    last = _LAST_LETTER.search(fold(typed))
    return typed or school, last[1].upper() if last else ""


def _person(row: Row, key: str) -> str:
    name = row.text(key)
    return "" if fold(name) in _NOBODY else name


def _reserves(row: Row) -> Iterator[tuple[str, str]]:
    """(column, name) of every reserve; one cell may hold several."""
    for key in _RESERVES:
        value = row.value(key)
        for part in _BETWEEN_NAMES.split(value) if isinstance(value, str) else ():
            name = shown(part)
            if name.strip("-‐‑–—―−ー─－ \u3000") and fold(name) not in _NOBODY:
                yield key, name
