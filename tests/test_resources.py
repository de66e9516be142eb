"""Tables that ship with tourgen are what their files say, whatever is kept of them."""

import sys
import tomllib
from pathlib import Path

import pytest

from tourgen import resources
from tourgen.resources import place_beside, shipped_table, shipped_tables


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path


def test_what_is_kept_is_read_instead(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "a.toml").write_text('word = "一"\n[more]\nlist = [1, 2]', encoding="utf-8")
    first = shipped_table("a.toml")
    monkeypatch.delattr(tomllib, "loads")
    assert shipped_table("a.toml") == first == {"word": "一", "more": {"list": [1, 2]}}


def test_an_edited_file_is_read_again(package: Path) -> None:
    for said in ("one", "two"):
        (package / "a.toml").write_text(f'word = "{said}"', encoding="utf-8")
        assert shipped_tables(".") == [{"word": said}]


@pytest.mark.parametrize("end", [0, 10, 32, 40])
def test_a_torn_copy_is_no_copy(package: Path, end: int) -> None:
    (package / "a.toml").write_text('word = "one"', encoding="utf-8")
    shipped_table("a.toml")
    kept = place_beside(package / "a.toml", "table")
    kept.write_bytes(kept.read_bytes()[:end])
    assert shipped_table("a.toml") == {"word": "one"}


def test_where_nothing_is_kept_nothing_is_written(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (package / "a.toml").write_text('word = "one"', encoding="utf-8")
    assert shipped_table("a.toml") == {"word": "one"}
    assert not place_beside(package / "a.toml", "table").exists()
