"""Sheets that are written: the contract's names, pleasant to fill in, the same bytes every time."""

import io
import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.rules.builders import declared
from tourgen.model import Mark, Player
from tourgen.result_marks import PLAIN_MARKS, RESULT_MARKS, marks_of
from tourgen.sheets import (
    RosterSheet,
    RoundRow,
    RoundSheet,
    read_roster,
    read_round,
    write_roster,
    write_round,
)

GAMES = (
    RoundRow(1, 3, "青木　一郎", 17, "石川 二葉", "A", "2-0", "1-1"),
    RoundRow(
        2, 4, "髙橋 三郎", 5, "=HYPERLINK(1)", "A", result1="win", result2="loss", discs=(40, 24), note="+1"
    ),
    RoundRow(None, 9, "渡邉 五月", group="B", record1="0-2", result1="walkover"),
)
SHEET = RoundSheet("第5回 サンプル & オープン", "無差別の部", 3, GAMES, "13:10", discs=True)


def opened(data: bytes) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return load_workbook(io.BytesIO(data))


@pytest.mark.parametrize(
    ("language", "headers"),
    [
        ("ja", "卓 組 番号1 選手1 戦績1 結果1 結果2 戦績2 選手2 番号2 石数1 石数2 備考"),
        ("en", "Table Group No1 Player1 Record1 Result1 Result2 Record2 Player2 No2 Discs1 Discs2 Note"),
    ],
)
def test_headers_of_a_round(language: str, headers: str) -> None:
    book = opened(write_round(RoundSheet("E", "D", 1, GAMES, language=language, discs=True)))
    page = book.worksheets[0]
    assert page.title == ("結果" if language == "ja" else "Results")
    assert [cell.value for cell in page[4]] == headers.split()


@pytest.mark.parametrize(
    ("language", "headers"),
    [
        ("ja", "名簿番号 氏名 ふりがな 所属 段級位 性別 シード 抽選番号 欠席 参加 棄権 補充希望 備考"),
        ("en", "No Name Kana Club Grade Sex Seed Lottery Absent From Withdrawn Standby Note"),
    ],
)
def test_headers_of_a_roster(language: str, headers: str) -> None:
    book = opened(write_roster([RosterSheet("open", "Open", rows=3, language=language)]))
    assert [cell.value for cell in book["Open"][3]] == headers.split()
    assert book.sheetnames[-1] == ("説明" if language == "ja" else "Guide")
    explained = [row[0].value for row in book.worksheets[-1].iter_rows(min_row=3)]
    assert explained == headers.split()


def test_a_round_is_read_as_it_was_written() -> None:
    sheet, problems = read_round(write_round(SHEET), "open-r3.xlsx")
    assert sheet is not None and not problems
    assert sheet.round_said == 3
    assert [row.numbers for row in sheet.rows] == [(3, 17), (4, 5), (9, None)]
    assert [row.marks for row in sheet.rows] == [(None, None), ("win", "loss"), ("walkover", None)]
    assert sheet.rows[1].names == ("髙橋 三郎", "=HYPERLINK(1)")
    assert (sheet.rows[1].discs, sheet.rows[1].note) == ((40, 24), "+1")
    assert (sheet.rows[2].table, sheet.rows[2].group) == (None, "B")


def test_only_input_cells_are_unlocked_and_there_is_no_password() -> None:
    page = opened(write_round(SHEET)).worksheets[0]
    unlocked = {cell.coordinate for row in page.iter_rows() for cell in row if not cell.protection.locked}
    games = {f"{column}{row}" for row in (5, 6) for column in "CFGJKLM"}
    assert unlocked == games | {"C7", "J7", "M7"}  # of a bye, the numbers and the note
    assert page.protection.sheet
    assert not page.protection.password


