"""Why this rank: every criterion's value with its terms, and what decided against each neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from tourgen.engine.criteria import Row, criterion, shown_value
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.direct_encounter import DIRECT, direct_words
from tourgen.explain.earlier import PREVIOUS, OrderStep, Split, earlier_orders, split_of
from tourgen.explain.record_lines import OpponentLine, opponent_lines
from tourgen.explain.remembered import remembered
from tourgen.explain.terms import Terms, criterion_label, detail, parts_of, summands
from tourgen.explain.words import Words, circled, quote, say
from tourgen.formats.models import Criterion, Format, Number

LOTS = ("smaller-lot", "lot-of-the-round")  # what the rules don't number
SMALLER_AHEAD = (*LOTS, PREVIOUS, "rank-after")  # larger is better, so these are kept negative


@dataclass(frozen=True)
class Ranking:
    """Rows from the best down, and the criteria of their keys."""

    rows: Sequence[Row]
    criteria: tuple[Criterion, ...]

    @cached_property
    def at(self) -> dict[int, int]:
        """Player → place from 0."""
        return {row.no: at for at, row in enumerate(self.rows)}

    def tied(self, no: int, before: int) -> list[Row]:
        """Everybody whose first keys, so many of them, are this player's."""
        if before not in self._tied:
            found: dict[tuple[int, ...], list[Row]] = {}
            for row in self.rows:
                found.setdefault(row.keys[:before], []).append(row)
            self._tied[before] = found
        return self._tied[before][self.rows[self.at[no]].keys[:before]]

    @cached_property
    def _tied(self) -> dict[int, dict[tuple[int, ...], list[Row]]]:
        return {}


@remembered
def _rankings(now: Situation) -> dict[int, Ranking]:
    order = now.format.order
    if not order.by_group:
        return dict.fromkeys(now.entrants, Ranking(now.rows, order.criteria))
    dealt = now.entered[now.format.first_stage.id]
    groups: dict[str | None, list[Row]] = {}
    for row in now.rows:
        groups.setdefault(dealt.get(row.no), []).append(row)
    rankings = {group: Ranking(rows, order.criteria) for group, rows in groups.items()}
    return {no: rankings[dealt.get(no)] for no in now.position}


def ranking_of(now: Situation, no: int) -> Ranking:
    """The ranking that a player is in: everybody's, or that of the group where the order is by group."""
    return _rankings(now)[no]


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """One criterion: its value, and for a sum what it adds up (of 上k＋下k: beaten opponents, then those lost to)."""

    number: int
    name: Criterion
    label: Words
    value: int
    shown: Number  # as people read it
    terms: Terms
    quote: Words | None
    merged_to: int  # the last criterion with the same terms whatever happened; equal to number if none
    detail: Words | None = None  # the value worked out, with the opponents by name

    @property
    def title(self) -> Words:
        """② 相手の勝数; the lot, which the rules don't number, without a number."""
        return criterion_title(self.name, self.number)

    def arithmetic(self, language: str) -> str:
        """(3＋1－1) ＋ 2: beaten, then lost to; nothing where the criterion isn't a sum."""
        plus, minus = "＋－" if language == "ja" else "+-"
        parts = [part for part in self.terms if part]
        texts = [
            "".join(f"{minus if wins < 0 else plus}{abs(wins)}" for wins in part).removeprefix(plus)
            for part in parts
        ]
        if len(parts) == 2:
            texts = [f"({text})" if len(part) > 1 else text for part, text in zip(parts, texts, strict=True)]
        return f" {plus} ".join(texts)


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

    def criterion(self, number: int) -> CriterionValue:
        """The criterion with this number."""
        return self.criteria[number - 1]

    @property
    def told(self) -> tuple[CriterionValue, ...]:
        """Those that an earlier one merges with, which are always equal to it, only once."""
        merged = {other for one in self.criteria for other in range(one.number + 1, one.merged_to + 1)}
        return tuple(one for one in self.criteria if one.number not in merged)


