"""Section 8, knockouts and playoffs: who enters, who meets whom, who waits, and the places they give."""

from dataclasses import replace

import pytest

from tests.rules.builders import Day, pairs
from tests.rules.shogi import CHAMPIONSHIP, ENCOURAGEMENT, TEAM, leave, numbers, shogi_day
from tourgen.engine.final import final_ranks, title_holders
from tourgen.engine.model import Game, Round
from tourgen.engine.progress import finished


def in_order(format_id: str, count: int, **more: object) -> Day:
    """The preliminaries are over, and smaller numbers have won; everybody is seeded by what they then have."""
    return shogi_day(format_id, count, **more).rounds(4)  # type: ignore[arg-type]


def ranks(day: Day, block: str = "A") -> list[int]:
    """A block in the order of rank."""
    return [row.no for row in day.now.rows if day.now.dealt_group(row.no) == block]


class TestChampionship:
    def test_1_4_and_2_3(self):
        day = in_order(CHAMPIONSHIP, 16)
        first, second, third, fourth = ranks(day)[:4]
        assert numbers(day.plan) == [("semi", None, (first, fourth)), ("semi", None, (second, third))]
        assert [game.table for game in day.plan] == [1, 2]

    def test_third_shared(self):
        day = in_order(CHAMPIONSHIP, 16)
        first, second, third, fourth, fifth = ranks(day)[:5]
        day.play(first, third)
        assert numbers(day.plan) == [("final", None, (first, third))]
        day.play(third)
        assert finished(day.now)
        assert final_ranks(day.now)[:5] == [(1, third), (2, first), (3, second), (3, fourth), (5, fifth)]
        assert [(one.title, one.no) for one in title_holders(day.now)] == [("優勝", third), ("準優勝", first)]

    def test_third_played(self):
        day = in_order(CHAMPIONSHIP, 16, third="played")
        first, second, third, fourth, fifth = ranks(day)[:5]
        day.play(first, third)
        assert numbers(day.plan) == [("final", None, (first, third)), ("third", None, (fourth, second))]
        day.play(first, second)
        assert final_ranks(day.now)[:5] == [(1, first), (2, third), (3, second), (4, fourth), (5, fifth)]

    def test_who_never_came_holds_no_title(self):
        day = shogi_day(CHAMPIONSHIP, 6, withdrawn=dict.fromkeys(range(1, 7), 0))
        while not finished(day.now):
            day.take(day.plan)
        assert [rank for rank, _ in final_ranks(day.now)] == [1, 2, 3, 4, 5, 6]
        assert title_holders(day.now) == []

    def test_third_played_after_quarter_finals(self):
        day = in_order(CHAMPIONSHIP, 16, third="played", cut=8)
        first, second, third, fourth = ranks(day)[:4]
        day.play(first, second, third, fourth)
        assert numbers(day.plan) == [("semi", None, (first, fourth)), ("semi", None, (second, third))]
        day.play(first, second)
        assert numbers(day.plan) == [("final", None, (first, second)), ("third", None, (fourth, third))]

    def test_the_knockout_changes_no_preliminary_rank(self):
        day = in_order(CHAMPIONSHIP, 16)
        before = day.now.rows
        assert day.rounds(2).now.rows == before

    def test_everybody_else_by_preliminary_rank(self):
        day = in_order(CHAMPIONSHIP, 16)
        rest = ranks(day)[4:]
        assert final_ranks(day.rounds(2).now)[4:] == list(enumerate(rest, 5))

    def test_a_qualifier_who_is_out_before_the_sheet_is_made_makes_room(self):
        day = shogi_day(CHAMPIONSHIP, 16).rounds(3)
        last = Round(4, tuple(replace(game, winner=min(game.players)) for game in day.plan))
        best = ranks(in_order(CHAMPIONSHIP, 16))
        # 失格 in round 4, or withdrawn after it: gone when the knockout is drawn.
        day = leave(day, best[1], 4).take(last.games)
        first, _, third, fourth, fifth = ranks(day)[:5]
        assert numbers(day.plan) == [("semi", None, (first, fifth)), ("semi", None, (third, fourth))]

    def test_afterwards_the_opponent_walks_over(self):
        day = in_order(CHAMPIONSHIP, 16)
        first, second, third, fourth = ranks(day)[:4]
        day = leave(day, second, 4, paired_until=5)
        (_, semi) = day.plan
        assert (semi.players, semi.kind, semi.winner) == ((second, third), "forfeit", third)
        day.play(first).play(first)
        assert final_ranks(day.now)[:4] == [(1, first), (2, third), (3, second), (3, fourth)]

    @pytest.mark.parametrize(("count", "games"), [(2, 1), (3, 2), (4, 2)])
    def test_fewer_entrants_than_the_cut(self, count, games):
        day = in_order(CHAMPIONSHIP, count)
        assert len(day.plan) == games
        if count == 3:
            assert numbers(day.plan)[0] == ("semi", None, (ranks(day)[0], None))  # the best waits
        while not finished(day.now):
            day.play()
        assert sorted(no for _, no in final_ranks(day.now)) == list(range(1, count + 1))

    def test_only_one_is_left(self):
        day = shogi_day(CHAMPIONSHIP, 4).rounds(3)
        games = tuple(replace(game, winner=min(game.players)) for game in day.plan)
        for no in (2, 3, 4):
            day = leave(day, no, 4)
        day.take(games)
        assert finished(day.now) and final_ranks(day.now)[0] == (1, 1)

    def test_a_semi_final_that_nobody_came_to(self):
        day = in_order(CHAMPIONSHIP, 16)
        first, second, third, fourth, fifth = ranks(day)[:5]
        for no in (second, third):
            day = leave(day, no, 4, paired_until=5)
        assert [game.kind for game in day.plan] == ["played", "double-loss"]
        day.play(first)
        (final,) = day.plan
        assert (final.players, final.kind, final.winner) == ((first, None), "bye", first)
        day.play()
        # Both take the loser's place; the second place stays vacant, and nobody moves up.
        assert final_ranks(day.now)[:5] == [(1, first), (3, second), (3, third), (3, fourth), (5, fifth)]


