"""The start page: folders listed, events made and opened, the roster handed to the program that opens workbooks.

It answers this machine only, and whoever has the key that stands in its address behind #.
"""

from __future__ import annotations

import base64
import binascii
import random
import secrets
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import typer
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tourgen.event.format_source import ChosenFormat, chosen_format
from tourgen.event.new_event import FolderExists, NewEvent, entered_players, new_event
from tourgen.event.read_settings import read_event
from tourgen.event.read_sheets import roster_name
from tourgen.formats import Format, shipped_format, shipped_formats, shipped_text
from tourgen.formats.labels import board_names
from tourgen.live.desk import DESK
from tourgen.live.keys import KEYS, keys_for
from tourgen.live.server import served_page, shipped
from tourgen.live.site import OWN
from tourgen.messages.problems import Problem, message
from tourgen.model import Player
from tourgen.resources import shipped_table
from tourgen.sheets import Entries, read_entries
from tourgen.simulate.forecast import forecast
from tourgen.simulate.random_tournament import sizes
from tourgen.storage.errors import DiskProblem
from tourgen.storage.lock import lock

MOST_PLAYERS = 999
Said = Mapping[str, Any]


class Refused(Exception):
    """A request that can't be carried out; the message is in the page's language."""


class Start:
    """The requests of the page. `open_event` gets an event's folder, and whether other devices may reach it."""

    def __init__(self, home: Path) -> None:
        self.key, self.home = secrets.token_urlsafe(18), home
        self.open_event: Callable[[Path, bool], None] = lambda folder, everywhere: None

    def routes(self) -> list[BaseRoute]:
        """Every address."""
        return [
            Route(f"{OWN}start", lambda _: served_page("start", "start")),
            Route(f"{OWN}start/do", self.do, methods=["POST"]),
            Route(f"{OWN}static/{{name}}", shipped("start", "desk", "static")),
        ]

    async def do(self, request: Request) -> Response:
        """One question of the page."""
        try:
            said = await request.json()
            key, language = str(said["key"]), "en" if said["lang"] == "en" else "ja"
            if not secrets.compare_digest(key.encode(), self.key.encode()):
                return PlainTextResponse("Unknown link.\n", 403)
            answers: dict[str, Callable[[Said, str], dict[str, Any]]] = {
                "begin": self.begin,
                "list": self.list,
                "forecast": self.forecast,
                "new": self.new,
                "roster": self.roster,
                "settings": self.settings,
                "open": self.open,
            }
            answer = await run_in_threadpool(answers[said["do"]], said, language)
        except Refused as refused:
            answer = {"refused": str(refused)}
        except (ValueError, KeyError, TypeError):
            return PlainTextResponse("Malformed.\n", 400)
        return JSONResponse(answer)

    def begin(self, said: Said, language: str) -> dict[str, Any]:
        """Every text, the formats to choose from, and where to begin."""
        return {
            "texts": {key: words[language] for key, words in shipped_table("live/start.toml").items()},
            "formats": [_format(name, language) for name in shipped_formats()],
            "home": str(self.home),
        }

    def list(self, said: Said, language: str) -> dict[str, Any]:
        """The folders in a folder, those of events first."""
        folder = _folder(said)
        try:
            inside = [one for one in folder.iterdir() if not one.name.startswith(".") and one.is_dir()]
        except OSError as error:
            raise Refused(
                message("start-unlisted", language, path=folder, detail=error.strerror or "")
            ) from None
        listed = sorted(inside, key=lambda one: (not _is_event(one), one.name))
        return {
            "folder": str(folder),
            "parent": str(folder.parent) if folder.parent != folder else None,
            "event": _is_event(folder),
            "folders": [{"name": one.name, "path": str(one), "event": _is_event(one)} for one in listed],
        }

    def forecast(self, said: Said, language: str) -> dict[str, Any]:
        """How the day will be, with the list of entries if there is one."""
        declared = _chosen(said).declared
        lines, found = [], _entries(said, declared, language)
        if found and found.unsure:
            return {"unsure": _questions(found, language)}
        count = len(_players(found, language)) if found else _count(said)
        if found:
            lines.append(message("said-entries", language, count=count, columns=found.told(language)))
        told = forecast(declared, count)
        return {"lines": [*lines, *(told.lines(language) if told else [_misfit(declared, count, language)])]}

    def new(self, said: Said, language: str) -> dict[str, Any]:
        """A new event in the folder that is looked at."""
        name = str(said["id"]).strip()
        if not name or Path(name).name != name or name.startswith("."):
            raise Refused(message("start-name", language, found=name))
        folder, chosen = _folder(said) / name, _chosen(said)
        found = _entries(said, chosen.declared, language)
        if found and found.unsure:
            return {"unsure": _questions(found, language)}
        entered = _players(found, language) if found else ()
        count = len(entered) or _count(said)
        if count not in sizes(chosen.declared):
            raise Refused(_misfit(chosen.declared, count, language))
        wanted = NewEvent(folder, chosen, count, language, str(said["name"]).strip(), entered)
        try:
            new_event(wanted, random.Random())
        except FolderExists:
            raise Refused(message("said-folder-exists", language, path=folder)) from None
        except DiskProblem as error:
            raise Refused(error.problem.text(language)) from None
        told = forecast(chosen.declared, count)
        return {"event": str(folder), "forecast": told.lines(language) if told else []}

    def roster(self, said: Said, language: str) -> dict[str, Any]:
        """The roster in the program that opens such files."""
        folder = _event(said, language)
        typer.launch(str(folder / roster_name(folder)))
        return {}

    def settings(self, said: Said, language: str) -> dict[str, Any]:
        """event.toml in the program that opens such files; also where something is wrong with it."""
        typer.launch(str(_folder(said) / "event.toml"))
        return {}

    def open(self, said: Said, language: str) -> dict[str, Any]:
        """The server of this event takes the place of the start page; its desk has a key of its own.

        Other devices reach it only if that is asked for.
        """
        folder = _event(said, language)
        try:
            with lock(folder):
                pass
        except DiskProblem as error:
            if error.reason == "busy":  # said here, for a window that was double-clicked closes
                raise Refused(error.problem.text(language)) from None
        key = keys_for(folder / KEYS, [DESK])[DESK]
        self.open_event(folder, said.get("everywhere") is True)
        return {"desk": f"{OWN}desk#{key}"}


