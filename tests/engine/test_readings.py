"""The readings E of docs/decisions.md that no other test here works by hand."""

from __future__ import annotations

from dataclasses import replace

from tests.engine.builders import (
    best,
    declared,
    entrants,
    follow,
    game,
    grouped,
    groups,
    knockout,
    numbered_tree,
    pairs,
    play,
    stage,
    swiss,
    tree,
    value,
)
from tourgen.engine import progress
from tourgen.engine.final import TitleHolder, final_ranks, title_holders
from tourgen.engine.model import Round
from tourgen.engine.situation import Situation
from tourgen.formats import shipped_text


def group_of(now: Situation, no: int) -> str | None:
    return now.stages[now.format.first_stage.id].group_of(now, no)


def test_a_stage_that_turned_out_to_have_no_rounds() -> None:
    """One alone has won without a match; no rounds are named."""
    text = grouped('groups = ["A"]', knockout(best(1)), '["knockout"]')
    now = play(declared(text), entrants(2), ["1>2"], stage="group")
    assert now.spans["knockout"] == (2, 1)
    assert (now.rounds_of("group"), now.rounds_of("knockout")) == ((1, 1), None)
    assert final_ranks(now) == [(1, 1), (2, 2)]


def test_whoever_is_alone_in_a_tree_goes_on_from_it_at_once() -> None:
    """The rest is 1 alone, who has no match in the knockout; the round robin after it has all three."""
    others = '{ stage = "group", who = "places", places = [2, 3] }'
    last = stage("last", "round-robin", f'[{{ stage = "knockout", who = "winners" }}, {others}]')
    rest = knockout('{ stage = "group", who = "rest" }')
    text = grouped('groups = ["A"]', rest + last, '["last"]')
    now = play(declared(text), entrants(3), ["2>3", "1>3", "1>2"], stage="group")
    assert (now.rounds_of("knockout"), now.rounds_of("last")) == (None, (4, 6))
    assert sorted(now.entered["last"]) == [1, 2, 3]


def test_a_final_round_robin_that_is_not_played_is_passed_over() -> None:
    second = stage("knockout", "round-robin", best(2), 'groups = ["A", "B"]')
    text = grouped('groups = ["A"]', second, '["knockout"]')
    now = play(declared(text), entrants(3), ["3>2", "1>2", "1>3"], stage="group")
    assert now.rounds_of("knockout") is None
    assert final_ranks(now) == [(1, 1), (2, 3), (3, 2)]


def test_a_final_tree_that_nobody_entered_is_passed_over() -> None:
    women = '{ stage = "group", who = "best", count = 1, sex = "F" }'
    text = grouped('groups = ["A", "B"]', knockout(women, 'seats = ["A", "B"]'), '["knockout"]')
    now = play(declared(text), entrants(4), ["1>3", "2>4"], stage="group")
    assert now.rounds_of("knockout") is None
    assert [rank for rank, _ in final_ranks(now)] == [1, 2, 3, 4]


def test_nobody_has_a_disc_of_a_game_that_both_lost() -> None:
    now = play(swiss('["disc-total"]'), entrants(4), ["1x2, 3>4"])
    assert [value("disc-total", no, now).value for no in (1, 2, 3)] == [0, 0, 32]
    assert value("disc-difference", 1, now).value == 0


def test_brightwell_of_a_game_forfeited_to_somebody_who_withdrew_later() -> None:
    """1 forfeits to 2, who is gone from round 2 on: 32 + 6 × own points, as for every game against 2."""
    field = entrants(4, withdrawn_after={2: 1}, paired_until={2: 1})
    now = play(swiss('["wins", "brightwell-6"]'), field, ["2!1, 3>4", "1>3 40-24"])
    assert value("brightwell-6", 1, now).value == (32 + 6) + (40 + 6)


