"""Everyday formats as organisers use them: made with `new`, filled in, played, corrected; and their errors."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests import everyday
from tests.everyday import Row, codes, fill_roster, fill_round, load, make, play, write_sheets
from tourgen.event.pair_again import pair_again
from tourgen.explain.rank import rank_why
from tourgen.explain.text import explain_text
from tourgen.results.tables import ranks_table

GRADES = ("五段", "四段", "三段", "二段", "初段", "1級", "3級")
BOARDS = ("主将", "副将", "三将")


def people(count: int, **columns: Any) -> list[Row]:
    """Players with clubs and grades."""
    return [
        {"氏名": f"選手{no}", "所属": f"クラブ{no % 4}", "段級位": GRADES[no % len(GRADES)], **columns}
        for no in range(1, count + 1)
    ]


def teams(count: int) -> list[Row]:
    """Teams with a grade at every board."""
    return [
        {
            "チーム": f"チーム{no}",
            **{board: f"{board}{no}" for board in BOARDS},
            **{f"{board}段級位": GRADES[(no + at) % len(GRADES)] for at, board in enumerate(BOARDS)},
        }
        for no in range(1, count + 1)
    ]


def coin(rng: random.Random) -> Any:
    """Types a result into whatever a sheet asks for."""

    def typed(row: Row) -> Row:
        if "主将" in row:
            return {board: rng.choice("○×") for board in BOARDS}
        if "第1局" in row:
            return {"第1局": "○", "第2局": "×", "第3局": rng.choice("○×")}
        if "石数1" in row:
            mine = rng.choice([*range(10, 32), *range(33, 55)])
            return {"石数1": mine, "石数2": 64 - mine}
        return {"結果1": rng.choice("○×")}

    return typed


@pytest.mark.parametrize(
    ("format_id", "count", "settings", "rounds"),
    [
        ("go-mcmahon", 11, 'bar = "三段"\nfloor = "3級"\nrounds = 4', 4),
        ("othello-swiss", 9, "rounds = 3\ndraw_games = true", 3),
        ("othello-swiss", 9, 'rounds = 4\nties = "brightwell-6"', 4),
        ("knockout", 11, 'game = "go"\nthird = "shared"', 4),
        ("groups-knockout", 14, 'cut = 2\nties = "disc-difference"\ngame = "othello"', 6),
        ("go-team-handicap", 7, "rounds = 3", 3),
        ("shogi-two-wins", 13, "", None),
        ("round-robin", 5, "times = 2", 10),
        ("othello-world", 8, "rounds = 5", 7),
    ],
)
def test_an_event_to_its_end(
    tmp_path: Path, format_id: str, count: int, settings: str, rounds: int | None
) -> None:
    folder = make(tmp_path / "event", format_id, count, settings)
    fill_roster(folder, teams(count) if "team" in format_id else people(count, 性別="女"))
    document = play(folder, coin(random.Random(count)))
    assert document["state"]["finished"], document["state"]
    assert rounds is None or len(document["rounds"]) == rounds
    assert sorted(row["no"] for row in document["final"]) == list(range(1, count + 1))
    assert [title["title"] for title in document["titles"]][:2] == ["優勝", "準優勝"]


def test_a_round_is_corrected_and_paired_again(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "othello-swiss", 8, "rounds = 3")
    fill_roster(folder, people(8))
    play(folder, lambda row: {"石数1": 40, "石数2": 24}, rounds=1)
    write_sheets(folder)
    first, second = folder / "rounds/open-r1.xlsx", folder / "rounds/open-r2.xlsx"
    turned = iter([True])  # the loser of the first game has won it
    fill_round(first, lambda row: {"石数1": 20, "石数2": 44} if next(turned, False) else {})
    assert [notice.code for notice in load(folder).notices].count("round-differs-empty") == 1
    done = pair_again(folder, "event", "open", 2)
    assert not done.problems and second.exists() and done.kept
    assert "round-differs-empty" not in [notice.code for notice in load(folder).notices]


def test_draws_and_discs(tmp_path: Path) -> None:
    """△ or equal discs are half a win for both; discs alone decide."""
    folder = make(tmp_path / "event", "othello-swiss", 4, "rounds = 2\ndraw_games = true")
    fill_roster(folder, people(4))
    typed = iter(({"石数1": 32, "石数2": 32}, {"結果2": "△", "石数1": 32, "石数2": 32}))
    document = play(folder, lambda row: next(typed), rounds=1)
    assert [game["kind"] for game in document["rounds"][0]["games"]] == ["draw", "draw"]
    assert {row["keys"][0] for row in document["standings"][0]["rows"]} == {1}  # half a win is 1 of 2
    [sheet] = write_sheets(folder)
    page = openpyxl.load_workbook(sheet).worksheets[0]
    assert any(cell.value == "0勝0敗1分" for row in page for cell in row)


def test_half_points_are_shown_as_halves(tmp_path: Path) -> None:
    """13 starting points and a draw are 13.5 to people, and 27 in results.json."""
    folder = make(tmp_path / "event", "go-mcmahon", 4, "rounds = 2")
    fill_roster(folder, [{"氏名": f"選手{no}", "段級位": "四段"} for no in range(1, 5)])
    drawn = iter([True])
    document = play(folder, lambda row: {"結果1": "△" if next(drawn, False) else "○"}, rounds=1)
    rows = document["standings"][0]["rows"]
    assert [row["keys"][0] for row in rows] == [28, 27, 27, 26]
    loaded = load(folder).divisions[0]
    no = rows[1]["no"]
    told = "\n".join(explain_text(loaded.tournament, round_no=None, player=no, language="ja"))
    assert "持ち点 13 ＋ 勝点 0.5" in told and "① 勝点" in told and "13.5" in told and "27" not in told
    assert rank_why(loaded.tournament, 1, no).criteria[0].shown == 13.5
    table = ranks_table(loaded.results, loaded.tournament.situations[0].format, 1)
    assert list(table.iloc[:, 8]) == [14, 13.5, 13.5, 13]


@pytest.mark.parametrize(
    ("settings", "typed", "code"),
    [
        ("", {"結果1": "○"}, "discs-missing"),
        ("", {"石数1": 32, "石数2": 32}, "discs-without-result"),
        ("", {"結果1": "△", "石数1": 32, "石数2": 32}, "result-not-in-format"),
        ("draw_games = true", {"結果1": "△", "石数1": 40, "石数2": 24}, "discs-contradict"),
        ("", {"結果1": "×", "石数1": 40, "石数2": 24}, "discs-contradict"),
        ("", {"石数1": 32}, "discs-without-result"),
        ("", {"石数1": 40, "石数2": 30}, "discs-sum"),
    ],
)
def test_wrong_discs(tmp_path: Path, settings: str, typed: Row, code: str) -> None:
    folder = make(tmp_path / "event", "othello-swiss", 4, settings)
    fill_roster(folder, people(4))
    [sheet] = write_sheets(folder)
    fill_round(sheet, lambda row: typed)
    assert set(codes(folder)) == {code}


def test_a_rest_and_its_errors(tmp_path: Path) -> None:
    """休み: the round is worth what the format says, half a win in McMahon's system."""
    folder = make(tmp_path / "event", "go-mcmahon", 6, "rounds = 3")
    rows = people(6)
    rows[0]["休み"] = "2、3"
    fill_roster(folder, rows)
    document = play(folder, lambda row: {"結果1": "○"})
    assert document["players"][0]["rests"] == [2, 3]
    assert all(1 not in game["players"] for one in document["rounds"][1:] for game in one["games"])
    fill_roster(folder, [{"休み": "4"}])
    assert codes(folder) == ["rest-range"]
    fill_roster(folder, [{"休み": "○"}])
    assert codes(folder) == ["rest-unreadable"]
    fill_roster(folder, [{"休み": "1"}])
    assert codes(folder) == ["player-resting"]


