"""Section 5: the women's title of 003, every row of the table.

Players 1-4 won leagues A-D, 11-20 are in the ranking league; nobody has a counted game here, so the larger number
is ahead.
"""

import pytest

from tests.rules.builders import FOUR, finals, pairs
from tests.rules.builders import games as typed
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.model import Round
from tourgen.engine.progress import advance, plan

ALL = {"A": 1, "B": 2, "C": 3, "D": 4}
SEMIS = "semi: 1>4 2>3"
CHAMPION, RUNNER_UP = "女子優勝", "女子準優勝"


def after(*rounds, women, **options):
    return finals(FOUR, ALL, *rounds, others=range(11, 21), women=women, **options)


def womens_final(women, semis=SEMIS, **options):
    """The women's final as planned for round 8: its pair, kind and winner."""
    found = [g for g in plan(after(semis, women=women, **options)) if g.stage == "womens-final"]
    return [(pairs([g])[0], g.kind, g.winner) for g in found]


def titles(women, last="final: 1>2", semis=SEMIS, **options):
    """(title, player, referee) after round 8."""
    holders = title_holders(after(semis, last, women=women, **options))
    return [(h.title, h.no, h.referee) for h in holders if h.title in (CHAMPION, RUNNER_UP)]


class TestNoneInTheFinalFour:
    def test_the_two_best_women_of_the_ranking_league_play(self):
        assert womens_final({12, 15, 18}) == [("18:15", "played", None)]

    @pytest.mark.parametrize(("result", "champion", "runner_up"), [("18>15", 18, 15), ("15>18", 15, 18)])
    def test_its_winner_and_its_loser(self, result, champion, runner_up):
        found = titles({12, 15, 18}, f"final: 1>2 womens-final: {result}")
        assert found == [(CHAMPION, champion, False), (RUNNER_UP, runner_up, False)]

    def test_a_withdrawn_woman_is_skipped(self):
        assert womens_final({12, 15, 18}, withdrawn={18: 7}) == [("15:12", "played", None)]
        assert womens_final({12, 15, 18}, withdrawn={18: 3, 15: 7}) == []

    def test_who_withdraws_after_the_sheet_was_made_forfeits(self):
        gone = {"withdrawn": {18: 7}, "paired_until": {18: 8}}
        assert womens_final({12, 15, 18}, **gone) == [("18:15", "forfeit", 15)]
        found = titles({12, 15, 18}, "final: 1>2 womens-final: 15>>18", **gone)
        assert found == [(CHAMPION, 15, False), (RUNNER_UP, 18, False)]

    def test_only_one_left_she_is_champion_without_a_game(self):
        assert titles({12, 18}, withdrawn={18: 7}) == [(CHAMPION, 12, False)]

    def test_none_left_no_title(self):
        assert titles({12, 18}, withdrawn={18: 7, 12: 2}) == []

    def test_both_gone_after_the_sheet_was_made_is_for_the_referee(self):
        gone = {"withdrawn": {18: 7, 15: 7}, "paired_until": {18: 8, 15: 8}}
        assert womens_final({15, 18}, **gone) == [("18:15", "double-loss", None)]
        found = titles({15, 18}, "final: 1>2 womens-final: 18=15", **gone)
        assert found == [(CHAMPION, 18, True), (RUNNER_UP, 15, True)]

    def test_one_woman_in_the_event(self):
        assert womens_final({14}) == []
        assert titles({14}) == [(CHAMPION, 14, False)]

    def test_no_woman_in_the_event(self):
        assert womens_final(set()) == []
        assert titles(set()) == []


