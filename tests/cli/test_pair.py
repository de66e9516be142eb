"""`pair`, and what happens when a result is corrected later."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.cli.desk import correct, field, new_event, pairs, results, roster, run, snapshot, type_results
from tourgen.event import pair_again

pytestmark = pytest.mark.usefixtures("only_documents")


def test_an_unplayed_round_is_re_made_after_a_correction(played: Path) -> None:
    rounds = played / "events/demo/rounds"
    old = (rounds / "open-r3.xlsx").read_bytes()
    before = pairs(rounds / "open-r3.xlsx")
    correct(rounds / "open-r2.xlsx", 2, ("×" if _won_by_first(played, 2) else "○", None))
    said = run(played, "build").stdout
    assert "`tourgen pair events/demo open 3` (本部では F2 の「この回戦を組み直す」)で作り直せます" in said
    assert (rounds / "open-r3.xlsx").read_bytes() == old
    assert results(played)["rounds"][2]["by_hand"] is True
    assert "(re-paired)" in run(played, "verify", "demo", code=1).stdout
    said = run(played, "pair", "demo", "open", "3").stdout
    assert said.splitlines() == [
        "古いシートを残しました: events/demo/rounds/old/open-r3-1.xlsx",
        "次の結果シートを作りました: events/demo/rounds/open-r3.xlsx",
        "サイトに出すには tourgen build demo を実行してください。",
    ]
    assert (rounds / "old/open-r3-1.xlsx").read_bytes() == old
    assert pairs(rounds / "open-r3.xlsx") != before
    assert "お知らせ" not in run(played, "build").stdout
    assert results(played)["rounds"][2]["by_hand"] is False
    run(played, "verify", "demo")
    run(played, "pair", "demo", "open", "3")
    assert sorted(path.name for path in (rounds / "old").iterdir() if path.suffix == ".xlsx") == [
        "open-r3-1.xlsx",
        "open-r3-2.xlsx",
    ]


def _won_by_first(folder: Path, game: int) -> bool:
    played = results(folder)["rounds"][1]["games"][game]
    won: bool = played["winner"] == played["players"][0]
    return won


def test_a_round_with_anything_entered_is_left_alone(played: Path) -> None:
    type_results(played / "events/demo/rounds/open-r3.xlsx", only=1)
    before = snapshot(played / "events")
    error = run(played, "pair", "demo", "open", "3", code=1).stderr
    assert "(pair-has-results)" in error and "結果!F" in error
    assert snapshot(played / "events") == before
    assert (
        "clear all of this sheet's results"
        in run(played, "pair", "demo", "open", "3", "--lang", "en", code=1).stderr
    )


def test_a_round_with_nothing_but_discs_entered_is_left_alone(played: Path) -> None:
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    header = next(row for row in page.iter_rows() if "石数1" in [cell.value for cell in row])
    column = next(cell.column for cell in header if cell.value == "石数1")
    page.cell(header[0].row + 1, column).value = 40
    book.save(sheet)
    before = snapshot(played / "events")
    assert "(pair-has-results)" in run(played, "pair", "demo", "open", "3", code=1).stderr
    assert snapshot(played / "events") == before


def saved_meanwhile(monkeypatch: pytest.MonkeyPatch, save: Callable[[], None], times: int = 99) -> None:
    """Somebody saves the sheet after `pair` has looked at it, the first few times."""
    real, left = pair_again.exchange, iter(range(times))

    def saved(*given: Any) -> Path | None:
        if next(left, None) is not None:
            save()
        return real(*given)

    monkeypatch.setattr(pair_again, "exchange", saved)


def test_a_result_that_is_saved_meanwhile_is_left_alone(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    saved_meanwhile(monkeypatch, lambda: type_results(sheet, only=1), times=1)
    assert "(pair-has-results)" in run(played, "pair", "demo", "open", "3", code=1).stderr
    assert [game["winner"] is not None for game in _played_games(played)].count(True) == 1
    assert not list((sheet.parent / "old").glob("*.xlsx"))


def _played_games(folder: Path) -> list[dict[str, Any]]:
    run(folder, "build")
    games: list[dict[str, Any]] = results(folder)["rounds"][2]["games"]
    return games


def test_a_sheet_that_is_only_saved_again_meanwhile(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once is nothing; again and again is somebody at work, who is asked to close it."""
    sheet = played / "events/demo/rounds/open-r3.xlsx"

    def save() -> None:
        book = openpyxl.load_workbook(sheet)
        book.properties.title = f"{book.properties.title or ''}."
        book.save(sheet)

    with monkeypatch.context() as patch:
        saved_meanwhile(patch, save)
        error = run(played, "pair", "demo", "open", "3", code=1).stderr
    assert "open-r3.xlsx" in error and "(disk-in-use)" in error
    assert not list((sheet.parent / "old").glob("*.xlsx"))
    saved_meanwhile(monkeypatch, save, times=1)
    run(played, "pair", "demo", "open", "3")
    assert [path.name for path in (sheet.parent / "old").glob("*.xlsx")] == ["open-r3-1.xlsx"]


