"""Who came third is honoured wherever the champion is: on the pages, on paper and in the files for certificates."""

import csv
import io

import pytest

from tests.web.sample import division, event
from tourgen.simulate import Chances
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
