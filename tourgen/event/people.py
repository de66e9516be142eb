"""Recognises the same person in several events: by name and club, and where that is not enough, by people.toml."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tourgen.event.division_settings import usable_name
from tourgen.event.read_files import missing
from tourgen.event.toml_table import TomlTable, read_table
from tourgen.messages.problems import Problem

Entry = tuple[str, str, int]  # event, division, roster number
PEOPLE_FILE = "people.toml"
_ENTRY = re.compile(r"([^/]+)/([^/]+)/([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Named:
    """One [[person]] of people.toml: entries that are one person's, whatever name and club stand there."""

    id: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with all their entries; `id` is the address of their page and never changes by itself."""

    id: str
    name: str
    clubs: tuple[str, ...]  # the latest first
    entries: tuple[Entry, ...]  # the latest first
    kana: str = ""  # as read at the latest entry that tells it


def persons(
    documents: Sequence[Mapping[str, Any]],
    dates: Mapping[str, str],
    named: Sequence[Named] = (),
    readings: Mapping[tuple[str, str, str], str] | None = None,
) -> list[Person]:
    """Everybody in these results, sorted by name; of equal names the one with more entries first.

    `readings`: event, name and club → kana, which results.json doesn't hold.
    """
    told = {entry: one.id for one in named for entry in one.entries}
    found: dict[str, list[tuple[str, Entry, str, str]]] = {}
    for document in documents:
        event = document["event"]["id"]
        for player in document["players"]:
            if player["moved_to"] is not None or player.get("private"):
                continue  # stands in the division they moved to, or has no name to be recognised by
            entry: Entry = (event, document["division"]["id"], player["no"])
            key = told.get(entry) or person_id(player["name"], player["club"])
            found.setdefault(key, []).append((dates.get(event) or "", entry, player["name"], player["club"]))
    everybody = [person for key, rows in found.items() for person in _split(key, rows, told)]
    everybody.sort(key=lambda one: (one.name, -len(one.entries), one.id))
    return [replace(one, kana=_kana(one, readings or {})) for one in everybody]


def _kana(person: Person, readings: Mapping[tuple[str, str, str], str]) -> str:
    events = dict.fromkeys(event for event, *_ in person.entries)
    told = (readings.get((event, person.name, club)) for event in events for club in (*person.clubs, ""))
    return next(filter(None, told), "")


def _split(key: str, rows: Iterable[tuple[str, Entry, str, str]], told: Mapping[Entry, str]) -> list[Person]:
    """One person; but two entries in one division are two people of the same name and club."""
    latest_first = sorted(rows, key=lambda row: (row[0], row[1]), reverse=True)
    divisions = [entry[:2] for _, entry, _, _ in latest_first]
    twice = {division for division in divisions if divisions.count(division) > 1}
    alone = [row for row in latest_first if row[1][:2] in twice and row[1] not in told]
    shared = [row for row in latest_first if row not in alone]
    people = [_person(key, shared)] if shared else []
    return people + [_person(f"{key}-{entry_id(row[1])}", [row]) for row in alone]


def _person(key: str, rows: Sequence[tuple[str, Entry, str, str]]) -> Person:
    clubs = tuple(dict.fromkeys(club for *_, club in rows if club))
    return Person(key, rows[0][2], clubs, tuple(entry for _, entry, _, _ in rows))


def person_id(name: str, club: str) -> str:
    """The address of a person's page: the same for the same name and club, and nothing that was typed."""
    text = "\0".join(_plain(one) for one in (name, club))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def entry_id(entry: Entry) -> str:
    """Short and the same every time."""
    return hashlib.sha256("/".join(map(str, entry)).encode()).hexdigest()[:6]


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def read_people(path: Path, shown: str) -> tuple[list[Named], list[Problem]]:
    """The persons named in people.toml, or everything that is wrong with it; none where there is no such file."""
    if missing(path):
        return [], []
    table = read_table(path, shown, path.parent)
    if isinstance(table, Problem):
        return [], [table]
    table.refuse_others("person")
    named = [_named(row) for row in table.tables("person")]
    return ([] if table.problems else named), table.problems


def _named(row: TomlTable) -> Named:
    """One [[person]], with a problem for whatever can't be used."""
    own_id, entries = row.values.get("id", ""), row.values.get("entries", [])
    if not (isinstance(own_id, str) and usable_name(own_id) and own_id != "index"):
        row.problem("division-id", "id", own_id)
    texts = entries if isinstance(entries, list) else []
    found = [_ENTRY.fullmatch(one) if isinstance(one, str) else None for one in texts]
    if not found or None in found:
        row.problem(
            "event-value", "entries", entries, expected='["spring-2026/open/3", "autumn-2026/open/7"]'
        )
    return Named(own_id, tuple((one[1], one[2], int(one[3])) for one in found if one is not None))
