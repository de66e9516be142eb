"""A folder as a table of its files."""

from collections.abc import Mapping
from pathlib import Path


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes them, with the folders that they need."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def whole_tree(folder: Path) -> dict[str, bytes]:
    """The same where no unfinished work may lie about."""
    found = tree(folder)
    assert not [name for name in found if ".tourgen-" in name], list(found)
    return found


def timeless(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Without the file that knows when the site was built."""
    return {name: data for name, data in files.items() if not name.endswith("build.json")}
