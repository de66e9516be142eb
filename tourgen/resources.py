"""Where the files that ship with tourgen are found, installed or in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_dir() -> Path:
    """The project's own templates: `tourgen/_templates` in a wheel, top-level `templates/` in a checkout."""
    shipped = _PACKAGE / "_templates"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "templates"