def test_no_round_of_a_knockout_can_be_sat_out(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "knockout", 4)
    book = openpyxl.load_workbook(folder / "roster.xlsx")
    header, columns = everyday.table(book.worksheets[0], "名簿番号")
    book.worksheets[0].cell(header, len(columns) + 1, "休み")
    book.save(folder / "roster.xlsx")
    rows = people(4)
    rows[1]["休み"] = 1
    fill_roster(folder, rows)
    assert codes(folder) == ["rest-not-swiss"]


@pytest.mark.parametrize(("grade", "code"), [("", "grade-needed"), ("強い", "grade-needed-unreadable")])
def test_grades_that_the_rules_need(tmp_path: Path, grade: str, code: str) -> None:
    folder = make(tmp_path / "event", "go-mcmahon", 4)
    rows = people(4)
    rows[2]["段級位"] = grade
    fill_roster(folder, rows)
    assert codes(folder) == [code]
    folder = make(tmp_path / "teams", "go-team-handicap", 4)
    crews = teams(4)
    crews[1]["副将段級位"] = grade
    fill_roster(folder, crews)
    assert codes(folder) == [code]


def test_handicap_on_the_sheet_and_in_the_results(tmp_path: Path) -> None:
    """段級位差による置碁: 三段 against 初段 is two stones, 定先 for one grade, 互先 with komi for none."""
    folder = make(tmp_path / "event", "go-team-handicap", 2, "rounds = 1")
    grades = (("三段", "二段", "初段"), ("初段", "初段", "初段"))
    fill_roster(
        folder,
        [
            {"チーム": name, **{board: f"{name}{board}" for board in BOARDS}}
            | {f"{board}段級位": grade for board, grade in zip(BOARDS, own, strict=True)}
            for name, own in zip("甲乙", grades, strict=True)
        ],
    )
    document = play(folder, lambda row: dict.fromkeys(BOARDS, "○"))
    [game] = document["rounds"][0]["games"]
    weaker = game["players"].index(2)
    assert game["handicap"] == [
        {"stones": 2, "komi": 0.5, "black": weaker},
        {"stones": 1, "komi": 0.5, "black": weaker},
        {"stones": 0, "komi": 6.5, "black": None},
    ]
    page = openpyxl.load_workbook(folder / "rounds/open-r1.xlsx").worksheets[0]
    texts = [str(cell.value) for row in page for cell in row if cell.value]
    assert "主将 2子 黒 乙\n副将 定先 黒 乙\n三将 互先" in texts and "0.5\n0.5\n6.5" in texts


