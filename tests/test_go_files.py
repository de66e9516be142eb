"""A Go day on disk, build after build: a pending game in round 1, its ruling while round 3 is played."""

import datetime
import json
from pathlib import Path
from typing import Any

import openpyxl

from tests.errors.cases import standard
from tests.files import put
from tourgen.build import EventOutcome, build_events
from tourgen.formats import read_format, shipped_text
from tourgen.verify import verify


class Day:
    """The event's folder, and what a build makes of it."""

    def __init__(self, place: Path) -> None:
        self.folder, self.site = place / "demo", place / "site"
        put(self.folder, standard("go"))

    def build(self) -> EventOutcome:
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
    declared, _ = read_format(shipped_text("go-swiss"), "go-swiss")
    assert declared is not None
    assert verify(document, declared) == []


def test_a_finding_of_misuse_is_told_where_the_player_is_entered_or_paired(tmp_path: Path) -> None:
    """In the event and in those beside it, for a week; at the table as soon as there is one."""
    day = Day(tmp_path)
    day.build()
    noted = "裁定 故意(石川 二葉 2026-07-12〜2026-07-19) 死に石を隠した"
    day.enter(1, ("黒勝", noted), ("黒勝", ""), ("黒勝", ""))
    assert told(day) == ["demo/roster.xlsx › 一般の部!B3: 2 回戦 1 卓 石川 二葉: 「見本大会」1 回戦 1 卓"]
    assert told(day) == [
        "demo/rounds/open-r2.xlsx › 結果!J5 (卓 1 大野 五月 - 石川 二葉): 2 回戦 1 卓 石川 二葉: "
        "「見本大会」1 回戦 1 卓"
    ]
    assert not any("故意" in path.read_text(encoding="utf-8") for path in day.site.rglob("*.html"))

    other = Day(tmp_path / "next")
    other.folder = other.folder.rename(tmp_path / "weekend")
    settings = other.folder / "event.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("draws", "# draws"), encoding="utf-8")
    assert told(other) == ["demo/roster.xlsx › 一般の部!B3: 名簿番号 2 石川 二葉: 「見本大会」1 回戦 1 卓"], (
        "before any draw"
    )
    for date, times in (("2026-07-19", 1), ("2026-07-20", 0)):
        settings.write_text(text.replace("2026-07-12", date), encoding="utf-8")
        assert len(told(other)) == times, date


def told(day: Day) -> list[str]:
    """What a build says of findings, up to the sentence that is always the same."""
    outcome = day.build()
    assert not outcome.problems
    texts = [notice.text("ja") for notice in outcome.notices if notice.code == "misuse-found"]
    return [text.partition("の裁定で")[0] for text in texts]
