"""女子決勝 that is not played: the organiser is told why."""

from dataclasses import replace

import pytest

from tourgen.engine.lottery import draw_numbers
from tourgen.engine.model import Round
from tourgen.engine.notices import round_notes
from tourgen.engine.progress import advance, plan, start
from tourgen.event.entrants import entrant, lots_of
from tourgen.event.settings import Division
from tourgen.formats import read_format, shipped_text
from tourgen.model import Player


@pytest.mark.parametrize(
    ("women", "expected"), [(0, ["title-match-few"]), (1, ["title-match-few"]), (2, ["title-match-decided"])]
)
def test_why_there_is_no_womens_final(women: int, expected: list[str]) -> None:
    """Sixteen players in four leagues, of whom the smaller number always wins; the smallest are women."""
    declared, _ = read_format(shipped_text("othello-4-league"), "othello-4-league")
    assert declared is not None
    players = {no: Player(no, f"選手{no}", sex="F" if no <= women else "M") for no in range(1, 17)}
    division = Division("open", "", declared, draws=("1234", "5678", "9012"))
    draw = draw_numbers(declared.lottery, division.draws, players.values())
    entrants = {no: entrant(player, draw) for no, player in players.items()}
    now = start(declared, entrants, {}, (), lots_of(division, players, draw))
    for number in range(1, 8):
        games = [
            one if one.entered else replace(one, winner=min(no for no in one.players if no))
            for one in plan(now)
        ]
        now = advance(now, Round(number, tuple(games)))
    found = [one for one in round_notes(now, plan(now)) if one.code.startswith("title-match")]
    assert [one.code for one in found] == expected
    assert [set(one.players) for one in found] == [{1, 2} if women > 1 else set()]
