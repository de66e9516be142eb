"""Why not a lower opponent: what the best pairing with that pair would cost more than the optimum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tourgen.dataclass import dataclass
from tourgen.explain.costs import RULES, Component, allowed, first_excess
from tourgen.explain.words import Reason, Words, names, quote, say
from tourgen.formats import Format
from tourgen.rules.pairing import Cost, PairingRule, Pool, best_cost, cost_of, have_met, joined, same_school
from tourgen.rules.situation import PairedPool
from tourgen.rules.steps import Pair, Step, bye_is_fixed_first
from tourgen.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Alternative:
    """A pair that the rule would have preferred, and why no optimal pairing has it beside those fixed before."""

    pair: Pair
    own: Component | None
    """What the pair itself, with those fixed before, has more of than the whole optimum."""
    cost: Cost | None
    """The least cost of a pairing with it; None where no pairing was computed because a bound says enough."""
    worse: Component
    """The first component in which it is worse, with how many more (at least so many, where cost is None)."""

    @property
    def words(self) -> Words:
        """再戦が1つ増える."""
        return self.worse.more


def alternatives_of(
    paired: PairedPool, rule: PairingRule, step: Step, exact: bool
) -> tuple[Alternative, ...]:
    """Everything the rule would have preferred to this step's pair.

    Where the lowest is wanted, the phantom is it (001, 003): whoever came before the holder would have had the bye.
    """
    wanted: list[tuple[tuple[Pair, ...], Pair]]
    if (
        step.pair[1] is None
        and not bye_is_fixed_first(paired.pool, rule)
        and rule.choice == "lowest-possible"
    ):
        wanted = [(step.fixed[:at], (pair[0], None)) for at, pair in enumerate(step.fixed)]
    else:
        wanted = [(step.fixed, pair) for pair in step.preferred]
    bounds = _Bounds(paired.pool, paired.pairing.cost)
    return tuple(_alternative(bounds, fixed, pair, exact) for fixed, pair in wanted)


def lower_byes(paired: PairedPool, step: Step, exact: bool) -> tuple[Alternative, ...]:
    """Where the phantom is nobody's wish: why it was not left to somebody below the holder."""
    order = paired.pool.order
    below = [no for no in step.left if no is not None and order.index(no) > order.index(step.pair[0])]
    bounds = _Bounds(paired.pool, paired.pairing.cost)
    return tuple(_alternative(bounds, step.fixed, (no, None), exact) for no in reversed(below))


def _alternative(bounds: _Bounds, fixed: tuple[Pair, ...], pair: Pair, exact: bool) -> Alternative:
    own, more_gaps = bounds.of(fixed, pair)
    bound = own or more_gaps
    if bound is not None and not exact:
        return Alternative(pair, own, None, bound)
    cost = best_cost(bounds.pool, (*fixed, pair))
    assert cost is not None, "the pair is free at this step"
    worse = first_excess(bounds.optimum, cost)
    assert worse is not None, "a preferred pair that costs nothing would have been taken"
    return Alternative(pair, own, cost, worse)


class _Bounds:
    """What shows without a matching that a pair is impossible; it depends on little but the two players' wins."""

    def __init__(self, pool: Pool, optimum: Cost) -> None:
        self.pool, self.optimum = pool, optimum
        self.known: dict[tuple[object, ...], tuple[Component | None, Component | None]] = {}

    def of(self, fixed: tuple[Pair, ...], pair: Pair) -> tuple[Component | None, Component | None]:
        """What the pair itself has too much of, and what the win differences of everybody else have."""
        pool, (one, other) = self.pool, pair
        key = (len(fixed), pool.wins[one], None if other is None else pool.wins[other], _avoided(pool, pair))
        if key not in self.known:
            forced = (*fixed, pair)
            # A part of a pairing costs no more than the whole: if it has too much, the whole is worse.
            own = first_excess(self.optimum, cost_of(pool, forced))
            self.known[key] = own, _more_gaps(pool, self.optimum, forced)
        return self.known[key]


def _avoided(pool: Pool, pair: Pair) -> tuple[bool, ...]:
    """What a pair costs beside its win difference."""
    one, other = pair
    if other is None:
        return (one in pool.had_bye,)
    return (
        joined(pool.forbidden, one, other),
        have_met(pool, one, other),
        same_school(pool, one, other),
        joined(pool.discouraged, one, other),
    )


def _more_gaps(pool: Pool, optimum: Cost, forced: Sequence[Pair]) -> Component | None:
    """Whether the win differences alone are worse than the optimum's, even with rematches and second byes allowed.

    Neighbours by wins give the least win differences there are: of any four players, pairing the upper two and the
    lower two makes the largest difference no larger, and if it is as large, the other one too. Most impossible pairs
    are seen by this without a matching (an odd player out, whom another win level has to take).
    """
    gone = {player for pair in forced for player in pair}
    rest: list[int | None] = [player for player in pool.order if player not in gone]
    if len(rest) % 2:
        rest.append(None)
    neighbours = [(one, other) for one, other in zip(rest[::2], rest[1::2], strict=True) if one is not None]
    gaps = cost_of(pool, (*forced, *neighbours)).gaps
    if gaps <= optimum.gaps:
        return None
    return first_excess(optimum, Cost(0, 0, gaps, in_points=pool.in_points))


def why_not(
    tournament: Tournament, optimum: Cost, alternatives: Iterable[Alternative], *, lowest: bool
) -> tuple[Reason, ...]:
    """One sentence for each reason, with the names of all it holds for."""
    grouped: dict[tuple[bool, bool, Component], list[Alternative]] = {}
    for one in alternatives:
        shown = one.own or one.worse
        grouped.setdefault((one.pair[1] is None, one.own is not None, shown), []).append(one)
    declared = tournament.division.declared
    return tuple(
        Reason(_sentence(tournament, optimum, key, members, lowest), _rule(declared, key[2]))
        for key, members in grouped.items()
    )


def _rule(declared: Format, component: Component) -> Words | None:
    key = RULES.get(component.kind)
    return quote(declared, key) if key else None


def worse_somehow(tournament: Tournament, alternatives: Sequence[Alternative]) -> tuple[Reason, ...]:
    """The same where the causes are not for everybody's eyes: one sentence for all, so that none stands out."""
    if not alternatives:
        return ()
    who = names(tournament, [one.pair[1] for one in alternatives])
    return (Reason(say("why-not-somehow", names=who)),)


def _sentence(
    tournament: Tournament,
    optimum: Cost,
    key: tuple[bool, bool, Component],
    members: Sequence[Alternative],
    lowest: bool,
) -> Words:
    bye, own, component = key
    who = names(tournament, [one.pair[0 if bye else 1] for one in members])
    what = "bye" if bye else "pair"
    side = say("why-lower" if lowest else "why-higher")
    if not own:
        return say(f"why-not-{what}-others", names=who, more=component.more, side=side)
    most = allowed(optimum, component)
    used = "-used" if most and component.kind == "gap" else ""
    return say(
        f"why-not-{what}-{component.kind}{used}", names=who, apart=component.apart, most=most, side=side
    )
