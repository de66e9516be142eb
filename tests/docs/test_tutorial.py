"""The tutorial is played as it is written: every command, every table, every picture's page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest

from tools.docs.markup import Picture
from tools.docs.pictures import SIZES, Camera, camera, sheet_html
from tools.docs.shelf import document
from tools.docs.tutorial import Tutorial
from tourgen.messages.problems import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEW = """```console
$ tourgen new events/spring --format othello-free --players 8
…
```
"""


class Noting(Camera):
    """Takes no picture, but notes what would be on it."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, str, str]] = []

    def take(self, kind: str, path: Path, me: str = "") -> Picture:
        self.taken.append((kind, path.name, me))
        return Picture(b"", 1, 1, kind)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_tutorial_says_is_so(language: str, tmp_path: Path) -> None:
    noting = Noting()
    done = Tutorial(tmp_path, noting).read(document("tutorial", language).text)
    assert not done.wrong, "\n".join(done.wrong)
    results = json.loads((tmp_path / "site/spring/open/results.json").read_text(encoding="utf-8"))
    assert results["state"]["finished"] and len(results["players"]) == 16
    assert {kind for kind, _, _ in noting.taken} == {"phone", "desktop", "sheet", "paper"}
    assert len(done.pictures) == document("tutorial", language).text.count("](pictures/")


def test_both_tutorials_are_the_same_day() -> None:
    ja, en = (document("tutorial", language).text for language in LANGUAGES)
    for mark in ("<!-- types:", "<!-- plays:", "```console", "](pictures/", "\n## "):
        assert ja.count(mark) == en.count(mark), mark


def test_what_is_not_so_is_found(tmp_path: Path) -> None:
    text = NEW + (
        "```console\n$ tourgen build\nall is well\n```\n"
        "<!-- types: events/spring/event.toml -->\n```toml\nnme = 1\n```\n"
        "<!-- phone: site/nowhere.html -->\n![x](pictures/x.png)\n"
    )
    done = Tutorial(tmp_path, Noting()).read(text)
    (build, setting, page) = done.wrong
    assert build.startswith("$ tourgen build\nevents/spring/roster.xlsx") and "[exit 1]" in build
    assert (setting, page) == ("events/spring/event.toml: nme", "site/nowhere.html is not there")


def test_tables_are_typed_by_their_first_column(tmp_path: Path) -> None:
    table = "| 名簿番号 | 氏名 | 抽選番号 |\n|---|---|---|\n| 3 | 見本 花子 | 12 |\n"
    Tutorial(tmp_path).read(f"{NEW}<!-- types: events/spring/roster.xlsx -->\n{table}")
    page = openpyxl.load_workbook(tmp_path / "events/spring/roster.xlsx").worksheets[0]
    rows = [[cell for cell in row if cell is not None] for row in page.iter_rows(values_only=True)]
    assert [3, "見本 花子", 12] in rows


def test_a_sheet_is_drawn_with_what_is_in_it(tmp_path: Path) -> None:
    Tutorial(tmp_path).read(NEW)
    html = sheet_html(tmp_path / "events/spring/roster.xlsx")
    assert "氏名" in html and "<th>A</th>" in html and "background: #" in html


def test_without_a_browser_there_are_no_pictures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.docs.pictures.find_browser", lambda: None)
    with camera() as eye:
        assert eye is None
    assert "without pictures" in capsys.readouterr().err


def test_a_browser_that_does_not_start_stops_nothing(tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    # In a process of its own: the browser tests of this one hold a Playwright already.
    lines = "from tools.docs.pictures import camera\nwith camera() as eye: print(eye)"
    run = subprocess.run(
        [sys.executable, "-c", lines],
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "None\n" and "without pictures" in run.stderr


@pytest.mark.browser
def test_pictures_are_taken(chromium: Browser, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><title>x</title><p>見本</p>", encoding="utf-8")
    Tutorial(tmp_path).read(NEW)
    eye = Camera(chromium)
    phone, sheet = eye.take("phone", page), eye.take("sheet", tmp_path / "events/spring/roster.xlsx")
    assert phone is not None and sheet is not None
    assert phone.data.startswith(b"\x89PNG") and sheet.data.startswith(b"\x89PNG")
    assert (phone.width, phone.height) == SIZES["phone"][:2]
    assert eye.take("phone", tmp_path / "nowhere.html") is None
