"""Folders and files that may not be read: every command names the place, none passes it over as if it were empty."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from typer.testing import Result

from tests.anybody import as_anybody
from tests.cli.desk import new_event, run, type_results
from tests.few_pages import without_pages
from tourgen.web.paper import printing

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are something else there")

COMMANDS = (
    ("build",),
    ("check",),
    ("check", "events/demo"),
    ("pair", "demo", "open", "2"),
    ("verify", "demo"),
    ("explain", "demo", "open"),
    ("print", "demo"),
    ("go", "live", "demo"),
)
MODES = (0o000, 0o400, 0o100)  # nothing; only the names in it; only who knows the name


@pytest.fixture(scope="module")
def day_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Go, so that every folder of an event is read."""
    folder = tmp_path_factory.mktemp("forbidden")
    event = new_event(folder, "go-swiss", 4)
    (event / "pages/timetable.md").write_text("# 時程\n\n10:00", encoding="utf-8")
    (event / "games").mkdir()
    (event / "games/notes.txt").write_text("", encoding="utf-8")
    (event / "templates/own").mkdir(parents=True)
    (event / "templates/own/footer.html").write_text("", encoding="utf-8")
    with without_pages():
        run(folder, "build")
        type_results(event / "rounds/open-r1.xlsx")
        run(folder, "build")
    return folder


@pytest.fixture
def day(day_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    shutil.copytree(day_once, tmp_path / "day")
    return tmp_path / "day"


@contextmanager
def forbidden(place: Path, mode: int) -> Iterator[None]:
    before = place.stat().st_mode
    place.chmod(mode)
    try:
        with as_anybody():
            yield
    finally:
        place.chmod(before)


def refused(day: Path, *arguments: str) -> Result:
    """Exit 1, with a message, and not that of the last resort."""
    with patch("tourgen.cli.serve.run", side_effect=AssertionError("a table is open")):
        result = run(day, *arguments, code=1)
    assert isinstance(result.exception, SystemExit), (arguments, result.exception)
    return result


def served(day: Path, *arguments: str) -> Result:
    """The tables are opened, and the terminal says what is wrong."""
    with patch("tourgen.cli.serve.run"):
        return run(day, *arguments)


@pytest.mark.parametrize("mode", MODES, ids=oct)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_folder_of_an_event(day: Path, arguments: tuple[str, ...], mode: int) -> None:
    with forbidden(day / "events/demo", mode):
        assert "events/demo" in refused(day, *arguments).stderr


@pytest.mark.parametrize(
    ("place", "mode"),
    [
        *((place, mode) for place in ("rounds", "pages") for mode in MODES),
        *((place, mode) for place in ("templates", "templates/own") for mode in MODES[:2]),  # read by name
        *(("games", mode) for mode in (MODES[0], MODES[2])),  # in which lies no record yet
    ],
)
def test_a_folder_in_it(day: Path, place: str, mode: int) -> None:
    """An unreadable pages/ is not an event without pages."""
    sheet = day / "events/demo/rounds/open-r2.xlsx"
    before = sheet.read_bytes()
    with forbidden(day / "events/demo" / place, mode):
        for arguments in COMMANDS:
            if (place, arguments[0]) != ("games", "pair"):  # which has no need of records
                # Games are played whatever becomes of the pages.
                answer = (
                    served if arguments[0] == "go" and place.startswith(("pages", "templates")) else refused
                )
                assert f"events/demo/{place}" in answer(day, *arguments).stderr, arguments
    assert sheet.read_bytes() == before
    with without_pages():
        run(day, "build")


@pytest.mark.parametrize("mode", MODES[:2], ids=oct)
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_all_events(day: Path, arguments: tuple[str, ...], mode: int) -> None:
    with forbidden(day / "events", mode):
        assert "events" in refused(day, *arguments).stderr


@pytest.mark.parametrize("name", ["event.toml", "roster.xlsx", "rounds/open-r1.xlsx", "pages/timetable.md"])
def test_a_file(day: Path, name: str) -> None:
    with forbidden(day / "events/demo" / name, 0):
        said = refused(day, "check").stderr
    assert f"events/demo/{name}: " in said and "(file-not-read)" in said


def test_people_toml(day: Path) -> None:
    people = day / "events/people.toml"
    people.write_text("", encoding="utf-8")
    with forbidden(people, 0):
        assert "events/people.toml: " in refused(day, "check").stderr


def test_a_protected_site_is_built_again_and_again(day: Path) -> None:
    """`chmod 555 site/demo`: the old pages are removed, and the list of events is written every time."""
    with without_pages():
        for number in range(3):
            with forbidden(day / "site/demo", 0o555):
                assert "サイトを書き出しました" in run(day, "build").stdout, number
                (day / "site/demo").chmod(0o755)
    assert not list((day / "site").glob(".tourgen-*"))


def test_a_format_in_a_forbidden_folder(day: Path) -> None:
    event = day / "events/demo"
    (event / "formats").mkdir()
    (event / "formats/my.toml").write_text("", encoding="utf-8")
    text = (event / "event.toml").read_text(encoding="utf-8")
    (event / "event.toml").write_text(text.replace('"go-swiss"', '"formats/my.toml"'), encoding="utf-8")
    with forbidden(event / "formats", 0):
        said = refused(day, "check").stderr
    assert "events/demo/formats/my.toml: " in said and "(file-not-read)" in said
