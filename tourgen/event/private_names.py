"""非公開: a number or initials take the place of a name right after roster and sheets are read.

Nothing that is made of an event (pages, results.json, papers, the next sheets) ever learns the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

import jaconv

from tourgen.event.folder_files import Page
from tourgen.event.line_ups import school_of
from tourgen.event.read_files import read_toml_file
from tourgen.event.settings import Event
from tourgen.formats.labels import plain
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player, ResultRow, ResultSheet, Source

_Sheet = TypeVar("_Sheet", bound=ResultSheet)
Rosters = Mapping[str, Sequence[Player]]


def published_names(event: Event, rosters: Rosters) -> dict[str, tuple[Player, ...]]:
    """Every roster with the names that may be published."""
    return {
        division: tuple(published(player, event.private) for player in players)
        for division, players in rosters.items()
    }


def published(player: Player, how: str) -> Player:
    """A team keeps its name: its people are numbered."""
    if not player.private:
        return player
    label = f"No. {player.no}"
    if player.members:
        seats = iter(f"{label}-{seat}" for seat in range(1, 100))
        members = tuple(next(seats) if name else "" for name in player.members)
        return replace(player, members=members, reserves=tuple(next(seats) for _ in player.reserves))
    shown = (_initials(player) if how == "initials" else "") or label
    return replace(player, name=shown, kana="", romaji="")


def private_words(event: Event, players: Iterable[Player]) -> set[str]:
    """The names of these people that must not be shown, as `plain` spells them."""
    private = [player for player in players if player.private]
    return _people(private) - _people(published(player, event.private) for player in private)


def private_shown(event: Event, pages: Iterable[Page], typed: Rosters) -> Iterator[Notice]:
    """A notice for each place with a private name that is shown as it is typed: pages, settings, others' cells."""
    players = tuple(chain.from_iterable(typed.values()))
    words = private_words(event, players)
    if not words:
        return
    texts = [(Source(f"{event.shown}/pages/{page.slug}.md"), page.markdown) for page in pages]
    for path in event.folder.glob("*.toml"):
        file = f"{event.shown}/{path.name}"
        settings = read_toml_file(path, file, event.folder)
        if not isinstance(settings, Problem):  # one that can't be read is not used
            texts += [(Source(file, None, key), text) for key, text in _texts(settings)]
    texts += [(player.at(key), text) for player in players for key, text in _shown_cells(player)]
    for where, text in texts:
        shown = plain(text)
        if count := sum(word in shown for word in words):
            yield Notice("private-shown", where, {"count": count})


def _texts(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a TOML file with its key: division[2].name."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield from _texts(one, f"{key}[{number}]")
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _texts(one, f"{key}.{name}".lstrip("."))


def _shown_cells(player: Player) -> Iterator[tuple[str, str]]:
    """The cells of a row of the roster that are published as they are typed."""
    yield from (
        ("club", player.club),
        ("grade", player.grade),
        ("seed", player.seed),
        ("group", player.group),
    )
    if player.members or not player.private:
        yield "name", player.name
    if not player.private:
        yield from ((f"board{n}", name) for n, name in enumerate(player.members, 1))
        yield from ((f"reserve{n}", name) for n, name in enumerate(player.reserves, 1))


def _people(players: Iterable[Player]) -> set[str]:
    names = (
        name
        for one in players
        for name in ((*one.members, *one.reserves) or (one.name, one.kana, one.romaji))
    )
    return set(filter(None, map(plain, names)))


def _initials(player: Player) -> str:
    """A. I. for Aoki Ichiro; nothing where the name can't be read."""
    latin = player.romaji or jaconv.kana2alphabet(jaconv.kata2hira(player.kana)) or player.name
    words = re.findall(r"[A-Za-z]+", latin)
    return " ".join(f"{word[0].upper()}." for word in words)


def with_published_names(sheet: _Sheet, typed: Sequence[Player], published: Sequence[Player]) -> _Sheet:
    """A round's sheet in which private names that were typed or stood there before are the published ones."""
    if not any(player.private for player in typed):
        return sheet
    known = _Names({player.no: school_of(player) for player in typed})
    for was, now in zip(typed, published, strict=True):
        if was.private:
            known.labels[was.no, plain(was.name)] = now.name
            people = zip((*was.members, *was.reserves), (*now.members, *now.reserves), strict=True)
            known.labels |= {(school_of(was), plain(name)): label for name, label in people if name}
    return replace(sheet, rows=tuple(map(known.in_row, sheet.rows)))


@dataclass
class _Names:
    """The published names: of single players by number, of the people of teams by school."""

    schools: dict[int, str]
    labels: dict[tuple[int | str | None, str], str] = field(default_factory=dict)

    def in_row(self, row: ResultRow) -> ResultRow:
        schools = [self.schools.get(no or 0, "") for no in row.numbers]
        names = [self.shown(no, name) for no, name in zip(row.numbers, row.names, strict=True)]
        line_ups = [
            tuple(self.shown(school, name) for name in seated)
            for school, seated in zip(schools, row.line_ups, strict=True)
        ]
        note = row.note
        for (school, name), label in self.labels.items():
            if school in schools and name in plain(note):
                note = plain(note).replace(name, label)
        return replace(
            row,
            names=(names[0], names[1]),
            note=note,
            line_ups=tuple(line_ups),
            substitutes=tuple(
                replace(one, name=self.shown(schools[one.side], one.name)) for one in row.substitutes
            ),
        )

    def shown(self, whose: int | str | None, name: str) -> str:
        """The name, or what stands for it."""
        return self.labels.get((whose, plain(name)), name)
