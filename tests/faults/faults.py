"""Faults to plant in the engine: each changes one thing in `tourgen.rules`, or in the format the engine is given."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from unittest.mock import patch

from tests.rules.builders import FOUR, FREE, TWO
from tourgen.formats.declaration import Format, Leagues, Pool
from tourgen.rules import (
    awards,
    final_rank,
    leagues,
    lottery,
    order,
    pairing,
    progress,
    record,
    situation,
    title_match,
)
from tourgen.rules.leagues import Leaving
from tourgen.rules.record import Line
from tourgen.rules.situation import Seat

ALL = (TWO, FOUR, FREE)


@dataclass(frozen=True)
class Fault:
    """One fault: where it is planted, in which formats it shows, and the deviations that must find it."""

    name: str
    found_by: str  # one deviation code that must be among those found
    patches: Mapping[str, Any] = field(default_factory=dict)  # "module.attribute" → replacement
    declared: Callable[[Format], Format] | None = None
    formats: tuple[str, ...] = ALL

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The engine with this fault."""
        with ExitStack() as stack:
            for target, fault in self.patches.items():
                one: AbstractContextManager[Any] = patch(f"tourgen.{target}", fault)
                stack.enter_context(one)
            yield


# 抽選


def with_lottery(**changes: Any) -> Callable[[Format], Format]:
    return lambda declared: replace(declared, lottery=replace(declared.lottery, **changes))


def generate_from_the_last_entry(*arguments: Any) -> list[int]:
    return lottery_generate(*arguments)[::-1]


def seed_number_joined_backwards(draws: Any) -> int:
    return lottery_seed_number(draws[::-1])


lottery_generate, lottery_seed_number = lottery.generate, lottery.seed_number

# 予選リーグ


def with_stage(kind: type, **changes: Any) -> Callable[[Format], Format]:
    def changed(declared: Format) -> Format:
        stages = (replace(one, **changes) if isinstance(one, kind) else one for one in declared.stage)
        return replace(declared, stage=tuple(stages))

    return changed


def with_knockout(**changes: Any) -> Callable[[Format], Format]:
    def changed(declared: Format) -> Format:
        stages = (replace(one, **changes) if one.kind == "knockout" else one for one in declared.stage)
        return replace(declared, stage=tuple(stages))

    return changed


def dealt(*, parity: Callable[[int, int], bool], index: int = -1) -> Callable[..., dict[str, list[int]]]:
    """Dealing with another test for moving somebody, or with another player moved."""

    def deal(stage: Leagues, numbers: Mapping[int, int]) -> dict[str, list[int]]:
        ascending = sorted(numbers, key=numbers.__getitem__)
        size = len(stage.leagues)
        groups = {name: ascending[place::size] for place, name in enumerate(stage.leagues)}
        for source, target in (move.split(">") for move in stage.even_up):
            if parity(len(groups[source]), len(groups[target])) and len(groups[source]) > 1:
                moved = groups[source].pop(index)
                groups[target] = sorted([*groups[target], moved], key=numbers.__getitem__)
        return groups

    return deal