def _folder(said: Said) -> Path:
    return Path(str(said["folder"])).resolve()


def _count(said: Said) -> int:
    return max(0, min(int(said["players"]), MOST_PLAYERS))


def _is_event(folder: Path) -> bool:
    try:
        return (folder / "event.toml").is_file()
    except OSError:
        return False


def _event(said: Said, language: str) -> Path:
    """The event's folder; what is wrong with its event.toml is said at once."""
    folder = _folder(said)
    event, problems = read_event(folder, folder.as_posix())
    if event is None:
        raise Refused("\n".join(one.text(language) for one in problems))
    return folder


def _format(name: str, language: str) -> dict[str, Any]:
    declared = shipped_format(name)
    known, english = sizes(declared), language == "en"
    return {
        "id": name,
        "game": "any" if "game" in tomllib.loads(shipped_text(name)).get("settings", {}) else declared.game,
        "title": declared.title_en if english else declared.title,
        "summary": declared.summary_en if english else declared.summary,
        "sizes": [known[0], known[-1]],
        "teams": bool(declared.boards),
    }


def _chosen(said: Said) -> ChosenFormat:
    """The shipped format that somebody chose from the list."""
    chosen = chosen_format(str(said["format"]))
    assert not isinstance(chosen, list)
    return chosen


def _misfit(declared: Format, count: int, language: str) -> str:
    known = sizes(declared)
    return message("said-players-wrong", language, count=count, low=known[0], high=known[-1])


def _entries(said: Said, declared: Format, language: str) -> Entries | None:
    """The list that the page has read, with the columns that somebody chose; None where there is no list."""
    if not said.get("entries"):
        return None
    try:
        data = base64.b64decode(said["entries"], validate=True)
    except binascii.Error:
        raise ValueError("entries") from None
    found = read_entries(data, Path(str(said["file"])).name, board_names(declared))
    if isinstance(found, Problem):
        raise Refused(found.text(language))
    for key, place in said.get("columns", {}).items():
        if key in found.unsure:
            found = found.choose(key, None if int(place) < 0 else int(place))
    return found


def _players(found: Entries, language: str) -> tuple[Player, ...]:
    """Everybody on the list."""
    players, problems, _ = entered_players(found, language)
    if problems:
        raise Refused("\n".join(one.text(language) for one in problems))
    return players


def _questions(found: Entries, language: str) -> list[dict[str, Any]]:
    """Which columns must be chosen, each with the columns there are."""
    return [
        {"key": key, "label": found.header_of(key, language), "titles": found.titles(), "likely": places[0]}
        for key, places in found.unsure.items()
    ]
