"""How a pairing comes about: who is in a matching, what pairs cost in it, and how many choose at once."""

from collections import Counter

import pytest

from tourgen.rules import descent, matching, optimum
from tourgen.rules.field import Choice, Field
from tourgen.rules.pairing import PairingRule, Pool, pair
from tourgen.rules.score_levels import Level
from tourgen.rules.steps import step_of
from tourgen.rules.windows import Border, Window, most_avoiding_each_other


@pytest.mark.parametrize(("lowest", "asked"), [(True, [0, 0, 1, 2, 12, 14]), (False, [0, 3, 20])])
def test_a_robust_level_is_folded_but_for_its_last_few(
    lowest: bool, asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels of 9 and 19 who haven't met anybody, and 12 players each alone on a level: who is in a matching.

    Lowest: nobody is above the 9; does one of them leave? The first does; of the 8 others 2 are left unfolded. Does
    one of the 18 leave for the 12? No: 2 of them are left unfolded beside the 12. Highest: one of the 9 will leave, so
    that they are folded while 5 or more are left; 6 of the 18 might, for the 12 are 6 pairs, while 10 or more are.
    """
    windows: list[int] = []
    window_on = descent.window_on

    def counted(field: Field, places: tuple[int, ...], above: Border | None, below: Border | None) -> Window:
        windows.append(len(places))
        return window_on(field, places, above, below)

    monkeypatch.setattr(descent, "window_on", counted)
    descent.optimal_pairs(Field((13,) * 9 + (12,) * 19 + tuple(range(11, -1, -1)), ()), lowest)
    assert windows == asked


def test_settled_classes_multiply_the_bound() -> None:
    """Classes of 2 and of 5 pairs above a bound of 9: a pair of the second costs 10, of the first 10 + 5 · 10 = 60."""
    counts = Counter({0: 2, 3: 5})
    assert optimum.above_all(counts, {}, 9) == ({3: 10, 0: 60}, 9 + 5 * 10 + 2 * 60)
    assert optimum.spread(counts) == 18 == (9 + 50 + 120 + 1) / (9 + 1)


@pytest.mark.parametrize(
    ("wins", "weight"),
    [
        # The first of four has 3 wishes, the second 2: weights below 4 hold the first alone.
        ((0, 0, 0, 0), 4),
        # One pair has a gap, which costs 3 where a wish costs up to 2: 5 fits below 8, two choosers don't.
        ((1, 0, 0, 0), 8),
    ],
)
def test_as_many_choose_at_once_as_fit_into_a_weight(
    wins: tuple[int, ...], weight: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (matching, optimum):
        monkeypatch.setattr(module, "HIGHEST_WEIGHT", weight)
    assert optimum.optimal_pairs(Field(wins, ()), Choice(range(4), (3, 2, 1, 0))) == [(0, 3), (1, 2)]


def test_who_is_above_a_robust_level_is_paired_first() -> None:
    assert descent.optimal_pairs(Field((2, 1, *[0] * 8), ()), True) == [
        (0, 1),
        (2, 9),
        (3, 8),
        (4, 7),
        (5, 6),
    ]


def test_a_level_is_robust_with_twice_as_many_as_anybody_avoids_and_two() -> None:
    """Three avoided, one who leaves: 2 · 3 + 2 + 1."""
    level = Level(0, (), most_avoided=3)
    assert level.is_robust(9, 1) and not level.is_robust(8, 1)


def test_two_below_a_robust_level_who_have_met() -> None:
    """A rematch is worse than two gaps: the first two of the level take them, the lower one first."""
    field = Field((1,) * 10 + (0,) * 2, ({10: {11}, 11: {10}},))
    pairs = [(0, 11), (1, 10), (2, 9), (3, 8), (4, 7), (5, 6)]
    assert descent.optimal_pairs(field, lowest=True) == pairs


def test_who_avoids_many_who_do_not_avoid_each_other() -> None:
    """One avoids four others: of these five not more than two all avoid each other."""
    star = {0: {1, 2, 3, 4}} | {place: {0} for place in (1, 2, 3, 4)}
    assert most_avoiding_each_other(Field((0,) * 5, (star,))) == 2


def test_the_bye_that_the_rule_would_rather_have_given() -> None:
    """Of two without a win the top-ranked, 2, has had one: 3 gets it."""
    pool = Pool((1, 2, 3), {1: 1, 2: 0, 3: 0}, {}, frozenset({2}))
    rule = PairingRule("highest-possible", "fewest-wins-top-ranked")
    step = step_of(pool, rule, pair(pool, rule), 3)
    assert (step.pair, step.preferred) == ((3, None), ((2, None),))
