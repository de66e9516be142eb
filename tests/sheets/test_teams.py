"""Rosters and rounds of teams, and 組合せ禁止, as organisers keep them."""

import io
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.errors.workbooks import workbook
from tourgen.engine.model import BarredPair, Substitute
from tourgen.messages.problems import Problem
from tourgen.model import Mark, Player, ResultSheet
from tourgen.sheets import (
    RosterSheet,
    RoundRow,
    RoundSheet,
    read_roster,
    read_round,
    write_roster,
    write_round,
)
from tourgen.sheets.barred import read_barred
from tourgen.sheets.workbook import Workbook, open_workbook

BOARDS = (("主将", "Board 1"), ("副将", "Board 2"), ("三将", "Board 3"))
TEAM = [("team", "団体戦")]
HEADER = "番号 | チーム | 学校 | 主将 | 副将 | 三将 | 補欠\n"


def read(rows: str, **sheet: Any) -> tuple[tuple[Player, ...], list[Problem]]:
    data = workbook([{"name": "団体戦", "rows": rows, **sheet}])
    rosters, problems, *_ = read_roster(data, "r.xlsx", TEAM, {"team": BOARDS})
    return rosters["team"], problems


def codes(problems: list[Problem]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.where.cell) for problem in problems]


def round_of(rows: str) -> tuple[ResultSheet, list[Problem]]:
    sheet, problems = read_round(workbook([{"name": "結果", "rows": rows}]), "team-r1.xlsx", BOARDS)
    assert sheet is not None
    return sheet, problems


class TestRoster:
    def test_everything(self) -> None:
        teams, problems = read(
            "番号 | チーム | 学校 | 主将 | 副将 | 三将 | 補欠 | 補欠2 | 欠席 | 参加 | 棄権 | 備考 | 引率\n"
            "7 | A | 北高校 | 青木 一郎 | | 上田 三郎 | 江口 四郎／大野・五月 | 加藤 六花 | ○ | 2 | 3 | 免除 | 先生"
        )
        assert not problems
        assert teams == (
            Player(
                7,
                "北高校 A",
                club="北高校",
                absent=True,
                from_round=2,
                withdrawn_after=3,
                exempt=True,
                team="A",
                members=("青木 一郎", "", "上田 三郎"),
                reserves=("江口 四郎", "大野・五月", "加藤 六花"),
            ),
        )
        assert [teams[0].at(key).cell for key in ("name", "board2", "reserve2")] == ["B2", "E2", "H2"]

    @pytest.mark.parametrize(
        ("team", "school", "name", "letter"),
        [
            ("A", "北高校", "北高校 A", "A"),
            ("ｂ", "北高校", "北高校 B", "B"),
            ("Cチーム", "北高校", "北高校 C", "C"),
            ("北高校A", "北高校", "北高校A", "A"),
            ("北高 B", "北高校", "北高 B", "B"),
            ("昇竜", "北高校", "昇竜", ""),
            ("FCB", "北高校", "FCB", ""),
            ("", "北高校", "北高校", ""),
            ("A", "", "A", "A"),
        ],
    )
    def test_names_and_letters(self, team: str, school: str, name: str, letter: str) -> None:
        teams, problems = read(f"{HEADER}1 | {team} | {school} | 甲 | 乙 | 丙 |")
        assert not problems
        assert [(one.name, one.team, one.club) for one in teams] == [(name, letter, school)]

    def test_english(self) -> None:
        teams, problems = read(
            "No | Team | School | Board1 | Board 2 | board3 | Reserve\n1 | A | North | Ann | Bob | Cid | Dan, Eve"
        )
        assert not problems
        assert teams[0].members == ("Ann", "Bob", "Cid")
        assert (teams[0].name, teams[0].reserves) == ("North A", ("Dan", "Eve"))

    def test_boards_of_the_format(self) -> None:
        data = workbook(
            [{"name": "x", "rows": "番号 | 学校 | 大将 | 中堅 | 先鋒\n1 | 北高校 | 甲 | 乙 | 丙"}]
        )
        boards = (("大将", "Board 1"), ("中堅", "Board 2"), ("先鋒", "Board 3"))
        rosters, problems, *_ = read_roster(data, "r.xlsx", TEAM, {"team": boards})
        assert not problems
        assert rosters["team"][0].members == ("甲", "乙", "丙")

    def test_rows_that_nobody_filled_in_are_no_teams(self) -> None:
        teams, problems = read(f"{HEADER}1 | A | 北高校 | 甲 | 乙 | 丙 |\n2\n3\n\n | | | | | |")
        assert not problems
        assert [team.no for team in teams] == [1]

    def test_line_breaks_separate_reserves(self) -> None:
        book = load_workbook(io.BytesIO(workbook([{"name": "団体戦", "rows": f"{HEADER}1 | A | 北 | 甲"}])))
        book.worksheets[0]["G2"] = "丁 一\n戊 二"
        stream = io.BytesIO()
        book.save(stream)
        rosters, problems, *_ = read_roster(stream.getvalue(), "r.xlsx", TEAM, {"team": BOARDS})
        assert not problems
        assert rosters["team"][0].reserves == ("丁 一", "戊 二")

    def test_teams_without_a_school_have_nothing_in_common(self) -> None:
        _, problems = read(f"{HEADER}1 | 竜 | | 甲 | 乙 | 丙 |\n2 | 虎 | | 甲 | 丁 | 戊 |")
        assert not problems

    def test_everything_wrong_at_once(self) -> None:
        _, problems = read(
            f"{HEADER} | A | 北 | 甲 | 乙 | 丙 |\n2 | B | 北 | 乙 | 丁 | 丁 |\n2 | C | 北 | | | |\n4 | | | 戊 | | |"
        )
        assert codes(problems) == [
            ("number-missing", "A2"),
            ("member-of-a-team", "D3"),
            ("member-twice", "F3"),
            ("number-twice", "A4"),
            ("team-empty", "D4"),
            ("team-name-missing", "B5"),
        ]

    def test_players_and_teams_in_one_workbook(self) -> None:
        data = workbook(
            [
                {"name": "open", "rows": "名簿番号 | 氏名\n1 | 青木 一郎"},
                {"name": "team", "rows": f"{HEADER}1 | A | 北高校 | 甲 | 乙 | 丙 |"},
            ]
        )
        rosters, problems, *_ = read_roster(
            data, "r.xlsx", [("open", "個人戦"), ("team", "団体戦")], {"team": BOARDS}
        )
        assert not problems
        assert [rosters[key][0].name for key in ("open", "team")] == ["青木 一郎", "北高校 A"]


