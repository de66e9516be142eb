"""Where no site may be written: among the events, or at a place that belongs to the whole computer or person."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.own_files import same_name


def place_problems(site: Path) -> list[Problem]:
    """Why this folder can't be a site, before anything is written."""
    place = site.resolve()
    if os.path.ismount(place):
        code = "disk-root"
    elif place == _home():
        code = "disk-home"
    elif any(_holds_what_people_type(folder) for folder in (place, *place.parents)):
        code = "disk-among-events"
    else:
        return []
    return [Problem(code, Source(site.as_posix()), params={"example": (site / "site").as_posix()})]


def _home() -> Path | None:
    with suppress(RuntimeError):  # an account that has none
        return Path.home().resolve()
    return None


def _holds_what_people_type(folder: Path) -> bool:
    """An event's folder, ./events, or another folder of that name with events in it."""
    if any(folder.glob("event.toml")) or folder == Path("events").resolve():
        return True
    return same_name(folder.name) == "events" and any(folder.glob("*/event.toml"))
