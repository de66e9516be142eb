"""「前試合直前の順位が上位の方が上位」: the orders after earlier rounds, back to the bracket number."""

from __future__ import annotations

from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Words, say
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class OrderStep:
    """One player's place in the order after a round; after round 0 the bracket number."""

    after: int
    wins: int
    rank: int


@dataclass(frozen=True, slots=True)
class Split:
    """What put one of two players ahead of the other: the latest order in which something else than an earlier one did.

    wins: their wins after that round differed, and since then they have been equal. number: their wins were equal after
    every round, so the smaller bracket number is ahead. match: a match has decided the place of one of them.
    """

    after: int
    by: Literal["wins", "number", "match"]
    mine: int
    theirs: int


def earlier_orders(tournament: Tournament, after: int, no: int) -> tuple[OrderStep, ...]:
    """From the bracket number to the rank after this round."""
    first = tournament.situations[0].entrants[no].number
    steps = [
        OrderStep(one.after, one.record.wins(no), one.rows[one.position[no]].rank)
        for one in tournament.situations[1 : after + 1]
    ]
    return OrderStep(0, 0, first), *steps


def split_of(tournament: Tournament, after: int, me: int, other: int) -> Split:
    """Going back from this round: where the two parted."""
    for situation in reversed(tournament.situations[1 : after + 1]):
        if me in situation.decided or other in situation.decided:
            mine, theirs = (situation.rows[situation.position[no]].rank for no in (me, other))
            return Split(situation.after, "match", mine, theirs)
        mine, theirs = (situation.record.wins(no) for no in (me, other))
        if mine != theirs:
            return Split(situation.after, "wins", mine, theirs)
    numbers = tournament.situations[0].record.numbers
    return Split(0, "number", numbers[me], numbers[other])


def split_words(split: Split) -> Words:
    """3回戦終了時の勝数(2 対 1)で分かれ, 番号の小さい方が上位 …."""
    return say(f"why-split-{split.by}", round=split.after, mine=split.mine, theirs=split.theirs)
