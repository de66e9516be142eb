"""The way in: `new` from a form's list, `build` inside the event's folder, numbers typed in full width."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.desk import field, new_event, results, run
from tourgen.cli.error_handler import with_plain_digits
from tourgen.formats import shipped_formats


@pytest.mark.parametrize(
    ("home", "site"), [("events", "site"), ("clubs/events", "clubs/site"), ("clubs", "clubs/site")]
)
def test_build_inside_the_folder_of_an_event(tmp_path: Path, home: str, site: str) -> None:
    new_event(tmp_path, "othello-2-league", 12).rename(tmp_path / "kept")
    (tmp_path / home).mkdir(parents=True, exist_ok=True)
    event = (tmp_path / "kept").rename(tmp_path / home / "spring")
    said = run(event, "build").stdout
    assert (tmp_path / site / "spring" / "index.html").is_file()
    assert (event / "rounds" / "open-r1.xlsx").is_file() and not (event / "site").exists()
    assert "../spring/rounds/open-r1.xlsx" in said
    assert "../spring: 問題ありません" in run(event, "check").stdout


def test_numbers_may_be_typed_in_full_width(played: Path) -> None:
    command = [sys.executable, "-m", "tourgen", "explain", "demo", "open", "--round", "２"]
    said = subprocess.run(command, cwd=played, capture_output=True, encoding="utf-8", check=True).stdout
    assert said == run(played, "explain", "demo", "open", "--round", "2").stdout


def test_a_folder_whose_name_is_a_number_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert with_plain_digits("２０２７") == "2027" and with_plain_digits("--players=３２") == "--players=32"
    assert with_plain_digits("第２回") == "第２回"
    (tmp_path / "２０２７").mkdir()
    assert with_plain_digits("２０２７") == "２０２７"


def test_new_from_a_list_of_entries(tmp_path: Path) -> None:
    rows = "".join(f"2027/03/01,選手{no},見本会,{'女性' if no % 2 else '男性'}\n" for no in range(1, 14))
    (tmp_path / "申込.csv").write_bytes(f"タイムスタンプ,お名前,所属クラブ,性別\n{rows}".encode("cp932"))
    said = run(tmp_path, "new", "events/s", "--format", "othello-swiss", "--entries", "申込.csv").stdout
    assert "申込 13 件を読み" in said and "氏名 ← お名前, 所属 ← 所属クラブ, 性別 ← 性別" in said
    assert "読まない列: 「タイムスタンプ」(A1)" in said
    built = run(tmp_path, "build").stdout
    assert (
        "オープンの部: 見込み  13 名なら 5 回戦、1名あたり 4〜5 局" in built
        and "不戦勝: 1〜5 回戦に 1 名" in built
    )
    assert "結果待ち 6 局(卓 1-6)" in built
    assert "見込み" not in run(tmp_path, "build").stdout, "only when the first round is made"


def test_new_makes_nothing_where_a_column_is_not_sure(tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text(
        "保護者の氏名,選手の氏名\n例示 親,例示 子\n見本 親,見本 子\n", encoding="utf-8"
    )
    wanted = ("new", "s", "--format", "othello-swiss", "--entries", "e.csv")
    assert "(entries-column)" in run(tmp_path, *wanted, code=1).stderr and not (tmp_path / "s").exists()
    assert "選手の氏名" in run(tmp_path, *wanted, "--column", "氏名=保護者", code=2).stderr
    assert "読み方" in run(tmp_path, *wanted, "--column", "読み方=選手の氏名", code=2).stderr
    said = run(tmp_path, *wanted, "--column", "氏名=選手の氏名").stdout
    assert "氏名 ← 選手の氏名" in said


def test_new_asks_in_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "e.csv").write_text(
        "保護者の氏名,選手の氏名\n例示 親,例示 子\n見本 親,見本 子\n", encoding="utf-8"
    )
    monkeypatch.setattr("tourgen.cli.new.in_a_terminal", lambda: True)
    number = shipped_formats().index("othello-swiss") + 1
    wide = str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    said = run(tmp_path, "new", "--entries", "e.csv", stdin=f"s\n春の大会\n{wide}\n２\n").stdout
    assert f"{number:>3}  othello-swiss" in said and "氏名 ← 選手の氏名" in said
    assert (
        tomllib.loads((tmp_path / "s/event.toml").read_text(encoding="utf-8"))["event"]["name"] == "春の大会"
    )


def test_the_leaders_of_four_leagues_rest(tmp_path: Path) -> None:
    said = run(tmp_path, "new", "s", "--format", "othello-4-league", "--players", "37").stdout
    assert "37 名なら 8 回戦" in said and "4〜6 回戦に 4 名" in said and "34、36、38" in said
    english = run(
        tmp_path, "new", "t", "--format", "othello-4-league", "--players", "37", "--lang", "en"
    ).stdout
    assert "4 in rounds 4 to 6" in english


@pytest.mark.parametrize("name", ["roster.csv", "roster.ods"])
def test_two_rosters_are_an_error(played: Path, name: str) -> None:
    (played / "events/demo" / name).write_bytes(b"")
    assert f"roster.xlsx, {name}" in run(played, "check", code=1).stderr


def test_a_roster_in_csv_is_as_good(tmp_path: Path) -> None:
    event = new_event(tmp_path, "othello-2-league", 8)
    (event / "roster.xlsx").unlink()
    lines = [
        f"{player.no},{player.name},{'男' if player.sex == 'M' else '女'}"
        for player in field("othello-2-league", 8)
    ]
    (event / "roster.csv").write_text("\n".join(("名簿番号,氏名,性別", *lines)), encoding="cp932")
    run(tmp_path, "build")
    assert len(results(tmp_path)["players"]) == 8