def rank_why(tournament: Tournament, after: int, no: int) -> RankWhy:
    """Why this player has this rank after this round, in the own group where the order is by group."""
    now = tournament.situations[after]
    ranking = ranking_of(now, no)
    return RankWhy(
        after,
        ranking.rows[ranking.at[no]].rank,
        no,
        criteria_values(tournament, now, ranking, no),
        opponent_lines(now, no),
        _beside(tournament, now, ranking, no, -1),
        _beside(tournament, now, ranking, no, 1),
        now.decided.held.get(no) if now.format.order.decided_places else None,
        earlier_orders(tournament, after, no),
    )


def _beside(tournament: Tournament, now: Situation, ranking: Ranking, no: int, step: int) -> Neighbour | None:
    """The neighbour, with what a match decided and what earlier orders did."""
    found = neighbour(ranking, no, step)
    if found is None or PREVIOUS not in ranking.criteria:
        return found
    split = split_of(tournament, now.after, no, found.no)
    if split.by == "match":
        return replace(found, decided_by=None, by_match=True, split=split)
    return replace(found, split=split)


def criteria_values(
    tournament: Tournament, now: Situation, ranking: Ranking, no: int
) -> tuple[CriterionValue, ...]:
    """The criteria of a player's row in order, with what the engine made each value of."""
    row, standing, values = ranking.rows[ranking.at[no]], now.standing(), []
    for at, (word, key) in enumerate(zip(ranking.criteria, row.keys, strict=True)):
        rule = criterion(word)
        tied = ranking.tied(no, at) if rule.among_tied else ()
        value = rule(no, standing, [row.no for row in tied])
        said = detail(tournament, now, word, no, value)
        if isinstance(word, str) and word in DIRECT:
            said = direct_words(tournament, now, word, tied, at, no)
        values.append(
            CriterionValue(
                at + 1,
                word,
                criterion_label(word),
                key,
                shown(now.format, word, key),
                summands(now.format, word, value),
                criterion_quote(now.format, word, at + 1),
                _merged_to(ranking.criteria, at + 1, now.record.latest),
                said,
            )
        )
    return tuple(values)


def terms_after(tournament: Tournament, after: int, name: Criterion, no: int) -> Terms:
    """What a sum of a player was made of after a round."""
    now = tournament.situations[after]
    return summands(now.format, name, criterion(name)(no, now.standing(), ()))


def shown(declared: Format, name: Criterion, value: int) -> Number:
    """A criterion's value as people read it: the rank before and the lot are kept negative, smaller is ahead."""
    return -value if parts_of(name)[0] in SMALLER_AHEAD else shown_value(declared.score, name, value)


@cache
def criterion_title(name: Criterion, number: int) -> Words:
    """② 相手の勝数: the number as the rules write it, and the name; the lot has no number there."""
    label = criterion_label(name)
    return label if name in LOTS else say("why-criterion-title", mark=circled(number), label=label)


def criterion_quote(declared: Format, name: Criterion, number: int) -> Words | None:
    """The rule's sentence; 3-8 are one sentence with k filled in."""
    word, k = parts_of(name)
    return quote(declared, word, number=number, mark=circled(number), k=k)


def _merged_to(criteria: Sequence[Criterion], number: int, latest: int) -> int:
    """After round r nobody has more than r opponents: the sums 上k＋下k for k ≥ r are the same for everybody."""
    word, k = parts_of(criteria[number - 1])
    last = number
    while word == "top-bottom" and k >= max(latest, 1) and last < len(criteria):
        following = parts_of(criteria[last])
        if following[0] != word or following[1] <= parts_of(criteria[last - 1])[1]:
            break
        last += 1
    return last


def neighbour(ranking: Ranking, no: int, step: int) -> Neighbour | None:
    """The row above (-1) or below this one (1); None beyond the first and the last."""
    at = ranking.at[no]
    if not 0 <= at + step < len(ranking.rows):
        return None
    me, other = ranking.rows[at], ranking.rows[at + step]
    decided = next((i for i, (a, b) in enumerate(zip(me.keys, other.keys, strict=True)) if a != b), None)
    number = None if decided is None else decided + 1
    return Neighbour(other.no, other.rank, number, me.keys[decided or 0], other.keys[decided or 0])
