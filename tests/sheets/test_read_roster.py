"""Rosters as organisers keep them."""

from typing import Any

import pytest

from tests.errors.workbooks import repacked, workbook
from tourgen.messages.problems import Problem
from tourgen.model import Player
from tourgen.sheets import read_roster

OPEN = [("open", "無差別の部")]
BOTH = [*OPEN, ("women", "女子の部")]
ROWS = """
名簿番号 | 氏名
1        | 青木 一郎
"""


def read(
    rows: str, divisions: list[tuple[str, str]] = OPEN, **sheet: Any
) -> tuple[tuple[Player, ...], list[Problem]]:
    players, problems, *_ = read_roster(
        workbook([{"name": "open", "rows": rows, **sheet}]), "r.xlsx", divisions
    )
    return players.get("open", ()), problems


def codes(problems: list[Problem]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.where.cell) for problem in problems]


def test_everything() -> None:
    players, problems = read(
        """
        名簿番号 | 氏名 | ふりがな | 所属 | 段級位 | 性別 | シード | 抽選番号 | 欠席 | 参加 | 棄権 | 補充希望 | 備考
        7 | 髙橋　邉子 | たかはし なべこ | 北町 | 三段 | 女 | 前年優勝 | 5 | ○ | 2 | 0 | open | 会費未納
        """.replace("        ", "").strip()
    )
    assert not problems
    assert players == (
        Player(7, "髙橋　邉子", "たかはし なべこ", "北町", "三段", "F", "前年優勝", 5, True, 2, 0, ("open",)),
    )
    assert players[0].at("lottery").cell == "H2"
    assert "会費未納" not in repr(players[0])  # notes are nobody else's business


def test_header_is_found_wherever_it_stands() -> None:
    players, problems = read(
        """
第5回 サンプルオープン

参加者名簿 | | 2026年5月3日
 | ＮＯ． | 会費 | Affiliation | お名前 | 性別(男/女)

 | １ | 3000 | 北町 | 青木 一郎 | Ｍ
 | '2 | | 南町 | 石川 二葉 | 女性
"""
    )
    assert not problems
    assert [(p.no, p.name, p.club, p.sex) for p in players] == [
        (1, "青木 一郎", "北町", "M"),
        (2, "石川 二葉", "南町", "F"),
    ]
    assert players[1].source.cell == "E7"


def test_english() -> None:
    players, problems = read("No | Name | Sex | Absent | Withdrawn\n1 | Ann Oak | F | yes | 3")
    assert not problems
    assert players == (Player(1, "Ann Oak", sex="F", absent=True, withdrawn_after=3),)


def test_rows_that_nobody_filled_in_are_no_players() -> None:
    players, problems = read(ROWS + "2 | \n3 | \n4 | 石川 二葉\n5 |\n\n")
    assert not problems
    assert [player.no for player in players] == [1, 4]


def test_remarks_below_the_table_are_left_alone() -> None:
    _, problems = read("No | 氏名 | 備考\n1 | 青木 一郎 |\n | | 以上1名")
    assert not problems


def test_furigana_kept_by_excel() -> None:
    rows = "No | 氏名 | ふりがな\n1 | 青木 一郎 |\n2 | 石川二葉 | いしかわ ふたば\n3 | 上田三郎 |\n4 | 𠮷野さくら |"
    furigana = {"B2": "青木=アオキ 一郎=イチロウ", "B3": "石川=チガウ", "B5": "𠮷野=ヨシノ"}
    players, problems = read(rows, furigana=furigana)
    assert not problems
    assert [player.kana for player in players] == ["アオキ イチロウ", "いしかわ ふたば", "", "ヨシノさくら"]
    assert [player.name for player in players] == ["青木 一郎", "石川二葉", "上田三郎", "𠮷野さくら"]


def test_blank_rows_and_columns_before_the_table() -> None:
    players, problems = read("\n\n | | No | 氏名\n\n | | 1 | 青木 一郎")
    assert not problems
    assert players[0].source.cell == "D4"


def test_seeds_are_any_mark_or_title_but_no_denial() -> None:
    players, problems = read("No | 氏名 | シード\n1 | 甲 | ○\n2 | 乙 | 名人\n3 | 丙 | なし\n4 | 丁 | -")
    assert not problems
    assert [player.seed for player in players] == ["○", "名人", "", ""]


@pytest.mark.parametrize("header", ["欠席者", "お休み", "不参加", "欠席(○)", "Absentee"])
def test_absentees_under_what_people_call_them(header: str) -> None:
    players, problems = read(f"No | 氏名 | {header}\n1 | 青木 一郎 | ○")
    assert players[0].absent and not problems


@pytest.mark.parametrize("header", ["途中退場", "退場", "リタイア", "棄権者"])
def test_who_left_under_what_people_call_it(header: str) -> None:
    players, problems = read(f"No | 氏名 | {header}\n1 | 青木 一郎 | 3")
    assert players[0].withdrawn_after == 3 and not problems


def test_headers_that_are_nearly_known() -> None:
    for header, typed in (
        ("欠席の人", "○"),
        ("棄権回戦", "2"),
        ("抽選番号札", "7"),
        ("シード権", "前年優勝"),
    ):
        assert codes(read(f"No | 氏名 | {header}\n1 | 青木 一郎 | {typed}")[1]) == [("header-misspelt", "C1")]
    # What stands below is no mark, no round, no number; a fee is the organiser's own.
    for header, typed in (("欠席連絡", "電話待ち"), ("参加費", "○"), ("参加回数", "3"), ("座席", "1")):
        assert not read(f"No | 氏名 | {header}\n1 | 青木 一郎 | {typed}")[1]


