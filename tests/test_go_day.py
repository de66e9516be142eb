"""A Go division at the desk: marks, jigo, pending games and rulings, from typed rows to the results document.

Six players, draws 1234, 5678, 9012: by lot they are 3 2 4 5 6 1, and round 1 is 3-2, 4-5, 6-1.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.desk import Desk, play_typed, row
from tests.rules.builders import changed, declared
from tourgen.event.result_meaning import Outcome, judge
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.pairing import pairing_why
from tourgen.formats import Format
from tourgen.messages.problems import Problem
from tourgen.model import Mark, ResultRow, Source
from tourgen.result_marks import marks_of
from tourgen.verify import verify

GO = "go-swiss"
MARKS: dict[str, Mark] = {
    "黒勝": "black-wins", "白勝": "white-wins", "持碁": "draw", "両負": "double-loss", "預": "pending",
    "無": "no-result",
    "○": "win", "×": "loss", "不戦勝": "walkover", "不戦敗": "forfeit", "反則": "foul", "失格": "disqualified",
}  # fmt: skip


def typed(first: str, second: str = "") -> ResultRow:
    marks = (MARKS.get(first), MARKS.get(second))
    cells = (("result1", "F5"), ("result2", "G5"))
    return ResultRow(Source("rounds/open-r1.xlsx", "結果", "C5"), numbers=(1, 2), marks=marks, cells=cells)


@dataclass
class GoDesk(Desk):
    count: int = 6
    format_id: str = GO
    declared: Format = field(default_factory=lambda: declared(GO))

    def play(self) -> tuple[Tournament | None, list[Problem]]:
        division = Division("free", "一般の部", self.declared, draws=("1234", "5678", "9012"))
        roster = [replace(player, desk_number=None) for player in self.roster]
        return play_typed(division, roster, self.sheets)


def game(document: dict[str, Any], number: int, no: int) -> dict[str, Any]:
    games = document["rounds"][number - 1]["games"]
    return next(one for one in games if no in one["players"])


def standing(document: dict[str, Any], after: int) -> dict[int, dict[str, Any]]:
    return {one["no"]: one for one in document["standings"][after - 1]["rows"]}


@pytest.mark.parametrize(
    ("first", "second", "meant"),
    [
        ("黒勝", "", Outcome("played", 0)),
        ("", "黒勝", Outcome("played", 0)),
        ("白勝", "白勝", Outcome("played", 1)),
        ("黒勝", "×", Outcome("played", 0)),
        ("○", "黒勝", Outcome("played", 0)),
        ("黒勝", "反則", Outcome("played", 0, "反則")),
        ("持碁", "", Outcome("draw")),
        ("持碁", "持碁", Outcome("draw")),
        ("", "預", Outcome("pending")),
        ("無", "無", Outcome("no-result")),
        ("両負", "", Outcome("double-loss")),
    ],
)
def test_marks_of_go(first: str, second: str, meant: Outcome) -> None:
    assert judge(typed(first, second), marks_of(declared(GO))) == meant


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("黒勝", "白勝"),
        ("黒勝", "○"),
        ("白勝", "反則"),
        ("預", "黒勝"),
        ("持碁", "無"),
        ("両負", "預"),
        ("持碁", "×"),
    ],
)
def test_marks_that_contradict_each_other(first: str, second: str) -> None:
    found = judge(typed(first, second), marks_of(declared(GO)))
    assert isinstance(found, list) and found[0].code == "results-contradict"


@pytest.mark.parametrize("mark", ["黒勝", "持碁", "預", "無"])
def test_other_games_know_none_of_them(mark: str) -> None:
    for format_id in ("shogi-championship", "othello-free"):
        found = judge(typed(mark), marks_of(declared(format_id)))
        assert isinstance(found, list) and found[0].code == "result-not-in-format"


def test_what_each_end_counts() -> None:
    document = GoDesk().type(1, "3 △ 2, 4 預 5, 6 無 1").document
    assert [game(document, 1, no)["kind"] for no in (3, 4, 6)] == ["draw", "pending", "no-result"]
    assert all(game(document, 1, no)["winner"] is None for no in (3, 4, 6))
    rows = standing(document, 1)
    assert {no: (one["wins"], one["losses"]) for no, one in rows.items()} == dict.fromkeys(rows, (0, 0))
    # Points, the opponents' points, those of the beaten, direct, the lot.
    assert rows[3]["keys"] == [1, 1, 0, 0, -1]
    assert rows[4]["keys"] == [0, 0, 0, 0, -3]
    assert document["state"] == {"completed": 1, "next": 2, "finished": False}


def test_a_double_loss_is_a_loss_each() -> None:
    rows = standing(GoDesk().type(1, "3 両負 2, 4>5, 6>1").document, 1)
    assert [(rows[no]["wins"], rows[no]["losses"]) for no in (3, 2)] == [(0, 1), (0, 1)]


def test_pending_counts_as_entered_and_the_two_do_not_meet_again() -> None:
    desk = GoDesk().type(1, "3 預 2, 4 預 5, 6 預 1")
    paired = desk.tournament.rounds[1]
    met = {frozenset(pair) for pair in ((3, 2), (4, 5), (6, 1))}
    assert len(paired.games) == 3
    assert not met & {frozenset(one.players) for one in paired.games}


def test_a_division_with_a_pending_game_is_not_finished() -> None:
    desk = GoDesk().type(1, "3 預 2, 4>5, 6>1")
    for _ in range(3):
        desk.fill()
    document = desk.document
    assert document["state"] == {"completed": 4, "next": None, "finished": False}
    assert document["final"] is None and document["titles"] == []
    assert "game-pending" in desk.notices
    ruled = desk.type(1, row("3 黒勝 2", note="裁定"), "4>5, 6>1").document
    assert ruled["state"]["finished"] and ruled["final"]


KNOCKOUT = """
[[stage]]
id = "knockout"
kind = "bracket"
name = "決勝トーナメント"
name_en = "Final knockout"
from = { stage = "swiss", who = "best", count = 4 }
seats = "seeded"
third = "shared"

