"""Colours, handicap, titles and the live standing, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.engine.builders import declared, entrants, follow, game, play, swiss
from tourgen.engine import progress
from tourgen.engine.colours import handicaps
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.lottery import Draw
from tourgen.engine.model import Entrant, Round
from tourgen.engine.situation import Situation
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.formats import shipped_text
from tourgen.formats.models import Handicap
from tourgen.model import Player
from tourgen.results.document import results_of


def test_sides_even_out_in_go() -> None:
    """Fewer Blacks so far, then White last time, then the lower ranked."""
    now = progress.start(declared(shipped_text("go-swiss")), entrants(4))
    first = progress.plan(now)
    assert [(one.players, one.black) for one in first] == [((2, 1), 0), ((4, 3), 0)]
    played = tuple(replace(one, winner=one.players[1]) for one in first)
    now = progress.advance(now, Round(1, played))
    # The pairs are 1-3 and 2-4; of each the lower ranked is Black, for the colours are even.
    second = progress.plan(now)
    assert [(one.players, one.black) for one in second] == [((3, 1), 0), ((4, 2), 0)]
    now = progress.advance(now, Round(2, tuple(replace(one, winner=one.players[1]) for one in second)))
    assert [one.players for one in progress.plan(now)] == [(1, 4), (2, 3)]


@pytest.mark.parametrize(
    ("grades", "stones", "komi", "black"),
    [
        ((3, 3), 0, 6.5, None),
        ((3, 2), 1, 0.5, 1),
        ((-4, 2), 6, 0.5, 0),
        ((9, -9), 9, 0.5, 1),
        ((None, 2), 0, 6.5, None),
    ],
)
def test_stones_by_the_difference_of_grades(
    grades: tuple[int | None, int | None], stones: int, komi: float, black: int | None
) -> None:
    one, other = (Entrant(no, no, grade=grade) for no, grade in enumerate(grades, 1))
    (found,) = handicaps(Handicap(by="grade"), one, other)
    assert (found.stones, found.komi, found.black) == (stones, komi, black)


def test_every_board_of_a_team_has_its_own_handicap() -> None:
    """Against a team of which no grade is known every board is even."""
    boards = {1: (3, 1, -2), 2: (1, 1, 0), 3: (0, 5, 0), 4: ()}
    now = progress.start(declared(shipped_text("go-team-handicap")), entrants(4, board_grades=boards))
    found = {
        one.players: [(board.stones, board.black) for board in one.handicap] for one in progress.plan(now)
    }
    assert found == {(1, 2): [(2, 1), (0, None), (2, 0)], (3, 4): [(0, None)] * 3}


def semifinals(sexes: str, gone: dict[int, int]) -> Situation:
    """Four leagues of two players; 1, 2, 3 and 4 (of A, B, C, D) qualify in round 1 and play the semi-finals."""
    field = entrants(8, sex=dict(enumerate(sexes, 1)), withdrawn_after=gone, paired_until=gone)
    now = progress.start(declared(shipped_text("othello-4-league")), field)
    while now.after < now.last_round:
        now = follow(now)
    return now


@pytest.mark.parametrize(
    ("sexes", "gone", "titles"),
    [
        ("MMMMFFMM", {}, [("女子優勝", 5, False), ("女子準優勝", 6, False)]),  # the women's final decides
        (
            "MMMFFFMM",
            {},
            [("女子優勝", 4, False), ("女子準優勝", 5, False)],
        ),  # one of the final four is a woman
        ("MMMFMMMM", {4: 3}, [("女子優勝", 4, True)]),  # she had left before the semi-finals
        ("MMFFMMMM", {}, [("女子優勝", 3, False), ("女子準優勝", 4, False)]),  # both third: the women's final
        (
            "MFFFMMMM",
            {},
            [("女子優勝", 2, False), ("女子準優勝", 3, True)],
        ),  # two tied at third for the second title
        ("MMMMMMMM", {}, []),
    ],
)
def test_the_womens_title(sexes: str, gone: dict[int, int], titles: list[tuple[str, int, bool]]) -> None:
    now = semifinals(sexes, gone)
    found = [(one.title, one.no, one.referee) for one in title_holders(now)]
    assert found == [("優勝", 1, False), ("準優勝", 2, False), *titles]


def test_where_both_finalists_are_gone_the_referee_decides() -> None:
    now = semifinals("MMMMMMMM", {1: 7, 2: 7})
    assert final_ranks(now)[:2] == [(2, 1), (2, 2)] or final_ranks(now)[:2] == [(2, 2), (2, 1)]
    assert [(one.title, one.referee) for one in title_holders(now)] == [("優勝", True), ("準優勝", True)]


@pytest.mark.parametrize("rest", ["win", "bye"])
def test_nothing_is_assumed_for_a_game_that_is_being_played(rest: str) -> None:
    """A correction of round 1 makes 1 the only unbeaten, while the game 1-3 of round 2 is on."""
    form = swiss(stage=f'leave = ["sole-unbeaten"]\nqualified_rest = "{rest}"', rounds=3)
    now = play(form, entrants(4), ("1>2, 3x4",))
    assert [one.no for one in now.left_as("swiss", "sole-unbeaten")] == [1]
    on, over = replace(game("1>3", "swiss", "A"), winner=None), game("2>4", "swiss", "A")
    later = progress.entered_so_far(now, Round(2, (on, over)))
    assert {no: (later.record.wins(no), later.record.losses(no)) for no in range(1, 5)} == {
        **{1: (1, 0), 2: (1, 1)},
        **{3: (0, 1), 4: (0, 2)},
    }
    assert later.rounds[-1].games == (over,)


def test_the_live_standing_has_what_is_entered_so_far() -> None:
    form = swiss(rounds=2)
    now = play(form, entrants(4), ("1>2, 3>4",))
    running = Round(2, (game("1>3", "swiss", "A"), progress.plan(now)[1]))
    players = {no: Player(no, f"選手{no}") for no in range(1, 5)}
    situations, rounds = (now.at(0), now), (*now.rounds, running)
    results = results_of(
        Tournament(Division("d", "d", form), players, Draw(None, {}, {}), situations, rounds), "e", "e"
    )
    live = results.live
    assert live is not None and (live.round, live.entered, live.games) == (2, 1, 2)
    assert [(row.no, row.wins, row.losses) for row in live.rows] == [
        (1, 2, 0),
        (3, 1, 1),
        (2, 0, 1),
        (4, 0, 1),
    ]
    document = results.to_json()
    assert document["state"] == {"completed": 1, "next": 2, "finished": False}
    assert document["stages"] == [
        {"id": "swiss", "kind": "pool", "name": "スイス式", "name_en": "", "rounds": [1, 2]}
    ]
    assert (document["criteria"], document["final"]) == (["wins"], None)