class TestExempt:
    @pytest.mark.parametrize(
        ("seed", "note", "exempt", "kept"),
        [
            ("免除", "", True, ""),
            ("前年優勝・免除", "", True, "前年優勝・免除"),
            ("", "東京予選免除", True, ""),
            ("", "Exempt", True, ""),
            ("", "会費免除", False, ""),
            ("", "fee exempt", False, ""),
            ("○", "", False, "○"),
        ],
    )
    def test_marks(self, seed: str, note: str, exempt: bool, kept: str) -> None:
        data = workbook([{"name": "o", "rows": f"No | Name | Seed | Note\n1 | Ann | {seed} | {note}"}])
        rosters, problems, *_ = read_roster(data, "r.xlsx", [("o", "o")])
        assert not problems
        assert [(one.exempt, one.seed) for one in rosters["o"]] == [(exempt, kept)]


class TestRound:
    ROWS = "卓 | 番号1 | チーム1 | 主将 | 副将 | 三将 | チーム2 | 番号2 | 交代1 | 交代2 | 備考\n"

    def test_marks_and_substitutes(self) -> None:
        sheet, problems = round_of(
            self.ROWS + "1 | 3 | 南高校 A | ○ | 負 | 反則 | 北高校 B | 2 "
            "| 副将 佐藤花子、三将:鈴木 一 | Ｂｏａｒｄ １ Ann Lee | 千日手\n"
            "2 | 4 | | 不戦勝 | 失格 | | | 6 | | 2 山田 |\n"
            "| 5 | | 不戦勝 | 不戦勝 | 不戦勝 | | | | |"
        )
        assert not problems
        assert [row.boards for row in sheet.rows] == [
            ("win", "loss", "foul"),
            ("walkover", "disqualified", None),
            ("walkover",) * 3,
        ]
        assert sheet.rows[0].substitutes == (
            Substitute(0, 1, "佐藤花子"),
            Substitute(0, 2, "鈴木 一"),
            Substitute(1, 0, "Ann Lee"),
        )
        assert sheet.rows[1].substitutes == (Substitute(1, 1, "山田"),)
        assert sheet.rows[2].numbers == (5, None)
        assert sheet.rows[0].at("board2").cell == "E2"
        assert sheet.rows[1].blank_cell.cell == "F3"
        assert sheet.rows[0].marks == (None, None) and not sheet.rows[0].untouched

    @pytest.mark.parametrize("text", ["佐藤花子", "四将 佐藤", "副将", "4 佐藤", "Board 12 Sato", "?"])
    def test_substitutes_without_a_board(self, text: str) -> None:
        _, problems = round_of(f"{self.ROWS}1 | 3 | | ○ | × | ○ | | 2 | {text} | |")
        assert codes(problems) == [("sub-unreadable", "I2")]

    def test_unreadable_marks_have_their_cells(self) -> None:
        _, problems = round_of(f"{self.ROWS}1 | 3 | | ○ | 勝った | - | | 2 | | |")
        assert codes(problems) == [("result-unknown", "E2"), ("result-unknown", "F2")]

    def test_every_board_needs_its_column(self) -> None:
        data = workbook([{"name": "結果", "rows": "番号1 | 主将 | 三将 | 番号2\n1 | ○ | ○ | 2"}])
        sheet, problems = read_round(data, "x.xlsx", BOARDS)
        assert sheet is None
        assert codes(problems) == [("header-missing", "A1")]


