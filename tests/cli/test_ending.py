"""The program ends at once, but only when everything that it had to say is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.desk import new_event
from tourgen import __main__

SAYING = """
import atexit, sys, threading, time
from unittest import mock
from tourgen import __main__
def app(prog_name):
    atexit.register(lambda: print("at the end"))
    {before}
    print("said", "x" * 100_000)
    raise SystemExit({code})
with mock.patch("tourgen.cli.app", app):
    __main__.main()
"""
A_THREAD = "threading.Thread(target=lambda: (time.sleep(0.2), print('and done'))).start()"


def ended(code: str, before: str = "") -> tuple[int, str]:
    script = SAYING.format(code=code, before=before)
    # what is printed waits to be flushed, as it does for everybody
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", script]
    found = subprocess.run(command, capture_output=True, text=True, check=False, env=usual)
    assert found.stderr == ("" if code.isdigit() else "why\n")
    return found.returncode, found.stdout.replace("x", "")


@pytest.mark.parametrize(("code", "number"), [("0", 0), ("1", 1), ("'why'", 1)])
def test_all_is_said_and_the_number_is_right(code: str, number: int) -> None:
    assert ended(code) == (number, "said \nat the end\n")


def test_a_thread_that_is_at_work_is_waited_for() -> None:
    assert sorted(ended("0", A_THREAD)[1].split("\n")) == ["", "and done", "at the end", "said "]


def test_it_is_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []
    monkeypatch.setattr("tourgen.cli.app", lambda prog_name: sys.exit(3))
    monkeypatch.setattr(__main__, "_end", ends.append)
    monkeypatch.setattr("threading.active_count", lambda: 1)
    with pytest.raises(SystemExit):
        __main__.main()
    assert ends == [3]


def test_nobody_reads_any_more(tmp_path: Path) -> None:
    """Of a pipe that was closed there is no traceback, and no lock in the folder that people upload."""
    new_event(tmp_path, "othello-2-league", 8)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "tourgen", "build"]
    here = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    found = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path, env=here
    )
    os.close(writer)
    assert "Traceback" not in found.stderr
    assert (tmp_path / "site/demo/index.html").exists()
    assert not list(tmp_path.rglob(".tourgen-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close one")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_nothing_to_write_to(closed: str) -> None:
    """A terminal window that was closed, a service without one."""
    command = f'"{sys.executable}" -m tourgen formats {closed}'
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
