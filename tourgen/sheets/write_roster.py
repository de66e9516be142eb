"""A roster to fill in (`tourgen new`), or one that is filled in already (simulated events, examples)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tourgen.engine.model import BarredPair
from tourgen.model import Player
from tourgen.sheets.columns import BARRED, Boards, Column, written_roster
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
from tourgen.sheets.text import fold
from tourgen.sheets.words import words

_HEADER = 2
_WIDTHS = {"no": 10, "name": 22, "kana": 22, "club": 18, "grade": 9, "sex": 7, "seed": 12, "lottery": 10}
_WIDTHS |= {"absent": 8, "from": 8, "withdrawn": 8, "standby": 14, "note": 24, "reserve1": 24}
_WIDTHS |= {"rests": 8, "rating": 8, "romaji": 22, "private": 8}
_WIDTHS |= {"no1": 10, "no2": 10, "strength": 10, "division": 18}
_MEMBER_WIDTH = 18
_BARRED_ROOM = 40  # rows of 組合せ禁止 in which the dropdowns work
_CENTRED = ("no", "grade", "sex", "seed", "lottery", "absent", "from", "withdrawn", "no1", "no2", "strength",
            "rests", "group", "rating", "private")  # fmt: skip
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
    boards: Boards = ()  # of teams: the names of their boards
    barred: tuple[BarredPair, ...] | None = None  # 組合せ禁止; None where the format pairs without it
    game: str = "othello"  # whose columns the guide explains
    needed: tuple[str, ...] = ()  # columns that only some formats look at

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of players or of teams. A column of few formats is there where it has a value."""
        given = {key for one in self.players for key, value in _values(one, self.language).items() if value}
        return written_roster(self.boards, {*self.needed, *given})


def write_roster(sheets: Sequence[RosterSheet]) -> bytes:
    """The workbook: one worksheet per division, 組合せ禁止 where it is used, and a guide. Same input, same bytes."""
    book = Book(sheets[0].language if sheets else "ja")
    said = words()["roster"][book.language]
    taken = {fold(said["guide"]), fold(words()["barred"][book.language]["sheet"])}
    for sheet in sheets:
        name = _sheet_name(sheet, taken)
        taken.add(fold(name))
        _write_division(book, book.add(name), sheet)
    barred = [sheet for sheet in sheets if sheet.barred is not None]
    if barred:
        _write_barred(book, barred)
    add_guide(book, said["guide"], said["guide_title"], _guide(sheets, book.language, bool(barred)))
    return book.finish()


def _guide(sheets: Sequence[RosterSheet], language: str, barred: bool) -> list[tuple[str, str]]:
    """Every column that occurs, those of teams after those of players."""
    meanings, lines = words()["roster_guide"][language], []
    games = {sheet.game for sheet in sheets}
    if games and "othello" not in games:
        meanings = meanings | words()["swiss_guide"][language]
    needed = [key for sheet in sheets for key in sheet.needed]
    asked = words()["needed_guide"][language].items()
    own = {key: text for key, text in asked if key in needed or key not in meanings}
    meanings = meanings | own | {"grade_team": words()["needed_guide"][language]["grade_team"]}
    of_players = [sheet for sheet in sheets if not sheet.boards]
    if not sheets or of_players:
        columns = written_roster((), {one.key for sheet in of_players for one in sheet.columns})
        lines += [(one.header(language), meanings[one.key]) for one in columns]
    of_teams = meanings | words()["team_guide"][language]
    for sheet in [one for one in sheets if one.boards][:1]:
        for column in sheet.columns:
            key = re.sub(r"^(board|grade)\d+$", r"\1", column.key)
            lines.append((column.header(language), of_teams["grade_team" if key == "grade" else key]))
    if "shogi" in games:
        lines += words()["exempt_guide"][language].items()
    if barred:
        lines += words()["barred_guide"][language].items()
    return lines


def _write_barred(book: Book, sheets: Sequence[RosterSheet]) -> None:
    """組合せ禁止: the pairs of all divisions, and room for more."""
    said = words()["barred"][book.language]
    page = book.add(said["sheet"])
    _write_head(book, page, said["title"], said["hint"])
    _write_header(book, page, BARRED, ("no1", "no2"))
    several = len(sheets) > 1
    index = _HEADER
    for sheet in sheets:
        for pair in sheet.barred or ():
            index += 1
            strength = said["forbidden" if pair.forbidden else "avoid"]
            division = sheet.division_id if several else None
            values = {"no1": pair.players[0], "no2": pair.players[1], "strength": strength}
            _write_values(book, page, BARRED, index, values | {"division": division})
    last = max(index, _HEADER) + _BARRED_ROOM
    number = whole_number(1, 999_999, "no", book.language)
    page.data_validation(_HEADER + 1, 0, last, 1, number)
    strengths = choice((said["forbidden"], said["avoid"]), "strength", book.language)
    page.data_validation(_HEADER + 1, 2, last, 2, strengths)
    page_setup(page, ("", said["title"], ""), _HEADER, len(BARRED), _BARRED_ROOM)


