"""Unknown headers of a roster: a misspelt one is a problem, the others are named in one notice."""

from __future__ import annotations

import re
from collections.abc import Callable

from tourgen.messages.problems import Notice, Problem, in_both, listed
from tourgen.sheets.columns import Column, Table, column, misspelt, unread
from tourgen.sheets.marks import denied, yes
from tourgen.sheets.text import (
    Value,
    cell_name,
    column_letters,
    fold,
    is_blank,
    round_number,
    shown,
    whole_number,
)
from tourgen.sheets.workbook import Sheet

# Columns that change who plays whom, and what would stand in them. Other misspellings get only the notice, since
# organisers have columns of their own: 参加費 and 参加回数 are nearly 参加.
_MEANT: dict[str, Callable[[Value], bool]] = {
    "absent": lambda value: yes(value) is True,
    "withdrawn": lambda value: not is_blank(value) and round_number(value) is not None,
    "lottery": lambda value: not is_blank(value) and whole_number(value) is not None,
    "seed": lambda value: not denied(value),
}
# Below these headers some people mark with ○ who came, and others who did not.
_ATTENDANCE = re.compile("出欠席?|出欠確認|出席|出席確認|attendance|present")
# And below these who wants to be named, or who does not.
_PUBLISHING = re.compile(".*(公開|公表|掲載|載せ|匿名|秘匿|privat|anonym|publi).*")
_LONGEST_MARK = 4  # はい, 希望, 公開可: not an address
_DOUBTFUL = (("absent", _ATTENDANCE, "header-attendance"), ("private", _PUBLISHING, "header-private"))


def header_problems(sheet: Sheet, table: Table, columns: tuple[Column, ...]) -> list[Problem]:
    """Headers that are nearly known, with something below that would belong there."""
    # Only the first name of a column counts here: 参加費 is nearly 不参加, another name of 欠席.
    named = [Column(one.key, one.ja[:1], one.en[:1]) for one in columns if one.key in _MEANT]
    problems = [
        problem
        for one in named
        for problem in misspelt(sheet, table, tuple(named), (one.key,), _MEANT[one.key])
    ]
    for key, headers, code in _DOUBTFUL:
        if key not in table.columns:
            meant = {language: column(columns, key).header(language) for language in ("ja", "en")}
            problems += [
                Problem(code, sheet.at(table.header, place), shown(header), {"meant": meant})
                for place, _ in unread(sheet, table)
                if headers.fullmatch(fold(header := sheet.value(table.header, place)))
                and any(
                    0 < len(fold(row[place])) <= _LONGEST_MARK
                    for row in sheet.rows[table.header + 1 :]
                    if place < len(row)
                )
            ]
    return problems


def unread_notice(sheet: Sheet, table: Table) -> list[Notice]:
    """The filled columns that are not read, all in one notice, so that a misspelt one is seen."""
    places = [place for place, _ in unread(sheet, table)]
    if not places:
        return []
    headers = [shown(sheet.value(table.header, place)) for place in places]
    named = [
        in_both("columns-unread-one", header=header, cell=cell_name(table.header, place))
        if header
        else column_letters(place)
        for place, header in zip(places, headers, strict=True)
    ]
    return [Notice("columns-unread", sheet.at(table.header, places[0]), {"columns": listed(named)})]


def all_from_the_first(sheet: Sheet, table: Table) -> list[Notice]:
    """参加 with a 1 for some and nothing for others: 1 may be meant as a mark for who comes, but all of them play."""
    place = table.columns.get("from")
    if place is None:
        return []
    rows = [
        row
        for row in range(table.header + 1, len(sheet.rows))
        if not is_blank(sheet.value(row, table.columns.get("name", table.columns["no"])))
        and yes(sheet.value(row, table.columns.get("absent"))) is False
    ]
    blank = [row for row in rows if is_blank(sheet.value(row, place))]
    typed = {round_number(sheet.value(row, place)) for row in rows if row not in blank}
    if typed != {1} or not blank:
        return []
    return [Notice("from-ones", sheet.at(blank[0], place), {"count": len(blank)})]
