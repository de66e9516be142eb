"""Section 3: the nine criteria of the provisional rank, and what each kind of game adds to them."""

import pytest

from tests.rules.builders import FOUR, FREE, TWO, Day, declared, entrants, game, record
from tourgen.engine.criteria import Standing, criterion, keys_of, ranked
from tourgen.engine.record import Line, Record, game_lines

CRITERIA = declared(FOUR).order.criteria
SCORE = declared(FOUR).score


def sums(one, no):
    """S1, S2 and S3."""
    return [criterion(f"top-bottom-{k}")(no, Standing(one), ()).value for k in (1, 2, 3)]


def met_with(beaten, lost, byes=0):
    """Player 1 beat opponents with these win counts, had so many byes, and lost to opponents with those counts."""
    mine = [Line(0, "league", "win", 10 + i, met=True) for i in range(len(beaten))]
    mine += [Line(0, "league", "win", bye=True)] * byes
    mine += [Line(0, "league", "loss", 50 + i, met=True) for i in range(len(lost))]
    lines = {1: tuple(mine)}
    for first, counts in ((10, beaten), (50, lost)):
        lines |= {
            first + i: tuple(Line(r, "league", "win") for r in range(wins)) for i, wins in enumerate(counts)
        }
    return Record(SCORE, entrants(lines), lines, (1, 2, 3, 4))


@pytest.mark.parametrize(
    ("beaten", "byes", "lost", "expected"),
    [
        ([3, 1], 1, [4], [7, 8, 7]),  # 3+4, 3+1+4, 3+1-1+4
        ([3, 0, 0], 0, [4], [7, 7, 7]),
        ([2, 1], 0, [1, 4], [3, 8, 8]),  # 2+1, 2+1+1+4
        ([1, 1], 0, [3, 3], [4, 8, 8]),
    ],
)
def test_the_four_vectors(beaten, byes, lost, expected):
    assert sums(met_with(beaten, lost, byes), 1) == expected


def test_the_largest_of_the_beaten_and_the_smallest_of_those_lost_to():
    one = met_with([0, 5, 2], [6, 1, 3])
    assert sums(one, 1) == [5 + 1, 5 + 2 + 1 + 3, 5 + 2 + 0 + 1 + 3 + 6]


def test_nothing_played_is_zero():
    found = keys_of([1], Standing(record(players=1)), CRITERIA)
    assert found == {1: (0, 0, 0, 0, 0, 0, 0, 0, 1)}


# Five players, three rounds, the bye in turn:
#   1: beat 3, lost to 5, beat 4 · 2: beat 4, 3, 5 · 3: lost to 1, lost to 2, bye
#   4: lost to 2, bye, lost to 1 · 5: bye, beat 1, lost to 2
TABLE = ("1>3 2>4 5-", "5>1 2>3 4-", "2>5 1>4 3-")
EXPECTED = {
    2: (3, 2, 2, 3, 4, 4, 4, 4, 12),  # beat 2, 1, 1
    5: (2, 2, 2 + 3, 2 - 1 + 3, 4, 4, 4, 4, 15),  # beat 1 (2 wins) and the bye; lost to 2 (3 wins)
    1: (2, 1, 1 + 2, 1 + 1 + 2, 4, 4, 4, 4, 11),  # beat 3 and 4 (1 win each); lost to 5 (2 wins)
    4: (1, 1, -1 + 2, -1 + 2 + 3, 4, 4, 4, 4, 14),  # the bye; lost to 1 (2) and 2 (3)
    3: (1, 0, -1 + 2, -1 + 2 + 3, 4, 4, 4, 4, 13),
}


def test_a_whole_table_by_hand():
    one = record(*TABLE, numbers={no: 10 + no for no in range(1, 6)})
    rows = ranked(range(1, 6), Standing(one), CRITERIA)
    assert [(row.no, row.keys) for row in rows] == list(EXPECTED.items())
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5]


def test_wins_are_those_after_the_same_round():
    # After round 1 the beaten opponent has 0 wins; a win in round 2 raises the winner's sum as well.
    assert sums(record("1>2 3>4"), 1) == [0, 0, 0]
    assert sums(record("1>2 3>4", "2>4 3>1"), 1) == [1 + 2, 1 + 2, 1 + 2]


def test_of_equal_wins_the_loser_of_the_latest_game_is_ahead():
    # 1 and 3 both have 1 win; 1 won first and then lost.
    one = record("1>2 4>3", "4>1 3>2")
    assert [row.no for row in ranked([1, 3], Standing(one), CRITERIA)] == [1, 3]


def test_the_larger_lottery_number_is_ahead():
    one = record("1>2 3>4", numbers={1: 9, 2: 5, 3: 8, 4: 7})
    assert [row.no for row in ranked([1, 2, 3, 4], Standing(one), CRITERIA)] == [1, 3, 4, 2]