def test_results_have_a_dropdown_and_let_pass_what_the_build_reads() -> None:
    page = opened(write_round(SHEET)).worksheets[0]
    (marks, discs) = sorted(page.data_validations.dataValidation, key=lambda check: str(check.sqref))
    assert str(marks.sqref) == "F5:G7"
    assert marks.formula1.strip('"').split(",")[:2] == ["○", "×"]
    assert marks.prompt and not marks.showErrorMessage
    assert discs.errorStyle == "warning"
    assert (str(discs.sqref), discs.formula1, discs.formula2) == ("K5:L7", "0", "64")


@pytest.mark.parametrize("text", ["○", "勝ち", "W", "o", "不戦勝ち", "×", "負け", "L", "失格"])
def test_the_winner_is_coloured_whatever_the_result_is_spelt_like(text: str) -> None:
    page = opened(write_round(SHEET)).worksheets[0]
    formulas = [rule.formula[0] for area in page.conditional_formatting for rule in area.rules]
    assert any(f"|{text}|" in formula for formula in formulas)


def test_everything_in_the_dropdown_can_be_read() -> None:
    every: tuple[Mark, ...] = tuple(RESULT_MARKS)
    page = opened(write_round(RoundSheet("E", "D", 1, GAMES, marks=every))).worksheets[0]
    offered = page.data_validations.dataValidation[0].formula1.strip('"').split(",")
    rows = tuple(RoundRow(1, 1, "a", 2, "b") for _ in offered)
    book = opened(write_round(RoundSheet("E", "D", 1, rows)))
    for row, text in enumerate(offered, start=5):
        book.worksheets[0][f"F{row}"] = text
    stream = io.BytesIO()
    book.save(stream)
    sheet, problems = read_round(stream.getvalue(), "x.xlsx")
    assert sheet is not None
    assert [one.code for one in problems] == ["mark-zero"], "all of them are in one sheet here"
    assert set(every) == {row.marks[0] for row in sheet.rows}


@pytest.mark.parametrize(("drawn", "never"), [(True, False), (False, True)])
def test_the_guide_of_shogi_says_either_how_a_draw_is_typed_or_that_there_is_none(
    drawn: bool, never: bool
) -> None:
    marks = (*PLAIN_MARKS, *(("draw",) if drawn else ()))
    guide = opened(write_round(RoundSheet("E", "D", 1, GAMES, marks=marks, game="shogi"))).worksheets[1]
    words = [row[0] for row in guide.iter_rows(values_only=True)]
    assert (words.count("△"), words.count("引き分け")) == (int(drawn), int(never))


def test_paper() -> None:
    page = opened(write_round(SHEET)).worksheets[0]
    assert page.page_setup.paperSize == 9
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert (page.page_setup.fitToWidth or 1, page.page_setup.fitToHeight) == (1, 0)
    assert page.print_title_rows == "$4:$4"
    assert page.freeze_panes == "A5"
    assert page.oddHeader.left.text == "第5回 サンプル && オープン"
    assert page.oddFooter.center.text == "&P / &N"


