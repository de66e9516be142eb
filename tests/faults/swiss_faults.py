"""Faults to plant in section 8: blocks, Swiss pairing, round robin, criteria, seeded knockouts, teams."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tests.faults.faults import (
    Fault,
    double_loss_won_by_the_first,
    every_game_has_a_table,
    forfeit_has_met,
    forfeit_is_an_ordinary_win,
    lines,
    lower_ranked_first,
    pool_with,
    vacant_places_filled,
    with_final,
    with_lottery,
    with_stage,
    without_criterion,
)
from tourgen.formats.declaration import Format, RoundRobin, SeededKnockout, Swiss
from tourgen.model import Game
from tourgen.rules import (
    brackets,
    order,
    pairing,
    round_robin,
    seeded,
    situation,
    swiss,
    teams,
)
from tourgen.rules.order import Row, in_keys_order, keys_of
from tourgen.rules.record import Line

CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM = (
    "shogi-championship",
    "shogi-encouragement",
    "shogi-girls",
    "shogi-team",
)
SHOGI = (CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM)
INDIVIDUALS = (CHAMPIONSHIP, ENCOURAGEMENT, GIRLS)

# ブロック


def dealt_in_halves(stage: Any, entrants: Mapping[int, Any]) -> dict[int, str]:
    right = right_deal(stage, entrants)
    return dict(zip(sorted(right, key=lambda no: entrants[no].number), sorted(right.values()), strict=True))


def late_entrants_dealt_with_the_others(stage: Any, entrants: Mapping[int, Any]) -> dict[int, str]:
    return right_deal(stage, {no: replace(one, from_round=1) for no, one in entrants.items()})


right_deal = swiss.deal


def whatever_the_first_round(entrant: Any, round_no: int) -> bool:
    return entrant.paired_until is None or entrant.paired_until >= round_no


# 組み合わせ


def swiss_with(**changes: Callable[[pairing.Pool, Any], Any]) -> Callable[..., pairing.Pool]:
    """The pool of a block as the pairing sees it, with something changed."""

    def changed(now: Any, stage: Swiss, group: str | None) -> pairing.Pool:
        pool = right_swiss_pool(now, stage, group)
        return replace(pool, **{name: change(pool, now) for name, change in changes.items()})

    return changed


right_swiss_pool = situation.swiss_pool


def larger_lot_ahead(pool: pairing.Pool, now: Any) -> tuple[int, ...]:
    return tuple(sorted(pool.order, key=lambda no: (-pool.wins[no], -now.record.numbers[no])))


def by_rank(pool: pairing.Pool, now: Any) -> tuple[int, ...]:
    return tuple(now.in_order(pool.order))


def both_kinds_alike(pool: pairing.Pool, now: Any) -> dict[int, frozenset[int]]:
    everybody = pool.forbidden.keys() | pool.discouraged.keys()
    return {
        no: pool.forbidden.get(no, frozenset()) | pool.discouraged.get(no, frozenset()) for no in everybody
    }


def school_by_round(*rules: str) -> dict[str, Any]:
    return {"declared": with_stage(Swiss, school=rules)}


# 総当たり戦


def other_way_round(count: int) -> tuple[Any, ...]:
    first, *others = right_tables(count)
    return (first, *others[::-1])


def games_of_those_there(stage: RoundRobin, now: Any) -> list[Game]:
    number = now.after + 1
    return [
        game
        for game in right_round_robin(stage, now)
        if not any(no is not None and now.entrants[no].withdrawn(number) for no in game.players)
    ]


right_tables, right_round_robin = round_robin.tables, round_robin.games

# 順位のつけ方


def criterion(name: str, value: Callable[[int, Any], int]) -> dict[str, Any]:
    return {"rules.order._PLAIN": {**order._PLAIN, name: value}}


def bye_of_minus_one(me: int, one: Any) -> int:
    return order.opponents_wins(me, one) - one.had_bye(me)


def median_of_two(me: int, one: Any) -> int:
    """Without the largest and the smallest only where four games are played."""
    games = len(one.lines[me])
    return order.opponents_wins(me, one) if games < 3 else order.median_wins(me, one)


def who_beat_one_of_them(me: int, one: Any, tied: Sequence[int]) -> int:
    return int(any(one.has_beaten(me, no) for no in tied if no != me))


def everybody_with_the_same_wins(me: int, one: Any, tied: Sequence[int]) -> int:
    return right_direct(me, one, [no for no in one.lines if one.wins(no) == one.wins(me)])


right_direct = order.direct_encounter


def rounds_played_only(me: int, one: Any) -> int:
    """The cumulative score without the rounds that a team had no game in."""
    return sum(one.wins_after(me, line.round) for line in one.lines[me])


def rounds_not_won_are_lost(one: Any, no: int) -> int:
    return int(one.latest - one.wins(no))


def dropped(name: str) -> Callable[[Format], Format]:
    def changed(declared: Format) -> Format:
        final = with_final(*(one for one in declared.final.criteria if one != name))
        return final(without_criterion(name)(declared))

    return changed


def over_all_blocks(now: Any) -> tuple[Row, ...]:
    criteria = [order.criterion(name) for name in now.declared.order.criteria]
    return in_keys_order(keys_of(now.entrants, now.record, criteria))


# 決勝トーナメント, 優勝決定戦


def neighbours_meet(entrants: Sequence[int]) -> tuple[int | None, ...]:
    return (*entrants, *[None] * (len(right_placed(entrants)) - len(entrants)))


def best_of_all_blocks(stage: Any, before: Any, now: Any) -> list[int]:
    right = right_seeds(stage, before, now)
    return seeded.merged(now, [row.no for row in now.rows if seeded._there(now, row.no)])[: len(right)]


def block_after_block(stage: Any, before: Any, now: Any) -> list[int]:
    right = right_seeds(stage, before, now)
    return sorted(right, key=lambda no: now.seats[no].group)


def lower_seed_first(stage: Any, before: Any, now: Any) -> list[int]:
    return right_seeds(stage, before, now)[::-1]


def one_loss_is_unbeaten(stage: Any, before: Any, now: Any) -> list[int]:
    most = max((now.record.wins(no) for no in now.entrants), default=0)
    return seeded.merged(now, [no for no in now.entrants if now.record.wins(no) >= most - 1][:4])


right_placed, right_seeds = seeded.placed, seeded.seeds


def everybody_is_there(now: Any, no: int) -> bool:
    return True


def without_number(match: Any, entrants: Any) -> list[Game]:
    return [replace(game, group=None) for game in right_match_game(match, entrants)]


right_match_game = brackets.match_game


def always_a_playoff(sides: int, early: str) -> str:
    return right_label(sides, "playoff")


right_label = brackets._label


def all_but_the_best_share_second(bracket: Any) -> dict[int, int]:
    return {no: min(place, 2) for no, place in right_places(bracket).items()}


right_places = brackets.Bracket.places


def block_after_block_in_the_end(now: Any, players: Any) -> tuple[Row, ...]:
    return tuple(replace(row, rank=rank) for rank, row in enumerate(_in_block_order(now, players), 1))


def _in_block_order(now: Any, players: Any) -> list[Row]:
    inside = set(players)
    return [row for row in now.rows if row.no in inside]


# 団体戦


def nothing_for_a_bye(game: Game, count: int) -> Game:
    return game if game.kind == "bye" else right_with_boards(game, count)


def walkover_of_two_boards(game: Game, count: int) -> Game:
    one = right_with_boards(game, count)
    if game.kind != "forfeit" or not one.boards:
        return one
    return replace(one, boards=(*one.boards[:-1], 1 - one.boards[-1]))


right_with_boards = teams.with_boards


def boards_of_forfeits_count_nothing(game: Any, no: int, line: Line) -> Line:
    return replace(line, boards=0) if game.kind == "forfeit" else line


def losers_boards_count_nothing(game: Any, no: int, line: Line) -> Line:
    return line if line.won else replace(line, boards=0)


SWISS_FAULTS = (
    Fault(
        "将棋 抽選: the increment is off by one",
        "preliminary",
        declared=lambda f: with_lottery(increment=f.lottery.increment + 1)(f),
        formats=SHOGI,
    ),
    Fault(
        "将棋 抽選: the first number is 2", "lottery", declared=with_lottery(first_number=2), formats=SHOGI
    ),
    Fault("ブロック: in halves", "league", {"rules.swiss.deal": dealt_in_halves}, formats=(ENCOURAGEMENT,)),
    Fault(
        "ブロック: late entrants dealt with the others",
        "league",
        {"rules.swiss.deal": late_entrants_dealt_with_the_others},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "参加: paired before they come",
        "player-resting",
        {"rules.record.Entrant.in_pool": whatever_the_first_round},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: the larger lot ahead",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(order=larger_lot_ahead)},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: in the order of the rank",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(order=by_rank)},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: the lowest opponent possible",
        "pairing",
        {"rules.pairing.SWISS": pairing.PairingRule("lowest-possible", "inside-optimum")},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: the bye is fixed first",
        "pairing",
        {"rules.pairing.SWISS": pairing.PairingRule("highest-possible", "fewest-wins-top-ranked")},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: the phantom has no win",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(phantom=lambda pool, now: 0)},
        formats=(CHAMPIONSHIP, ENCOURAGEMENT, TEAM),
    ),
    Fault(
        "スイス式: second byes are not avoided",
        "pairing",
        {"rules.situation.pool_of": pool_with(had_bye=lambda pool: frozenset())},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: rematches are not avoided",
        "pairing",
        {"rules.situation.pool_of": pool_with(met=lambda pool: {})},
        formats=SHOGI,
    ),
    Fault(
        "スイス式: wins are not looked at",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(wins=lambda pool, now: dict.fromkeys(pool.wins, 0))},
        formats=SHOGI,
    ),
    Fault(
        "組合せ禁止: forbidden pairs are not avoided",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(forbidden=lambda pool, now: {})},
        formats=SHOGI,
    ),
    Fault(
        "組合せ禁止: discouraged pairs are not avoided",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(discouraged=lambda pool, now: {})},
        formats=SHOGI,
    ),
    Fault(
        "組合せ禁止: discouraged pairs are forbidden",
        "pairing",
        {"rules.situation.swiss_pool": swiss_with(forbidden=both_kinds_alike)},
        formats=SHOGI,
    ),
    Fault("学校: not looked at", "pairing", **school_by_round("off"), formats=SHOGI),
    Fault("学校: soft from the first round", "pairing", **school_by_round("soft"), formats=SHOGI),
    Fault("学校: strict to the end", "pairing", **school_by_round("strict"), formats=SHOGI),
    Fault(
        "学校: strict in one round only",
        "pairing",
        **school_by_round("strict", "soft"),
        formats=SHOGI,
    ),
    Fault(
        "総当たり戦: with eight",
        "stage",
        declared=with_stage(RoundRobin, entrants=(2, 9)),
        formats=(GIRLS,),
    ),
    Fault(
        "総当たり戦: not with six",
        "stage",
        declared=with_stage(RoundRobin, entrants=(2, 4)),
        formats=(GIRLS,),
    ),
    Fault(
        "総当たり戦: the circle turns the other way",
        "pairing",
        {"rules.round_robin.tables": other_way_round},
        formats=(GIRLS,),
    ),
    Fault(
        "総当たり戦: games of who has left are dropped",
        "player-missing",
        {"rules.round_robin.games": games_of_those_there},
        formats=(GIRLS,),
    ),
    Fault(
        "将棋 順位: a forfeit counts as met",
        "pairing",
        {"rules.record.game_lines": lines(forfeit_has_met)},
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位: a forfeit is an ordinary win",
        "key",
        {"rules.record.game_lines": lines(forfeit_is_an_ordinary_win)},
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位: a double loss is won by the first",
        "standing-wins",
        {"rules.record.game_lines": lines(double_loss_won_by_the_first)},
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位: rounds without a game are lost",
        "standing-losses",
        {"rules.record.Record.losses": rounds_not_won_are_lost},
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位 2: a bye is an opponent with -1",
        "key",
        criterion("opponents-wins", bye_of_minus_one),
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位 2: only those beaten", "key", criterion("opponents-wins", order.beaten_wins), formats=SHOGI
    ),
    Fault("将棋 順位 2: dropped", "key", declared=dropped("opponents-wins"), formats=SHOGI),
    Fault("将棋 順位 3: everybody met", "key", criterion("beaten-wins", order.opponents_wins), formats=SHOGI),
    Fault(
        "将棋 順位 4: nobody left out", "key", criterion("median-wins", order.opponents_wins), formats=SHOGI
    ),
    Fault(
        "将棋 順位 4: with fewer than three games",
        "key",
        criterion("median-wins", median_of_two),
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位 5: who beat one of those tied",
        "key",
        {"rules.order.direct_encounter": who_beat_one_of_them},
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 順位 5: against everybody with the same wins",
        "key",
        {"rules.order.direct_encounter": everybody_with_the_same_wins},
        formats=INDIVIDUALS,
    ),
    Fault("団体戦 順位 5: team wins", "key", criterion("board-wins", order.wins), formats=(TEAM,)),
    Fault(
        "団体戦 順位 6: the wins of the last round only",
        "key",
        criterion("cumulative-wins", order.wins),
        formats=(TEAM,),
    ),
    Fault(
        "団体戦 順位 6: without rounds that were not played",
        "key",
        criterion("cumulative-wins", rounds_played_only),
        formats=(TEAM,),
    ),
    Fault(
        "将棋 順位: the larger lot ahead",
        "key",
        criterion("smaller-lot", lambda me, one: one.numbers[me]),
        formats=SHOGI,
    ),
    Fault(
        "将棋 順位: one order over all blocks",
        "standing-rank",
        {"rules.situation.Situation.rows": property(over_all_blocks)},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "将棋 決勝: neighbours meet", "pairing", {"rules.seeded.placed": neighbours_meet}, formats=INDIVIDUALS
    ),
    Fault(
        "将棋 決勝: the lowest seed first",
        "pairing",
        {"rules.seeded.seeds": lower_seed_first},
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 決勝: block after block",
        "pairing",
        {"rules.seeded.seeds": block_after_block},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "将棋 決勝: the best of all blocks together",
        "player-missing",
        {"rules.seeded.seeds": best_of_all_blocks},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "将棋 決勝: the best two only",
        "player-missing",
        declared=with_stage(SeededKnockout, cut=2),
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 決勝: nobody moves up for who has left",
        "player-resting",
        {"rules.seeded._there": everybody_is_there},
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 決勝: the third place is played",
        "player-resting",
        declared=with_stage(SeededKnockout, third="played"),
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 決勝: its matches have no number",
        "group",
        {"rules.brackets.match_game": without_number},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "将棋 決勝: players have a playoff",
        "stage",
        {"rules.brackets._label": always_a_playoff},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "優勝決定戦: with a loss",
        "player-resting",
        {"rules.seeded.seeds": one_loss_is_unbeaten},
        formats=(TEAM,),
    ),
    Fault(
        "将棋 最終順位: all but the best share the second",
        "final",
        {"rules.brackets.Bracket.places": all_but_the_best_share_second},
        formats=INDIVIDUALS,
    ),
    Fault(
        "将棋 最終順位: block after block",
        "final",
        {"rules.final_rank._merged": block_after_block_in_the_end},
        formats=(ENCOURAGEMENT,),
    ),
    Fault(
        "将棋 最終順位: vacant places are filled",
        "final",
        {"results.final_ranks": vacant_places_filled},
        formats=(ENCOURAGEMENT, GIRLS),
    ),
    Fault(
        "団体戦: a bye is no board",
        "boards",
        {"rules.teams.with_boards": nothing_for_a_bye},
        formats=(TEAM,),
    ),
    Fault(
        "団体戦: a walkover is two boards",
        "boards",
        {"rules.teams.with_boards": walkover_of_two_boards},
        formats=(TEAM,),
    ),
    Fault(
        "団体戦: boards of forfeits count nothing",
        "key",
        {"rules.record.game_lines": lines(boards_of_forfeits_count_nothing)},
        formats=(TEAM,),
    ),
    Fault(
        "団体戦: boards of a lost match count nothing",
        "key",
        {"rules.record.game_lines": lines(losers_boards_count_nothing)},
        formats=(TEAM,),
    ),
    Fault(
        "将棋 卓: byes have a table",
        "table",
        {"rules.progress.number_tables": every_game_has_a_table},
        formats=SHOGI,
    ),
    Fault(
        "将棋 卓: the lower-ranked player is named first",
        "player-order",
        {"rules.situation.pool_game": lower_ranked_first},
        formats=SHOGI,
    ),
)
