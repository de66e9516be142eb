"""Headers of a roster that tourgen does not know: some are meant to be read, the others are named once."""

from __future__ import annotations

from collections.abc import Callable

from tourgen.problems import Notice, Problem
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

# Columns that change who plays whom, and what would stand in them. Others are only named as not read:
# 参加費 and 参加回数 are nearly 参加, and the organiser's own.
_MEANT: dict[str, Callable[[Value], bool]] = {
    "absent": lambda value: yes(value) is True,
    "withdrawn": lambda value: not is_blank(value) and round_number(value) is not None,
    "lottery": lambda value: not is_blank(value) and whole_number(value) is not None,
    "seed": lambda value: not denied(value),
}
# ○ below these is as often who came as who did not.
_ATTENDANCE = ("出欠", "出欠席", "出欠確認", "出席", "出席確認", "attendance", "present")


def header_problems(sheet: Sheet, table: Table, columns: tuple[Column, ...]) -> list[Problem]:
    """Headers that are nearly known, with something below that would belong there."""
    # Nearly their own names: 参加費 is nearly 不参加, which is but another name of 欠席.
    named = [Column(one.key, one.ja[:1], one.en[:1]) for one in columns if one.key in _MEANT]
    problems = [
        problem
        for one in named
        for problem in misspelt(sheet, table, tuple(named), (one.key,), _MEANT[one.key])
    ]
    if "absent" not in table.columns:
        problems += [
            Problem("header-attendance", sheet.at(table.header, place), shown(header), _absent(columns))
            for place, _ in unread(sheet, table)
            if fold(header := sheet.value(table.header, place)) in _ATTENDANCE
        ]
    return problems


def _absent(columns: tuple[Column, ...]) -> dict[str, object]:
    header = column(columns, "absent").header
    return {"meant": {language: header(language) for language in ("ja", "en")}}


def unread_notice(sheet: Sheet, table: Table) -> list[Notice]:
    """The filled columns that nothing is read from, all in one notice: a misspelt one would be passed over."""
    places = [place for place, _ in unread(sheet, table)]
    if not places:
        return []
    headers = [shown(sheet.value(table.header, place)) for place in places]
    named = [
        {
            "ja": f"「{header}」({cell_name(table.header, place)})",
            "en": f"“{header}” ({cell_name(table.header, place)})",
        }
        if header
        else dict.fromkeys(("ja", "en"), column_letters(place))
        for place, header in zip(places, headers, strict=True)
    ]
    listed = {
        language: joiner.join(one[language] for one in named)
        for language, joiner in (("ja", "、"), ("en", ", "))
    }
    return [Notice("columns-unread", sheet.at(table.header, places[0]), {"columns": listed})]
