"""The storage room: folders are swapped in whole, typed files appear complete, and nothing is lost on the way."""

import contextlib
import errno
import itertools
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crash.injector import Ended, Stop, run_with
from tests.crash.refusal import refusing, writes_below
from tests.series import FULL
from tourgen.messages.problems import catalogue
from tourgen.storage import errors, lock, typed_files
from tourgen.storage.errors import DiskProblem
from tourgen.storage.own_files import FILE_LIST
from tourgen.storage.tree import inside, replace_files, replace_tree, scratch
from tourgen.storage.typed_files import (
    exchange,
    line_writer,
    set_aside,
    write_new,
    write_replace,
)
from tourgen.storage.unfinished import clear_up, resisting

OLD = {
    "index.html": b"old",
    "open/index.html": b"old",
    "open/r1/index.html": b"old round",
    "build.json": b"1",
}
SAME = {**OLD, "build.json": b"2"}
NEW = {
    "index.html": b"new",
    "open/index.html": b"new",
    "open/r2/index.html": b"new round",
    "build.json": b"2",
}
SEEN, MADE = b"what the organiser saved", b"the new sheet"


def write_private(path: Path, data: bytes) -> None:
    write_replace(path, data, private=True)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file but the lists of what tourgen wrote."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    return {name: data for name, data in found.items() if not name.endswith(FILE_LIST)}


def litter(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob(".tourgen-*")]


def in_demo(files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"demo/{name}": data for name, data in files.items()}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process loses nothing that it wrote; waiting for the medium would only take time."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def everywhere(
    action: Callable[[], object], prepare: Callable[[], object], root: Path, *kinds: str
) -> Iterator[tuple[str, int, Ended]]:
    """Prepares, acts, and stops or refuses the action at each of its operations in turn.

    Every write; of the others every other one in a short series, the odd ones of one kind, the even ones of the next.
    """

    def act() -> str:
        try:
            action()
        except DiskProblem as problem:
            return problem.reason
        return ""

    for number, what in enumerate(kinds):
        first, step = (1, 1) if FULL or what == "half" else (1 + number % 2, 2)
        for at in itertools.count(first, step):
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir(parents=True)
            prepare()
            ended = run_with(act, root, Stop(at, what))
            if not ended.hit:
                break
            yield what, at, ended
        assert at > first, what


# --- Folders of pages


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    for files in (OLD, NEW, {"names/見本.html": "例".encode()}):
        replace_tree(tmp_path / "demo", files)
        assert tree(tmp_path) == in_demo(files) and litter(tmp_path) == []
    replace_tree(tmp_path / "other", OLD)
    assert tree(tmp_path / "demo") == {"names/見本.html": "例".encode()}


def test_the_same_pages_are_left(tmp_path: Path) -> None:
    target = tmp_path / "demo"
    replace_tree(target, OLD, always="build.json")
    before = {path: path.stat().st_ino for path in target.rglob("*")}
    replace_tree(target, SAME, always="build.json")
    assert tree(target) == SAME
    changed = [path.name for path in target.rglob("*") if before[path] != path.stat().st_ino]
    assert changed == ["build.json"]
    (target / ".DS_Store").write_bytes(b"a Mac's")
    number = target.stat().st_ino
    replace_tree(target, OLD, always="build.json")
    assert target.stat().st_ino == number  # what a system left there is no difference


@pytest.mark.parametrize("change", ["changed", "missing", "empty"])
def test_pages_that_differ_are_put_right(tmp_path: Path, change: str) -> None:
    target = tmp_path / "demo"
    replace_tree(target, OLD, always="build.json")
    if change == "missing":
        shutil.rmtree(target / "open/r1")
    else:
        (target / "index.html").write_bytes(b"" if change == "empty" else b"changed by somebody")
    replace_tree(target, SAME, always="build.json")
    assert tree(target) == SAME


