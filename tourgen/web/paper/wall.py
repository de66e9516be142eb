"""Wall sheets: a round by table and by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tourgen.web import pairings
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.kana import plain
from tourgen.web.pairings import Match, NameRow
from tourgen.web.paper.leaves import FAR, Band, banded
from tourgen.web.parts import evenly

Heading = pairings.Band


def by_table(view: DivisionView, number: int) -> list[dict[str, Any]]:
    """The round as the tables stand in the hall."""
    bands = [(band, band.matches) for band in pairings.bands(view, number)]
    return [_table_leaf(sheet) for sheet in banded(bands, FAR)]


def _table_leaf(bands: tuple[Band[Heading, Match], ...]) -> dict[str, Any]:
    tables = [one.table for band in bands for one in band.rows if one.table is not None]
    return {"bands": bands, "first": min(tables, default=None), "last": max(tables, default=None)}


def by_name(view: DivisionView, number: int) -> list[dict[str, Any]]:
    """Everybody who takes part, each once, with the table or why there is none."""
    rows = [
        (row, _letter(row.person, kana, latin))
        for _, kana, latin, members in pairings.by_name(view, number)
        for row in members
    ]
    shared = Counter(row.person.name for row, _ in rows)
    return [_name_leaf(sheet, shared) for sheet in evenly(rows, FAR)]


def _letter(person: Person, kana: str, latin: str) -> dict[str, str]:
    """The row of the fifty sounds, or the initial of a name without kana."""
    initial = person.name[:1].upper()
    return {"ja": kana or initial, "en": latin or initial}


def _name_leaf(rows: Sequence[tuple[NameRow, dict[str, str]]], shared: Counter[str]) -> dict[str, Any]:
    """From where to where; the letter where a row of the sounds begins, the club where somebody has the same name."""
    lines = []
    before: dict[str, str] = {}
    for row, letter in rows:
        club = row.person.club if shared[row.person.name] > 1 else ""
        lines.append({"row": row, "letter": {} if letter == before else letter, "club": club})
        before = letter
    return {"lines": lines, "first": _sound(*rows[0]), "last": _sound(*rows[-1])}


def _sound(row: NameRow, letter: dict[str, str]) -> dict[str, str]:
    """ち: the first sound itself, where a sheet begins or ends."""
    return {**letter, "ja": plain(row.person.kana)[:1] or letter["ja"]}
