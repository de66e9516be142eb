"""Result sheets as they come back from the tables."""

from typing import Any

import pytest

from tests.errors.workbooks import workbook
from tourgen.messages.problems import Problem
from tourgen.model import ResultSheet
from tourgen.sheets import read_round


def read(rows: str, **sheet: Any) -> tuple[ResultSheet, list[Problem]]:
    result, problems = read_round(workbook([{"name": "結果", "rows": rows, **sheet}]), "open-r3.xlsx")
    assert result is not None
    return result, problems


def test_everything() -> None:
    sheet, problems = read(
        """
第５回 サンプルオープン　無差別の部
第３回戦　13:10 開始
卓 | 組 | 番号1 | 選手1 | 戦績1 | 結果1 | 結果2 | 戦績2 | 選手2 | 番号2 | 石数1 | 石数2 | 備考
1  | A  | 3     | 青木 一郎 | 2-0 | ○ |  | 1-1 | 石川 二葉 | 17 | 40 | 24 | 双方時間切れ
2  |    | '4   | 髙橋 三郎 | | | Ｘ | | 江口 四季 | 5.0 | | |
   | B  | 9     | 大野 五月 | | 不戦勝 | | | | | | |
"""
    )
    assert not problems
    assert sheet.round_said == 3
    first, second, bye = sheet.rows
    assert (first.table, first.group, first.numbers, first.names) == (
        1,
        "A",
        (3, 17),
        ("青木 一郎", "石川 二葉"),
    )
    assert (first.marks, first.discs, first.note) == (("win", None), (40, 24), "双方時間切れ")
    assert (second.numbers, second.marks, second.discs) == ((4, 5), (None, "loss"), (None, None))
    assert (bye.table, bye.numbers, bye.marks) == (None, (9, None), ("walkover", None))
    assert str(first.at("result2").cell) == "G4"
    assert first.source.sheet == "結果"


def test_english() -> None:
    sheet, problems = read("Round 12\nNo.2 | Result2 | Player1 | No.1 | Table\n17 | o | Ann | 3 | 1")
    assert not problems
    assert sheet.round_said == 12
    assert sheet.rows[0].numbers == (3, 17)
    assert sheet.rows[0].marks == (None, "win")


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("3回戦", 3),
        ("第46回大会 ７回戦", 7),
        ("ROUND2", 2),
        ("結果", None),
        ("1回戦から3回戦まで", None),
        ("第3回", None),
    ],
)
def test_the_round_in_the_title(title: str, said: int | None) -> None:
    assert read(f"{title}\n番号1 | 結果1 | 番号2\n1 | ○ | 2")[0].round_said == said


def test_the_topmost_title_counts() -> None:
    assert read("3回戦\n2回戦の敗者は休憩\n番号1 | 結果1 | 番号2")[0].round_said == 3


def test_blank_rows_are_ignored() -> None:
    sheet, problems = read(
        "卓 | 番号1 | 結果1 | 番号2 | 備考\n1 | 1 | | 2\n\n2 | | | | \n | | | | 以上\n3 | 3 | ○ | 4"
    )
    assert not problems
    assert [row.numbers for row in sheet.rows] == [(1, 2), (3, 4)]


def test_numbers_may_be_missing_on_one_side_only() -> None:
    sheet, problems = read("番号1 | 選手1 | 結果1 | 番号2\n | 青木 | | \n | | × | \n | | | 3")
    assert [(problem.code, problem.where.cell) for problem in problems] == [
        ("row-without-players", "A2"),
        ("row-without-players", "A3"),
    ]
    assert sheet.rows[2].numbers == (None, 3)


def test_all_problems_at_once() -> None:
    _, problems = read(
        "卓 | 番号1 | 結果1 | 結果2 | 番号2 | 石数1\nA | x | ? | #N/A | 2 | 70\n2 | 3 | =B3 | 引分 | y | 10.5\n"
    )
    assert sorted((problem.where.cell, problem.code) for problem in problems) == [
        ("A2", "number-unreadable"),
        ("B2", "number-unreadable"),
        ("C2", "result-unknown"),
        ("C3", "formula-without-value"),
        ("D2", "cell-error"),
        ("D3", "result-unknown"),
        ("E3", "number-unreadable"),
        ("F2", "discs-unreadable"),
        ("F3", "discs-unreadable"),
    ]


def test_a_formula_for_the_result_is_never_read_as_blank() -> None:
    sheet, problems = read('番号1 | 結果1 | 番号2\n1 | =IF(1,"○","") | 2\n3 | =IF(1,"○","") → ○ | 4')
    assert [problem.where.cell for problem in problems] == ["B2"]
    assert sheet.rows[1].marks[0] == "win"


def test_the_records_are_for_readers_only() -> None:
    _, problems = read("番号1 | 戦績1 | 結果1 | 番号2\n1 | =A1 | ○ | 2\n3 | #REF! | ○ | 4")
    assert not problems


def test_the_first_visible_worksheet_counts() -> None:
    book = workbook(
        [
            {"name": "下書き", "rows": "番号1 | 結果1 | 番号2\n1 | ? | 2", "hidden": True},
            {"name": "結果", "rows": "番号1 | 結果1 | 番号2\n1 | ○ | 2"},
            {"name": "説明", "rows": "番号1 | 結果1 | 番号2\n1 | ? | 2"},
        ]
    )
    sheet, problems = read_round(book, "x.xlsx")
    assert sheet is not None and not problems
    assert sheet.rows[0].marks == ("win", None)


def test_two_columns_of_one_meaning() -> None:
    _, problems = read("番号1 | 選手1 | 氏名1 | 結果1 | 番号2\n1 | 青木 | 青木 | ○ | 2")
    assert [(problem.code, problem.where.cell, problem.params["first"]) for problem in problems] == [
        ("header-twice", "C1", "B1")
    ]
