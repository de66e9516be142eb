"""Why this provisional rank: every criterion's arithmetic, and what decided against each neighbour (section 3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from tourgen.dataclass import dataclass, replace
from tourgen.explain.direct import DirectWhy, direct_why
from tourgen.explain.earlier import OrderStep, Split, earlier_orders, split_of
from tourgen.explain.opponents import OpponentLine, opponent_lines
from tourgen.explain.sums import LOT, working
from tourgen.explain.words import Words, circled, quote, say
from tourgen.formats import Format
from tourgen.memo import Memo
from tourgen.rules.order import Row
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

_SUM = re.compile(r"top-bottom-(\d+)")
PREVIOUS = "previous-order"


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """One criterion: its value, and for a sum what it adds up (with leagues: beaten opponents, then those lost to)."""

    number: int
    name: str
    label: Words
    value: int
    terms: tuple[tuple[int, ...], tuple[int, ...]]
    quote: Words | None
    merged_to: int  # the last criterion with the same terms whatever happened; equal to number if none
    detail: Words | None = None  # the value worked out, with the opponents by name

    @property
    def title(self) -> Words:
        """② 相手の勝数; the lot, which the rules don't number, without a number."""
        return criterion_title(self.name, self.number)

    @property
    def shown(self) -> int:
        """The value as people read it."""
        return shown(self.name, self.value)

    def arithmetic(self, language: str) -> str:
        """(3＋1－1) ＋ 2: beaten, then lost to; nothing where the criterion isn't a sum."""
        return _arithmetic(self.terms, language)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next player above or below, and the first criterion in which the two differ (None: in none).

    A place that a match decided has no criterion either: then `by_match`.
    """

    no: int
    rank: int
    decided_by: int | None
    mine: int
    theirs: int
    by_match: bool = False
    split: Split | None = None  # where earlier orders count: the round in which the two parted


@dataclass(frozen=True, slots=True)
class RankWhy:
    """Everything behind one rank."""

    after: int
    rank: int
    no: int
    criteria: tuple[CriterionValue, ...]
    opponents: tuple[OpponentLine, ...]
    above: Neighbour | None
    below: Neighbour | None
    fixed: int | None = None  # the place a match decided, which overrides the criteria
    orders: tuple[OrderStep, ...] = ()  # where earlier orders count: from the bracket number to this rank
    direct: DirectWhy | None = None  # where the direct encounter counts

    def criterion(self, number: int) -> CriterionValue:
        """The criterion with this number."""
        return self.criteria[number - 1]


def rank_why(tournament: Tournament, after: int, no: int) -> RankWhy:
    """Why this player has this provisional rank after this round."""
    situation = tournament.situations[after]
    at = situation.position[no]
    rows = situation.rows
    criteria = situation.declared.order.criteria
    return RankWhy(
        after,
        rows[at].rank,
        no,
        criteria_values(tournament, situation, criteria, rows[at]),
        opponent_lines(situation, no),
        _beside(tournament, after, at, at - 1),
        _beside(tournament, after, at, at + 1),
        situation.decided.get(no),
        earlier_orders(tournament, after, no) if PREVIOUS in criteria else (),
        direct_why(situation, no),
    )


def _beside(tournament: Tournament, after: int, at: int, other: int) -> Neighbour | None:
    """The neighbour, with what a match decided and what earlier orders did."""
    situation = tournament.situations[after]
    found = neighbour(situation.rows, at, other)
    if found is not None and _apart(situation, situation.rows[at].no, found.no):
        return None
    if found is None or PREVIOUS not in situation.declared.order.criteria:
        return found
    me = situation.rows[at].no
    split = split_of(tournament, after, me, found.no)
    if split.by == "match":
        return replace(found, decided_by=None, by_match=True, split=split)
    return replace(found, split=split)


def _apart(situation: Situation, one: int, other: int) -> bool:
    """Whether the two are ranked in different blocks."""
    return situation.declared.swiss is not None and situation.seats[one].group != situation.seats[other].group


def criteria_values(
    tournament: Tournament, situation: Situation, names: Sequence[str], row: Row
) -> tuple[CriterionValue, ...]:
    """The criteria of a row in order, sums with their terms."""
    swiss, record = situation.declared.swiss is not None, situation.record
    lines = opponent_lines(situation, row.no) if swiss else ()
    beaten, lost = ((), ()) if swiss else (record.beaten_wins(row.no), record.lost_wins(row.no))
    values = []
    for one, value in zip(_columns(situation, names), row.keys, strict=False):
        terms: tuple[tuple[int, ...], tuple[int, ...]] = beaten[: one.k], lost[: one.k]
        detail = None
        if swiss:
            worked = working(tournament, situation, one.name, row.no, lines)
            terms, detail = (worked.terms, ()), worked.detail
        values.append(
            CriterionValue(one.number, one.name, one.label, value, terms, one.quote, one.merged_to, detail)
        )
    return tuple(values)


@dataclass(frozen=True, slots=True)
class _Column:
    """What is the same of a criterion in every row of a standing."""

    number: int
    name: str
    label: Words
    quote: Words | None
    merged_to: int
    k: int  # of a sum: so many opponents beaten with the most wins, and lost to with the fewest


_known_columns: Memo[Situation, dict[tuple[str, ...], list[_Column]]] = Memo(lambda _: {})


def _columns(situation: Situation, names: Sequence[str]) -> list[_Column]:
    known = _known_columns(situation)
    if (key := tuple(names)) not in known:
        latest = situation.record.latest
        known[key] = [
            _Column(
                number,
                name,
                criterion_label(name),
                criterion_quote(situation.declared, name, number),
                _merged_to(names, number, latest),
                _k(name),
            )
            for number, name in enumerate(names, 1)
        ]
    return known[key]


@lru_cache(maxsize=10_000)
def _arithmetic(terms: tuple[tuple[int, ...], tuple[int, ...]], language: str) -> str:
    plus, minus = "＋－" if language == "ja" else "+-"
    parts = [part for part in terms if part]
    shown = [
        "".join(f"{minus if wins < 0 else plus}{abs(wins)}" for wins in part).removeprefix(plus)
        for part in parts
    ]
    if len(parts) == 2:
        shown = [f"({text})" if len(part) > 1 else text for part, text in zip(parts, shown, strict=True)]
    return f" {plus} ".join(shown)


def shown(name: str, value: int) -> int:
    """A criterion's value as people read it: larger is better, so the rank before and the lot are kept negative."""
    return -value if name in (PREVIOUS, LOT) else value


