"""「前試合直前の順位が上位の方が上位」: the orders after earlier rounds, back to the bracket number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Words, say

PREVIOUS = "previous-order"


@dataclass(frozen=True, slots=True)
class OrderStep:
    """One player's place in the order after a round; after round 0 the bracket number."""

    after: int
    wins: int
    rank: int


@dataclass(frozen=True, slots=True)
class Split:
    """What put one of two players ahead of the other: the latest order in which something else than an earlier one did.

    wins: what counts before the earlier order differed after that round, and has been equal since. number: it was equal
    after every round, so the smaller bracket number is ahead. match: a match has decided the place of one of them.
    """

    after: int
    by: Literal["wins", "number", "match"]
    mine: int
    theirs: int


def earlier_orders(tournament: Tournament, after: int, no: int) -> tuple[OrderStep, ...]:
    """From the bracket number to the rank after this round; none where earlier orders don't count."""
    first = tournament.situations[0]
    if PREVIOUS not in first.format.order.criteria:
        return ()
    steps = [
        OrderStep(one.after, one.record.wins(no), one.ranks[no])
        for one in tournament.situations[1 : after + 1]
    ]
    return OrderStep(0, 0, first.entrants[no].number), *steps


def split_of(tournament: Tournament, after: int, me: int, other: int) -> Split:
    """Going back from this round: where the two parted."""
    for now in reversed(tournament.situations[1 : after + 1]):
        if now.format.order.decided_places and (me in now.decided.held or other in now.decided.held):
            return Split(now.after, "match", now.ranks[me], now.ranks[other])
        parted = next((pair for pair in _before_earlier(now, me, other) if pair[0] != pair[1]), None)
        if parted is not None:
            return Split(now.after, "wins", *parted)
    entrants = tournament.situations[0].entrants
    return Split(0, "number", entrants[me].number, entrants[other].number)


def _before_earlier(now: Situation, me: int, other: int) -> list[tuple[int, int]]:
    """Both keys in every criterion that comes before the earlier order."""
    count = now.format.order.criteria.index(PREVIOUS)
    mine, theirs = (now.rows[now.position[no]].keys for no in (me, other))
    return list(zip(mine[:count], theirs[:count], strict=True))


def split_words(split: Split) -> Words:
    """3回戦終了時の勝数(2 対 1)で分かれ, 番号の小さい方が上位 …."""
    return say(f"why-split-{split.by}", round=split.after, mine=split.mine, theirs=split.theirs)
