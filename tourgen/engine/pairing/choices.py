"""The order in which the pairs of a pool were fixed, and why nobody whom the rule would rather have given.

Whoever is preferred but was not given is impossible: no optimal pairing has that pair beside those fixed before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tourgen.engine.pairing.pool import Count, Pair, Pairing, Pool, ScoreGap
from tourgen.engine.pairing.rule import (
    counts_of,
    least_counts,
    level_of,
    wish_for_an_opponent,
    wish_for_the_bye,
    without,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One pair as it was fixed."""

    pair: Pair
    fixed: tuple[Pair, ...]  # the pairs fixed before
    left: tuple[int | None, ...]  # whom the first could have been given, best first, the phantom last
    wanted: tuple[int | None, ...]  # the same by the rule's wish, as far as whom was given

    @property
    def players(self) -> int:
        """How many players the first could have been given."""
        return len(self.left) - (None in self.left)


@dataclass(frozen=True, slots=True)
class Excess:
    """A class of `avoid` and its level, of which there is more than the optimum has."""

    name: str
    level: int
    count: int  # how many more


@dataclass(frozen=True, slots=True)
class Alternative:
    """A pair that the rule would have preferred, and why no optimal pairing has it beside those fixed before."""

    pair: Pair
    own: Excess | None  # what the pair itself, with those fixed before, has more of than the whole optimum
    worse: Excess  # in which the best pairing with it is worse, by at least so many


def bye_is_fixed_first(pool: Pool) -> bool:
    """「勝数の最も少ない選手の中で最上位の選手を不戦勝とします」, before anybody else is paired."""
    return len(pool.order) % 2 == 1 and pool.bye != "phantom"


def choice_of(pool: Pool, pairing: Pairing, no: int) -> Choice:
    """How this player's pair was fixed: 「暫定上位選手から順に」, or the bye before all."""
    at = next(at for at, pair in enumerate(pairing.pairs) if no in pair)
    fixed, (first, second) = pairing.pairs[:at], pairing.pairs[at]
    gone = {player for pair in fixed for player in pair}
    left: list[int | None] = [player for player in pool.order if player not in gone and player != first]
    if len(pool.order) % 2 and None not in gone:
        left.append(None)
    if second is None and bye_is_fixed_first(pool):
        return Choice((first, second), fixed, tuple(left), (None,))
    chosen_in = without(pool, [pairing.pairs[0][0]]) if bye_is_fixed_first(pool) else pool
    place: dict[int | None, int] = {player: at for at, player in enumerate(chosen_in.order)}
    place[None] = len(chosen_in.order)
    wish = wish_for_an_opponent(chosen_in)
    most = wish(place[first], place[second])
    preferred = [one for one in left if wish(place[first], place[one]) < most]
    preferred.sort(key=lambda one: wish(place[first], place[one]))
    return Choice((first, second), fixed, tuple(left), (*preferred, second))


def alternatives_of(pool: Pool, pairing: Pairing, choice: Choice) -> tuple[Alternative, ...]:
    """Everything the rule would have preferred to this pair.

    Where the lowest is wanted, the phantom is it: whoever came before the holder would have had the bye.
    """
    first, second = choice.pair
    wanted: list[tuple[tuple[Pair, ...], Pair]]
    if second is None and bye_is_fixed_first(pool):
        wish = wish_for_the_bye(pool)
        holders = sorted(range(len(pool.order)), key=lambda place: wish(len(pool.order), place))
        before = holders[: holders.index(pool.order.index(first))]
        wanted = [((), (pool.order[place], None)) for place in before]
    elif second is None and pool.opponent == "lowest-possible":
        wanted = [(choice.fixed[:at], (pair[0], None)) for at, pair in enumerate(choice.fixed)]
    else:
        wanted = [(choice.fixed, (first, other)) for other in choice.wanted[:-1]]
    return tuple(_alternatives(pool, pairing, wanted))


def lower_byes(pool: Pool, pairing: Pairing, choice: Choice) -> tuple[Alternative, ...]:
    """Where the phantom is nobody's wish: why it was not left to somebody below the holder."""
    at = pool.order.index(choice.pair[0])
    below = [no for no in pool.order[at + 1 :] if no in choice.left]
    wanted: list[tuple[tuple[Pair, ...], Pair]] = [(choice.fixed, (no, None)) for no in reversed(below)]
    return tuple(_alternatives(pool, pairing, wanted))


def excess(pool: Pool, optimum: Sequence[Count], counts: Sequence[Count]) -> Excess | None:
    """The first class and level of which these counts have more than the optimum, with how many more."""
    for one, best, other in zip(pool.avoid, optimum, counts, strict=True):
        had = dict(best.levels)
        for level, count in other.levels:
            if count > had.get(level, 0):
                return Excess(one.name, level, count - had.get(level, 0))
    return None


def _alternatives(
    pool: Pool, pairing: Pairing, wanted: Sequence[tuple[tuple[Pair, ...], Pair]]
) -> Iterator[Alternative]:
    """A matching is computed only where nothing simpler shows that a pair is impossible."""
    known: dict[tuple[object, ...], tuple[Excess | None, Excess | None]] = {}
    for fixed, pair in wanted:
        # What shows without a matching depends on little but the classes of the pair and the two scores.
        scores = [pool.phantom if no is None else pool.score[no] for no in pair]
        key = (len(fixed), *scores, *(level_of(pool, one, *pair) for one in pool.avoid))
        if key not in known:
            # A part of a pairing costs no more than the whole: if it has too much, the whole is worse.
            own = excess(pool, pairing.counts, counts_of(pool, (*fixed, pair)))
            known[key] = own, _more_gaps(pool, pairing, (*fixed, pair))
        own, gaps = known[key]
        worse = own or gaps or excess(pool, pairing.counts, least_counts(pool, (*fixed, pair)) or ())
        assert worse is not None, "a preferred pair that costs nothing would have been taken"
        yield Alternative(pair, own, worse)


def _more_gaps(pool: Pool, pairing: Pairing, forced: Sequence[Pair]) -> Excess | None:
    """Whether the score gaps alone are worse than the optimum's, whatever else is allowed.

    Neighbours by score give the least gaps there are: of any four players, pairing the upper two and the lower two
    makes the largest gap no larger, and if it is as large, the other one too. Most impossible pairs are seen by this
    without a matching (an odd player out, whom another score has to take).
    """
    at = next((at for at, one in enumerate(pool.avoid) if isinstance(one, ScoreGap)), None)
    if at is None:
        return None
    gone = {player for pair in forced for player in pair}
    rest: list[int | None] = [player for player in pool.order if player not in gone]
    if len(rest) % 2:
        rest.append(None)
    rest.sort(key=lambda no: pool.phantom if no is None else pool.score[no])
    pairs = zip(rest[::2], rest[1::2], strict=True)
    neighbours = [(other, one) if one is None else (one, other) for one, other in pairs]
    only_gaps = replace(pool, avoid=(pool.avoid[at],))
    counts = counts_of(only_gaps, [*forced, *((one, other) for one, other in neighbours if one is not None)])
    return excess(only_gaps, (pairing.counts[at],), counts) if counts[0] > pairing.counts[at] else None
