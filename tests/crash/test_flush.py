"""A tree gets its name when all of it is on the medium: at once where the system can, else file by file.

So does a single file; and a sheet that is set aside is in its new place, on the medium, before another gets its name.
"""

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tourgen import disk

FILES = {"index.html": b"1", "open/r1.html": b"2", "open/r2.html": b"3"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems flush file by file")
def test_the_system_flushes_all_at_once(tmp_path: Path) -> None:
    flush = disk._whole_file_system()
    assert flush is not None
    folder = os.open(tmp_path, os.O_RDONLY)
    flush(folder)
    os.close(folder)
    with pytest.raises(OSError) as refused:
        flush(folder)
    assert refused.value.errno == errno.EBADF


@pytest.mark.parametrize("release", ["5.4.0-150-generic", "4.19", "unknown"])
def test_a_system_that_keeps_errors_to_itself_is_not_asked(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", "", release, "", "")))
    assert disk._whole_file_system() is None


def unknown(descriptor: int) -> None:
    raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))


@pytest.mark.parametrize("how", ["at once", "one by one", "refused"])
def test_everything_is_flushed_before_the_rename(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[str] = []

    def flush(descriptor: int) -> None:
        flushed.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)

    monkeypatch.setattr(os, "fsync", flush)
    whole = {"at once": flush, "one by one": None, "refused": unknown}[how]
    monkeypatch.setattr(disk, "_whole_file_system", lambda: whole)
    disk.replace_tree(tmp_path / "site", FILES)
    part = ".tourgen-part-site"
    staged = [part] if whole is flush else [part, "open", "index.html", "r1.html", "r2.html"]
    assert sorted(flushed) == sorted([*staged, tmp_path.name, tmp_path.name])


def test_a_medium_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    disk.replace_tree(tmp_path / "site", {"index.html": b"old"})
    monkeypatch.setattr(disk, "_whole_file_system", lambda: refused)
    with pytest.raises(disk.DiskProblem):
        disk.replace_tree(tmp_path / "site", FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert (tmp_path / "site" / "index.html").read_bytes() == b"old"


@pytest.fixture
def happened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Flushes and names, in the order in which they happen."""
    found: list[str] = []
    link, rename, replace = os.link, os.rename, os.replace

    def flush(descriptor: int) -> None:
        found.append(f"flush {Path(f'/proc/self/fd/{descriptor}').readlink().name}")

    def named(how: Callable[..., None]) -> Callable[..., None]:
        def name(source: str | Path, target: str | Path, **options: Any) -> None:
            found.append(f"{Path(source).name} → {Path(target).name}")
            how(source, target, **options)

        return name

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "link", named(link))
    monkeypatch.setattr(os, "rename", named(rename))
    monkeypatch.setattr(os, "replace", named(replace))
    return found


ONE_FILE = {
    "new": (lambda path: disk.write_new(path, b"1"), ".tourgen-tmp → open-r1.xlsx"),
    "replaced": (lambda path: disk.write_replace(path, b"1"), ".tourgen-tmp → open-r1.xlsx"),
    "private": (lambda path: disk.write_private(path, b"1"), ".tourgen-tmp → open-r1.xlsx"),
}


@pytest.mark.parametrize("how", ONE_FILE)
def test_a_file_gets_its_name_when_it_is_on_the_medium(how: str, tmp_path: Path, happened: list[str]) -> None:
    write, naming = ONE_FILE[how]
    write(tmp_path / "open-r1.xlsx")
    assert happened == ["flush .tourgen-tmp", naming, f"flush {tmp_path.name}"]


def test_several_files_get_their_names_when_all_are_on_the_medium(
    tmp_path: Path, happened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "_whole_file_system", lambda: None)
    disk.write_each(tmp_path, {"index.html": b"1", "2026.html": b"2"})
    assert sorted(happened[:2]) == ["flush .tourgen-tmp", "flush .tourgen-tmp1"]
    names = [".tourgen-tmp → index.html", ".tourgen-tmp1 → 2026.html"]
    assert happened[2:] == [*names, f"flush {tmp_path.name}"]


def test_a_sheet_that_is_set_aside(tmp_path: Path, happened: list[str]) -> None:
    sheet = tmp_path / "open-r1.xlsx"
    sheet.write_bytes(b"typed")
    disk.set_aside(sheet, tmp_path / "old")
    assert happened == ["open-r1.xlsx → open-r1-1.xlsx", "flush old", f"flush {tmp_path.name}"]


def test_a_sheet_in_the_place_of_another(tmp_path: Path, happened: list[str]) -> None:
    """The new one is whole before the old one is touched, and the old one is kept before the new one is named."""
    sheet = tmp_path / "open-r1.xlsx"
    sheet.write_bytes(b"seen")
    disk.exchange(sheet, b"new", b"seen", tmp_path / "old")
    assert happened == [
        "flush .tourgen-tmp",
        "open-r1.xlsx → open-r1-1.xlsx",
        "flush old",
        f"flush {tmp_path.name}",
        ".tourgen-tmp → open-r1.xlsx",
        f"flush {tmp_path.name}",
    ]
