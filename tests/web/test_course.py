"""The pictures of how a division went agree with its standings."""

from __future__ import annotations

import re

import pytest

from tests.web.sample import division, event
from tests.web.shogi import shogi
from tourgen.report import DivisionReport
from tourgen.web import render_event
from tourgen.web.course import FINAL, LIVES, ranks_by_round, survivors
from tourgen.web.facts import Facts


def made(format_id: str, players: int, rounds: int) -> DivisionReport:
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
def test_every_line_is_the_ranks_of_the_standings(format_id: str, players: int, rounds: int) -> None:
    facts = Facts(made(format_id, players, rounds))
    lines = [(one, line) for drawn in ranks_by_round(facts) for one in drawn for line in one.lines]
    assert facts.latest is not None
    assert {line.person.no for _, line in lines} == set(facts.latest.by_no)
    for one, line in lines:
        for (_, after), rank in zip(one.columns, line.ranks, strict=True):
            if after == FINAL:
                final = {entry["no"]: entry["rank"] for entry in facts.document["final"]}
                assert rank == final[line.person.no]
                continue
            standing = facts.standing(after)
            assert standing is not None
            row = standing.by_no.get(line.person.no)
            assert rank == (row.rank if row else None)


@pytest.mark.parametrize(("format_id", "players", "rounds"), FIELDS)
def test_nobody_hides_another(format_id: str, players: int, rounds: int) -> None:
    for drawn in ranks_by_round(Facts(made(format_id, players, rounds))):
        for one in drawn:
            assert len({line.y for line in one.lines}) == len(one.lines)
            assert all(0 < line.y < one.height for line in one.lines)


@pytest.mark.parametrize(("format_id", "players", "rounds"), FIELDS)
def test_the_unbeaten_are_those_who_lost_nothing(format_id: str, players: int, rounds: int) -> None:
    facts = Facts(made(format_id, players, rounds))
    shown = survivors(facts)
    for at, standing in enumerate(facts.standings):
        still = {
            row.no
            for row in standing.rows
            if not row.losses
            and not ((gone := facts.people[row.no].withdrawn_after) is not None and gone < standing.after)
        }
        assert sum(one.counts[at].unbeaten for one in shown) == len(still)
        drawn = {life.person.no for one in shown for life in one.lives if life.unbeaten > at}
        assert drawn <= still
    for one in shown:
        assert len(one.lives) <= LIVES
        assert all(bool(life.lost) != (life.unbeaten == len(facts.standings)) or life.person.withdrawn_after is not None
                   for life in one.lives)  # fmt: skip


def test_a_league_counts_who_is_still_in_it() -> None:
    facts = Facts(division("othello-4-league", 41, 4, 0.5))
    for one in survivors(facts):
        for at, count in enumerate(one.counts):
            inside = [row for row in facts.standings[at].rows if row.group == one.group]
            assert count.inside == len(inside)
            assert count.unbeaten <= count.inside


def test_before_the_first_result_there_is_a_sentence() -> None:
    files = render_event(event(division(players=12, rounds=0, share=0.0)))
    page = files["open/course.html"].decode()
    assert "<svg" not in page and "1回戦が終わると" in page


def test_a_large_field_is_drawn_in_parts_and_everybody_is_led_to_their_own() -> None:
    files = render_event(event(division("othello-4-league", 320, 2, 0.5)))
    parts = [name for name in files if re.fullmatch(r"open/course(-\d+)?\.html", name)]
    assert len(parts) == 3
    everybody = set()
    for name in parts:
        found = re.findall(r'<g id="(p\d+)"', files[name].decode())
        everybody |= set(found)
        for one in found[:3]:
            assert f'href="{name[5:]}#{one}"' in files[f"open/{one}.html"].decode()
    assert len(everybody) > 300
