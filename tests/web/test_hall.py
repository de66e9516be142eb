"""The hall display: everybody of the current round, then the ranks, in screens that are evenly filled."""

import json
import re
from typing import Any

from tests.web.sample import division, event
from tourgen.web import render_event


def shown(players: int, rounds: int) -> tuple[list[str], dict[str, Any]]:
    """The screens, and the results they are made from."""
    files = render_event(event(division(players=players, rounds=rounds, share=0.0)))
    screens = re.findall(r'<section class="screen">.*?</section>', files["hall.html"].decode(), re.DOTALL)
    return screens, json.loads(files["open/results.json"])


def test_every_table_stands_on_a_screen_once() -> None:
    screens, results = shown(players=64, rounds=2)
    games = [one for one in screens if 'class="games' in one]
    tables = [int(number) for one in games for number in re.findall(r"<li><b>(\d+)</b>", one)]
    expected = [game["table"] for game in results["rounds"][-1]["games"] if game["table"]]
    assert sorted(tables) == sorted(expected) and len(expected) > 24
    sizes = [one.count("<li>") for one in games]
    assert max(sizes) - min(sizes) <= 1


def test_ranks_follow() -> None:
    screens, results = shown(players=64, rounds=2)
    ranks = [one for one in screens if 'class="ranks' in one]
    assert sum(one.count("<li>") for one in ranks) == len(results["standings"][-1]["rows"])
    assert 'class="ranks' in screens[-1] and 'class="ranks' not in screens[0]


def test_before_the_lottery_there_is_nothing() -> None:
    files = render_event(event(division(players=12, drawn=False)))
    assert "まだ表示するものがありません" in files["hall.html"].decode()
