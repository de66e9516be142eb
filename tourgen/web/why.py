"""Explanations for the pages: what tourgen.explain says of ranks, pairs and leagues, in the shape the templates use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tourgen.dataclass import dataclass, replace
from tourgen.explain import (
    CriterionValue,
    RankWhy,
    Reason,
    Words,
    final_why,
    lottery_why,
    pairing_why,
    quote,
    rank_why,
)
from tourgen.explain.rank import criterion_quote, criterion_title, shown
from tourgen.web.facts import Facts, Person, mark, opponent

# How a round of a record looks as a disc.
_MARKS = {
    "bye": "w",
    "qualified-bye": "w",
    "walkover": "w",
    "forfeit": "l",
    "double-loss": "d",
    "draw": "D",
    "pending": "p",
    "no-result": "n",
    "assumed-win": "q",
    "assumed-loss": "x",
}


@dataclass(frozen=True, slots=True)
class Met:
    """One line of a record in the order of summing; `wins` is None where it adds nothing."""

    round: int
    person: Person | None
    kind: str
    mark: str
    wins: int | None
    boards: int | None = None  # teams: boards won
    dropped: str | None = None  # largest or smallest, where a criterion leaves the extremes out


@dataclass(frozen=True, slots=True)
class Rank:
    """One rank with everything that can be opened."""

    why: RankWhy
    values: tuple[CriterionValue, ...]  # those that are always equal only once
    deciding: CriterionValue | None
    above: Person | None
    met: tuple[Met, ...]
    mine: int  # in the deciding criterion, as people read it
    theirs: int

    @property
    def by_match(self) -> bool:
        """Whether a match decided against the player above."""
        return self.why.above is not None and self.why.above.by_match

    @property
    def sums(self) -> bool:
        """Whether opponents' wins are summed."""
        return any(one.terms != ((), ()) for one in self.values)


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair of a pool in the order in which the rules fixed it."""

    first: Person
    rank: int
    second: Person | None
    other_rank: int | None
    here: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """Why these two meet (or nobody)."""

    reasons: tuple[Reason, ...]
    pairs: tuple[Pair, ...]  # down to this one


def rank_of(facts: Facts, after: int, no: int) -> Rank:
    """Why this rank after this round."""
    why = rank_why(facts.report.tournament, after, no)
    values = tuple(_without_repeats(why.criteria))
    decided = why.above.decided_by if why.above else None
    deciding = next((one for one in values if decided and one.number <= decided <= one.merged_to), None)
    met = tuple(
        Met(
            line.round,
            facts.people[line.opponent] if line.opponent is not None else None,
            line.kind,
            _MARKS.get(line.kind, "W" if line.won else "L"),
            line.wins,
            line.boards,
            line.dropped,
        )
        for line in why.opponents
    )
    above = facts.people[why.above.no] if why.above else None
    both = (why.above.mine, why.above.theirs) if why.above else (0, 0)
    mine, theirs = (shown(deciding.name, value) if deciding else value for value in both)
    return Rank(why, values, deciding, above, met, mine, theirs)


def final_rank_of(
    facts: Facts, no: int, latest: Rank, deciding: int | None
) -> tuple[tuple[Reason, ...], Rank]:
    """Why this final rank: what is said of it, and the arithmetic of the last standing as far as it counts here.

    A place that a match decided has no arithmetic, but the games that led there. `deciding` is the criterion's number.
    """
    why = final_why(facts.report.tournament, no)
    assert why is not None, "only a finished division has final ranks"
    counted = () if why.by_knockout else facts.declared.final.criteria
    values = tuple(one for one in latest.values if one.name in counted)
    decided = next((one for one in values if deciding and one.number <= deciding <= one.merged_to), None)
    rank = replace(latest, values=values, deciding=decided)
    if why.by_knockout:
        rank = replace(rank, met=_games_of(facts, no), why=replace(rank.why, orders=()))
    elif not rank.sums:
        rank = replace(rank, met=tuple(replace(one, wins=None, dropped=None) for one in rank.met))
    return why.reasons, rank


def _games_of(facts: Facts, no: int) -> tuple[Met, ...]:
    """Every game of a player, those of the finals too."""
    found = []
    for number, games in sorted(facts.games.items()):
        if (game := games.get(no)) is not None:
            other = opponent(game, no)
            kind = "walkover" if game["kind"] == "forfeit" and game["winner"] == no else game["kind"]
            found.append(
                Met(number, None if other is None else facts.people[other], kind, mark(game, no), None)
            )
    return tuple(found)


def _without_repeats(criteria: Iterable[CriterionValue]) -> Iterator[CriterionValue]:
    """Those that an earlier one merges with, which are always equal to it, stand there once."""
    merged = 0
    for one in criteria:
        if one.number > merged:
            yield one
        merged = max(merged, one.merged_to)


def pairing_of(facts: Facts, number: int, no: int, *, with_pairs: bool) -> Pairing | None:
    """Why this player meets this opponent in this round; None where there is nothing to say.

    `with_pairs` lists the pairs of the pool that were fixed before.
    """
    if not facts.people[no].here or number not in facts.games:
        return None
    why = pairing_why(facts.report.tournament, number, no, alternatives=False)
    if why.kind == "none" or not why.reasons:
        return None
    pairs: list[Pair] = []
    if with_pairs and why.pool is not None and not why.by_hand:
        rank = {one.no: one.rank for one in why.pool.players}
        for first, second in why.pool.pairs:
            other = None if second is None else facts.people[second]
            other_rank = None if second is None else rank[second]
            pairs.append(Pair(facts.people[first], rank[first], other, other_rank, no in (first, second)))
            if no in (first, second):
                break
    return Pairing(why.reasons, tuple(pairs))


def lottery_of(facts: Facts, no: int) -> tuple[Reason, ...]:
    """How the player's lottery number and league came about."""
    why = lottery_why(facts.report.tournament, no) if facts.people[no].lottery is not None else None
    return why.reasons if why else ()


def said(facts: Facts, key: str) -> Words | None:
    """A sentence of the rule sheet, with its translation."""
    return quote(facts.declared, key)


def criteria(facts: Facts) -> list[tuple[Words, Words | None]]:
    """(number and name, sentence) of every criterion."""
    names = facts.declared.order.criteria
    return [
        (criterion_title(name, number), criterion_quote(facts.declared, name, number))
        for number, name in enumerate(names, 1)
    ]
