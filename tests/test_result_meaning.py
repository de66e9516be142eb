"""What the marks of a row mean, and what can't be right in a sheet."""

import pytest

from tests.desk import Desk, row, sheet
from tests.rules.builders import FREE, declared
from tourgen.event.result_meaning import Outcome, judge, judge_sheet
from tourgen.event.sheet_checks import check_sheet
from tourgen.model import Player

PLAYERS = {no: Player(no, f"選手{no}") for no in range(1, 9)} | {8: Player(8, "選手8", absent=True)}


def verdict(text):
    found = judge(row(text))
    return found[0].code if isinstance(found, list) else found


def codes(*rows):
    return [problem.code for problem in check_sheet(judge_sheet(sheet(1, *rows), declared(FREE)), 1, PLAYERS)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 ○ 2 ×", Outcome("played", 0)),
        ("1 × 2 ○", Outcome("played", 1)),
        ("1 ○ 2", Outcome("played", 0)),  # one cell is enough
        ("1 × 2", Outcome("played", 1)),
        ("1 不戦勝 2 不戦敗", Outcome("forfeit", 0)),
        ("1 不戦敗 2", Outcome("forfeit", 1)),
        ("1 ○ 2 不戦敗", Outcome("forfeit", 0)),  # the more telling mark explains the plain one
        ("1 反則 2", Outcome("played", 1, "反則")),  # of the player in whose cell it stands
        ("1 ○ 2 反則", Outcome("played", 0, "反則")),
        ("1 失格 2 ○", Outcome("played", 1, "失格")),
        ("1 両負 2", Outcome("double-loss")),
        ("1 両負 2 両負", Outcome("double-loss")),
        ("1 不戦敗 2 不戦敗", Outcome("double-loss")),  # both absent
        ("1 : 2", None),  # not played yet
        ("1-", Outcome("bye", 0)),
        ("1 ○ 2 ○", "results-contradict"),
        ("1 × 2 ×", "results-contradict"),
        ("1 不戦勝 2 不戦勝", "results-contradict"),
        ("1 両負 2 ○", "results-contradict"),
        ("1 両負 2 不戦敗", "results-contradict"),
        ("1 不戦敗 2 反則", "results-contradict"),
        ("1 反則 2 不戦勝", "results-contradict"),
        ("1 預 2", "result-not-in-format"),
        ("1 △ 2", "result-not-in-format"),
        ("1 無 2", "result-not-in-format"),
        ("1 黒勝 2", "result-not-in-format"),
    ],
)
def test_what_the_marks_mean(text, expected):
    assert verdict(text) == expected


@pytest.mark.parametrize("mark", ["×", "不戦敗", "両負", "反則", "失格"])
def test_a_bye_can_only_be_won(mark):
    one = row("1-")
    lost = type(one)(
        one.source, numbers=one.numbers, marks=(row(f"1 {mark} 2").marks[0], None), cells=one.cells
    )
    found = judge(lost)
    assert isinstance(found, list)
    assert [problem.code for problem in found] == ["bye-result"]


class TestDiscs:
    @pytest.mark.parametrize(
        ("text", "discs", "expected"),
        [
            ("1>2", (40, 24), []),
            ("1 × 2", (24, 40), []),
            ("1>2", (32, 32), []),  # 引き分け勝ち
            ("1 × 2", (32, 32), []),
            ("1>2", (38, 20), []),  # the board need not be full
            ("1>2", (24, 40), ["discs-contradict"]),
            ("1 × 2", (33, 31), ["discs-contradict"]),
            ("1>2", (40, 25), ["discs-sum"]),
            ("1>2", (40, None), []),  # one count is enough
            ("1>2", (None, 24), []),
            ("1>2", (None, 40), ["discs-contradict"]),
            ("1 : 2", (None, 40), []),
            ("1 : 2", (32, None), ["discs-without-result"]),
            ("1 : 2", (40, 24), []),  # disc counts alone decide
            ("1 : 2", (32, 32), ["discs-without-result"]),  # but not whose 引き分け勝ち it was
            ("1 不戦勝 2", (40, 24), ["discs-not-played"]),
            ("1 両負 2", (40, 24), ["discs-not-played"]),
            ("1 反則 2", (40, 24), []),  # a foul leaves the discs as they are
        ],
    )
    def test_discs_fit_the_result(self, text, discs, expected):
        assert codes(row(text, discs=discs)) == expected

    def test_both_out_of_time_leaves_the_discs_as_they_are(self):
        assert codes(row("1>2", discs=(24, 40), note="双方時間切れ")) == []


