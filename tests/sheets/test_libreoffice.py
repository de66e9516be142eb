"""Workbooks that LibreOffice really opened, filled in and saved (tests/fixtures/libreoffice/make.sh)."""

import io
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.fixtures.libreoffice.sheets import BOARDS, ROSTER, ROUND, TEAM_ROUND
from tourgen.engine.model import BarredPair, Substitute
from tourgen.model import Player
from tourgen.sheets import read_roster, read_round

FOLDER = Path(__file__).parent.parent / "fixtures" / "libreoffice"
FILES = tuple(tomllib.loads((FOLDER / "typed.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("file", FILES)
def test_libreoffice_saved_it(file: str) -> None:
    with zipfile.ZipFile(io.BytesIO((FOLDER / file).read_bytes())) as archive:
        assert b"<Application>LibreOffice/" in archive.read("docProps/app.xml")


def test_round() -> None:
    sheet, problems = read_round((FOLDER / "round.xlsx").read_bytes(), "rounds/open-r3.xlsx")
    assert sheet is not None and not problems
    assert sheet.round_said == 3
    assert [row.marks for row in sheet.rows] == [
        ("win", None),
        (None, "win"),
        ("loss", None),
        (None, "forfeit"),
        ("win", None),
        (None, None),
        ("walkover", None),
    ]
    assert sheet.rows[4].note == "双方時間切れ"
    for read, written in zip(sheet.rows, ROUND.rows, strict=True):
        assert (read.table, read.group) == (written.table, written.group)
        assert read.numbers == (written.no1, written.no2)
        assert read.names == (written.name1, written.name2)
    assert sheet.as_made


@pytest.mark.parametrize("file", ["roster.xlsx", "roster.ods"])
def test_roster(file: str) -> None:
    divisions = [(sheet.division_id, sheet.division_name) for sheet in ROSTER]
    players, problems, *_ = read_roster((FOLDER / file).read_bytes(), file, divisions)
    assert not problems
    assert players == {
        "open": (
            Player(1, "青木　一郎", "あおき　いちろう", "北町クラブ", "三段", "M", "前年優勝", 4),
            Player(2, "渡邉 二葉", sex="F", absent=True),
            Player(4, "髙橋 四季", withdrawn_after=0, standby=("women",)),
        ),
        "women": (Player(1, "上田 三郎子"),),
    }


def test_what_is_doubtful_in_a_roster_of_libreoffice() -> None:
    """The same as in one of Excel's: it is told, or it is an error."""
    _, problems, notices, *_ = read_roster(
        (FOLDER / "doubtful.ods").read_bytes(), "roster.ods", [("open", "無差別の部")]
    )
    assert [(one.code, one.where.cell) for one in problems] == [
        ("cell-date", "C5"),
        ("cell-error", "C6"),
        ("cell-date", "D8"),
        ("cell-merged", "C8"),
    ]
    assert [(one.code, one.where.cell) for one in notices] == [
        ("columns-unread", "E1"),
        ("rows-hidden", "B4"),
        ("rows-struck", "B3"),
    ]


def test_made_by_hand() -> None:
    players, problems, *_ = read_roster(
        (FOLDER / "by-hand.xlsx").read_bytes(), "roster.xlsx", [("open", "無差別の部")]
    )
    assert not problems
    assert players["open"] == (
        Player(11, "青木 一郎", club="北町", sex="M"),
        Player(12, "石川 二葉", club="南町", sex="F"),
        Player(13, "上田 三郎"),
    )


def test_round_of_teams() -> None:
    data = (FOLDER / "team-round.xlsx").read_bytes()
    sheet, problems = read_round(data, "rounds/team-r2.xlsx", BOARDS)
    assert sheet is not None and not problems
    assert [row.boards for row in sheet.rows] == [
        ("win", "loss", "win"),
        ("walkover", "loss", None),
        ("win", None, None),
        ("walkover",) * 3,
    ]
    assert sheet.rows[0].substitutes == (Substitute(0, 1, "清水 一花"),)
    assert [row.numbers for row in sheet.rows] == [(row.no1, row.no2) for row in TEAM_ROUND.rows]
    assert sheet.rows[2].note == "まだ"
    assert sheet.as_made


def test_roster_of_teams_and_barred_pairs() -> None:
    data = (FOLDER / "team-roster.xlsx").read_bytes()
    rosters, problems, _, barred, wrong_pairs = read_roster(
        data, "roster.xlsx", [("team", "団体戦")], {"team": BOARDS}, ["team"]
    )
    assert not problems
    assert rosters["team"] == (
        Player(
            1,
            "北高校 A",
            club="北高校",
            team="A",
            members=("青木 一郎", "石川 二郎", ""),
            reserves=("江口 四郎", "上田 三郎"),
        ),
        Player(2, "北高校 B", club="北高校", absent=True, team="B", members=("大野 五月", "", "")),
        Player(
            3,
            "中央高校",
            club="中央高校",
            withdrawn_after=2,
            members=("久保 八雲", "小林 九", "佐藤 十和"),
        ),
    )
    assert not wrong_pairs
    assert barred == {"team": (BarredPair((1, 3), False), BarredPair((2, 3), True))}
