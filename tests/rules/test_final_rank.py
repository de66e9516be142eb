"""Section 5: the final rank of the three formats; shared ranks count 1, 2, 2, 4."""

from tests.rules.builders import FOUR, FREE, TWO, Day, finals, results
from tourgen.engine.final import final_ranks, title_holders

ALL = {"A": 1, "B": 2, "C": 3, "D": 4}
LINES = results(p11="WWWWLL", p12="LLWWWW", p13="WLWLWW", p14="WWWLLW", p15="LLLLLL", p16="WWWWLL")


def test_000_the_four_of_the_knockout_then_wins_only():
    done = finals(FREE, ALL, "semi: 1>4 2>3", "final: 2>1 third: 4>3", others=range(11, 17), lines=LINES)
    ranks = {no: rank for rank, no in final_ranks(done)}
    assert [ranks[no] for no in (2, 1, 4, 3)] == [1, 2, 3, 4]
    # 11, 12, 13, 14, 16 have 4 wins, 15 none.
    assert {no: ranks[no] for no in range(11, 17)} == {11: 5, 12: 5, 13: 5, 14: 5, 16: 5, 15: 10}


def test_001_wins_then_wins_before_round_6_then_shared():
    done = finals(TWO, {"A": 1, "B": 2}, "final: 1>2", others=range(11, 17), lines=LINES)
    # All with 4 wins: before round 6 11 and 16 had 4, the others 3.
    assert final_ranks(done) == [(1, 1), (2, 2), (3, 16), (3, 11), (5, 14), (5, 13), (5, 12), (8, 15)]


def test_equal_ranks_are_listed_in_provisional_order():
    done = finals(TWO, {"A": 1, "B": 2}, "final: 1>2", others=(11, 16), lines=LINES)
    assert [no for _, no in final_ranks(done)] == [1, 2, 16, 11]


def test_003_all_nine_criteria_so_nobody_shares():
    lines = results(p11="WWWWLLL", p12="WWWWLLL", p13="WWWLLLW", p14="LLLLLLL")
    done = finals(FOUR, ALL, "semi: 1>4 2>3", "final: 2>1", others=range(11, 15), lines=lines)
    assert final_ranks(done) == [(1, 2), (2, 1), (3, 4), (3, 3), (5, 12), (6, 11), (7, 13), (8, 14)]


def test_a_vacant_place_is_not_filled():
    done = finals(TWO, {"B": 2}, "final: 2-", others=range(11, 17), lines=LINES)
    assert final_ranks(done)[:3] == [(1, 2), (3, 16), (3, 11)]
    assert [(h.title, h.no) for h in title_holders(done)] == [("優勝", 2)]


def test_a_vacant_semi_final_place():
    done = finals(FOUR, {"A": 1, "B": 2, "C": 3}, "semi: 1- 2>3", "final: 1>2", others=(11, 12), lines=LINES)
    assert final_ranks(done) == [(1, 1), (2, 2), (3, 3), (5, 12), (6, 11)]


def test_nobody_won_the_final():
    done = finals(TWO, {"A": 1, "B": 2}, "final: 1=2", withdrawn={1: 6, 2: 6})
    assert final_ranks(done) == [(2, 2), (2, 1)]
    # Nobody has won: both are second, and the referee gives the titles.
    assert [(h.title, h.no, h.referee) for h in title_holders(done)] == [
        ("優勝", 2, True),
        ("準優勝", 1, True),
    ]


def test_everybody_has_a_rank_withdrawn_players_included():
    day = Day(FOUR, 13, withdrawn={5: 0, 6: 3, 1: 6})
    for _ in range(8):
        day.play()
    assert sorted(no for _, no in final_ranks(day.now)) == list(range(1, 14))
