"""Stops the program dead at a chosen operation on the disk, as a kill or a power cut would."""

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tourgen import disk

KILLED = 137
WHEN = ("before", "during", "after")


def run_and_kill(action: Callable[[], object], at: int, when: str) -> bool:
    """Runs the action in a process of its own that dies at operation `at`; False if it ended before that.

    "during" is half a write: the file is there and holds the first half of its bytes.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _stop_at(at, when)
            action()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, KILLED), code
    return code == KILLED


def _stop_at(at: int, when: str) -> None:
    real = disk._do
    count = itertools.count(1)

    def stopping(operation: str, path: Path, act: Callable[[], Any]) -> Any:
        number = next(count)
        if number == at and when == "before":
            os._exit(KILLED)
        result = real(operation, path, act)
        if number == at:
            if when == "during" and operation == "write":
                os.truncate(path, path.stat().st_size // 2)
            os._exit(KILLED)
        return result

    disk._do = stopping  # type: ignore[assignment]
