"""Section 9, rulings: games as they were, and rounds as they stood, before the committee decided."""

from dataclasses import replace

from tests.rules.shogi import shogi_day
from tourgen.engine.model import Game, Round
from tourgen.engine.rulings import before_rulings, reopened


def test_a_ruled_game_is_reopened_as_it_was_typed() -> None:
    pending = Game(3, "swiss", "A", (1, 2), "pending", rated=False)
    ruled = replace(pending, kind="played", winner=2, rated=True, note="反則", ruling=True, misuse=True)
    assert reopened(ruled) == pending


def test_before_all_rulings_then_before_all_but_one() -> None:
    day = shogi_day("go-swiss", 4)
    games = tuple(replace(game, winner=game.players[0], ruling=True) for game in day.plan)
    found = [
        [game.kind for game in situation.rounds[0].games]
        for situation in before_rulings(day.now, [Round(1, games)])
    ]
    assert found == [["pending", "pending"], ["pending", "played"], ["played", "pending"]]
