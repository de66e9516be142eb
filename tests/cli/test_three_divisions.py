"""The example event of three divisions, whose absentees were replaced from the free class, at the command line."""

import json
import shutil
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.cli.desk import results, run, snapshot, type_results

EXAMPLE = Path(__file__).parent.parent.parent / "events/all-japan-46"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of the example in it."""
    shutil.copytree(EXAMPLE, tmp_path / "events/all-japan-46")
    return tmp_path


def documents(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def taken_in(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [player for player in document["players"] if player["replacement_from"]]


def test_build_leaves_the_sheets_alone_and_can_be_explained(folder: Path) -> None:
    before = snapshot(folder / "events")
    run(folder, "build")
    assert snapshot(folder / "events") == before
    run(folder, "verify", "all-japan-46")
    three = {name: results(folder, "all-japan-46", name) for name in ("open", "women", "free")}
    assert taken_in(three["open"]) and taken_in(three["women"])
    for name in ("open", "women"):
        for player in taken_in(three[name]):
            source = three["free"]["players"][player["replacement_from"]["no"] - 1]
            assert source["moved_to"] == {"division": name, "no": player["no"]}
            assert source["name"] == player["name"] and source["league"] is None
    player = taken_in(three["open"])[0]
    said = run(folder, "explain", "all-japan-46", "open", "--player", str(player["no"])).stdout
    assert player["name"] in said and "補充" in said
    assert "3位" in run(folder, "explain", "all-japan-46", "open", "--round", "6").stdout
    assert "全勝トーナメント" in run(folder, "explain", "all-japan-46", "open", "--round", "1").stdout
    assert "敗者復活" in run(folder, "explain", "all-japan-46", "women", "--round", "3").stdout


def test_simulate_the_event(folder: Path) -> None:
    arguments = (
        *("simulate", "--event", "events/all-japan-46", "--runs", "2", "--seed", "5", "--absent", "0.1"),
    )
    more = ("--withdraw", "0.02", "--forfeit", "0.05", "--verify")
    run(folder, *arguments, *more, "--jsonl", "runs.jsonl", "--save", "events/saved")
    found = documents(folder / "runs.jsonl")
    assert [(one["division"]["id"], one["simulation"]["run"]) for one in found] == [
        (division, number) for number in (1, 2) for division in ("open", "women", "free")
    ]
    assert taken_in(found[0]) and all(one["state"]["finished"] for one in found)
    run(folder, "build", "events/saved")
    for one in found[3:]:
        built = results(folder, "saved", one["division"]["id"])
        assert {**one, "event": None, "simulation": None} == {**built, "event": None, "simulation": None}


def test_a_bracket_round_made_by_hand(folder: Path) -> None:
    """The second players of two games of the open exchanged in the sheet: used as it stands, with a notice."""
    sheet = folder / "events/all-japan-46/rounds/open-r1.xlsx"
    book = openpyxl.load_workbook(sheet)
    page = book.worksheets[0]
    header = next(row for row in range(1, 20) if "番号1" in [cell.value for cell in page[row]])
    columns = {cell.value: cell.column for cell in page[header]}
    rows = [row for row in range(header + 1, page.max_row + 1) if page.cell(row, columns["番号2"]).value][:2]
    for name in ("番号2", "選手2"):
        first, second = (page.cell(row, columns[name]) for row in rows)
        first.value, second.value = second.value, first.value
    book.save(sheet)
    said = run(folder, "check", "all-japan-46").output
    assert "open-r1.xlsx: 1 回戦の組み合わせは、いまの結果から規則どおりに作る組み合わせと違います" in said
    assert "(re-paired)" in run(folder, "verify", "all-japan-46", code=1).output
    run(folder, "build")
    assert next(one["by_hand"] for one in results(folder, "all-japan-46", "open")["rounds"])


def test_absentees_are_replaced_while_round_1_is_unplayed(folder: Path) -> None:
    """On the morning: nothing is played, and one more player of the open doesn't come."""
    event = folder / "events/all-japan-46"
    shutil.rmtree(event / "rounds")
    run(folder, "build")
    before = taken_in(results(folder, "all-japan-46", "open"))
    roster = openpyxl.load_workbook(event / "roster.xlsx")
    page = roster.worksheets[0]
    header = next(row for row in range(1, 20) if "名簿番号" in [cell.value for cell in page[row]])
    columns = {cell.value: cell.column for cell in page[header]}
    here = next(
        row for row in range(header + 1, page.max_row + 1) if not page.cell(row, columns["欠席"]).value
    )
    page.cell(here, columns["欠席"]).value = "○"
    roster.save(event / "roster.xlsx")
    assert "(player-moved)" in run(folder, "check", "all-japan-46", code=1).output
    for division in ("open", "free"):  # both have other players now
        run(folder, "pair", "all-japan-46", division, "1")
    run(folder, "build")
    after = taken_in(results(folder, "all-japan-46", "open"))
    assert len(after) == len(before) + 1
    type_results(event / "rounds/open-r1.xlsx")
    run(folder, "build")
    assert (event / "rounds/open-r2.xlsx").exists() and not (event / "rounds/women-r2.xlsx").exists()
    run(folder, "verify", "all-japan-46")
