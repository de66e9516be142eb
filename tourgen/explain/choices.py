"""The pairs of a pool in the order in which they were fixed, in short: what a page says of each, of all in one go.

A `Step` (tourgen.rules.steps) lists everybody who was left, which for everybody of a large pool would be its square.
"""

from __future__ import annotations

from collections import OrderedDict

from tourgen.dataclass import dataclass
from tourgen.memo import Memo
from tourgen.rules.situation import PairedPool, PairedStage, Seat, Situation, pair_pool, rule_of
from tourgen.rules.steps import Pair


@dataclass(frozen=True, slots=True)
class Choice:
    """One pair as it was fixed; None stands for the bye."""

    pair: Pair
    players: int  # how many players the first could have been given
    wanted: bool  # whether of everybody left the rule wants the second most


_known: Memo[Situation, dict[Seat, dict[int, Choice]]] = Memo(lambda _: {})


def choice_of(situation: Situation, stage: PairedStage, group: str | None, no: int) -> Choice:
    """How this player's pair was fixed."""
    known, seat = _known(situation), Seat(stage.id, group)
    if seat not in known:
        lowest = rule_of(stage).choice == "lowest-possible"
        known[seat] = _choices(pair_pool(situation, stage, group), lowest)
    return known[seat][no]


def _choices(paired: PairedPool, lowest: bool) -> dict[int, Choice]:
    left: OrderedDict[int | None, None] = OrderedDict.fromkeys(paired.pool.order)
    if len(left) % 2:
        left[None] = None  # the phantom is the lowest of all
    found: dict[int, Choice] = {}
    for first, second in paired.pairing.pairs:
        del left[first]
        most = next(reversed(left) if lowest else iter(left))
        choice = Choice((first, second), len(left) - (None in left), second == most)
        found |= {no: choice for no in (first, second) if no is not None}
        del left[second]
    return found
