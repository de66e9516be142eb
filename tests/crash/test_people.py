"""What people do to a folder while tourgen works in it: open sheets, start it twice, lock, move and synchronise it."""

import contextlib
import errno
import itertools
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from tests.cli.desk import new_event, pairs, run, type_results
from tests.crash.refusal import refusing, writes_below
from tests.crash.test_storage import litter, tree
from tourgen import build
from tourgen.event import read_files
from tourgen.messages.problems import Problem
from tourgen.storage import lock

ROOT = Path(__file__).parents[2]
SHARING = (5, 32, 33)  # access denied, sharing violation, lock violation
REFUSALS = {  # what the system says → the end of the message's code
    errno.EROFS: "read-only",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
}


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event in round 1 whose site was built, and whose results are typed."""
    home = tmp_path_factory.mktemp("day")
    made = new_event(home, "othello-free", 8)
    run(home, "build")
    type_results(made / "rounds" / "open-r1.xlsx")
    return home


@pytest.fixture
def event(day: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(day, tmp_path, dirs_exist_ok=True)
    return tmp_path / "events" / "demo"


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited; nobody does."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def windows_error(number: int) -> OSError:
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    error.winerror = number  # type: ignore[attr-defined, unused-ignore]
    return error


@contextlib.contextmanager
def held(path: Path, number: int, times: int) -> Iterator[None]:
    """Excel has this file open: reading, renaming and removing it fail so often."""
    refusals, here = itertools.count(1), path.resolve()

    def refuse(kind: str, at: Path) -> OSError | None:
        return windows_error(number) if at == here and next(refusals) <= times else None

    with refusing(refuse):
        yield


# --- Open in Excel


@pytest.mark.parametrize("number", SHARING)
@pytest.mark.parametrize("name", ["roster.xlsx", "rounds/open-r1.xlsx", "event.toml", "pages/timetable.md"])
def test_a_file_that_cannot_be_read(event: Path, pauses: list[float], number: int, name: str) -> None:
    """Tried again for a moment; then the message says which file to close, and nothing is written."""
    before = tree(event.parent.parent)
    with contextlib.chdir(event.parent.parent), held(Path("events/demo") / name, number, 99):
        result = run(Path(), "build", code=1)
    message = f"events/demo/{name}: 「{Path(name).name}」をほかのプログラム (Excel など) が開いているため読めません。"
    assert message in result.stderr and "(file-in-use)" in result.stderr, result.stderr
    assert len(pauses) >= 3 and sum(pauses[:5]) < 3
    assert without_build(tree(event.parent.parent)) == without_build(before)


def without_build(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.endswith("build.json")}


@pytest.mark.parametrize("number", SHARING)
def test_a_file_that_is_closed_in_time(event: Path, pauses: list[float], number: int) -> None:
    with contextlib.chdir(event.parent.parent), held(Path("events/demo/rounds/open-r1.xlsx"), number, 3):
        run(Path(), "build")
    assert len(pauses) == 3
    assert (event / "rounds" / "open-r2.xlsx").exists()


@pytest.mark.parametrize("number", SHARING)
def test_a_sheet_that_cannot_be_set_aside(event: Path, number: int) -> None:
    """pair re-makes a round whose sheet is open: it says so, and the sheet stays what it was."""
    home = event.parent.parent
    run(home, "build")
    sheet = event / "rounds" / "open-r2.xlsx"
    before = sheet.read_bytes()
    with contextlib.chdir(home):
        real = Path.rename

        def refuse(path: Path, to: Path) -> Path:
            if path.name == sheet.name:
                raise windows_error(number)
            return real(path, to)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "rename", refuse)
            result = run(Path(), "pair", "demo", "open", "2", code=1)
    assert "open-r2.xlsx" in result.stderr and "(disk-in-use)" in result.stderr
    assert sheet.read_bytes() == before and litter(home) == []
    assert not list((event / "rounds" / "old").glob("*"))


@pytest.mark.parametrize("mark", ["~$open-r2.xlsx", "~$en-r2.xlsx", ".~lock.open-r2.xlsx#"])
def test_the_hidden_file_of_an_open_sheet(event: Path, mark: str) -> None:
    """It is no sheet; build says that what is not saved is not taken in, pair waits until the sheet is closed."""
    home = event.parent.parent
    run(home, "build")
    sheet = event / "rounds" / "open-r2.xlsx"
    before = sheet.read_bytes()
    (event / "rounds" / mark).write_bytes(b"\x05Taro")
    assert "保存していない入力は反映されません" in run(home, "build").stdout
    assert "(pair-open)" in run(home, "pair", "demo", "open", "2", code=1).stderr
    assert sheet.read_bytes() == before
    (event / "rounds" / mark).unlink()
    run(home, "pair", "demo", "open", "2")


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        *((mark, "file-being-saved") for mark in ("~$open-r1.xlsx", "~$en-r1.xlsx", ".~lock.open-r1.xlsx#")),
        (".open-r1.xlsx.icloud", "file-not-downloaded"),
    ],
)
def test_a_sheet_that_is_only_away_is_not_made_anew(event: Path, mark: str, code: str) -> None:
    """Moved out of the way while Excel saves, or taken by iCloud: nothing is written until it is back."""
    home, sheet = event.parent.parent, event / "rounds" / "open-r1.xlsx"
    before = tree(home)
    sheet.rename(sheet.with_name("A1B2C3.tmp"))
    sheet.with_name(mark).touch()
    for command in (["build"], ["check"], ["pair", "demo", "open", "1"]):
        error = run(home, *command, code=1).stderr
        assert "events/demo/rounds/open-r1.xlsx: 「open-r1.xlsx」" in error and f"({code})" in error
        assert not sheet.exists()
    sheet.with_name(mark).unlink()
    sheet.with_name("A1B2C3.tmp").rename(sheet)
    assert without_index(tree(home)) == without_index(before)
    run(home, "build")


def test_the_mark_of_one_open_sheet_is_not_that_of_another() -> None:
    """`~$en-r1.xlsx` beside en-r1.xlsx, or beside open-r1.xlsx, says nothing of a sheet that is to be made."""
    names = {"en-r1.xlsx", "~$en-r1.xlsx"}
    assert read_files.away("open-r1.xlsx", names, "") is None
    assert read_files.away("en-r1.xlsx", {"open-r1.xlsx", "~$en-r1.xlsx"}, "") is None
    found = read_files.away("open-r1.xlsx", {"~$en-r1.xlsx"}, "")
    assert found is not None and found.code == "file-being-saved"


def test_a_file_without_permission(event: Path) -> None:
    """As root everything may be read, so the refusal is made here."""

    def refuse(path: Path, *_: object, **__: object) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        found = read_files.read_workbook(event / "roster.xlsx", "roster.xlsx", event)
        assert isinstance(found, Problem) and found.code == "file-not-read"
        (event / "~$roster.xlsx").touch()
        found = read_files.read_workbook(event / "roster.xlsx", "roster.xlsx", event)
        assert isinstance(found, Problem) and found.code == "file-in-use"


# --- Twice at once


def build_process(home: Path) -> subprocess.CompletedProcess[str]:
    root = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "tourgen", "build"]
    environment = os.environ | {"PYTHONPATH": root, "PYTHONUTF8": "1"}
    return subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, env=environment)


def test_two_builds_at_once(event: Path) -> None:
    """While one writes, the other says so and changes nothing; afterwards it builds."""
    home = event.parent.parent
    before = tree(home)
    with lock.lock(home / "site"):
        second = build_process(home)
    assert second.returncode == 1
    assert "site: 別の tourgen がここに書き込んでいます。" in second.stderr and "(disk-busy)" in second.stderr
    assert tree(home) == before
    assert build_process(home).returncode == 0


def test_many_builds_at_once(event: Path) -> None:
    """Whoever wins, the site is somebody's whole one, and the sheet of the next round is made once."""
    home = event.parent.parent
    found: list[subprocess.CompletedProcess[str]] = []
    threads = [threading.Thread(target=lambda: found.append(build_process(home))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert any(one.returncode == 0 for one in found)
    assert all("(disk-busy)" in one.stderr for one in found if one.returncode), found
    assert sum("open-r2.xlsx" in one.stdout for one in found) == 1
    assert len(pairs(event / "rounds" / "open-r2.xlsx")) == 2
    site = without_build(tree(home / "site"))
    run(home, "build")
    assert without_build(tree(home / "site")) == site and litter(home) == []


HOLDING = """
from pathlib import Path
from tourgen.storage.lock import hold
with hold(Path("events/demo")):
    print("held", flush=True)
    input()
"""


def beside(home: Path, *command: str) -> subprocess.Popen[str]:
    """Another process of tourgen: one and the same may take the lock that it holds again."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, *command],
        cwd=home,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def test_pair_waits_for_a_build(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that has read the sheets publishes what stands on them; only then is the round re-made."""
    home = event.parent.parent
    run(home, "build")
    started: list[subprocess.Popen[str]] = []
    real, written = build.render_event, build.replace_tree

    def slow(*given: Any) -> dict[str, bytes]:
        started.append(beside(home, "-m", "tourgen", "pair", "demo", "open", "2"))
        with pytest.raises(subprocess.TimeoutExpired):
            started[0].wait(5)
        return real(*given)

    def publish(*given: Any, **named: Any) -> None:
        assert started[0].poll() is None and not (event / "rounds" / "old").exists()
        written(*given, **named)

    monkeypatch.setattr(build, "render_event", slow)
    monkeypatch.setattr(build, "replace_tree", publish)
    run(home, "build")
    assert started[0].wait(300) == 0
    assert (event / "rounds" / "old" / "open-r2-1.xlsx").exists()


def test_a_build_beside_pair_and_the_other_way_round(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever doesn't get at the event in time says so, and changes nothing."""
    home = event.parent.parent
    run(home, "build")
    monkeypatch.setattr(lock, "_WAIT", 0.0)
    holder = beside(home, "-c", HOLDING)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    before = without_index(tree(home))
    try:
        for command in (["build"], ["pair", "demo", "open", "2"]):
            assert "events/demo: 別の tourgen が" in run(home, *command, code=1).stderr
            assert without_index(tree(home)) == before
    finally:
        holder.communicate("\n", timeout=300)
    run(home, "pair", "demo", "open", "2")


# --- Folders


@pytest.mark.parametrize("number", REFUSALS)
@pytest.mark.parametrize("place", ["site", "events/demo/rounds"])
def test_a_folder_that_cannot_be_written(event: Path, place: str, number: int) -> None:
    home = event.parent.parent
    before = tree(home)
    with refusing(writes_below((home / place).resolve(), number)):
        result = run(home, "build", code=1)
    assert f"(disk-{REFUSALS[number]})" in result.stderr
    assert place.partition("/")[0] in result.stderr and ".tourgen" not in result.stderr
    assert without_index(tree(home)) == without_index(before)


def without_index(files: dict[str, bytes]) -> dict[str, bytes]:
    """The list of events may be written anew; of the event nothing is."""
    return {name: data for name, data in files.items() if name.startswith(("events/", "site/demo/"))}


@pytest.mark.parametrize("number", REFUSALS)
def test_an_event_that_can_only_be_read(event: Path, number: int) -> None:
    """From a stick that is locked: the site is built as long as no sheet is to be made."""
    home = event.parent.parent
    run(home, "build")
    before = tree(event)
    shutil.rmtree(home / "site")
    with refusing(writes_below(event.resolve(), number)):
        run(home, "build")
    assert (home / "site/demo/index.html").exists() and tree(event) == before


def test_checking_needs_no_permission_to_write(event: Path) -> None:
    home = event.parent.parent
    with refusing(writes_below(home.resolve(), errno.EROFS)):
        run(home, "check")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["build"], "events-none"),
        (["build", "demo"], "event-unknown"),
        (["check", "events/demo"], "event-unknown"),
        (["pair", "demo", "open", "1"], "event-unknown"),
        (["verify", "demo"], "event-unknown"),
        (["explain", "demo", "open"], "event-unknown"),
        (["print", "demo"], "event-unknown"),
        (["ratings"], "site-missing"),
    ],
)
def test_a_missing_folder(tmp_path: Path, arguments: list[str], code: str) -> None:
    assert f"({code})" in run(tmp_path, *arguments, code=1).stderr
    assert list(tmp_path.iterdir()) == []