# As in shogi"""


@pytest.mark.parametrize("mark", ["持碁", "預", "無", "両負"])
def test_in_a_knockout_somebody_has_to_win(mark: str) -> None:
    cup = changed(
        GO,
        ("\n# As in shogi", KNOCKOUT),
        (
            '[[place_title]]\ntitle = "優勝"',
            '[final]\nfirst = ["knockout"]\n\n[[place_title]]\ntitle = "優勝"',
        ),
        rounds=1,
    )
    desk = GoDesk(declared=cup).type(1, "3>2, 4>5, 6>1")
    paired = desk.tournament.rounds[1].games
    assert [one.stage for one in paired] == ["semi", "semi"]
    rows = [replace(row("1 : 2"), numbers=one.players, group="準決勝") for one in paired]
    desk.type(2, replace(rows[0], marks=(MARKS[mark], None)), rows[1])
    assert desk.problems == [("double-loss-knockout", mark)]


def test_two_rounds_worked_out_on_paper() -> None:
    """Points 4: 2 | 3, 2: 1 | 5, 6, 1: 0. 4 takes 3; 2 would take 5, but 6-1 have met, so 6; 5-1.

    Black is 2, who was White; of two who were Black, or White, the lower ranked.
    """
    desk = GoDesk().type(1, "3 △ 2, 4>5, 6 預 1")
    assert [one.players for one in desk.tournament.rounds[1].games] == [(3, 4), (2, 6), (1, 5)]
    document = desk.type(2, "3 無 4, 2>6, 1 両負 5").document
    rows = [(one["no"], one["wins"], one["losses"], one["keys"]) for one in document["standings"][1]["rows"]]
    assert rows == [
        (2, 1, 0, [3, 1, 0, 0, -2]),  # drew 3 (1), beat 6 (0)
        (4, 1, 0, [2, 0, 0, 0, -3]),  # beat 5 (0); no result against 3
        (3, 0, 0, [1, 3, 0, 0, -1]),  # drew 2 (3); no result against 4
        (6, 0, 1, [0, 3, 0, 0, -5]),  # pending against 1; lost to 2 (3)
        (5, 0, 2, [0, 2, 0, 0, -4]),  # lost to 4 (2), with 1 (0)
        (1, 0, 1, [0, 0, 0, 0, -6]),  # pending against 6; lost with 5 (0)
    ]
    assert verify(document, declared(GO), seating=False) == []