class TestEncouragement:
    def test_a1_b4_b2_a3_b1_a4_a2_b3(self):
        day = in_order(ENCOURAGEMENT, 32)
        (a1, a2, a3, a4), (b1, b2, b3, b4) = (ranks(day, block)[:4] for block in "AB")
        assert [set(game.players) for game in day.plan] == [{a1, b4}, {b2, a3}, {b1, a4}, {a2, b3}]
        assert [(game.stage, game.group) for game in day.plan] == [
            ("knockout", str(at)) for at in (1, 2, 3, 4)
        ]
        day.play(a1, b2, b1, a2)
        assert [set(game.players) for game in day.plan] == [{a1, b2}, {b1, a2}]
        day.play(a1, b1)
        assert [set(game.players) for game in day.plan] == [{a1, b1}]
        day.play(b1)
        found = final_ranks(day.now)
        assert found[:2] == [(1, b1), (2, a1)]
        assert {no for rank, no in found if rank == 3} == {a2, b2}
        assert {no for rank, no in found if rank == 5} == {a3, a4, b3, b4}
        assert found[8][0] == 9

    def test_behind_the_knockout_blocks_are_merged_by_keys(self):
        day = in_order(ENCOURAGEMENT, 32).rounds(3)
        keys = {row.no: row.keys for row in day.now.rows}
        rest = [no for rank, no in final_ranks(day.now) if rank > 8]
        assert [keys[no] for no in rest] == sorted((keys[no] for no in rest), reverse=True)
        groups = [day.now.seats[no].group for no in rest]
        assert groups != sorted(groups)

    def test_behind_the_knockout_a_direct_encounter_counts_in_its_own_block(self):
        """a and b have 2 wins, opponents with 4, 2 of them beaten, median 2; a beat b and has the larger lot."""
        day = shogi_day(ENCOURAGEMENT, 12, rounds=3, cut=2)
        blocks = {
            group: dict(zip("abcdef", sorted(ranks(day, group), reverse=True), strict=True)) for group in "AB"
        }
        for results in ("b>e c>f d>a", "c>d f>e a>b", "b>c a>e d>f"):
            day.take(
                Game(None, "swiss", group, (who[text[0]], who[text[2]]), winner=who[text[0]])
                for group, who in blocks.items()
                for text in results.split()
            )
        assert {no for game in day.plan for no in game.players} == {
            who[one] for who in blocks.values() for one in "cd"
        }
        day.play().play()
        behind = [no for rank, no in final_ranks(day.now) if rank > 4]
        assert behind == [no for one in "abfe" for no in sorted(who[one] for who in blocks.values())]

    def test_a_block_with_fewer_than_the_cut(self):
        day = in_order(ENCOURAGEMENT, 7)  # A has four, B has three
        (a1, a2, a3, a4), (b1, b2, b3) = ranks(day, "A"), ranks(day, "B")
        # A1, B1, A2, B2, A3, B3, A4: the seventh meets the second, and the first waits.
        assert [set(game.players) for game in day.plan] == [{a1, None}, {b2, a3}, {b1, a4}, {a2, b3}]

    def test_the_next_of_the_same_block_moves_up(self):
        day = shogi_day(ENCOURAGEMENT, 32).rounds(3)
        games = tuple(replace(game, winner=min(game.players)) for game in day.plan)
        gone = ranks(in_order(ENCOURAGEMENT, 32), "B")[0]
        day = leave(day, gone, 4).take(games)
        entrants = {no for game in day.plan for no in game.players}
        assert entrants == {*ranks(day, "A")[:4], *ranks(day, "B")[1:5]}


