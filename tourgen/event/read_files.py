"""Reads the files that people put into an event's folder: whole, within their limit, from inside the folder only.

A sheet that Excel holds is tried again for a moment; then the message asks to close it. A link that leads out of the
folder is not followed, for what is read may be published.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.errors import DiskProblem
from tourgen.storage.limits import limits
from tourgen.storage.reading import read
from tourgen.storage.toml_text import read_toml

KIB = 1024
_WORKBOOKS = (".xlsx", ".xls", ".xlsm", ".ods", ".csv")


def read_workbook(path: Path, shown: str, home: Path) -> bytes | Problem:
    """The bytes of a workbook; the sheets room finds out whether they are one."""
    return read_file(path, shown, home, limits().file_mib * KIB, "file_mib")


def read_record(path: Path, shown: str, home: Path) -> bytes | Problem:
    """The bytes of a game record."""
    return read_file(path, shown, home, limits().sgf_kib, "sgf_kib")


def read_text(path: Path, shown: str, home: Path) -> str | Problem:
    """A text file; the mark that Windows puts in front of UTF-8 is no part of it."""
    data = read_file(path, shown, home, limits().text_kib, "text_kib")
    if isinstance(data, Problem):
        return data
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return Problem("text-encoding", Source(shown))


def read_toml_file(path: Path, shown: str, home: Path) -> dict[str, Any] | Problem:
    """The tables of a TOML file."""
    text = read_text(path, shown, home)
    return text if isinstance(text, Problem) else read_toml(text, shown)


def read_file(path: Path, shown: str, home: Path, most_kib: int, limit: str) -> bytes | Problem:
    """A whole file of at most so many KiB from inside `home`, or the problem."""
    where = Source(shown)
    try:
        if leads_outside(path, home):
            return Problem("file-outside", where)
        data = read(path, most_kib * KIB + 1)
    except DiskProblem as problem:
        if problem.reason == "in-use" or (problem.reason == "permission" and open_elsewhere(path)):
            return Problem("file-in-use", where, path.name)
        return Problem("file-not-read", where, params={"detail": problem.detail})
    if len(data) > most_kib * KIB:
        size = {"limit": f"{most_kib} KiB" if most_kib < KIB else f"{most_kib // KIB} MiB", "name": limit}
        return Problem("file-too-large", where, params=size)
    return data


def leads_outside(path: Path, home: Path) -> bool:
    """Whether a link, of the file or of a folder on the way, leads out of `home`."""
    try:
        return not path.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError):  # a link that leads round in a circle
        return True


def open_elsewhere(path: Path) -> bool:
    """Whether Excel or LibreOffice has the file open: it leaves a hidden file beside it meanwhile."""
    return any(os.path.lexists(path.parent / mark) for mark in _marks(path.name))


def missing(path: Path) -> bool:
    """Whether nothing is there. A file in a forbidden folder is not called missing: reading it says why not."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def is_workbook(path: Path) -> bool:
    """Whether somebody may have put a sheet here; the files that Excel and LibreOffice keep while they run are none."""
    return path.suffix.lower() in _WORKBOOKS and not path.name.startswith(("~$", ".")) and not path.is_dir()


def unreadable(shown: str, error: OSError) -> Problem:
    """A file or folder that the disk doesn't give out."""
    return Problem("file-not-read", Source(shown), params={"detail": error.strerror or str(error)})


def listed(folder: Path) -> list[Path]:
    """The files and folders in a folder of the event, sorted; none where it is missing. Raises OSError.

    Path.glob would pass over a folder that may not be read as if it were empty.
    """
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _marks(name: str) -> tuple[str, ...]:
    """The names of the hidden files; Excel cuts two letters off a name that would become too long."""
    return f"~${name}", f"~${name[2:]}", f".~lock.{name}#"


def away(name: str, names: Collection[str], shown: str) -> Problem | None:
    """The file is missing but is being saved or synchronised, so it must neither be reported as missing nor made again.

    Excel moves the old file out of the way before the new one gets its name; iCloud leaves a placeholder for a file
    that it has taken off the disk. `names` is everything that lies in the folder.
    """
    if name in names:
        return None
    if f".{name}.icloud" in names:
        return Problem("file-not-downloaded", Source(shown), name)
    mark = next((mark for mark in _marks(name) if mark in names and not _of_another(mark, names)), None)
    return Problem("file-being-saved", Source(shown), name, {"mark": mark}) if mark else None


def _of_another(mark: str, names: Collection[str]) -> bool:
    """Whether a file that is there may have left this mark: `~$en-r1.xlsx` is that of en-r1.xlsx or open-r1.xlsx."""
    return any(mark in _marks(name) for name in names if not name.startswith("~$"))


def not_downloaded(folder: Path, shown: str, ending: str = "") -> list[Problem]:
    """Files of which only iCloud's placeholders are there, in a folder from which every file is read."""
    names = {path.name for path in listed(folder)}
    taken = [
        name[1 : -len(".icloud")] for name in sorted(names) if name[0] == "." and name.endswith(".icloud")
    ]
    found = [away(name, names, f"{shown}/{name}") for name in taken if name.endswith(ending)]
    return [problem for problem in found if problem is not None]
