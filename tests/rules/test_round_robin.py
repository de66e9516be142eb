"""総当たり戦 by the circle method: everybody meets everybody once, tables change, withdrawals are forfeits."""

from collections import Counter
from itertools import combinations

import pytest

from tests.rules.builders import pairs
from tests.rules.shogi import GIRLS, leave, shogi_day
from tourgen.engine.final import final_ranks
from tourgen.engine.stages.round_robin import circle, tables

COUNTS = range(2, 21)


@pytest.mark.parametrize("count", COUNTS)
def test_everybody_meets_everybody_once(count):
    rounds = tables(count)
    assert len(rounds) == count - 1 + count % 2
    met = Counter(frozenset(pair) for one in rounds for pair in one if max(pair) < count)
    assert met == Counter(map(frozenset, combinations(range(count), 2)))
    for one in rounds:
        assert sorted(place for pair in one for place in pair) == list(range(count + count % 2))


@pytest.mark.parametrize("count", [count for count in COUNTS if count % 2])
def test_of_an_odd_number_everybody_rests_once_and_sits_twice_at_each_table(count):
    rounds = tables(count)
    resting = Counter(min(one[-1]) for one in rounds if max(one[-1]) == count)
    assert resting == Counter(range(count))
    sat = Counter((place, table) for one in rounds for table, pair in enumerate(one[:-1]) for place in pair)
    assert set(sat.values()) == {2} and len(sat) == count * (count // 2)


@pytest.mark.parametrize("count", [count for count in COUNTS if count % 2 == 0])
def test_of_an_even_number_nobody_keeps_a_table(count):
    sat = Counter((place, table) for one in tables(count) for table, pair in enumerate(one) for place in pair)
    # One table alone, of two players, and two tables in three rounds, of four, leave no choice.
    most = {2: 1, 4: 3}.get(count, 2 if count <= 10 else 3)
    assert max(sat.values()) <= most


def test_the_circle():
    """Round 1: the first meets the last, the second the last but one; then all but the last move on."""
    assert circle(4) == [[(0, 3), (1, 2)], [(2, 3), (0, 1)], [(1, 3), (2, 0)]]
    assert circle(3) == circle(4)


def test_places_are_the_lots():
    day = shogi_day(GIRLS, 4, lots={1: 4, 2: 3, 3: 2, 4: 1})
    assert {frozenset(game.players) for game in day.plan} == {frozenset((4, 1)), frozenset((3, 2))}
    assert all(game.stage == "round-robin" and game.group == "A" for game in day.plan)
    assert [game.table for game in day.plan] == [1, 2]


@pytest.mark.parametrize("count", range(2, 7))
def test_played_to_its_end(count):
    day = shogi_day(GIRLS, count)
    while day.now.after < day.now.last_round:
        day.smaller_wins()
    assert [no for _, no in final_ranks(day.now)] == list(range(1, count + 1))
    assert [rank for rank, _ in final_ranks(day.now)] == list(range(1, count + 1))
    assert day.now.record.wins(1) == count - 1  # a rest is no win


def test_a_rest_of_an_odd_number_is_no_game_and_no_win():
    """1 beats 2 and 3, 2 beats 3: 2, 1 and 0 wins; opponents' wins 1+0, 2+0, 2+1."""
    day = shogi_day(GIRLS, 3).rounds(3)
    keys = {row.no: row.keys[:3] for row in day.now.rows}  # wins, sum, beaten
    assert keys == {1: (2, 1, 1), 2: (1, 2, 0), 3: (0, 3, 0)}
    assert not [game for one in day.now.rounds for game in one.games if game.kind == "bye"]


def test_who_has_withdrawn_forfeits_what_is_left():
    day = leave(shogi_day(GIRLS, 5).smaller_wins(), 1, 1)
    for _ in range(4):
        mine = [game for game in day.plan if 1 in game.players]
        for game in mine:
            assert (game.kind, game.winner) == ("forfeit", next(no for no in game.players if no != 1))
        assert "1-" not in pairs(day.plan)
        day.smaller_wins()
    record = day.now.record
    assert record.losses(1) + record.wins(1) in (4, 5)
    assert record.losses(1) >= 3
    assert all(not record.has_beaten(no, 1) or no in record.met(1) for no in range(2, 6))


def test_of_two_who_have_withdrawn_nobody_wins():
    day = leave(leave(shogi_day(GIRLS, 4), 1, 0), 2, 0)
    kinds = Counter()
    for _ in range(3):
        kinds.update(game.kind for game in day.plan)
        double = [game for game in day.plan if set(game.players) == {1, 2}]
        assert all(game.kind == "double-loss" and game.winner is None for game in double)
        assert all(game.table is None for game in double)
        day.smaller_wins()
    assert kinds == {"double-loss": 1, "forfeit": 4, "played": 1}
    assert [no for _, no in final_ranks(day.now)][:2] == [3, 4]


def test_a_pair_sits_where_its_two_sat_least() -> None:
    """After 1-4, 2-3, 0-5: 0-3 to table 1, where neither sat, then 1-2 to table 3, and 4-5 where a table is left."""
    assert tables(6)[:2] == (((1, 4), (2, 3), (0, 5)), ((0, 3), (4, 5), (1, 2)))
