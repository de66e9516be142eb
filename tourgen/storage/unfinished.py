"""Unfinished work, which lies in the folder that is being written, under names that tell its state.

.tourgen-tmp-…      a single file that is being written
.tourgen-new-NAME   a folder that is being staged
.tourgen-scratch-…  a folder that is being used, by a process that holds no lock
.tourgen-old-NAME   the folder that was NAME before; complete
.tourgen-gone-…     a folder that is being removed
.tourgen-lock       held by the one process that may write here

A folder is exchanged by two renames (NAME → old, new → NAME), between which there is for an instant no NAME. A process
that is killed exactly there leaves the old one, and whoever writes here next puts it back.
"""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from tourgen.storage.errors import attempt
from tourgen.storage.own_files import UNFINISHED
from tourgen.storage.reading import names_in

LOCK = f"{UNFINISHED}lock"
_UNUSED = 3600  # seconds after which a scratch folder belongs to a process that was killed


def new_of(target: Path) -> Path:
    """Where a folder is staged."""
    return target.with_name(f"{UNFINISHED}new-{target.name}")


def old_of(target: Path) -> Path:
    """Where a folder is while the new one gets its name."""
    return target.with_name(f"{UNFINISHED}old-{target.name}")


def temporary_in(folder: Path) -> Path:
    """A name for a file that is being written."""
    return folder / f"{UNFINISHED}tmp-{secrets.token_hex(4)}"


def clear_up(folder: Path) -> None:
    """Puts right what a killed run left in this folder; folders that it moved away get their names back first."""
    left = [name for name in names_in(folder) if name.startswith(UNFINISHED)]
    for name in sorted(left, key=lambda name: not name.startswith(f"{UNFINISHED}old-")):
        path = folder / name
        state, _, target = name.removeprefix(UNFINISHED).partition("-")
        if state == "old" and not os.path.lexists(folder / target):
            attempt(path, partial(path.rename, folder / target))
        elif state == "scratch":
            if _is_unused(path):
                discard(path)
        elif state in ("new", "old"):
            discard(path)
        elif state == "gone":
            _remove(path)
        elif state == "tmp":
            attempt(path, path.unlink)


def _is_unused(scratch: Path) -> bool:
    try:
        return time.time() - scratch.stat().st_mtime > _UNUSED
    except FileNotFoundError:  # its process has just removed it
        return False


def discard(path: Path) -> None:
    """Frees the name of a folder that nobody needs, then removes it."""
    gone = path.with_name(f"{UNFINISHED}gone-{secrets.token_hex(4)}")
    attempt(path, lambda: path.rename(gone))
    _remove(gone)


def resisting(folder: Path) -> list[Path]:
    """Old folders that could not be removed; every later run tries again."""
    return [folder / name for name in names_in(folder) if name.startswith(f"{UNFINISHED}gone-")]


def _remove(folder: Path) -> None:
    """Removes a folder, write-protected as it may be (`chmod -w`, the read-only mark of Windows), if that is possible.

    Nobody needs its name: where it can't be removed, the run goes on without that.
    """
    with suppress(OSError):
        for inside, folders, files in os.walk(folder):
            protected = files if sys.platform == "win32" else folders
            for path in (Path(inside), *(Path(inside, name) for name in protected)):
                if not path.is_symlink():
                    path.chmod(0o700)
        shutil.rmtree(folder)
