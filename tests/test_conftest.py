"""With CI=true a skip fails the run, wherever it happens; elsewhere it is counted and shown."""

import os
import subprocess
import sys
from pathlib import Path

CONFTEST = Path(__file__).with_name("conftest.py")
SKIPS = {
    "in the test": "import pytest\ndef test_it():\n    pytest.skip('why')\n",
    "by a mark": "import pytest\n@pytest.mark.skip(reason='why')\ndef test_it():\n    pass\n",
    "of a module": "import pytest\npytest.skip('why', allow_module_level=True)\n",
    "for want of a browser": "def test_it(chromium_path):\n    pass\n",
}


def run(folder: Path, ci: str) -> str:
    """What pytest says of the four skips, each in a module of its own."""
    (folder / "conftest.py").write_bytes(CONFTEST.read_bytes())
    for number, source in enumerate(SKIPS.values()):
        (folder / f"test_{number}.py").write_text(
            "import conftest\nconftest.find_chromium = lambda: None\n" + source, encoding="utf-8"
        )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-ra",
        "--continue-on-collection-errors",
    ]
    environment = {**os.environ, "CI": ci, "PYTEST_ADDOPTS": ""}
    environment.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    ).stdout


def test_a_skip_fails_in_ci(tmp_path: Path) -> None:
    said = run(tmp_path, "true")
    assert said.count("a skip is a failure") >= len(SKIPS), said
    assert "skipped" not in said.splitlines()[-1], said


def test_elsewhere_a_skip_is_counted_and_shown(tmp_path: Path) -> None:
    said = run(tmp_path, "")
    assert f"{len(SKIPS)} skipped" in said.splitlines()[-1], said
    assert "failed" not in said, said
    assert "1 skipped for want of Chromium" in said
    assert "apt-get install" in said
