"""Wall sheets: a round by table and by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tourgen.web import pairings
from tourgen.web.division_view import Facts, Person
from tourgen.web.kana import plain
from tourgen.web.pairings import Match, NameRow
from tourgen.web.paper.leaves import FAR, Band, banded, evenly

Heading = pairings.Band


@dataclass(frozen=True, slots=True)
class TableLeaf:
    """Games under the headings of their stage or league, and the tables they are played at."""

    bands: tuple[Band[Heading, Match], ...]
    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class NameLine:
    """One player; `letter` where a row of the fifty sounds begins, `club` where somebody has the same name."""

    row: NameRow
    letter: dict[str, str]
    club: str


@dataclass(frozen=True, slots=True)
class NameLeaf:
    """Players in the order of the fifty sounds, and from where to where: the sheets are hung apart."""

    lines: tuple[NameLine, ...]
    first: dict[str, str]
    last: dict[str, str]


def by_table(facts: Facts, number: int) -> list[TableLeaf]:
    """The round as the tables stand in the hall."""
    bands = [(band, band.matches) for band in pairings.bands(facts, number)]
    return [_table_leaf(sheet) for sheet in banded(bands, FAR)]


def _table_leaf(bands: tuple[Band[Heading, Match], ...]) -> TableLeaf:
    tables = [one.table for band in bands for one in band.rows if one.table is not None]
    return TableLeaf(bands, min(tables, default=None), max(tables, default=None))


def by_name(facts: Facts, number: int) -> list[NameLeaf]:
    """Everybody who takes part, each once, with the table or why there is none."""
    rows = [
        (row, _letter(row.person, kana, latin))
        for _, kana, latin, members in pairings.by_name(facts, number)
        for row in members
    ]
    shared = Counter(row.person.name for row, _ in rows)
    return [_name_leaf(sheet, shared) for sheet in evenly(rows, FAR)]


def _letter(person: Person, kana: str, latin: str) -> dict[str, str]:
    """The row of the fifty sounds, or the initial of a name without kana."""
    initial = person.name[:1].upper()
    return {"ja": kana or initial, "en": latin or initial}


def _name_leaf(rows: Sequence[tuple[NameRow, dict[str, str]]], shared: Counter[str]) -> NameLeaf:
    lines = []
    before: dict[str, str] = {}
    for row, letter in rows:
        club = row.person.club if shared[row.person.name] > 1 else ""
        lines.append(NameLine(row, {} if letter == before else letter, club))
        before = letter
    return NameLeaf(tuple(lines), _sound(*rows[0]), _sound(*rows[-1]))


def _sound(row: NameRow, letter: dict[str, str]) -> dict[str, str]:
    """ち: the first sound itself, where a sheet begins or ends."""
    return {**letter, "ja": plain(row.person.kana)[:1] or letter["ja"]}