def test_a_folder_in_which_nothing_can_be_written_is_swapped(tmp_path: Path) -> None:
    target = tmp_path / "demo"
    replace_tree(target, OLD, always="build.json")

    def refuse(kind: str, path: Path) -> OSError | None:
        inside_target = path.parent == target.resolve() and kind in ("create", "os.rename")
        return PermissionError(errno.EACCES, "no") if inside_target else None

    with refusing(refuse):
        replace_tree(target, SAME, always="build.json")
    assert tree(tmp_path) == in_demo(SAME)


@pytest.mark.parametrize("before", [None, OLD, SAME], ids=["first build", "later build", "same pages"])
def test_stopped_anywhere_it_is_the_old_folder_or_the_new_one(
    tmp_path: Path, before: dict[str, bytes] | None
) -> None:
    root, target = tmp_path / "site", tmp_path / "site" / "demo"
    after = OLD if before == SAME else NEW

    def prepare() -> None:
        if before:
            replace_tree(target, before)

    def act() -> None:
        replace_tree(target, after, always="build.json")

    kinds = ("kill", "half", "EIO", "ENOSPC") if before != SAME else ("kill", "half")
    for what, at, ended in everywhere(act, prepare, root, *kinds):
        found = {name: data for name, data in tree(root).items() if not name.startswith(".tourgen-")}
        whole = (in_demo(before) if before else {}, in_demo(after))
        if not ended.killed:
            assert found in whole, (what, at, ended.hit)
        clear_up(root)
        if target.exists():
            assert tree(target) in (before, after), (what, at, ended.hit)
        act()
        assert tree(root) == in_demo(after), (what, at)
        assert litter(root) == [], (what, at, ended.hit)


def test_killed_while_clearing_up(tmp_path: Path) -> None:
    root, target = tmp_path / "site", tmp_path / "site" / "demo"

    def prepare() -> None:
        """As after a kill between the two renames, with more lying about."""
        replace_tree(target, OLD)
        target.rename(root / ".tourgen-old-demo")
        for name in ("new-demo/x", "old-other/x", "gone-1234/a/b"):
            (root / f".tourgen-{name}").parent.mkdir(parents=True)
            (root / f".tourgen-{name}").write_bytes(b"x")
        (root / "other").mkdir()
        (root / ".tourgen-tmp-1234").write_bytes(b"x")

    for what, at, ended in everywhere(lambda: clear_up(root), prepare, root, "kill"):
        clear_up(root)
        assert tree(root) == in_demo(OLD) and litter(root) == [], (what, at, ended.hit)


def test_ctrl_c_leaves_the_old_folder(tmp_path: Path) -> None:
    replace_tree(tmp_path / "demo", OLD)

    pressed: list[Path] = []

    def press(kind: str, path: Path) -> OSError | None:
        if kind == "os.rename" and path.name == ".tourgen-new-demo" and not pressed:
            pressed.append(path)
            raise KeyboardInterrupt
        return None

    with refusing(press), pytest.raises(KeyboardInterrupt):
        replace_tree(tmp_path / "demo", NEW)
    assert tree(tmp_path) == in_demo(OLD) and litter(tmp_path) == []


@pytest.mark.parametrize(
    "name",
    ["../x", "/x", "a//b", "", "a/../b", "CON", "nul.txt", "a:b", "a\\b", "x.", "x ", "a\nb", "\udc80"],
)
def test_unsafe_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DiskProblem, match="unsafe-path"):
        replace_tree(tmp_path / "demo", {"index.html": b"", name: b""})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("names", [("a", "A"), ("が", "か\u3099"), ("a", "a/b"), ("A", "a/b")])
