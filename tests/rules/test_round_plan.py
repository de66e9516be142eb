"""Decisions M3 and M4: how tables are numbered, and who of two players is named first."""

from tests.rules.builders import FOUR, FREE, TWO, Day, finals, pairs
from tourgen.engine.progress import plan


def tables(games):
    return [(g.stage, g.group, pairs([g])[0], g.table) for g in games]


def test_league_by_league_and_byes_without_a_table():
    assert tables(Day(TWO, 9).plan) == [
        ("league", "A", "1:5", 1), ("league", "A", "3:7", 2), ("league", "A", "9-", None),
        ("league", "B", "2:6", 3), ("league", "B", "4:8", 4),
    ]  # fmt: skip


def test_leagues_before_the_ranking_league():
    planned = Day(TWO, 8).play().plan  # A 1 3, B 2 4 still unbeaten
    assert [stage for stage, *_ in tables(planned)] == ["league", "league", "ranking", "ranking"]
    assert [table for *_, table in tables(planned)] == [1, 2, 3, 4]


def test_finals_before_everything_else():
    day = Day(FREE, 8)
    for _ in range(4):
        day.play()
    assert [(stage, table) for stage, _, _, table in tables(day.plan)] == [
        ("semi", 1), ("semi", 2), ("ranking", 3), ("ranking", 4),
    ]  # fmt: skip
    day.play()
    assert [(stage, table) for stage, _, _, table in tables(day.plan)] == [
        ("final", 1), ("third", 2), ("ranking", 3), ("ranking", 4),
    ]  # fmt: skip


def test_a_walkover_keeps_its_table():
    day = Day(TWO, 8, withdrawn={1: 0})
    assert [(g.kind, g.table) for g in day.plan][:2] == [("forfeit", 1), ("played", 2)]


def test_the_byes_of_who_has_qualified_have_no_table():
    day = Day(TWO, 4).play()
    assert tables(day.plan) == [
        ("league", "A", "1-", None),
        ("league", "B", "2-", None),
        ("ranking", None, "4:3", 1),
    ]


def test_in_round_1_the_smaller_number_is_named_first():
    assert pairs(Day(FOUR, 16).plan)[0] == "1:9"


def test_later_the_higher_ranked_is_named_first():
    # 7 5 3 1 have won; the larger lottery number is ahead, and the highest meets the lowest.
    assert Day(TWO, 16).play().pool("A") == ["7:1", "5:3"]


def test_in_the_knockout_the_upper_place_is_named_first():
    assert pairs(plan(finals(FOUR, {"A": 9, "B": 2, "C": 3, "D": 4}))) == ["9:4", "2:3"]
    assert pairs(plan(finals(FOUR, {"A": 9, "B": 2, "C": 3, "D": 4}, "semi: 4>9 3>2"))) == ["4:3"]


def test_the_last_round_leaves_nothing_to_plan():
    day = Day(TWO, 4)
    for _ in range(7):
        day.play()
    assert day.now.after == 7
    assert plan(day.now) == ()
