"""A tree that holds the same pages already is left where it is; only the file that tells the time is written."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.crash.test_disk import OLD, clear, every_stop, litter, no_waiting, tree
from tourgen import disk

__all__ = ["no_waiting"]  # a fixture

FIRST = {**OLD, "build.json": b"first"}
SECOND = {**OLD, "build.json": b"second"}
CHANGED = {**SECOND, "open/r1/index.html": b"new round"}


def renew(target: Path, files: dict[str, bytes]) -> None:
    disk.renew_tree(target, files, always="build.json")


def inodes(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_ino for path in folder.rglob("*")}


def test_the_same_pages_are_left(tmp_path: Path) -> None:
    target = tmp_path / "demo"
    renew(target, FIRST)
    before = inodes(target)
    renew(target, SECOND)
    assert tree(tmp_path) == {f"demo/{name}": data for name, data in SECOND.items()}
    assert {name for name, number in inodes(target).items() if before[name] != number} == {"build.json"}
    renew(target, CHANGED)
    assert tree(tmp_path) == {f"demo/{name}": data for name, data in CHANGED.items()}


def test_without_such_a_file(tmp_path: Path) -> None:
    target, files = tmp_path / "people", {"a.html": b"a", "b.html": b"b"}
    disk.renew_tree(target, files)
    before = inodes(target)
    disk.renew_tree(target, files)
    assert inodes(target) == before and tree(target) == files


@pytest.mark.parametrize(
    "there",
    [
        {},
        {"index.html": b"old"},
        {**FIRST, "index.html": b"other"},
        {**FIRST, "more.html": b""},
        {**FIRST, "open/more/index.html": b""},
        {name: data for name, data in FIRST.items() if name != "build.json"},
        {name: data for name, data in {**FIRST, "x.html": b""}.items() if name != "build.json"},
        {**{name: data for name, data in FIRST.items() if name != "index.html"}, "index.html/x": b"old"},
    ],
    ids=["none", "few", "changed", "more", "a folder more", "no time", "another than the time", "a folder"],
)
def test_whatever_differs_is_replaced(tmp_path: Path, there: dict[str, bytes]) -> None:
    target = tmp_path / "demo"
    disk.replace_tree(target, there)
    before = target.stat().st_ino
    renew(target, SECOND)
    assert tree(tmp_path) == {f"demo/{name}": data for name, data in SECOND.items()}
    assert target.stat().st_ino != before


def test_an_empty_folder_more_is_a_difference(tmp_path: Path) -> None:
    renew(tmp_path / "demo", FIRST)
    (tmp_path / "demo" / "empty").mkdir()
    renew(tmp_path / "demo", SECOND)
    assert not (tmp_path / "demo" / "empty").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
@pytest.mark.parametrize("linked", ["", "open", "index.html", "build.json"])
def test_a_link_is_replaced_by_what_it_leads_to(tmp_path: Path, linked: str) -> None:
    """And what it leads to is left alone."""
    target, elsewhere = tmp_path / "site" / "demo", tmp_path / "elsewhere"
    renew(target, FIRST)
    shutil.move(target / linked, elsewhere)
    (target / linked).symlink_to(elsewhere)
    outside = tree(elsewhere) if elsewhere.is_dir() else elsewhere.read_bytes()
    renew(target, SECOND)
    assert tree(target) == SECOND
    assert not [path for path in (target, *target.rglob("*")) if path.is_symlink()]
    assert outside == (tree(elsewhere) if elsewhere.is_dir() else elsewhere.read_bytes())


def test_a_linked_folder_is_one_whatever_else_is_counted(tmp_path: Path) -> None:
    """As many files and folders as there should be, but not those."""
    target, elsewhere = tmp_path / "site" / "demo", tmp_path / "elsewhere"
    renew(target, FIRST)
    shutil.move(target / "open", elsewhere)
    (target / "open").symlink_to(elsewhere)
    (target / "more").mkdir()
    (target / "more" / "deeper").mkdir()
    (target / "more" / "mine.html").write_text("mine")
    renew(target, SECOND)
    assert tree(target) == SECOND and not (target / "open").is_symlink()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
@pytest.mark.parametrize("name", ["index.html", "build.json"])
def test_nobody_waits_for_a_pipe(tmp_path: Path, name: str) -> None:
    renew(tmp_path / "demo", FIRST)
    (tmp_path / "demo" / name).unlink()
    os.mkfifo(tmp_path / "demo" / name)
    renew(tmp_path / "demo", SECOND)
    assert tree(tmp_path / "demo") == SECOND


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
@pytest.mark.parametrize("changed", ["", "open", "index.html"])
def test_permissions_are_put_right(tmp_path: Path, changed: str) -> None:
    """Who built with another umask, or took a page away from the web server, gets them back with the next build."""
    target = tmp_path / "demo"
    renew(target, FIRST)
    before = {path: path.stat().st_mode for path in (target, *target.rglob("*"))}
    (target / changed).chmod(0o700)
    renew(target, SECOND)
    assert {path: path.stat().st_mode for path in (target, *target.rglob("*"))} == before
    assert tree(target) == SECOND


def test_the_time_that_may_not_be_written_is_swapped_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of somebody else's, into which nothing can be written."""
    target, real = tmp_path / "demo", disk._do
    renew(target, FIRST)

    def refusing(operation: str, path: Path, act: Callable[[], Any]) -> Any:
        if path.parent == target and operation not in ("read", "remove"):
            raise disk.DiskProblem(path, operation, "permission")
        return real(operation, path, act)

    monkeypatch.setattr(disk, "_do", refusing)
    renew(target, SECOND)
    assert tree(tmp_path) == {f"demo/{name}": data for name, data in SECOND.items()}


def test_a_folder_in_which_people_type_is_none_of_ours(tmp_path: Path) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "event.toml").write_text("typed")
    with pytest.raises(disk.DiskProblem, match="event-folder"):
        renew(tmp_path / "demo", FIRST)
    assert tree(tmp_path) == {"demo/event.toml": b"typed"}


@pytest.mark.usefixtures("no_waiting")
def test_killed_anywhere_the_pages_are_whole(tmp_path: Path) -> None:
    """Before the next run nothing but the time may be the old one; after it nothing is left lying."""
    site = tmp_path / "site"

    def prepare() -> None:
        clear(site)
        renew(site / "demo", FIRST)

    times = set()
    for at, when in every_stop(lambda: renew(site / "demo", SECOND), prepare):
        found = {name: data for name, data in tree(site / "demo").items() if ".tourgen-" not in name}
        times.add(found.pop("build.json"))
        assert found == OLD, (at, when)
        renew(site / "demo", SECOND)
        assert tree(site) == {f"demo/{name}": data for name, data in SECOND.items()}, (at, when)
        assert litter(tmp_path) == [], (at, when)
    assert times == {b"first", b"second"}