def test_names_that_are_one_elsewhere_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    with pytest.raises(DiskProblem, match="unsafe-path"):
        replace_tree(tmp_path / "demo", dict.fromkeys(names, b""))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_the_name_of_one_inside_it(tmp_path: Path) -> None:
    replace_tree(tmp_path / "open", {"open/index.html": b"1"})
    assert tree(tmp_path) == {"open/open/index.html": b"1"}


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no such permissions there")
def test_a_protected_folder_is_removed(tmp_path: Path) -> None:
    replace_tree(tmp_path / "demo", OLD)
    for folder in ("open/r1", "open", "."):
        (tmp_path / "demo" / folder).chmod(0o555)

    def refuse(kind: str, path: Path) -> OSError | None:
        protected = (
            kind in ("os.remove", "os.rmdir")
            and path.parent.exists()
            and path.parent.stat().st_mode & 0o200 == 0
        )
        return PermissionError(errno.EACCES, "no") if protected else None

    with refusing(refuse):
        replace_tree(tmp_path / "demo", NEW)
    assert tree(tmp_path) == in_demo(NEW) and litter(tmp_path) == []


def test_old_folders_that_nothing_removes(tmp_path: Path) -> None:
    """Every later build is written all the same, and tries again."""

    def refuse(kind: str, path: Path) -> OSError | None:
        return PermissionError(errno.EACCES, "no") if kind in ("os.remove", "os.rmdir") else None

    with refusing(refuse):
        for number in range(4):
            replace_tree(tmp_path / "demo", {"index.html": b"%d" % number})
            assert tree(tmp_path / "demo") == {"index.html": b"%d" % number}
        assert len(resisting(tmp_path)) == 3
    replace_tree(tmp_path / "demo", {"index.html": b"4"})
    assert litter(tmp_path) == [] == resisting(tmp_path)


def test_files_beside_others(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_bytes(b"mine")
    replace_files(tmp_path, {"index.html": b"1", "en/index.html": b"1", "year-2026.html": b"1"})
    number = (tmp_path / "index.html").stat().st_ino
    replace_files(tmp_path, {"index.html": b"1", "en/index.html": b"2"})
    assert tree(tmp_path) == {"mine.html": b"mine", "index.html": b"1", "en/index.html": b"2"}
    assert (tmp_path / "index.html").stat().st_ino == number  # it is the same
    assert litter(tmp_path) == []


def test_files_beside_others_killed_anywhere(tmp_path: Path) -> None:
    before = {
        "index.html": b"old page",
        "en/index.html": b"old",
        "style.css": b"same",
        "year-2025.html": b"y",
    }
    after = {"index.html": b"new page", "en/index.html": b"new", "style.css": b"same", "year-2026.html": b"y"}
    root = tmp_path / "site"

    def act() -> None:
        replace_files(root, after)

    for what, at, ended in everywhere(act, lambda: replace_files(root, before), root, "kill", "half"):
        for name in before.keys() & after.keys():
            assert (root / name).read_bytes() in (before[name], after[name]), (what, at)
        act()
        assert tree(root) == after and litter(root) == [], (what, at, ended.hit)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "site/en").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DiskProblem, match="link"):
        inside(tmp_path / "site", "en/people")
    with pytest.raises(DiskProblem, match="link"):
        replace_files(tmp_path / "site", {"en/index.html": b"2"})
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_for_another_program(tmp_path: Path) -> None:
    with scratch(tmp_path, {"page.html": b"1"}) as place:
        assert (place / "page.html").read_bytes() == b"1"
        (place / "profile").mkdir()
        replace_tree(tmp_path / "site", {"index.html": b"1"})
        assert (place / "page.html").read_bytes() == b"1", "somebody else writes beside it"
        an_hour_ago = time.time() - 3601
        os.utime(place, (an_hour_ago, an_hour_ago))
        clear_up(tmp_path)
        assert not place.exists(), "its process was killed long ago"
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


# --- Files that people type into


