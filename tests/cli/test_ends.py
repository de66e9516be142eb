"""However a command ends, there is no traceback, and nothing of it is left lying about."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.desk import new_event

INTERRUPTED_AT_WORK = """
import os, signal, time
import tourgen.build
def interrupted(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
tourgen.build.render_event = interrupted
"""
INTERRUPTED_AT_THE_START = """
import sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == "tourgen.cli.build":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
"""


def here() -> dict[str, str]:
    """The environment of somebody in another folder than this one."""
    return {**os.environ, "PYTHONPATH": str(Path.cwd())}


@pytest.mark.parametrize("script", [INTERRUPTED_AT_WORK, INTERRUPTED_AT_THE_START])
def test_ctrl_c(played: Path, script: str) -> None:
    """The site and the sheets stay as they were."""
    before = sorted(path for path in played.rglob("*") if path.is_file())
    # Whoever started the tests may have the signal ignored, and would hand that on.
    begin = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{begin}\n{script}\nfrom tourgen.__main__ import main\nmain()"
    command = [sys.executable, "-c", code, "build"]
    ended = subprocess.run(command, cwd=played, capture_output=True, text=True, check=False, env=here())
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
    assert sorted(path for path in played.rglob("*") if path.is_file()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal sends Ctrl-C to everything that it started")
def test_ctrl_c_ends_the_other_processes_of_simulate(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tourgen", "simulate", "--format", "othello-2-league", "--players", "8"]
    command += ["--runs", "100000", "--jsonl", "lines.jsonl"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=here(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        while running.poll() is None and sum(one.stat().st_size for one in tmp_path.iterdir()) < 100_000:
            time.sleep(0.1)
        os.killpg(running.pid, signal.SIGINT)
        said, wrong = running.communicate(timeout=300)
    assert (running.returncode, said, wrong) == (130, "", "")


def test_nobody_reads_any_more(tmp_path: Path) -> None:
    """Of a pipe that was closed there is no traceback, and no lock in the folder that people upload."""
    new_event(tmp_path, "othello-2-league", 8)
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "tourgen", "build"]
    ended = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False, cwd=tmp_path, env=here()
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert (tmp_path / "site/demo/index.html").exists()
    assert not list(tmp_path.rglob(".tourgen-*"))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close one")
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_nothing_to_write_to(played: Path, closed: str) -> None:
    """A terminal window that was closed, a scheduler without one: what was asked for is done all the same."""
    (played / "site/demo/index.html").unlink()
    command = f'"{sys.executable}" -m tourgen build {closed}'
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=played, env=here()
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (played / "site/demo/index.html").exists()
