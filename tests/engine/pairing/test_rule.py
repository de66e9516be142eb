"""The pairing rule by hand: the examples of rules sections 4 and 8, every opponent and bye, levels, and the edges."""

from itertools import pairwise

import pytest

from tests.engine.pairing.positions import BYES, LEAGUE, OPPONENTS, SWISS, Position
from tourgen.engine.pairing import Avoided, Bye, Count, Opponent, Pool, ScoreGap, least_counts, pair

CLUB = ("fewest-byes", "fewest-meetings", "score-gap")


def pool(
    score: str,
    avoid: tuple[str, ...] = LEAGUE,
    opponent: Opponent = "lowest-possible",
    bye: Bye = "phantom",
    *,
    school: str = "",
    byes: str = "",
    **pairs: str,
) -> Pool:
    """A pool from 'a1 b1 c0', with pairs as in games='ab cd', byes as in 'ac' and one school as in 'abc'."""
    players = {ord(entry[0]): int(entry[1:]) for entry in score.split()}
    named = {name: [(ord(two[0]), ord(two[1])) for two in text.split()] for name, text in pairs.items()}
    position = Position(
        list(players),
        players,
        byes=[ord(player) for player in byes],
        school={ord(p): 1 for p in school},
        **named,
    )
    return position.pool(avoid, opponent, bye)


def letters(pool: Pool) -> str:
    """The pairs as 'ac be d-', in the order in which they were fixed."""
    return " ".join(chr(one) + ("-" if other is None else chr(other)) for one, other in pair(pool).pairs)


def counts(pool: Pool) -> dict[str, dict[int, int]]:
    """What the pairing costs: class → level → pairs."""
    found = zip(pool.avoid, pair(pool).counts, strict=True)
    return {avoided.name: dict(count.levels) for avoided, count in found if count.levels}


def test_the_rules_of_000_and_001_differ_on_the_bye() -> None:
    score = "a1 b1 c1 d0 e0"
    assert letters(pool(score, bye="fewest-wins-top-ranked", games="ae")) == "d- ac be"
    assert letters(pool(score, bye="phantom", games="ae")) == "ad bc e-"


def test_of_four_tied_matchings_the_bye_goes_to_the_fewest_wins() -> None:
    position = pool("a3 b2 c1 d1 e0", bye="fewest-wins-top-ranked", games="cd")
    assert letters(position) == "e- ad bc"
    assert counts(position) == {"score-gap": {2: 1, 1: 2}}


@pytest.mark.parametrize(
    ("bye", "pairs"),
    [
        ("phantom", "ag bc d- ef"),  # d takes the lowest of all, which is the phantom
        ("fewest-wins-top-ranked", "d- ag bc ef"),
        ("fewest-wins-last-ranked", "g- af bc de"),
        ("last-ranked", "g- af bc de"),
    ],
)
def test_every_bye(bye: Bye, pairs: str) -> None:
    """One of the three with a win meets one of the four without: then two gaps of 1, and one of these has the bye."""
    assert letters(pool("a1 b1 c1 d0 e0 f0 g0", bye=bye)) == pairs


def test_the_last_ranked_has_the_bye_even_with_more_wins() -> None:
    """The order is a rating here and doesn't follow the score."""
    score = "a0 b1 c2"
    assert letters(pool(score, (), bye="last-ranked")) == "c- ab"
    assert letters(pool(score, (), bye="fewest-wins-last-ranked")) == "a- bc"


def test_a_bye_that_costs_more_is_not_given() -> None:
    assert letters(pool("a2 b1 c0", bye="last-ranked", byes="c")) == "b- ac"
    assert letters(pool("a2 b1 c0", bye="last-ranked", byes="bc")) == "a- bc"


def test_top_meets_lowest_or_highest_or_half_way() -> None:
    score = "a1 b1 c1 d1 e1 f1"
    assert letters(pool(score, opponent="lowest-possible")) == "af be cd"
    assert letters(pool(score, opponent="highest-possible")) == "ab cd ef"
    assert letters(pool(score, opponent="half-way")) == "ad be cf"