def test_the_group_in_a_standing() -> None:
    """Who has gone on keeps the group; who has left it beaten or out has none; of an order by group everybody has."""
    text = grouped(
        'group_sizes = [4, 3, 5]\nleave = ["wins-2", "losses-2"]\navoid = ["rematch"]',
        knockout('{ stage = "group", who = "passed" }'),
        '["knockout"]',
        kind="pool",
        by_group="false",
    )
    now = play(declared(text), entrants(4), ["1>3, 2>4", "1>2, 3>4"], stage="group", group="1")
    assert [group_of(now, no) for no in (1, 2, 3, 4)] == ["1", "1", "1", None]


def test_the_first_lap_of_two_names_the_smaller_number_first() -> None:
    now = progress.start(declared(grouped('groups = ["A"]\ntimes = 2')), entrants(4))
    laps = []
    for _ in range(6):
        laps.append(pairs(now))
        now = follow(now)
    assert all(first < (second or 0) for row in laps[:3] for first, second in row)
    assert [[pair[::-1] for pair in row] for row in laps[:3]] == laps[3:]


def test_who_has_left_enters_no_later_stage() -> None:
    second = stage("second", "round-robin", '{ stage = "group", who = "out" }', "group_sizes = [2, 3]")
    text = grouped('leave = ["wins-2", "losses-2"]', second, kind="pool", rounds="rounds = [1, 2]")
    form = declared(text)
    field = entrants(4, withdrawn_after={4: 1}, paired_until={4: 1})
    now = play(form, field, ["1>4, 2>3", "1>2, 3"], stage="group")
    assert groups(now, "second") == {"1": [2, 3]}


def test_whoever_holds_a_place_but_has_left_is_passed_over_among_the_best_of_all() -> None:
    """3, who shares the third place with 4, goes home: 4 is the best who is there and not in the final."""
    last = stage("last", "round-robin", '{ who = "best-overall", count = 1 }', "rounds = [3, 5]")
    field = entrants(4, withdrawn_after={3: 2}, paired_until={3: 2})
    now = follow(follow(progress.start(declared(tree('seats = "seeded"', last)), field)))
    assert list(now.entered["last"]) == [4]


def test_who_has_left_a_stage_since_leaves_the_rest_as_it_was() -> None:
    """3 plays for the first place and leaves; 5, next by rank, was not taken and plays on with the others."""
    first = '{ stage = "swiss", who = "places", places = [1, 2] }'
    later = stage("top", "bracket", first, "rounds = 2\nwinner_places = 1\nloser_places = 2")
    later += stage("others", "pool", '{ stage = "swiss", who = "rest" }', "rounds = 3")
    form = swiss('["wins", "smaller-lot"]', rounds=1, stage=f'{later}[final]\nfirst = ["top"]')
    now = play(form, entrants(6, withdrawn_after={3: 2}, paired_until={3: 2}), ["1>2, 3>4, 5>6"])
    assert list(follow(now).entered["others"]) == [5, 2, 4, 6]


def test_who_came_through_a_tree_is_not_beaten_when_the_next_stage_is_over() -> None:
    """2 beats 3 and plays 1 in round 3; in round 4 there are only 3, beaten in the tree, and 4."""
    places = '{ stage = "swiss", who = "places", places = [2, 3] }'
    top = f'[{best(1, "swiss")}, {{ stage = "tree", who = "winners" }}]'
    others = '[{ stage = "swiss", who = "rest" }, { stage = "tree", who = "losers" }]'
    later = stage("tree", "bracket", places, "rounds = 2") + stage("top", "round-robin", top)
    later += stage("others", "pool", others, "rounds = [3, 4]")
    form = swiss('["wins", "smaller-lot"]', rounds=1, stage=f'{later}[final]\nfirst = ["top"]')
    now = follow(follow(play(form, entrants(4), ["1>2, 3>4"])))
    assert pairs(now) == [(3, 4)]


