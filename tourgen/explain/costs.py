"""What a pairing costs, in words, and where one is worse than another (組み合わせ方法 2-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tourgen.explain.words import Words, joined, say
from tourgen.rules.pairing import Cost

ComponentKind = Literal["second-bye", "rematch", "gap"]

# The rule that each component of a cost comes from: the key of its quotation.
RULES: dict[ComponentKind, str] = {"second-bye": "one-bye", "rematch": "no-rematch", "gap": "gap"}


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a cost: second byes, rematches, or the pairs with one win difference."""

    kind: ComponentKind
    gap: int  # the win difference; 0 for the other kinds
    count: int

    @property
    def apart(self) -> Words:
        """2勝差."""
        return apart(self.gap)

    @property
    def words(self) -> Words:
        """再戦1組, 2勝差3組."""
        return say(f"why-cost-{self.kind}", apart=self.apart, n=self.count)

    @property
    def more(self) -> Words:
        """再戦が1つ増えます, 2勝差の対戦が1つ増えます."""
        return say(f"why-more-{self.kind}", apart=self.apart, n=self.count)


def apart(gap: int) -> Words:
    """2勝差 / 2 wins apart."""
    return say("why-apart", n=gap)


def components(cost: Cost) -> tuple[Component, ...]:
    """The components in the order in which costs are compared."""
    widest = len(cost.gaps)
    gaps = (Component("gap", widest - at, count) for at, count in enumerate(cost.gaps))
    return Component("second-bye", 0, cost.second_byes), Component("rematch", 0, cost.rematches), *gaps


def first_excess(optimum: Cost, cost: Cost) -> Component | None:
    """The first component of which the cost has more than the optimum, with how many more."""
    for best, other in zip(components(optimum), components(cost), strict=True):
        if other.count > best.count:
            return Component(best.kind, best.gap, other.count - best.count)
    return None


def allowed(optimum: Cost, component: Component) -> int:
    """How many of this kind the optimum itself has."""
    return next(c.count for c in components(optimum) if (c.kind, c.gap) == (component.kind, component.gap))


def cost_words(cost: Cost) -> Words:
    """再戦なし、2勝差1組、1勝差3組: byes and rematches only where there are any, differences from the largest."""
    parts = [part.words for part in components(cost) if part.count]
    if not cost.rematches:
        parts.insert(1 if cost.second_byes else 0, say("why-cost-no-rematch"))
    if not any(cost.gaps):
        parts.append(say("why-cost-no-gap"))
    return joined(parts)


def cost_vector(cost: Cost) -> str:
    """(0, 0, 1, 3): second byes, rematches, then pairs with the largest win difference down to 1."""
    return f"({', '.join(str(part.count) for part in components(cost))})"
