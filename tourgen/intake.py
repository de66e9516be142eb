"""The only way a file that somebody put into an event's folder comes in: whole, within its limit, from inside.

A sheet that Excel holds is tried again for a moment; then the message asks to close it. A link that leads out of the
folder is not followed, for what is read may be published.
"""

from __future__ import annotations

import os
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
    # Excel cuts two letters off the front of a name to which its mark would be too much.
    marks = (f"~${path.name}", f"~${path.name[2:]}", f".~lock.{path.name}#")
    return any(os.path.lexists(path.parent / mark) for mark in marks)  # of a forbidden folder it says nothing


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
