"""Kills the program, or makes the disk refuse, at any single operation on the files below a folder.

Operations are found by listening: Python itself announces every file that is opened, renamed, linked or removed
(audit events), and files opened for writing are wrapped so that each write counts. Nobody keeps a list: whatever
tourgen does to files tomorrow is counted from then on.
"""

import builtins
import errno
import io
import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

KILLED = 137
READS = ("os.listdir", "os.scandir")
CHANGES = (
    *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod"),
)
GROWS = ("create", "os.mkdir", "os.link", "write")  # what a full disk refuses
CLEARS = ("os.remove", "os.rmdir", *READS)  # where a failure may leave something for the next run to clear


@dataclass(frozen=True)
class Stop:
    """What happens at operation number `at`: a kill before it or in the middle of a write, or an error."""

    at: int
    what: str  # "kill", "half", "EIO" (once), "EIO twice" (the next operation as well) or "ENOSPC" (from then on)
    again: int = 0  # so many operations later it strikes once more: at the clearing up, mostly

    def counts(self, kind: str) -> bool:
        """Only a change can be interrupted; an error can also befall reading."""
        if self.what == "ENOSPC":
            return kind in GROWS
        return self.error == "EIO" or kind not in ("read", "fsync", *READS)

    @property
    def error(self) -> str:
        """The system's name of it."""
        return self.what.split()[0]

    def strikes(self, number: int) -> bool:
        """Whether this operation is hit."""
        last = {"EIO twice": self.at + 1, "ENOSPC": sys.maxsize}.get(self.what, self.at)
        return self.at <= number <= last or (self.again > 0 and number == self.at + self.again)


@dataclass(frozen=True)
class Ended:
    """How a run ended: its answer, or killed; the operations it had begun, and those that were hit."""

    killed: bool
    answer: Any
    count: int
    hit: list[str]


def run_with(action: Callable[[], Any], root: Path, stop: Stop) -> Ended:
    """Runs the action in a process of its own, with this happening to it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = 1
        try:
            injector = Injector(os.path.realpath(root), stop, writing)
            injector.install()
            answer = action()
            injector.on = False
            injector.tell(answer)
            code = 0
        except BaseException as error:
            injector.on = False
            injector.tell(f"{type(error).__name__}: {error}")
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as file:
        lines = file.read().splitlines()
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    last = json.loads(lines[-1])
    assert code in (0, KILLED), last
    return Ended(code == KILLED, last["answer"], last["count"], last["hit"])


class Injector:
    """Counts operations, and strikes at the chosen one."""

    def __init__(self, root: str, stop: Stop, pipe: int) -> None:
        self.root, self.stop, self.pipe = root + os.sep, stop, pipe
        self.count, self.on = 0, True
        self.counting = threading.Lock()
        self.hit: list[str] = []

    def install(self) -> None:
        """There is no way back: this process is given up afterwards."""
        opened, synced = io.open, os.fsync

        def listening(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
            found = opened(file, mode, *args, **options)
            path = self.path(file)
            return Wrapped(found, path, self) if path and set(mode) & set("wax+") else found

        def fsync(descriptor: int) -> None:
            self.operation("fsync", self.root + "?")
            synced(descriptor)

        io.open = builtins.open = listening  # type: ignore[assignment]
        os.fsync = fsync
        sys.addaudithook(self.listen)

    def path(self, one: Any) -> str:
        """The file's name if it lies below the folder."""
        if isinstance(one, int) or one is None:
            return ""
        name = str(Path(os.fsdecode(one)).absolute())
        return name if name.startswith(self.root) or name + os.sep == self.root else ""

    def listen(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on or not (event == "open" or event in READS or event in CHANGES):
            return
        path = self.path(args[0] if args else None)
        if not path:
            return
        kind = event
        if event == "open":
            changing = bool(args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            kind = "create" if changing else "read"
        self.operation(kind, path)

    def operation(self, kind: str, path: str, half: Callable[[], object] | None = None) -> None:
        """One operation that is about to happen."""
        if not self.on or not self.stop.counts(kind):
            return
        if self.stop.what == "half" and half is None:
            return
        with self.counting:  # the Go table writes in threads
            self.count += 1
            number = self.count
        if not self.stop.strikes(number):
            return
        self.hit.append(f"{kind} {path.removeprefix(self.root)}")
        if self.stop.what in ("kill", "half"):
            self.on = False
            if self.stop.what == "half" and half is not None:
                half()
            self.tell(None)
            os._exit(KILLED)
        if half is not None:
            half()
        code = getattr(errno, self.stop.error)
        raise OSError(code, os.strerror(code), path)

    def tell(self, answer: Any) -> None:
        """What the other process learns."""
        told = {"answer": answer, "count": self.count, "hit": self.hit}
        os.write(self.pipe, (json.dumps(told) + "\n").encode())


class Wrapped:
    """A file whose writes are operations; of one that is hit, the first half arrives."""

    def __init__(self, file: Any, path: str, injector: Injector) -> None:
        self._file, self._path, self._injector = file, path, injector

    def write(self, data: Any) -> Any:
        half = bytes(data)[: len(data) // 2] if not isinstance(data, str) else data[: len(data) // 2]

        def write_half() -> None:
            self._file.write(half)
            self._file.flush()

        self._injector.operation("write", self._path, write_half)
        return self._file.write(data)

    def truncate(self, size: int | None = None) -> int:
        self._injector.operation("os.truncate", self._path)
        cut: int = self._file.truncate(size)
        return cut

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __enter__(self) -> "Wrapped":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
