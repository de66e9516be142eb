"""What doubts are worth: the seed's three pictures, where a forgotten × and forgotten dame change the game."""

from decimal import Decimal

from tests.go.live.hall import PICTURE
from tourgen.go.board import Board, Colour, Point
from tourgen.go.proposal import Proposal, Stop
from tourgen.go.stakes import candidates, weighed

B, W = Colour.BLACK, Colour.WHITE
STOP = Stop(Board(PICTURE))
INSERTS = ((B, Point(3, 0)), (W, Point(3, 1)))


def test_most_points_first_and_none_of_zero() -> None:
    found = weighed(STOP, Proposal())
    points = [worth for _, worth in found]
    assert points == sorted(points, key=lambda one: -(one or 0)) and 0 not in points
    assert (found[0][0].code, found[0][1]) == ("open-dame", Decimal(11)), "10 of White's and 1 of Black's"


def test_a_forgotten_cross_is_worth_what_it_changes() -> None:
    found = {doubt.code: worth for doubt, worth in weighed(STOP, Proposal(INSERTS))}
    assert found["suspected-dead"] == Decimal(8), "W+10 instead of W+2"


def test_nothing_is_said_of_a_right_proposal() -> None:
    assert weighed(STOP, Proposal(INSERTS, frozenset({Point(1, 1)}))) == ()


def test_candidates_are_dead_stones_and_the_dame_that_remain() -> None:
    dead, dame = candidates(STOP, Proposal())
    assert dead == {Point(1, 1)}
    assert dame == {Point(3, 0), Point(3, 1)}
    assert candidates(STOP, Proposal(INSERTS, dead)) == (frozenset(), frozenset())
