"""Section 8's knockout: who enters it from the preliminaries, and on which place of the tree."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.dataclass import replace
from tourgen.formats.declaration import RoundRobin, SeededKnockout, Swiss
from tourgen.formats.fitting import lasting
from tourgen.model import Game
from tourgen.rules.brackets import LABELS
from tourgen.rules.order import in_keys_order
from tourgen.rules.situation import Situation


def leave(stage: SeededKnockout, situation: Situation) -> Situation:
    """After the preliminaries the knockout is drawn; its first round counts as it was played (decision X1)."""
    before = situation.declared.stage_of(stage.after)
    assert isinstance(before, Swiss | RoundRobin)
    if situation.after == before.rounds[1]:
        return with_tree(stage, before.rounds[1], placed(seeds(stage, before, situation)), situation)
    if situation.after == before.rounds[1] + 1:
        games = [game for game in situation.rounds[-1].games if game.stage in LABELS]
        return with_tree(stage, before.rounds[1], _as_played(situation.drawn, games), situation)
    return situation


def with_tree(
    stage: SeededKnockout, after: int, drawn: tuple[int | None, ...], situation: Situation
) -> Situation:
    """The situation with these places drawn, and the knockout as long as they make it."""
    stages = tuple(
        lasting(stage, after, len(drawn)) if one == stage else one for one in situation.declared.stage
    )
    return replace(situation, drawn=drawn, declared=replace(situation.declared, stage=stages))


def seeds(stage: SeededKnockout, before: Swiss | RoundRobin, situation: Situation) -> list[int]:
    """Who enters, best first: the best `cut` of each block who are there, or everybody unbeaten."""
    there = [row.no for row in situation.rows if _there(situation, row.no)]
    if stage.cut == 0:
        length = before.rounds[1] - before.rounds[0] + 1
        return merged(situation, [no for no in there if situation.record.wins(no) == length])
    blocks = [[no for no in there if situation.seats[no].group == name] for name in before.blocks]
    best = [block[: stage.cut] for block in blocks]
    # A1, B1, A2, B2, …: with two blocks of four this is the rule's A1-B4, B2-A3, B1-A4, A2-B3.
    return [block[rank] for rank in range(stage.cut) for block in best if rank < len(block)]


def _there(situation: Situation, no: int) -> bool:
    """Whoever left before the knockout was drawn makes room for the next in rank."""
    return situation.entrants[no].in_pool(situation.after + 1)


def merged(situation: Situation, players: Sequence[int]) -> list[int]:
    """Players of all blocks together, by their keys."""
    keys = {row.no: row.keys for row in situation.rows}
    return [row.no for row in in_keys_order({no: keys[no] for no in players})]


def placed(entrants: Sequence[int]) -> tuple[int | None, ...]:
    """The tree in which the best meet last: 1-4, 2-3; beside a missing one the best wait."""
    order = [1]
    while len(order) < len(entrants):
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size + 1 - one)]
    return tuple(entrants[seed - 1] if seed <= len(entrants) else None for seed in order if entrants)


def _as_played(drawn: tuple[int | None, ...], games: Sequence[Game]) -> tuple[int | None, ...]:
    """The places as the first round really used them: one made by hand, or before a correction, stands."""
    pairs = {frozenset(pair) for pair in zip(drawn[::2], drawn[1::2], strict=False)}
    if all(frozenset(game.players) in pairs for game in games):
        return drawn
    first = games[:1] if any(game.stage == "final" for game in games) else games
    sides = [no for game in first for no in game.players]
    size = {"final": 2, "semi": 4}.get(games[0].stage, 8)
    while size < len(sides):
        size *= 2
    return (*sides, *[None] * (size - len(sides)))
