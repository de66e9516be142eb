"""What stands in the sheet of a round beside the pairs."""

import io
from pathlib import Path

import openpyxl

from tests.desk import Desk
from tourgen.event.round_sheet import round_bytes
from tourgen.event.settings import Event


def records(desk: Desk, language: str) -> dict[str, set[str]]:
    """組 → 戦績 of the round that is paired now."""
    tournament = desk.tournament
    event = Event("demo", "大会", "", None, "", "", language, (tournament.division,), Path(), "")
    page = openpyxl.load_workbook(
        io.BytesIO(round_bytes(tournament, tournament.rounds[-1], event))
    ).worksheets[0]
    found: dict[str, set[str]] = {}
    for row in page.iter_rows(min_row=5, values_only=True):
        if row[1]:
            found.setdefault(str(row[1]), set()).update(str(cell) for cell in (row[4], row[7]) if cell)
    return found


def test_assumed_wins_are_not_shown_as_a_record() -> None:
    """Who lost a semi-final counts as unbeaten in the standings, but not on the sheet of the third-place match."""
    desk = Desk(16)
    while desk.tournament.completed < 5:
        desk.fill()
    japanese, english = records(desk, "ja"), records(desk, "en")
    assert japanese["3位決定戦"] == japanese["決勝"] == {"勝ち抜け"}
    assert english["Third place"] == {"qualified"}
    assert all("勝" in one and "敗" in one for one in japanese["順位決定"])
