"""The next round's sheet, pleasant to fill in on screen and to hang up on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.model import Mark
from tourgen.result_marks import BOARD_DISCS, PLAIN_MARKS, written
from tourgen.sheets.columns import Boards, Column, written_round
from tourgen.sheets.pairs_fingerprint import PROPERTY, pairs_mark
from tourgen.sheets.paper import (
    GREEN,
    IDLE,
    LINE,
    SOFT,
    Book,
    Format,
    Worksheet,
    add_guide,
    choice,
    page_setup,
    put,
    whole_number,
)
from tourgen.sheets.round_colours import add_colours, result_keys
from tourgen.sheets.text import cell_name
from tourgen.sheets.words import words

_WIDTHS = {"table": 6, "group": 8, "no1": 7, "name1": 19, "record1": 8, "result1": 9, "result2": 9}
_WIDTHS |= {"record2": 8, "name2": 19, "no2": 7, "discs1": 7, "discs2": 7, "note": 17}
_WIDTHS |= {"black": 6, "handicap": 17, "komi": 7}
_WIDTHS |= {"lineup1": 21, "lineup2": 21, "sub1": 15, "sub2": 15}
_BOARD_WIDTH = 9
_INPUT = ("no1", "no2", "result1", "result2", "discs1", "discs2", "black", "sub1", "sub2", "note")
_HEADER = 3  # below the title
_TYPED_QUICKLY = ("1", "0", "o", "x")  # as good as ○ and ×, so the dropdown must let them pass


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One game as it goes into the sheet; a bye has no2 None and result1 "walkover"."""

    table: int | None
    no1: int
    name1: str
    no2: int | None = None
    name2: str = ""
    group: str = ""  # as it is to be shown
    record1: str = ""  # 戦績, such as 3-1
    record2: str = ""
    result1: Mark | None = None
    result2: Mark | None = None
    discs: tuple[int | None, int | None] = (None, None)
    note: str = ""
    boards: tuple[Mark | None, ...] = ()  # of teams: the first team's mark at each board, instead of result1
    lineups: tuple[str, str] = ("", "")  # who sits at the boards, a line each
    subs: tuple[str, str] = ("", "")  # 交代1, 交代2
    games: tuple[Mark | None, ...] = ()  # of a match of several games: the first player's mark in each
    black: int | None = None  # 1 or 2
    handicap: str = ""  # a line for each board
    komi: str = ""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round of one division, to be written."""

    event_name: str
    division_name: str
    round: int
    rows: tuple[RoundRow, ...]
    start: str = ""  # "11:00", as published
    language: str = "ja"
    marks: tuple[Mark, ...] = PLAIN_MARKS  # those the format knows, for the dropdown
    discs: bool = False  # whether the columns for discs are wanted
    boards: Boards = ()  # of teams: the names of their boards
    game: str = "othello"  # whose outcomes the guide explains
    needs_discs: bool = False  # whether the disc counts are entered of every game
    games: int = 1  # of the longest match of the round
    black: bool = False  # whether 黒 is typed
    handicap: bool = False  # whether 手合 and コミ are shown

    @property
    def first_is_black(self) -> bool:
        """Whether the first player has Black, so that 黒勝 is the mark to ask for."""
        return "black-wins" in self.marks and not self.black and not self.boards

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of this round."""
        needed = [*(("discs1", "discs2") if self.discs else ()), *(("black",) if self.black else ())]
        return written_round(
            self.boards, [*needed, *(("handicap", "komi") if self.handicap else ())], self.games
        )


