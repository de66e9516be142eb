"""Whatever stops a run, the next one finds the whole old or the whole new tree, and clears away the rest."""

import errno
import itertools
import multiprocessing
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.crash.stopper import WHEN, run_and_kill
from tourgen import disk
from tourgen.problems import catalogue

OLD = {"index.html": b"old", "open/results.json": b"{}" * 50, "open/r1/index.html": b"old round"}
NEW = {"index.html": b"new, and longer", "women/results.json": b"{1}" * 50, "news.html": b""}


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def litter(folder: Path) -> list[str]:
    return [str(p.relative_to(folder)) for p in folder.rglob(".tourgen-*")]


def every_stop(action: Callable[[], object], prepare: Callable[[], None]) -> Iterator[tuple[int, str]]:
    """Prepares, runs and kills the action at each of its operations in turn."""
    for when in WHEN:
        for at in itertools.count(1):
            prepare()
            if not run_and_kill(action, at, when):
                assert at > 5
                break
            yield at, when


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process loses nothing that it wrote; waiting for the medium would only make the tests slow."""
    monkeypatch.setattr(disk, "_flush_one", lambda path: None)


class TestReplaceTree:
    def test_replaces_whole(self, tmp_path: Path) -> None:
        target = tmp_path / "site" / "demo"
        disk.replace_tree(target, OLD)
        assert tree(target) == OLD
        disk.replace_tree(target, NEW)
        assert tree(tmp_path) == {f"site/demo/{name}": data for name, data in NEW.items()}

    def test_other_folders_stay(self, tmp_path: Path) -> None:
        disk.replace_tree(tmp_path / "other", OLD)
        disk.replace_tree(tmp_path / "demo", NEW)
        assert tree(tmp_path / "other") == OLD

    @pytest.mark.usefixtures("no_waiting")
    @pytest.mark.parametrize("before", [None, OLD], ids=["first build", "later build"])
    def test_killed_anywhere_the_next_run_is_whole(
        self, tmp_path: Path, before: dict[str, bytes] | None
    ) -> None:
        site = tmp_path / "site"
        target = site / "demo"
        third = {"index.html": b"third"}

        def prepare() -> None:
            clear(site)
            if before is not None:
                disk.replace_tree(target, before)

        stops = 0
        for at, when in every_stop(lambda: disk.replace_tree(target, NEW), prepare):
            stops += 1
            disk.recover(site)
            found = tree(target) if target.exists() else None
            assert found in (before, NEW), (at, when)
            assert litter(tmp_path) == [], (at, when)

            prepare()
            run_and_kill(lambda: disk.replace_tree(target, NEW), at, when)
            disk.replace_tree(target, third)
            assert tree(tmp_path) == {"site/demo/index.html": b"third"}, (at, when)
        assert stops > 30

    @pytest.mark.usefixtures("no_waiting")
    def test_killed_while_recovering(self, tmp_path: Path) -> None:
        """A second kill, while the first one's traces are being put right."""
        site = tmp_path / "site"
        target = site / "demo"

        def prepare_killed_at(first: int) -> None:
            clear(site)
            disk.replace_tree(target, OLD)
            run_and_kill(lambda: disk.replace_tree(target, NEW), first, "after")

        seen = set()
        for first in range(1, 60):
            prepare_killed_at(first)
            state = (target.exists(), *litter(site))
            if state in seen:
                continue
            seen.add(state)
            for at in itertools.count(1):
                prepare_killed_at(first)
                if not run_and_kill(lambda: disk.recover(site), at, "after"):
                    break
                disk.recover(site)
                assert tree(target) in (OLD, NEW), (first, at)
                assert litter(tmp_path) == [], (first, at)
        in_the_swap = (False, ".tourgen-lock", ".tourgen-new-demo", ".tourgen-old-demo")
        assert any(set(state) == set(in_the_swap) for state in seen)

    def test_an_error_anywhere_leaves_old_or_new(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The disk refuses one operation and the program lives: the same promise, without a next run."""
        target = tmp_path / "demo"
        real = disk._do
        for at in itertools.count(1):
            clear(target)
            disk.replace_tree(target, OLD)
            count = itertools.count(1)

            def refusing(
                operation: str, path: Path, act: Callable[[], Any], at: int = at, count: Iterator[int] = count
            ) -> Any:
                if next(count) == at:
                    raise disk.DiskProblem(path, operation, "full")
                return real(operation, path, act)

            refused = False
            with monkeypatch.context() as patch:
                patch.setattr(disk, "_do", refusing)
                try:
                    disk.replace_tree(target, NEW)
                except disk.DiskProblem:
                    refused = True
            assert tree(target) == NEW if not refused else tree(target) in (OLD, NEW)
            if next(count) <= at:
                assert at > 20
                break
            disk.recover(tmp_path)
            assert litter(tmp_path) == []

    def test_interrupted_by_hand(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = tmp_path / "demo"
        disk.replace_tree(target, OLD)
        real = disk._write_whole

        def interrupted(path: Path, data: bytes) -> None:
            if path.name == "news.html":
                raise KeyboardInterrupt
            real(path, data)

        monkeypatch.setattr(disk, "_write_whole", interrupted)
        with pytest.raises(KeyboardInterrupt):
            disk.replace_tree(target, NEW)
        assert tree(tmp_path) == {f"demo/{name}": data for name, data in OLD.items()}

    @pytest.mark.parametrize(
        "name",
        [
            *("", "/etc/x", "../x", "a/../x", "..", "a//b", "./x", "a/", "a\\b", "C:x", "c:/x"),
            *("a\0b", "a\nb", "a\x7f", "\udc80", "x.", "x ", "NUL", "con.html", "a/LPT1", "what?"),
        ],
    )
    def test_refuses_unsafe_names_before_writing(self, tmp_path: Path, name: str) -> None:
        target = tmp_path / "site" / "demo"
        with pytest.raises(disk.DiskProblem) as caught:
            disk.replace_tree(target, {"good.html": b"", name: b""})
        assert caught.value.reason == "unsafe-path"
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        "files",
        [
            {"A.html": b"", "a.html": b""},
            {"a": b"", "a/b": b""},
            {"\u304c": b"", "\u304b\u3099": b""},
            {"A/x": b"", "a": b""},
        ],
        ids=["case", "file and folder", "composed and not", "case of a folder"],
    )
    def test_refuses_names_that_are_one_elsewhere(self, tmp_path: Path, files: Mapping[str, bytes]) -> None:
        with pytest.raises(disk.DiskProblem, match="unsafe-path"):
            disk.replace_tree(tmp_path / "demo", files)
        assert list(tmp_path.iterdir()) == []

    def test_names_in_japanese(self, tmp_path: Path) -> None:
        files = {"選手/髙橋 邉.html": "髙".encode()}
        disk.replace_tree(tmp_path / "大会", files)
        assert tree(tmp_path / "大会") == files

    def test_never_replaces_the_folder_of_an_event(self, tmp_path: Path) -> None:
        event = tmp_path / "demo"
        event.mkdir()
        (event / "event.toml").write_text("[event]", encoding="utf-8")
        with pytest.raises(disk.DiskProblem) as caught:
            disk.replace_tree(event, NEW)
        assert caught.value.reason == "event-folder"
        assert tree(tmp_path) == {"demo/event.toml": b"[event]"}

    def test_never_replaces_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "demo").write_bytes(b"mine")
        with pytest.raises(disk.DiskProblem, match="not-a-folder"):
            disk.replace_tree(tmp_path / "demo", NEW)
        assert tree(tmp_path) == {"demo": b"mine"}

    def test_a_link_is_replaced_and_what_it_points_to_stays(self, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        disk.replace_tree(elsewhere, OLD)
        (tmp_path / "demo").symlink_to(elsewhere)
        disk.replace_tree(tmp_path / "demo", NEW)
        assert tree(elsewhere) == OLD
        assert tree(tmp_path / "demo") == NEW
        assert litter(tmp_path) == []


class TestWhatResists:
    """An old tree that can't be removed: the new one stands all the same, now and every time after."""

    def test_a_protected_tree_is_removed(self, tmp_path: Path) -> None:
        """As root everything may be removed, so the system's refusal is made here."""
        target = tmp_path / "demo"
        disk.replace_tree(target, OLD)
        for folder in (target / "open" / "r1", target / "open", target):
            folder.chmod(0o555)
        with refusing_in_protected_folders():
            disk.replace_tree(target, NEW)
        assert tree(tmp_path) == {f"demo/{name}": data for name, data in NEW.items()}
        assert litter(tmp_path) == [] and disk.resisting(tmp_path) == []

    def test_a_tree_that_nothing_removes(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target, real = tmp_path / "demo", disk._do

        def refusing(operation: str, path: Path, act: Callable[[], Any]) -> Any:
            if operation == "remove" and ".tourgen-gone-demo" in str(path):
                raise disk.DiskProblem(path, operation, "permission")
            return real(operation, path, act)

        with monkeypatch.context() as patch:
            patch.setattr(disk, "_do", refusing)
            for number in range(4):
                disk.replace_tree(target, {"index.html": b"%d" % number})
                assert tree(target) == {"index.html": b"%d" % number}
                with disk.lock(tmp_path):
                    disk.write_replace(tmp_path / "index.html", b"%d" % number)
            names = [path.name for path in disk.resisting(tmp_path)]
            assert names == [f".tourgen-gone-demo{number}" for number in ("", "~2", "~3")]
        disk.recover(tmp_path)
        assert litter(tmp_path) == [] and tree(target) == {"index.html": b"3"}

    def test_the_read_only_mark_of_windows(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """There it is the file that can't be removed, whatever its folder allows."""
        target, real = tmp_path / "demo", Path.unlink

        def unlink(path: Path, missing_ok: bool = False) -> None:
            if path.exists() and not path.stat().st_mode & 0o200:
                raise PermissionError(errno.EACCES, "Access is denied")
            real(path, missing_ok)

        disk.replace_tree(target, OLD)
        (target / "index.html").chmod(0o444)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", unlink)
            patch.setattr(disk, "_READ_ONLY_FILES_STAY", True)
            disk.replace_tree(target, NEW)
        assert litter(tmp_path) == []


@contextmanager
def refusing_in_protected_folders() -> Iterator[None]:
    """What the system does for everybody but root."""
    removing = {name: getattr(Path, name) for name in ("unlink", "rmdir")}

    def refuse(real: Callable[..., None]) -> Callable[..., None]:
        def remove(path: Path, *args: object, **options: object) -> None:
            if not path.parent.stat().st_mode & 0o200:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            real(path, *args, **options)

        return remove

    with pytest.MonkeyPatch.context() as patch:
        for name, real in removing.items():
            patch.setattr(Path, name, refuse(real))
        yield


class TestWriteNew:
    def test_only_where_there_is_none(self, tmp_path: Path) -> None:
        sheet = tmp_path / "rounds" / "open-r1.xlsx"
        assert disk.write_new(sheet, b"first") is True
        before = sheet.stat()
        folder_before = sheet.parent.stat()
        assert disk.write_new(sheet, b"second") is False
        assert sheet.read_bytes() == b"first"
        assert sheet.stat() == before
        assert sheet.parent.stat().st_mtime_ns == folder_before.st_mtime_ns
        assert tree(tmp_path) == {"rounds/open-r1.xlsx": b"first"}
        assert sheet.stat().st_nlink == 1

    def test_a_file_that_appears_meanwhile_is_kept(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sheet = tmp_path / "open-r1.xlsx"
        real = disk._write

        def slow(path: Path, data: bytes) -> None:
            real(path, data)
            sheet.write_bytes(b"typed by somebody")

        monkeypatch.setattr(disk, "_write", slow)
        assert disk.write_new(sheet, b"ours") is False
        assert tree(tmp_path) == {"open-r1.xlsx": b"typed by somebody"}

    def test_without_hard_links(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "link", refused_link)
        assert disk.write_new(tmp_path / "a.xlsx", b"first") is True
        assert disk.write_new(tmp_path / "a.xlsx", b"second") is False
        assert tree(tmp_path) == {"a.xlsx": b"first"}

    @pytest.mark.usefixtures("no_waiting")
    def test_killed_anywhere(self, tmp_path: Path) -> None:
        rounds = tmp_path / "rounds"
        sheet = rounds / "open-r2.xlsx"

        def prepare() -> None:
            clear(rounds)
            disk.write_new(rounds / "open-r1.xlsx", b"typed")

        for at, when in every_stop(lambda: disk.write_new(sheet, b"whole sheet"), prepare):
            assert not sheet.exists() or sheet.read_bytes() == b"whole sheet", (at, when)
            disk.write_new(sheet, b"whole sheet")
            disk.recover(rounds)
            assert tree(tmp_path) == {"rounds/open-r1.xlsx": b"typed", "rounds/open-r2.xlsx": b"whole sheet"}


class TestWriteReplace:
    @pytest.mark.usefixtures("no_waiting")
    def test_killed_anywhere(self, tmp_path: Path) -> None:
        page = tmp_path / "site" / "index.html"

        def prepare() -> None:
            clear(page.parent)
            disk.write_replace(page, b"old page")

        for at, when in every_stop(lambda: disk.write_replace(page, b"the new page"), prepare):
            assert page.read_bytes() in (b"old page", b"the new page"), (at, when)
            disk.write_replace(page, b"third")
            assert tree(tmp_path) == {"site/index.html": b"third"}

    @pytest.mark.usefixtures("no_waiting")
    def test_several_killed_anywhere(self, tmp_path: Path) -> None:
        """Each of them is the old one or the new one, and whoever writes next finds nothing lying about."""
        before = {
            "index.html": b"old page",
            "en/index.html": b"old",
            "style.css": b"same",
            "en/2026.html": b"y",
        }
        after = {name: b"same" if name == "style.css" else data + b", new" for name, data in before.items()}
        site = tmp_path / "site"

        def prepare() -> None:
            clear(site)
            disk.write_each(site, before)

        stops = 0
        for at, when in every_stop(lambda: disk.write_each(site, after), prepare):
            stops += 1
            found = {name: (site / name).read_bytes() for name in before}
            assert all(found[name] in (before[name], after[name]) for name in before), (at, when)
            disk.write_each(site, after)
            assert tree(site) == after
        assert stops > 60

    def test_several_never_through_a_link(self, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        (tmp_path / "site").mkdir()
        (tmp_path / "site" / "en").symlink_to(elsewhere)
        with pytest.raises(disk.DiskProblem, match="link"):
            disk.write_each(tmp_path / "site", {"index.html": b"1", "en/index.html": b"2"})
        assert tree(tmp_path) == {}


class TestSetAside:
    def test_next_number(self, tmp_path: Path) -> None:
        sheet = tmp_path / "rounds" / "open-r3.xlsx"
        old = tmp_path / "rounds" / "old"
        for number in (1, 2, 3):
            disk.write_new(sheet, b"%d" % number)
            assert disk.set_aside(sheet, old) == old / f"open-r3-{number}.xlsx"
        assert tree(tmp_path) == {f"rounds/old/open-r3-{n}.xlsx": b"%d" % n for n in (1, 2, 3)}

    def test_numbers_go_on_after_a_gap(self, tmp_path: Path) -> None:
        old = tmp_path / "old"
        disk.write_new(old / "OPEN-R3-7.xlsx", b"kept")
        disk.write_new(old / "open-r3-x.xlsx", b"kept")
        disk.write_new(tmp_path / "open-r3.xlsx", b"")
        assert disk.set_aside(tmp_path / "open-r3.xlsx", old).name == "open-r3-8.xlsx"

    @pytest.mark.usefixtures("no_waiting")
    def test_killed_anywhere(self, tmp_path: Path) -> None:
        rounds = tmp_path / "rounds"
        sheet = rounds / "open-r3.xlsx"

        def prepare() -> None:
            clear(rounds)
            disk.write_new(sheet, b"typed")

        for at, when in every_stop(lambda: disk.set_aside(sheet, rounds / "old"), prepare):
            disk.recover(rounds / "old")
            assert tree(tmp_path) in (
                {"rounds/open-r3.xlsx": b"typed"},
                {"rounds/old/open-r3-1.xlsx": b"typed"},
            ), (at, when)

    def test_what_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(disk.DiskProblem) as caught:
            disk.set_aside(tmp_path / "open-r3.xlsx", tmp_path / "old")
        assert caught.value.reason == "missing"


class TestExchange:
    """A round that is re-made: the new sheet in the place of the old one, which is kept."""

    @pytest.fixture
    def sheet(self, tmp_path: Path) -> Path:
        disk.write_new(tmp_path / "rounds" / "open-r3.xlsx", b"seen")
        return tmp_path / "rounds" / "open-r3.xlsx"

    def exchange(self, sheet: Path) -> Path | None:
        return disk.exchange(sheet, b"new", b"seen", sheet.parent / "old")

    def test_the_old_one_is_kept(self, sheet: Path) -> None:
        assert self.exchange(sheet) == sheet.parent / "old" / "open-r3-1.xlsx"
        assert tree(sheet.parent) == {"open-r3.xlsx": b"new", "old/open-r3-1.xlsx": b"seen"}
        assert litter(sheet.parent) == []

    @pytest.mark.parametrize("links", [True, False])
    def test_one_that_was_saved_since_stays(
        self, sheet: Path, links: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if not links:
            monkeypatch.setattr(os, "link", refused_link)
        sheet.write_bytes(b"typed")
        assert self.exchange(sheet) is None
        assert tree(sheet.parent) == {"open-r3.xlsx": b"typed"} and litter(sheet.parent) == []
        assert sheet.stat().st_nlink == 1

    def test_one_that_is_saved_in_its_place_stays(self, sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        real = disk._move_aside

        def saved(path: Path, place: Path) -> None:
            real(path, place)
            path.write_bytes(b"typed")

        monkeypatch.setattr(disk, "_move_aside", saved)
        assert self.exchange(sheet) is None
        assert tree(sheet.parent) == {"open-r3.xlsx": b"typed", "old/open-r3-1.xlsx": b"seen"}

    def test_what_is_refused_has_not_happened(self, sheet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each operation in turn, the last flush included."""
        real, rounds = disk._do, sheet.parent
        for at in itertools.count(1):
            clear(rounds)
            disk.write_new(sheet, b"seen")
            count = itertools.count(1)

            def refusing(
                operation: str, path: Path, act: Callable[[], Any], at: int = at, count: Iterator[int] = count
            ) -> Any:
                if next(count) == at:
                    raise disk.DiskProblem(path, operation, "failed")
                return real(operation, path, act)

            refused = False
            with monkeypatch.context() as patch:
                patch.setattr(disk, "_do", refusing)
                try:
                    self.exchange(sheet)
                except disk.DiskProblem:
                    refused = True
            new = {"open-r3.xlsx": b"new", "old/open-r3-1.xlsx": b"seen"}
            disk.recover(rounds)
            disk.recover(rounds / "old")
            assert tree(rounds) == ({"open-r3.xlsx": b"seen"} if refused else new), at
            if next(count) <= at:
                assert at > 15
                break

    @pytest.mark.usefixtures("no_waiting")
    def test_killed_anywhere(self, sheet: Path) -> None:
        rounds = sheet.parent

        def prepare() -> None:
            clear(rounds)
            disk.write_new(sheet, b"seen")

        for at, when in every_stop(lambda: self.exchange(sheet), prepare):
            disk.recover(rounds)
            disk.recover(rounds / "old")
            assert tree(rounds) in (
                {"open-r3.xlsx": b"seen"},
                {"old/open-r3-1.xlsx": b"seen"},  # the next build makes what pair would have made
                {"open-r3.xlsx": b"new", "old/open-r3-1.xlsx": b"seen"},
            ), (at, when)
            assert litter(rounds) == [], (at, when)


def refused_link(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


def test_recovering_touches_nothing_without_need(tmp_path: Path) -> None:
    disk.write_new(tmp_path / "open-r1.xlsx", b"typed")
    before = tmp_path.stat().st_mtime_ns
    disk.recover(tmp_path)
    disk.recover(tmp_path / "not there")
    assert tmp_path.stat().st_mtime_ns == before


def test_what_is_kept_leaves_nothing_for_ever(tmp_path: Path) -> None:
    """A process that is killed while it keeps something leaves NAME.PID; the next one to keep it removes that."""
    killed, busy, other = (tmp_path / name for name in ("page.jinja.123", "page.jinja.456", "list.jinja.123"))
    for path in (killed, busy, other):
        path.write_bytes(b"half")
    for path in (killed, other):
        os.utime(path, (1, 1))
    disk.keep(tmp_path / "page.jinja", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, "page.jinja", busy.name]


def test_line_writer(tmp_path: Path) -> None:
    with disk.line_writer(tmp_path / "new" / "runs.jsonl") as write:
        write(b"one\n")
        write(b"two\n")
    assert tree(tmp_path) == {"new/runs.jsonl": b"one\ntwo\n"}


def hold(folder: Path, ready: Any, done: Any) -> None:
    with disk.lock(folder):
        ready.set()
        done.wait(20)


class TestLock:
    def test_another_process_is_kept_out(self, tmp_path: Path) -> None:
        processes = multiprocessing.get_context("fork")
        ready, done = processes.Event(), processes.Event()
        other = processes.Process(target=hold, args=(tmp_path, ready, done))
        other.start()
        assert ready.wait(20)
        with pytest.raises(disk.Busy) as caught, disk.lock(tmp_path):
            pass
        assert caught.value.path == tmp_path
        done.set()
        with disk.lock(tmp_path, wait=20):
            pass
        other.join()
        assert litter(tmp_path) == []

    def test_a_killed_holder_lets_go(self, tmp_path: Path) -> None:
        processes = multiprocessing.get_context("fork")
        ready, done = processes.Event(), processes.Event()
        other = processes.Process(target=hold, args=(tmp_path, ready, done))
        other.start()
        assert ready.wait(20)
        other.kill()
        other.join()
        assert litter(tmp_path) == [".tourgen-lock"]
        with disk.lock(tmp_path):
            pass
        assert litter(tmp_path) == []

    def test_another_thread_is_kept_out(self, tmp_path: Path) -> None:
        caught: list[BaseException] = []

        def intrude() -> None:
            try:
                with disk.lock(tmp_path):
                    pass
            except disk.Busy as busy:
                caught.append(busy)

        with disk.lock(tmp_path):
            thread = threading.Thread(target=intrude)
            thread.start()
            thread.join()
        assert len(caught) == 1

    def test_its_holder_may_write(self, tmp_path: Path) -> None:
        with disk.lock(tmp_path), disk.lock(tmp_path):
            disk.replace_tree(tmp_path / "demo", NEW)
            disk.write_replace(tmp_path / "index.html", b"all events")
            assert litter(tmp_path) == [".tourgen-lock"]
        assert litter(tmp_path) == []

    def test_without_locks_in_the_file_system(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(_: object) -> None:
            raise OSError(errno.ENOLCK, "No locks available")

        monkeypatch.setattr(disk, "_lock_file", refuse)
        disk.replace_tree(tmp_path / "demo", NEW)
        assert tree(tmp_path / "demo") == NEW
        assert litter(tmp_path) == []

    def test_a_folder_that_is_held_while_it_is_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(disk, "_LONG_WAIT", 0.0)
        with disk.hold(tmp_path):
            assert litter(tmp_path) == [".tourgen-lock"]
            other = threading.Thread(target=lambda: caught.append(self.held(tmp_path)))
            caught: list[str] = []
            other.start()
            other.join()
        assert caught == ["busy"] and litter(tmp_path) == []
        with disk.hold(tmp_path / "not there"):
            assert not (tmp_path / "not there").exists()

    @staticmethod
    def held(folder: Path) -> str:
        try:
            with disk.hold(folder):
                return "held"
        except disk.DiskProblem as problem:
            return problem.reason

    @pytest.mark.parametrize(
        ("number", "how"), [(errno.EROFS, "held"), (errno.EACCES, "held"), (errno.EIO, "failed")]
    )
    def test_a_folder_that_can_only_be_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, how: str
    ) -> None:
        real = Path.open

        def refuse(path: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
            if path.name == disk._MARK:
                raise OSError(number, os.strerror(number))
            return real(path, mode, *args, **options)

        monkeypatch.setattr(Path, "open", refuse)
        assert self.held(tmp_path) == how

    def test_many_at_once_are_one_after_the_other(self, tmp_path: Path) -> None:
        """Eight processes write the same tree again and again; it is always somebody's whole one."""
        script = (
            "import sys\nfrom pathlib import Path\nfrom tourgen import disk\n"
            "for n in range(10):\n"
            "    text = f'{sys.argv[2]} {n}'.encode()\n"
            "    try:\n"
            "        disk.replace_tree(Path(sys.argv[1]), {'a': text, 'b/c': text})\n"
            "    except disk.Busy:\n        pass\n"
        )
        target = tmp_path / "demo"
        runs = [subprocess.Popen([sys.executable, "-c", script, str(target), str(n)]) for n in range(4)]
        assert [run.wait(60) for run in runs] == [0] * 4
        found = tree(target)
        assert found["a"] == found["b/c"] and len(found) == 2
        assert litter(tmp_path) == []


class TestProblems:
    @pytest.mark.parametrize(
        ("code", "reason"),
        [
            (errno.ENOSPC, "full"),
            (errno.EACCES, "permission"),
            (errno.EROFS, "read-only"),
            (errno.EIO, "failed"),
        ],
    )
    def test_what_the_system_refuses(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, reason: str
    ) -> None:
        target = tmp_path / "demo"
        disk.replace_tree(target, OLD)

        def refuse(path: Path, data: bytes) -> None:
            raise OSError(code, os.strerror(code), str(path))

        with monkeypatch.context() as patch:
            patch.setattr(disk, "_write_whole", refuse)
            with pytest.raises(disk.DiskProblem) as caught:
                disk.replace_tree(target, NEW)
        assert (caught.value.reason, caught.value.operation) == (reason, "write")
        assert str(tmp_path) in str(caught.value.path)
        for language in ("ja", "en"):
            assert caught.value.problem.text(language).endswith(f"(disk-{reason})")
        assert tree(tmp_path) == {f"demo/{name}": data for name, data in OLD.items()}

    @pytest.mark.parametrize("times", [2, 99], ids=["closed in time", "left open"])
    def test_a_file_open_elsewhere_on_windows(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        target = tmp_path / "demo"
        disk.replace_tree(target, OLD)
        monkeypatch.setattr(time, "sleep", lambda _: None)
        real = Path.rename
        refusals = itertools.count(1)

        def refuse(path: Path, to: Path) -> Path:
            if path == target and next(refusals) <= times:
                error = PermissionError(errno.EACCES, "The process cannot access the file")
                error.winerror = 32  # type: ignore[attr-defined, unused-ignore]
                raise error
            return real(path, to)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", refuse)
            if times == 99:
                with pytest.raises(disk.DiskProblem) as caught:
                    disk.replace_tree(target, NEW)
                assert caught.value.reason == "in-use"
            else:
                disk.replace_tree(target, NEW)
        assert tree(target) == (OLD if times == 99 else NEW)
        assert litter(tmp_path) == []

    def test_a_file_where_a_folder_should_be(self, tmp_path: Path) -> None:
        (tmp_path / "site").write_bytes(b"")
        with pytest.raises(disk.DiskProblem) as caught:
            disk.replace_tree(tmp_path / "site" / "demo", NEW)
        assert (caught.value.path, caught.value.reason) == (tmp_path / "site", "not-a-folder")

    def test_every_reason_has_words(self) -> None:
        own = {"link", "busy", "unsafe-path", "event-folder", "in-use", "failed", "not-a-folder"}
        for reason in {*disk._REASONS.values(), *own}:
            assert set(catalogue()[f"disk-{reason}"]) == {"ja", "en"}


def test_every_change_passes_the_gate(tmp_path: Path) -> None:
    """Nothing changes the disk behind the back of `_do`, or the tests above would not see it."""
    script = """
import os, sys
from pathlib import Path
from tourgen import disk
import tourgen.problems, threading
from concurrent.futures import ThreadPoolExecutor
at_gate, behind = threading.local(), []
real = disk._do
def counting(operation, path, act):
    at_gate.inside = getattr(at_gate, "inside", 0) + 1
    try:
        return real(operation, path, act)
    finally:
        at_gate.inside -= 1
disk._do = counting
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"}
def watch(event, args):
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if (writes or event in CHANGES) and not getattr(at_gate, "inside", 0):
        behind.append((event, args))
sys.addaudithook(watch)
base = Path(sys.argv[1])
disk.replace_tree(base / "site" / "demo", {"a/b": b"1"})
disk.replace_tree(base / "site" / "demo", {"a/c": b"2"})
disk.replace_tree(base / "site" / "demo", {f"a/{n}": b"2" for n in range(99)})
disk.replace_tree(base / "site" / "demo", {})
disk.write_new(base / "rounds" / "r1.xlsx", b"3")
disk.set_aside(base / "rounds" / "r1.xlsx", base / "rounds" / "old")
disk.write_new(base / "rounds" / "r1.xlsx", b"3")
disk.exchange(base / "rounds" / "r1.xlsx", b"4", b"3", base / "rounds" / "old")
disk.exchange(base / "rounds" / "r1.xlsx", b"5", b"3", base / "rounds" / "old")
disk.write_replace(base / "site" / "index.html", b"4")
with disk.line_writer(base / "runs.jsonl") as write:
    write(b"5")
assert not behind, behind
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True)


def test_a_file_that_is_there_already_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    disk.write_replace(page, b"page")
    before = page.stat()
    disk.write_replace(page, b"page")
    assert page.stat().st_ino == before.st_ino and page.stat().st_mtime_ns == before.st_mtime_ns
    disk.write_replace(page, b"other")
    assert page.read_bytes() == b"other"


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_is_replaced_even_by_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.html").write_bytes(b"page")
    page = tmp_path / "index.html"
    page.symlink_to("elsewhere.html")
    disk.write_replace(page, b"page")
    assert not page.is_symlink() and page.read_bytes() == b"page"