# --- Rulings


def paired_while_pending() -> GoDesk:
    """Round 2 is paired while 3-2 is pending: 4 6 | 3 2 5 1."""
    desk = GoDesk().type(1, "3 預 2, 4>5, 6>1")
    return desk.fill()  # type: ignore[return-value]


def test_a_ruling_changes_standings_but_no_round() -> None:
    desk = paired_while_pending()
    before = desk.document
    desk.type(1, row("3 黒勝 2", note="裁定 5月3日"), "4>5, 6>1")
    after = desk.document
    assert game(after, 1, 3) == {
        **game(before, 1, 3),
        "kind": "played",
        "winner": 3,
        "rated": True,
        "ruling": True,
    }
    assert after["rounds"][1] == before["rounds"][1] and not after["rounds"][1]["by_hand"]
    assert standing(after, 1)[3]["wins"] == 1
    assert not {"round-differs", "round-differs-empty"} & set(desk.notices)
    assert verify(after, declared(GO), seating=False) == []


def test_without_the_word_it_is_an_ordinary_correction() -> None:
    desk = paired_while_pending()
    document = desk.type(1, "3 黒勝 2, 4>5, 6>1").document
    assert document["rounds"][1]["by_hand"] and "round-differs" in desk.notices
    assert "ruling" not in game(document, 1, 3)
    assert verify(document, declared(GO), seating=False) == []


def test_a_round_paired_after_the_ruling_counts_it() -> None:
    desk = GoDesk().type(1, row("3 黒勝 2", note="裁定"), "4>5, 6>1").fill()
    document = desk.document
    assert not document["rounds"][1]["by_hand"]
    assert game(document, 1, 3)["ruling"]
    assert verify(document, declared(GO), seating=False) == []


def test_a_note_beside_a_pending_game_is_no_ruling() -> None:
    document = GoDesk().type(1, row("3 預 2", note="裁定待ち"), "4>5, 6>1").document
    assert game(document, 1, 3)["kind"] == "pending" and "ruling" not in game(document, 1, 3)


@pytest.mark.parametrize(("mark", "kind"), [("△", "draw"), ("両負", "double-loss"), ("無", "no-result")])
def test_a_ruling_can_be_anything(mark: str, kind: str) -> None:
    desk = paired_while_pending()
    document = desk.type(1, row(f"3 {mark} 2", note="裁定"), "4>5, 6>1").document
    assert game(document, 1, 3)["kind"] == kind and game(document, 1, 3)["ruling"]
    assert not document["rounds"][1]["by_hand"]
    assert verify(document, declared(GO), seating=False) == []


def test_misuse_is_told_to_the_organiser_alone() -> None:
    desk = GoDesk().type(1, row("3 黒勝 2", note="裁定、故意と認める"), "4>5, 6>1")
    assert "ruling-misuse" in desk.notices
    assert "故意" not in str(desk.document) and "misuse" not in str(desk.document)


def test_why_a_round_was_paired_so_before_a_ruling() -> None:
    desk = paired_while_pending()
    desk.type(1, row("3 黒勝 2", note="裁定"), "4>5, 6>1")
    tournament = desk.tournament
    assert 2 in tournament.paired_from
    texts = [reason.text["ja"] for reason in pairing_why(tournament, 2, 3).reasons]
    assert any("裁定が出る前" in text for text in texts)
    assert any("0点" in text for text in texts), "3 had nothing yet"


def test_points_in_words() -> None:
    tournament = GoDesk().type(1, "3 △ 2, 4>5, 6>1").tournament
    texts = " ".join(reason.text["ja"] for reason in pairing_why(tournament, 2, 3).reasons)
    assert "2点2名、1点2名、0点2名" in texts and "勝ち2、持碁1" in texts and "勝差" not in texts
    english = " ".join(reason.text["en"] for reason in pairing_why(tournament, 2, 3).reasons)
    assert "in the order of their points" in english and "wins" not in english
