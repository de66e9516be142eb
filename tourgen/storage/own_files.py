"""Which files in a folder tourgen wrote itself: it replaces and removes those, and nothing else.

Every folder that tourgen writes holds a list of the files that it wrote there. The site's own folder has one too, for
the pages that span events. What is not on the list belongs to somebody else: it is named, and nothing is written.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

FILE_LIST = "tourgen-files.txt"
UNFINISHED = ".tourgen-"  # how the names of unfinished work begin, which a killed run may have left
_HEAD = (
    "# tourgen がこのフォルダに書いたファイルの一覧です。ここにないものは、置き換えも削除もしません。\n"
    "# The files that tourgen wrote into this folder. It replaces and removes nothing else.\n"
)
# What Windows, macOS and Linux put into folders by themselves.
_SYSTEM_FILES = {
    ".ds_store", ".localized", ".directory", ".fseventsd", ".spotlight-v100", ".trashes", "desktop.ini", "ehthumbs.db",
    "icon\r", "thumbs.db",
}  # fmt: skip


def same_name(name: str) -> str:
    """The same for two names that are one on Windows or macOS."""
    return composed_name(name).casefold()


def composed_name(name: str) -> str:
    """The name with が as one letter, of which a Mac makes two."""
    return unicodedata.normalize("NFC", name)


def is_system_file(name: str) -> bool:
    """Whether an operating system made this file for itself; nobody misses it."""
    return name.lower() in _SYSTEM_FILES or name.startswith("._")


def is_vacant(folder: Path) -> bool:
    """Whether a folder can be made here: there is none, or nobody has put anything into it."""
    if not os.path.lexists(folder):
        return True
    return folder.is_dir() and all(is_system_file(one.name) for one in folder.iterdir())


def file_list(names: Iterable[str]) -> bytes:
    """The list of these files as it is written."""
    return (_HEAD + "".join(f"{name}\n" for name in sorted(names))).encode()


def read_file_list(folder: Path) -> set[str]:
    """The files that tourgen wrote into this folder; none where it left no list."""
    path = folder / FILE_LIST
    if path.is_symlink() or not path.is_file():
        return set()
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return {composed_name(line) for line in lines if not line.startswith("#")} | {FILE_LIST}


def others_named(folder: Path, wanted: Collection[str], own: Collection[str]) -> list[str]:
    """Those of the files that tourgen wants to write which are there, and not by tourgen.

    Upper and lower case are one name, as they are on Windows and macOS.
    """
    places = {"", *(name.rpartition("/")[0] for name in wanted)}
    keys = {same_name(name) for name in wanted}
    found: list[str] = []
    for place in sorted(places):
        home = folder / place
        if place and os.path.lexists(home) and (home.is_symlink() or not home.is_dir()):
            found.append(place)
        elif home.is_dir():
            names = sorted(f"{place}/{one.name}".lstrip("/") for one in home.iterdir())
            found += [
                name
                for name in names
                if same_name(name) in keys and (name not in own or not _is_real_file(folder / name))
            ]
    return found


def others_in(folder: Path) -> list[str]:
    """What lies in a folder that tourgen wants to replace whole, and was put there by somebody else.

    Files that are not on the list, links, and folders in which no listed file lies; of a folder only its name.
    """
    own = read_file_list(folder)
    above = {place for name in own for place in _places_above(name)}
    found: list[str] = []
    for name, is_folder in everything_in(folder):
        if any(name.startswith(f"{place}/") for place in found):
            continue
        if name not in above if is_folder else name not in own or not _is_real_file(folder / name):
            found.append(name)
    return found


def _places_above(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:depth]) for depth in range(1, len(parts)))


def everything_in(folder: Path, inside: str = "") -> Iterator[tuple[str, bool]]:
    """(name, whether it is a folder) of everything below, each folder before what is in it; links are not followed."""
    for entry in sorted(os.scandir(folder / inside), key=lambda one: one.name):
        if is_system_file(entry.name) or entry.name.startswith(UNFINISHED):
            continue
        name = composed_name(f"{inside}{entry.name}")
        is_folder = entry.is_dir(follow_symlinks=False)
        yield name, is_folder
        if is_folder:
            yield from everything_in(folder, f"{name}/")


def _is_real_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()