def test_attendance_beside_absence_is_the_organisers_own() -> None:
    assert not read("No | 氏名 | 出欠 | 欠席\n1 | 青木 一郎 | ○ |")[1]
    assert codes(read("No | 氏名 | Attendance\n1 | 青木 一郎 | x")[1]) == [("header-attendance", "C1")]


def test_all_problems_at_once() -> None:
    players, problems = read(
        """
No | 氏名 | 性別 | 欠席 | 抽選番号 | 参加 | 棄権 | 補充希望
1  | 甲   | 男   |      |          |      |      |
1  | 乙   | 犬   | ×    | い       | 午後 | ○    | nowhere
 | 丙
x  |
3  |      | 男
"""
    )
    assert [player.name for player in players] == ["甲"]
    assert sorted(codes(problems), key=lambda item: item[1] or "") == [
        ("number-twice", "A3"),
        ("number-missing", "A4"),
        ("number-unreadable", "A5"),
        ("name-missing", "B5"),
        ("name-missing", "B6"),
        ("sex-unknown", "C3"),
        ("mark-doubtful", "D3"),
        ("lottery-unreadable", "E3"),
        ("from-unreadable", "F3"),
        ("withdrawn-unreadable", "G3"),
        ("standby-unknown", "H3"),
    ]


def test_formulas_with_values_are_values() -> None:
    players, problems = read("No | 氏名\n1 | 青木 一郎\n=A2+1 → 2 | =D9 → 石川 二葉")
    assert not problems
    assert [(player.no, player.name) for player in players] == [(1, "青木 一郎"), (2, "石川 二葉")]


def test_formulas_without_values_are_never_blanks() -> None:
    _, problems = read("No | 氏名 | 所属 | 会計\n1 | 青木 一郎 | =X1 | =Y1\n=A2+1 |")
    assert codes(problems) == [("formula-without-value", "C2"), ("formula-without-value", "A3")]


def test_cells_in_a_column_of_dates_are_still_numbers() -> None:
    def dated(name: str, part: bytes) -> bytes:
        return part.replace(b'<xf numFmtId="0" ', b'<xf numFmtId="14" ') if name == "xl/styles.xml" else part

    players, problems, *_ = read_roster(
        repacked(workbook([{"name": "x", "rows": ROWS}]), dated), "r.xlsx", OPEN
    )
    assert not problems
    assert players["open"][0].no == 1


def test_merged_cells_that_hide_nothing() -> None:
    rows = "名簿 | \nNo | 氏名 | 所属\n1 | 青木 一郎 | 北町\n | | \n | | \n"
    _, problems = read(rows, merged=["A1:C1", "A4:B5"])
    assert not problems


# --- Worksheets


def sheets(
    *names: str, divisions: list[tuple[str, str]] = BOTH, hidden: tuple[str, ...] = ()
) -> tuple[set[str], list[tuple[str, str]]]:
    book = workbook([{"name": name, "rows": ROWS, "hidden": name in hidden} for name in names])
    players, problems, *_ = read_roster(book, "r.xlsx", divisions)
    return set(players), [(problem.code, problem.found) for problem in problems]


def test_worksheets_are_named_by_id_or_name() -> None:
    assert sheets("無差別の部", "Women") == ({"open", "women"}, [])
    assert sheets(" 無差別　の部", "ＷＯＭＥＮ") == ({"open", "women"}, [])


def test_a_lone_worksheet_is_the_lone_divisions() -> None:
    assert sheets("Sheet1", divisions=OPEN) == ({"open"}, [])
    assert sheets("Sheet1", "説明", "組合せ禁止", divisions=OPEN) == ({"open"}, [])
    assert sheets("Sheet1") == (
        set(),
        [("sheet-unknown", "Sheet1"), ("sheet-missing", "無差別の部"), ("sheet-missing", "女子の部")],
    )


def test_worksheets_beside_the_rosters() -> None:
    assert sheets("open", "women", "説明", "Guide", "組合せ禁止") == ({"open", "women"}, [])
    assert sheets("open", "women", "会計", hidden=("会計",)) == ({"open", "women"}, [])
    assert sheets("open", "women", "会計") == ({"open", "women"}, [("sheet-unknown", "会計")])


def test_blank_worksheets_of_a_new_workbook_are_ignored() -> None:
    book = workbook([{"name": "open", "rows": ROWS}, {"name": "Sheet2"}, {"name": "Sheet3"}])
    players, problems, *_ = read_roster(book, "r.xlsx", OPEN)
    assert set(players) == {"open"} and not problems


def test_every_sheet_is_looked_at() -> None:
    book = workbook(
        [{"name": "open", "rows": "No | 氏名\nx | 甲"}, {"name": "women", "rows": "No | 氏名\n | 乙"}]
    )
    _, problems, *_ = read_roster(book, "r.xlsx", BOTH)
    assert [(problem.where.sheet, problem.code) for problem in problems] == [
        ("open", "number-unreadable"),
        ("women", "number-missing"),
    ]
