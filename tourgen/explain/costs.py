"""What a pairing has of each class of `avoid`, in words, and what another would have more."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tourgen.engine.criteria import shown_value
from tourgen.engine.pairing import Count, Pool, ScoreGap
from tourgen.engine.pairing.choices import Excess
from tourgen.explain.terms import criterion_label
from tourgen.explain.words import Words, joined, say
from tourgen.formats.models import Criterion, Format

GAP = "score-gap"
# 組合せ禁止 is for the organiser's eyes: what these say must not be published.
PRIVATE = ("forbidden", "discouraged")
# The rule that each class comes from: the key of its quotation.
RULES = {"second-bye": "one-bye", "rematch": "no-rematch", GAP: "gap"}


@dataclass(frozen=True, slots=True)
class Component:
    """A class of `avoid`, its level (of score gaps the difference), and how many pairs it has."""

    name: str
    level: int
    count: int


def components(pool: Pool, counts: Sequence[Count], *, organiser: bool) -> tuple[Component, ...]:
    """The classes in order: of score gaps every difference the pool can have, of the others the levels that occur."""
    scores = [pool.score[no] for no in pool.order] + [pool.phantom] * (len(pool.order) % 2)
    widest = max(scores, default=0) - min(scores, default=0)
    found = []
    for one, count in zip(pool.avoid, counts, strict=True):
        had = dict(count.levels) if organiser or one.name not in PRIVATE else {}
        levels = range(widest, 0, -1) if isinstance(one, ScoreGap) else sorted(had, reverse=True) or [1]
        found += [Component(one.name, level, had.get(level, 0)) for level in levels]
    return tuple(found)


def counted_in(declared: Format, by: Criterion) -> str:
    """How a sentence about scores ends its code: in wins, in points, or in another first criterion of `pair_by`."""
    if by not in ("wins", "points"):
        return "-by"
    return "-points" if declared.score.in_points else ""


def apart(declared: Format, by: Criterion, gap: int) -> Words:
    """2勝差 / 2 wins apart; 2点差 / 2 points apart; 個人の勝数2差 / 2 apart in board wins."""
    n = shown_value(declared.score, by, gap)
    return say(f"why-apart{counted_in(declared, by)}", n=n, label=criterion_label(by))


def cost_words(
    declared: Format, by: Criterion, parts: Sequence[Component], classes: Collection[str]
) -> Words:
    """再戦なし、2勝差1組、1勝差3組: what there is, from the most important; that there is no rematch or gap as well."""
    found = []
    for name in classes:
        mine = [part for part in parts if part.name == name and part.count]
        found += [_said(declared, by, f"why-cost-{name}", one) for one in mine]
        if not mine and name in ("rematch", GAP):
            ending = "-by" if name == GAP and by != "wins" else ""
            found.append(say(f"why-cost-no-{name}{ending}", label=criterion_label(by)))
    return joined(found) if found else say("why-cost-nothing")


def more_words(declared: Format, by: Criterion, one: Excess) -> Words:
    """再戦が1つ増えます, 2勝差の対戦が1つ増えます."""
    return _said(declared, by, f"why-more-{one.name}", one)


def _said(declared: Format, by: Criterion, code: str, one: Component | Excess) -> Words:
    return say(code, apart=apart(declared, by, one.level), n=one.count, time=one.level + 1)


def cost_vector(parts: Sequence[Component], classes: Collection[str]) -> str:
    """(0, 0, 1, 3): second byes, rematches, then pairs with the largest difference down to 1."""
    return f"({', '.join(str(part.count) for part in parts if part.name in classes)})"


def class_words(declared: Format, by: Criterion, classes: Collection[str]) -> Words:
    """2回目の不戦勝、再戦、…: what is made as rare as possible, in this order."""
    code, label = {GAP: f"why-class-{GAP}{counted_in(declared, by)}"}, criterion_label(by)
    return joined([say(code.get(name, f"why-class-{name}"), label=label) for name in classes])