@cache
def criterion_label(name: str) -> Words:
    """勝数, 直前の勝数, 上2＋下2, 抽選番号."""
    return say("why-criterion-top-bottom", k=_k(name)) if _k(name) else say(f"why-criterion-{name}")


@cache
def criterion_title(name: str, number: int) -> Words:
    """② 相手の勝数: the number as the rules write it, and the name; the lot has no number there."""
    label = criterion_label(name)
    return label if name == LOT else say("why-criterion-title", mark=circled(number), label=label)


def criterion_quote(declared: Format, name: str, number: int) -> Words | None:
    """The rule's sentence; 3-8 are one sentence with k filled in."""
    key = "top-bottom" if _k(name) else name
    return quote(declared, key, number=number, mark=circled(number), k=_k(name))


@cache
def _k(name: str) -> int:
    found = _SUM.fullmatch(name)
    return int(found[1]) if found else 0


def _merged_to(names: Sequence[str], number: int, latest: int) -> int:
    """After round r nobody has more than r opponents: the sums for k ≥ r are the same for everybody."""
    last = number
    while (
        _k(names[number - 1]) >= max(latest, 1)
        and last < len(names)
        and _k(names[last]) > _k(names[last - 1])
    ):
        last += 1
    return last


def neighbour(rows: Sequence[Row], at: int, other: int) -> Neighbour | None:
    """The row beside this one; None beyond the first and the last."""
    if not 0 <= other < len(rows):
        return None
    mine, theirs = rows[at].keys, rows[other].keys
    decided = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b), None)
    shown = decided or 0
    number = None if decided is None else decided + 1
    return Neighbour(rows[other].no, rows[other].rank, number, mine[shown], theirs[shown])