def nigiri(folder: Path) -> Path:
    """The event with a copy of go-swiss in which sides are decided at the table."""
    from tourgen.formats import shipped_text

    text = shipped_text("go-swiss").replace('game = "go"', 'game = "go"\ncolours = "nigiri"')
    (folder.parent / "own.toml").write_text(text, encoding="utf-8")
    return make(folder, str(folder.parent / "own.toml"), 2, "rounds = 1")


def test_black_is_typed_where_it_is_decided_at_the_table(tmp_path: Path) -> None:
    folder = nigiri(tmp_path / "event")
    assert (folder / "own.toml").exists()
    fill_roster(folder, people(2))
    document = play(folder, lambda row: {"結果1": "黒勝", "黒": 2})
    [game] = document["rounds"][0]["games"]
    assert game["black"] == 1 and game["winner"] == game["players"][1]
    fill_round(folder / "rounds/open-r1.xlsx", lambda row: {"黒": 3})
    assert codes(folder) == ["black-unreadable"]


def test_sides_even_out_in_go(tmp_path: Path) -> None:
    """Player 1 of a sheet is Black: nobody has Black or White three times in four rounds of eight players."""
    folder = make(tmp_path / "event", "go-swiss", 8, "rounds = 4")
    fill_roster(folder, people(8))
    document = play(folder, coin(random.Random(5)))
    games = [game for one in document["rounds"] for game in one["games"]]
    assert {game["black"] for game in games} == {0}
    blacks = [game["players"][0] for game in games]
    assert all(1 <= blacks.count(no) <= 3 for no in range(1, 9))


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"第1局": "○", "第3局": "○"}, "game-skipped"),
        ({"第1局": "○", "第2局": "○", "第3局": "×"}, "game-not-needed"),
        ({"第1局": "両負"}, "game-mark"),
        ({"第1局": "○", "第2局": "○", "結果1": "×"}, "games-contradict"),
    ],
)
def test_best_of_three(tmp_path: Path, typed: Row, code: str) -> None:
    """「those not needed blank」: two games of three decide the match."""
    folder = make(tmp_path / "event", "othello-world", 4, "rounds = 2")
    fill_roster(folder, people(4, 性別="男"))
    play(folder, coin(random.Random(1)), rounds=2)
    [sheet] = write_sheets(folder)
    fill_round(sheet, lambda row: {"第1局": "○", "第2局": "○"})
    [game, _] = load(folder).divisions[0].document["rounds"][2]["games"]
    assert game["games"] == [1, 1] and game["winner"] == game["players"][0]
    fill_round(sheet, lambda row: {"第1局": None, "第2局": None, **typed})
    assert set(codes(folder)) == {code}