marks: st.SearchStrategy[Mark | None] = st.sampled_from(("win", "loss", "forfeit", "double-loss", None))
matches = st.builds(
    RoundRow,
    table=st.none() | st.integers(1, 99),
    no1=st.integers(1, 999),
    name1=st.just("北高校 A"),
    no2=st.none() | st.integers(1, 999),
    boards=st.tuples(marks, marks, marks),
    lineups=st.just(("主将 甲\n副将 乙\n三将 —", "=1+1")),
    subs=st.sampled_from((("", ""), ("副将 佐藤花子", "主将 甲、三将 乙 丙"))),
)
SUBSTITUTES = (Substitute(0, 1, "佐藤花子"), Substitute(1, 0, "甲"), Substitute(1, 2, "乙 丙"))


@given(st.lists(matches, max_size=4), st.sampled_from(["ja", "en"]))
def test_whatever_is_written_is_read(rows: list[RoundRow], language: str) -> None:
    written = RoundSheet("大会", "団体戦", 3, tuple(rows), language=language, boards=BOARDS, game="shogi")
    sheet, problems = read_round(write_round(written), "x.xlsx", BOARDS)
    assert sheet is not None and not problems
    assert sheet.as_made and sheet.round_said == 3
    assert [(row.table, row.numbers, row.boards, row.substitutes) for row in sheet.rows] == [
        (row.table, (row.no1, row.no2), row.boards, SUBSTITUTES if any(row.subs) else ()) for row in rows
    ]


def test_the_sheet_of_a_round() -> None:
    rows = (
        RoundRow(
            1, 3, "南高校 A", 2, "北高校 B", boards=(None,) * 3, lineups=("主将 甲\n副将 乙", "主将 丙")
        ),
        RoundRow(None, 5, "西高校 A", boards=("walkover",) * 3),
    )
    data = write_round(RoundSheet("大会", "団体戦", 1, rows, boards=BOARDS, game="shogi"))
    book = load_workbook(io.BytesIO(data))
    page, guide = book.worksheets
    headers = (
        "卓 組 番号1 チーム1 メンバー1 戦績1 主将 副将 三将 戦績2 メンバー2 チーム2 番号2 交代1 交代2 備考"
    )
    assert [cell.value for cell in page[4]] == headers.split()
    assert page["E5"].value == "主将 甲\n副将 乙"
    unlocked = {cell.coordinate for row in page.iter_rows() for cell in row if not cell.protection.locked}
    assert unlocked == {f"{column}5" for column in "CGHIMNOP"} | {"C6", "M6", "P6"}
    (check,) = page.data_validations.dataValidation
    assert str(check.sqref) == "G5:I6"
    explained = [row[0].value for row in guide.iter_rows(min_row=3)]
    assert "交代" in explained and "石数" not in explained


def test_a_sheet_of_shogi_players_knows_no_discs() -> None:
    data = write_round(RoundSheet("大会", "個人戦", 1, (RoundRow(1, 1, "甲", 2, "乙"),), game="shogi"))
    page, guide = load_workbook(io.BytesIO(data)).worksheets
    assert "石数1" not in [cell.value for cell in page[4]]
    explained = {row[0].value: row[1].value for row in guide.iter_rows(min_row=3)}
    assert "千日手" in explained["備考"] and "石数" not in explained


TEAMS = (
    Player(1, "北高校 A", club="北高校", team="A", members=("甲", "乙", "丙"), reserves=("丁 一", "戊")),
    Player(2, "昇竜 B", club="北高校", team="B", members=("己", "", "庚"), withdrawn_after=2, exempt=True),
    Player(3, "南高校", club="南高校", members=("辛", "壬", "癸"), absent=True, from_round=3),
)
PAIRS = (BarredPair((1, 3), True), BarredPair((2, 3), False))


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_roster_of_teams_is_read_as_it_was_written(language: str) -> None:
    sheet = RosterSheet("team", "団体戦", TEAMS, 6, language, boards=BOARDS, barred=PAIRS)
    players = (Player(1, "青木 一郎", exempt=True), Player(2, "石川 二葉"), Player(3, "上田 三郎"))
    other = RosterSheet("open", "個人戦", players, language=language, barred=PAIRS[:1])
    divisions = [("team", "団体戦"), ("open", "個人戦")]
    data = write_roster([sheet, other])
    roster = read_roster(data, "r.xlsx", divisions, {"team": BOARDS}, ["team", "open"])
    assert not roster.problems and not roster.barred_problems
    rosters, barred = roster.players, roster.barred
    assert rosters == {"team": TEAMS, "open": players}
    assert barred == {"team": PAIRS, "open": PAIRS[:1]}
    assert write_roster([sheet, other]) == data


