"""One process at a time writes into a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.reading import is_folder
from tourgen.storage.unfinished import LOCK, clear_up

_WAIT = 20.0  # seconds that a build, or `pair`, waits for another of the same event


@contextmanager
def lock(folder: Path, wait: float = 0.0) -> Iterator[None]:
    """Keeps every other process out of this folder, and puts right what a killed one left in it.

    Whoever holds it may take it again. The system gives it back when its holder dies. Where a file system has no locks,
    nobody is kept out.
    """
    make_folders(folder)
    mark = FileLock(folder.resolve() / LOCK, is_singleton=True, thread_local=False)
    if not attempt(folder / LOCK, lambda: _take(mark, wait)):
        raise DiskProblem(folder, "busy")
    try:
        clear_up(folder)
        yield
    finally:
        _give_back(mark)


def _take(mark: FileLock, wait: float) -> bool:
    try:
        mark.acquire(timeout=wait)
    except Timeout:  # which is an OSError, too
        return False
    except NotImplementedError:  # the file system has no locks
        return True
    return True


def _give_back(mark: FileLock) -> None:
    """Without the lock's file, which nobody wants in a folder that is uploaded; Windows can't remove an open file.

    It is removed while it is held: filelock notices that and makes a new one.
    """
    if mark.lock_counter == 1:
        with suppress(OSError):
            Path(mark.lock_file).unlink()
    mark.release()


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Locks an event's folder, which is read in order to write what follows from it, and waits for others.

    A folder that can't be written is only read: nobody else writes into it either.
    """
    with ExitStack() as held:
        try:
            if is_folder(folder):
                held.enter_context(lock(folder, _WAIT))
        except DiskProblem as problem:
            if problem.reason not in ("permission", "read-only", "full"):
                raise
        yield


def make_folders(folder: Path) -> None:
    """The folder, and those above it that are missing."""
    try:
        attempt(folder, lambda: folder.mkdir(parents=True, exist_ok=True))
    except DiskProblem as problem:
        if problem.reason == "exists":  # a file has its name
            raise DiskProblem(folder, "not-a-folder") from problem
        raise