def test_a_sheet_that_comes_back_meanwhile_is_looked_at(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = played / "events/demo/rounds/open-r3.xlsx"
    type_results(sheet, only=1)
    typed, real = sheet.read_bytes(), pair_again.write_new
    sheet.unlink()

    def back(path: Path, data: bytes) -> bool:
        sheet.write_bytes(typed)
        return real(path, data)

    monkeypatch.setattr(pair_again, "write_new", back)
    assert "(pair-has-results)" in run(played, "pair", "demo", "open", "3", code=1).stderr
    assert sheet.read_bytes() == typed


def test_a_sheet_that_cannot_be_read_is_left_alone(played: Path) -> None:
    path = played / "events/demo/rounds/open-r3.xlsx"
    path.write_bytes(path.read_bytes()[:2000])
    before = snapshot(played / "events")
    assert "file-unreadable" in run(played, "pair", "demo", "open", "3", code=1).stderr
    assert snapshot(played / "events") == before


def test_a_deleted_sheet_is_made_again(played: Path) -> None:
    path = played / "events/demo/rounds/open-r3.xlsx"
    before = pairs(path)
    path.unlink()
    assert "古いシート" not in run(played, "pair", "demo", "open", "3").stdout
    assert pairs(path) == before


def test_only_the_last_round_can_be_re_made(played: Path) -> None:
    before = snapshot(played / "events")
    assert "(pair-played-on)" in run(played, "pair", "demo", "open", "1", code=1).stderr
    assert "(pair-not-next)" in run(played, "pair", "demo", "open", "5", code=1).stderr
    assert "(division-unknown)" in run(played, "pair", "demo", "women", "3", code=1).stderr
    assert "(event-unknown)" in run(played, "pair", "dem0", "open", "3", code=1).stderr
    run(played, "pair", "demo", "open", "0", code=2)
    run(played, "pair", "demo", "open", code=2)
    assert snapshot(played / "events") == before


def test_a_late_comer(tmp_path: Path) -> None:
    """Before anything is played round 1 is re-made; afterwards nobody can be added."""
    event = new_event(tmp_path, "othello-2-league", 8)
    run(tmp_path, "build")
    players = field("othello-2-league", 8)
    late = dataclasses.replace(players[0], no=9, name="遅刻 一", seed="", desk_number=None)
    roster(event, [*players, late])
    assert (
        "`tourgen pair events/demo open 1` (本部では F2 の「この回戦を組み直す」)で作り直せます"
        in run(tmp_path, "build").stdout
    )
    run(tmp_path, "pair", "demo", "open", "1")
    assert 9 in {no for pair in pairs(event / "rounds/open-r1.xlsx") for no in pair}
    type_results(event / "rounds/open-r1.xlsx")
    run(tmp_path, "build")
    roster(event, [*players, late, dataclasses.replace(late, no=10, name="遅刻 二")])
    assert "(player-added)" in run(tmp_path, "build", code=1).stderr


def test_a_correction_two_rounds_later(played: Path) -> None:
    """Played rounds are not re-paired; standings follow, and the page's document says so."""
    rounds = played / "events/demo/rounds"
    type_results(rounds / "open-r3.xlsx")
    run(played, "build")
    type_results(rounds / "open-r4.xlsx", only=2)
    run(played, "build")
    before = results(played)
    reversed_game = before["rounds"][1]["games"][0]
    first_won = reversed_game["winner"] == reversed_game["players"][0]
    later = snapshot(rounds)
    correct(rounds / "open-r2.xlsx", 0, ("×" if first_won else "○", None))
    said = run(played, "build").stdout
    assert "お知らせ  events/demo/rounds/open-r3.xlsx: 3 回戦の組み合わせは" in said
    after = results(played)
    assert [one["by_hand"] for one in after["rounds"]][:3] == [False, False, True]
    for number in (2, 3):
        now, then = after["rounds"][number]["games"], before["rounds"][number]["games"]
        assert [game["players"] for game in now] == [game["players"] for game in then]
    assert after["standings"] != before["standings"]
    assert {name for name, file in snapshot(rounds).items() if file != later[name]} == {"open-r2.xlsx"}
    assert "3回戦" in run(played, "verify", "demo", code=1).stdout
    found = json.loads(run(played, "verify", "demo", "--json", code=1).stdout)
    assert {one["code"] for one in found} == {"re-paired"} and {one["round"] for one in found} >= {3}


def test_a_knockout_that_is_drawn_stays_drawn_when_a_qualifier_leaves(tmp_path: Path) -> None:
    event = new_event(tmp_path, "shogi-championship", 8)
    for number in range(1, 5):
        run(tmp_path, "build")
        type_results(event / f"rounds/open-r{number}.xlsx")
    run(tmp_path, "build")
    sheet = event / "rounds/open-r5.xlsx"
    drawn = pairs(sheet)
    gone, opponent = drawn[0][1], drawn[0][0]
    players = field("shogi-championship", 8)
    left = [dataclasses.replace(one, withdrawn_after=4) if one.no == gone else one for one in players]
    roster(event, left, format_id="shogi-championship")
    run(tmp_path, "pair", "demo", "open", "5")
    assert pairs(sheet) == drawn, "the opponent walks over, and nobody moves up"
    run(tmp_path, "build")
    semi = results(tmp_path)["rounds"][4]["games"][0]
    assert (semi["players"], semi["kind"], semi["winner"]) == ([opponent, gone], "forfeit", opponent)
    run(tmp_path, "verify", "demo")
    sheet.unlink()  # as if it had never been made: the next in rank moves up
    run(tmp_path, "build")
    assert gone not in {no for pair in pairs(sheet) for no in pair}
