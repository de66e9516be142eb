"""Cells that rosters of players and of teams have in common."""

from __future__ import annotations

import re
from typing import Any

from tourgen.sheets.marks import denied, yes
from tourgen.sheets.rows import Row
from tourgen.sheets.text import BETWEEN_WORDS, fold, is_blank, round_number, shown

# 3回戦から says when somebody leaves, not the last round played, and 3回戦まで not the first one.
_OTHERWISE = {"withdrawn": re.compile("から|より|前"), "from": re.compile("まで|後")}
# Exempt from the qualifier; 会費免除 exempts only from a fee.
_EXEMPT = re.compile(r"(?<![費料金])免除|(?<!fee)(?<!fees)exempt")


def common_cells(row: Row) -> dict[str, Any]:
    """The fields of a Player that both kinds have, but for number and name."""
    return {
        "club": row.text("club"),
        "seed": _read_seed(row),
        "desk_number": row.number("lottery", "lottery-unreadable"),
        "absent": _read_yes(row, "absent"),
        "from_round": _read_round(row, "from", "from-unreadable", lowest=1) or 1,
        "withdrawn_after": _read_round(row, "withdrawn", "withdrawn-unreadable", lowest=0),
        "rests": _read_rests(row),
        "group": row.text("group"),
        "rating": row.number("rating", "rating-unreadable", lowest=0, highest=9_999),
        "romaji": row.text("romaji"),
        "private": _read_yes(row, "private"),
        "exempt": _read_exempt(row),
        "cells": row.table.cells(row.index),
    }


def _read_exempt(row: Row) -> bool:
    """免除 in シード or 備考: the player need not play the qualifier, and loses that right by entering it."""
    return any(_EXEMPT.search(fold(row.value(key))) for key in ("seed", "note"))


def _read_seed(row: Row) -> str:
    """シード: any mark or title; a word that says no makes no seed, and × could mean either."""
    if denied(row.value("seed")):
        return ""
    if fold(row.value("seed")) in ("×", "x", "✕", "✖", "?", "？"):
        row.report("mark-doubtful", "seed")
    return "" if only_exempt(row.text("seed")) else row.text("seed")


def only_exempt(text: str) -> bool:
    """A mark in シード that says nothing but 免除 makes nobody a seed."""
    return fold(text) in ("免除", "予選免除", "exempt")


def _read_rests(row: Row) -> tuple[int, ...]:
    """休み: the numbers of the rounds sat out."""
    if is_blank(row.value("rests")):
        return ()
    found = [round_number(word) for word in BETWEEN_WORDS.split(shown(row.value("rests"))) if word]
    rounds = [number for number in found if number is not None and 1 <= number <= 99]
    if len(rounds) != len(found) or not rounds:
        row.report("rest-unreadable", "rests")
        return ()
    return tuple(sorted(set(rounds)))


def _read_yes(row: Row, key: str) -> bool:
    """欠席 and 非公開: a mark that says yes."""
    answer = yes(row.value(key))
    if answer is None:
        row.report("mark-doubtful", key)
    return bool(answer)


def read_number(row: Row, numbers: dict[int, str]) -> int | None:
    """The number in 名簿番号, each once; None where it is missing or can't be used."""
    if not row.filled("no"):
        row.report("number-missing", "no")
        return None
    no = row.number("no", "number-unreadable")
    if no is None:
        return None
    if no in numbers:
        row.report("number-twice", "no", first=numbers[no])
        return None
    numbers[no] = row.at("no").cell or ""
    return no


def _read_round(row: Row, key: str, code: str, lowest: int) -> int | None:
    """参加, the first round of a late entrant, or 棄権, the last one played; 3回戦 is as good as 3."""
    value = row.value(key)
    if is_blank(value):
        return None
    number = round_number(value)
    if number is None or number < lowest or number > 99 or _OTHERWISE[key].search(shown(value)):
        row.report(code, key)
        return None
    return number
