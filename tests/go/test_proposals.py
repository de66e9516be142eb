"""Proposals in the making, and what a count warns of without ever changing it."""

from decimal import Decimal

import pytest

from tests.go.positions import codes, proposal, score, stop
from tourgen.go.board import Colour, Point
from tourgen.go.count import count
from tourgen.go.proposal import Illegal, Proposal, clear_dead, delete_inserts, insert, toggle_dead

SEED = "..b.w.. .wb.w.. ..bbww. bbbww.. .bbw..."
B, W = Colour.BLACK, Colour.WHITE

# --- The seed's three pictures, and komi


def test_the_seed_without_inserts_is_all_seki_and_the_dead_stone_stays() -> None:
    counted = score(SEED, dead=[(1, 1)])
    assert (counted.black.total, counted.white.total, counted.result) == (0, 0, "0")
    assert counted.rows[1] == ",KT.U;;" and "dead-in-seki" in codes(counted)
    assert counted.final.at(Point(1, 1)) is W


def test_forgotten_dame_are_listed_with_the_points_at_stake() -> None:
    (doubt,) = [one for one in score(SEED, dead=[(1, 1)]).warnings if one.code == "open-dame"]
    assert (doubt.point, doubt.stake) == (Point(3, 0), (8, 10)), "what the right proposal gives"


@pytest.mark.parametrize(
    ("komi", "result"), [("0.5", "W+2.5"), (6.5, "W+8.5"), (-2, "0"), (Decimal("-3.75"), "B+1.75")]
)
def test_komi(komi: object, result: str) -> None:
    counted = count(stop(SEED, komi=komi), proposal([("b", 3, 0), ("w", 3, 1)], [(1, 1)]))
    assert counted.result == result


def test_an_empty_board_is_dame() -> None:
    counted = score("... ...")
    assert counted.result == "0" and counted.rows == ("...", "...") and not counted.warnings


def test_one_point() -> None:
    assert score("b").rows == ("X",) and codes(score("b")) == {"no-liberties"}


# --- Inserts and marks by hand


def test_inserts_are_deleted_from_the_last_whoever_made_them() -> None:
    start = stop(SEED)
    made = Proposal()
    for colour, x, y in ((B, 3, 0), (W, 3, 1), (B, 0, 0)):
        made = insert(start, made, colour, Point(x, y))
    assert delete_inserts(made, 1).inserts == made.inserts[:2]
    assert delete_inserts(made, 5) == delete_inserts(made, None) == Proposal()
    with pytest.raises(Illegal) as refused:
        insert(start, made, W, Point(0, 0))
    assert (refused.value.code.value, refused.value.index, refused.value.point) == ("occupied", 3, (0, 0))


def test_a_captured_stone_is_back_when_the_capture_is_deleted() -> None:
    start = stop(".bb. bwwb bw.b .bb.")
    made = insert(start, Proposal(), B, Point(2, 2))
    assert count(start, made).black.prisoners == 3
    assert count(start, delete_inserts(made, 1)).black.prisoners == 0


def test_marks_go_by_whole_chains_and_marking_again_clears() -> None:
    start = stop("bww. b.w. bb..")
    once = toggle_dead(start, Proposal(), Point(2, 1))
    assert once.dead == {Point(1, 0), Point(2, 0), Point(2, 1)}
    assert toggle_dead(start, once, Point(1, 0)) == clear_dead(once) == Proposal()
    assert toggle_dead(start, once, Point(3, 2)) == once, "an empty point can't be marked"


def test_inserted_stones_carry_no_mark_but_join_chains() -> None:
    start = stop("bbbbbbb b.....b b.w.w.b bbbbbbb")
    made = insert(start, toggle_dead(start, Proposal(), Point(2, 2)), W, Point(3, 2))
    assert toggle_dead(start, made, Point(3, 2)) == made
    assert "partly-dead" in codes(count(start, made)), "one × chain joined to one without"
    whole = toggle_dead(start, made, Point(4, 2))
    assert whole.dead == {Point(2, 2), Point(4, 2)}
    assert toggle_dead(start, whole, Point(2, 2)).dead == frozenset()
    counted = count(start, whole)
    assert counted.black.prisoners == 3 and "insert-joins-dead" in codes(counted)


def test_marks_on_nothing_are_not_used() -> None:
    counted = score(SEED, dead=[(0, 0), (3, 0), (30, 0)], inserts=[("b", 3, 0)])
    assert {"dead-mark-empty", "dead-mark-inserted", "dead-mark-off-board"} <= codes(counted)
    assert counted.rows == score(SEED, inserts=[("b", 3, 0)]).rows


def test_a_mark_does_not_pass_to_a_stone_inserted_where_its_stone_was_captured() -> None:
    # A snapback: White takes the marked stone, Black plays there again and takes two.
    counted = score(".wb.wb ..wbbb ......", dead=[(2, 0)], inserts=[("w", 3, 0), ("b", 2, 0)])
    assert counted.position.board.at(Point(2, 0)) is B and counted.rows[0][2] not in "xk"
    assert "dead-mark-captured" in codes(counted)
    assert (counted.black.prisoners, counted.white.prisoners) == (2, 1)


# --- Warnings


def test_a_sound_proposal_has_no_warning() -> None:
    counted = score(SEED, dead=[(1, 1)], inserts=[("b", 3, 0), ("w", 3, 1)])
    assert not counted.warnings


def test_atari() -> None:
    assert "live-in-atari" in codes(score(".bw. bbw. www. ...."))


@pytest.mark.parametrize(
    ("rows", "suspected"),
    [
        ("....bw... .w..bw... ....bw... ....bw...", {Point(1, 1)}),  # alone in a large area
        ("bbbbbb. b....b. b.ww.b. b....b. bbbbbb. .......", {Point(2, 2)}),
        ("bbbbbbb bwwwwbb bw.wwb. bwwwwbb bbbbbb.", {Point(1, 1)}),  # one small eye
        ("..bw.. ..bw.. ..bw..", set()),  # two living sides
        (".bwbbb bbwwb. .bbwww wwbbb. .wwwbb bbbw.b", set()),  # a seki in which nobody has more
    ],
)
def test_stones_that_look_dead(rows: str, suspected: set[Point]) -> None:
    found = {one.point for one in score(rows).warnings if one.code == "suspected-dead"}
    assert found == suspected


def test_dead_stones_that_are_not_taken() -> None:
    assert "dead-in-dame" in codes(score("b.w.b", dead=[(0, 0), (2, 0), (4, 0)]))
    own = score("bbbbb b...b b.b.b b...b bbbbb .....", dead=[(2, 2)])
    assert "dead-in-own-eye" in codes(own) and own.black.prisoners == own.white.prisoners == 0