def test_a_new_file_only_where_there_is_none(tmp_path: Path) -> None:
    sheet = tmp_path / "rounds/open-r1.xlsx"
    assert write_new(sheet, b"first")
    before = (sheet.stat(), sheet.parent.stat().st_mtime_ns)
    assert not write_new(sheet, b"second")
    assert (sheet.stat(), sheet.parent.stat().st_mtime_ns) == before
    assert tree(tmp_path) == {"rounds/open-r1.xlsx": b"first"} and sheet.stat().st_nlink == 1


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path, links: bool) -> None:
    sheet = tmp_path / "open-r1.xlsx"

    def appear(kind: str, path: Path) -> OSError | None:
        if kind == "os.link" and not sheet.exists():
            with contextlib.suppress(FileExistsError), sheet.open("xb") as file:
                file.write(b"typed by somebody")
        return None if links else OSError(errno.EPERM, "no links here")

    with refusing(lambda kind, path: appear(kind, path) if kind == "os.link" else None):
        assert not write_new(sheet, b"ours")
    assert tree(tmp_path) == {"open-r1.xlsx": b"typed by somebody"}


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", refused_link)
    assert write_new(tmp_path / "a.xlsx", b"first")
    assert not write_new(tmp_path / "a.xlsx", b"second")
    write_new(tmp_path / "b.xlsx", SEEN)
    assert exchange(tmp_path / "b.xlsx", MADE, SEEN, tmp_path / "old")
    (tmp_path / "a.xlsx").write_bytes(b"typed since")
    assert exchange(tmp_path / "a.xlsx", MADE, b"first", tmp_path / "old") is None
    assert tree(tmp_path) == {"a.xlsx": b"typed since", "b.xlsx": MADE, "old/b-1.xlsx": SEEN}
    assert litter(tmp_path) == []


