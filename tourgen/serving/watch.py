"""Looking for saved files. The folder is looked at several times a second: cloud and network drives tell nobody."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

Snapshot = dict[str, tuple[int, int]]  # path → when it was changed, and how long it is

PAUSE = 0.3  # seconds between two looks
QUIET = 0.2  # seconds without a further change: Excel saves in several steps


class Watch:
    """The files of some folders as they were at the last look."""

    def __init__(self, folders: Callable[[], Sequence[Path]]) -> None:
        self._folders = folders
        self._seen: Snapshot = self.look()

    def look(self) -> Snapshot:
        """Everything that could matter, as it is now."""
        return {path: stamp for folder in self._folders() for path, stamp in _files(folder)}

    def changed(self) -> bool:
        """Whether anything is different from the last time this was asked."""
        now = self.look()
        different, self._seen = now != self._seen, now
        return different


def _files(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return  # gone, or not to be read: the build says so
    for entry in entries:
        if _passing(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(Path(entry.path))
            continue
        try:
            found = entry.stat()
        except OSError:
            continue  # gone again
        yield entry.path, (found.st_mtime_ns, found.st_size)


def _passing(name: str) -> bool:
    """Names that come and go while Excel, LibreOffice or tourgen itself is at work."""
    return name.startswith(("~$", ".~lock.", ".")) or name.endswith((".tmp", "~"))


def rebuild_on_change(
    watch: Watch, build: Callable[[], None], over: threading.Event, pause: float = PAUSE, quiet: float = QUIET
) -> None:
    """Builds after every change, once the folder is quiet; until `over` is set."""
    while not over.wait(pause):
        if not watch.changed():
            continue
        while not over.wait(quiet) and watch.changed():
            pass
        build()  # a sheet that it writes makes it look once more, and find nothing new
