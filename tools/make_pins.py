"""tourgen/pins.txt, the pins with hashes that `tourgen publish --init` writes, from requirements-dev.txt."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEAD = "# What tourgen needs, exactly. Written by tools/make_pins.py from requirements-dev.txt.\n"


def pins() -> str:
    """The entries of tourgen's own dependencies, with every hash and the marker where there is one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[=;\s]", one)[0].lower().replace("_", "-") for one in project["dependencies"]}
    markers = {
        re.split(r"[=;\s]", one)[0].lower(): one.partition(";")[2].strip()
        for one in project["dependencies"]
        if ";" in one
    }
    text = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
    entries = re.findall(
        r"^([a-z0-9][^\s=]*)(==\S+)((?: ;[^\\\n]*)?)((?: *\\\n +--hash=\S+)+)", text, re.MULTILINE
    )
    found = {name: (version, marker, hashes) for name, version, marker, hashes in entries if name in wanted}
    missing = wanted - set(found) - set(markers)
    assert not missing, f"not in requirements-dev.txt: {missing}"
    lines = [f"{name}{version}{marker}{hashes}" for name, (version, marker, hashes) in sorted(found.items())]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "tourgen" / "pins.txt").write_text(pins(), encoding="utf-8")
