"""games/: records matched to tables, and what a build makes of them; live tables leave theirs there."""

import datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from tests.errors.cases import standard
from tests.files import put
from tourgen.build import EventOutcome, build_events
from tourgen.event.game_records import result_mark
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.formats import shipped_text
from tourgen.go.board import Board, Colour, Point
from tourgen.go.game import Played
from tourgen.go.proposal import Proposal
from tourgen.go.record import BOTH_LOSE, PENDING, RecordName, Triple, write_triple
from tourgen.model import Mark
from tourgen.sheets import RoundRow, RoundSheet, write_round

FIRST = RecordName(1, 1)
NAMES = {1: "青木 一郎", 2: "石川 二葉", 3: "上田 三郎", 4: "江口 四季", 5: "大野 五月", 6: "加藤 六花"}


@pytest.fixture
def event(tmp_path: Path) -> Path:
    folder = tmp_path / "demo"
    put(folder, standard("go"))
    sheet(folder, "black-wins")
    return folder


def sheet(folder: Path, first: Mark | None, note: str = "") -> None:
    """Round 1; the game at table 1 ended so."""
    rows = tuple(
        RoundRow(table, one, NAMES[one], other, NAMES[other], result1=mark, note=note if table == 1 else "")
        for table, one, other, mark in ((1, 3, 2, first), (2, 4, 5, "win"), (3, 6, 1, "loss"))
    )
    (folder / "rounds").mkdir(exist_ok=True)
    (folder / "rounds/open-r1.xlsx").write_bytes(write_round(RoundSheet("見本", "一般の部", 1, rows)))


def record(folder: Path, result: str, name: RecordName = FIRST, proposals: bool = False) -> None:
    moves = ((Colour.BLACK, Point(2, 2)), (Colour.WHITE, Point(6, 6)))
    info = {"PB": (NAMES[3],), "PW": (NAMES[2],)}
    played = Played(Board.empty(9, 9), moves, Decimal("6.5"), info=info)
    dead = frozenset({Point(6, 6)})
    both = (Proposal((), dead), Proposal()) if proposals else (None, None)
    (folder / "games").mkdir(exist_ok=True)
    for file, data in write_triple(Triple(played, *both, result), name).items():
        (folder / "games" / file).write_bytes(data)


def report(folder: Path) -> LoadedEvent:
    found, problems, _ = load_event(folder, "demo")
    assert found is not None, [problem.text("en") for problem in problems]
    return found


def built(folder: Path, site: Path) -> EventOutcome:
    now = datetime.datetime(2026, 9, 6, 17, 0, tzinfo=datetime.UTC)
    (outcome,) = build_events([(folder, "demo")], site, "", lambda: now)
    return outcome


def codes(folder: Path) -> list[str]:
    found, problems, _ = load_event(folder, "demo")
    return [problem.code for problem in problems] + [one.code for one in (found.notices if found else ())]


@pytest.mark.parametrize(
    ("result", "mark"),
    [
        ("B+3.5", "black-wins"), ("B+R", "black-wins"), ("W+", "white-wins"), ("w+t", "white-wins"),
        ("0", "draw"), ("Draw", "draw"), ("Void", "no-result"), ("?", "pending"), (BOTH_LOSE, "double-loss"),
        ("黒中押し勝ち", "black-wins"), ("白3目半勝", "white-wins"), ("持碁", "draw"), ("", None), ("unknown", None),
        ("\u0301" * 300_000 + "\u0316" * 300_000, None),
    ],
)  # fmt: skip
def test_what_a_result_says(result: str, mark: str | None) -> None:
    assert result_mark(result) == mark


@pytest.mark.parametrize(
    ("mark", "result"),
    [
        ("black-wins", "B+3.5"), ("win", "B+R"), ("white-wins", "W+0.5"), ("draw", "0"), ("no-result", "Void"),
        ("double-loss", BOTH_LOSE), ("pending", PENDING), ("walkover", "B+F"), (None, ""), ("loss", ""),
    ],
)  # fmt: skip
def test_a_record_that_agrees(event: Path, mark: Mark | None, result: str) -> None:
    sheet(event, mark)
    record(event, result)
    assert set(codes(event)) <= {"game-pending"}
    assert list(report(event).divisions[0].records) == [(1, 1)]