class TestOneInTheFinalFour:
    @pytest.mark.parametrize("woman", [1, 2, 3, 4])
    def test_she_is_champion_wherever_she_is_placed(self, woman):
        women = {woman, 12, 15}
        assert womens_final(women) == []
        assert titles(women) == [(CHAMPION, woman, False), (RUNNER_UP, 15, False)]

    def test_the_runner_up_may_have_withdrawn(self):
        assert titles({4, 12, 15}, withdrawn={15: 7}) == [(CHAMPION, 4, False), (RUNNER_UP, 15, False)]

    def test_so_may_the_champion(self):
        # She had left before the semi-finals, so that the referee decides.
        assert titles({4, 15}, withdrawn={4: 6}) == [(CHAMPION, 4, True), (RUNNER_UP, 15, False)]

    def test_without_a_second_woman_no_runner_up(self):
        assert titles({4}) == [(CHAMPION, 4, False)]


class TestTwoInTheFinalFour:
    def test_both_third_they_play(self):
        assert womens_final({4, 3, 15}) == [("4:3", "played", None)]
        found = titles({4, 3, 15}, "final: 1>2 womens-final: 3>4")
        assert found == [(CHAMPION, 3, False), (RUNNER_UP, 4, False)]

    def test_both_third_one_withdrawn_the_other_walks_over(self):
        assert womens_final({4, 3}, withdrawn={4: 7}) == [("4:3", "forfeit", 3)]

    def test_both_third_both_withdrawn_is_for_the_referee(self):
        assert womens_final({4, 3}, withdrawn={4: 7, 3: 7}) == []
        assert titles({4, 3}, withdrawn={4: 7, 3: 7}) == [(CHAMPION, 4, True), (RUNNER_UP, 3, True)]

    @pytest.mark.parametrize(
        ("women", "expected"), [({1, 2}, (1, 2)), ({1, 4}, (1, 4)), ({2, 3}, (2, 3)), ({2, 4}, (2, 4))]
    )
    def test_otherwise_by_placing(self, women, expected):
        assert womens_final({*women, 18}) == []
        champion, runner_up = expected
        assert titles({*women, 18}) == [(CHAMPION, champion, False), (RUNNER_UP, runner_up, False)]

    def test_the_final_decides_between_two_finalists(self):
        assert titles({1, 2}, "final: 2>1") == [(CHAMPION, 2, False), (RUNNER_UP, 1, False)]


class TestThreeOrFour:
    def test_first_and_third(self):
        # 3 and 4 are both third: provisional order (4 ahead), and the referee decides.
        assert titles({1, 3, 4}) == [(CHAMPION, 1, False), (RUNNER_UP, 4, True)]

    def test_second_and_third(self):
        assert titles({2, 3, 4}) == [(CHAMPION, 2, False), (RUNNER_UP, 4, True)]

    def test_both_finalists(self):
        assert titles({1, 2, 3}) == [(CHAMPION, 1, False), (RUNNER_UP, 2, False)]

    def test_all_four(self):
        assert womens_final({1, 2, 3, 4}) == []
        assert titles({1, 2, 3, 4}) == [(CHAMPION, 1, False), (RUNNER_UP, 2, False)]


def test_the_womens_final_is_due_in_round_8_only():
    assert not [g for g in plan(after(women={12, 15})) if g.stage == "womens-final"]


def test_the_womens_final_changes_no_win_and_no_rank():
    before = after(SEMIS, women={12, 15, 18})
    results = {
        text: advance(before, Round(8, tuple(typed(f"final: 1>2 womens-final: {text}"))))
        for text in ("18>15", "15>18")
    }
    assert final_ranks(results["18>15"]) == final_ranks(results["15>18"])
    assert {one.record.wins(no) for one in results.values() for no in (15, 18)} == {0}


def test_the_table_of_the_womens_final_comes_after_the_final():
    planned = plan(after(SEMIS, women={12, 15, 18}))
    assert [(g.stage, g.table) for g in planned] == [("final", 1), ("womens-final", 2)]


def test_titles_by_place_come_first():
    done = after(SEMIS, "final: 2>1", women={4, 15})
    assert [(h.title, h.no) for h in title_holders(done)] == [
        ("優勝", 2), ("準優勝", 1), (CHAMPION, 4), (RUNNER_UP, 15),
    ]  # fmt: skip
