"""Random divisions of every shipped format and of random declarations: the second derivation finds nothing in them.

`python -m tests.verify.campaign` plays thousands.
"""

import pytest

from tests.engine.builders import best, declared, grouped, knockout, numbered_tree, stage, tree
from tests.engine.random_play import DESERTED, Day
from tests.verify.campaign import RANDOM, run
from tests.verify.division import play
from tourgen.formats import shipped_formats

RUNS, DECLARATIONS = 4, 100  # about a fifth of the declarations make sense


@pytest.mark.parametrize("format_id", shipped_formats())
def test_nothing_deviates(format_id: str) -> None:
    """Whole days, running rounds, corrected and re-paired ones, with whatever goes wrong on a day."""
    assert [run(format_id, 1, number) for number in range(1, RUNS + 1)] == [[]] * RUNS


def test_nothing_deviates_in_random_declarations() -> None:
    found = [run(RANDOM, 1, number) for number in range(1, DECLARATIONS + 1)]
    assert not any(found), [one for one in found if one]
    assert found.count([]) > DECLARATIONS // 8


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (305, 196),
        (402, 16845),
        (402, 18381),
        (404, 5406),
        (405, 4902),
        (421, 3789),
        (431, 5920),
        (500, 11885),
        (1001, 28365),
        (1001, 30932),
        (1001, 58322),
        (1001, 60249),
        (2002, 20381),
    ],
)
def test_places_and_seats_that_were_derived_otherwise(seed: int, number: int) -> None:
    """A tree too short for its entrants leaves two women without a place, and plays no match for the fifth.

    A stage with one entrant is not played, and gives no place; empty places of a tree of numbers are drawn last; who
    lost the semi-final of three and left is third. The
    rounds that a qualifier is taken to have won after the league's last are none of those that make somebody unbeaten.
    The rounds that somebody who has left loses beside a stage that carries nothing over don't count in it. Nobody has
    left before a tree that was not played. Who was just beaten is in the pool of the beaten before a match for a title
    looks who is free, and a stage of one puts nobody among the best of all. Trees that come from trees keep nobody from
    being among them before all who enter are known. Who comes by rank into a pool of the beaten stays in it.
    A stage that follows at once on one that nobody has to play takes by rank before the best of all.
    """
    assert run(RANDOM, seed, number) == []


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        (74, 737),
        (75, 372),
        (304, 2999),
        (306, 1603),
        (403, 11449),
        (501, 992),
        (421, 7395),
        (431, 11762),
        (502, 18568),
        (511, 11550),
        (2001, 9432),
        (2002, 19694),
        (2002, 59370),
        (2003, 98131),
    ],
)
def test_days_corrected_after_a_later_stage_was_played(seed: int, number: int) -> None:
    """They deviated once: a correction prolonged a pool whose players had gone on already, moved the final, left one
    group of two that had been played, or put somebody who had gone on into the pool beside it. A pool lasts while a
    correction leaves somebody in it, however late that is found. Whoever is drawn among the best of all only by a
    correction, and did not play there, is one of the rest; whoever played on in a tree has no rank in the pool of its
    beaten. A tree of given rounds that nobody enters by a correction stands as it was played (there was no end to it).
    Whoever belongs to a tree sits out no round of the pool beside it; in a stage after it they play.

    Of those beaten in several trees the engine named first who lost the last match of a tree, `verify` tree by tree.
    """
    assert run(RANDOM, seed, number) == []