def test_who_comes_by_rank_into_a_pool_of_the_beaten_stays_in_it() -> None:
    """1 and 2 come through the tree and play for the first place; 2, beaten there, plays on with 3 and 4."""
    league = stage("league", "round-robin", '{ stage = "knockout", who = "winners" }', "rounds = 2")
    second = '{ stage = "league", who = "places", places = [2, 2] }'
    beaten = '{ stage = "knockout", who = "losers" }'
    others = stage("others", "pool", f"[{second}, {beaten}]", "rounds = [3, 4]")
    text = tree('seats = "seeded"\nsize = 4\nrounds = 1', league + others)
    form = declared(text.replace('first = ["knockout"]', 'first = ["league"]'))
    now = follow(follow(progress.start(form, entrants(4))))
    for each in (now, follow(now)):
        assert {no for pair in pairs(each) for no in pair} == {2, 3, 4, None}


def test_who_plays_on_in_a_tree_is_in_no_pool_of_its_beaten() -> None:
    """4 beat 1 in round 1, as a correction says, but 1 had the final made already, and plays it."""
    others = stage(
        "others", "pool", '{ stage = "knockout", who = "losers" }', 'leave = ["wins-2", "losses-2"]'
    )
    start = progress.start(declared(tree('seats = "seeded"', others)), entrants(4))
    now = follow(start, {4: 1})
    assert list(now.entered["others"]) == [1, 3]
    made = (game("1>2", "final", None), game("3>4", "others", None))
    assert list(progress.advance(now, Round(2, made)).entered["others"]) == [3, 4]


def test_a_tree_that_nobody_enters_by_a_correction_stands_as_it_was_played() -> None:
    """Both have lost round 1, as a correction says, but 1 had come through it, and had a bye in round 2."""
    after = knockout('{ stage = "group", who = "unbeaten" }', "rounds = [2, 3]")
    form = declared(grouped("", after, '["knockout"]', "pool", "rounds = [1, 1]"))
    now = play(form, entrants(2), ["1x2"], stage="group")
    now = progress.advance(now, Round(2, (game("1", "knockout", None),)))
    assert [(one.stage, one.players) for one in progress.plan(now)] == [("final", (1, None))]


def test_who_was_beaten_in_a_tree_of_those_who_qualified_plays_after_it_among_the_best_of_all() -> None:
    """1 and 2 have come through their groups, and 1 won the match between them: 2 and 3 play on."""
    match = knockout('{ stage = "group", who = "sole-unbeaten" }', "rounds = 3")
    top = stage("top", "pool", '{ who = "best-overall", count = 2 }', "rounds = 4")
    text = 'groups = ["A", "B"]\nleave = ["sole-unbeaten"]'
    text = grouped(text, match + top, '["top"]', "pool", "rounds = [1, 2]", by_group="false")
    form = declared(text.replace('"smaller-lot"]', '"smaller-lot"]\ncounted = "all"'))
    now = follow(follow(follow(progress.start(form, entrants(8)))))
    assert pairs(now) == [(2, 3)]


def test_a_stage_of_one_is_not_played_and_puts_nobody_among_the_best_of_all() -> None:
    """4, the only woman, would have the stage of the first places alone; the best of all are 1 and 2."""
    women = stage("women", "round-robin", '{ stage = "group", who = "best", count = 4, sex = "F" }')
    overall = stage("top", "pool", '{ who = "best-overall", count = 2 }', "rounds = [4, 5]")
    field = entrants(4, sex={no: "F" if no == 4 else "M" for no in range(1, 5)})
    now = progress.start(declared(grouped('groups = ["A"]', women + overall, '["women"]')), field)
    assert list(follow(follow(follow(now))).entered["top"]) == [1, 2]


def test_a_pool_of_the_beaten_begins_with_the_first_of_them_and_ends_when_all_have_left() -> None:
    leave = 'leave = ["wins-2", "losses-2"]\navoid = ["score-gap"]'
    others = stage("others", "pool", '{ stage = "knockout", who = "losers" }', leave)
    now = follow(progress.start(declared(tree('seats = "seeded"', others)), entrants(4)))
    assert (now.rounds_of("others"), pairs(now)) == ((2, None), [(1, 2), (3, 4)])
    now = follow(follow(now))
    assert (now.rounds_of("others"), progress.next_round(now)) == ((2, 3), None)