def test_a_roster_to_fill_in_explains_itself() -> None:
    book = load_workbook(
        io.BytesIO(write_roster([RosterSheet("team", "団体戦", rows=4, boards=BOARDS, barred=())]))
    )
    assert book.sheetnames == ["団体戦", "組合せ禁止", "説明"]
    headers = "番号 チーム 学校 主将 副将 三将 補欠 欠席 参加 棄権 備考"
    assert [cell.value for cell in book["団体戦"][3]] == headers.split()
    assert [cell.value for cell in book["組合せ禁止"][3]] == ["番号1", "番号2", "強さ", "部門", "備考"]
    explained = [row[0].value for row in book["説明"].iter_rows(min_row=3)]
    assert explained == [*headers.split(), "組合せ禁止", "強さ", "部門"]


@pytest.mark.parametrize(("language", "mark"), [("ja", "免除"), ("en", "Exempt")])
def test_a_roster_of_shogi_explains_what_shogi_needs(language: str, mark: str) -> None:
    def explained(*games: str) -> dict[str, str]:
        sheets = [RosterSheet(game, game, rows=2, language=language, game=game) for game in games]
        book = load_workbook(io.BytesIO(write_roster(sheets)))
        return {row[0].value: row[1].value for row in book.worksheets[-1].iter_rows(min_row=3)}

    lottery, grade = ("抽選番号", "段級位") if language == "ja" else ("Lottery", "Grade")
    shogi, othello = explained("shogi"), explained("othello")
    assert mark in shogi and "draws" in shogi[lottery]
    assert mark not in othello and othello[grade] != shogi[grade]
    both = explained("shogi", "othello")
    assert mark in both and both[grade] == othello[grade], "what holds for one of them is not taken away"


class TestBarred:
    ROSTER = tuple(Player(no, f"選手{no}") for no in range(1, 7))

    def read(
        self, rows: str, divisions: tuple[str, ...] = ("open",), name: str = "組合せ禁止"
    ) -> tuple[dict[str, tuple[BarredPair, ...]], list[tuple[str, str | None]]]:
        data = workbook([{"name": name, "rows": rows}])
        rosters = {
            id: tuple(replace(one, no=one.no + 2 * n) for one in self.ROSTER)
            for n, id in enumerate(divisions)
        }
        book = open_workbook(data, "r.xlsx")
        assert isinstance(book, Workbook)
        found, problems = read_barred(book, [(id, f"{id}の部") for id in divisions], rosters, ())
        return found, codes(problems)

    def test_strengths(self) -> None:
        found, problems = self.read(
            "番号1 | 番号2 | 強さ\n1 | 2 |\n３ | '4 | 禁 止\n5 | 6 | 回避\n6 | 1 | Avoid\n2 | 1 | 禁止"
        )
        assert not problems
        assert found == {
            "open": (
                BarredPair((1, 2), True),
                BarredPair((3, 4), True),
                BarredPair((5, 6), False),
                BarredPair((6, 1), False),
            )
        }

    def test_english(self) -> None:
        found, problems = self.read(
            "No1 | No2 | Strength | Note\n1 | 2 | Forbidden | twins", name="Forbidden pairs"
        )
        assert not problems
        assert found == {"open": (BarredPair((1, 2), True),)}

    def test_the_only_division_that_has_both(self) -> None:
        found, problems = self.read("番号1 | 番号2\n1 | 6\n8 | 7\n3 | 4", ("open", "second"))
        assert found == {"open": (BarredPair((1, 6), True),), "second": (BarredPair((8, 7), True),)}
        assert problems == [("barred-division-which", "A4")]

    def test_a_named_division(self) -> None:
        found, problems = self.read(
            "番号1 | 番号2 | 部門\n3 | 4 | secondの部\n1 | 4 | second", ("open", "second")
        )
        assert found == {"second": (BarredPair((3, 4), True),)}
        assert problems == [("barred-number-unknown", "A3")]

    @pytest.mark.parametrize("rows", ["", "番号1 | 番号2 | 強さ", "番号1 | 番号2 | 備考\n | | なし"])
    def test_no_pairs(self, rows: str) -> None:
        assert self.read(rows) == ({}, [])

    def test_headers_are_asked_for(self) -> None:
        assert self.read("1 | 2 | 禁止")[1] == [("header-missing", None)]
