"""With CI=true a skip fails the run, wherever it happens; elsewhere it is counted and shown."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
SKIPS = {
    "in the test": "import pytest\ndef test_it():\n    pytest.skip('why')\n",
    "by a mark": "import pytest\n@pytest.mark.skip(reason='why')\ndef test_it():\n    pass\n",
    "of a module": "import pytest\npytest.skip('why', allow_module_level=True)\n",
    "for want of a browser": "def test_it(chromium_path):\n    pass\n",
}


def run(folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_bytes(CONFTEST.read_bytes())
    (folder / "test_sample.py").write_text(
        "import conftest\nconftest.find_chromium = lambda: None\n" + source, encoding="utf-8"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-ra", "."]
    environment = {**os.environ, "CI": ci, "PYTEST_ADDOPTS": ""}
    environment.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("how", SKIPS)
def test_a_skip_fails_in_ci_alone(tmp_path: Path, how: str) -> None:
    in_ci = run(tmp_path, SKIPS[how], "true")
    assert in_ci.returncode != 0, in_ci.stdout
    assert "a skip is a failure" in in_ci.stdout

    elsewhere = run(tmp_path, SKIPS[how], "")
    assert "1 skipped" in elsewhere.stdout
    assert "failed" not in elsewhere.stdout
    if "browser" in how:
        assert "1 skipped for want of Chromium" in elsewhere.stdout
        assert "apt-get install" in elsewhere.stdout
