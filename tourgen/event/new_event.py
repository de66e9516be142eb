"""`tourgen new`: a ready event folder with an explained roster to fill in (templates/new)."""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tourgen.event.format_source import ChosenFormat
from tourgen.event.needs import needed_columns
from tourgen.event.read_files import read_workbook
from tourgen.formats import Format, most_rounds
from tourgen.formats.labels import board_names
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Player
from tourgen.resources import templates_dir
from tourgen.sheets import Entries, RosterSheet, read_entries, write_roster
from tourgen.simulate.random_tournament import random_draws
from tourgen.storage.own_files import is_vacant
from tourgen.storage.toml_text import toml_key, toml_value
from tourgen.storage.typed_files import write_new

_ID = "open"
_DIVISION = {"ja": "オープンの部", "en": "Open"}


class FolderExists(Exception):
    """There is something in the folder already; it is left as it is."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """The new event that somebody asks for."""

    folder: Path
    chosen: ChosenFormat
    players: int  # rows of the roster
    language: str = "ja"
    name: str = ""  # of the event; else the folder's
    entries: tuple[Player, ...] = ()  # who stands in the roster already


def read_entries_file(path: Path, declared: Format) -> Entries | Problem:
    """The list that a form or a federation gave out, wherever it lies."""
    data = read_workbook(path, path.as_posix(), path.parent)
    return data if isinstance(data, Problem) else read_entries(data, path.as_posix(), board_names(declared))


def entered_players(
    entries: Entries, language: str
) -> tuple[tuple[Player, ...], list[Problem], list[Notice]]:
    """The players (or teams) of the list, for the one division of a new event."""
    return entries.players([(_ID, _DIVISION[language])])


def new_event(wanted: NewEvent, rng: random.Random) -> bool:
    """Writes the folder; returns whether draws were made up."""
    folder, declared, language = wanted.folder, wanted.chosen.declared, wanted.language
    if not is_vacant(folder):
        raise FolderExists(str(folder))
    made_up = declared.lottery.method != "desk" and not declared.lottery.draw_names
    # A folder's name may hold bytes that are no text.
    name = wanted.name or folder.resolve().name.encode(errors="replace").decode()
    roster = RosterSheet(
        _ID,
        _DIVISION[language],
        wanted.entries,
        rows=wanted.players,
        language=language,
        event_name=name,
        boards=board_names(declared),
        barred=() if declared.heeds_barred else None,
        game=declared.game,
        needed=needed_columns(declared),
    )
    draws = random_draws(declared, rng) if made_up else ()
    files = {
        "event.toml": _event_toml(name, wanted, draws).encode(),
        **({declared.id: wanted.chosen.text.encode()} if wanted.chosen.own else {}),
        "roster.xlsx": write_roster([roster]),
        "pages/timetable.md": timetable(language).encode(),
    }
    for file, data in files.items():
        write_new(folder / file, data)
    return made_up


def timetable(language: str) -> str:
    """The page to begin with."""
    return (templates_dir() / "new" / f"timetable.{language}.md").read_text(encoding="utf-8")


def _event_toml(name: str, wanted: NewEvent, draws: tuple[str, ...]) -> str:
    """event.toml with every setting explained."""
    environment = Environment(
        loader=FileSystemLoader(templates_dir() / "new"),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["toml"] = toml_value
    declared, language = wanted.chosen.declared, wanted.language
    settings = {**tomllib.loads(wanted.chosen.text).get("settings", {}), "time": declared.time}
    return environment.get_template("event.toml").render(
        name=name,
        title=_DIVISION[language],
        summary=(declared.summary_en if language == "en" else "") or declared.summary,
        declared=declared,
        rounds=most_rounds(declared, wanted.players),
        draws=draws,
        settings={toml_key(key): value for key, value in settings.items()},
        language=language,
    )
