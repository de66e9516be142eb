"""The only way a file that somebody put into an event's folder comes in: whole, within its limit, from inside.

A sheet that Excel holds is tried again for a moment; then the message asks to close it. A link that leads out of the
folder is not followed, for what is read may be published.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from tourgen import disk
from tourgen.limits import limits
from tourgen.model import Source
from tourgen.problems import Problem

KIB = 1024


def read_workbook(path: Path, shown: str, home: Path) -> bytes | Problem:
    """The bytes of a sheet; whether they are one is somebody else's question."""
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


def read_file(path: Path, shown: str, home: Path, most_kib: int, limit: str) -> bytes | Problem:
    """A whole file of at most so many KiB from inside `home`, or why not."""
    where = Source(shown)
    try:
        if leads_outside(path, home):
            return Problem("file-outside", where)
        data = disk.read(path, most_kib * KIB + 1)
    except disk.DiskProblem as problem:
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
    """Whether Excel or LibreOffice says, by the hidden file it leaves beside an open one, that it has this open."""
    # of a forbidden folder it says nothing
    return any(os.path.lexists(path.parent / mark) for mark in _marks(path.name))


def missing(path: Path) -> bool:
    """Whether nothing is there; what stands in a forbidden folder may be there, and reading it says why not."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def listed(folder: Path) -> list[Path]:
    """What lies in a folder of the event, in order; nothing where there is none. Raises OSError.

    Path.glob would pass over a folder that may not be read as if it were empty.
    """
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _marks(name: str) -> tuple[str, ...]:
    """Excel cuts two letters off the front of a name to which its mark would be too much."""
    return f"~${name}", f"~${name[2:]}", f".~lock.{name}#"


def away(name: str, names: Collection[str], shown: str) -> Problem | None:
    """Why a file that is not in its folder will be there again: it must neither be missed nor made anew.

    Excel moves the old file out of the way before the new one gets its name; iCloud leaves a placeholder for what it
    has taken. `names` is everything that lies in the folder.
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
    """The files of a folder that is read as a whole of which only iCloud's placeholders are there."""
    names = {path.name for path in listed(folder)}
    taken = [
        name[1 : -len(".icloud")] for name in sorted(names) if name[0] == "." and name.endswith(".icloud")
    ]
    found = [away(name, names, f"{shown}/{name}") for name in taken if name.endswith(ending)]
    return [problem for problem in found if problem is not None]
