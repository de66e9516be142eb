"""A division as a fold over its rounds: start, plan the next round, advance when it has been played.

plan → play → leave → flow. After every round each stage pulls from its sources, those that take the rest last. No stage
knows who receives from it, and nothing here knows its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tourgen.engine.colours import with_colours
from tourgen.engine.lottery import Lots
from tourgen.engine.model import BarredPair, Entrant, Game, Round
from tourgen.engine.record import Line, Record, game_lines
from tourgen.engine.situation import Seat, Situation
from tourgen.engine.stages import stages_of
from tourgen.engine.stages.base import game
from tourgen.formats.fitting import fitted
from tourgen.formats.labels import grade_value
from tourgen.formats.models import Format, Score

LAST_TO_TAKE = ("best-overall", "rest")


def start(
    declared: Format,
    entrants: Mapping[int, Entrant],
    confirmations: Mapping[str, int] | None = None,
    barred: Iterable[BarredPair] = (),
    lots: Lots | None = None,
    first_table: int = 1,
) -> Situation:
    """Before round 1: everybody present has been dealt into a group, or stands on a place of a tree."""
    declared = fitted(declared, len(entrants))
    lines: dict[int, tuple[Line, ...]] = dict.fromkeys(sorted(entrants), ())
    now = Situation(
        declared,
        stages_of(declared),
        entrants,
        lots or Lots(declared.lottery, tuple(sorted(entrants))),
        Record(declared.score, entrants, lines, starting=_starting(declared.score, entrants)),
        confirmations or {},
        tuple(barred),
        first_table,
        spans={stage.id: stage.span for stage in declared.stage if stage.span is not None},
    )
    return _flowed(now)


def _starting(score: Score, entrants: Mapping[int, Entrant]) -> dict[int, int]:
    """持ち点: one point for each grade above the floor, as far as the bar."""
    if score.starting_points is None:
        return {}
    floor, bar = (grade_value(word) or 0 for word in (score.starting_points.floor, score.starting_points.bar))
    return {
        no: max(floor, min(bar, floor if one.grade is None else one.grade)) - floor
        for no, one in entrants.items()
    }


def plan(now: Situation) -> tuple[Game, ...]:
    """The next round by the rules: every game, walkovers and byes filled in, tables numbered."""
    number = now.after + 1
    playing = [stage for stage in now.stages.values() if now.plays(stage.id, number)]
    wanted = list(_each_once((stage.is_tree, one) for stage in playing for one in stage.games(now)))
    # Tables: trees first, then the others, each in the order of the format file.
    games = [one for of_trees in (True, False) for is_tree, one in wanted if is_tree == of_trees]
    # A bye that would fall to somebody who has withdrawn is no game: the round is lost without an opponent.
    games = [one for one in games if one.kind != "bye" or not now.entrants[one.players[0]].withdrawn(number)]
    games = [
        with_boards(settle_withdrawals(one, now.entrants, number), len(now.format.boards)) for one in games
    ]
    return number_tables([with_colours(one, now) for one in games], now.first_table)


def _each_once(games: Iterable[tuple[bool, Game]]) -> Iterator[tuple[bool, Game]]:
    """Somebody in two matches, after a round made by hand, plays the first; in the other the place is empty."""
    seen: set[int] = set()
    for is_tree, one in games:
        players = [no for no in one.players if no is not None]
        there = [no for no in dict.fromkeys(players) if no not in seen]
        seen.update(players)
        if len(there) == len(players):
            yield is_tree, one
        elif there and one.reason is not None:
            yield is_tree, game(one.stage, one.group, there, one.reason)


def settle_withdrawals(game: Game, entrants: Mapping[int, Entrant], round_no: int) -> Game:
    """A withdrawn player listed in a game loses it by 不戦敗; if both are, nobody wins it."""
    first, second = game.players
    if second is None or game.kind == "double-loss":
        return game  # a double loss stays one, whoever withdrew: 「両負」 gives nobody a bye
    gone = [no for no in (first, second) if entrants[no].withdrawn(round_no)]
    if not gone:
        return game
    blank = replace(game, rated=False, discs=None, boards=None, games=(), note="", ruling=False)
    if len(gone) == 2:
        return replace(blank, kind="double-loss", winner=None)
    return replace(blank, kind="forfeit", winner=second if gone == [first] else first)


def with_boards(game: Game, count: int) -> Game:
    """A team's bye is all boards won, and so is a match that the other team forfeits; with no boards as it is."""
    if not count or game.kind not in ("bye", "forfeit"):
        return game
    return replace(game, boards=(int(game.winner == game.players[0]),) * count)


def number_tables(games: Iterable[Game], first: int) -> tuple[Game, ...]:
    """卓: numbered on from the first; byes and games with nobody there to play them need none."""
    numbered: list[Game] = []
    table = first - 1
    for one in games:
        playing = one.players[1] is not None and one.kind != "double-loss"
        table += playing
        numbered.append(replace(one, table=table if playing else None))
    return tuple(numbered)


def advance(now: Situation, played: Round) -> Situation:
    """The situation after one more completed round."""
    after = _recorded(now, played)
    for stage in after.stages.values():
        after = stage.as_played(after)
    for stage in after.stages.values():
        after = stage.leave(after)
    return _seated_as_played(_flowed(after), played)