class TestSheetAlone:
    def test_unknown_player(self):
        assert codes("1>99") == ["player-unknown"]

    def test_absent_player(self):
        assert codes("1>8") == ["player-absent"]

    def test_the_same_player_twice(self):
        assert codes("1>2, 3>1") == ["player-twice"]
        assert codes("1>1") == ["player-twice"]

    def test_a_name_that_belongs_to_another_number(self):
        one = row("1>2")
        wrong = type(one)(
            one.source, numbers=(1, 2), names=("選手1", "選手3"), marks=one.marks, cells=one.cells
        )
        assert codes(wrong) == ["name-mismatch"]

    def test_a_name_without_a_number(self):
        one = row("1-")
        wrong = type(one)(one.source, numbers=(1, None), names=("選手1", "選手3"), cells=one.cells)
        assert codes(wrong) == ["row-number-missing"]

    @pytest.mark.parametrize("name", ["", "不戦勝", "(不戦勝)", "bye", "なし"])
    def test_what_may_stand_beside_a_bye(self, name):
        one = row("1-")
        assert codes(type(one)(one.source, numbers=(1, None), names=("選手1", name), cells=one.cells)) == []

    def test_a_sheet_of_another_round(self):
        one = sheet(1, "1>2")
        other = type(one)(one.file, one.rows, round_said=2)
        assert [problem.code for problem in check_sheet(judge_sheet(other, declared(FREE)), 1, PLAYERS)] == [
            "round-wrong"
        ]

    def test_everything_wrong_is_reported_at_once(self):
        assert codes("1 ○ 2 ○, 3>99, 4>8") == ["results-contradict", "player-unknown", "player-absent"]


class TestGames:
    """A row as the game it becomes."""

    def game(self, *rows):
        games = Desk().type(1, *rows, "2>6, 3>7, 4>8").tournament.rounds[0].games
        return next(game for game in games if 1 in game.players)

    def test_discs_and_rating(self):
        game = self.game(row("1>5", discs=(40, 24)))
        assert (game.kind, game.winner, game.discs, game.rated, game.note) == (
            "played",
            1,
            (40, 24),
            True,
            "",
        )

    def test_a_draw_is_won_by_the_holder_of_the_right(self):
        game = self.game(row("1 × 5", discs=(32, 32)))
        assert (game.winner, game.discs, game.rated) == (5, (32, 32), True)

    def test_a_forfeit_is_not_rated(self):
        game = self.game("1 不戦敗 5")
        assert (game.kind, game.winner, game.rated) == ("forfeit", 5, False)

    def test_both_out_of_time_is_not_rated(self):
        game = self.game(row("1>5", discs=(30, 34), note="双方時間切れ"))
        assert (game.kind, game.winner, game.rated, game.note) == ("played", 1, False, "双方時間切れ")

    def test_a_foul_is_a_loss_in_a_played_game(self):
        game = self.game("1 反則 5")
        assert (game.kind, game.winner, game.rated, game.note) == ("played", 5, True, "反則")

    def test_free_text_in_the_note_is_not_published(self):
        assert self.game(row("1>5", note="遅刻")).note == ""

    def test_a_double_loss_is_not_rated(self):
        game = self.game("1 両負 5")
        assert (game.kind, game.winner, game.rated) == ("double-loss", None, False)
