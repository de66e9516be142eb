"""`pair` exchanges a sheet for a new one: whatever is refused, and refused again, the old one is where it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.crash.test_disk import litter, no_waiting, tree
from tourgen import disk

__all__ = ["no_waiting"]  # a fixture

OLD, NEW = b"what the organiser saved", b"the new sheet"


class Refusing:
    """A disk that refuses some of its operations, by their number."""

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.count, self.real = numbers, 0, disk._do

    def __call__(self, operation: str, path: Path, act: Callable[[], Any]) -> Any:
        if operation in ("lock", "unlock"):  # the lock's own file: others look at that
            return self.real(operation, path, act)
        self.count += 1
        if self.count in self.numbers:
            raise disk.DiskProblem(path, operation, "failed")
        return self.real(operation, path, act)


@pytest.mark.usefixtures("no_waiting")
@pytest.mark.parametrize("later", [0, *range(1, 9)])
def test_refused_anywhere_and_once_more_shortly_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: int
) -> None:
    refused = 0
    for at in range(1, 100):
        rounds = tmp_path / str(at) / "rounds"
        sheet, folder = rounds / "open-r2.xlsx", rounds / "old"
        folder.mkdir(parents=True)
        sheet.write_bytes(OLD)
        refusing = Refusing(at, at + later)
        with monkeypatch.context() as patch:
            patch.setattr(disk, "_do", refusing)
            try:
                kept = disk.exchange(sheet, NEW, OLD, folder)
            except disk.DiskProblem:
                refused += 1
                assert sheet.read_bytes() == OLD, at
                assert not list(folder.glob("*.xlsx")), at
            else:
                assert kept is not None and kept.read_bytes() == OLD and sheet.read_bytes() == NEW, at
        with disk.lock(rounds), disk.lock(folder):
            pass
        assert litter(rounds) == [] and set(tree(rounds).values()) <= {OLD, NEW}, at
        if refusing.count < at:
            break
    assert refused > 10
