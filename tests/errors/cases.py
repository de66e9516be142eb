"""The folders of this folder: what is typed, read as tourgen would read it, and the messages that come of it."""

import contextlib
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from tests.errors.workbooks import raw, workbook
from tourgen.cli import app
from tourgen.event.load_event import load_event
from tourgen.formats import shipped_text
from tourgen.messages.problems import Notice, Problem, message
from tourgen.sheets import read_roster, read_round

HERE = Path(__file__).parent
SHOWN = "events/demo"  # how messages name the event's folder
LANGUAGES = ("ja", "en")

Found = list[Problem | Notice]


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

    def text(self, language: str) -> str:
        """What tourgen prints."""
        return READERS[self.description["reads"]](self, language)

    def expected(self, language: str) -> Path:
        return self.folder / f"expected.{language}.txt"


def files(given: Mapping[str, Any]) -> dict[str, bytes]:
    """Path → bytes, in the order of the description."""
    found = {
        file["path"]: workbook(file["sheet"], file.get("as_made", False), file.get("made_from", ""))
        for file in given.get("workbook", ())
    }
    found |= {file["path"]: _text(file) for file in given.get("text", ())}
    found |= {file["path"]: _format(file) for file in given.get("format", ())}
    return found | {file["path"]: raw(file["kind"]) for file in given.get("raw", ())}


def _text(file: Mapping[str, Any]) -> bytes:
    content = file["content"].lstrip("\n")
    if file.get("windows"):
        content = "\ufeff" + content.replace("\n", "\r\n")
    encoded: bytes = content.encode(file.get("encoding", "utf-8"))
    return encoded


def _format(file: Mapping[str, Any]) -> bytes:
    """A copy of a shipped format with some of its words changed."""
    text = shipped_text(file["copy_of"])
    for old, new in file["change"]:
        assert old in text, f"{old!r} is not in {file['copy_of']}"
        text = text.replace(old, new, 1)
    return text.encode()


@cache
def standard(name: str) -> dict[str, bytes]:
    """The event that cases start from."""
    return files(tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8")))


@contextlib.contextmanager
def event_folder(case: Case) -> Iterator[Path]:
    """A folder with events/demo in it, as the case describes."""
    given = case.description
    missing = given.get("missing", ())
    with tempfile.TemporaryDirectory() as name:
        demo = Path(name) / SHOWN
        demo.mkdir(parents=True)
        for path, data in (standard(given.get("starts_from", "standard")) | files(given)).items():
            if path not in missing:
                target = demo / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        for path in given.get("folders", ()):
            (demo / path).mkdir(parents=True)
        yield Path(name)


def _lines(found: Found, language: str) -> str:
    """As `tourgen check` prints them: problems with their codes, notices called so."""
    said = [
        one.text(language)
        if isinstance(one, Problem)
        else message("said-notice", language, text=one.text(language))
        for one in found
    ]
    return "".join(f"{line}\n" for line in said)


def _read_round(case: Case, language: str) -> str:
    path, data = next(iter(files(case.description).items()))
    return _lines([*read_round(data, f"{SHOWN}/{path}")[1]], language)


def _read_roster(case: Case, language: str) -> str:
    path, data = next(iter(files(case.description).items()))
    divisions = case.description.get("divisions", {"open": "無差別の部"})
    return _lines([*read_roster(data, f"{SHOWN}/{path}", list(divisions.items()))[1]], language)


def _read_event(case: Case, language: str) -> str:
    with event_folder(case) as folder:
        report, problems, _ = load_event(folder / SHOWN, SHOWN)
    return _lines([*problems, *(report.notices if report else ())], language)


def _run_command(case: Case, language: str) -> str:
    with event_folder(case) as folder:
        place = folder / case.description.get("place", ".")
        place.mkdir(exist_ok=True)
        with contextlib.chdir(place):
            for command in case.description.get("before", ()):
                CliRunner().invoke(app, command.split())
            for path in case.description.get("removed", ()):
                (folder / SHOWN / path).unlink()
            run = CliRunner().invoke(app, [*case.description["command"].split(), "--lang", language])
    assert run.exit_code == 1, run.output
    return run.stderr


READERS: dict[str, Callable[[Case, str], str]] = {
    "round": _read_round,
    "roster": _read_roster,
    "event": _read_event,
    "command": _run_command,
}


def cases() -> list[Case]:
    return [Case(path.parent) for path in sorted(HERE.glob("*/input.toml"))]
