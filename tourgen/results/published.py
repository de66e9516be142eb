"""What the site holds, read back: documents that an earlier build wrote, and that anything may have happened to since.

A file that isn't of the shape this version writes (damaged, edited by hand, older, a cloud drive's copy) is passed over
with a notice that names it: it keeps no event, and no page that spans events, from being built.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tourgen.formats.models import Format
from tourgen.formats.words import words_of
from tourgen.messages.problems import Notice
from tourgen.model import Source
from tourgen.results.document import SCHEMA
from tourgen.storage.errors import DiskProblem
from tourgen.storage.own_files import composed_name
from tourgen.storage.reading import folders_in, is_file, one_in_each, read_if_there

Document = Mapping[str, Any]
BUILD_FILE, EVENT_FILE, INDEX_FILE, RESULTS_FILE = "build.json", "event.json", "find.json", "results.json"

# A type is that type exactly, None itself; a tuple is one of several, [x] a list of x, {…} an object with that.
_ANYTHING = object
_MAYBE_NUMBER, _MAYBE_TEXT = (int, None), (str, None)
_HELD = {"no": int}
_ELSEWHERE = ({"division": str, "no": int}, None)
_PLAYER = {
    "no": int,
    "name": str,
    "club": str,
    "absent": bool,
    "preliminary": _MAYBE_NUMBER,
    "lottery": _MAYBE_NUMBER,
    "league": _MAYBE_TEXT,
    "withdrawn_after": _MAYBE_NUMBER,
    "moved_to": _ELSEWHERE,
}
_GAME = {"table": _MAYBE_NUMBER, "players": [_MAYBE_NUMBER], "kind": str, "winner": _MAYBE_NUMBER}
_RESULTS = {
    "schema": str,
    "event": {"id": str, "name": str},
    "division": {"id": str, "name": str, "format": str},
    "lottery": {"draws": [str]},
    "players": [_PLAYER],
    "confirmed": [{"group": str, "no": int, "after": int}],
    "rounds": [{"round": int, "games": [_GAME]}],
    "standings": [{"after": int, "rows": [{"rank": int, "no": int}]}],
    "final": ([{"rank": int, "no": int}], None),
    "titles": [{"title": str, "no": int}],
    "awards": [{"no": int, "award": str}],
    "qualified": [_HELD],
    "state": {"finished": bool},
}
_EVENT = {
    "id": str,
    "name": str,
    "name_en": str,
    "date": _MAYBE_TEXT,
    "venue": str,
    "venue_en": str,
    "language": str,
    "divisions": [{"id": str, "name": str, "name_en": str}],
}
_LATER = {
    "game": str,
    "times": [str],
    "pages": [{"slug": str, "title": str, "text": str}],
}  # what older builds didn't write
GAMES = words_of(Format.model_fields["game"].annotation)
_HALF_LETTER = re.compile(rb"\\u[dD][89a-fA-F]")  # tourgen writes letters whole; half of one is in no file


@dataclass(slots=True)
class Published:
    """What could be read of one event's folder in the site, and what could not."""

    event: Document | None = None  # event.json
    divisions: dict[str, Document] = field(default_factory=dict)  # results.json by the folder it lies in
    index: Document = field(default_factory=dict)  # find.json
    unreadable: list[Notice] = field(default_factory=list)
    copies: list[Notice] = field(
        default_factory=list
    )  # folders of divisions that hold another one's document

    @property
    def unread(self) -> set[str]:
        """Folders of divisions whose document is unreadable."""
        files = [Path(notice.where.file) for notice in self.unreadable]
        return {file.parent.name for file in files if file.name == RESULTS_FILE}


def read_published(folder: Path) -> Published:
    """An event's folder in the site; empty where there is none. Raises DiskProblem."""
    found = Published()
    found.event = _read(folder / EVENT_FILE, _is_event, found.unreadable)
    found.index = _read(folder / INDEX_FILE, _is_index, found.unreadable) or {}
    for path in one_in_each(folder, RESULTS_FILE):
        document = _read(path, _is_results, found.unreadable)
        if document is None:
            continue
        if same_id(document["division"]["id"], path.parent.name):
            found.divisions[path.parent.name] = document
        else:
            found.copies.append(_copy(path.parent, document["division"]["id"]))
    return found