LEAGUES = 'groups = ["A", "B"]\nleave = ["sole-unbeaten"]\nqualified_rest = "win"\n'
REST = '{ stage = "group", who = "rest" }'
WITH_FINAL = 'rounds = "with-final"\nplayed_if = "undecided"'
ONCE_DERIVED_OTHERWISE = {
    "late entrants are in the group that the roster names": grouped(
        'groups = ["A", "B"]\ndeal = "typed"', kind="pool", rounds="rounds = [1, 3]"
    ),
    "a win assumed in one stage is none in another that carries nothing over": grouped(
        LEAGUES,
        stage("second", "pool", REST, 'rounds = [5, 6]\ncarry = false\npair_by = ["wins", "smaller-lot"]'),
        kind="pool",
        rounds="rounds = [1, 4]",
    ),
    "a stage that is not played keeps nobody from the next": grouped(
        'groups = ["A", "B"]',
        stage("one", "round-robin", best(1), 'groups = ["A", "B"]')
        + stage("two", "round-robin", '{ stage = "one", who = "rest" }'),
    ),
    "without a final nothing is played with it": grouped(
        'groups = ["A", "B"]',
        stage("final", "bracket", best(2), "held = false")
        + stage("women", "bracket", '{ who = "best-overall", sex = "F", count = 2 }', WITH_FINAL),
        '["final"]',
    )
    + '[[place_title]]\ntitle = "女子優勝"\nplace = 1\nsex = "F"\nmatch = "women"\n',
    "the final rank compares those whose place no match decides": grouped(
        'groups = ["A"]', knockout(best(2)), '["knockout"]', "pool", "rounds = [1, 3]", by_group="false"
    ).replace('"wins", "smaller-lot"', '"wins", "direct-encounter"'),
    "who sits out is not compared with those who are paired": grouped(
        'pair_by = ["wins", "direct-encounter-of-two", "smaller-lot"]', kind="pool", rounds="rounds = [1, 5]"
    ),
    "the first who come into a pool are dealt, though its first round is over": grouped(
        'leave = ["sole-unbeaten"]',
        stage("next", "pool", '{ stage = "group", who = "beaten" }', "group_sizes = [3, 4]\nrounds = [2, 6]"),
        kind="pool",
        rounds="rounds = [1, 5]",
    ),
    "group mates who passed are kept apart in a seeded tree": grouped(
        'group_sizes = [4, 5, 3]\nleave = ["wins-2", "losses-2"]',
        knockout('{ stage = "group", who = "passed" }', 'seats = "seeded"\navoid = ["same-group"]'),
        '["knockout"]',
        "pool",
    ),
    "whoever is alone in a tree goes on from it at once": grouped(
        'leave = ["sole-unbeaten", "beaten-at-1-2-4-8"]',
        knockout('{ stage = "group", who = "rest" }')
        + stage(
            "last",
            "round-robin",
            '[{ stage = "knockout", who = "winners" }, { stage = "group", who = "beaten" }]',
        ),
        '["last"]',
        "pool",
        "rounds = [1, 5]",
    ),
    "a match for the fifth place is for losers": numbered_tree(
        16, 'rounds = [1, 4]\nthird = "played"\nfifth = "played"'
    ),
    "whoever is among the best of all is none of the rest": grouped(
        'groups = ["A", "B"]',
        stage("last", "round-robin", REST) + knockout('{ who = "best-overall", count = 2 }', "rounds = 8"),
        '["knockout"]',
    ),
    "tables are numbered through the trees in the order of the file": grouped(
        'groups = ["A", "B"]',
        stage("small", "bracket", '{ stage = "group", who = "places", places = [3, 4] }') + knockout(best(2)),
        '["knockout"]',
    ).replace("by_group = true", 'by_group = true\ncounted = "all"'),
    "a tree that nobody entered is not played, and gives no places": grouped(
        'groups = ["A", "B"]',
        knockout(
            '{ stage = "group", who = "best", count = 1, sex = "F" }',
            'seats = ["A", "B"]',
        ),
        '["knockout"]',
        by_group="false",
    ),
    "whoever has left is not among the best of all, though they hold a place": tree(
        'seats = "in-order"',
        stage("last", "round-robin", '{ who = "best-overall", count = 4 }', "rounds = [5, 7]"),
    ),
    "whoever was beaten in a drawn tree plays on above its empty places": grouped(
        'groups = ["A", "B"]\ndeal = "snake"',
        knockout('{ stage = "group", who = "best", count = 3 }', 'seats = "drawn"\nrounds = [8, 9]')
        + stage("again", "bracket", '{ stage = "knockout", who = "losers", at = ["8"] }', "rounds = [9, 10]")
        + stage(
            "last",
            "bracket",
            '[{ stage = "knockout", who = "winners" }, { stage = "again", who = "winners" }]',
            'third = "played"',
        ),
        '["last"]',
        rounds="rounds = [1, 7]",
    ),
    "a wildcard's pool begins though the stage of the rest is not played": grouped(
        'groups = ["A", "B"]',
        stage("others", "round-robin", REST)
        + stage(
            "last",
            "pool",
            '[{ stage = "group", who = "next-best", count = 1 }, '
            '{ stage = "others", who = "places", places = [1, 2] }]',
            'leave = ["wins-2", "losses-2"]',
        ),
    ),
    "the order before is the standings' own, also in a stage that carries nothing over": grouped(
        "",
        stage(
            "next",
            "pool",
            REST,
            'rounds = [4, 5]\ncarry = false\nbye = "fewest-wins-last-ranked"\n'
            'pair_by = ["median-wins", "previous-order", "smaller-lot"]',
        ),
        kind="pool",
        rounds="rounds = [1, 3]",
    ),
    "who passes in the last round is none of the rest": grouped(
        'leave = ["wins-2"]',
        stage("next", "pool", '{ stage = "group", who = "passed" }', "rounds = [4, 6]")
        + knockout(REST, "rounds = 5"),
        '["knockout"]',
        "pool",
        "rounds = [1, 4]",
    ),
    "a match for a title takes nobody of the rest": grouped(
        "",
        knockout(REST, "rounds = 4")
        + stage("women", "bracket", '{ who = "best-overall", sex = "F", count = 2 }', WITH_FINAL),
        '["knockout"]',
        "pool",
        "rounds = [1, 3]",
        by_group="false",
    )
    + '[[place_title]]\ntitle = "女子優勝"\nplace = 1\nsex = "F"\nmatch = "women"\n',
    "a match for a title is none where one of the two still plays in a pool": grouped(
        "",
        knockout('{ stage = "group", who = "best", count = 2, sex = "M" }', "rounds = 4")
        + stage("others", "pool", REST, "rounds = [4, 6]")
        + stage("women", "bracket", '{ who = "best-overall", sex = "F", count = 2 }', WITH_FINAL),
        '["knockout"]',
        "pool",
        "rounds = [1, 3]",
        by_group="false",
    )
    + '[[place_title]]\ntitle = "女子優勝"\nplace = 1\nsex = "F"\nmatch = "women"\n',
    "a pool that nobody enters keeps nobody from the next": grouped(
        "",
        stage("perfect", "pool", '{ stage = "group", who = "unbeaten" }', 'leave = ["wins-2", "losses-2"]')
        + stage(
            "last",
            "round-robin",
            '[{ stage = "group", who = "next-best", count = 2 }, '
            '{ stage = "perfect", who = "next-best", count = 1 }]',
        ),
        kind="pool",
        rounds="rounds = [1, 6]",
    ),
    "nobody is in two stages that begin together": grouped(
        'groups = ["A", "B"]',
        stage("others", "round-robin", f"[{best(2)}, {REST}]", 'groups = ["A", "B"]')
        + stage("top", "round-robin", '{ who = "best-overall", count = 5 }', "rounds = [5, 9]"),
        '["top"]',
        "pool",
        "rounds = [1, 4]",
    ),
    "nobody is taken out of a stage that is still played": tree(
        "",
        stage("top", "pool", '{ who = "best-overall", count = 2 }', "rounds = [4, 6]")
        + stage("others", "round-robin", '{ stage = "knockout", who = "losers" }'),
    ),
    "a tree that comes from a tree keeps who came by rank and has left since": grouped(
        'groups = ["A", "B"]',
        stage("small", "bracket", '{ stage = "group", who = "unbeaten" }')
        + knockout(
            '[{ stage = "small", who = "winners" }, { stage = "group", who = "rest" }]', 'seats = "drawn"'
        ),
        '["knockout"]',
        "pool",
        "rounds = [1, 3]",
    ),
    "of one sex the ranks in a group are those of that sex": grouped(
        'groups = ["A", "B"]',
        knockout('{ stage = "group", who = "rest", sex = "M" }', 'seats = "seeded"\navoid = ["same-group"]'),
        '["knockout"]',
    ),
    "group mates who come with one rank stay where they were seeded": grouped(
        'groups = ["A", "B"]\nleave = ["sole-unbeaten"]',
        knockout(
            f'[{{ stage = "group", who = "beaten" }}, {REST}]', 'seats = "seeded"\navoid = ["same-group"]'
        ),
        '["knockout"]',
        "pool",
        "rounds = [1, 5]",
    ),
    "group mates are kept apart by which way they come": grouped(
        "group_sizes = [3, 4]",
        stage("second", "pool", '{ stage = "group", who = "places", places = [2, 2] }', "rounds = 6")
        + stage(
            "last",
            "pool",
            '[{ stage = "second", who = "places", places = [1, 4] }, '
            '{ stage = "group", who = "next-best", count = 4 }]',
            'rounds = 7\navoid = ["same-group"]',
        ),
        kind="pool",
        rounds="rounds = [1, 5]",
    ),
    "a round sat out counts in a pool that nothing else counts": grouped(
        "",
        stage("next", "pool", REST, "rounds = [4, 7]"),
        '["next"]',
        "pool",
        "rounds = [1, 3]",
        by_group="false",
    ).replace('"smaller-lot"]\n', '"smaller-lot"]\ncounted = ["group"]\n')
    + "[score]\nmissed = 1\n",
    "who is beaten in a tree of those who qualified plays on in a pool": grouped(
        'groups = ["A", "B", "C"]\nleave = ["sole-unbeaten", "beaten-at-1-2-4-8"]\nqualified_rest = "win"',
        knockout('{ stage = "group", who = "sole-unbeaten" }', 'seats = "in-order"')
        + stage("next", "pool", '{ stage = "knockout", who = "losers" }', 'leave = ["wins-2", "losses-2"]'),
        kind="pool",
        rounds="rounds = [1, 5]",
    ),
    "who came through a tree is not beaten when a pool of them is over": numbered_tree(
        16,
        "rounds = [1, 3]",
        stage("others", "pool", '{ stage = "main", who = "losers" }', 'leave = ["wins-2", "losses-2"]')
        + stage("top", "pool", '{ stage = "main", who = "winners" }', "rounds = 4"),
    ).replace('["main"]', '["others"]'),
    "a wildcard of a later stage is who is the next best when the rest is taken": grouped(
        "",
        stage("final", "bracket", '{ stage = "group", who = "next-best", count = 1 }', "rounds = 7")
        + stage("others", "pool", REST, "rounds = [6, 7]"),
        '["final"]',
        kind="pool",
        rounds="rounds = [1, 5]",
    ),
    "who is out and among the best of all is in one stage": grouped(
        'leave = ["losses-2"]',
        knockout(f'[{REST}, {{ stage = "group", who = "out" }}]')
        + stage("top", "pool", '{ who = "best-overall", count = 2 }', "rounds = 5"),
        '["knockout"]',
        kind="pool",
        rounds="rounds = [1, 4]",
    ),
    "twelve in a list of seats are paired with the fewest rematches": grouped(
        'groups = ["A", "B", "C"]',
        knockout(
            best(4),
            f'seats = {[*(f"{group}{rank}" for rank in "1234" for group in "ABC"), *[""] * 4]}\navoid = ["rematch"]',
        ),
        '["knockout"]',
        "pool",
        "rounds = [1, 3]",
    ),
    "a round robin of winners waits for the last round of the stage they come from": numbered_tree(
        16,
        'rounds = [1, 4]\nblocks = ["A", "B"]',
        stage(
            "again",
            "bracket",
            '{ stage = "main", who = "losers", at = ["A2", "A1", "B2", "B1"] }',
            "rounds = [2, 5]",
        )
        + stage("last", "round-robin", '{ stage = "again", who = "winners" }'),
    ),
    "two repechages take the beaten of different rounds": numbered_tree(
        16,
        "rounds = [1, 3]",
        stage("one", "bracket", '{ stage = "main", who = "losers", at = ["1"] }', "rounds = [2, 4]")
        + stage("two", "bracket", '{ stage = "main", who = "losers", at = ["2"] }', "rounds = [3, 4]")
        + stage("last", "bracket", '[{ stage = "one", who = "winners" }, { stage = "two", who = "winners" }]')
        + stage("top", "bracket", '{ stage = "main", who = "winners" }'),
    ).replace('["main"]', '["last"]'),
    "who passes in a pool of the beaten goes on at once, and keeps a rank in it": tree(
        'seats = "seeded"',
        stage("again", "pool", '{ stage = "knockout", who = "losers" }', 'leave = ["wins-2", "losses-3"]')
        + stage("last", "pool", '{ stage = "again", who = "passed" }', 'leave = ["wins-2", "losses-2"]'),
    ).replace('["knockout"]', '["again"]'),
    "who has left comes into no group of the beaten": grouped(
        'groups = ["A", "B"]\nleave = ["sole-unbeaten", "beaten-at-1-2-4-8"]',
        stage("next", "pool", '{ stage = "group", who = "beaten" }', 'groups = ["A", "B"]\nrounds = [2, 6]'),
        kind="pool",
        rounds="rounds = [1, 5]",
    ),
}