def write_round(sheet: RoundSheet) -> bytes:
    """The workbook: the first worksheet to fill in, the second explains. Same input, same bytes."""
    book = Book(sheet.language)
    said = words()["round"][book.language]
    page = book.add(said["sheet"])
    columns = sheet.columns
    _write_title(book, page, sheet)
    _write_header(book, page, columns)
    group = None
    for index, row in enumerate(sheet.rows, start=_HEADER + 1):
        _write_row(book, page, columns, index, row, row.group != group, sheet.game)
        group = row.group
    if sheet.rows:
        _add_input(book, page, sheet, columns)
        add_colours(book, page, columns, _HEADER + 1, _HEADER + len(sheet.rows), sheet.discs)
    _finish_page(book, page, sheet, columns)
    add_guide(book, said["guide"], said["guide_title"], _guide(sheet, book.language))
    book.remember(PROPERTY, pairs_mark((row.no1, row.no2) for row in sheet.rows))
    return book.finish()


def _guide(sheet: RoundSheet, language: str) -> list[tuple[str, str]]:
    """The marks, then what goes for this kind of sheet, then what goes for all."""
    kind = "teams" if sheet.boards else "games" if sheet.games > 1 else "players"
    meanings = words()["marks"][language] | (words()["team_marks"][language] if sheet.boards else {})
    drawn = "draw" in sheet.marks and sheet.game != "go"
    lines = [
        (written(mark, sheet.game), meanings[mark]) for mark in sheet.marks if not drawn or mark != "draw"
    ]
    also = {"draws": drawn, "always_won": sheet.game == "shogi" and not drawn, "black": sheet.black,
            "handicap": sheet.handicap}  # fmt: skip
    for part in (
        kind,
        *(("colours",) if sheet.first_is_black else ()),
        sheet.game,
        *(key for key, wanted in also.items() if wanted),
        "all",
    ):
        own = words()["round_guide"].get(part, {}).get(language, {})
        discs = words()["round_guide"]["needs_discs"][language] if sheet.needs_discs else {}
        lines += (own | {key: text for key, text in discs.items() if key in own}).items()
    return lines


def _write_title(book: Book, page: Worksheet, sheet: RoundSheet) -> None:
    """Event and division; the round and its time, large; what to do."""
    said = words()["round"][book.language]
    page.set_row(0, 24)
    put(page, 0, 0, f"{sheet.event_name}　{sheet.division_name}", book.style(font_size=14, font_color=SOFT))
    page.set_row(1, 36)
    start = f"　　{said['start'].format(time=sheet.start)}" if sheet.start else ""
    title = said["round"].format(round=sheet.round) + start
    put(page, 1, 0, title, book.style(bold=True, font_size=22, font_color=GREEN))
    page.set_row(2, 22)
    asked = {"teams": sheet.boards, "games": sheet.games > 1, "needs_discs": sheet.needs_discs,
             "black": sheet.black, "go": sheet.first_is_black}  # fmt: skip
    kind = next((key for key, wanted in asked.items() if wanted), "")
    hint = said.get(f"hint_{kind}", said["hint"])
    put(page, 2, 0, hint, book.style(font_size=12, font_color=SOFT))


def _write_header(book: Book, page: Worksheet, columns: tuple[Column, ...]) -> None:
    page.set_row(_HEADER, 24)
    for place, column in enumerate(columns):
        page.set_column(place, place, _WIDTHS.get(column.key, _BOARD_WIDTH))
        look = book.style(
            bold=True,
            font_size=11,
            font_color="#FFFFFF",
            bg_color=GREEN,
            align=_align(column.key),
            border=1,
            border_color=GREEN,
        )
        put(page, _HEADER, place, column.header(book.language), look)


def _write_row(
    book: Book, page: Worksheet, columns: tuple[Column, ...], index: int, row: RoundRow, opens: bool,
    game: str,
) -> None:  # fmt: skip
    """One game; `opens` draws a stronger line above the first of a group."""
    numbered: dict[str, Sequence[str | int | None]] = {
        "result": [written(mark, game) for mark in (row.result1, row.result2)],
        "discs": row.discs,
        "lineup": row.lineups,
        "sub": row.subs,
        "board": [written(mark) for mark in row.boards],
        "game": [written(mark) for mark in row.games],
    }
    values = {f"{key}{n}": one for key, several in numbered.items() for n, one in enumerate(several, 1)}
    page.set_row(index, max(30, 6 + 16 * max(map(_lines, (*row.lineups, row.handicap)))))
    for place, column in enumerate(columns):
        look = _look(book, column.key, row.no2 is None, opens)
        put(page, index, place, values.get(column.key, getattr(row, column.key, None)), look)


