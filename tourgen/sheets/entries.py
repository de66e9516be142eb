"""A list of entries as a form or a federation gives it out: its columns are recognised, its rows become a roster.

The rows are read where they stand, as those of a roster are, so that every message names a cell of the given file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, Source
from tourgen.sheets.columns import Boards, Column, Table, column, key_of, roster_columns
from tourgen.sheets.csv_and_ods import open_table
from tourgen.sheets.division_names import Divisions
from tourgen.sheets.roster import player_rows
from tourgen.sheets.roster_headers import unread_notice
from tourgen.sheets.rows import ProblemList
from tourgen.sheets.text import Value, column_letters, fold, is_blank, shown
from tourgen.sheets.workbook import Sheet

_HEADER_WITHIN = 50
# These are given at the desk or during the event; in a form 参加 and 番号 mean something else.
_NOT_ENTERED = ("no", "lottery", "absent", "from", "withdrawn", "rests", "group", "note")
# A question that holds one of these words asks for this column; 氏名(ふりがな) asks for the reading.
_QUESTIONS = {
    "kana": ("ふりがな", "フリガナ", "ふり仮名", "よみ", "読み", "かな", "カナ", "furigana", "kana"),
    "romaji": ("ローマ字", "英字", "アルファベット", "romaji"),
    "sex": ("性別", "gender"),
    "grade": ("段級", "段位", "級位", "棋力", "grade"),
    "rating": ("レート", "レーティング", "rating"),
    "club": ("所属", "支部", "クラブ", "学校", "club", "affiliation", "school"),
    "name": ("氏名", "名前", "選手名", "name"),
}
# A name in two columns, family name first.
_IN_PARTS = {
    "name": (("姓", "苗字", "名字", "lastname", "familyname"), ("名", "firstname", "givenname")),
    "kana": (("せい", "セイ", "姓(かな)", "姓(カナ)", "姓(ふりがな)", "姓(フリガナ)"),
             ("めい", "メイ", "名(かな)", "名(カナ)", "名(ふりがな)", "名(フリガナ)")),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entries:
    """The table, and what its columns are taken for."""

    sheet: Sheet
    header: int
    boards: Boards  # where teams enter
    chosen: Mapping[str, tuple[int, ...]]  # key of a roster's column → its places; two where a name has two
    unsure: Mapping[str, tuple[int, ...]]  # key → the columns that it may be

    @property
    def known(self) -> tuple[Column, ...]:
        """The columns that can be entered."""
        return tuple(one for one in roster_columns(self.boards) if one.key not in _NOT_ENTERED)

    def title(self, place: int) -> str:
        """A column's header, or its letters where it has none."""
        return shown(self.sheet.value(self.header, place)) or column_letters(place)

    def titles(self) -> list[str]:
        """Every column's header."""
        return [self.title(place) for place in range(len(self.sheet.rows[self.header]))]

    def header_of(self, key: str, language: str) -> str:
        """A column of the roster, as people call it."""
        return column(self.known, key).header(language)

    def known_headers(self) -> str:
        """The headers of all columns that can be entered."""
        return ", ".join(one.header("ja") for one in self.known)

    def key(self, header: str) -> str | None:
        """The column of the roster that somebody names."""
        return key_of(self.known, header)

    def place(self, title: str) -> int | None:
        """The column of the list that somebody names by its header or its letters."""
        titles = [fold(one) for one in self.titles()]
        letters = [fold(column_letters(place)) for place in range(len(titles))]
        said = fold(title)
        return titles.index(said) if said in titles else letters.index(said) if said in letters else None

    def problem(self, key: str) -> Problem:
        """Which columns it may be, and how to say which it is."""
        likely = [self.title(place) for place in self.unsure[key]]
        words = {language: self.header_of(key, language) for language in ("ja", "en")}
        params = {"key": words, "example": likely[0]}
        return Problem(
            "entries-column", self.sheet.at(self.header, self.unsure[key][0]), ", ".join(likely), params
        )

    def told(self, language: str) -> str:
        """The columns that were recognised, each with the header it was read from."""
        return ", ".join(
            f"{self.header_of(key, language)} ← {' + '.join(map(self.title, places))}"
            for key, places in self.chosen.items()
        )

    def choose(self, key: str, place: int | None) -> Entries:
        """The same with the column that somebody named for a key, or with none."""
        others = {one: places for one, places in self.chosen.items() if one != key and place not in places}
        unsure = {one: places for one, places in self.unsure.items() if one != key}
        return replace(self, chosen=others if place is None else {**others, key: (place,)}, unsure=unsure)

    def players(self, divisions: Divisions) -> tuple[tuple[Player, ...], list[Problem], list[Notice]]:
        """Players (or teams), numbered in the order of the list; what is wrong; which columns were not read."""
        behind = max(map(len, self.sheet.rows))  # the numbers stand behind the last column
        rows = [list(row) + [None] * (behind - len(row)) for row in self.sheet.rows]
        number = 0
        for row in rows[self.header + 1 :]:
            for places in self.chosen.values():
                row[places[0]] = (
                    " ".join(shown(row[place]) for place in places) if places[1:] else row[places[0]]
                )
            filled = any(not is_blank(row[places[0]]) for places in self.chosen.values())
            number += filled
            row.append(number if filled else None)
        columns = {key: places[0] for key, places in self.chosen.items()} | {"no": behind}
        sheet, table = replace(self.sheet, rows=rows), Table(self.header, columns)
        problems = ProblemList(sheet.at(0))
        read = player_rows(sheet, table, self.boards, divisions, problems)
        joined = {
            f"{key} {n}": place for key, places in self.chosen.items() for n, place in enumerate(places)
        }
        notices = unread_notice(self.sheet, replace(table, columns=joined))
        return read, problems, notices