@pytest.mark.parametrize(
    ("score", "games", "pairs"),
    [
        ("a1 b1 c1 d1 e1 f1", "ad", "ae bf cd"),  # of c and e, both next to d, the lower; so b takes f
        ("a1 b1 c1 d1 e1 f1", "ad ae", "ac be df"),  # then c
        ("a1 b1 c1 d1 e0 f0", "", "ac bd ef"),  # each score group by itself
        ("a1 b1 c1 d0 e0 f0", "", "ab cd ef"),  # a wants b (3 // 2 below); c wants d
        ("a1 b1 c1", "", "ab c-"),  # the phantom comes last
        # d wants the place of g, who is gone: f stands as near to it as the phantom, which comes last all the same.
        ("a0 b0 c0 d0 e0 f0 g0", "ad ae af ag bd be bf", "ac bg df e-"),
        ("a0 b0 c0 d0 e0", "ac ad ae", "ab ce d-"),  # b is left, and better than the phantom; c wants e
    ],
)
def test_half_way(score: str, games: str, pairs: str) -> None:
    assert letters(pool(score, ("rematch", "score-gap"), "half-way", games=games)) == pairs


def test_half_way_counts_without_the_holder_of_a_bye_fixed_first() -> None:
    """Without e there are four: a wants c. With e there would be five, and the same; without a, b wants d."""
    assert letters(pool("a0 b0 c0 d0 e0", (), "half-way", "last-ranked")) == "e- ac bd"
    assert letters(pool("a0 b0 c0 d0 e0", (), "half-way", "fewest-wins-top-ranked")) == "a- bd ce"


def test_top_of_the_higher_level_meets_lowest_of_the_lower() -> None:
    assert letters(pool("a3 b3 c3 d2 e2 f2")) == "af bc de"
    assert letters(pool("a3 b3 c3 d2 e2 f2", opponent="highest-possible")) == "ab cd ef"


def test_two_gaps_of_one_are_better_than_one_of_two() -> None:
    position = pool("a2 b1 c1 d0")
    assert letters(position) == "ac bd"
    assert counts(position) == {"score-gap": {1: 2}}


def test_a_gap_is_better_than_a_rematch_unless_the_order_says_otherwise() -> None:
    assert letters(pool("a5 b5 c0 d0", games="ab")) == "ad bc"
    assert letters(pool("a5 b5 c0 d0", ("second-bye", "score-gap", "rematch"), games="ab")) == "ab cd"


def test_a_rematch_is_better_than_a_second_bye() -> None:
    position = pool("a1 b1 c1", games="ab ac", byes="a")
    assert letters(position) == "ac b-"
    assert counts(position) == {"rematch": {1: 1}, "score-gap": {2: 1}}


def test_a_third_meeting_is_worse_than_two_second_ones() -> None:
    position = pool("a1 b1 c1 d1", CLUB, games="ab ba ac bd ad ad bc cd")
    assert letters(position) == "ac bd"
    assert counts(position) == {"fewest-meetings": {1: 2}}
    assert letters(pool("a1 b1 c1 d1", ("rematch",), games="ab ba ac bd ad ad bc cd")) == "ad bc"


def test_the_bye_goes_to_whoever_had_the_fewest() -> None:
    position = pool("a1 b1 c0", CLUB, byes="aabbbc")
    assert letters(position) == "ab c-"
    assert counts(position) == {"fewest-byes": {1: 1}, "score-gap": {1: 1}}
    assert counts(pool("a1 b1 c0", CLUB, byes="aabbcc")) == {"fewest-byes": {2: 1}, "score-gap": {1: 1}}


@pytest.mark.parametrize(
    ("score", "named", "pairs"),
    [
        ("a0 b0 c0 d0", {}, "ab cd"),  # from the top the highest opponent possible
        ("a0 b0 c0", {}, "ab c-"),
        ("a0 b0 c0 d0", {"strict": "ab"}, "ac bd"),
        ("a0 b0 c0 d0", {"soft": "ab"}, "ac bd"),
        ("a0 b0 c0 d0", {"strict": "abcd"}, "ab cd"),  # all of one school
        ("a1 b1 c0 d0", {"strict": "ab"}, "ac bd"),  # strict: rather two score gaps
        ("a1 b1 c0 d0", {"soft": "ab"}, "ab cd"),  # soft: rather one school
        ("a0 b0 c0 d0", {"strict": "ab", "games": "ac bd ad bc"}, "ab cd"),  # no rematch, even so
        ("a0 b0 c0 d0", {"forbidden": "ab", "games": "ac ad bc bd"}, "ac bd"),  # rather two rematches
        ("a0 b0 c0 d0", {"forbidden": "ac bd", "games": "ad bc", "strict": "ab"}, "ab cd"),
        ("a0 b0 c0 d0", {"soft": "ab", "discouraged": "ac bd ad bc"}, "ac bd"),  # rather two discouraged
        ("a0 b0 c0 d0", {"discouraged": "ab"}, "ac bd"),
        ("a1 b1 c0 d0", {"discouraged": "ab"}, "ab cd"),  # rather discouraged than a score gap
    ],
)
def test_the_order_of_section_8(score: str, named: dict[str, str], pairs: str) -> None:
    missing = {"same-school-strict", "same-school-soft"} - {f"same-school-{name}" for name in named}
    avoid = tuple(word for word in SWISS if word not in missing)
    school = named.get("strict", named.get("soft", ""))
    others = {name: text for name, text in named.items() if name not in ("strict", "soft")}
    assert letters(pool(score, avoid, "highest-possible", school=school, **others)) == pairs


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("bye", BYES)
def test_nobody_one_and_two(opponent: Opponent, bye: Bye) -> None:
    empty = pair(Pool((), {}, (ScoreGap(),), opponent, bye))
    assert (empty.pairs, empty.counts) == ((), (Count(()),))
    assert letters(pool("a2", LEAGUE, opponent, bye)) == "a-"
    assert counts(pool("a0", LEAGUE, opponent, bye, byes="a")) == {"second-bye": {1: 1}, "score-gap": {1: 1}}
    assert counts(pool("a4 b1", LEAGUE, opponent, bye, games="ab")) == {
        "rematch": {1: 1},
        "score-gap": {3: 1},
    }


