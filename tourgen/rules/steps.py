"""The order in which the pairs of a pool were fixed: who chose, and whom the rule would rather have given (section 4).

Whoever is preferred here but was not given is impossible: no optimal pairing has that pair beside those fixed before.
"""

from __future__ import annotations

from tourgen.dataclass import dataclass
from tourgen.rules.pairing import Pairing, PairingRule, Pool

Pair = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Step:
    """One pair as it was fixed; None stands for the bye."""

    number: int
    """Its place in the order, from 1."""
    pair: Pair
    fixed: tuple[Pair, ...]
    """The pairs fixed before."""
    left: tuple[int | None, ...]
    """Whom the first of the pair could have been given: everyone still unpaired, best first, the phantom last."""
    preferred: tuple[Pair, ...]
    """The pairs the rule would rather have taken at this point, the most wanted first."""


def bye_is_fixed_first(pool: Pool, rule: PairingRule) -> bool:
    """000-7 勝数の最も少ない選手の中で最上位の選手を不戦勝とします, before anybody else is paired."""
    return rule.bye == "fewest-wins-top-ranked" and len(pool.order) % 2 == 1


def step_of(pool: Pool, rule: PairingRule, pairing: Pairing, no: int) -> Step:
    """The step in which this player was paired."""
    number = next(at for at, pair in enumerate(pairing.pairs) if no in pair)
    fixed, pair = pairing.pairs[:number], pairing.pairs[number]
    gone = {player for one in fixed for player in one}
    left: list[int | None] = [player for player in pool.order if player not in gone and player != pair[0]]
    if len(pool.order) % 2 and None not in gone:
        left.append(None)
    if pair[1] is None and bye_is_fixed_first(pool, rule):
        preferred = _preferred_holders(pool, pair[0])
    else:
        preferred = _preferred_opponents(rule, pair, left)
    return Step(number + 1, pair, fixed, tuple(left), preferred)


def _preferred_holders(pool: Pool, holder: int) -> tuple[Pair, ...]:
    """000-7: fewer wins before more, of equal ones the top-ranked first."""
    wanted = sorted(pool.order, key=pool.wins.__getitem__)  # stable: the top-ranked of equal ones stay first
    return tuple((player, None) for player in wanted[: wanted.index(holder)])


def _preferred_opponents(rule: PairingRule, pair: Pair, left: list[int | None]) -> tuple[Pair, ...]:
    """6 可能な限り下位選手と: everyone below the opponent given (above, where the highest is wanted)."""
    wanted = left[::-1] if rule.choice == "lowest-possible" else left
    return tuple((pair[0], other) for other in wanted[: wanted.index(pair[1])])
