"""Many files are written, and removed, by two threads: the same promises as by one."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.crash.test_disk import NEW, OLD, litter, tree
from tourgen import disk

MANY = {f"{folder}/{number}.html": b"%d" % number for folder in ("en", "open") for number in range(30)}


def test_by_two_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, threads = disk._do, dict[str, set[int]]()

    def watching(operation: str, path: Path, act: Callable[[], Any]) -> Any:
        threads.setdefault(operation, set()).add(threading.get_ident())
        return real(operation, path, act)

    monkeypatch.setattr(disk, "_do", watching)
    for files in (OLD, MANY, NEW):
        disk.replace_tree(tmp_path / "demo", files)
        assert tree(tmp_path / "demo") == files
    assert len(threads["write"]) > 1 and len(threads["remove"]) > 1
    assert litter(tmp_path) == []


@pytest.mark.parametrize("refused", ["en/3.html", "open/29.html"])
def test_an_error_in_either_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str) -> None:
    """It is raised here, when the other thread has ended; and nothing of the new tree is left."""
    real, target, running = disk._do, tmp_path / "demo", threading.active_count()
    disk.replace_tree(target, OLD)

    def refusing(operation: str, path: Path, act: Callable[[], Any]) -> Any:
        if operation == "write" and path.as_posix().endswith(refused):
            raise disk.DiskProblem(path, operation, "full")
        return real(operation, path, act)

    monkeypatch.setattr(disk, "_do", refusing)
    with pytest.raises(disk.DiskProblem, match="full"):
        disk.replace_tree(target, MANY)
    assert threading.active_count() == running
    assert tree(target) == OLD and litter(tmp_path) == []


def test_interrupted_while_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice: nobody writes any more when it is raised, or the next run's tree would get these pages."""
    real, join, target = disk._do, threading.Thread.join, tmp_path / "demo"
    running, presses = threading.active_count(), iter((True, True))
    disk.replace_tree(target, OLD)

    def slow(operation: str, path: Path, act: Callable[[], Any]) -> Any:
        if operation == "write" and "open" in path.parts:
            time.sleep(0.01)
        return real(operation, path, act)

    def interrupted(thread: threading.Thread, timeout: float | None = None) -> None:
        if next(presses, False):
            raise KeyboardInterrupt
        join(thread, timeout)

    monkeypatch.setattr(disk, "_do", slow)
    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        disk.replace_tree(target, MANY)
    assert not next(presses, False) and threading.active_count() == running
    assert tree(target) == OLD and litter(tmp_path) == []


def test_an_interruption_is_told_before_an_error() -> None:
    """Who removes old pages passes over what resists; nobody may pass over Ctrl-C."""
    begun, failed = threading.Event(), threading.Event()

    def action(number: int) -> None:
        if number >= 30:
            begun.wait(5)
            failed.set()
            raise disk.DiskProblem(Path("x"), "remove", "permission")
        begun.set()
        failed.wait(5)
        time.sleep(0.05)  # the other thread's error is told first
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        disk._by_two(action, range(60))


def test_a_system_without_another_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for files in (MANY, NEW):
        disk.replace_tree(tmp_path / "demo", files)
        assert tree(tmp_path / "demo") == files and litter(tmp_path) == []
