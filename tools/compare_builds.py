"""Proves that a change of the program changes nothing that it writes or says.

    python -m tools.compare_builds keep DIR
    python -m tools.compare_builds against DIR [--only KIND]

`keep` copies the example events and makes twenty-one simulated ones (every format, most of them half played, some
corrected after they were published, one with mistakes), and keeps them in DIR with everything that the checkout it
is run from makes of them: the site, the new sheets, and what the commands print. `against` runs another checkout on
the same events and names every file that differs, with the first line or cell. Only a build's id and time may
differ. Text is compared byte for byte, a workbook or CSV file cell by cell.

Everything is done through `python -m tourgen`, so that the program may be rearranged inside as one likes.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

import openpyxl

ROOT = Path(__file__).resolve().parent.parent
TROUBLED = "--absent 0.08 --withdraw 0.03 --forfeit 0.08"
BUILD = "build --base-url https://example.org/go/"


@dataclass(frozen=True)
class Simulated:
    """An event by chance, and what is done to its sheets before it is kept."""

    name: str
    source: str  # a format, or an example event whose rosters are played
    players: int = 0
    last: int = 0  # the round that is being played; 0: the event is over
    entered: int = 0  # how many games of that round have a result
    marks: tuple[str, ...] = ()  # typed over the results of its first games
    corrected: int = 0  # the round whose first result is turned round after the event was published
    english: bool = False


# fmt: off
SIMULATED = (
    Simulated("two-leagues", "othello-2-league", 18),
    Simulated("two-leagues-half", "othello-2-league", 12, last=3, entered=3, marks=("不戦敗",), corrected=2),
    Simulated("four-leagues", "othello-4-league", 40, english=True),
    Simulated("four-leagues-half", "othello-4-league", 21, last=5, entered=4, marks=("反則", "両負")),
    Simulated("free", "othello-free", 24, corrected=2),
    Simulated("free-half", "othello-free", 17, last=2, entered=99, marks=("失格",), corrected=1),
    Simulated("new-32", "othello-new-32", 32, english=True),
    Simulated("new-32-half", "othello-new-32", 20, last=5, entered=3, marks=("不戦敗",)),
    Simulated("new-64", "othello-new-64", 64),
    Simulated("new-64-half", "othello-new-64", 40, last=6, entered=99, corrected=6, english=True),
    Simulated("championship", "shogi-championship", 30),
    Simulated("championship-half", "shogi-championship", 26, last=3, entered=99, marks=("失格",), corrected=3),
    Simulated("encouragement", "shogi-encouragement", 40),
    Simulated("encouragement-half", "shogi-encouragement", 23, last=2, entered=5, marks=("両負",), english=True),
    Simulated("girls", "shogi-girls", 20, corrected=1),
    Simulated("girls-round-robin-half", "shogi-girls", 6, last=3, entered=1, marks=("反則",)),
    Simulated("teams", "shogi-team", 13),
    Simulated("teams-half", "shogi-team", 11, last=3, entered=99, corrected=3, english=True),
    Simulated("go-half", "go-swiss", 14, last=3, entered=99, marks=("持碁", "預", "無", "両負"), corrected=2),
    Simulated("three-divisions-half", "all-japan-46", last=3, entered=6, english=True),
    Simulated("mistakes", "go-swiss", 8, last=2, entered=99, marks=("勝ったかも", "3", "黒勝白勝")),
)
# fmt: on
FORMATS = {one.source: one.players for one in SIMULATED if one.players}


def tourgen(folder: Path, command: str) -> str:
    """What a command prints in this folder, its errors and its exit code."""
    words = [sys.executable, "-m", "tourgen", *command.split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, check=False)
    printed = (done.stdout + done.stderr).decode(errors="replace")
    return f"$ tourgen {command}\n{printed}[exit {done.returncode}]\n"


def make_inputs(folder: Path) -> None:
    """folder/events, and folder/corrections: the sheets that replace some of these after the first build."""
    shutil.copytree(ROOT / "events", folder / "events")
    for seed, one in enumerate(SIMULATED, 1):
        field = f"--format {one.source} --players {one.players}" if one.players else f"--event {one.source}"
        said = tourgen(folder, f"simulate {field} {TROUBLED} --seed {seed} --save events/{one.name}")
        event = folder / "events" / one.name
        if not event.is_dir():
            sys.exit(said)
        if one.english:
            settings = event / "event.toml"
            text = settings.read_text(encoding="utf-8")
            settings.write_text(text.replace('language = "ja"', 'language = "en"'), encoding="utf-8")
        if one.last:
            stop_during(event, one)
        if one.corrected:
            sheet = Path("rounds", f"open-r{one.corrected}.xlsx")
            corrected = folder / "corrections" / one.name / sheet
            corrected.parent.mkdir(parents=True)
            shutil.copy(event / sheet, corrected)
            turn_round(corrected)


def stop_during(event: Path, one: Simulated) -> None:
    """Later rounds are still to come, and nobody has withdrawn in them yet."""
    for sheet in event.glob("rounds/*.xlsx"):
        if round_of(sheet) > one.last:
            sheet.unlink()
        elif round_of(sheet) == one.last:
            book = openpyxl.load_workbook(sheet)
            for place, cells in enumerate(games(book)):
                if place >= one.entered or place < len(one.marks):
                    for cell in cells:
                        cell.value = None
                if place < len(one.marks):
                    cells[0].value = one.marks[place]
            book.save(sheet)
    roster = openpyxl.load_workbook(event / "roster.xlsx")
    for page in roster:
        for column in page.iter_cols(min_row=3):
            if column[0].value == "棄権":
                for cell in column[1:]:
                    if isinstance(cell.value, int) and cell.value >= one.last:
                        cell.value = None
    roster.save(event / "roster.xlsx")


def turn_round(sheet: Path) -> None:
    """The loser of the first game has won it."""
    book = openpyxl.load_workbook(sheet)
    other = {"○": "×", "×": "○"}
    game = next(cells for cells in games(book) if any(cell.value in other for cell in cells))
    for cell in game:
        cell.value = other.get(cell.value)
    book.save(sheet)


def games(book: Any) -> list[list[Any]]:
    """The cells to type into, results first, of every game of a result sheet between two players."""
    page = book.worksheets[0]
    columns = {cell.value: cell.column for cell in page[4]}
    typed = [
        columns[name]
        for name in ("結果1", "結果2", "主将", "副将", "三将", "石数1", "石数2")
        if name in columns
    ]
    return [
        [page.cell(row, column) for column in typed]
        for row in range(5, page.max_row + 1)
        if page.cell(row, columns["番号1"]).value and page.cell(row, columns["番号2"]).value
    ]


def play(inputs: Path, into: Path) -> None:
    """Everything that this checkout makes of the kept events: into/site, into/events and, as text, into/said."""
    shutil.copytree(inputs / "events", into / "events")
    said = into / "said"
    said.mkdir()
    day = tourgen(into, BUILD)
    shutil.copytree(inputs / "corrections", into / "events", dirs_exist_ok=True)
    day += tourgen(into, f"{BUILD} --lang en")
    corrected = sorted(folder.name for folder in (inputs / "corrections").iterdir())
    for name in corrected:
        # A sheet that results stand in is refused, any other one is made anew.
        last = max(map(round_of, into.glob(f"events/{name}/rounds/*.xlsx")))
        day += tourgen(into, f"pair {name} open {last}")
    day += tourgen(into, f"{BUILD} {' '.join(corrected)}")
    (said / "day.txt").write_text(day, encoding="utf-8")
    for settings in sorted(into.glob("events/*/event.toml")):
        name = settings.parent.name
        text = tourgen(into, f"check {name} --json --lang en") + tourgen(into, f"verify {name}")
        for division in tomllib.loads(settings.read_text(encoding="utf-8"))["division"]:
            for about in ("", "--round 2 --lang en", "--player 4 --json"):
                text += tourgen(into, f"explain {name} {division['id']} {about}")
        (said / f"{name}.txt").write_text(text, encoding="utf-8")
    for format_id, players in FORMATS.items():
        field = f"--format {format_id} --players {players} --runs 3 --seed 5 {TROUBLED}"
        text = tourgen(into, f"simulate {field} --jsonl said/{format_id}.jsonl --verify")
        (said / f"{format_id}.simulate.txt").write_text(text, encoding="utf-8")


def round_of(sheet: Path) -> int:
    return int(sheet.stem.rpartition("-r")[2])


def differences(kept: Path, now: Path) -> dict[str, str]:
    """Each file that differs, with the first place where it does."""
    before, after = files(kept), files(now)
    ids_before, ids_after = build_ids(kept), build_ids(now)
    found = {}
    for name in sorted(before.keys() | after.keys()):
        if name not in after:
            found[name] = "is missing now"
        elif name not in before:
            found[name] = "was not there before"
        elif before[name].read_bytes() != after[name].read_bytes():
            old, new = places(before[name], ids_before), places(after[name], ids_after)
            differing = next((place for place in {**old, **new} if old.get(place) != new.get(place)), None)
            if differing is not None:
                found[name] = f"{differing}\n" + shown(old.get(differing), new.get(differing))
    return found


def files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


def build_ids(folder: Path) -> re.Pattern[str]:
    """Matches the id of every build in this folder."""
    records = [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("build.json")]
    return re.compile("|".join(record["build"] for record in records) or "(?!)")


def places(path: Path, ids: re.Pattern[str]) -> dict[str, object]:
    """What a file holds, by line or cell, without the ids and times of builds."""
    if path.suffix == ".xlsx":
        return cells_of_workbook(path)
    if path.name == "build.json":
        return {"names": list(json.loads(path.read_bytes()))}
    text = path.read_bytes().decode("utf-8", "backslashreplace")
    if path.suffix == ".csv":
        rows = enumerate(csv.reader(text.splitlines(keepends=True)), 1)
        return {f"row {row}, column {at}": cell for row, cells in rows for at, cell in enumerate(cells, 1)}
    lines = ids.sub("BUILD", text).splitlines(keepends=True)
    return {f"line {number}": line for number, line in enumerate(lines, 1)}


def cells_of_workbook(path: Path) -> dict[str, object]:
    """Every value, what may be typed, and which cells of a protected sheet may be typed into."""
    book = openpyxl.load_workbook(path)
    found: dict[str, object] = {"names of the sheets": book.sheetnames}
    for page in book:
        protected = page.protection.sheet
        rules = page.data_validations.dataValidation
        found[f"{page.title}, protection"] = protected
        found[f"{page.title}, data validations"] = sorted(
            (str(one.sqref), str(one.type), str(one.formula1), str(one.formula2)) for one in rules
        )
        for cell in (cell for row in page.iter_rows() for cell in row):
            unlocked = protected and not cell.protection.locked
            if cell.value is not None or unlocked:
                found[f"{page.title}!{cell.coordinate}"] = (
                    (cell.value, "unlocked") if unlocked else cell.value
                )
    return found


def shown(old: object, new: object) -> str:
    """Both values from shortly before the place where they part: a page may be one long line."""
    before, now = ("nothing" if value is None else repr(value) for value in (old, new))
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))))
    part = slice(max(0, same - 40), same + 80)
    return f"  before {before[part]}\n  now    {now[part]}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("keep", "against"))
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument(
        "--only", metavar="KIND", default="", help="list only files that end so: html, csv, xlsx …"
    )
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.command == "keep":
        folder.mkdir(parents=True)  # never over what was kept before
        make_inputs(folder)
        play(folder, folder / "kept")
        print(f"{len(files(folder / 'kept'))} files are kept in {folder}")
        return
    now = Path(tempfile.mkdtemp(prefix="compare-builds-")) / "now"
    play(folder, now)
    found = differences(folder / "kept", now)
    for name, place in found.items():
        if name.endswith(options.only):
            print(f"{name}: {place}")
    kinds = Counter(Path(name).suffix for name in found)
    counts = "".join(f", {count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{len(files(now))} files compared, {len(found)} differ{counts}")
    if found:
        sys.exit(f"what was made now lies in {now}")
    shutil.rmtree(now.parent)


if __name__ == "__main__":
    main()