def unbeaten_teams(count: int, teams: int, rounds: int = 2, **settings: object) -> Day:
    """So many unbeaten teams after `rounds`: of each four one, the others leave a double loss behind."""
    day = shogi_day(TEAM, teams, rounds=rounds, **settings)
    for number in range(rounds):
        games = []
        left = 0
        for game in day.plan:
            if game.entered:
                games.append(replace(game, kind="double-loss", winner=None))
                continue
            games.append(replace(game, winner=game.players[0], boards=(1, 1, 0)))
        if number == rounds - 1:
            for at, game in enumerate(games):
                if day.now.record.unbeaten(game.players[0]):
                    left += 1
                    if left > count:
                        games[at] = replace(game, kind="double-loss", winner=None, boards=None)
        day.take(games)
    return day


class TestPlayoff:
    """「全勝者が複数いた場合には、改めて決勝戦・準決勝戦等を行う」."""

    def test_an_event_can_do_without_it(self):
        day = unbeaten_teams(4, 16, playoff=False)
        assert finished(day.now)
        places = final_ranks(day.now)
        assert [rank for rank, _ in places][:4] == [1, 2, 3, 4]
        assert [no for _, no in places] == [row.no for row in day.now.rows]

    @pytest.mark.parametrize(
        ("count", "expected"),
        [
            (2, ["1:2"]),
            (3, ["1-", "2:3"]),
            (4, ["1:4", "2:3"]),
            (5, ["1-", "4:5", "2-", "3-"]),
            (6, ["1-", "4:5", "2-", "3:6"]),
            (7, ["1-", "4:5", "2:7", "3:6"]),
            (8, ["1:8", "4:5", "2:7", "3:6"]),
        ],
    )
    def test_of_so_many_unbeaten_teams(self, count, expected):
        day = unbeaten_teams(count, 32)
        best = [row.no for row in day.now.rows if row.keys[0] == 2]
        assert len(best) == count
        seed = {no: str(at) for at, no in enumerate(best, 1)}
        found = [":".join(seed[no] for no in game.players if no) for game in day.plan]
        assert [text if ":" in text else f"{text}-" for text in found] == expected
        assert {game.stage for game in day.plan} == (
            {"final"} if count == 2 else {"semi"} if count < 5 else {"playoff"}
        )
        assert all(game.boards == (1, 1, 1) for game in day.plan if game.kind == "bye")
        while not finished(day.now):
            day.play()
        places = final_ranks(day.now)
        assert [rank for rank, _ in places][:count] == [1, 2, 3, 3, 5, 5, 5, 5][:count]
        assert {no for _, no in places[:count]} == set(best)
        assert places[count][0] == count + 1

    def test_the_sole_unbeaten_team_has_won_without_a_match(self):
        day = unbeaten_teams(1, 8)
        assert finished(day.now)
        assert final_ranks(day.now)[0] == (1, day.now.rows[0].no)
        assert [rank for rank, _ in final_ranks(day.now)] == list(range(1, 9))

    def test_nobody_unbeaten_the_best_preliminary_rank_has_won(self):
        day = unbeaten_teams(0, 8)
        assert finished(day.now)
        assert final_ranks(day.now)[0] == (1, day.now.rows[0].no)

    def test_an_unbeaten_team_that_leaves_before_the_draw_is_not_in_it(self):
        before = unbeaten_teams(3, 16)
        best = [row.no for row in before.now.rows if row.keys[0] == 2]
        day = shogi_day(TEAM, 16, rounds=2)
        day.take(before.now.rounds[0].games)
        day = leave(day, best[0], 2).take(before.now.rounds[1].games)
        assert numbers(day.plan) == [("final", None, (best[1], best[2]))]
        # It stays behind the playoff, with the preliminary rank it has.
        assert final_ranks(day.play().now)[2] == (3, best[0])

    def test_a_late_team_has_not_won_every_round(self):
        day = shogi_day(TEAM, 8, rounds=2, late={8: 2}).rounds(1).smaller_wins(8)
        best = [row.no for row in day.now.rows if day.now.record.wins(row.no) == 2]
        assert day.now.record.losses(8) == 0 and 8 not in best
        assert {no for no in day.now.drawn["playoff"] if no is not None} == set(best)

    def test_blocks_of_teams_are_seeded_by_keys_over_all_of_them(self):
        day = shogi_day(TEAM, 16, rounds=2, blocks=["A", "B"])
        day.rounds(2)
        best = sorted(
            (row for row in day.now.rows if row.keys[0] == 2), key=lambda row: row.keys, reverse=True
        )
        assert pairs(day.plan) == [f"{best[0].no}:{best[3].no}", f"{best[1].no}:{best[2].no}"]


def test_a_first_round_made_by_hand_is_the_bracket_from_then_on():
    day = in_order(CHAMPIONSHIP, 16)
    first, second, third, fourth = ranks(day)[:4]
    games = [
        replace(game, players=players, winner=players[0])
        for game, players in zip(day.plan, [(first, third), (second, fourth)], strict=True)
    ]
    day.take(games, by_hand=True)
    assert numbers(day.plan) == [("final", None, (first, second))]


def test_a_first_round_of_which_one_match_was_made_by_hand():
    """The fifth instead of the fourth; the other match is the one that was drawn."""
    day = in_order(CHAMPIONSHIP, 16)
    first, second, third, _, fifth = ranks(day)[:5]
    one, other = day.plan
    day.take(
        [replace(one, players=(first, fifth), winner=first), replace(other, winner=second)], by_hand=True
    )
    assert numbers(day.plan) == [("final", None, (first, second))]
    assert set(final_ranks(day.play(first).now)[:4]) == {(1, first), (2, second), (3, fifth), (3, third)}
