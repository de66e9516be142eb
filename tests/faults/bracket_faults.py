"""Faults to plant in the new Othello system: brackets, repechage, placing matches, order, replacements."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tests.faults.faults import (
    Fault,
    lines,
    lowest_line_that_fits,
    pool_with,
    vacant_places_filled,
    with_lottery,
    with_stage,
)
from tests.rules.builders import OPEN64, WOMEN32
from tourgen.formats.declaration import BracketFinals, Format, MainBracket, Placing, Pool, Repechage
from tourgen.rules import main_bracket, order, record, repechage, replacements, trees
from tourgen.rules.record import Line

BOTH = (OPEN64, WOMEN32)

# 全勝トーナメント, 敗者復活トーナメント


def placed(arrange: Callable[[list[int]], list[int]]) -> Callable[..., Any]:
    """A tree over the same places in another arrangement."""

    def tree(places: Sequence[int], *rest: Any) -> Any:
        return right_tree(arrange(list(places)), *rest)

    return tree


right_tree = trees.tree


def halves(places: list[int]) -> list[int]:
    """The first meets the first of the other half."""
    half = len(places) // 2
    return [place for pair in zip(places[:half], places[half:], strict=True) for place in pair]


def outside_in(places: list[int]) -> list[int]:
    """The first meets the last."""
    half = len(places) // 2
    return [place for pair in zip(places[:half], places[half:][::-1], strict=True) for place in pair]


def other_block(stage: MainBracket, place: int) -> str:
    return stage.blocks[::-1][(place - 1) * len(stage.blocks) // stage.size]


def other_blocks(stage: MainBracket, level: Sequence[Any]) -> list[tuple[str, Any]]:
    names = dict(zip(stage.blocks, stage.blocks[::-1], strict=True))
    return [(names[block], match) for block, match in right_in_blocks(stage, level)]


right_in_blocks = main_bracket.in_blocks


def groups_in(arrange: Callable[[tuple[str, ...]], tuple[str, ...]]) -> Callable[[Format], Format]:
    def changed(declared: Format) -> Format:
        stage = declared.stage_of("repechage")
        assert isinstance(stage, Repechage)
        return with_stage(Repechage, groups=arrange(stage.groups))(declared)

    return changed


def blocks_exchanged(groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple({"A": "B", "B": "A"}[group[0]] + group[1:] for group in groups)


def no_walkover(match: Any, label: str, group: str | None, situation: Any) -> list[Any]:
    found = right_match_games(match, label, group, situation)
    return [game for game in found if game.players[1] is not None]


right_match_games = trees.match_games


def larger_number_goes_on(pair: tuple[int, int], game: Any, round_no: int, situation: Any) -> Any:
    match = right_result(pair, game, round_no, situation)
    return match if match.won else replace(match, winner=max(pair), loser=min(pair))


def won_by_nobody(pair: tuple[int, int], game: Any, round_no: int, situation: Any) -> Any:
    return replace(right_result(pair, game, round_no, situation), won=True)


right_result = trees._result

# 順位


def previous(value: Callable[[int, Any], int]) -> dict[str, Any]:
    return {**order._PLAIN, "previous-order": value}


def rest_is(won: bool) -> Callable[..., Any]:
    """Whoever has no game in a round has won, or lost, it."""

    def add_round(one: Any, round_no: int, games: Any, assumed: Any = None, previous: Any = None) -> Any:
        listed = {no for game in games for no in game.players}
        idle = {no: won for no in one.lines if no not in listed}
        return right_add_round(one, round_no, games, idle, previous or {})

    return add_round


right_add_round = record.add_round


def walkover_is_no_win(game: Any, no: int, line: Line) -> Line:
    return replace(line, won=line.won and game.kind != "bye")


def without_fixed_places(declared: Format) -> Format:
    return replace(declared, order=replace(declared.order, decided_places=False))


# 入賞決定戦


def withdrawn_winners_count(pair: tuple[int, int], winners: Any, situation: Any, round_no: int) -> bool:
    one, other = (trees.holder(situation, winners[number]) for number in pair)
    return one is not None and other is not None and other in situation.record.met(one)


def places_by_bracket_number(stage: Placing, situation: Any) -> trees.Places:
    right = right_placing_places(stage, situation)
    sides = (sorted(p for p in right.held.values() if p <= stage.winner_places[1]), right.held)
    first = {number: place for number, place in right.held.items() if place <= stage.winner_places[1]}
    return replace(right, held={**right.held, **dict(zip(sorted(first), sides[0], strict=False))})


right_placing_places = repechage.placing_places

# 補充


def largest_place_first(target: Any) -> Any:
    return right_places_to_fill(target)[::-1]


def largest_number_first(*arguments: Any) -> Any:
    return right_volunteers(*arguments)[::-1]


def any_sex(target: Any, player: Any, number: int | None, taken: bool) -> Any:
    refused = right_refused(target, player, number, taken)
    return None if refused == "sex" and number is not None and not taken else refused


def next_number_skipped(target: Any, fields: Any, gone: Any) -> Any:
    return [replace(move, new_no=move.new_no + 1) for move in right_fill(target, fields, gone)]


right_places_to_fill, right_volunteers = replacements.places_to_fill, replacements._volunteers
right_refused, right_fill = replacements._refused, replacements._fill


def replacements_for_taking_part(declared: Format) -> Format:
    return replace(declared, award=tuple(replace(line, replacements=True) for line in declared.award))


BRACKET_FAULTS = (
    Fault(
        "番号: seeds stand on 1, 2, 3, 4",
        "lottery-range",
        declared=with_lottery(seed_places=(1, 2, 3, 4)),
        formats=BOTH,
    ),
    Fault("全勝: the halves meet", "pairing", {"rules.main_bracket.tree": placed(halves)}, formats=BOTH),
    Fault("ブロック: A is 33-64", "league", {"rules.main_bracket.block_of": other_block}, formats=(OPEN64,)),
    Fault(
        "ブロック: games called by the other block",
        "group",
        {"rules.main_bracket.in_blocks": other_blocks},
        formats=(OPEN64,),
    ),
    Fault("敗者復活: blocks exchanged", "group", declared=groups_in(blocks_exchanged), formats=(OPEN64,)),
    Fault(
        "敗者復活: groups in the order of rounds",
        "group",
        declared=groups_in(lambda g: g[::-1]),
        formats=BOTH,
    ),
    Fault(
        "敗者復活: the first meets the last",
        "pairing",
        {"rules.repechage.tree": placed(outside_in)},
        formats=BOTH,
    ),
    Fault(
        "空き: no walkover in the main bracket",
        "player-missing",
        {"rules.main_bracket.match_games": no_walkover},
        formats=BOTH,
    ),
    Fault(
        "空き: no walkover in the repechage",
        "player-missing",
        {"rules.repechage.match_games": no_walkover},
        formats=BOTH,
    ),
    Fault(
        "空き: of two empty places the larger number goes on",
        "final",
        {"rules.trees._result": larger_number_goes_on},
        formats=BOTH,
    ),
    Fault(
        "空き: a match with nobody there is won",
        "final",
        {"rules.trees._result": won_by_nobody},
        formats=BOTH,
    ),
    Fault(
        "3位決定戦: not played",
        "player-missing",
        declared=with_stage(BracketFinals, third_round=0),
        formats=(OPEN64,),
    ),
    Fault(
        "3位決定戦: its loser is 4th",
        "final",
        declared=with_stage(BracketFinals, third_places=(3, 4)),
        formats=(OPEN64,),
    ),
    Fault(
        "入賞決定戦: 1-3, 2-4",
        "pairing",
        declared=with_stage(Placing, pairs=((1, 3), (2, 4), (5, 7), (6, 8))),
        formats=(OPEN64,),
    ),
    Fault(
        "入賞決定戦: rematches are not avoided",
        "pairing",
        declared=with_stage(Placing, avoid_rematch=False),
        formats=(WOMEN32,),
    ),
    Fault(
        "入賞決定戦: an empty place counts as a rematch",
        "pairing",
        {"rules.repechage._rematch": withdrawn_winners_count},
        formats=(WOMEN32,),
    ),
    Fault(
        "入賞決定戦: losers begin with 8th",
        "final",
        declared=with_stage(Placing, loser_places=(8, 11)),
        formats=(OPEN64,),
    ),
    Fault(
        "入賞決定戦: winners by bracket number",
        "final",
        {"rules.places.placing_places": places_by_bracket_number},
        formats=BOTH,
    ),
    Fault("順位: decided places are not fixed", "standing-rank", declared=without_fixed_places, formats=BOTH),
    Fault(
        "順位: the larger number is ahead",
        "key",
        {"rules.order._PLAIN": previous(lambda me, one: one.previous.get(me, one.numbers[me]))},
        formats=BOTH,
    ),
    Fault(
        "順位: the order before is forgotten",
        "key",
        {"rules.order._PLAIN": previous(lambda me, one: -one.numbers[me])},
        formats=BOTH,
    ),
    Fault(
        "順位: resting is a win", "standing-wins", {"rules.progress.add_round": rest_is(True)}, formats=BOTH
    ),
    Fault(
        "順位: resting is a loss",
        "standing-losses",
        {"rules.progress.add_round": rest_is(False)},
        formats=BOTH,
    ),
    Fault(
        "順位: a walkover is no win",
        "standing-wins",
        {"rules.record.game_lines": lines(walkover_is_no_win)},
        formats=BOTH,
    ),
    Fault(
        "順位決定リーグ: the lowest opponent possible",
        "pairing",
        declared=with_stage(Pool, opponent="lowest-possible"),
        formats=BOTH,
    ),
    Fault(
        "順位決定リーグ: rematches are not avoided",
        "pairing",
        {"rules.situation.pool_of": pool_with(met=lambda pool: {})},
        formats=BOTH,
    ),
    Fault(
        "最終順位: vacant places of brackets are filled",
        "final",
        {"results.final_ranks": vacant_places_filled},
        formats=BOTH,
    ),
    Fault(
        "段位: the last line that fits, in brackets",
        "award",
        {"results.award_for": lowest_line_that_fits},
        formats=BOTH,
    ),
)

# Found in events of three divisions: by verify, or by the replacements worked out once more.
EVENT_FAULTS = (
    Fault(
        "補充: the largest place first",
        "replacement",
        {"rules.replacements.places_to_fill": largest_place_first},
    ),
    Fault(
        "補充: the largest lottery number first",
        "replacements [",
        {"rules.replacements._volunteers": largest_number_first},
    ),
    Fault("補充: men fill the women's division", "replacement-sex", {"rules.replacements._refused": any_sex}),
    Fault("補充: a number is left out", "replacement-no", {"rules.replacements._fill": next_number_skipped}),
    Fault("段位: replacements get a grade for taking part", "award", declared=replacements_for_taking_part),
)