@pytest.mark.parametrize("text", ONCE_DERIVED_OTHERWISE.values(), ids=ONCE_DERIVED_OTHERWISE)
def test_nothing_deviates_where_it_once_did(text: str) -> None:
    form = declared(text)
    busy = Day(late=0.5, rest=0.2, withdraw=0.1, after_pairing=0.6)
    for day, seeds in ((busy, (1, 2, 3, 4, 8, 11)), (DESERTED, (1, 2))):
        for seed in seeds:
            assert play(form, 16, day, seed).deviations(form) == []


@pytest.mark.parametrize("count", [3, 6, 11, 16])
def test_a_drawn_tree_has_blocks_and_a_repechage_of_few(count: int) -> None:
    """Who was drawn into which half, and a tree of the beaten that has fewer places than the tree they come from."""
    beaten = '{ stage = "knockout", who = "losers", at = ["A1", "B1"] }'
    two = '[{ stage = "knockout", who = "winners" }, { stage = "again", who = "winners" }]'
    form = declared(
        tree(
            'seats = "drawn"\nsize = 16\nrounds = [1, 3]\nblocks = ["A", "B"]',
            stage("again", "bracket", beaten, "rounds = [2, 4]")
            + stage("last", "bracket", two, "rounds = [5, 6]"),
        ).replace('first = ["knockout"]', 'first = ["last"]')
    )
    for seed in range(1, 7):
        assert play(form, count, Day(withdraw=0.1, after_pairing=0.4), seed).deviations(form) == []


def test_matches_beside_a_tree_of_blocks_keep_their_groups() -> None:
    """Those for the third and the fifth place, on days that are corrected; both had no group that `verify` knew."""
    assert [run(RANDOM, 950, number) for number in (21200, 29837)] == [[], []]