def read_entries(data: bytes, file: str, boards: Boards) -> Entries | Problem:
    """The first worksheet that holds anything; its header row is the one of which most is understood."""
    book = open_table(data, file)
    if isinstance(book, Problem):
        return book
    sheet = next((one for one in map(book.sheet, book.names) if not one.blank), None)
    if sheet is None:
        return Problem("entries-empty", Source(file))
    rows = [row for row, values in enumerate(sheet.rows[:_HEADER_WITHIN]) if any(map(shown, values))]
    tables = [_recognised(Entries(sheet, row, boards, {}, {})) for row in rows]
    return max(tables, key=lambda one: sum(map(len, one.chosen.values())))


def _recognised(entries: Entries) -> Entries:
    """Each column by a roster's own header, else as the only one that asks for it; with several nothing is sure."""
    places = range(len(entries.sheet.rows[entries.header]))
    headers = [entries.sheet.value(entries.header, place) for place in places]
    chosen: dict[str, tuple[int, ...]] = {}
    unsure: dict[str, tuple[int, ...]] = {}
    exact = [_exact(entries, header) for header in headers]
    parts = {} if entries.boards else _in_parts(headers)
    asked = [
        key or (None if entries.boards else _asked(header))
        for key, header in zip(exact, headers, strict=True)
    ]
    for key in (one.key for one in entries.known):
        own = [place for place in places if exact[place] == key]
        nearly = [place for place in places if asked[place] == key]
        if len(own or nearly) == 1:
            chosen[key] = tuple(own or nearly)
        elif key in parts:
            chosen[key] = parts[key]
        elif own or nearly:
            unsure[key] = tuple(own or nearly)
    named = {"name", "club"} if entries.boards else {"name"}
    if not named & {*chosen, *unsure}:
        taken = {place for one in chosen.values() for place in one}
        unsure["name"] = tuple(place for place in places if place not in taken)
    return replace(entries, chosen=chosen, unsure=unsure)


def _exact(entries: Entries, header: Value) -> str | None:
    """A header of a roster; お名前(ふりがな) is none for the name."""
    key = key_of(entries.known, header)
    return _asked(header) if key == "name" and not entries.boards else key


def _in_parts(headers: list[Value]) -> dict[str, tuple[int, ...]]:
    folded = [fold(header) for header in headers]
    found: dict[str, tuple[int, ...]] = {}
    for key, parts in _IN_PARTS.items():
        places = [[folded.index(fold(word)) for word in words if fold(word) in folded] for words in parts]
        if all(places):
            found[key] = tuple(one[0] for one in places)
    return found


def _asked(header: Value) -> str | None:
    """The column that a question asks for."""
    said = fold(header)
    return next((key for key, words in _QUESTIONS.items() if any(fold(word) in said for word in words)), None)
