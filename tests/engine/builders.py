"""Small formats and rounds written down by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tourgen.engine import progress
from tourgen.engine.criteria import Value, criterion
from tourgen.engine.lottery import Lots
from tourgen.engine.model import BarredPair, Entrant, Game, Round
from tourgen.engine.situation import Situation
from tourgen.formats import Format, read_format
from tourgen.formats.models import Sum

SWISS = """
title = "試し"
game = "{game}"
{head}
[score]
{score}
[[stage]]
id = "swiss"
kind = "pool"
name = "スイス式"
rounds = [1, {rounds}]
{stage}
[order]
criteria = {criteria}
"""

GROUPS = """
title = "試し"
game = "shogi"
[[stage]]
id = "group"
kind = "{kind}"
name = "予選"
{rounds}
{groups}
{second}
[order]
criteria = ["wins", "smaller-lot"]
by_group = {by_group}
[final]
first = {first}
"""
TREE = """
title = "試し"
game = "shogi"
{lottery}
[[stage]]
id = "{tree}"
kind = "bracket"
name = "トーナメント"
{lines}
{more}
[order]
counted = "all"
criteria = ["wins"]
[final]
first = ["{tree}"]
"""


def declared(text: str, **settings: object) -> Format:
    """The format of a text without mistakes."""
    found, problems = read_format(text, "test", settings)
    assert found is not None, problems
    return found


def swiss(
    criteria: str = '["wins"]',
    score: str = "",
    stage: str = "",
    head: str = "",
    rounds: int = 9,
    game: str = "othello",
) -> Format:
    """A plain Swiss with these lines in it."""
    return declared(
        SWISS.format(criteria=criteria, score=score, stage=stage, head=head, rounds=rounds, game=game)
    )


def stage(stage_id: str, kind: str, flow: str, more: str = "") -> str:
    """The lines of a stage that comes from another."""
    return f'[[stage]]\nid = "{stage_id}"\nkind = "{kind}"\nname = "二次"\nfrom = {flow}\n{more}\n'


def knockout(flow: str, more: str = "") -> str:
    """The lines of a tree that comes from another stage."""
    return stage("knockout", "bracket", flow, more)


def best(count: int, stage_id: str = "group") -> str:
    """So many of each group."""
    return f'{{ stage = "{stage_id}", who = "best", count = {count} }}'


def grouped(
    groups: str,
    second: str = "",
    first: str = "[]",
    kind: str = "round-robin",
    rounds: str = "",
    by_group: str = "true",
) -> str:
    """A format of groups, perhaps with later stages."""
    return GROUPS.format(
        groups=groups, second=second, first=first, kind=kind, rounds=rounds, by_group=by_group
    )


def tree(lines: str, more: str = "") -> str:
    """A format of one tree, perhaps with stages that come from it."""
    return TREE.format(tree="knockout", lottery="", lines=lines, more=more)


def numbered_tree(size: int, lines: str, more: str = "") -> str:
    """The same over the numbers 1 to `size`."""
    lottery = f'[lottery]\nmethod = "bracket"\nnumbers = [1, {size}]'
    seats = f'seats = "by-number"\nsize = {size}\n{lines}'
    return TREE.format(tree="main", lottery=lottery, lines=seats, more=more)


def groups(now: Situation, stage: str = "group") -> dict[str | None, list[int]]:
    """Who was dealt into which group of a stage."""
    found: dict[str | None, list[int]] = {}
    for no, name in now.entered[stage].items():
        found.setdefault(name, []).append(no)
    return found


def entrants(count: int, **by_key: Mapping[int, Any]) -> dict[int, Entrant]:
    """Entrants 1, 2, … with their own numbers as lots; `grade={1: 3}` sets one thing of one of them."""
    return {
        no: Entrant(no, no, **{key: values[no] for key, values in by_key.items() if no in values})
        for no in range(1, count + 1)
    }


def game(text: str, stage: str, group: str | None) -> Game:
    """ "1>2", "1=2" a draw, "1>2 40-24" with discs, "1!2" by forfeit, "1x2" lost by both, "1?2" pending, "1" a bye."""
    pair, _, counts = text.partition(" ")
    for sign, kind in (
        (">", "played"),
        ("=", "draw"),
        ("!", "forfeit"),
        ("x", "double-loss"),
        ("?", "pending"),
    ):
        if sign in pair:
            one, other = map(int, pair.split(sign))
            first, second = counts.split("-") if "-" in counts else ("0", "0")
            discs = (int(first), int(second)) if "-" in counts else None
            boards = tuple(map(int, counts)) if counts and discs is None else None
            winner = one if kind in ("played", "forfeit") else None
            return Game(None, stage, group, (one, other), kind, winner, discs, boards=boards)  # type: ignore[arg-type]
    return Game(None, stage, group, (int(pair), None), "bye", int(pair))


def play(
    form: Format,
    field: Mapping[int, Entrant],
    rounds: Sequence[str],
    *,
    stage: str = "swiss",
    group: str | None = "A",
    barred: Sequence[BarredPair] = (),
    confirmations: Mapping[str, int] | None = None,
) -> Situation:
    """The situation after rounds of games of one stage: "1>2, 3>4"."""
    lots = Lots(form.lottery, tuple(field), 2694132)
    now = progress.start(form, field, confirmations, barred, lots)
    for number, row in enumerate(rounds, 1):
        games = tuple(game(text.strip(), stage, group) for text in row.split(",") if text.strip())
        now = progress.advance(now, Round(number, games))
    return now


def follow(now: Situation, winners: Mapping[int, int] | None = None) -> Situation:
    """One more round as planned; the smaller number wins, unless `winners` says who beats whom."""
    winners = winners or {}

    def ended(one: Game) -> Game:
        if one.entered:
            return one
        first, second = one.players
        assert second is not None
        won = (
            first
            if winners.get(first) == second
            else second
            if winners.get(second) == first
            else min(first, second)
        )
        return Game(one.table, one.stage, one.group, one.players, "played", won)

    return progress.advance(now, Round(now.after + 1, tuple(map(ended, progress.plan(now)))))


def pairs(now: Situation) -> list[tuple[int, int | None]]:
    """Who meets whom in the next round."""
    return [one.players for one in progress.plan(now)]


def value(word: str | Sum, me: int, now: Situation, tied: Sequence[int] = ()) -> Value:
    """The value of a criterion for a player."""
    return criterion(word)(me, now.standing(), tied)
