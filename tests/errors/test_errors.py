"""Every error has a folder with an input that causes it, and says there what the organiser should do."""

import tomllib
from importlib.resources import files

import pytest

from tests.errors.cases import HERE, LANGUAGES, Case, cases

# The catalogues whose every code must have a folder here.
COVERED = ("sheets.toml",)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.folder.name)
def test_error(case: Case) -> None:
    assert case.code in {problem.code for problem in case.problems()}
    for language in LANGUAGES:
        assert case.text(language) == case.expected(language).read_text(encoding="utf-8")


@pytest.mark.parametrize("catalogue", COVERED)
def test_every_code_has_a_folder(catalogue: str) -> None:
    text = files("tourgen").joinpath("messages", catalogue).read_text(encoding="utf-8")
    codes = set(tomllib.loads(text))
    assert codes <= {case.code for case in cases()}


def test_every_folder_has_an_input() -> None:
    folders = {path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {case.folder for case in cases()}