def test_whoever_is_among_the_best_of_all_is_none_of_the_rest() -> None:
    """The rest is whom no other stage takes, whichever of the two is declared first."""
    rest = stage("rest", "round-robin", '{ stage = "group", who = "rest" }')
    match = knockout('{ who = "best-overall", count = 2 }', "rounds = 4")
    for second in (rest + match, match + rest):
        now = progress.start(declared(grouped('groups = ["A"]', second, '["knockout"]')), entrants(4))
        now = follow(follow(follow(now)))
        assert (groups(now, "knockout"), groups(now, "rest")) == ({None: [1, 2]}, {None: [3, 4]})


def test_late_entrants_come_into_the_smallest_group() -> None:
    field = entrants(6, from_round={1: 2, 2: 3})
    text = grouped('groups = ["A", "B"]\ndeal = "consecutive"', kind="pool", rounds="rounds = [1, 3]")
    assert groups(progress.start(declared(text), field)) == {"A": [3, 4, 1], "B": [5, 6, 2]}


def test_a_late_entrant_has_no_game_in_a_first_round_by_number() -> None:
    """A no-show has one, and forfeits it."""
    form = swiss(stage='first_round = "neighbours-by-number"')
    field = entrants(5, from_round={2: 2}, withdrawn_after={4: 0}, paired_until={4: 0})
    assert pairs(progress.start(form, field)) == [(1, 3), (4, 5)]


def test_whoever_was_beaten_in_a_drawn_tree_plays_on_above_its_empty_places() -> None:
    """Six in a tree of eight: 4 and 5, and 3 and 6 have met, 1 and 2 had byes; 5 and 6 meet, not the empty places."""
    again = stage("again", "bracket", '{ stage = "knockout", who = "losers", at = ["1"] }', "rounds = [2, 3]")
    now = follow(progress.start(declared(tree('seats = "seeded"\nrounds = [1, 3]', again)), entrants(6)))
    assert [one.players for one in progress.plan(now) if one.stage == "again"] == [(5, 6)]


def test_the_beaten_of_several_trees_come_round_by_round() -> None:
    """The smaller number wins: those beaten in round 1 play rounds 2 to 4, those beaten in round 2 play 3 and 4."""
    again = stage(
        "again", "bracket", '{ stage = "main", who = "losers", at = ["1", "2"] }', "rounds = [2, 4]"
    )
    last = stage("last", "round-robin", '{ stage = "again", who = "losers" }')
    now = progress.start(declared(numbered_tree(16, "rounds = [1, 4]", again + last)), entrants(16))
    for _ in range(4):
        now = follow(now)
    assert list(now.entered["last"]) == [10, 11, 6, 14, 7, 15, 4, 8, 12, 16]


def test_places_of_a_tree_count_real_players() -> None:
    """Five on eight places, two of them side by side empty: beaten in the first round is fourth of those who came."""
    text = numbered_tree(8, "rounds = [1, 3]")
    numbers = {1: 1, 2: 2, 3: 3, 4: 5, 5: 6}
    field = {no: replace(one, number=numbers[no]) for no, one in entrants(5).items()}
    now = progress.start(declared(text), field)
    for _ in range(3):
        now = follow(now)
    assert final_ranks(now) == [(1, 1), (2, 4), (3, 3), (4, 2), (4, 5)]


def test_a_place_of_a_tree_is_theirs_who_played_the_match() -> None:
    """By hand 2, beaten by 1 before, plays the second semi-final in the place of 7, who has no place then."""
    field = entrants(8)
    now = progress.start(declared(numbered_tree(8, "rounds = [1, 3]")), field)
    now = follow(now)
    games = tuple(game(text, "semi", None) for text in ("1>3", "5>2"))
    now = follow(progress.advance(now, Round(2, games)))
    ranks = [(1, 1), (2, 5), (3, 2), (3, 3), (5, 4), (5, 6), (5, 8), (9, 7)]
    assert sorted(final_ranks(now)) == ranks