def _recorded(now: Situation, played: Round) -> Situation:
    """The situation with one more round in its record, before anybody has moved."""
    everything = replace(now.everything, entrants=now.entrants, lines=_with_round(now, played))
    return replace(now, rounds=(*now.rounds, played), everything=everything, before=now)


def entered_so_far(now: Situation, sheet: Round) -> Situation:
    """The situation with the results of a running round that are there; no match of it decides anything yet."""
    entered = replace(sheet, games=tuple(one for one in sheet.games if one.entered))
    return replace(_recorded(now, sheet), rounds=(*now.rounds, entered), running=True)


def _flowed(now: Situation) -> Situation:
    """Each stage pulls from its sources; those that take the rest of another go last.

    Such a stage may turn out to have no round, and then the stage that comes from it begins at once.
    """

    late = [now.stages[one.id] for who in LAST_TO_TAKE for one, flow in now.format.flows if flow.who == who]
    others = [stage for stage in now.stages.values() if stage not in late]
    for stage in (*others, *late, *others):
        now = stage.admit(now)
    # `rounds = "with-final"`: the last round of the first stage in `[final] first`, which a correction may move.
    last = next((now.spans.get(one, (0, None))[1] for one in now.format.final.first), None)
    for declared in now.format.stage:
        if last is not None and declared.rounds == "with-final":
            now = now.lasting(declared.id, last, last)
    return now


def _seated_as_played(now: Situation, played: Round) -> Situation:
    """Who has played in a tree of qualifiers belongs to it, even if the results as they are now say otherwise.

    Unless they go on from it: into a pool of those who were beaten, or a stage that begins when it is over.
    """
    begin = {one for one, (first, _) in now.spans.items() if first > now.after}
    from_tree = {
        tree: {one.id for one, flow in now.format.flows if flow.stage == tree}
        | (begin if stage.over(now) else set())
        for tree, stage in now.stages.items()
    }
    moves = {
        no: Seat(tree)
        for tree, no in _in_trees_of_qualified(now, played)
        if now.seats.get(no, Seat("")).stage not in {tree, *from_tree[tree]}
    }
    return now.seated(moves)


def _in_trees_of_qualified(now: Situation, played: Round) -> list[tuple[str, int]]:
    """Who played a game in a tree that takes whoever qualified from a pool, with that tree."""
    games = [(now.format.stage_of_label(one.stage) or "", one) for one in played.games]
    trees = now.format.trees_of_qualified
    return [(tree, no) for tree, one in games if tree in trees for no in one.players if no is not None]


def _with_round(now: Situation, played: Round) -> dict[int, tuple[Line, ...]]:
    """Everybody's lines with one more round: its games, and what the rules assume for who had none that counts.

    Nothing is assumed for somebody whose game that counts is still being played.
    """
    added: dict[int, list[Line]] = {}
    waiting: set[int | None] = set()
    counted = now.format.counted
    for one in played.games:
        stage_id = now.format.stage_of_label(one.stage) or one.stage
        if not one.entered:
            waiting.update(one.players if stage_id in counted else ())
            continue
        for no, line in game_lines(one, played.number, stage_id):
            added.setdefault(no, []).append(line)
    for no, line in _assumed(now, played).items():
        if no not in waiting and not any(one.stage in counted for one in added.get(no, ())):
            added.setdefault(no, []).append(line)
    return {no: (*old, *added.get(no, ())) for no, old in now.everything.lines.items()}


def _assumed(now: Situation, played: Round) -> dict[int, Line]:
    """What a round without a counted game is taken for.

    「予選リーグを勝ち抜けした選手の残り試合は全勝」「途中棄権した選手の残り試合は全敗しているものとして扱います」;
    a round sat out.
    """
    number, counts = played.number, now.counted_round(played.number)
    found: dict[int, Line] = {}
    for stage in now.format.stage:
        if counts and getattr(stage, "qualified_rest", "nothing") != "nothing":
            qualified = [one.no for one in now.left_as(stage.id, "sole-unbeaten")]
            qualified += [no for _, no in _in_trees_of_qualified(now, played)]
            found |= {no: Line(number, stage.id, "win") for no in qualified}
    for no, entrant in now.entrants.items():
        if entrant.withdrawn(number):
            found.pop(no, None)
            if counts and now.format.score.withdrawn == "loss":
                first = next(stage.id for stage in now.format.stage if stage.id in now.format.counted)
                found[no] = Line(number, first, "loss")
        elif not entrant.due(number) and no in now.seats:
            stage_of = now.stages[now.seats[no].stage]
            if stage_of.can_be_missed and now.plays(stage_of.id, number):
                found[no] = Line(number, stage_of.id, "missed")
    return found


def finished(now: Situation) -> bool:
    """Whether nothing is left to play, and nothing to decide."""
    pending = any(one.kind == "pending" for played in now.rounds for one in played.games)
    return now.after >= now.last_round and not pending and not now.questions


def next_round(now: Situation) -> int | None:
    """The round to be paired or played next; None when nothing is left."""
    return now.after + 1 if now.after < now.last_round else None
