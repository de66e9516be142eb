"""A folder with an event after two rounds, played once and copied for each test that wants it."""

import shutil
from pathlib import Path

import pytest

from tests.cli.desk import new_event, run, type_results


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
