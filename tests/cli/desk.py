"""What an organiser does: types commands, fills in rosters, types results into sheets and saves them."""

import contextlib
import json
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import openpyxl
from typer.testing import CliRunner, Result

from tests.invented_teams import invented_teams
from tourgen.cli import app
from tourgen.event.needs import needed_columns
from tourgen.formats import Format, read_format, shipped_text
from tourgen.formats.labels import board_names
from tourgen.model import Player
from tourgen.sheets import RosterSheet, write_roster
from tourgen.simulate.invented import invented_field

ENGLISH = {"番号1": "No1", "番号2": "No2", "結果1": "Result1", "結果2": "Result2"}
BOARDS = ("主将", "副将", "三将")
DRAWS = 'draws = ["1234", "5678", "9012"]'


def run(folder: Path, *arguments: str, code: int = 0, stdin: str | None = None) -> Result:
    """`tourgen …` in a folder; fails where the exit code is another one."""
    with contextlib.chdir(folder):
        result = CliRunner().invoke(app, list(arguments), input=stdin)
    assert result.exit_code == code, f"exit {result.exit_code}\n{result.output}\n{result.exception!r}"
    return result


def declared(format_id: str) -> Format:
    found, problems = read_format(shipped_text(format_id), format_id)
    assert found is not None, problems
    return found


def field(format_id: str, count: int, seed: str = "field") -> tuple[Player, ...]:
    """Invented players or teams, with the numbers that are drawn at the desk."""
    found = declared(format_id)
    invented = invented_teams if found.boards else invented_field
    return tuple(invented(found, count, random.Random(seed)).values())


def roster(event: Path, players: Iterable[Player], language: str = "ja", format_id: str = "") -> None:
    """Fills in the roster."""
    name = {"ja": "オープンの部", "en": "Open"}[language]
    boards = board_names(declared(format_id)) if format_id else ()
    needed = needed_columns(declared(format_id)) if format_id else ()
    sheet = RosterSheet("open", name, tuple(players), language=language, boards=boards, needed=needed)
    event.joinpath("roster.xlsx").write_bytes(write_roster([sheet]))


def new_event(folder: Path, format_id: str, count: int, name: str = "demo", seed: str = "field") -> Path:
    """`tourgen new`, the roster filled in and the draws written where the format wants them."""
    run(folder, "new", f"events/{name}", "--format", format_id, "--players", str(count))
    event = folder / "events" / name
    roster(event, field(format_id, count, seed), format_id=format_id)
    fill_in_draws(event)
    return event


def fill_in_draws(event: Path) -> None:
    """The blanks of a public lottery, and the draws `new` made at random: every run is the same day."""
    settings = event / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(re.sub(r"(?m)^(# )?draws = \[.*\]", DRAWS, text, count=1), encoding="utf-8")


Choice = Callable[[int, int], str]  # both players' numbers → the mark for 結果1


def first_wins(first: int, second: int) -> str:
    return "○"


def smaller_wins(first: int, second: int) -> str:
    return "○" if first < second else "×"


def type_results(sheet: Path, choose: Choice = smaller_wins, only: int | None = None) -> None:
    """Types a mark into 結果1, or at every board, of every game (or of `only` the first few) and saves the sheet."""
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    columns, header = _header(page)
    left = only if only is not None else 1000
    for row in range(header + 1, page.max_row + 1):
        first, second = (page.cell(row, columns[key]).value for key in ("番号1", "番号2"))
        cells = [page.cell(row, columns[key]) for key in ("結果1", *BOARDS) if key in columns]
        if first and second and all(cell.value is None for cell in cells) and left:
            for cell in cells:
                cell.value = choose(int(first), int(second))
            left -= 1
    book.save(sheet)


def correct(sheet: Path, game: int, marks: tuple[str | None, str | None]) -> None:
    """Types other marks over those of one game (counted from 0)."""
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    columns, header = _header(page)
    for key, mark in zip(("結果1", "結果2"), marks, strict=True):
        page.cell(header + 1 + game, columns[key]).value = mark
    book.save(sheet)


def pairs(sheet: Path) -> list[tuple[int, int | None]]:
    """Who meets whom in a sheet."""
    page = openpyxl.load_workbook(sheet).worksheets[0]
    columns, header = _header(page)
    rows = range(header + 1, page.max_row + 1)
    found = [tuple(page.cell(row, columns[key]).value for key in ("番号1", "番号2")) for row in rows]
    return [(first, second) for first, second in found if first]


def _header(page: Any) -> tuple[dict[str, int], int]:
    for row in range(1, 20):
        names = {page.cell(row, column).value: column for column in range(1, page.max_column + 1)}
        names |= {japanese: names[english] for japanese, english in ENGLISH.items() if english in names}
        if "番号1" in names:
            return names, row
    raise AssertionError("no header")


def results(folder: Path, event: str = "demo", division: str = "open") -> dict[str, Any]:
    """The published results document."""
    path = folder / "site" / event / division / "results.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file with its bytes and the time of its last change."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in files
    }