def first_meets_last(members: Any) -> list[tuple[int, int | None]]:
    even = list(members[: len(members) // 2 * 2])
    half = len(even) // 2
    pairs = list(zip(even[:half], even[half:][::-1], strict=True))
    return [*pairs, (members[-1], None)] if len(members) % 2 else pairs


def smallest_number_has_the_bye(members: Any) -> list[tuple[int, int | None]]:
    if len(members) % 2 == 0:
        return right_first_round(members)
    return [*right_first_round(members[1:]), (members[0], None)]


right_first_round = leagues.first_round


def leaving_when(splits: Callable[[int], bool]) -> Callable[..., Leaving]:
    """Another test than the power of two."""

    def leaving(stage: Leagues, league: str, now: situation.Situation) -> Leaving:
        members = now.members(stage.id, league)
        unbeaten = leagues.unbeaten_of(now, members)
        if len(unbeaten) < 2 or now.after == stage.rounds[1]:
            return right_leaving(stage, league, now)
        if splits(len(unbeaten)):
            return Leaving({no: Seat(stage.beaten_to) for no in members if not now.record.unbeaten(no)})
        return Leaving()

    return leaving


right_leaving = leagues._leaving


def everybody_stays(now: situation.Situation, members: Any) -> list[int]:
    return list(members)


# 暫定順位


def lines(change: Callable[[Any, int, Line], Line]) -> Callable[..., list[tuple[int, Line]]]:
    """What a game adds to the record, changed player by player."""

    def changed(game: Any, round_no: int) -> list[tuple[int, Line]]:
        return [(no, change(game, no, line)) for no, line in right_lines(game, round_no)]

    return changed


right_lines, right_assumed = record.game_lines, record.assumed_results


def forfeit_has_met(game: Any, no: int, line: Line) -> Line:
    return replace(line, opponent=game.opponent(no), met=True) if game.kind == "forfeit" else line


def forfeit_is_an_ordinary_win(game: Any, no: int, line: Line) -> Line:
    return Line(line.round, line.won, game.opponent(no)) if game.kind == "forfeit" else line


def double_loss_won_by_the_first(game: Any, no: int, line: Line) -> Line:
    return replace(line, won=no == game.players[0]) if game.kind == "double-loss" else line


def no_assumed_wins(round_no: int, finals: Any, entrants: Any, qualified: Any) -> dict[int, bool]:
    return right_assumed(round_no, (), entrants, ())


def no_assumed_losses(round_no: int, finals: Any, entrants: Any, qualified: Any) -> dict[int, bool]:
    there = {no: replace(entrant, withdrawn_after=None) for no, entrant in entrants.items()}
    return right_assumed(round_no, finals, there, qualified)


def semi_finals_count(declared: Format, label: str) -> bool:
    return label in ("league", "ranking", "semi")


def largest_of_those_lost_to(k: int) -> order.Criterion:
    def value(me: int, one: Any) -> int:
        return sum(one.beaten_wins(me)[:k]) + sum(one.lost_wins(me)[::-1][:k])

    return order.Criterion(value)


def one_opponent_too_many(k: int) -> order.Criterion:
    def value(me: int, one: Any) -> int:
        return sum(one.beaten_wins(me)[: k + 1]) + sum(one.lost_wins(me)[: k + 1])

    return order.Criterion(value)


def without_criterion(name: str) -> Callable[[Format], Format]:
    def changed(declared: Format) -> Format:
        criteria = tuple(one for one in declared.order.criteria if one != name)
        return replace(declared, order=replace(declared.order, criteria=criteria))

    return changed


# 組み合わせ


def pool_with(**changes: Callable[[pairing.Pool], Any]) -> Callable[..., pairing.Pool]:
    """The pool as the pairing sees it, with something left out."""

    def changed(now: situation.Situation, members: tuple[int, ...]) -> pairing.Pool:
        pool = right_pool_of(now, members)
        return replace(pool, **{name: change(pool) for name, change in changes.items()})

    return changed


right_pool_of, right_pair = situation.pool_of, pairing.pair


def smallest_gaps_first(pool: pairing.Pool, rule: pairing.PairingRule) -> pairing.Pairing:
    """Compares the gaps from 1 up instead of from the largest down, in pools that all matchings can be tried for."""
    if len(pool.order) > 8:
        return right_pair(pool, rule)
    everyone: list[int | None] = [*pool.order, *([None] if len(pool.order) % 2 else [])]

    def cost(pairs: tuple[tuple[int, int | None], ...]) -> tuple[Any, ...]:
        one = pairing.cost_of(pool, pairs)
        return one.second_byes, one.rematches, one.gaps[::-1]

    best = min(_matchings(everyone), key=cost)
    return pairing.Pairing(best, pairing.cost_of(pool, best))


def _matchings(left: list[int | None]) -> Iterator[tuple[tuple[int, int | None], ...]]:
    """All pairs of all, the first with the lowest possible first."""
    if not left:
        yield ()
        return
    first = left[0]
    assert first is not None
    for other in reversed(left[1:]):
        for rest in _matchings([one for one in left if one not in (first, other)]):
            yield ((first, other), *rest)


def every_game_has_a_table(games: Any) -> tuple[Any, ...]:
    return tuple(replace(game, table=table) for table, game in zip(count(1), games, strict=False))


def lower_ranked_first(label: str, group: str | None, players: tuple[int, int | None]) -> Any:
    return right_pool_game(label, group, players if players[1] is None else (players[1], players[0]))


right_pool_game = situation.pool_game

# 決勝, 女子, 最終順位, 段位


def womens_final_for_one_in_the_final_four(
    stage: Any, now: Any, inside: Any, outside: Any, places: Any
) -> tuple[int, int] | None:
    if len(inside) == 1 and outside:
        return inside[0], outside[0]
    return right_title_players(stage, now, inside, outside, places)


def withdrawn_woman_not_skipped(
    stage: Any, now: Any, inside: Any, outside: Any, places: Any
) -> tuple[int, int] | None:
    if not inside:
        return (outside[0], outside[1]) if len(outside) > 1 else None
    return right_title_players(stage, now, inside, outside, places)


def no_womens_final_of_two_third(
    stage: Any, now: Any, inside: Any, outside: Any, places: Any
) -> tuple[int, int] | None:
    return None if inside else right_title_players(stage, now, inside, outside, places)


right_title_players, right_by_placing = title_match._players, title_match._by_placing


def never_the_referee(*arguments: Any) -> list[Any]:
    return [replace(one, referee=False) for one in right_by_placing(*arguments)]


def with_final(*criteria: str) -> Callable[[Format], Format]:
    return lambda declared: replace(declared, final=replace(declared.final, criteria=criteria))


def vacant_places_filled(now: Any) -> list[tuple[int, int]]:
    ranks = right_final_ranks(now)
    return [(1 + sum(other < rank for other, _ in ranks), no) for rank, no in ranks]


right_final_ranks = final_rank.final_ranks


def more_wins_than_listed(finish: Any, places: Any, wins: Any) -> bool:
    return right_fits(finish, places, wins) and (wins is None or finish.wins > wins)


right_fits = awards.fits


def lowest_line_that_fits(finish: Any, table: Any) -> Any:
    return awards.award_for(finish, tuple(table)[::-1])


FAULTS = (
    Fault(
        "抽選: the increment is off by one",
        "preliminary",
        declared=lambda f: with_lottery(increment=f.lottery.increment + 1)(f),
        formats=(TWO, FOUR),
    ),
    Fault("抽選: the first number is 12", "lottery", declared=with_lottery(first_number=12), formats=(FOUR,)),
    Fault(
        "抽選: the draws are joined backwards",
        "x0",
        {"rules.lottery.seed_number": seed_number_joined_backwards},
        formats=(TWO, FOUR),
    ),
    Fault(
        "抽選: the generator runs from the last entry",
        "preliminary",
        {"rules.lottery.generate": generate_from_the_last_entry},
        formats=(TWO, FOUR),
    ),
    Fault("抽選: seeds give up no number", "lottery", declared=with_lottery(seeds="replace"), formats=(TWO,)),
    Fault(
        "リーグ分け: A's player moves to B",
        "league",
        declared=lambda f: with_stage(
            Leagues, even_up=tuple(f"{move[2]}>{move[0]}" for move in f.leagues.even_up)
        )(f),
    ),
    Fault(
        "リーグ分け: moved although only one league is odd",
        "league",
        {"rules.leagues.deal": dealt(parity=lambda a, b: (a + b) % 2 == 1)},
    ),
    Fault(
        "リーグ分け: the smallest number moves",
        "league",
        {"rules.leagues.deal": dealt(parity=lambda a, b: a % 2 == b % 2 == 1, index=0)},
    ),
    Fault("1回戦: the first meets the last", "pairing", {"rules.leagues.first_round": first_meets_last}),
    Fault(
        "1回戦: the smallest number has the bye",
        "pairing",
        {"rules.leagues.first_round": smallest_number_has_the_bye},
    ),
    Fault(
        "予選: every even U splits the league",
        "standing-group",
        {"rules.leagues._leaving": leaving_when(lambda unbeaten: unbeaten % 2 == 0)},
        formats=(TWO,),
    ),
    Fault(
        "予選: U = 2 doesn't split the league",
        "standing-group",
        {"rules.leagues._leaving": leaving_when(lambda unbeaten: unbeaten in (4, 8, 16, 32))},
    ),
    Fault(
        "予選: withdrawn players count in U", "standing-group", {"rules.leagues._staying": everybody_stays}
    ),
    Fault(
        "勝ち抜け: no byes in the rounds that are left",
        "player-missing",
        declared=with_stage(Leagues, qualified_rest="none"),
        formats=(TWO, FOUR),
    ),
    Fault("暫定順位: a bye is worth 0", "key", {"rules.record.BYE_WINS": 0}),
    Fault(
        "暫定順位: a forfeit counts as met", "pairing", {"rules.record.game_lines": lines(forfeit_has_met)}
    ),
    Fault(
        "暫定順位: a forfeit is an ordinary win",
        "key",
        {"rules.record.game_lines": lines(forfeit_is_an_ordinary_win)},
    ),
    Fault(
        "暫定順位: a double loss is won by the first",
        "standing-wins",
        {"rules.record.game_lines": lines(double_loss_won_by_the_first)},
    ),
    Fault(
        "暫定順位: no assumed wins for who has qualified",
        "standing-wins",
        {"rules.progress.assumed_results": no_assumed_wins},
        formats=(FOUR, FREE),
    ),
    Fault(
        "暫定順位: no assumed losses for who has withdrawn",
        "standing-losses",
        {"rules.progress.assumed_results": no_assumed_losses},
    ),
    Fault(
        "暫定順位: games of the finals count",
        "standing-wins",
        {"formats.declaration.Format.counts": semi_finals_count},
        formats=(FOUR, FREE),
    ),
    Fault(
        "暫定順位 2: the latest game is counted",
        "key",
        {"rules.record.Record.wins_before_latest": record.Record.wins},
    ),
    Fault(
        "暫定順位 3-8: the best of those lost to", "key", {"rules.order.top_bottom": largest_of_those_lost_to}
    ),
    Fault("暫定順位 3-8: one opponent too many", "key", {"rules.order.top_bottom": one_opponent_too_many}),
    Fault("暫定順位 3: dropped", "key", declared=without_criterion("top-bottom-1")),
    Fault(
        "暫定順位 9: the smaller number is ahead",
        "key",
        {"rules.order._PLAIN": {**order._PLAIN, "lottery-number": lambda me, one: -one.numbers[me]}},
    ),
    Fault(
        "組み合わせ: second byes are not avoided",
        "pairing",
        {"rules.situation.pool_of": pool_with(had_bye=lambda pool: frozenset())},
    ),
    Fault(
        "組み合わせ: rematches are not avoided",
        "pairing",
        {"rules.situation.pool_of": pool_with(met=lambda pool: {})},
    ),
    Fault(
        "組み合わせ: wins are not looked at",
        "pairing",
        {"rules.situation.pool_of": pool_with(wins=lambda pool: dict.fromkeys(pool.wins, 0))},
    ),
    Fault(
        "組み合わせ: gaps compared from 1 up",
        "pairing",
        {"rules.pairing.pair": smallest_gaps_first},
        formats=(TWO, FOUR),
    ),
    Fault(
        "組み合わせ: the highest opponent possible",
        "pairing",
        declared=lambda f: with_stage(Pool, opponent="highest-possible")(f),
    ),
    Fault(
        "組み合わせ: 000's bye in 001 and 003",
        "pairing",
        declared=with_stage(Pool, bye="fewest-wins-top-ranked"),
        formats=(TWO, FOUR),
    ),
    Fault(
        "組み合わせ: 001's bye in 000",
        "pairing",
        declared=with_stage(Pool, bye="inside-optimum"),
        formats=(FREE,),
    ),
    Fault("卓: byes have a table", "table", {"rules.progress.number_tables": every_game_has_a_table}),
    Fault(
        "卓: the ranking league comes first",
        "table",
        {"rules.progress.TABLE_ORDER": ("ranking", *progress.TABLE_ORDER[:-1])},
    ),
    Fault(
        "卓: the lower-ranked player is named first",
        "player-order",
        {"rules.situation.pool_game": lower_ranked_first},
    ),
    Fault(
        "決勝: A meets C, B meets D",
        "pairing",
        declared=with_knockout(entrants=("A", "C", "B", "D")),
        formats=(FOUR, FREE),
    ),
    Fault(
        "決勝: 000's third place is shared",
        "player-missing",
        declared=with_knockout(third="shared"),
        formats=(FREE,),
    ),
    Fault(
        "決勝: 003's third place is played",
        "player-resting",
        declared=with_knockout(third="played"),
        formats=(FOUR,),
    ),
    Fault(
        "女子: a final although one is in the final four",
        "player-resting",
        {"rules.title_match._players": womens_final_for_one_in_the_final_four},
        formats=(FOUR,),
    ),
    Fault(
        "女子: a withdrawn woman is not skipped",
        "player-resting",
        {"rules.title_match._players": withdrawn_woman_not_skipped},
        formats=(FOUR,),
    ),
    Fault(
        "女子: no final of two third places",
        "player-missing",
        {"rules.title_match._players": no_womens_final_of_two_third},
        formats=(FOUR,),
    ),
    Fault(
        "女子: nothing is left to the referee",
        "referee",
        {"rules.title_match._by_placing": never_the_referee},
        formats=(FOUR,),
    ),
    Fault("最終順位: 001 without wins before round 6", "final", declared=with_final("wins"), formats=(TWO,)),
    Fault(
        "最終順位: 000 by two criteria",
        "final",
        declared=with_final("wins", "wins-before-latest"),
        formats=(FREE,),
    ),
    Fault("最終順位: vacant places are filled", "final", {"results.final_ranks": vacant_places_filled}),
    Fault(
        "段位: more wins than listed are asked for",
        "award",
        {"rules.awards.fits": more_wins_than_listed},
        formats=(FREE,),
    ),
    Fault(
        "段位: the last line that fits",
        "award",
        {"results.award_for": lowest_line_that_fits},
        formats=(FREE,),
    ),
    Fault(
        "段位: the grade held doesn't matter",
        "award",
        {"results.award_for": awards.first_line},
        formats=(FREE,),
    ),
)
