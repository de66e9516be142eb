"""Faults to plant in section 9: jigo, pending games, no results, rulings, points."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tests.faults.faults import Fault, forfeit_has_met, lines, lower_ranked_first, with_lottery
from tests.faults.swiss_faults import criterion, larger_lot_ahead, swiss_with
from tourgen.model import Game
from tourgen.rules import order
from tourgen.rules.record import Line, Record
from tourgen.simulate import Rehearsal

GO = ("go-swiss",)

# 持碁, 預, 無


def of_kind(kind: str, **changes: object) -> Any:
    """The lines of games that ended so, changed."""
    return lines(lambda game, no, line: replace(line, **changes) if game.kind == kind else line)


def draw_won_by_black(game: Game, no: int, line: Line) -> Line:
    return replace(line, won=no == game.players[0], drawn=False) if game.kind == "draw" else line


# 勝点


def one_for_a_win(one: Record, no: int) -> int:
    return one.wins(no) + one.draws(no)


def draws_are_losses(one: Record, no: int) -> int:
    return sum(not (line.won or line.open) for line in one.lines[no])


def paired_by_wins(pool: Any, now: Any) -> dict[int, int]:
    return {no: 2 * now.record.wins(no) for no in pool.order}


def wins_of_opponents(me: int, one: Any) -> int:
    return sum(0 if other is None else one.wins(other) for _, other in one.opponents(me))


def not_lost_to(me: int, one: Any) -> int:
    """The points of those beaten, and of those drawn with."""
    drawn = sum(one.points(line.opponent) for line in one.lines[me] if line.drawn)
    return order.beaten_points(me, one) + drawn


def open_games_too(one: Record, no: int) -> tuple[tuple[bool, int | None], ...]:
    return tuple((line.won, line.opponent) for line in one.lines[no])


def a_draw_is_no_bar(one: Record, no: int, other: int) -> bool:
    lines = [line for line in one.lines[no] if line.met and line.opponent == other]
    return bool(lines) and all(line.won or line.drawn for line in lines)


# 裁定


def ruled_without_a_trace(rehearsal: Rehearsal, game: Game) -> Game:
    return replace(right_ruled(rehearsal, game), ruling=False)


def forgotten(rehearsal: Rehearsal, situation: Any) -> Any:
    """The ruling stands in the round, but the standings don't follow."""
    rehearsal.rounds = [
        replace(one, games=tuple(rehearsal._ruled(game) for game in one.games)) for one in rehearsal.rounds
    ]
    return situation


def still_pending_but_ruled(rehearsal: Rehearsal, game: Game) -> Game:
    return replace(game, ruling=True) if game.kind == "pending" else game


right_ruled = Rehearsal._ruled


def _go(
    name: str, found_by: str, patches: Mapping[str, Any] = MappingProxyType({}), declared: Any = None
) -> Fault:
    return Fault(name, found_by, patches, declared, GO)


LINES, POOL = "rules.record.game_lines", "rules.situation.swiss_pool"
GO_FAULTS = (
    _go("囲碁 抽選: the first number is 2", "lottery", declared=with_lottery(first_number=2)),
    _go("持碁: nothing", "key", {LINES: of_kind("draw", drawn=False, open=True)}),
    _go("持碁: a loss", "standing-losses", {LINES: of_kind("draw", drawn=False)}),
    _go("持碁: a win of each", "standing-wins", {LINES: of_kind("draw", won=True)}),
    _go("持碁: Black's win", "standing-wins", {LINES: lines(draw_won_by_black)}),
    _go(
        "持碁: counted among the losses", "standing-losses", {"rules.record.Record.losses": draws_are_losses}
    ),
    _go("預: a loss each", "standing-losses", {LINES: of_kind("pending", open=False)}),
    _go("預: half a win", "key", {LINES: of_kind("pending", open=False, drawn=True)}),
    _go("預: they may meet again", "pairing", {LINES: of_kind("pending", met=False)}),
    _go(
        "預: the division is finished",
        "state",
        {"tournament.finished": lambda now: now.after >= now.declared.rounds},
    ),
    _go("無: a loss each", "standing-losses", {LINES: of_kind("no-result", open=False)}),
    _go("無: they may meet again", "pairing", {LINES: of_kind("no-result", met=False)}),
    _go("預・無: in the opponents' sums", "key", {"rules.record.Record.opponents": open_games_too}),
    _go("勝点: one for a win", "key", {"rules.record.Record.points": one_for_a_win}),
    _go("勝点: pairs by wins", "pairing", {POOL: swiss_with(wins=paired_by_wins)}),
    _go("勝点: the phantom has 4", "pairing", {POOL: swiss_with(phantom=lambda pool, now: 4)}),
    _go("囲碁 スイス式: the larger lot ahead", "pairing", {POOL: swiss_with(order=larger_lot_ahead)}),
    _go("②: opponents' wins", "key", criterion("opponents-points", wins_of_opponents)),
    _go("③: those drawn with too", "key", criterion("beaten-points", not_lost_to)),
    _go("囲碁 順位: a forfeit counts as met", "pairing", {LINES: lines(forfeit_has_met)}),
    _go(
        "黒白: the lower-ranked player is Black",
        "player-order",
        {"rules.situation.pool_game": lower_ranked_first},
    ),
    _go("④: a draw is no bar", "key", {"rules.record.Record.has_beaten": a_draw_is_no_bar}),
    _go("裁定: no trace of it", "pairing", {"simulate.Rehearsal._ruled": ruled_without_a_trace}),
    _go("裁定: the standings don't follow", "key", {"simulate.Rehearsal._rule": forgotten}),
    _go("裁定: still pending", "ruling", {"simulate.Rehearsal._ruled": still_pending_but_ruled}),
)
