"""`make lock`: writes requirements.lock from the ranges in pyproject.toml.

The file begins with the exact versions of what tourgen needs; `tourgen publish` installs these alone. What its checks
and tests need beside them follows after the line DEVELOPMENT. Versions that stand in the file stay as long as the
ranges allow them; without the file the newest are taken.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tourgen.resources import DEVELOPMENT

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
HEAD = "# Written by `make lock` from the ranges in pyproject.toml. First comes what tourgen needs.\n"


def main() -> None:
    """Both parts come from one solution, so that tourgen is tested with the versions that are published."""
    with tempfile.TemporaryDirectory() as scratch:
        solved = Path(scratch) / "requirements.txt"
        if LOCK.exists():
            solved.write_bytes(LOCK.read_bytes())
        everything = compiled(solved, "--group", "dev")
        needed = compiled(Path(scratch) / "needed.txt", "--constraint", str(solved))
    tools = [entry for entry in everything if entry not in needed]
    LOCK.write_text("".join((HEAD, *needed, f"{DEVELOPMENT}\n", *tools)), encoding="utf-8")


def compiled(file: Path, *arguments: str) -> list[str]:
    """One entry per package, for every platform and every Python that tourgen supports."""
    form = [
        "--quiet",
        "--universal",
        "--python-version",
        "3.11",
        "--generate-hashes",
        "--no-header",
        "--no-annotate",
    ]
    uv = (sys.executable, "-m", "uv", "pip", "compile")
    command = [*uv, *form, "--output-file", str(file), *arguments, "pyproject.toml"]
    subprocess.run(command, cwd=ROOT, check=True)
    return re.split(r"^(?=[a-z0-9])", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]


if __name__ == "__main__":
    main()
