"""Looking for saved files. The folder is looked at several times a second: cloud and network drives tell nobody."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

Snapshot = dict[str, tuple[int, int]]  # path → when it was changed, and how long it is

PAUSE = 0.3  # seconds between two looks
QUIET = 0.2  # seconds without a further change: Excel saves in several steps
# Of tables that are played at: no build reads them, and their clock ticks all the time.
GO_LOGS = ("games", "live")
# Seconds for a file that is gone to come back, for in one of these steps there is no sheet; for a folder to become
# quiet; and until a file that could not be read is tried again.
PATIENCE = 10.0


class Watch:
    """The files of some folders as they were at the last look."""

    def __init__(self, folders: Callable[[], Sequence[Path]]) -> None:
        self._folders = folders
        self._asked = False
        self.seen: Snapshot = self.look()

    def look(self) -> Snapshot:
        """Everything that could matter, as it is now."""
        return {path: stamp for folder in self._folders() for path, stamp in _files(folder)}

    def changed(self) -> bool:
        """Whether anything is different from the last time this was asked, or somebody wants it to be."""
        try:
            now = self.look()
        except OSError:
            return False  # the disk does not answer just now; the next look finds what has changed
        different, self.seen, self._asked = now != self.seen or self._asked, now, False
        return different

    def ask(self) -> None:
        """As if something had changed."""
        self._asked = True


def _files(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return  # gone, or not to be read: the build says so
    for entry in entries:
        if _passing(entry.name) or (folder.name, entry.name) == GO_LOGS:
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(Path(entry.path))
                continue
            found = entry.stat()
        except OSError:
            continue  # gone again
        yield entry.path, (found.st_mtime_ns, found.st_size)


def _passing(name: str) -> bool:
    """Names that come and go while Excel, LibreOffice or tourgen itself is at work, and what only the desk reads."""
    return (
        name in ("entries.jsonl", "keys.json")
        or name.startswith(("~$", ".~lock.", "."))
        or name.endswith((".tmp", "~"))
    )


def rebuild_on_change(
    watch: Watch,
    build: Callable[[], bool],
    over: threading.Event,
    pause: float = PAUSE,
    quiet: float = QUIET,
    patience: float = PATIENCE,
) -> None:
    """Builds after every change, once the folder is quiet and nothing seems to be away only; until `over` is set.

    A build makes the next round's sheet where there is none: it must not find the folder while one is being saved. It
    says whether it could read and write everything; else it is tried again, for a file that is let go is no change.
    """
    again = math.inf
    while not over.wait(pause):
        before = watch.seen
        if not watch.changed() and time.monotonic() < again:
            continue
        deadline = time.monotonic() + patience
        while not over.wait(quiet):
            lacking = before.keys() - watch.seen.keys()
            if not (watch.changed() or lacking) or time.monotonic() > deadline:
                break
        # A sheet that it writes makes it look once more, and find nothing new.
        again = math.inf if build() else time.monotonic() + patience
