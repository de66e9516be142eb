"""The program ends at once, but only when everything that it had to say is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tourgen import __main__

SAYING = """
import atexit, sys, threading, time
from unittest import mock
from tourgen import __main__
def app(prog_name):
    atexit.register(lambda: print("at the end", flush=True))
    {before}
    print("said", "x" * 100_000)
    raise SystemExit({code})
with mock.patch("tourgen.cli.app", app):
    __main__.main()
"""
A_THREAD = "threading.Thread(target=lambda: (time.sleep(0.2), print('and done'))).start()"


def ended(code: str, before: str = "") -> tuple[int, str]:
    script = SAYING.format(code=code, before=before)
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
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


def test_nobody_reads_any_more() -> None:
    """Of a pipe that was closed there is no traceback."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "tourgen", "formats"]
    found = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False, cwd=Path.cwd()
    )
    os.close(writer)
    assert "Traceback" not in found.stderr