def refused_link(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


def test_new_files_killed_anywhere(tmp_path: Path) -> None:
    root, sheet = tmp_path / "rounds", tmp_path / "rounds/open-r2.xlsx"

    def prepare() -> None:
        write_new(root / "open-r1.xlsx", b"typed")

    for what, at, ended in everywhere(
        lambda: write_new(sheet, MADE), prepare, root, "kill", "half", "EIO", "ENOSPC"
    ):
        assert not sheet.exists() or sheet.read_bytes() == MADE, (what, at)
        write_new(sheet, MADE)
        clear_up(root)
        assert tree(root) == {"open-r1.xlsx": b"typed", "open-r2.xlsx": MADE}, (what, at, ended.hit)


def test_own_files_killed_anywhere(tmp_path: Path) -> None:
    root = tmp_path / "here"
    for write in (write_replace, write_private):
        for what, at, _ in everywhere(
            lambda write=write: write(root / "a", b"the new one"),
            lambda write=write: write(root / "a", b"old"),
            root,
            "kill",
            "half",
        ):
            assert (root / "a").read_bytes() in (b"old", b"the new one"), (what, at)
            clear_up(root)
            assert litter(root) == []


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
def test_a_private_file_is_nobody_elses(tmp_path: Path) -> None:
    write_private(tmp_path / "secrets.json", b"{}")
    assert (tmp_path / "secrets.json").stat().st_mode & 0o077 == 0


def test_a_sheet_is_set_aside_under_the_next_number(tmp_path: Path) -> None:
    old = tmp_path / "old"
    for number in (1, 2):
        write_new(tmp_path / "open-r3.xlsx", b"%d" % number)
        assert set_aside(tmp_path / "open-r3.xlsx", old).name == f"open-r3-{number}.xlsx"
    write_new(old / "OPEN-R3-7.xlsx", b"kept")
    write_new(tmp_path / "open-r3.xlsx", b"3")
    assert set_aside(tmp_path / "open-r3.xlsx", old).name == "open-r3-8.xlsx"
    with pytest.raises(DiskProblem, match="missing"):
        set_aside(tmp_path / "open-r3.xlsx", old)
    assert sorted(tree(old).values()) == [b"1", b"2", b"3", b"kept"]


def test_a_sheet_is_exchanged_and_the_old_one_kept(tmp_path: Path) -> None:
    write_new(tmp_path / "open-r3.xlsx", SEEN)
    assert (
        exchange(tmp_path / "open-r3.xlsx", MADE, SEEN, tmp_path / "old") == tmp_path / "old/open-r3-1.xlsx"
    )
    assert tree(tmp_path) == {"open-r3.xlsx": MADE, "old/open-r3-1.xlsx": SEEN} and litter(tmp_path) == []


def test_a_sheet_that_was_saved_since_stays(tmp_path: Path) -> None:
    write_new(tmp_path / "open-r3.xlsx", b"typed since")
    assert exchange(tmp_path / "open-r3.xlsx", MADE, SEEN, tmp_path / "old") is None
    assert tree(tmp_path) == {"open-r3.xlsx": b"typed since"} and litter(tmp_path) == []
    assert (tmp_path / "open-r3.xlsx").stat().st_nlink == 1


def test_a_sheet_that_is_saved_in_its_place_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excel saves at the very moment when the old one has been moved aside."""
    sheet = tmp_path / "open-r3.xlsx"
    write_new(sheet, SEEN)
    real = typed_files.read

    def saved(path: Path) -> bytes:
        sheet.write_bytes(b"typed")
        return real(path)

    monkeypatch.setattr(typed_files, "read", saved)
    assert exchange(sheet, MADE, SEEN, tmp_path / "old") is None
    assert tree(tmp_path) == {"open-r3.xlsx": b"typed", "old/open-r3-1.xlsx": SEEN}


def test_an_exchange_stopped_anywhere(tmp_path: Path) -> None:
    """What is refused has not happened; a kill leaves the old sheet in its place or among the kept ones."""
    root, sheet = tmp_path / "rounds", tmp_path / "rounds/open-r3.xlsx"
    stands, done = {"open-r3.xlsx": SEEN}, {"open-r3.xlsx": MADE, "old/open-r3-1.xlsx": SEEN}

    def act() -> None:
        exchange(sheet, MADE, SEEN, root / "old")

    for what, at, ended in everywhere(
        act, lambda: write_new(sheet, SEEN), root, "kill", "half", "EIO", "EIO twice", "ENOSPC"
    ):
        clear_up(root)
        found = tree(root)
        if ended.killed:
            assert found in (
                stands,
                done,
                {"old/open-r3-1.xlsx": SEEN},
                {**stands, "old/open-r3-1.xlsx": SEEN},
            ), at
        else:
            assert found == (stands if ended.answer else done), (what, at, ended.hit)


def test_an_exchange_refused_twice(tmp_path: Path) -> None:
    """Once, and once more when the old sheet is being moved back."""
    root, sheet = tmp_path / "rounds", tmp_path / "rounds/open-r3.xlsx"
    for again in range(2, 7):
        for at in range(1, 12) if FULL else range(1 + again % 3, 12, 3):
            shutil.rmtree(root, ignore_errors=True)
            write_new(sheet, SEEN)

            def act() -> str:
                try:
                    exchange(sheet, MADE, SEEN, root / "old")
                except DiskProblem as problem:
                    return problem.reason
                return ""

            ended = run_with(act, root, Stop(at, "EIO", again))
            clear_up(root)
            assert sheet.read_bytes() == (SEEN if ended.answer else MADE), (at, again, ended.hit)


def test_lines(tmp_path: Path) -> None:
    with line_writer(tmp_path / "new/runs.jsonl") as write:
        write(b"one\n")
        write(b"two\n")
    assert tree(tmp_path) == {"new/runs.jsonl": b"one\ntwo\n"}


# --- What is on the medium


@pytest.fixture
def happened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Flushes and names, in the order in which they happen."""
    found: list[str] = []

    def named(how: Callable[..., None]) -> Callable[..., None]:
        def name(source: Any, target: Any, **options: Any) -> None:
            found.append(f"{_short(Path(source).name)} → {Path(target).name}")
            how(source, target, **options)

        return name

    def flush(descriptor: int) -> None:
        found.append(f"flush {_short(Path(f'/proc/self/fd/{descriptor}').readlink().name)}")

    monkeypatch.setattr(os, "fsync", flush)
    for name in ("link", "rename", "replace"):
        monkeypatch.setattr(os, name, named(getattr(os, name)))
    return found


def _short(name: str) -> str:
    return "tmp" if name.startswith(".tourgen-tmp") else name


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what was flushed")
@pytest.mark.parametrize("write", [write_new, write_replace, write_private])
def test_a_file_gets_its_name_when_it_is_on_the_medium(
    tmp_path: Path, happened: list[str], write: Callable[[Path, bytes], object]
) -> None:
    write(tmp_path / "a.xlsx", b"1")
    assert happened == ["flush tmp", "tmp → a.xlsx", f"flush {tmp_path.name}"]


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc what was flushed")
def test_the_new_sheet_is_whole_before_the_old_one_is_moved(tmp_path: Path, happened: list[str]) -> None:
    (tmp_path / "a.xlsx").write_bytes(SEEN)
    exchange(tmp_path / "a.xlsx", MADE, SEEN, tmp_path / "old")
    moved = ["flush tmp", "a.xlsx → a-1.xlsx", "flush old", "tmp → a.xlsx", f"flush {tmp_path.name}"]
    assert happened == moved


def test_pages_are_not_flushed(tmp_path: Path, happened: list[str]) -> None:
    replace_tree(tmp_path / "demo", OLD)
    replace_files(tmp_path, {"index.html": b"1"})
    assert not [one for one in happened if one.startswith("flush")]


def test_a_medium_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(typed_files, "flush", fail)
    with pytest.raises(DiskProblem, match="failed"):
        write_new(tmp_path / "a.xlsx", b"1")
    assert list(tmp_path.iterdir()) == []


def test_a_mac_flushes_to_the_medium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fsync there leaves what was written in the memory of the drive."""
    fcntl = pytest.importorskip("fcntl")
    asked: list[int] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda descriptor, command: asked.append(command))
    with (tmp_path / "a").open("wb") as file:
        typed_files.flush(file.fileno())
    assert asked == [51]


# --- One process at a time


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the folder until its input ends."""
    script = "import sys\nfrom pathlib import Path\nfrom tourgen.storage.lock import lock\n"
    script += "with lock(Path(sys.argv[1])):\n    print('held', flush=True)\n    sys.stdin.read()\n"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()


def test_another_process_is_kept_out(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    with pytest.raises(DiskProblem, match="busy") as caught, lock.lock(tmp_path):
        pass
    assert caught.value.path == tmp_path
    other.communicate()
    with lock.lock(tmp_path, wait=20):
        pass
    assert litter(tmp_path) == []


def test_a_killed_holder_lets_go(tmp_path: Path, other: subprocess.Popen[str]) -> None:
    other.kill()
    other.wait()
    assert litter(tmp_path) == [".tourgen-lock"]
    with lock.lock(tmp_path, wait=20):
        pass
    assert litter(tmp_path) == []


def test_the_holder_may_take_it_again_in_any_thread(tmp_path: Path) -> None:
    """`serve` holds an event's folder and builds it in another thread; other processes are kept out (above)."""

    def write() -> None:
        with lock.lock(tmp_path):
            replace_tree(tmp_path / "demo", NEW)

    with lock.lock(tmp_path), lock.lock(tmp_path):
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
    assert tree(tmp_path) == in_demo(NEW) and litter(tmp_path) == []


def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr("filelock.FileLock.acquire", none)
    replace_tree(tmp_path / "demo", NEW)
    assert tree(tmp_path) == in_demo(NEW)


@pytest.mark.parametrize(("number", "reason"), [(errno.EROFS, ""), (errno.EACCES, ""), (errno.EIO, "failed")])
def test_an_event_that_can_only_be_read(tmp_path: Path, number: int, reason: str) -> None:
    found = ""
    with refusing(writes_below(tmp_path.resolve(), number)):
        try:
            with lock.hold(tmp_path), lock.hold(tmp_path / "not there"):
                pass
        except DiskProblem as problem:
            found = problem.reason
    assert found == reason


def test_many_at_once_are_one_after_the_other(tmp_path: Path) -> None:
    """Four processes write the same folder again and again; it is always somebody's whole one."""
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from tourgen.storage.errors import DiskProblem\nfrom tourgen.storage.tree import replace_tree\n"
        "for n in range(10):\n"
        "    text = f'{sys.argv[2]} {n}'.encode()\n"
        "    try:\n"
        "        replace_tree(Path(sys.argv[1]), {'a': text, 'b/c': text})\n"
        "    except DiskProblem as problem:\n"
        "        assert problem.reason == 'busy', problem\n"
    )
    target = tmp_path / "demo"
    runs = [subprocess.Popen([sys.executable, "-c", script, str(target), str(n)]) for n in range(4)]
    assert [run.wait(300) for run in runs] == [0] * 4
    found = tree(target)
    assert found["a"] == found["b/c"] and len(found) == 2 and litter(tmp_path) == []


# --- What the disk refuses


@pytest.mark.parametrize(
    ("number", "reason"),
    [(errno.ENOSPC, "full"), (errno.EACCES, "permission"), (errno.EROFS, "read-only"), (errno.EIO, "failed")],
)
def test_what_the_system_refuses_is_said(tmp_path: Path, number: int, reason: str) -> None:
    replace_tree(tmp_path / "demo", OLD)

    def refuse(kind: str, path: Path) -> OSError | None:
        return (
            OSError(number, os.strerror(number)) if kind == "create" and path.name == "index.html" else None
        )

    with refusing(refuse), pytest.raises(DiskProblem) as caught:
        replace_tree(tmp_path / "demo", NEW)
    for language in ("ja", "en"):
        text = caught.value.problem.text(language)
        assert text.startswith(f"{tmp_path}: ") and text.endswith(f"(disk-{reason})")
    assert tree(tmp_path) == in_demo(OLD) and litter(tmp_path) == []


@pytest.mark.parametrize("times", [2, 99], ids=["closed in time", "left open"])
def test_a_file_open_elsewhere_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    replace_tree(tmp_path / "demo", OLD)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    refusals: list[Path] = []

    def refuse(kind: str, path: Path) -> OSError | None:
        if kind != "os.rename" or path != (tmp_path / "demo").resolve() or len(refusals) >= times:
            return None
        refusals.append(path)
        error = PermissionError(errno.EACCES, "The process cannot access the file")
        error.winerror = 32  # type: ignore[attr-defined, unused-ignore]
        return error

    with refusing(refuse):
        if times == 99:
            with pytest.raises(DiskProblem, match="in-use"):
                replace_tree(tmp_path / "demo", NEW)
        else:
            replace_tree(tmp_path / "demo", NEW)
    assert tree(tmp_path / "demo") == (OLD if times == 99 else NEW) and litter(tmp_path) == []


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "site").write_bytes(b"")
    for place in ("site/demo", "site/deep/demo"):
        with pytest.raises(DiskProblem, match="not-a-folder"):
            replace_tree(tmp_path / place, NEW)
    assert tree(tmp_path) == {"site": b""}


def test_every_reason_has_words() -> None:
    own = {"link", "busy", "unsafe-path", "foreign", "foreign-case", "foreign-file", "in-use", "failed"}
    for reason in {*errors._REASONS.values(), *own}:
        assert set(catalogue()[f"disk-{reason}"]) == {"ja", "en"}
