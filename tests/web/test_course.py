"""The pictures of how a division went agree with its standings."""

from __future__ import annotations

import pytest

from tests.web.sample import division, event
from tests.web.shogi import shogi
from tourgen.event.load_event import LoadedDivision
from tourgen.web import render_event
from tourgen.web.course import NAMED, thinning
from tourgen.web.division_view import DivisionView


def made(format_id: str, players: int, rounds: int) -> LoadedDivision:
    make = shogi if format_id.startswith("shogi") else division
    return make(format_id, players, rounds, 0.5)


FIELDS = [
    ("othello-4-league", 41, 4),
    ("othello-free", 16, 6),
    ("othello-new-64", 61, 4),
    ("shogi-championship", 26, 3),
    ("shogi-encouragement", 24, 4),
    ("shogi-team", 13, 2),
]


@pytest.mark.parametrize(("format_id", "players", "rounds"), FIELDS)
def test_the_unbeaten_are_those_who_lost_nothing(format_id: str, players: int, rounds: int) -> None:
    facts = DivisionView(made(format_id, players, rounds))
    shown = thinning(facts)
    for at, standing in enumerate(facts.standings, 1):
        still = {
            row.no
            for row in standing.rows
            if not row.losses
            and not ((gone := facts.people[row.no].withdrawn_after) is not None and gone < standing.after)
        }
        assert sum(one["counts"][at]["unbeaten"] for one in shown) == len(still)
    named = {person.no for one in shown for person in one["left"]}
    assert named <= still
    assert all(len(one["left"]) == last for one in shown if (last := one["counts"][-1]["unbeaten"]) <= NAMED)


def test_a_league_counts_who_is_still_in_it() -> None:
    facts = DivisionView(division("othello-4-league", 41, 4, 0.5))
    for one in thinning(facts):
        for at, count in enumerate(one["counts"][1:]):
            inside = [row for row in facts.standings[at].rows if row.group == one["group"]]
            assert count["inside"] == len(inside)
            assert count["unbeaten"] <= count["inside"]


def test_before_the_first_result_there_is_a_sentence() -> None:
    files = render_event(event(division(players=12, rounds=0, share=0.0)))
    page = files["open/course.html"].decode()
    assert "<figure" not in page and "1回戦が終わると" in page
