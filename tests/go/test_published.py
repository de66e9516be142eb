"""The count against positions whose answer somebody else published (tests/go/data/published.json).

Real games of GNU Go's regression suite, where the dead stones are those that GNU Go names, and shapes of
goscorer's tests. What is counted differently there, and why, stands in docs/decisions.md (G9).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.go.positions import codes, stop
from tourgen.go.count import Count, count
from tourgen.go.proposal import Proposal
from tourgen.go.sgf import read_points

PUBLISHED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data/published.json").read_text(encoding="utf-8")
)
REAL_GAMES = [one for one in PUBLISHED if one["name"].startswith("gnugo")]
IN_SEKI = {"gnugo-7", "gnugo-47", "gnugo-48", "gnugo-49", "gnugo-52"}


def counted(position: dict[str, Any], marked: bool = True) -> Count:
    dead = frozenset(read_points(position["dead"] if marked else ()))
    return count(stop(position["board"], position["captures"], position["komi"]), Proposal(dead=dead))


def test_there_are_enough() -> None:
    assert len(PUBLISHED) >= 20 and len({one["name"] for one in PUBLISHED}) == len(PUBLISHED)
    assert all("https://" in one["source"] for one in PUBLISHED)


@pytest.mark.parametrize("position", PUBLISHED, ids=lambda one: one["name"])
def test_published_answer(position: dict[str, Any]) -> None:
    found = counted(position)
    if "result" in position:
        assert found.result == position["result"]
    else:
        assert [found.black.territory, found.white.territory] == position["territory"]


@pytest.mark.parametrize("position", REAL_GAMES, ids=lambda one: one["name"])
def test_a_real_game_counted_rightly_raises_no_false_alarm(position: dict[str, Any]) -> None:
    alarms = codes(counted(position)) - {"live-in-atari"}
    assert not alarms or position["name"] in IN_SEKI


@pytest.mark.parametrize("position", REAL_GAMES, ids=lambda one: one["name"])
def test_a_real_game_with_its_marks_forgotten_is_suspected(position: dict[str, Any]) -> None:
    assert "suspected-dead" in codes(counted(position, marked=False))
