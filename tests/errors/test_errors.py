"""Every error has a folder with an input that causes it, and says there what the organiser should do."""

import re
import tomllib
from importlib.resources import files

import pytest

from tests.errors.cases import HERE, LANGUAGES, Case, cases
from tourgen.messages.problems import catalogue

# The catalogues whose every code must have a folder here. said.toml is tested in tests/cli, disk.toml in
# tests/crash, read_files.toml there and in tests/hostile, the explanations and verify.toml with their commands,
# go.toml and go_live.toml in tests/go, engine.toml in tests/engine, parts.toml with the messages that hold its texts.
COVERED = ("sheets.toml", "event.toml", "tournament.toml", "formats.toml", "records.toml")


def said(code: str, language: str) -> re.Pattern[str]:
    """A pattern that fits a message whatever its values are."""
    words = re.split(r"(?<!\{)\{[a-z_]+(?::[^}]*)?\}(?!\})", catalogue()[code][language])
    return re.compile(".*".join(re.escape(part.replace("{{", "{").replace("}}", "}")) for part in words))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.folder.name)
def test_error(case: Case) -> None:
    for language in LANGUAGES:
        text = case.text(language)
        assert text == case.expected(language).read_text(encoding="utf-8")
        assert said(case.code, language).search(text), f"{case.code} is not among the messages"


@pytest.mark.parametrize("name", COVERED)
def test_every_code_has_a_folder(name: str) -> None:
    text = files("tourgen").joinpath("messages", name).read_text(encoding="utf-8")
    codes = {
        code for code in tomllib.loads(text) if not code.startswith("limits-")
    }  # parts of other messages
    assert codes <= {case.code for case in cases()}


def test_every_folder_has_an_input() -> None:
    folders = {path for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {case.folder for case in cases()}


def test_every_catalogue_is_tested_somewhere() -> None:
    explained = {name for name in _catalogues() if name.startswith("explain")}
    elsewhere = ("said.toml", "print.toml", "disk.toml", "engine.toml", "read_files.toml", "verify.toml")
    parts = ("parts.toml",)
    games = ("go.toml", "go_live.toml")
    formats = {name for name in _catalogues() if name.startswith("format_")}  # tests/engine
    assert _catalogues() == {*COVERED, *elsewhere, *parts, *games, *explained, *formats}


def _catalogues() -> set[str]:
    names = (entry.name for entry in files("tourgen").joinpath("messages").iterdir())
    return {name for name in names if name.endswith(".toml")}
