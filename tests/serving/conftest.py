"""An event whose first round is paired, made once and copied for each test."""

import shutil
from pathlib import Path

import pytest

from tests.serving.hall import paired


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight players in two leagues; a module may make another."""
    return paired(tmp_path_factory.mktemp("made"))


@pytest.fixture
def event(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "demo"))
