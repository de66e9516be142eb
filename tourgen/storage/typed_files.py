"""Single files that people type into or would miss: each appears complete or not at all, and is on the medium then."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.lock import make_folders
from tourgen.storage.reading import names_in, read
from tourgen.storage.unfinished import temporary_in

_TRIES = 3  # of putting an organiser's file back


def write_new(path: Path, data: bytes) -> bool:
    """Creates the file; False, and nothing is touched, if there is one already."""
    if os.path.lexists(path):
        return False
    make_folders(path.parent)
    with _temporary(path.parent, data) as temporary:
        return _give_name(temporary, path)


def write_replace(path: Path, data: bytes, private: bool = False) -> None:
    """Writes a file of tourgen's own in place of the one before.

    `private`: only its owner may read it; on Windows it is as private as its folder.
    """
    make_folders(path.parent)
    with _temporary(path.parent, data, private) as temporary:
        attempt(path, lambda: temporary.replace(path))


def set_aside(path: Path, folder: Path) -> Path:
    """Moves an organiser's file to `folder/<stem>-K<suffix>`, K one more than the last; returns its place."""
    make_folders(folder)
    place = _place_aside(path, folder)
    attempt(path, lambda: path.rename(place))
    flush_folder(folder)
    return place


def exchange(path: Path, data: bytes, seen: bytes, folder: Path) -> Path | None:
    """Puts a new file in the place of an organiser's, which is set aside as above; returns where that is kept.

    None if the organiser's file is not what was seen, because somebody has saved it since: then it stays where it is.
    The new file is complete before the old one is moved; whatever fails after that, the old one is moved back.
    """
    make_folders(folder)
    place = _place_aside(path, folder)
    with _temporary(path.parent, data) as temporary:
        try:
            attempt(path, lambda: path.rename(place))
            flush_folder(folder)
            if read(place) == seen and _give_name(temporary, path):
                return place
        except BaseException:
            _put_back(place, path)
            raise
        _put_back(place, path)
    return None


def write_over(path: Path, data: bytes, seen: bytes) -> bool:
    """Puts a new version of an organiser's file in its place; False if it is not what was seen: somebody saved it.

    Raises DiskProblem ("in-use") where Windows refuses, because the file is open elsewhere.
    """
    with _temporary(path.parent, data) as temporary:
        attempt(temporary, lambda: temporary.chmod(path.stat().st_mode & 0o777))
        if read(path) != seen:
            return False
        attempt(path, lambda: temporary.replace(path))
    return True


@contextmanager
def line_writer(path: Path) -> Iterator[Callable[[bytes], None]]:
    """A file that grows while a long run goes on (simulate --jsonl); what was in it before is gone."""
    make_folders(path.parent)
    with attempt(path, lambda: path.open("wb")) as file:

        def write(line: bytes) -> None:
            attempt(path, lambda: file.write(line))

        yield write
        attempt(path, file.flush)


def append(path: Path, data: bytes) -> None:
    """Adds to a file that another program reads (the summary of a workflow's run)."""
    with attempt(path, lambda: path.open("ab")) as file:
        attempt(path, lambda: file.write(data))


def flush(descriptor: int) -> None:
    """Waits until a file is on the medium; a Mac's fsync leaves it in the memory of the drive."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def flush_folder(folder: Path) -> None:
    """The same for the names in a folder; Windows has no such thing, nor have some network drives."""
    if sys.platform != "win32":
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


@contextmanager
def _temporary(folder: Path, data: bytes, private: bool = False) -> Iterator[Path]:
    """The data, flushed, under another name; what is left of it is removed."""
    temporary = temporary_in(folder)

    def write() -> None:
        if private:
            temporary.touch(mode=0o600)
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            flush(file.fileno())

    try:
        attempt(temporary, write)
        yield temporary
        flush_folder(folder)
    finally:
        with suppress(DiskProblem):
            attempt(temporary, lambda: temporary.unlink(missing_ok=True))


def _give_name(temporary: Path, path: Path) -> bool:
    """False, and nothing is touched, if there is something of this name."""
    try:
        attempt(path, lambda: path.hardlink_to(temporary))
    except DiskProblem:
        if os.path.lexists(path):
            return False
        attempt(path, lambda: temporary.rename(path))  # a file system without links, such as a USB stick's
    return True


def _place_aside(path: Path, folder: Path) -> Path:
    pattern = re.compile(f"{re.escape(path.stem)}-([0-9]+){re.escape(path.suffix)}", re.IGNORECASE)
    kept = [int(match[1]) for name in names_in(folder) if (match := pattern.fullmatch(name))]
    return folder / f"{path.stem}-{max(kept, default=0) + 1}{path.suffix}"


def _put_back(place: Path, path: Path) -> None:
    """The organiser's file, if it was moved, unless something new stands where it came from.

    A moment's error of the disk must not leave it elsewhere, so it is tried again.
    """
    for _ in range(_TRIES):
        with suppress(DiskProblem):
            if os.path.lexists(place) and (_give_name(place, path) or path.samefile(place)):
                attempt(place, lambda: place.unlink(missing_ok=True))
            flush_folder(path.parent)
            return
