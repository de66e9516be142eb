"""What a pairing costs, in words, and where one is worse than another (組み合わせ方法 2-5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, get_args

from tourgen.dataclass import dataclass, replace
from tourgen.explain.words import Words, joined, say
from tourgen.rules.pairing import Cost

ComponentKind = Literal[
    "second-bye", "forbidden", "rematch", "strict-school", "gap", "soft-school", "discouraged"
]

# The rule that each component of a cost comes from: the key of its quotation.
RULES: dict[ComponentKind, str] = {"second-bye": "one-bye", "rematch": "no-rematch", "gap": "gap"}
LEAGUES: tuple[ComponentKind, ...] = ("second-bye", "rematch", "gap")
# 組合せ禁止 is for the organiser's eyes: what these say must not be published.
PRIVATE: tuple[ComponentKind, ...] = ("forbidden", "discouraged")


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a cost: second byes, rematches, …, or the pairs with one win difference."""

    kind: ComponentKind
    gap: int  # the win difference; 0 for the other kinds
    count: int
    in_points: bool = False

    @property
    def apart(self) -> Words:
        """2勝差, 勝点差2."""
        return apart(self.gap, self.in_points)

    @property
    def words(self) -> Words:
        """再戦1組, 2勝差3組."""
        return say(f"why-cost-{self.kind}", apart=self.apart, n=self.count)

    @property
    def more(self) -> Words:
        """再戦が1つ増えます, 2勝差の対戦が1つ増えます."""
        return say(f"why-more-{self.kind}", apart=self.apart, n=self.count)


def apart(gap: int, in_points: bool = False) -> Words:
    """2勝差 / 2 wins apart; 勝点差2 / 2 points apart."""
    return say("why-apart-points" if in_points else "why-apart", n=gap)


def components(cost: Cost) -> tuple[Component, ...]:
    """The components in the order in which costs are compared."""
    widest = len(cost.gaps)
    gaps = (Component("gap", widest - at, count, cost.in_points) for at, count in enumerate(cost.gaps))
    return (
        Component("second-bye", 0, cost.second_byes),
        Component("forbidden", 0, cost.forbidden),
        Component("rematch", 0, cost.rematches),
        Component("strict-school", 0, cost.strict_school),
        *gaps,
        Component("soft-school", 0, cost.soft_school),
        Component("discouraged", 0, cost.discouraged),
    )


def published(cost: Cost) -> Cost:
    """The cost without what only the organiser may see."""
    return replace(cost, forbidden=0, discouraged=0)


def first_excess(optimum: Cost, cost: Cost) -> Component | None:
    """The first component of which the cost has more than the optimum, with how many more."""
    for best, other in zip(components(optimum), components(cost), strict=True):
        if other.count > best.count:
            return Component(best.kind, best.gap, other.count - best.count, best.in_points)
    return None


def allowed(optimum: Cost, component: Component) -> int:
    """How many of this kind the optimum itself has."""
    return next(c.count for c in components(optimum) if (c.kind, c.gap) == (component.kind, component.gap))


def cost_words(cost: Cost) -> Words:
    """再戦なし、2勝差1組、1勝差3組: byes and rematches only where there are any, differences from the largest."""
    counted = components(cost)
    parts = [part.words for part in counted if part.count]
    if not cost.rematches:
        before = [part for part in counted[: _place(counted, "rematch")] if part.count]
        parts.insert(len(before), say("why-cost-no-rematch"))
    if not any(cost.gaps):
        before = [part for part in counted[: _place(counted, "soft-school")] if part.count]
        parts.insert(len(before) + (not cost.rematches), say("why-cost-no-gap"))
    return joined(parts)


def _place(parts: Sequence[Component], kind: ComponentKind) -> int:
    return next(at for at, part in enumerate(parts) if part.kind == kind)


def cost_vector(cost: Cost, kinds: Collection[ComponentKind] = LEAGUES) -> str:
    """(0, 0, 1, 3): second byes, rematches, then pairs with the largest win difference down to 1."""
    return f"({', '.join(str(part.count) for part in components(cost) if part.kind in kinds)})"


def class_words(kinds: Collection[ComponentKind], in_points: bool = False) -> Words:
    """2回目の不戦勝、再戦、…: what is made as rare as possible, in this order."""
    order = get_args(ComponentKind)
    codes = {"gap": "why-class-gap-points"} if in_points else {}
    return joined([say(codes.get(kind, f"why-class-{kind}")) for kind in order if kind in kinds])