def _sheet_name(sheet: RosterSheet, taken: set[str]) -> str:
    """The division's name where a worksheet can be called so, else its id."""
    name = sheet.division_name
    fits = 0 < len(name) <= _LONGEST_NAME and not _NOT_IN_A_NAME.search(name) and fold(name) not in taken
    return name if fits else sheet.division_id


def _write_division(book: Book, page: Worksheet, sheet: RosterSheet) -> None:
    said, columns = words()["roster"][book.language], sheet.columns
    hint = said["hint_teams" if sheet.boards else "hint"]
    _write_head(book, page, f"{sheet.division_name}　{said['title']}", hint)
    _write_header(book, page, columns, ("no", "name", "board1") if sheet.boards else ("no", "name"))
    numbers = _blank_numbers(sheet)
    lines: tuple[Player | int, ...] = (*sheet.players, *numbers)
    for index, line in enumerate(lines, start=_HEADER + 1):
        values = {"no": line} if isinstance(line, int) else _values(line, book.language)
        _write_values(book, page, columns, index, values)
    _add_input(book, page, columns, _HEADER + 1, _HEADER + len(lines) + _ROOM)
    title = (sheet.event_name, sheet.division_name, said["title"])
    page_setup(page, title, _HEADER, len(columns), len(lines))
    page.set_landscape()
    page.freeze_panes(_HEADER + 1, 2)
    page.set_selection(_HEADER + 1, 1, _HEADER + 1, 1)


def _blank_numbers(sheet: RosterSheet) -> list[int]:
    """The numbers of the rows that are still to be filled in: those after the last given player."""
    last = max((player.no for player in sheet.players), default=0)
    return [last + step + 1 for step in range(max(0, sheet.rows - len(sheet.players)))]


def _write_head(book: Book, page: Worksheet, title: str, hint: str) -> None:
    page.set_row(0, 30)
    put(page, 0, 0, title, book.style(bold=True, font_size=16, font_color=GREEN))
    page.set_row(1, 20)
    put(page, 1, 0, hint, book.style(font_size=11, font_color=SOFT))


def _write_header(book: Book, page: Worksheet, columns: tuple[Column, ...], needed: tuple[str, ...]) -> None:
    page.set_row(_HEADER, 24)
    for place, column in enumerate(columns):
        page.set_column(place, place, _WIDTHS.get(column.key, _MEMBER_WIDTH))
        required = column.key in needed
        look = book.style(
            bold=True,
            font_color="#FFFFFF" if required else GREEN,
            bg_color=GREEN if required else "#E6F0E8",
            align="center" if column.key in _CENTRED else "left",
            bottom=1,
            bottom_color=GREEN,
        )
        put(page, _HEADER, place, column.header(book.language), look)


Values = Mapping[str, str | int | None]


def _write_values(
    book: Book, page: Worksheet, columns: tuple[Column, ...], index: int, values: Values
) -> None:
    page.set_row(index, 21)
    for place, column in enumerate(columns):
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
        "rests": ", ".join(map(str, player.rests)) or None,
        "group": player.group,
        "rating": player.rating,
        "romaji": player.romaji,
        "private": "○" if player.private else None,
        "standby": ", ".join(player.standby),
        "note": words()["roster"][language]["exempt"] if player.exempt else None,
        **(_team_values(player) if player.members else {}),
    }


def _team_values(team: Player) -> dict[str, str | int | None]:
    """The cells that only teams have: members, grades, reserves, and a letter for a name made of school and letter."""
    made_up = team.team and team.name == f"{team.club} {team.team}"
    name = team.team if made_up else "" if team.name == team.club else team.name
    return {
        "name": name,
        **{f"board{n}": member for n, member in enumerate(team.members, start=1)},
        **{f"grade{n}": grade for n, grade in enumerate(team.board_grades, start=1)},
        "reserve1": "、".join(team.reserves),
    }


def _add_input(book: Book, page: Worksheet, columns: tuple[Column, ...], first: int, last: int) -> None:
    """Dropdowns and number checks, also for some rows below the last."""
    sexes = words()["roster"][book.language]["sexes"].values()
    checks = {
        "no": whole_number(1, 999_999, "no", book.language),
        "sex": choice((*sexes,), "sex", book.language),
        "lottery": whole_number(1, 999_999, "lottery", book.language),
        "absent": choice(("○",), "absent", book.language),
        "from": whole_number(1, 99, "from", book.language),
        "withdrawn": whole_number(0, 99, "withdrawn", book.language),
        "rating": whole_number(0, 9_999, "rating", book.language),
        "private": choice(("○",), "private", book.language),
    }
    for place, column in enumerate(columns):
        if column.key in checks:
            page.data_validation(first, place, last, place, checks[column.key])
