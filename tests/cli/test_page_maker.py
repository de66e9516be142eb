"""Who makes the pages: a helper that begins with the command, or the build itself; nobody sees a difference."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.desk import run
from tests.corrections.office import tree, without_time
from tourgen import page_maker

ON_TWO = sys.platform == "linux" and len(os.sched_getaffinity(0)) > 1
# The command with a helper that says what had been imported when it was split off.
SAYING_WHEN = """
import sys
from pathlib import Path
from tourgen import page_maker
from tourgen.__main__ import main

ready = page_maker._get_ready

def get_ready():
    Path("split.txt").write_text("after Typer" if "typer" in sys.modules else "before Typer")
    ready()

page_maker._get_ready = get_ready
sys.argv = ["tourgen", *sys.argv[1:]]
main()
"""


def command(folder: Path, *arguments: str) -> str:
    """What the command says, as a program of its own; and when its helper was split off, if it had one."""
    script = [sys.executable, "-c", SAYING_WHEN, *arguments]
    done = subprocess.run(script, cwd=folder, capture_output=True, text=True, check=True)
    assert not done.stderr
    return done.stdout


@pytest.mark.skipif(not ON_TWO, reason="processes are split in two on Linux with two processors only")
def test_the_helper_begins_before_anything_else_is_imported(played: Path) -> None:
    assert "サイトを書き出しました" in command(played, "build")
    assert (played / "split.txt").read_text() == "before Typer"


@pytest.mark.parametrize("arguments", [["build", "--help"], ["check"], ["--version"]], ids=" ".join)
def test_who_makes_no_pages_has_no_helper(played: Path, arguments: list[str]) -> None:
    command(played, *arguments)
    assert not (played / "split.txt").exists()


def test_an_event_too_large_to_send_is_made_here(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(played, "build")
    before = without_time(tree(played / "site"))
    (played / "site/demo/index.html").unlink()
    monkeypatch.setattr(page_maker, "SMALL", 1)
    monkeypatch.setattr(page_maker, "ask", lambda *_: pytest.fail("it was sent"))
    run(played, "build")
    assert without_time(tree(played / "site")) == before


def test_pages_that_are_the_same_are_left(played: Path) -> None:
    """A build of all events after one of them changed writes that one."""
    run(played, "build")
    home, record = played / "site/demo/index.html", played / "site/demo/build.json"
    before = home.stat().st_ino, json.loads(record.read_bytes())["build"]
    run(played, "build")
    assert (home.stat().st_ino, json.loads(record.read_bytes())["build"]) == before


@pytest.mark.parametrize("name", ["index.html", "open/results.json", "static/style.css", "mine.html"])
def test_a_page_that_somebody_changed_is_put_right(played: Path, name: str) -> None:
    run(played, "build")
    before = without_time(tree(played / "site"))
    (played / "site/demo" / name).write_text("mine")
    run(played, "build")
    assert without_time(tree(played / "site")) == before


def test_closed_streams_are_nobodys_concern(played: Path) -> None:
    """A scheduler may start us without any; what was asked for is done."""
    script = f'"{sys.executable}" -m tourgen build <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", script], cwd=played, check=False).returncode == 0
    assert (played / "site/demo/index.html").exists()