def test_a_match_of_three_that_is_broken_off(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "othello-world", 4, "rounds = 2")
    fill_roster(folder, people(4, 性別="男"))
    play(folder, coin(random.Random(1)), rounds=2)
    [sheet] = write_sheets(folder)
    fill_round(sheet, lambda row: {"第1局": "○"})
    assert load(folder).divisions[0].document["rounds"][2]["games"][0]["winner"] is None
    fill_round(sheet, lambda row: {"結果1": "不戦敗"})
    [game, _] = load(folder).divisions[0].document["rounds"][2]["games"]
    assert (game["kind"], game["winner"], game["games"]) == ("forfeit", game["players"][1], [1])


def test_notices_of_the_field(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "go-mcmahon", 4, 'bar = "九段"\nrounds = 3')
    fill_roster(folder, people(4))
    found = {notice.code for notice in load(folder).notices}
    assert {"round-robin-fits", "bar-nobody"} <= found


def test_a_lot_at_the_cut_is_told(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "groups-knockout", 4, "cut = 1")
    fill_roster(folder, people(4))

    def circle(row: Row) -> Row:
        """Of 1, 2 and 3 each beats one of the others; 4 loses always."""
        beats = {(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)}
        return {"結果1": "○" if (row["番号1"], row["番号2"]) in beats else "×"}

    play(folder, circle, rounds=3)
    assert "cut-by-lot" in [notice.code for notice in load(folder).notices]


def test_ratings_and_other_columns_are_known(tmp_path: Path) -> None:
    folder = make(tmp_path / "event", "othello-swiss", 4)
    book = openpyxl.load_workbook(folder / "roster.xlsx")
    header, columns = everyday.table(book.worksheets[0], "名簿番号")
    for place, name in enumerate(("レート", "英字", "非公開"), len(columns) + 1):
        book.worksheets[0].cell(header, place, name)
    book.save(folder / "roster.xlsx")
    everybody = people(4, レート=1500, 英字="Player")
    fill_roster(folder, [everybody[0], {**everybody[1], "非公開": "○"}, *everybody[2:]])
    loaded = load(folder)
    assert "columns-unread" not in [notice.code for notice in loaded.notices]
    players = loaded.divisions[0].players
    assert (players[1].rating, players[1].romaji, players[1].private) == (1500, "Player", False)
    assert (players[2].rating, players[2].romaji, players[2].private) == (1500, "", True)
    fill_roster(folder, [{"レート": "高い"}])
    assert codes(folder) == ["rating-unreadable"]


def test_groups_typed_in_the_roster(tmp_path: Path) -> None:
    from tourgen.formats import shipped_text

    text = shipped_text("shogi-championship").replace(
        'groups = "$blocks"', 'groups = "$blocks"\ndeal = "typed"'
    )
    (tmp_path / "typed.toml").write_text(text, encoding="utf-8")
    folder = make(tmp_path / "event", str(tmp_path / "typed.toml"), 8, 'blocks = ["A", "B"]')
    fill_roster(folder, [row | {"組": "AB"[no > 4]} for no, row in enumerate(people(8), 1)])
    document = load(folder).divisions[0].document
    assert [player["league"] for player in document["players"]] == list("AAAABBBB")
    fill_roster(folder, [{"組": "A"} for _ in range(7)])
    assert codes(folder) == ["field-size"]  # nobody could play against the only one in B
    fill_roster(folder, [{"組": "C"}])
    assert codes(folder) == ["group-typed"]
