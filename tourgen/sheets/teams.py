"""A row of a roster of teams: the player of each board and the reserves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tourgen.model import Player
from tourgen.sheets.columns import MOST_RESERVES, Boards
from tourgen.sheets.roster_cells import common_cells, read_number
from tourgen.sheets.rows import Row
from tourgen.sheets.text import BETWEEN_NAMES, fold, is_blank, shown

# Which of its school's teams: 「A」, 「Aチーム」; or a name that ends so: 「北高校A」, 「北高 B」 (but not 「FCB」).
_LETTER = re.compile(r"(?:チーム|team)?([a-z])(?:チーム|team|組)?")
_LAST_LETTER = re.compile(r"(?<![a-z])([a-z])(?:チーム|組)?$")
_NOBODY = ("なし", "無し", "欠", "欠員", "不在", "空席", "none", "nobody")
_RESERVES = tuple(f"reserve{n}" for n in range(1, MOST_RESERVES + 1))


@dataclass
class TeamReader:
    """Reads row by row, and remembers where each person is listed."""

    boards: Boards
    numbers: dict[int, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # team → cell
    # By school and name: the team and the cell in which the person is listed already.
    people: dict[tuple[str, str], tuple[Player, str]] = field(default_factory=dict)

    def read(self, row: Row, flawed: bool) -> Player | None:
        """One team; None where its number or name is missing or can't be used."""
        no = read_number(row, self.numbers)
        name, letter = _team_name(row)
        members = tuple(_person(row, seat) for seat in self.seats)
        team = Player(
            no=no or 0,
            name=name,
            kana=row.text("kana"),
            team=letter,
            members=members,
            board_grades=_grades(row, len(self.seats)),
            reserves=tuple(name for _, name in _reserves(row)),
            source=row.at("name" if "name" in row.table.columns else "no"),
            **common_cells(row),
        )
        if not name and not flawed:
            row.report("team-name-missing", "name")
        elif not any((*members, *team.reserves)) and not team.absent and not flawed:
            row.report("team-empty", self.seats[0], name=name)
        self.check_name(row, team)
        self.check_people(row, team)
        return team if no is not None and name else None

    @property
    def seats(self) -> list[str]:
        """The columns of the boards."""
        return [f"board{n}" for n in range(1, len(self.boards) + 1)]

    def check_name(self, row: Row, team: Player) -> None:
        """Two teams of one name could not be told apart."""
        if not team.name:
            return
        first = self.names.setdefault(fold(team.name), team.at("name").cell or "")
        if first != team.at("name").cell:
            row.report("team-name-twice", "name", name=team.name, first=first)

    def check_people(self, row: Row, team: Player) -> None:
        """A person has one seat, in one team of a school."""
        # Teams without a school have nothing in common.
        school = fold(team.club) or f"\n{row.index}"
        seated = [(seat, name) for seat, name in zip(self.seats, team.members, strict=True) if name]
        for key, name in (*seated, *_reserves(row)):
            cell = row.at(key).cell or ""
            other, first = self.people.setdefault((school, fold(name)), (team, cell))
            if other is team and first == cell:
                continue
            a_team = "A" in (team.team, other.team)
            code = "member-of-a-team" if a_team else "member-of-two-teams"
            code = "member-twice" if other is team else code
            row.report(code, key, name=name, team=other.name, first=first)


def _team_name(row: Row) -> tuple[str, str]:
    """(the team's name, its letter): a letter alone is put behind the school's name."""
    typed, school = row.text("name"), row.text("club")
    alone = _LETTER.fullmatch(fold(typed))
    if alone:
        letter = alone[1].upper()
        return (f"{school} {letter}" if school else typed), letter
    last = _LAST_LETTER.search(fold(typed))
    return typed or school, last[1].upper() if last else ""


def _grades(row: Row, boards: int) -> tuple[str, ...]:
    """段級位 of who sits at each board; nothing where the roster has none of them."""
    grades = tuple(row.text(f"grade{n}") for n in range(1, boards + 1))
    return grades if any(grades) else ()


def _person(row: Row, key: str) -> str:
    name = row.text(key)
    return "" if fold(name) in _NOBODY else name


def _reserves(row: Row) -> Iterator[tuple[str, str]]:
    """(column, name) of every reserve; one cell may hold several."""
    for key in _RESERVES:
        value = row.value(key)
        for part in BETWEEN_NAMES.split(value) if isinstance(value, str) else ():
            name = shown(part)
            if not is_blank(name) and fold(name) not in _NOBODY:
                yield key, name