def test_a_match_for_the_fifth_place_is_for_losers() -> None:
    """1 beats 2 and leaves: 2 plays on for the fifth place, and has not gone on in the tree instead of 1."""
    beside = 'rounds = [1, 3]\nthird = "played"\nfifth = "played"'
    now = follow(progress.start(declared(numbered_tree(8, beside)), entrants(8)))
    now = replace(
        now, entrants={**now.entrants, 1: replace(now.entrants[1], withdrawn_after=1, paired_until=1)}
    )
    now = follow(now)
    assert pairs(now) == [(3, 5), (7, None), (2, 6)]


def test_a_tree_larger_than_those_who_come_from_another() -> None:
    """Two come through of four, on four places: a walkover each, and the final."""
    second = knockout('{ stage = "main", who = "winners" }', 'seats = "seeded"\nsize = 4')
    text = numbered_tree(4, "rounds = 1", second).replace('first = ["main"]', 'first = ["knockout"]')
    now = follow(progress.start(declared(text), entrants(4)))
    assert now.rounds_of("knockout") == (2, 3)
    assert final_ranks(follow(follow(now)))[:2] == [(1, 1), (2, 3)]


def test_a_title_of_one_sex_that_two_share_is_left_to_the_referee() -> None:
    """Both who lost a semi-final are third."""
    title = '[[place_title]]\ntitle = "女子優勝"\nplace = 1\nsex = "F"\n'
    form = declared(tree('seats = "seeded"') + title)
    for women, referee in (((3, 4), True), ((2, 3), False)):
        now = progress.start(form, entrants(4, sex=dict.fromkeys(women, "F")))
        assert title_holders(follow(follow(now))) == [TitleHolder("女子優勝", women[0], referee)]


def test_third_places_are_open_until_their_match_is_played() -> None:
    text = grouped(
        'groups = ["A"]',
        knockout(best(4), 'third = "played"'),
        '["knockout"]',
    )
    now = play(declared(text), entrants(4), ["1>4, 2>3", "1>3, 2>4", "1>2, 3>4"], stage="group")
    now = follow(now)
    assert now.decided.held == {}
    assert final_ranks(follow(now)) == [(1, 1), (2, 3), (3, 2), (4, 4)]


def test_rounds_in_which_nothing_counts_are_no_rounds_of_the_cumulative_score() -> None:
    """Two rounds of groups, then a final that counts nothing: ○○ stays 1 + 2."""
    text = grouped('groups = ["A"]', knockout(best(2)), '["knockout"]')
    now = play(declared(text), entrants(3), ["2>3", "1>3", "1>2"], stage="group")
    before = value("cumulative-wins", 1, now).value
    assert before == 0 + 1 + 2
    assert value("cumulative-wins", 1, follow(now)).value == before


def test_where_two_are_equal_at_a_cut_the_lot_decides() -> None:
    text = grouped('groups = ["A"]\ndeal_by = ["grade"]', knockout(best(1)))
    text = text.replace('["wins", "smaller-lot"]', '["wins"]').replace("first = []", 'first = ["knockout"]')
    now = play(declared(text), entrants(2, grade={2: 3, 1: 1}), ["1x2"], stage="group")
    assert now.drawn["knockout"] == (1,)


def test_at_the_table_nobody_is_black_before_the_game() -> None:
    """With colours = "nigiri" the sheet says who was Black, and the next sides are not evened out."""
    text = shipped_text("go-swiss").replace('game = "go"', 'game = "go"\ncolours = "nigiri"')
    now = progress.start(declared(text), entrants(4))
    assert [(one.players, one.black) for one in progress.plan(now)] == [((1, 2), None), ((3, 4), None)]
    played = tuple(replace(game(one, "swiss", "A"), black=1) for one in ("1>2", "3>4"))
    now = progress.advance(now, Round(1, played))
    assert now.everything.colours(2) == [True]
    assert [one.black for one in progress.plan(now)] == [None, None]
