"""Files that a server goes on writing: the log of a Go table and the running time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.lock import make_folders
from tourgen.storage.typed_files import flush, flush_folder


class Journal:
    """A log that grows line by line: what `append` has returned from is on the medium, whatever happens then.

    A line that a killed or failed writing left without its end was never acknowledged; opening cuts it off. While the
    disk refuses even that, nothing is written: a line behind half a line could never be read again.
    """

    def __init__(self, path: Path) -> None:
        make_folders(path.parent)
        self.path = path
        self._file = attempt(path, lambda: path.open("ab+", buffering=0))
        flush_folder(path.parent)
        self._file.seek(0)
        self.lines = attempt(path, self._file.read).splitlines(keepends=True)  # what was there
        if self.lines and not self.lines[-1].endswith(b"\n"):
            self.lines.pop()
        self._size = sum(map(len, self.lines))
        self._torn = True  # whether something may lie behind what was acknowledged
        self._cut()

    def append(self, lines: bytes) -> None:
        """Writes whole lines, or none of them."""
        try:
            attempt(self.path, lambda: self._write(lines))
            attempt(self.path, lambda: flush(self._file.fileno()))
        except DiskProblem:
            with suppress(DiskProblem):  # else before the next line, or that is refused as well
                self._cut()
            raise
        self._size += len(lines)
        self._torn = False

    def close(self) -> None:
        """Nothing more will be written."""
        with suppress(DiskProblem):
            self._cut()
        self._file.close()

    def _write(self, lines: bytes) -> None:
        """All of it, behind what was acknowledged: the system may take it in pieces."""
        if self._torn:
            self._file.truncate(self._size)
        self._torn = True
        rest = memoryview(lines)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]

    def _cut(self) -> None:
        if self._torn:
            attempt(self.path, lambda: self._file.truncate(self._size))
            self._torn = False


class NumberFile:
    """A number that is overwritten many times a second; after a power cut it may be an older one."""

    def __init__(self, path: Path) -> None:
        make_folders(path.parent)
        self.path = path
        attempt(path, path.touch)
        self._file = attempt(path, lambda: path.open("rb+", buffering=0))
        found = attempt(path, self._file.read).strip()
        self.value = int(found) if found.isdigit() and len(found) <= 16 else 0  # what was there

    def set(self, value: int) -> None:
        """Written in one piece; a kill leaves the old or the new."""
        attempt(self.path, lambda: self._overwrite(b"%016d\n" % value))

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()

    def _overwrite(self, data: bytes) -> None:
        self._file.seek(0)
        self._file.write(data)