def test_text_is_never_a_formula() -> None:
    nasty = ("=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "http://example.org", "{=1}", "\t=1")
    rows = tuple(RoundRow(1, 1, text, 2, text, text, text, text, note=text) for text in nasty)
    sheet = RoundSheet(nasty[0], nasty[1], 1, rows, nasty[0])
    players = tuple(Player(no, text, text, text, text, seed=text) for no, text in enumerate(nasty, start=1))
    for data in (write_round(sheet), write_roster([RosterSheet("open", "=1+1", players)])):
        for page in opened(data).worksheets:
            formulas = [cell.coordinate for row in page.iter_rows() for cell in row if cell.data_type == "f"]
            assert not formulas
            assert not page._hyperlinks


def test_a_round_of_nobody() -> None:
    sheet, problems = read_round(write_round(RoundSheet("E", "D", 1, ())), "x.xlsx")
    assert sheet is not None and not problems and not sheet.rows


PLAYERS = (
    Player(1, "青木　一郎", "あおき いちろう", "北町", "三段", "M", "前年優勝", 4),
    Player(3, "髙橋 邉子", sex="F", absent=True, from_round=2, withdrawn_after=0, standby=("open", "women")),
)


def test_a_roster_is_read_as_it_was_written() -> None:
    sheets = [
        RosterSheet("open", "無差別の部", PLAYERS, rows=8),
        RosterSheet("women", "女子/の部", PLAYERS[1:]),
    ]
    players, problems, *_ = read_roster(
        write_roster(sheets), "r.xlsx", [("open", "無差別の部"), ("women", "女子/の部")]
    )
    assert not problems
    assert players == {"open": PLAYERS, "women": PLAYERS[1:]}


def test_blank_rows_of_a_roster_are_numbered() -> None:
    page = opened(write_roster([RosterSheet("open", "Open", PLAYERS, rows=5)]))["Open"]
    assert [row[0].value for row in page.iter_rows(min_row=4, max_row=9)] == [1, 3, 4, 5, 6, None]


def test_worksheets_have_names_that_excel_takes() -> None:
    names = ["x" * 40, "a/b", "'quoted'", "History: 1", "説明", "無差別の部"]
    sheets = [RosterSheet(f"d{place}", name, rows=1) for place, name in enumerate(names)]
    assert opened(write_roster(sheets)).sheetnames == ["d0", "d1", "d2", "d3", "d4", "無差別の部", "説明"]


names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12).filter(
    lambda text: text.strip("-‐‑‒–—―−ーｰ─－\u3000 〃々仝同\"'＂") != ""
)
marks = st.sampled_from((*RESULT_MARKS, None))
discs = st.none() | st.integers(0, 64)
games = st.builds(
    RoundRow,
    table=st.none() | st.integers(1, 999),
    no1=st.integers(1, 999),
    name1=names,
    no2=st.none() | st.integers(1, 999),
    name2=names,
    result1=marks,
    result2=marks,
    discs=st.tuples(discs, discs),
)


@given(st.lists(games, max_size=6), st.integers(1, 20), st.sampled_from(["ja", "en"]))
def test_whatever_is_written_is_read(rows: list[RoundRow], number: int, language: str) -> None:
    written = RoundSheet("第5回 大会", "部", number, tuple(rows), language=language, discs=True)
    sheet, problems = read_round(write_round(written), "x.xlsx")
    assert sheet is not None and not problems
    assert sheet.round_said == number
    assert [(row.table, row.numbers, row.names, row.marks, row.discs) for row in sheet.rows] == [
        (row.table, (row.no1, row.no2), (row.name1, row.name2), (row.result1, row.result2), row.discs)
        for row in rows
    ]


def test_long_names_make_no_warning() -> None:
    long = "全&日本" * 60
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = write_round(
            RoundSheet(long, long, 1, (RoundRow(1, 1, long, 2, long, long),), long, marks=tuple(RESULT_MARKS))
        )
        write_roster([RosterSheet("open", long, rows=2, event_name=long)])
    assert opened(data).worksheets[0].oddHeader.left.text


def test_a_sheet_of_go_asks_for_black_only_where_the_first_player_has_it() -> None:
    """A handicap or nigiri says who is Black: 黒勝 is no mark of the first player there, and must not be asked for."""
    go = marks_of(declared("go-swiss"))
    handicap = tuple(mark for mark in go if mark not in ("black-wins", "white-wins"))
    for marks, typed, boards, asked in (
        (go, False, (), True),
        (go, True, (), False),
        (handicap, False, (), False),
        (handicap, False, (("主将", "Board 1"),), False),
    ):
        sheet = RoundSheet("E", "D", 1, GAMES, marks=marks, game="go", black=typed, boards=boards)
        page, guide = opened(write_round(sheet)).worksheets
        assert ("選手1が黒です" in page["A3"].value) is asked
        told = [row[:2] for row in guide.iter_rows(values_only=True)]
        assert ("黒と白" in dict(told)) is asked
        assert any("黒勝" in f"{text}" for _, text in told) is False
