"""Larger pools: equal to one matching in unlimited integers, and the fast way equal to the plain way."""

from itertools import accumulate
from random import Random

import pytest

from tests.engine.pairing.campaign import both_ways, unlimited_integers
from tests.engine.pairing.positions import BYES, LEAGUE, SWISS, Position
from tourgen.engine.pairing import fast, matching, optimum, pair
from tourgen.engine.pairing.fast.levels import most_leaving, plan_of
from tourgen.engine.pairing.field import Field
from tourgen.engine.pairing.rule import field_of


@pytest.mark.parametrize("batch", range(4))
def test_pairing_equals_one_matching(batch: int) -> None:
    unlimited_integers(Random(f"one matching {batch}"), 12)


@pytest.mark.parametrize("batch", range(4))
def test_the_fast_way_equals_the_plain_way(batch: int) -> None:
    assert both_ways(Random(f"both ways {batch}"), 50) > 20


@pytest.mark.parametrize("opponent", ["lowest-possible", "highest-possible"])
def test_a_thousand_players_are_never_matched_as_a_whole(
    opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels of 125, 375, 375 and 124, and the phantom: no matching has more than some thirty places."""
    sizes: list[int] = []
    cheapest = matching.cheapest

    def counted(edges: matching.Edges, *others: object) -> object:
        sizes.append(len(edges))
        return cheapest(edges, *others)

    monkeypatch.setattr(optimum, "cheapest", counted)
    scores = [3] * 125 + [2] * 375 + [1] * 375 + [0] * 124
    position = Position(list(range(999)), dict(enumerate(scores)), [(at, at + 1) for at in range(0, 998, 2)])
    pair(position.pool(LEAGUE, opponent, "fewest-wins-top-ranked"))
    assert max(sizes) <= 30 * 29 / 2


@pytest.mark.parametrize("bye", BYES)
def test_a_phantom_on_the_level_of_the_last_players(bye: str) -> None:
    """A format may give the phantom no wins instead of -1: then it stands on a robust level."""
    position = Position(list(range(41)), dict.fromkeys(range(41), 0), byes=[0, 40])
    pairs = pair(position.pool(LEAGUE, "lowest-possible", bye, phantom=0)).pairs
    holder = {"phantom": 1, "fewest-wins-top-ranked": 1}.get(bye, 39)
    assert (holder, None) in pairs


def test_scores_far_apart_are_settled_in_parts() -> None:
    """Their differences would need far more than 128 bits together; the parts between wide gaps don't."""
    rnd = Random("far apart")
    scores = dict(enumerate(sorted((rnd.randrange(10_000) for _ in range(300)), reverse=True)))
    games = [(player, player + rnd.randint(1, 3)) for player in range(0, 290, 7)]
    position = Position(list(range(300)), scores, games)
    lowest, highest = (pair(position.pool(LEAGUE, to)) for to in ("lowest-possible", "highest-possible"))
    assert lowest.counts == highest.counts
    assert [bool(count.levels) for count in lowest.counts] == [False, False, True]
    assert sorted(player for two in lowest.pairs for player in two) == list(range(300))


def test_many_classes_that_hang_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred players, gaps of 10 to 20, weights of 24 bits: prices too low to make sure are enough."""
    monkeypatch.setattr(matching, "HIGHEST_WEIGHT", 1 << 24)
    rnd = Random("hang together")
    scores = list(accumulate(rnd.randint(10, 20) for _ in range(200)))[::-1]
    pairing = pair(Position(list(range(200)), dict(enumerate(scores))).pool(LEAGUE, "lowest-possible"))
    assert pairing.pairs == tuple((player, player + 1) for player in range(0, 200, 2))


def test_a_weight_beyond_128_bits_is_refused() -> None:
    with pytest.raises(OverflowError):
        matching.cheapest({(0, 1): ()}, {}, matching.HIGHEST_WEIGHT)


@pytest.mark.parametrize(
    ("scores", "games", "robust"),
    [
        ((1, 1, 1, 0, 0, 0), [], [1, 0]),  # three of each: two can stay whoever leaves for the other level
        ((1, 1, 0, 0), [], []),  # of two nobody can stay if one leaves
        ((2, 1, 1, 1, 1, 0), [], [1]),  # one may leave upwards and one downwards, and two can stay
        ((2, 1, 1, 1, 0), [], []),
        ((1, 1, 1, 1, 1, 0, 0), [(0, 1)], [1]),  # one leaves at most, for nobody below has met: 2 · 1 + 2 + 1
        ((1, 1, 1, 1, 1, 0, 0), [(0, 1), (5, 6)], []),  # the two below have met, so that two may leave
        ((1, 1, 1, 1, 1, 1, 0, 0), [(0, 1), (6, 7)], [1]),
    ],
)
def test_robust_levels(scores: tuple[int, ...], games: list[tuple[int, int]], robust: list[int]) -> None:
    position = Position(list(range(len(scores))), dict(enumerate(scores)), games, school={})
    levels, _ = plan_of(field_of(position.pool(LEAGUE, phantom=-9)))
    assert [level.score for level in levels] == robust


def test_who_avoids_many_who_do_not_avoid_each_other() -> None:
    """One has met four others: of these five not more than two have all met each other."""
    position = Position(list(range(6)), dict.fromkeys(range(6), 0), [(0, at) for at in (1, 2, 3, 4)])
    assert most_leaving(field_of(position.pool(LEAGUE)), range(6), between=False) == 2


@pytest.mark.parametrize(("lowest", "asked"), [(True, [0, 0, 1, 0, 2, 12, 14]), (False, [0, 3, 16])])
def test_a_robust_level_is_folded_but_for_its_last_few(
    lowest: bool, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels of 9 and 19 who haven't met anybody, and 12 players each alone on a level: who is in a matching.

    Lowest: nobody is above the 9; does one of them leave? The first does, and no other; of the 8 others 2 are left
    unfolded. Does one of the 18 leave for the 12? No: 2 of them are left unfolded beside the 12. Highest: one of the 9
    might leave, so that they are folded while 5 or more are left; and so might one of the 18, who leave 4 to the 12.
    """
    windows: list[int] = []
    window_on = fast.descent.window_on

    def counted(field: Field, places: tuple[int, ...], *others: object) -> object:
        windows.append(len(places))
        return window_on(field, places, *others)

    monkeypatch.setattr(fast.descent, "window_on", counted)
    scores = (13,) * 9 + (12,) * 19 + tuple(range(11, -1, -1))
    position = Position(list(range(40)), dict(enumerate(scores)))
    fast.optimal_pairs(field_of(position.pool(SWISS)), lowest)
    assert windows == asked
