"""Where the files that ship with tourgen are found, installed or in a checkout, and how its tables are read."""

import tomllib
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
# What lies beside the package in a checkout; a wheel has it inside the package.
BESIDE = ("templates", "docs", "requirements.lock")
# The line of requirements.lock after which come packages that only a developer needs.
DEVELOPMENT = "# What the checks and tests need beside the above."


def beside(name: str) -> Path:
    """One of BESIDE: `tourgen/_NAME` in a wheel, NAME at the top of a checkout."""
    shipped = _PACKAGE / f"_{name}"
    return shipped if shipped.exists() else _PACKAGE.parent / name


def templates_dir() -> Path:
    """The project's own templates."""
    return beside("templates")


def locked_requirements() -> str:
    """The exact versions, with hashes, of everything that tourgen needs to run."""
    return beside("requirements.lock").read_text(encoding="utf-8").partition(DEVELOPMENT)[0]


def shipped_tables(folder: str) -> list[dict[str, Any]]:
    """The contents of the TOML files in a folder of tourgen."""
    return [_table(path) for path in sorted((_PACKAGE / folder).glob("*.toml"))]


def shipped_table(name: str) -> dict[str, Any]:
    """The contents of one of them."""
    return _table(_PACKAGE / name)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
