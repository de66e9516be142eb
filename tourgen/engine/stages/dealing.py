"""リーグ分け: how entrants come into groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tourgen.engine.criteria import keys_of
from tourgen.engine.situation import Situation
from tourgen.formats.fitting import group_sizes
from tourgen.formats.models import Grouped


def by_keys(keys: Mapping[int, tuple[int, ...]], now: Situation) -> list[int]:
    """The players of these keys, the largest first, of equal ones the smaller number."""
    return sorted(keys, key=lambda no: (tuple(-key for key in keys[no]), now.entrants[no].number))


def _order(declared: Grouped, now: Situation, players: Sequence[int]) -> list[int]:
    """The order in which players are dealt: by lottery number, the smaller first, or by the criteria of `deal_by`.

    Those of a later stage come in the order in which they were selected.
    """
    if declared.deal_by:
        return by_keys(keys_of(players, now.standing(), declared.deal_by), now)
    if declared.entered_from:
        return list(players)
    return sorted(players, key=lambda no: now.entrants[no].number)


@dataclass(frozen=True, slots=True)
class Dealing:
    """リーグ分け of a player: the place in the order of the deal, the group, and where evening up took them from."""

    position: int
    group: str | None
    moved_from: str | None = None


def deal(declared: Grouped, now: Situation, players: Sequence[int]) -> dict[int, Dealing]:
    """Everybody's group, and how they came into it; late entrants are dealt after all others."""
    names = _groups(declared, len(players))
    late = [] if declared.entered_from else [no for no in players if now.entrants[no].from_round > 1]
    late.sort(key=lambda no: (now.entrants[no].from_round, now.entrants[no].number))
    ordered = _order(declared, now, [no for no in players if no not in late])
    at = {no: position for position, no in enumerate((*ordered, *late), 1)}
    if declared.deal == "typed":
        return {no: Dealing(position, now.entrants[no].group) for no, position in at.items()}
    dealt: dict[str | None, list[int]] = {name: [] for name in names}
    for no, place in zip(ordered, _places(declared, now, ordered, len(names)), strict=True):
        dealt[names[place]].append(no)
    moved_from: dict[int, str] = {}
    for move in getattr(declared, "even_up", ()):
        source, target = move.split(">")
        # 「人数が奇数となるリーグが1つ以下となるように」: only when both are odd does a player move.
        if len(dealt[source]) % 2 and len(dealt[target]) % 2:
            moved = max(dealt[source], key=lambda no: now.entrants[no].number)
            dealt[source].remove(moved)
            dealt[target].append(moved)
            moved_from[moved] = source
    for no in late:
        min(dealt.values(), key=len).append(no)  # the smallest so far, of equal ones the first
    return {
        no: Dealing(at[no], name, moved_from.get(no)) for name, members in dealt.items() for no in members
    }


def _groups(declared: Grouped, count: int) -> tuple[str | None, ...]:
    """The names of the groups; a first stage without groups is one group, A.

    So many as come into a later stage may not divide into groups of these sizes: then they are one.
    """
    if declared.group_sizes:
        return tuple(str(at) for at, _ in enumerate(group_sizes(declared.group_sizes, count) or [count], 1))
    return declared.groups or ((None,) if declared.entered_from else ("A",))


def _places(declared: Grouped, now: Situation, ordered: Sequence[int], count: int) -> Sequence[int]:
    """Into which of so many groups each of the players goes."""
    laps = [divmod(at, count) for at in range(len(ordered))]
    if declared.deal == "consecutive":
        return sorted(at for _, at in laps)
    if declared.deal == "odd-even":
        return [int(now.entrants[no].number % 2 == 0) for no in ordered]
    if declared.deal == "snake":
        return [count - 1 - at if lap % 2 else at for lap, at in laps]  # A, B, C, C, B, A, A, …
    return [at for _, at in laps]  # A, B, C, A, B, …