@pytest.mark.parametrize("bye", BYES)
def test_all_have_met_and_all_had_a_bye(bye: Bye) -> None:
    position = pool("a2 b1 c0", bye=bye, games="ab ac bc", byes="abc")
    assert set(letters(position).split()) == {"ab", "c-"}
    assert counts(position) == {"second-bye": {1: 1}, "rematch": {1: 1}, "score-gap": {1: 2}}


def test_others_may_be_named_and_byes_do_not_matter_in_an_even_pool() -> None:
    avoid = (Avoided("rematch", {4: {1: 1, 99: 1}, 1: {4: 1}, 99: {4: 1}, 2: {None: 1}}),)
    position = Pool((1, 2, 3, 4), dict.fromkeys((1, 2, 3, 4), 1), avoid, "lowest-possible")
    assert pair(position).pairs == ((1, 3), (2, 4))
    assert pair(position).counts == (Count(()),)


def test_scores_far_apart_and_below_nought() -> None:
    position = pool("a5000 b5000 c4990 d17 e-17 f-3", games="ab")
    assert letters(position) == "ad bc ef"
    assert counts(position) == {"score-gap": {4983: 1, 14: 1, 10: 1}}


def test_the_order_need_not_follow_the_score() -> None:
    """The two with nine wins meet, wherever they stand."""
    score = "a0 b0 c0 d0 e0 f0 g9 h0 i0 j0 k0 l0 m0 n9"
    assert letters(pool(score, opponent="highest-possible")) == "ab cd ef gn hi jk lm"
    assert letters(pool(score, opponent="lowest-possible")) == "am bl ck dj ei fh gn"


def test_the_phantom_has_the_score_it_is_given() -> None:
    scores = {1: 3, 2: 1, 3: 1}
    for phantom, pairs in [(-1, ((1, 2), (3, None))), (4, ((1, None), (2, 3)))]:
        assert pair(Pool((1, 2, 3), scores, (ScoreGap(),), phantom=phantom)).pairs == pairs


def test_counts_compare_in_the_order_of_the_rule() -> None:
    ascending = [(), ((1, 9),), ((2, 1),), ((2, 1), (1, 3)), ((2, 2),), ((3, 1),)]
    assert all(Count(better) < Count(worse) for better, worse in pairwise(ascending))


def test_why_a_lower_opponent_was_impossible() -> None:
    position = pool("a2 b2 c2 d2", games="bc")
    assert letters(position) == "ac bd"
    assert least_counts(position) == pair(position).counts
    worse = least_counts(position, [(ord("a"), ord("d"))])
    assert worse == (Count(()), Count(((1, 1),)), Count(()))
    assert worse > pair(position).counts


def test_forced_pairs_that_no_pairing_has() -> None:
    even, odd = pool("a1 b1 c0 d0"), pool("a1 b1 c0")
    a, b, c, z = map(ord, "abcz")
    assert least_counts(even, [(a, None)]) is None
    assert least_counts(odd, [(a, None), (b, None)]) is None
    assert least_counts(even, [(a, b), (b, c)]) is None
    assert least_counts(even, [(a, z)]) is None
    assert least_counts(odd, [(a, None)]) == (Count(()), Count(()), Count(((2, 1), (1, 1))))
