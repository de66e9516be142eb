"""総当たり戦: whom the circle method gives in which round (section 8)."""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.explain.words import Reason, entries, joined, plain, player, quote, say
from tourgen.rules.round_robin import circle
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class CircleWhy:
    """Everybody by ascending lot is numbered from 1; the numbers that face each other in this round."""

    order: tuple[int, ...]  # the players, number 1 first
    empty: int | None  # the number nobody has: who faces it has a bye
    pairs: tuple[tuple[int, int], ...]  # by number, in the order of the circle
    mine: int
    other: int


def circle_why(
    tournament: Tournament, situation: Situation, no: int
) -> tuple[CircleWhy | None, tuple[Reason, ...]]:
    """The player's place in the circle in the next round, and who faces it."""
    lots = situation.record.numbers
    order = tuple(sorted(situation.entrants, key=lots.__getitem__))
    rounds = circle(len(order))
    if situation.after >= len(rounds):
        return None, ()
    pairs = tuple((one + 1, other + 1) for one, other in rounds[situation.after])
    mine = order.index(no) + 1
    other = next(sum(pair) - mine for pair in pairs if mine in pair)
    empty = len(order) + 1 if len(order) % 2 else None
    why = CircleWhy(order, empty, pairs, mine, other)
    return why, _reasons(tournament, situation, why)


def _reasons(tournament: Tournament, situation: Situation, why: CircleWhy) -> tuple[Reason, ...]:
    declared = situation.declared
    last = len(why.order) + len(why.order) % 2
    ring = say("why-circle", people=entries(declared, len(why.order)), last=last)
    facing = joined([plain(f"{one}–{other}") for one, other in why.pairs])
    reasons = [Reason(ring, quote(declared, "by-entrants"), "pool")]
    if why.empty is not None:
        reasons.append(Reason(say("why-circle-empty", last=last), None, "pool"))
    pairs = say("why-circle-pairs", round=situation.after + 1, pairs=facing)
    reasons.append(Reason(pairs, None, "pool"))
    values = {"mine": why.mine, "other": why.other, "name": player(tournament, why.order[why.mine - 1])}
    if why.other == why.empty:
        return (*reasons, Reason(say("why-circle-bye", **values)))
    opponent = player(tournament, why.order[why.other - 1])
    return (*reasons, Reason(say("why-circle-pair", **values, opponent=opponent)))