def test_folders_inside_that_are_missing(event: Path) -> None:
    """rounds/, pages/ and site/ are made; nothing else is asked for."""
    home = event.parent.parent
    for path in sorted([*(event / "rounds").iterdir(), *(event / "pages").iterdir()]):
        path.unlink()
    (event / "rounds").rmdir()
    (event / "pages").rmdir()
    run(home, "build", "--site", "deep/new/site")
    assert (event / "rounds" / "open-r1.xlsx").exists() and (home / "deep/new/site/index.html").exists()


@pytest.mark.parametrize("place", ["site", "events/demo/rounds"])
def test_a_folder_that_goes_away(event: Path, place: str) -> None:
    """A stick that is pulled out while the build writes: a message, and the typed results are untouched."""
    home = event.parent.parent
    typed = (event / "rounds" / "open-r1.xlsx").read_bytes()
    below = (home / place).resolve()

    def gone(kind: str, path: Path) -> OSError | None:
        written = kind == "create" and below in path.parents and path.name != ".tourgen-lock"
        return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) if written else None

    with refusing(gone):
        result: Result = run(home, "build", code=1)
    assert "(disk-missing)" in result.stderr
    assert (event / "rounds" / "open-r1.xlsx").read_bytes() == typed


# --- Cloud drives


@pytest.mark.parametrize(
    "name",
    [
        *("open-r1 (1)", "open-r1-DESKTOP-7Q2", "open-r1 (Taro's conflicted copy 2026-07-12)", "open-r1 2"),
        *(
            "open-r1 (太郎 の競合コピー 2026-07-12)",
            "open-r1のコピー",
            "open-r1 - コピー (2)",
            "Copy of open-r1",
        ),
    ],
)
def test_a_conflict_is_never_read_and_never_passed_over(event: Path, name: str) -> None:
    home = event.parent.parent
    sheet = event / "rounds" / "open-r1.xlsx"
    (event / "rounds" / f"{name}.xlsx").write_bytes(sheet.read_bytes())
    before = tree(home)
    result = run(home, "build", code=1)
    assert f"「{name}.xlsx」は「open-r1.xlsx」の写しのようです。" in result.stderr
    assert without_index(tree(home)) == without_index(before)


@pytest.mark.parametrize(
    "name", ["roster (1).xlsx", "roster-DESKTOP.xlsx", "roster (競合コピー).xlsx", "event (1).toml"]
)
def test_copies_of_what_there_is_one_of(event: Path, name: str) -> None:
    (event / name).write_bytes(b"")
    assert f"「{name}」は読みません。" in run(event.parent.parent, "build").stdout
