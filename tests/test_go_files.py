"""A Go day on disk, build after build: a pending game in round 1, its ruling while round 3 is played."""

import datetime
import json
from pathlib import Path
from typing import Any

import openpyxl

from tests.errors.cases import standard
from tourgen.build import Outcome, build_events
from tourgen.formats import read_format, shipped_text
from tourgen.verify import verify


class Day:
    """The event's folder, and what a build makes of it."""

    def __init__(self, place: Path) -> None:
        self.folder, self.site = place / "demo", place / "site"
        for path, data in standard("go").items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(data)

    def build(self) -> Outcome:
        now = datetime.datetime(2026, 9, 6, 12, 0, tzinfo=datetime.UTC)
        (outcome,) = build_events([(self.folder, "demo")], self.site, "", lambda: now)
        return outcome

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((self.site / "demo/open/results.json").read_bytes())
        return document

    def enter(self, number: int, *results: tuple[str, str], only: int | None = None) -> None:
        """Types result and note table by table, as in a spreadsheet program."""
        path = self.folder / f"rounds/open-r{number}.xlsx"
        book = openpyxl.load_workbook(path)
        page = book.worksheets[0]
        header = next(row for row in page.iter_rows() if any(cell.value == "番号1" for cell in row))
        columns = {str(cell.value): cell.column for cell in header}
        for table, (mark, note) in enumerate(results, 1):
            if only in (None, table):
                page.cell(header[0].row + table, columns["結果1"], mark)
                page.cell(header[0].row + table, columns["備考"], note)
        book.save(path)


def test_a_ruling_comes_while_later_rounds_are_out(tmp_path: Path) -> None:
    day = Day(tmp_path)
    assert not day.build().problems
    black = ("黒勝", "")
    day.enter(1, ("預", "裁定待ち"), black, black)
    outcome = day.build()
    assert [notice.code for notice in outcome.notices] == ["game-pending"]
    day.enter(2, black, ("持碁", ""), ("白勝", ""))
    day.build()
    sheets = {n: (day.folder / f"rounds/open-r{n}.xlsx").read_bytes() for n in (2, 3)}
    paired = day.document["rounds"][1:]

    day.enter(1, ("白勝", "裁定 故意"), only=1)
    outcome = day.build()
    assert [notice.code for notice in outcome.notices] == ["ruling-misuse"]
    assert {n: (day.folder / f"rounds/open-r{n}.xlsx").read_bytes() for n in (2, 3)} == sheets
    document = day.document
    assert document["rounds"][1:] == paired and not any(one["by_hand"] for one in document["rounds"])
    assert [game.get("ruling") for game in document["rounds"][0]["games"]] == [True, None, None]
    assert not any(
        "故意" in path.read_text(encoding="utf-8") for path in (tmp_path / "site").rglob("p?.html")
    )

    day.enter(3, black, black, black)
    day.build()
    day.enter(4, black, black, ("両負", ""))
    outcome = day.build()
    document = day.document
    assert document["state"]["finished"] and document["titles"][0]["title"] == "優勝"
    declared, _ = read_format(shipped_text("go-swiss"), "go-swiss", "go-swiss")
    assert declared is not None
    assert verify(document, declared) == []
