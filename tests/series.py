"""How much of a long series is tried: a part in `make test`, all in `make campaign` or `make hostile`."""

import hashlib
import json
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from tourgen.formats import shipped_formats

FULL = os.environ.get("TOURGEN_SERIES") == "full"
# One of every kind of stage, where what is looked at is not the format itself: leagues, brackets with repechage, Swiss
# rounds with a handicap, blocks, a round robin that becomes a Swiss, teams, groups, a plain knockout.
KINDS = (
    "othello-4-league",
    "othello-new-32",
    "go-mcmahon",
    "shogi-encouragement",
    "shogi-girls",
    "shogi-team",
)
FORMATS = shipped_formats() if FULL else (*KINDS, "groups-knockout", "knockout")


def batches(few: int, every: int) -> range:
    """The numbers of the batches to try."""
    return range(every if FULL else few)


ROOT = Path(__file__).parent.parent


def code_of(*series: Path, root: Path = ROOT) -> str:
    """Says which program a series in these folders looks at, and with what: what it found holds while they stay."""
    wanted = ("tourgen", "templates", "requirements.lock", *map(str, series))
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *wanted],
        cwd=root,
        capture_output=True,
        check=True,
    )
    digest = hashlib.sha256()
    for name in sorted(set(listed.stdout.decode().split("\0")) - {""}):
        path = root / name
        digest.update(
            f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest() if path.exists() else b""
        )
    return digest.hexdigest()[:12]


class Kept:
    """The steps of a series that are done, a line each: a later run of the same program and series goes on there."""

    def __init__(self, path: Path | None, series: Path) -> None:
        self.path = path
        self.code = code_of(series)
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self.found: dict[str, Any] = {
            step: found for code, step, found in map(json.loads, lines) if code == self.code
        }

    def ask(self, step: str, find: Callable[[], Any]) -> Any:
        """What a step found, as JSON can say it: as it is known, or as it turns out now."""
        if step not in self.found:
            self.found[step] = find()
            if self.path:
                with self.path.open("a", encoding="utf-8") as file:
                    print(json.dumps([self.code, step, self.found[step]], ensure_ascii=False), file=file)
        return self.found[step]

    def each(
        self, name: str, numbers: Iterable[int], find: Callable[[list[int]], Iterable[Any]]
    ) -> Iterator[tuple[int, Any]]:
        """The same for numbered steps that several processes take."""
        known = {number: f"{name} {number}" for number in numbers}
        left = [number for number, step in known.items() if step not in self.found]
        yield from ((number, self.found[step]) for number, step in known.items() if number not in left)
        for number, found in zip(left, find(left), strict=True):
            yield number, self.ask(known[number], lambda one=found: one)
