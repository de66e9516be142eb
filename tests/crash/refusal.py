"""Makes the system refuse what this process does to some files; root ignores permissions, so the refusal is made here.

Python announces every file that is opened, renamed, linked or removed (audit events), whoever does it.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Refusal = Callable[[str, Path], OSError | None]

CHANGES = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.truncate", "os.chmod")
READING = "read"
_active: list[Refusal] = []


@contextlib.contextmanager
def refusing(refusal: Refusal) -> Iterator[None]:
    """`refusal` is asked of every operation ("read", "create" or the audit event's name) and raises by returning."""
    if not _active:
        _install()
    _active.append(refusal)
    try:
        yield
    finally:
        _active.remove(refusal)


def writes_below(folder: Path, number: int) -> Refusal:
    """Nothing can be changed in this folder."""

    def refuse(kind: str, path: Path) -> OSError | None:
        if kind != READING and (path == folder or folder in path.parents):
            return OSError(number, os.strerror(number), str(path))
        return None

    return refuse


def _listen(event: str, args: tuple[Any, ...]) -> None:
    if not _active or not (event == "open" or event in CHANGES):
        return
    if not args or not isinstance(args[0], str | bytes | os.PathLike):
        return
    path = Path(os.path.realpath(os.fsdecode(args[0])))
    writing = event != "open" or bool(args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    kind = event if event != "open" else "create" if writing else READING
    for refusal in _active:
        if error := refusal(kind, path):
            raise error


_installed: list[bool] = []


def _install() -> None:
    if not _installed:
        sys.addaudithook(_listen)
        _installed.append(True)
