"""The folders of this folder: what is typed, read as tourgen would read it, and the messages that come of it."""

import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.errors.workbooks import raw, workbook
from tourgen.problems import Problem
from tourgen.sheets import read_roster, read_round

HERE = Path(__file__).parent
SHOWN = "events/demo"  # how messages name the event's folder
LANGUAGES = ("ja", "en")


@dataclass(frozen=True)
class Case:
    """One folder."""

    folder: Path

    @property
    def code(self) -> str:
        return self.folder.name.partition("--")[0]

    @cached_property
    def description(self) -> dict[str, Any]:
        return tomllib.loads((self.folder / "input.toml").read_text(encoding="utf-8"))

    def files(self) -> dict[str, bytes]:
        """Path → bytes, in the order of the description."""
        given = self.description
        files = {file["path"]: workbook(file["sheet"]) for file in given.get("workbook", ())}
        files |= {file["path"]: file["content"].lstrip("\n").encode() for file in given.get("text", ())}
        return files | {file["path"]: raw(file["kind"]) for file in given.get("raw", ())}

    def problems(self) -> list[Problem]:
        return READERS[self.description["reads"]](self)

    def text(self, language: str) -> str:
        """What tourgen prints."""
        return "".join(f"{problem.text(language)}\n" for problem in self.problems())

    def expected(self, language: str) -> Path:
        return self.folder / f"expected.{language}.txt"


def _read_round(case: Case) -> list[Problem]:
    path, data = next(iter(case.files().items()))
    return read_round(data, f"{SHOWN}/{path}")[1]


def _read_roster(case: Case) -> list[Problem]:
    path, data = next(iter(case.files().items()))
    divisions = case.description.get("divisions", {"open": "無差別の部"})
    return read_roster(data, f"{SHOWN}/{path}", list(divisions.items()))[1]


def _read_event(case: Case) -> list[Problem]:
    from tourgen.report import read_report

    with tempfile.TemporaryDirectory() as folder:
        for path, data in case.files().items():
            target = Path(folder) / "demo" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        return read_report(Path(folder) / "demo", SHOWN)[1]


READERS: dict[str, Callable[[Case], list[Problem]]] = {
    "round": _read_round,
    "roster": _read_roster,
    "event": _read_event,
}


def cases() -> list[Case]:
    return [Case(path.parent) for path in sorted(HERE.glob("*/input.toml"))]
