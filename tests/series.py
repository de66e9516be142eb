"""How much of a long series is tried: a part in `make test`, all in `make campaign` or `make hostile`."""

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


class Kept:
    """The steps of a series that are done, a line each with its commit: a later run of that commit goes on there."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        head = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
        )
        self.commit = head.stdout.strip()
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self.found: dict[str, Any] = {
            step: found for commit, step, found in map(json.loads, lines) if commit == self.commit
        }

    def ask(self, step: str, find: Callable[[], Any]) -> Any:
        """What a step found, as JSON can say it: as it is known, or as it turns out now."""
        if step not in self.found:
            self.found[step] = find()
            if self.path:
                with self.path.open("a", encoding="utf-8") as file:
                    print(json.dumps([self.commit, step, self.found[step]], ensure_ascii=False), file=file)
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