def test_equal_in_every_criterion_shares_a_rank():
    rows = ranked([1, 2, 3, 4], Standing(record("1>2 3>4")), ["wins"])
    assert sorted((row.rank, row.no) for row in rows) == [(1, 1), (1, 3), (3, 2), (3, 4)]


class TestKindsOfGames:
    def test_played(self):
        assert dict(game_lines(game("1>2"), 3, "league")) == {
            1: Line(3, "league", "win", 2, met=True),
            2: Line(3, "league", "loss", 1, met=True),
        }

    def test_bye_is_a_win_over_a_player_with_minus_one_win(self):
        one = record("1- 2>3")
        assert (one.wins(1), sums(one, 1), one.byes(1), set(one.met(1))) == (1, [-1, -1, -1], 1, set())

    def test_forfeit_is_a_bye_for_the_winner_and_a_loss_to_the_opponent(self):
        one = record("1>>2 3>4")
        assert (one.wins(1), sums(one, 1), one.byes(1)) == (1, [-1, -1, -1], 1)
        assert (one.losses(2), sums(one, 2), one.byes(2)) == (1, [1, 1, 1], 0)
        assert not one.met(1) and not one.met(2)  # they may be paired again

    def test_double_loss_is_a_loss_to_each_other(self):
        one = record("1=2 3>4", "1>3 2>4")
        assert (one.wins(1), one.losses(1), set(one.met(1)), one.byes(1)) == (1, 1, {2, 3}, 0)
        assert sums(one, 1) == [1 + 1, 2, 2]  # beat 3, who has 1; lost to 2, who has 1

    def test_the_second_player_may_be_the_winner(self):
        lines = dict(game_lines(game("2>>1"), 1, "league"))
        assert lines[1] == Line(1, "league", "loss", 2)


class TestQualified:
    """「予選リーグを勝ち抜けした選手の残り試合は全勝しているものとして扱います」."""

    def test_one_win_for_each_later_round_without_an_opponent(self):
        now = Day(FREE, 8).rounds(3).now  # 1 beat 5 and was alone in A
        assert (now.record.wins(1), now.record.losses(1)) == (3, 0)
        assert criterion("wins-before-latest")(1, now.standing(), ()).value == 2
        assert sums(now.record, 1) == [now.record.wins(5)] * 3  # nobody was beaten in the later rounds

    def test_a_bye_of_a_preliminary_round_has_minus_one_win(self):
        now = Day(FOUR, 8).rounds(2).now
        won = now.record.wins(5)
        assert (now.record.wins(1), sums(now.record, 1)) == (2, [won, won - 1, won - 1])

    @pytest.mark.parametrize(("format_id", "players", "last"), [(FOUR, 8, 7), (FREE, 8, 6), (TWO, 4, 6)])
    def test_after_the_last_ranking_round_every_qualifier_has_won_all(self, format_id, players, last):
        day = Day(format_id, players)
        for _ in range(declared(format_id).rounds_given):
            day.play()
        through = day.now.qualified
        assert {day.now.record.wins(no) for no in through} == {last}
        assert {day.now.record.losses(no) for no in through} == {0}

    @pytest.mark.parametrize(("format_id", "byes"), [(FOUR, 5), (TWO, 5), (FREE, 0)])
    def test_byes_only_in_001_and_003_and_only_while_the_leagues_last(self, format_id, byes):
        leagues = 4 if format_id != TWO else 2
        day = Day(format_id, 2 * leagues)  # two in each league: qualified after round 1
        for _ in range(declared(format_id).rounds_given):
            day.play()
        no = day.qualified["A"]
        lines = day.now.record.lines[no]
        assert sum(line.bye for line in lines) == byes
        assert [line.opponent for line in lines if not line.bye and line.round > 1] == [None] * (
            len(lines) - 1 - byes
        )

    def test_finals_do_not_move_the_latest_round(self):
        day = Day(TWO, 4)
        for _ in range(6):
            day.play()
        before = day.now.rows
        assert day.play().now.rows == before  # round 7 is the final


class TestWithdrawn:
    """「途中棄権した選手の残り試合は全敗しているものとして扱います」."""

    def test_later_rounds_are_losses_without_an_opponent(self):
        one = Day(FOUR, 8, withdrawn={1: 1, 5: 1}).rounds(3).now.record
        assert (one.wins(1), one.losses(1), set(one.met(1))) == (1, 2, {5})
        assert sums(one, 1) == [0, 0, 0]

    def test_a_game_in_which_they_are_listed_is_a_loss_to_the_opponent(self):
        one = record("1>2 3>4", "3>>1 2>4", withdrawn={1: 1})
        assert (one.losses(1), sums(one, 1)) == (1, [1 + 2, 3, 3])  # beat 2 (1 win), lost to 3 (2 wins)

    def test_nothing_more_is_won_after_qualifying(self):
        one = Day(FOUR, 8, withdrawn={1: 2}).rounds(3).now.record
        assert (one.wins(1), one.losses(1)) == (2, 1)
