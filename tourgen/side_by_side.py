"""Two pieces of work at the same time, where the system can split a process in two for next to nothing."""

from __future__ import annotations

import os
import pickle
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

QUIET_THREAD = "tourgen progress"  # a thread that a helper never waits for


def both(first: Callable[[], T], second: Callable[[], U]) -> tuple[T, U]:
    """What the two give; the second by a process of its own, or here after the first.

    A helper that fails says nothing: its work is done again here, where an error is seen as it always is.
    """
    if not _can_split():
        return first(), second()
    reader, writer = os.pipe()
    helper = os.fork()
    if not helper:
        os.close(reader)  # else a long answer that nobody waits for any more would wait for ever
        with suppress(BaseException), os.fdopen(writer, "wb") as answer:
            pickle.dump(second(), answer)
        os._exit(0)  # at once: whatever waits to be written to the terminal is the parent's
    os.close(writer)
    try:
        with os.fdopen(reader, "rb") as answer:
            mine = first()
            try:
                theirs: U = pickle.load(answer)
            except (EOFError, pickle.UnpicklingError):
                theirs = second()
    finally:
        os.waitpid(helper, 0)
    return mine, theirs


def _can_split() -> bool:
    """Elsewhere a new process would begin with importing everything; and who has threads must not be split."""
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1:
        return False
    quiet = sum(thread.name == QUIET_THREAD for thread in threading.enumerate())
    return _threads() - quiet == 1 and threading.current_thread() is threading.main_thread()


def _threads() -> int:
    """Those that Python doesn't know of (a library's own) included."""
    return sum(1 for _ in Path("/proc/self/task").iterdir())
