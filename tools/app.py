"""`make app`: tourgen as a folder that needs no Python, for the system it is made on.

dist/tourgen has the program, with the formats, templates and documents of the wheel; it is proved in an empty folder
and then packed as a zip beside it. The exit code is 1 if any of it fails.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path

from tools.versions import COMMANDS, UV
from tourgen import __version__
from tourgen.resources import locked_requirements

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
WINDOWS = sys.platform == "win32"
PROGRAM = DIST / "tourgen" / ("tourgen.exe" if WINDOWS else "tourgen")
PYINSTALLER = "pyinstaller==6.22.3"
# What packages would use if it were there, and tourgen never does.
UNUSED = ("tkinter", "IPython", "matplotlib", "pytest", "numpy.tests", "pandas.tests")
# Windows opens no socket and knows no home without these; nothing else of the environment reaches the proof.
NEEDED = ("SYSTEMROOT", "USERPROFILE")
SIMULATION = ("simulate", "--format", "othello-free", "--players", "16", "--runs", "4")
PATIENCE = 300  # seconds for one command, on a machine that is busy


def environment(scratch: Path) -> Path:
    """The Python of an environment that has tourgen's wheel, what it needs, and PyInstaller."""
    home = scratch / "environment"
    python = home / ("Scripts/python.exe" if WINDOWS else "bin/python")
    needed = scratch / "needed.txt"
    needed.write_text(locked_requirements(), encoding="utf-8")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", scratch)
    (wheel,) = scratch.glob("*.whl")
    install = (*UV, "pip", "install", "--quiet", "--python", python)
    run(*UV, "venv", "--quiet", "--no-project", "--python", sys.executable, home)
    run(*install, "--require-hashes", "-r", needed)
    run(*install, "--no-deps", wheel)
    run(*install, PYINSTALLER)
    return python


def pack(python: Path, scratch: Path) -> None:
    """The folder; the package's own source lies in it too, since `tourgen publish --init` makes a wheel from it."""
    shutil.rmtree(PROGRAM.parent, ignore_errors=True)
    options = ["--name=tourgen", "--log-level=WARN", f"--distpath={DIST}", "--collect-all=tourgen"]
    options += ["--copy-metadata=tourgen", *(f"--exclude-module={name}" for name in UNUSED)]
    options += [f"--workpath={scratch / 'work'}", f"--specpath={scratch}"]
    # Not from the checkout, where Python would find this package before the wheel's.
    run(python, "-m", "PyInstaller", *options, ROOT / "tools" / "app_start.py", folder=scratch)


def prove(folder: Path) -> None:
    """In an empty folder: a day from `demo` to `verify`, a simulation on all processors, both servers."""
    for command in (*COMMANDS, SIMULATION):
        run(PROGRAM, *command, folder=folder, environment=alone())
    answers(folder, "見本オセロ例会", "serve", "days/events/demo")
    answers(folder, "<title>はじめる | tourgen</title>")  # as a double-click starts it


def answers(folder: Path, expected: str, *arguments: str) -> None:
    """The program says an address, whose page has the expected word; then it is stopped."""
    process = subprocess.Popen(
        [PROGRAM, *arguments], cwd=folder, env=alone(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    try:
        assert process.stdout
        said = b""
        while not (address := re.search(rb"http://\S+", said)):
            line = process.stdout.readline()
            assert line, f"{arguments}: no address in {said.decode(errors='replace')}"
            said += line
        with urllib.request.urlopen(address[0].decode(), timeout=PATIENCE) as page:
            assert expected in page.read().decode("utf-8"), f"{arguments}: not the page of {expected}"
    finally:
        limit.cancel()
        process.kill()
        process.wait()


def alone() -> dict[str, str]:
    """No PATH and no Python of this machine."""
    return {name: os.environ[name] for name in NEEDED if name in os.environ}


def zipped() -> Path:
    """One file to download; ditto is macOS's own way that keeps the links inside a framework."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    file = DIST / f"tourgen-{__version__}-{system}-{platform.machine().lower()}.zip"
    if system == "macos":
        run("ditto", "-c", "-k", "--keepParent", PROGRAM.parent, file)
    else:
        shutil.make_archive(str(file.with_suffix("")), "zip", DIST, PROGRAM.parent.name)
    return file


def run(*command: str | Path, folder: Path = ROOT, environment: dict[str, str] | None = None) -> None:
    """One step, which must succeed."""
    subprocess.run(command, cwd=folder, env=environment, check=True)


def main() -> None:
    """All steps, in an order in which nothing that wasn't proved is packed."""
    with tempfile.TemporaryDirectory() as scratch:
        pack(environment(Path(scratch)), Path(scratch))
    # Windows keeps a folder as long as the browser that was opened from it is there.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
        prove(Path(empty))
    print(f"{PROGRAM.parent} → {zipped()}")


if __name__ == "__main__":
    main()
