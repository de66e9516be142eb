"""`make versions`: tries the oldest and the newest packages that pyproject.toml allows, on every Python found here.

For each, an empty environment gets tourgen as a wheel; there it makes the demo, builds and verifies it, and passes
the tests named in TESTS. The exit code is 1 if any of it fails.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
UV = (sys.executable, "-m", "uv")
OLDEST = (3, 11)
ENDS = {"oldest": "lowest-direct", "newest": "highest"}
TESTS = ("tests/sheets", "tests/paper", "tests/go/live/test_command.py")
COMMANDS = (("demo", "days"), ("build", "days/events/demo"), ("verify", "days/events/demo"))


def pythons() -> dict[tuple[int, int], str]:
    """Minor version → program: those on PATH, and those that pyenv keeps; one of each version."""
    found: dict[tuple[int, int], str] = {}
    for candidate in candidates():
        script = "import sys, venv; print(sys.version_info[0], sys.version_info[1])"
        said = subprocess.run([candidate, "-c", script], capture_output=True, text=True)
        if said.returncode == 0:
            major, minor = map(int, said.stdout.split())
            found.setdefault((major, minor), candidate)
    return {version: found[version] for version in sorted(found) if version >= OLDEST}


def candidates() -> Iterator[str]:
    """Programs that may be a Python."""
    yield sys.executable
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True).stdout.strip()
        yield from map(str, sorted(Path(root).glob("versions/3.*/bin/python")))
    for folder in os.get_exec_path():
        yield from map(str, sorted(Path(folder).glob("python3.[0-9][0-9]")))


def tried(python: str, resolution: str, wheel: Path, scratch: Path) -> str:
    """What went wrong, "" for nothing."""
    home = scratch / "environment"
    program = str(home / "bin" / "python")
    install = (*UV, "pip", "install", "--quiet", "--python", program)
    steps: list[tuple[str | Path, ...]] = [
        (*UV, "venv", "--quiet", "--no-project", "--python", python, home),
        # The oldest version is the oldest with a wheel for this Python: nobody at a venue compiles one.
        (*install, "--resolution", resolution, "--only-binary", ":all:", "-r", "pyproject.toml"),
        (*install, "--no-deps", wheel),
    ]
    if wrong := first_failure(steps, ROOT):
        return wrong
    print(f"  {installed(program)}", flush=True)
    if wrong := first_failure([(home / "bin" / "tourgen", *command) for command in COMMANDS], scratch):
        return wrong
    # The tools of the tests come afterwards, and leave what is installed as it is.
    return first_failure(
        [(*install, "--group", "dev"), (program, "-m", "pytest", "-q", "-n", "2", *TESTS)], ROOT
    )


def first_failure(steps: list[tuple[str | Path, ...]], folder: Path) -> str:
    """Runs the steps up to the first that fails, and returns what it said."""
    for step in steps:
        done = subprocess.run(step, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return f"{' '.join(map(str, step))}\n{done.stdout}"
    return ""


def installed(program: str) -> str:
    """The direct dependencies with their versions."""
    listed = subprocess.run(
        [*UV, "pip", "list", "--python", program, "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = {one.partition(">")[0] for one in project["dependencies"]}
    return ", ".join(
        f"{one['name']} {one['version']}" for one in json.loads(listed.stdout) if one["name"] in names
    )


def main() -> int:
    """One line for each Python and end of the ranges; what failed is shown in full."""
    failures = 0
    with tempfile.TemporaryDirectory() as built:
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", built], cwd=ROOT, check=True
        )
        (wheel,) = Path(built).glob("*.whl")
        for (major, minor), python in pythons().items():
            for end, resolution in ENDS.items():
                print(f"Python {major}.{minor}, {end}", flush=True)
                with tempfile.TemporaryDirectory() as scratch:
                    wrong = tried(python, resolution, wheel, Path(scratch))
                print(f"  {'failed: ' + wrong if wrong else 'passed'}", flush=True)
                failures += bool(wrong)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
