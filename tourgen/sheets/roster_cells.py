"""Cells that rosters of players and of teams have in common."""

from __future__ import annotations

import re

from tourgen.sheets.marks import yes
from tourgen.sheets.rows import Row
from tourgen.sheets.text import fold, is_blank, round_number

# Exempt from the qualifier; who is let off a fee (会費免除) is not.
_EXEMPT = re.compile(r"(?<![費料金])免除|(?<!fee)(?<!fees)exempt")


def read_exempt(row: Row) -> bool:
    """免除 in シード or 備考: need not play the qualifier, and loses that right by entering it."""
    return any(_EXEMPT.search(fold(row.value(key))) for key in ("seed", "note"))


def only_exempt(text: str) -> bool:
    """A mark in シード that says nothing but 免除 makes nobody a seed."""
    return fold(text) in ("免除", "予選免除", "exempt")


def read_from(row: Row) -> int:
    """参加: the first round of a late entrant."""
    return _read_round(row, "from", "from-unreadable", lowest=1) or 1


def read_withdrawn(row: Row) -> int | None:
    """棄権: the last round played."""
    return _read_round(row, "withdrawn", "withdrawn-unreadable", lowest=0)


def read_number(row: Row, numbers: dict[int, str]) -> int | None:
    """The number in 名簿番号, each once; None where there is none to be had."""
    if not row.filled("no"):
        row.report("number-missing", "no")
        return None
    no = row.number("no", "number-unreadable")
    if no is None:
        return None
    cell = row.sheet.at(row.index, row.table.columns["no"]).cell or ""
    if no in numbers:
        row.report("number-twice", "no", first=numbers[no])
        return None
    numbers[no] = cell
    return no


def read_absent(row: Row) -> bool:
    """欠席: a mark that says yes."""
    absent = yes(row.value("absent"))
    if absent is None:
        row.report("mark-doubtful", "absent")
    return bool(absent)


def _read_round(row: Row, key: str, code: str, lowest: int) -> int | None:
    """The number of a round; 3回戦 is as good as 3."""
    value = row.value(key)
    if is_blank(value):
        return None
    number = round_number(value)
    if number is None or number < lowest or number > 99:
        row.report(code, key)
        return None
    return number
