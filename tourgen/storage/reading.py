"""Reading files and listing folders; what the system refuses is a DiskProblem, never an empty answer."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.own_files import UNFINISHED


def read(path: Path, most: int = -1) -> bytes:
    """The first `most` bytes of a plain file (-1: all)."""

    def contents() -> bytes:
        if not stat.S_ISREG(path.stat().st_mode):  # a folder; a pipe would keep us waiting for ever
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        with path.open("rb") as file:
            return file.read(most)

    return attempt(path, contents)


def read_if_there(path: Path) -> bytes | None:
    """The whole file, None where there is none."""
    try:
        return read(path)
    except DiskProblem as problem:
        if problem.reason == "missing":
            return None
        raise


def is_file(path: Path) -> bool:
    """Whether there is such a file; a folder that nobody may look into is a DiskProblem, not a no."""
    return attempt(path, path.is_file)


def is_folder(path: Path) -> bool:
    """Whether there is such a folder."""
    return attempt(path, path.is_dir)


def names_in(folder: Path) -> list[str]:
    """What lies in a folder, in order; nothing where there is none."""
    return attempt(folder, lambda: sorted(one.name for one in folder.iterdir())) if is_folder(folder) else []


def folders_in(home: Path) -> list[Path]:
    """The folders in a folder, in order, without unfinished work."""
    paths = [home / name for name in names_in(home) if not name.startswith(UNFINISHED)]
    return [path for path in paths if is_folder(path)]


def one_in_each(home: Path, name: str) -> list[Path]:
    """The files of this name in the folders of a folder."""
    return [folder / name for folder in folders_in(home) if is_file(folder / name)]


def pages_below(home: Path) -> list[Path]:
    """Every .html in a folder and in those in it, in order; links, which may lead round in a circle, are left out."""
    own = [home / name for name in names_in(home) if name.endswith(".html")]
    deeper = [folder for folder in folders_in(home) if not folder.is_symlink()]
    return sorted([*own, *(page for folder in deeper for page in pages_below(folder))])
