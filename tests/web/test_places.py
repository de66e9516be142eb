"""Who came third is honoured wherever the champion is: on the pages, on paper and in the files for certificates."""

import csv
import io

import pytest
from openpyxl import load_workbook

from tests.random.troubles import Chances
from tests.web.sample import division, event
from tourgen.web import render_event


@pytest.mark.parametrize(
    ("format_id", "players", "rounds"), [("othello-4-league", 16, 8), ("shogi-championship", 12, 6)]
)
def test_the_semi_finals_losers_are_third(format_id: str, players: int, rounds: int) -> None:
    files = render_event(event(division(format_id, players, rounds, None, chances=Chances())))
    for name in ("awards.csv", "open/awards.csv"):
        rows = list(csv.DictReader(io.StringIO(files[name].decode("utf-8-sig"))))
        third = [row["氏名"] for row in rows if row["順位"] == "3"]
        assert len(third) == 2, name
    page = files["awards.html"].decode()
    assert all(one in page for one in third)


def test_the_final_ranks_can_be_downloaded_and_stand_first_in_the_workbook() -> None:
    files = render_event(event(division("othello-4-league", 16, 8, None, chances=Chances())))
    rows = list(csv.DictReader(io.StringIO(files["open/final.csv"].decode("utf-8-sig"))))
    assert [row["順位"] for row in rows][:5] == ["1", "2", "3", "3", "5"] and all(row["氏名"] for row in rows)
    book = load_workbook(io.BytesIO(files["open/results.xlsx"]))
    assert book.sheetnames[0] == "最終順位" and book.worksheets[0]["C2"].value == rows[0]["氏名"]
    assert 'href="../open/final.csv"' in files["open/standings.html"].decode()
    unfinished = render_event(event(division("othello-4-league", 16, 2)))
    assert "open/final.csv" not in unfinished