@pytest.mark.parametrize(
    ("mark", "result"),
    [
        ("black-wins", "W+3.5"),
        ("draw", "B+1"),
        ("no-result", BOTH_LOSE),
        ("pending", "W+"),
        ("double-loss", "0"),
    ],
)
def test_a_sheet_that_contradicts_a_record_is_an_error(event: Path, mark: Mark, result: str) -> None:
    sheet(event, mark)
    record(event, result)
    assert codes(event) == ["record-contradicts"]


def test_a_ruling_may_decide_what_the_record_leaves_open(event: Path) -> None:
    record(event, PENDING)
    assert codes(event) == ["record-pending"]
    sheet(event, "black-wins", "裁定")
    assert codes(event) == []


def test_a_result_that_stands_in_the_record_alone_is_not_typed_by_the_build(event: Path) -> None:
    sheet(event, None)
    record(event, "W+2.5")
    before = (event / "rounds/open-r1.xlsx").read_bytes()
    site = event.parent / "site"
    outcome = built(event, site)
    assert [notice.code for notice in outcome.notices] == ["record-waiting"]
    assert (event / "rounds/open-r1.xlsx").read_bytes() == before
    assert (site / "demo/open/r1-t01.html").exists()


def test_names_with_and_without_the_division(event: Path) -> None:
    record(event, "B+3.5", RecordName(1, 1, "open"))
    assert codes(event) == []


def test_every_bad_file_is_named_at_once(event: Path) -> None:
    record(event, "B+3.5", RecordName(1, 9))
    (event / "games/r1-t02.sgf").write_text("(;GM[1]SZ[9];B[aa];W[aa])", encoding="utf-8")
    (event / "games/r1-t03.sgf").write_bytes(b"not a record")
    (event / "games/notes.txt").write_text("nothing to do with it", encoding="utf-8")
    (event / "games/live").mkdir()
    (event / "games/live/r1-t01.sgf").write_bytes(b"nobody looks here")
    assert sorted(codes(event)) == ["occupied", "record-no-table", "sgf-none"]


def test_an_unreadable_sheet_is_not_blamed_on_its_records(event: Path) -> None:
    record(event, "B+3.5")
    (event / "rounds/open-r1.xlsx").write_bytes(b"broken")
    assert codes(event) == ["file-unreadable"]


def test_the_records_of_a_table_can_be_downloaded(event: Path) -> None:
    sheet(event, "pending")
    record(event, PENDING, proposals=True)
    site = event.parent / "site"
    built(event, site)
    for part in ("", ".black", ".white"):
        name = f"r1-t01{part}.sgf"
        assert (site / "demo/open/games" / name).read_bytes() == (event / "games" / name).read_bytes()


def test_other_games_are_not_asked(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    put(folder, standard("shogi"))
    (folder / "games").mkdir()
    (folder / "games/anything.sgf").write_bytes(b"x")
    assert codes(folder) == []


def test_a_private_name_tells_who_was_black(event: Path) -> None:
    """ニギリ, and 黒 is not typed: the record's own names say it, whatever is published of them."""
    settings = (event / "event.toml").read_text(encoding="utf-8")
    (event / "event.toml").write_text(settings.replace('"go-swiss"', '"my.toml"'), encoding="utf-8")
    own = shipped_text("go-swiss").replace('game = "go"\n', 'game = "go"\ncolours = "nigiri"\n', 1)
    (event / "my.toml").write_text(own, encoding="utf-8")
    book = openpyxl.load_workbook(event / "roster.xlsx")
    page = book.worksheets[0]
    page["F1"], page["F3"], page["F4"] = "非公開", "○", "○"
    book.save(event / "roster.xlsx")
    sheet(event, "loss")  # number 2 has won
    record(event, "B+R")
    assert codes(event)[:1] == ["record-contradicts"]
    (path,) = (event / "games").iterdir()
    text = path.read_text(encoding="utf-8")
    swapped = text.replace(NAMES[3], "?").replace(NAMES[2], NAMES[3]).replace("?", NAMES[2])
    path.write_text(swapped, encoding="utf-8")
    assert not [code for code in codes(event) if code.startswith("record")]
    assert not report(event).divisions[0].records[1, 1].files
