"""Team matches: what the boards mean, who may sit where, and what becomes of a disqualified person."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.desk import field, new_event, roster, run, type_results
from tests.errors.cases import standard
from tests.errors.workbooks import workbook
from tourgen.engine.model import Game, Substitute
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.event.result_meaning import Outcome, judge
from tourgen.event.round_sheet import round_bytes
from tourgen.formats.labels import board_names
from tourgen.messages.problems import Problem
from tourgen.model import ResultRow, Source
from tourgen.sheets import read_round

HEADER = "組 | 番号1 | 主将 | 副将 | 三将 | 番号2 | 交代1 | 交代2 | 備考\n"
ROUND_1 = "| 3 | ○ | × | ○ | 2\n| 4 | ○ | ○ | ○ | 6\n| 5 | × | × | ○ | 1"
MARKS = {"○": "win", "×": "loss", "勝": "walkover", "敗": "forfeit", "反": "foul", "失": "disqualified"}
MARKS |= {"両": "double-loss", "預": "pending", "・": None}


def read(
    tmp_path: Path, rounds: Mapping[int, str], roster: str = ""
) -> tuple[LoadedEvent | None, list[Problem]]:
    """The six teams of tests/errors/teams.toml with these rounds (columns as in HEADER)."""
    files = dict(standard("teams"))
    if roster:
        files["roster.xlsx"] = workbook([{"name": "団体戦", "rows": roster}])
    for number, rows in rounds.items():
        files[f"rounds/open-r{number}.xlsx"] = workbook([{"name": "結果", "rows": HEADER + rows}])
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    report, problems, _ = load_event(tmp_path, "demo")
    return report, problems


def found(tmp_path: Path, *rounds: str) -> list[tuple[str, str | None]]:
    _, problems = read(tmp_path, dict(enumerate(rounds, start=1)))
    return [(problem.code, problem.where.cell) for problem in problems]


def games(tmp_path: Path, rows: str) -> dict[int, Game]:
    report, problems = read(tmp_path, {1: rows})
    assert report is not None, [problem.text("en") for problem in problems]
    return {game.players[0]: game for game in report.divisions[0].tournament.rounds[0].games}


@pytest.mark.parametrize(
    ("boards", "second", "expected"),
    [
        ("○○×", 2, Outcome("played", 0, boards=(1, 1, 0))),
        ("×○×", 2, Outcome("played", 1, boards=(0, 1, 0))),
        ("○勝×", 2, Outcome("played", 0, boards=(1, 1, 0))),  # the other team is short of a player
        ("敗×○", 2, Outcome("played", 1, boards=(0, 0, 1))),
        ("勝勝勝", 2, Outcome("forfeit", 0, boards=(1, 1, 1))),
        ("敗敗敗", 2, Outcome("forfeit", 1, boards=(0, 0, 0))),
        ("勝敗勝", 2, Outcome("played", 0, boards=(1, 0, 1))),
        ("両両両", 2, Outcome("double-loss")),
        ("両・・", 2, None),
        ("○反○", 2, Outcome("played", 0, "反則", (1, 0, 1))),
        ("失反○", 2, Outcome("played", 1, "失格", (0, 0, 1))),
        ("○・○", 2, None),  # decided, but not finished
        ("・・・", 2, None),
        ("勝勝勝", None, Outcome("bye", 0, boards=(1, 1, 1))),
        ("・・・", None, Outcome("bye", 0, boards=(1, 1, 1))),
        ("勝×勝", None, "bye-result"),
        ("○両○", 2, "board-double-loss"),
        ("○・両", 2, "board-double-loss"),
        ("○預・", 2, "result-not-in-format"),
    ],
)
def test_what_the_boards_mean(boards: str, second: int | None, expected: object) -> None:
    marks = tuple(MARKS[one] for one in boards)
    judged = judge(ResultRow(Source("x"), numbers=(1, second), boards=marks))  # type: ignore[arg-type]
    assert (judged[0].code if isinstance(judged, list) else judged) == expected


class TestGames:
    def test_boards_substitutes_and_notes(self, tmp_path: Path) -> None:
        one = games(
            tmp_path,
            "| 3 | ○ | × | ○ | 2 | 副将 清水 一花 | | 千日手\n| 4 | ○ | ○ | ○ | 6 | 主将 高橋三葉 | | 遅刻\n"
            "| 5 | × | × | ○ | 1 | | | 副将反則",
        )
        assert (one[3].boards, one[3].winner, one[3].kind, one[3].note) == ((1, 0, 1), 3, "played", "千日手")
        assert one[3].substitutes == (Substitute(0, 1, "清水 一花"),)
        assert one[4].substitutes == ()  # registered there anyway
        assert (one[4].boards, one[4].note) == ((1, 1, 1), "")
        assert (one[5].boards, one[5].winner, one[5].note) == ((0, 0, 1), 1, "反則")
        assert {(game.stage, game.group) for game in one.values()} == {("swiss", "A")}

    def test_a_blank_board_is_not_finished(self, tmp_path: Path) -> None:
        one = games(tmp_path, "| 3 | ○ | | ○ | 2\n| 4 | ○ | ○ | ○ | 6\n| 5 | × | × | ○ | 1")
        assert not one[3].entered and one[4].entered

    def test_a_whole_match_without_a_game(self, tmp_path: Path) -> None:
        one = games(
            tmp_path,
            "| 3 | 不戦敗 | 不戦敗 | 不戦敗 | 2\n| 4 | 両負 | 両負 | 両負 | 6\n| 5 | 不戦勝 | 不戦勝 | 不戦勝 | 1",
        )
        assert [(one[no].kind, one[no].winner, one[no].boards) for no in (3, 4, 5)] == [
            ("forfeit", 2, (0, 0, 0)),
            ("double-loss", None, None),
            ("forfeit", 5, (1, 1, 1)),
        ]

    def test_a_withdrawn_team_forfeits_all_boards(self, tmp_path: Path) -> None:
        roster = (
            "番号 | チーム | 学校 | 主将 | 副将 | 三将 | 棄権\n1 | A | 北 | 甲 | 乙 | 丙 |\n"
            "2 | A | 南 | 丁 | 戊 | 己 | 0\n3 | A | 東 | 庚 | 辛 | 壬 |\n4 | A | 西 | 癸 | 子 | 丑 |"
        )
        paired, _ = read(tmp_path, {}, roster.replace("己 | 0", "己 |"))  # the sheet was made before
        assert paired is not None
        pairs = [game.players for game in paired.divisions[0].tournament.rounds[0].games]
        report, problems = read(tmp_path, {1: "\n".join(f"| {a} | | | | {b}" for a, b in pairs)}, roster)
        assert report is not None, [problem.text("en") for problem in problems]
        game = next(one for one in report.divisions[0].tournament.rounds[0].games if 2 in one.players)
        assert game.kind == "forfeit" and game.winner != 2
        assert game.boards == ((0, 0, 0) if game.players[0] == 2 else (1, 1, 1))


class TestSubstitutes:
    @pytest.mark.parametrize(
        ("north_a", "north_b", "third"),  # the last: C's third board, as the other team sees it
        [
            ("主将 江口 四郎", "", "○"),  # a reserve
            ("主将 江口四郎", "", "○"),
            ("主将 青木 一郎", "", "○"),  # registered there anyway: nobody was replaced
            ("三将 木村 七海", "三将 三浦 二葉", "不戦勝"),  # a chain: B's player for A, C's for B
        ],
    )
    def test_who_may(self, tmp_path: Path, north_a: str, north_b: str, third: str) -> None:
        rows = (
            f"| 3 | ○ | × | ○ | 2 | | {north_b}\n| 4 | ○ | ○ | {third} | 6\n| 5 | × | × | ○ | 1 | | {north_a}"
        )
        assert found(tmp_path, rows) == []

    def test_nothing_is_said_before_the_other_result_is_in(self, tmp_path: Path) -> None:
        rows = "| 3 | | | | 2\n| 4 | | | | 6\n| 5 | × | × | ○ | 1 | | 三将 木村 七海"
        assert found(tmp_path, rows) == []

    def test_a_team_that_rests_spares_its_players(self, tmp_path: Path) -> None:
        rows = (
            "| 3 | 不戦勝 | 不戦勝 | 不戦勝 | 2\n| 4 | ○ | ○ | ○ | 6\n| 5 | × | × | ○ | 1 | | 三将 木村 七海"
        )
        assert found(tmp_path, rows) == []

    def test_one_person_for_two_teams(self, tmp_path: Path) -> None:
        rows = (
            "| 3 | ○ | × | ○ | 2 | | 三将 三浦 二葉\n| 4 | ○ | ○ | 不戦勝 | 6\n"
            "| 5 | × | × | ○ | 1 | | 三将 三浦 二葉"
        )
        assert found(tmp_path, rows) == [("sub-twice", "H4")]


SHORT = (
    "番号 | チーム | 学校 | 主将 | 副将 | 三将\n1 | A | 北 | 甲 | | 丙\n2 | A | 南 | 丁 | 戊 | 己\n"
    "3 | A | 東 | 庚 | 辛 | 壬\n4 | A | 西 | 癸 | 子 | 丑"
)


class TestEmptySeats:
    def problems(self, tmp_path: Path, boards: str, roster: str = SHORT) -> list[str]:
        rows = f"| 1 | {boards} | 2\n| 3 | ○ | ○ | ○ | 4"
        return [one.code for one in read(tmp_path, {1: rows}, roster)[1]]

    def test_an_empty_seat_wins_nothing(self, tmp_path: Path) -> None:
        assert self.problems(tmp_path, "○ | 不戦勝 | ○") == ["board-nobody"]
        assert self.problems(tmp_path, "○ | 不戦敗 | ○") == []

    def test_an_empty_seat_needs_no_mark(self, tmp_path: Path) -> None:
        """Once the other boards are entered; before that the match is untouched, also where the sheet says 不戦敗."""
        for boards, expected in (("○ | | ×", (1, 0, 0)), ("| 不戦敗 |", None), ("| |", None)):
            report, problems = read(tmp_path, {1: f"| 1 | {boards} | 2\n| 3 | ○ | ○ | ○ | 4"}, SHORT)
            assert report is not None, problems
            tournament = report.divisions[0].tournament
            assert tournament.rounds[0].games[0].boards == expected

    def test_the_sheet_says_so_when_it_is_made(self, tmp_path: Path) -> None:
        report, _ = read(tmp_path, {}, SHORT)
        assert report is not None
        one = report.divisions[0].tournament
        data = round_bytes(one, one.rounds[0], report.event)
        sheet, _ = read_round(data, "r1", board_names(report.divisions[0].declared))
        assert sheet is not None
        written = [(row.numbers.index(1), mark) for row in sheet.rows for mark in row.boards if mark]
        assert written in ([(0, "forfeit")], [(1, "walkover")])

    def test_a_team_that_does_not_come_loses_every_board(self, tmp_path: Path) -> None:
        """Also against a team with an empty seat: nobody sat anywhere."""
        assert self.problems(tmp_path, "不戦勝 | 不戦勝 | 不戦勝") == []


class TestDisqualified:
    OUT = "| 3 | ○ | 失格 | ○ | 2\n| 4 | ○ | ○ | ○ | 6\n| 5 | × | × | ○ | 1"

    def second_round(self, tmp_path: Path, south: str, substitute: str) -> list[tuple[str, str | None]]:
        report, _ = read(tmp_path, {1: self.OUT})
        assert report is not None
        tournament = report.divisions[0].tournament
        assert tournament.players[3].withdrawn_after is None  # the team plays on
        rows = []
        for game in tournament.rounds[1].games:
            first, second = game.players
            if first == 3:
                rows.append(f"| 3 | ○ | {south} | ○ | {second} | {substitute}")
            elif second == 3:
                mark = {"不戦敗": "不戦勝", "×": "○"}[south]
                rows.append(f"| {first} | ○ | {mark} | × | 3 | | {substitute}")
            else:
                rows.append(f"| {first} | ○ | ○ | ○ | {second}")
        return found(tmp_path, self.OUT, "\n".join(rows))

    def test_may_not_sit_again(self, tmp_path: Path) -> None:
        assert [code for code, _ in self.second_round(tmp_path, "×", "")] == ["member-disqualified"]

    def test_the_board_is_lost_or_a_reserve_sits_there(self, tmp_path: Path) -> None:
        assert self.second_round(tmp_path, "不戦敗", "") == []
        assert self.second_round(tmp_path, "×", "副将 清水 一花") == []

    def test_two_who_are_out_at_one_board(self, tmp_path: Path) -> None:
        """Nobody can sit at either side, so either team may get the board; a played result is still an error."""
        out = "| 3 | ○ | 失格 | ○ | 2\n| 4 | ○ | 失格 | ○ | 6\n| 5 | × | × | ○ | 1"
        met = "| 3 | ○ | {} | ○ | 4\n| 1 | ○ | ○ | ○ | 5\n| 2 | ○ | ○ | ○ | 6"
        for mark in ("不戦勝", "不戦敗"):
            assert found(tmp_path, out, met.format(mark)) == []
        assert ("member-disqualified", "D2") in found(tmp_path, out, met.format("×"))

    def test_the_note_names_the_second_teams_player(self, tmp_path: Path) -> None:
        one = games(
            tmp_path, "| 3 | ○ | ○ | × | 2 | | | 失格 加藤六花\n| 4 | ○ | ○ | ○ | 6\n| 5 | × | × | ○ | 1"
        )
        assert (one[3].winner, one[3].note) == (3, "失格")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_sheet_says_whose_line_up_it_was_made_with(tmp_path: Path, language: str) -> None:
    report, _ = read(tmp_path, {})
    assert report is not None
    tournament = report.divisions[0].tournament
    made = round_bytes(tournament, tournament.rounds[0], replace(report.event, language=language))
    sheet, problems = read_round(made, "open-r1.xlsx", board_names(tournament.division.declared))
    assert sheet is not None and not problems
    assert [row.line_ups for row in sheet.rows] == [
        tuple(tournament.players[no or 0].members for no in row.numbers) for row in sheet.rows
    ]


ODD = ("Kim/金 太郎", "=甲", "乙、丙; 丁", "> 戊", "主将 己", "2 Pac/2 Pac", "A,B,C", "：辛／壬")


class TestOddNames:
    """A name that holds what stands between names, or before one, is a name like any other."""

    @pytest.fixture
    def event(self, tmp_path: Path) -> Path:
        """Six teams; every board has such a name, and the tool has made round 1."""
        event = new_event(tmp_path, "shogi-team", 6)
        teams = [
            replace(team, members=tuple(f"{ODD[(3 * at + n) % len(ODD)]} {at}" for n in range(3)))
            for at, team in enumerate(field("shogi-team", 6))
        ]
        roster(event, [replace(team, reserves=()) for team in teams], format_id="shogi-team")
        run(tmp_path, "build")
        return event

    def test_a_sheet_just_made_is_not_stale(self, tmp_path: Path, event: Path) -> None:
        assert "roster.xlsx" not in (said := run(tmp_path, "build").output) and "登録" not in said, said

    def test_results_are_taken_in(self, tmp_path: Path, event: Path) -> None:
        type_results(event / "rounds" / "open-r1.xlsx")
        said = run(tmp_path, "build").output
        assert "登録" not in said and (event / "rounds" / "open-r2.xlsx").exists(), said

    def test_another_name_is_still_told(self, tmp_path: Path, event: Path) -> None:
        """With the whole name to put back, not a part of it."""
        type_results(event / "rounds" / "open-r1.xlsx")
        report, problems, _ = load_event(event, "demo")
        assert report is not None, problems
        teams = list(report.divisions[0].players.values())
        teams[0] = replace(teams[0], members=("全く別人", *teams[0].members[1:]))
        roster(event, teams, format_id="shogi-team")
        _, problems, _ = load_event(event, "demo")
        assert [(one.code, one.params["old"]) for one in problems] == [("line-up-changed", "Kim/金 太郎 0")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("副将 Kim/金太郎、三将 佐藤花子", [(1, "Kim/金太郎"), (2, "佐藤花子")]),
        ("副将:Ｋｉｍ／金 太郎/三将 =甲", [(1, "Ｋｉｍ／金 太郎"), (2, "=甲")]),
        ("2 乙、丙; 丁", [(1, "乙、丙; 丁")]),
        ("主将 佐藤花子/副将 =佐藤花子", [(0, "佐藤花子"), (1, "佐藤花子")]),
    ],
)
def test_an_odd_name_in_the_roster_sits_in(typed: str, expected: list[tuple[int, str]]) -> None:
    data = workbook([{"name": "結果", "rows": f"{HEADER}| 3 | ○ | × | ○ | 2 | {typed}"}])
    boards = (("主将", "Board 1"), ("副将", "Board 2"), ("三将", "Board 3"))
    sheet, problems = read_round(
        data, "open-r1.xlsx", boards, ["Kim/金 太郎", "=甲", "乙、丙; 丁", "佐藤花子"]
    )
    assert sheet is not None and not problems
    assert [(one.board, one.name) for one in sheet.rows[0].substitutes] == expected
