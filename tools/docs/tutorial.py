"""The tutorial, done: its commands are run, its tables typed into the sheets, its pictures taken, in that order.

A `console` block is run line by line and compared with what it says is printed. A comment says what the block after it
is for:

    <!-- types: events/spring/roster.xlsx -->   a table: each row is found by its first column and typed in
    <!-- types: events/spring/event.toml -->    a `toml` block: each line takes the place of the key's old line
    <!-- plays: events/spring/rounds/open-r2.xlsx -->   nothing: every result still missing, the smaller number wins
    <!-- phone: site/spring/index.html -->      a picture; also desktop, sheet, paper; with `as NAME` that is me
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import openpyxl
from typer.testing import CliRunner

from tools.docs.markup import Picture
from tools.docs.pictures import SIZES, Camera
from tourgen.cli import app

NUMBERS = (("番号1", "番号2", "結果1"), ("No1", "No2", "Result1"))
_STEP = re.compile(
    r"^<!-- (?P<verb>\w+): (?P<what>.+) -->$"
    r"|^```(?P<kind>console|toml)\n(?P<block>(?:(?!```).*\n)*)```$"
    r"|^(?P<table>\|.*\n\|[-|: ]+\n(?:\|.*\n)*)"
    r"|^!\[.*\]\((?P<picture>.+)\)$",
    re.MULTILINE,
)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@dataclass
class Tutorial:
    """One reading of a tutorial in an empty folder."""

    folder: Path
    camera: Camera | None = None
    pictures: dict[str, Picture] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)  # what the tutorial says and is not so
    _next: tuple[str, str] = ("", "")  # the last comment that is still to be used

    def read(self, text: str) -> Tutorial:
        """Every step, in the order of the text."""
        for step in _STEP.finditer(text):
            verb, what = self._next
            if step["verb"]:
                self._comment(step["verb"], step["what"])
            elif step["kind"] == "console":
                self.wrong += self._console(step["block"])
            elif step["kind"] == "toml" and verb == "types":
                self._settings(what, step["block"])
            elif step["table"] and verb == "types":
                self._type(what, step["table"])
            elif step["picture"] and verb in SIZES:
                self._take(step["picture"], verb, what)
        return self

    def _comment(self, verb: str, what: str) -> None:
        if verb == "plays":
            play(self.folder / what)
        else:
            self._next = (verb, what)

    def _console(self, block: str) -> Iterator[str]:
        """Runs the commands of tourgen; other programs' lines are the reader's own business."""
        for line, expected in _COMMAND.findall(block):
            program, *arguments = shlex.split(line)
            if program != "tourgen":
                continue
            # Without a PATH there is no browser to print with: a PDF of every paper would take minutes.
            with contextlib.chdir(self.folder), patch.dict(os.environ, PATH=""):
                result = CliRunner().invoke(app, arguments)
            printed = result.output + (f"[exit {result.exit_code}]\n" if result.exit_code else "")
            pattern = ".*".join(re.escape(part) for part in expected.split("…"))
            if not re.fullmatch(pattern, printed, re.DOTALL):
                yield f"$ {line}\n{printed}"

    def _settings(self, file: str, block: str) -> None:
        path = self.folder / file
        text = path.read_text(encoding="utf-8")
        for line in block.splitlines():
            key = line.partition(" =")[0]
            text, found = re.subn(rf"(?m)^(# )?{key} = .*$", lambda _, line=line: line, text, count=1)  # type: ignore[misc]
            if not found:
                self.wrong.append(f"{file}: {key}")
        path.write_text(text, encoding="utf-8")

    def _type(self, file: str, table: str) -> None:
        head, _, *rows = (
            [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
        )
        path = self.folder / file
        book = openpyxl.load_workbook(path)
        page = book.worksheets[0]
        top, columns = header(page, head[0])
        lines = {str(page.cell(row, columns[head[0]]).value): row for row in range(top + 1, page.max_row + 1)}
        for row in rows:
            for name, value in zip(head[1:], row[1:], strict=True):
                page.cell(lines[row[0]], columns[name]).value = (
                    int(value) if value.isdigit() else value or None
                )
        book.save(path)

    def _take(self, name: str, kind: str, what: str) -> None:
        path, _, me = what.partition(" as ")
        if not (self.folder / path).is_file():
            self.wrong.append(f"{path} is not there")
        elif self.camera is not None and (made := self.camera.take(kind, self.folder / path, me)):
            self.pictures[name] = made


def header(page: object, wanted: str) -> tuple[int, dict[str, int]]:
    """The row that holds this header, and every header's column."""
    for row in page.iter_rows(max_row=20):  # type: ignore[attr-defined]
        names = {str(cell.value): cell.column for cell in row if cell.value is not None}
        if wanted in names:
            return row[0].row, names
    raise ValueError(f"no header {wanted}")


def play(path: Path) -> None:
    """Types every result that is still missing."""
    book = openpyxl.load_workbook(path)
    page = book.worksheets[0]
    language = NUMBERS[is_english(page)]
    top, columns = header(page, language[0])
    for row in range(top + 1, page.max_row + 1):
        first, second = (page.cell(row, columns[name]).value for name in language[:2])
        cell = page.cell(row, columns[language[2]])
        if first and second and cell.value is None:
            cell.value = "○" if int(str(first)) < int(str(second)) else "×"
    book.save(path)


def is_english(page: object) -> bool:
    """Whether the sheet's headers are."""
    return any(cell.value == NUMBERS[1][0] for row in page.iter_rows(max_row=20) for cell in row)  # type: ignore[attr-defined]
