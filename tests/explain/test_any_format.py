"""Every explanation of every player for every format of the language, shipped ones and random declarations."""

import random

import pytest

from tests.engine.builders import entrants, follow, play, swiss
from tests.engine.declarations import checked, declaration
from tests.engine.random_play import CALM, DESERTED, UNRULY, Day
from tests.explain.played import as_tournament, ask_everything, tournament
from tests.rules.builders import declared
from tests.series import FORMATS, batches
from tourgen.explain.text import explain_text
from tourgen.formats import admits

DAYS = (CALM, UNRULY, DESERTED)


@pytest.mark.parametrize("format_id", FORMATS)
def test_shipped_formats(format_id: str) -> None:
    form, rng = declared(format_id), random.Random(format_id)
    sizes = [count for count in range(2, 24) if admits(form, count)]
    for run, count in enumerate(rng.sample(sizes, 2)):
        ask_everything(tournament(form, count, DAYS[run + 1], run))


@pytest.mark.parametrize("part", batches(2, 4))
def test_random_declarations(part: int) -> None:
    asked = 0
    for number in range(60 * part, 60 * (part + 1)):
        rng = random.Random(f"explained {number}")
        form = checked(declaration(rng))
        sizes = [count for count in range(2, 16) if form is not None and admits(form, count)]
        if form is None or not sizes:
            continue
        day: Day = rng.choice(DAYS)
        ask_everything(tournament(form, rng.choice(sizes), day, number))
        asked += 1
    assert asked


def test_points_and_missing_ratings_are_called_so() -> None:
    """Five of a McMahon pool without ratings: the bye goes to the fewest points, and nobody's rating is a number."""
    form = swiss(
        score='starting_points = { floor = "9級", bar = "九段" }',
        stage='pair_by = ["points", "rating", "smaller-lot"]\nbye = "fewest-wins-last-ranked"',
        criteria='["points", "rating"]',
    )
    start = play(form, entrants(5, grade={no: no for no in range(1, 6)}), [])
    played = as_tournament(form, [start, follow(start)])
    told = "\n".join(explain_text(played, round_no=1, player=5, language="en"))
    told += "\n".join(explain_text(played, round_no=1, player=1, language="en"))
    assert "no rating" in told and "-1000000" not in told
    assert "with the fewest points the last-ranked" in told


def test_differences_are_counted_in_the_first_criterion_of_the_order() -> None:
    """Three teams, half points for draws: a gap of one board is one board, and the phantom has none of them."""
    form = swiss(
        head='boards = ["1", "2", "3"]',
        score="draw = 0.5",
        stage='pair_by = ["board-wins", "points", "smaller-lot"]\nopponent = "lowest-possible"',
        criteria='["board-wins", "points"]',
    )
    start, one = (play(form, entrants(4), rounds) for rounds in ([], ["1>2 110, 3>4 111"]))
    played = as_tournament(form, [start, one, follow(one)])
    told = "\n".join(explain_text(played, round_no=2, player=None, language="en"))
    assert "The two have not met before. They are 1 apart in board wins." in told
    assert "pairs with a difference in board wins" in told


def test_numbered_groups_and_their_ranks_are_told_apart() -> None:
    """2nd of group 1 is グループ1の2位 and 1-2, as in the tree: not グループ12位 and 12."""
    played = tournament(declared("groups-knockout"), 11, CALM, 1)
    told = "\n".join(explain_text(played, round_no=None, player=None, language="ja"))
    assert "1-1、" in told and "グループ1の2位で" in told
    assert "グループ12位" not in told and "A、B、…" not in told


def test_who_waits_in_a_tree_that_is_drawn_is_not_among_the_best() -> None:
    played = tournament(declared("shogi-two-wins"), 22, CALM, 1)
    told = "\n".join(explain_text(played, round_no=4, player=None, language="ja"))
    assert "の隣は相手のいない場所なので、この回戦は待ちます" in told
    assert "上位" not in told and "空き(なし)" not in told
    assert "抽選で置きます: 選手" in told, "several have passed of each group: the group names no seat"


def test_who_has_the_bye_is_described_once() -> None:
    played = tournament(declared("othello-swiss"), 9, CALM, 1)
    told = "\n".join(explain_text(played, round_no=1, player=None, language="ja"))
    assert "最下位の 選手" in told and ")(" not in told


def test_the_final_rank_tells_draws_beside_wins() -> None:
    form = swiss(score="draw = 0.5", rounds=1)
    start = play(form, entrants(4), [])
    played = as_tournament(form, [start, play(form, entrants(4), ["1=2, 3>4"])])
    told = "\n".join(explain_text(played, round_no=None, player=1, language="ja"))
    assert "0勝1引き分け" in told
