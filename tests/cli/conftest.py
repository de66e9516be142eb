"""A folder with an event after two rounds, played once and copied for each test that wants it; and no browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.desk import new_event, run, type_results
from tests.few_pages import without_pages
from tourgen.web.paper import browser


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    event = new_event(folder, "othello-2-league", 12)
    for number in (1, 2):
        run(folder, "build")
        type_results(event / "rounds" / f"open-r{number}.xlsx")
    run(folder, "build")
    return folder


@pytest.fixture
def played(played_once: Path, tmp_path: Path) -> Path:
    """events/demo and site/demo after two rounds; the sheet of round 3 is there, unplayed."""
    shutil.copytree(played_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def only_documents() -> Iterator[None]:
    """For tests that look at no page."""
    with without_pages():
        yield


@pytest.fixture(autouse=True)
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without one, where papers are HTML; a test that wants one says so."""
    monkeypatch.setattr(browser, "_places", lambda: iter(()))
