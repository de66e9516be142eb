"""Folders of pages, which can be made again from what people typed: they are swapped in whole, and not flushed.

Whatever stops the program, the next run finds either the old folder or the new one, never a mixture. A power cut may
cost pages that were just written; the next build writes them again.
"""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.lock import lock, make_folders
from tourgen.storage.own_files import (
    FILE_LIST,
    UNFINISHED,
    composed_name,
    everything_in,
    file_list,
    others_in,
    read_file_list,
    same_name,
)
from tourgen.storage.reading import is_folder, names_in
from tourgen.storage.unfinished import clear_up, discard, new_of, old_of, temporary_in

_WAIT = 5.0  # seconds that the writing of a folder waits for another process
_MOST_NAMED = 5  # of what is somebody else's; the rest is "…"
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}


def replace_tree(target: Path, files: Mapping[str, bytes], always: str = "") -> None:
    """Makes `target` a folder of exactly these files (relative paths with /) and their list, or changes nothing.

    A folder that holds them already is left as it is; only the file `always`, which tells the time, is written into it.
    """
    _check_names(target, files)
    files = {**files, FILE_LIST: file_list(files)}
    with lock(target.parent, _WAIT):
        check_replaceable(target)
        if _holds(target, files, always):
            with suppress(DiskProblem):  # nothing can be written into it, but perhaps it can be swapped
                if always:
                    _replace_file(target.parent, f"{target.name}/{always}", files[always])
                return
        try:
            _stage(new_of(target), files)
            if os.path.lexists(target):
                attempt(target, lambda: target.rename(old_of(target)))
            attempt(target, lambda: new_of(target).rename(target))
        except BaseException:
            _put_back(target)
            with suppress(DiskProblem):
                clear_up(target.parent)
            raise
        if os.path.lexists(old_of(target)):
            with suppress(DiskProblem):  # the new folder is in place; what resists now is removed next time
                discard(old_of(target))


def _put_back(target: Path) -> None:
    """The old folder gets its name back; it is tried twice, for a disk that refused the new one may refuse again."""
    for _ in range(2):
        with suppress(DiskProblem):
            if os.path.lexists(old_of(target)) and not os.path.lexists(target):
                attempt(target, lambda: old_of(target).rename(target))


def replace_files(home: Path, files: Mapping[str, bytes]) -> None:
    """The files of tourgen's own in a folder that others use too; those that it wrote before and not now are removed.

    The list names a file from before it is there until after it is gone: a run that is stopped in between leaves
    nothing that seems to be somebody else's.
    """
    with lock(home, _WAIT):
        before = attempt(home, lambda: read_file_list(home)) - {FILE_LIST}
        _replace_file(home, FILE_LIST, file_list({*before, *files}))
        for name, data in files.items():
            _replace_file(home, name, data)
        for path in (inside(home, name) for name in sorted(before - set(files))):
            if path.is_file() and not path.is_symlink():
                attempt(path, path.unlink)
        _replace_file(home, FILE_LIST, file_list(files))


def inside(home: Path, name: str) -> Path:
    """`home/name`, unless a link on the way to it leads out of `home`."""
    folder = (home / name).parent
    if not folder.resolve().is_relative_to(home.resolve()):
        raise DiskProblem(folder, "link")
    return home / name


@contextmanager
def scratch(parent: Path, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A folder with these files, in which another program may leave its own; all of it is gone afterwards.

    It lies beside the result, where a browser in a sandbox of its own (a snap) may read and write as well. Others may
    write there meanwhile: only a folder that nobody has used for an hour is cleared up.
    """
    make_folders(parent)
    place = attempt(
        parent, lambda: Path(tempfile.mkdtemp(prefix=f"{UNFINISHED}scratch-", dir=parent.resolve()))
    )
    try:
        _stage(place, files)
        yield place
    finally:
        with suppress(DiskProblem):  # a browser that is still closing; a later run clears it up
            discard(place)


def check_replaceable(target: Path) -> None:
    """Raises DiskProblem where something lies that tourgen didn't write, or a name that is the same on Windows."""
    for name in names_in(target.parent):
        if composed_name(name) != composed_name(target.name) and same_name(name) == same_name(target.name):
            raise DiskProblem(target.parent / name, "foreign-case", target.name)
    if not os.path.lexists(target):
        return
    if target.is_symlink():
        raise DiskProblem(target, "link")
    if not is_folder(target):
        raise DiskProblem(target, "not-a-folder")
    others = attempt(target, lambda: others_in(target))
    if others:
        more = ["…"] if len(others) > _MOST_NAMED else []
        raise DiskProblem(target, "foreign", ", ".join([*others[:_MOST_NAMED], *more]))


def _stage(new: Path, files: Mapping[str, bytes]) -> None:
    make_folders(new)
    for folder in sorted({(new / name).parent for name in files} - {new}):
        make_folders(folder)
    for name, data in files.items():
        attempt(new / name, partial((new / name).write_bytes, data))


def _replace_file(home: Path, name: str, data: bytes) -> None:
    """Writes a page in place of the one before, if it is another; `home` is locked, and cleared up by the next run."""
    path, temporary = inside(home, name), temporary_in(home)
    if _is_same(path, data):
        return
    make_folders(path.parent)
    try:
        attempt(temporary, lambda: temporary.write_bytes(data))
        attempt(path, lambda: temporary.replace(path))
    finally:
        with suppress(DiskProblem):
            attempt(temporary, lambda: temporary.unlink(missing_ok=True))


def _holds(target: Path, files: Mapping[str, bytes], always: str) -> bool:
    """Whether the folder holds exactly these files; only the contents of `always` may differ."""
    if not target.is_dir():
        return False
    there = {
        name for name, is_a_folder in attempt(target, lambda: [*everything_in(target)]) if not is_a_folder
    }
    return there == set(map(composed_name, files)) and all(
        _is_same(target / name, data) for name, data in files.items() if name != always
    )


def _is_same(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and not path.is_symlink() and path.read_bytes() == data
    except OSError:  # one that can't be read: then it is written
        return False


def _check_names(target: Path, files: Mapping[str, bytes]) -> None:
    """No name is unsafe, two that are one on Windows or macOS, or a file and a folder at once."""
    taken = {same_name(parent.as_posix()) for name in files for parent in Path(name).parents}
    if _is_unsafe(target.name):
        raise DiskProblem(target, "unsafe-path", target.name)
    for name in files:
        if _is_unsafe(name) or same_name(name) in taken:
            raise DiskProblem(target, "unsafe-path", name)
        taken.add(same_name(name))


def _is_unsafe(name: str) -> bool:
    """Absolute, climbing out, empty, or not the name of a plain file on every system."""
    if any(letter in '\\:<>"|?*' or unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        return True
    return any(
        part.rstrip(". ") != part or not part or part.split(".")[0].upper() in _DEVICES
        for part in name.split("/")
    )
