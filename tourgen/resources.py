"""Where the files that ship with tourgen are found, installed or in a checkout, and how its tables are read."""

import hashlib
import marshal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """The project's own templates: `tourgen/_templates` in a wheel, top-level `templates/` in a checkout."""
    shipped = _PACKAGE / "_templates"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "templates"


def place_beside(source: Path, kind: str) -> Path:
    """Where Python keeps its compiled modules: `__pycache__/home.html.cpython-311.KIND` beside home.html."""
    return Path(cache_from_source(f"{source}.py")).with_suffix(f".{kind}")


def shipped_tables(folder: str) -> list[dict[str, Any]]:
    """What the TOML files in a folder of tourgen say."""
    return [_table(path) for path in sorted((_PACKAGE / folder).glob("*.toml"))]


def shipped_table(name: str) -> dict[str, Any]:
    """What one of them says."""
    return _table(_PACKAGE / name)


def _table(path: Path) -> dict[str, Any]:
    """Reading TOML takes long; what was read is kept, with the checksum of its source."""
    source = path.read_bytes()

    def read() -> dict[str, Any]:
        import tomllib

        return tomllib.loads(source.decode())

    return kept(place_beside(path, "table"), hashlib.sha256(source).digest(), read)


def kept(place: Path, checksum: bytes, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What was made in an earlier run and is kept there, if it is of the same source; else it is made, and kept."""
    with suppress(OSError, EOFError, ValueError, TypeError):
        known = place.read_bytes()
        if known.startswith(checksum):
            table: dict[str, Any] = marshal.loads(known[len(checksum) :])
            return table
    table = make()
    if not sys.dont_write_bytecode:
        from tourgen import disk

        disk.keep(place, checksum + marshal.dumps(table))
    return table
