"""Rules section 4: the vectors, the edges, and what a pairing is made of."""

from itertools import pairwise

import pytest

from tourgen.rules.pairing import Cost, Pairing, PairingRule, Pool, best_cost, cost_of, pair

LEAGUE = PairingRule("lowest-possible", "inside-optimum")
FREE = PairingRule("lowest-possible", "fewest-wins-top-ranked")
HIGHEST = PairingRule("highest-possible", "inside-optimum")
HIGHEST_FREE = PairingRule("highest-possible", "fewest-wins-top-ranked")
RULES = (LEAGUE, FREE, HIGHEST, HIGHEST_FREE)


def pool(wins: str, met: str = "", had_bye: str = "") -> Pool:
    """A pool from 'a1 b1 c0', 'ab cd' and 'ac': players are letters, a the best."""
    players = {ord(entry[0]): int(entry[1:]) for entry in wins.split()}
    games = [(ord(game[0]), ord(game[1])) for game in met.split()]
    past = {p: frozenset(set().union(*(game for game in games if p in game)) - {p}) for p in players}
    return Pool(tuple(players), players, past, frozenset(map(ord, had_bye)))


def letters(pairing: Pairing) -> str:
    """The pairs as 'ac be d-', in the order in which they were fixed."""
    return " ".join(chr(one) + ("-" if other is None else chr(other)) for one, other in pairing.pairs)


def test_the_two_rules_differ_on_the_bye() -> None:
    position = pool("a1 b1 c1 d0 e0", met="ae")
    assert letters(pair(position, FREE)) == "d- ac be"
    assert letters(pair(position, LEAGUE)) == "ad bc e-"


def test_of_four_tied_matchings_the_bye_goes_to_the_fewest_wins() -> None:
    position = pool("a3 b2 c1 d1 e0", met="cd")
    pairing = pair(position, FREE)
    assert letters(pairing) == "e- ad bc"
    assert pairing.cost == Cost(0, 0, (0, 0, 1, 2))


def test_top_meets_lowest_of_the_same_wins() -> None:
    assert letters(pair(pool("a1 b1 c1 d1"), LEAGUE)) == "ad bc"
    assert letters(pair(pool("a1 b1 c1 d1"), HIGHEST)) == "ab cd"


def test_top_of_the_higher_level_meets_lowest_of_the_lower() -> None:
    assert letters(pair(pool("a3 b3 c3 d2 e2 f2"), LEAGUE)) == "af bc de"
    assert letters(pair(pool("a3 b3 c3 d2 e2 f2"), HIGHEST)) == "ab cd ef"


def test_two_gaps_of_one_are_better_than_one_of_two() -> None:
    pairing = pair(pool("a2 b1 c1 d0"), LEAGUE)
    assert letters(pairing) == "ac bd"
    assert pairing.cost == Cost(0, 0, (0, 2))


def test_a_gap_is_better_than_a_rematch() -> None:
    assert letters(pair(pool("a5 b5 c0 d0", met="ab"), LEAGUE)) == "ad bc"


def test_a_rematch_is_better_than_a_second_bye() -> None:
    pairing = pair(pool("a1 b1 c1", met="ab ac", had_bye="a"), LEAGUE)
    assert letters(pairing) == "ac b-"
    assert pairing.cost == Cost(0, 1, (1, 0))


@pytest.mark.parametrize("rule", RULES)
def test_nobody_and_one(rule: PairingRule) -> None:
    assert pair(Pool((), {}, {}, frozenset()), rule) == Pairing((), Cost(0, 0, ()))
    assert pair(pool("a2"), rule) == Pairing(((ord("a"), None),), Cost(0, 0, (1, 0, 0)))
    assert pair(pool("a0", had_bye="a"), rule).cost == Cost(1, 0, (1,))


@pytest.mark.parametrize("rule", RULES)
def test_all_have_met_and_all_had_a_bye(rule: PairingRule) -> None:
    pairing = pair(pool("a2 b1 c0", met="ab ac bc", had_bye="abc"), rule)
    assert letters(pairing) in ("ab c-", "c- ab")
    assert pairing.cost == Cost(1, 1, (0, 0, 2))


def test_one_side_remembers_a_game_and_others_are_not_in_the_pool() -> None:
    position = Pool((1, 2, 3, 4), dict.fromkeys((1, 2, 3, 4), 1), {4: frozenset({1, 99})}, frozenset({77}))
    assert pair(position, LEAGUE).pairs == ((1, 3), (2, 4))
    assert cost_of(position, [(1, 4), (2, 3)]) == Cost(0, 1, ())


def test_large_win_counts() -> None:
    pairing = pair(pool("a5000 b5000 c4990 d17 e17 f3", met="ab"), LEAGUE)
    assert letters(pairing) == "ae bc df"


def test_costs_compare_in_the_order_of_the_rule() -> None:
    costs = [
        Cost(0, 0, (0, 0)),
        Cost(0, 0, (0, 9)),
        Cost(0, 0, (1, 0)),
        Cost(0, 1, (0, 0)),
        Cost(1, 0, (0, 0)),
    ]
    assert all(better < worse for better, worse in pairwise(costs))


def test_why_a_lower_opponent_was_impossible() -> None:
    position = pool("a2 b2 c2 d2", met="bc")
    assert letters(pair(position, LEAGUE)) == "ac bd"
    best = best_cost(position)
    worse = best_cost(position, [(ord("a"), ord("d"))])
    assert best == Cost(0, 0, ()) and worse == Cost(0, 1, ())


def test_forced_pairs_that_no_pairing_has() -> None:
    even, odd = pool("a1 b1 c0 d0"), pool("a1 b1 c0")
    assert best_cost(even, [(ord("a"), None)]) is None
    assert best_cost(odd, [(ord("a"), None), (ord("b"), None)]) is None
    assert best_cost(even, [(ord("a"), ord("b")), (ord("b"), ord("c"))]) is None
    assert best_cost(even, [(ord("a"), ord("z"))]) is None
    assert best_cost(odd, [(ord("a"), None)]) == Cost(0, 0, (1, 1))
