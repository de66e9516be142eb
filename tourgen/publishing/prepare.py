"""`tourgen publish --init`: everything a repository needs to check and publish its events by itself."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from tourgen import disk
from tourgen.dataclass import dataclass
from tourgen.publishing.wheel import wheel_bytes, wheel_name
from tourgen.resources import templates_dir

WORKFLOW = ".github/workflows/tourgen.yml"
PINS = ".tourgen/requirements.txt"


@dataclass(frozen=True, slots=True)
class Prepared:
    """The files written, and those that somebody has changed and that were left as they are."""

    written: tuple[str, ...]
    kept: tuple[str, ...]


def prepare_repository(folder: Path) -> Prepared:
    """Writes what is missing; a workflow that was changed by hand is never overwritten."""
    written, kept = [], []
    for name, data in _files().items():
        path = folder / name
        disk.recover(path.parent)
        if path.exists() and path.read_bytes() == data:
            continue
        if path.exists() and name == WORKFLOW:
            kept.append(name)
            continue
        disk.write_replace(path, data)
        written.append(name)
    return Prepared(tuple(written), tuple(kept))


def _files() -> Mapping[str, bytes]:
    return {
        WORKFLOW: (templates_dir() / "publishing" / "tourgen.yml").read_bytes(),
        PINS: files("tourgen").joinpath("pins.txt").read_bytes(),
        f".tourgen/{wheel_name()}": wheel_bytes(),
        ".gitignore": _ignored(),
    }


def _ignored() -> bytes:
    return b"# The site is published, not kept.\n/site/\n~$*\n.tourgen-*\n"