def _lines(text: str) -> int:
    return text.count("\n") + 1


def _look(book: Book, key: str, bye: bool, opens: bool) -> Format:
    """One cell's style: table numbers and results large, byes grey and locked, input cells unlocked."""
    properties: dict[str, object] = {"align": _align(key), "bottom": 1, "bottom_color": LINE, "font_size": 14}
    if opens:
        properties |= {"top": 1, "top_color": GREEN}
    result = key in ("result1", "result2") or key.startswith(("board", "game"))
    if key == "table" or result:
        properties |= {"font_size": 16, "bold": True}
    if key in ("group", "record1", "record2", "note", "sub1", "sub2"):
        properties |= {"font_size": 12, "font_color": SOFT}
    if key in ("lineup1", "lineup2", "handicap", "komi"):
        properties |= {"font_size": 11, "text_wrap": True, "indent": 1}
    if key in ("name1", "name2", "group"):
        properties["shrink"] = True  # long names stay whole
    if result:
        properties |= {"left": 1, "right": 1, "left_color": LINE, "right_color": LINE}
    if bye:
        properties |= {"bg_color": IDLE, "font_color": SOFT, "bold": False}
        properties |= {"font_size": 13} if result and key != "result2" else {}
    if (key in _INPUT or result) and (key in ("no1", "no2", "note") or not bye):
        properties["locked"] = False
    return book.style(**properties)


def _align(key: str) -> str:
    """The two sides mirror each other round the result cells, as they sit at the table."""
    left = ("name2", "note", "lineup1", "lineup2", "sub1", "sub2", "handicap")
    return "right" if key == "name1" else "left" if key in left else "center"


def _add_input(book: Book, page: Worksheet, sheet: RoundSheet, columns: tuple[Column, ...]) -> None:
    """Dropdowns on the result cells of games that are to be played, numbers on the discs."""
    prompt = "board" if sheet.boards else "result"
    typed = (written(mark, sheet.game) for mark in sheet.marks)
    # What is not in the list is no pop-up: the build reads more spellings, and the rest turns red.
    marks = choice((*typed, *_TYPED_QUICKLY), prompt, book.language) | {"show_error": False}
    discs = whole_number(0, BOARD_DISCS, "discs", book.language)
    places = {column.key: place for place, column in enumerate(columns)}
    first, last = _HEADER + 1, _HEADER + len(sheet.rows)
    results = [places[key] for key in result_keys(columns)]
    page.data_validation(first, results[0], last, results[-1], marks)
    if sheet.discs:
        page.data_validation(first, places["discs1"], last, places["discs2"], discs)
    if sheet.black:
        black = whole_number(1, 2, "black", book.language)
        page.data_validation(first, places["black"], last, places["black"], black)


def _finish_page(book: Book, page: Worksheet, sheet: RoundSheet, columns: tuple[Column, ...]) -> None:
    """Paper, protection without a password, and the cursor where the first result goes."""
    title = words()["round"][book.language]["round"].format(round=sheet.round)
    page_setup(page, (sheet.event_name, sheet.division_name, title), _HEADER, len(columns), len(sheet.rows))
    if sheet.boards:
        page.set_landscape()  # the line-ups need the width
    page.protect("", {"format_columns": True, "format_rows": True})
    result = next(place for place, column in enumerate(columns) if column.key in result_keys(columns))
    games = (index for index, row in enumerate(sheet.rows) if row.no2 is not None)
    page.set_selection(cell_name(_HEADER + 1 + next(games, 0), result))