def published_events(site: Path) -> tuple[dict[str, Published], list[Notice]]:
    """Every event in the site by its folder, and what was passed over. Raises DiskProblem."""
    found: dict[str, Published] = {}
    notices: list[Notice] = []
    for folder in sorted(folders_in(site)):
        try:
            if not is_file(folder / EVENT_FILE):
                continue
            one = read_published(folder)
        except DiskProblem as problem:
            if problem.reason != "permission":
                raise
            params = {"detail": problem.detail}
            notices.append(Notice("site-forbidden", Source(folder.as_posix()), params))
            continue
        if one.event is not None and not same_id(one.event["id"], folder.name):
            notices.append(_copy(folder, one.event["id"]))
            continue
        notices += [*one.unreadable, *one.copies]
        if one.event is not None:
            notices += _strangers(one, folder)
            found[folder.name] = one
    return found, notices


def game_of(event: Document, division: str) -> str:
    """What is played in a division, as event.json says; Othello where an older build didn't write it down."""
    found = (one.get("game") for one in event["divisions"] if one["id"] == division)
    return next(found, None) or GAMES[0]


def site_builds(site: Path) -> dict[str, str]:
    """Event → the id of its build that stands in the site."""
    found: dict[str, str] = {}
    for folder in folders_in(site):
        with suppress(DiskProblem):  # the build has reported it
            record = _read(folder / BUILD_FILE, lambda value: isinstance(value, dict), [])
            if record is not None:
                found[folder.name] = str(record.get("build"))
    return found


def _strangers(one: Published, folder: Path) -> list[Notice]:
    """Takes out the documents of another event that somebody put here."""
    others = {
        division: document["event"]["id"]
        for division, document in one.divisions.items()
        if not same_id(document["event"]["id"], folder.name)
    }
    for division in others:
        del one.divisions[division]
    return [_copy(folder / division, event_id) for division, event_id in others.items()]


def _copy(folder: Path, belongs_to: str) -> Notice:
    return Notice("site-copy", Source(folder.as_posix()), {"found": folder.name, "id": belongs_to})


def same_id(one: str, other: str) -> bool:
    """Whether two ids are one; a Mac writes が in two letters."""
    return composed_name(one) == composed_name(other)


def _read(path: Path, is_right: Callable[[Any], bool], unreadable: list[Notice]) -> Document | None:
    data = read_if_there(path)
    if data is None:
        return None
    try:
        value: Any = None if _HALF_LETTER.search(data) else json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if is_right(value):
        document: Document = value
        return document
    unreadable.append(Notice("site-unreadable", Source(path.as_posix())))
    return None


def _is_results(value: Any) -> bool:
    if not (fits(value, _RESULTS) and value["schema"] == SCHEMA):
        return False
    known = {player["no"] for player in value["players"]}
    return all(no in known for no in _named(value)) and all(
        len(game["players"]) == 2 for one in value["rounds"] for game in one["games"]
    )


def _named(document: Document) -> Iterator[int]:
    """Every roster number that the document mentions."""
    rows = [row for one in document["standings"] for row in one["rows"]]
    for key in ("titles", "awards", "qualified", "confirmed"):
        rows += document[key]
    yield from (row["no"] for row in (*rows, *(document["final"] or ())))
    for game in (game for one in document["rounds"] for game in one["games"]):
        yield from (no for no in (*game["players"], game["winner"]) if no is not None)


def _is_event(value: Any) -> bool:
    if not (fits(value, _EVENT) and value["language"] in ("ja", "en")):
        return False
    divisions = value["divisions"]
    if not all(
        fits(part[key], shape) for part in (value, *divisions) for key, shape in _LATER.items() if key in part
    ):
        return False
    if not all(one.get("game", GAMES[0]) in GAMES for one in divisions):
        return False
    try:
        return value["date"] is None or bool(datetime.date.fromisoformat(value["date"]))
    except ValueError:
        return False


def _is_index(value: Any) -> bool:
    """Of each line only what is read back is checked: division, number, name, kana, club."""
    return fits(value, {"divisions": [{"path": str}], "players": [[_ANYTHING]]}) and all(
        len(line) >= 5
        and fits(line[:2], [int])
        and 0 <= line[0] < len(value["divisions"])
        and fits(line[2:5], [str])
        for line in value["players"]
    )


def fits(value: Any, shape: Any) -> bool:
    """Whether a value has a shape, written as explained above."""
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(
            key in value and fits(value[key], inner) for key, inner in shape.items()
        )
    return shape is _ANYTHING or (value is None if shape is None else type(value) is shape)
