"""What the disk refuses, in words for the organiser."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.own_files import UNFINISHED

T = TypeVar("T")

_RETRIES = (0.05, 0.1, 0.2, 0.4, 0.8)  # pauses while Windows says that another program has the file open
_SHARING_ERRORS = (5, 32, 33)  # Windows: access denied, sharing violation, lock violation
_REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.EBUSY: "in-use",
    errno.ETXTBSY: "in-use",
    errno.ENOENT: "missing",
    errno.EEXIST: "exists",
    errno.EISDIR: "exists",
    errno.ENOTEMPTY: "exists",
    errno.ENOTDIR: "not-a-folder",
    errno.ENAMETOOLONG: "name-too-long",
}


class DiskProblem(Exception):
    """Something could not be read or written; what was begun is undone, or put right by the next run.

    `reason` is the part after "disk-" of a code in messages/disk.toml, `detail` the system's own words.
    """

    def __init__(self, path: Path, reason: str, detail: str = "") -> None:
        super().__init__(f"{path}: {reason} {detail}".rstrip())
        self.path, self.reason, self.detail = path, reason, detail

    @property
    def problem(self) -> Problem:
        """The same in the organiser's words. Names of unfinished work mean nothing to them, so its folder is named."""
        names = [*reversed(self.path.parents), self.path]
        shown = next((one.parent for one in names if one.name.startswith(UNFINISHED)), self.path)
        return Problem(f"disk-{self.reason}", Source(str(shown)), params={"detail": self.detail})


def attempt(path: Path, action: Callable[[], T]) -> T:
    """Does something to a file or folder; a refusal of the system becomes a DiskProblem, on Windows after a while."""
    for pause in (*_RETRIES, None):
        try:
            return action()
        except OSError as error:
            sharing = getattr(error, "winerror", None) in _SHARING_ERRORS
            if sharing and pause is not None:
                time.sleep(pause)
                continue
            reason = "in-use" if sharing else _REASONS.get(error.errno or 0, "failed")
            raise DiskProblem(path, reason, error.strerror or str(error)) from error
    raise AssertionError("unreachable")
