"""Explanations for the pages: what tourgen.explain says of ranks, pairs and leagues, in the shape the templates use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tourgen.explain.final import final_why
from tourgen.explain.pairing import pairing_why
from tourgen.explain.rank import (
    CriterionValue,
    RankWhy,
    criterion_quote,
    criterion_title,
    rank_why,
    shown,
    terms_after,
)
from tourgen.explain.record_lines import OF_OPPONENTS
from tourgen.explain.terms import parts_of
from tourgen.explain.words import Reason, Words, quote
from tourgen.formats.models import Number, words_in
from tourgen.web.division_view import DivisionView, Person

if TYPE_CHECKING:
    from tourgen.web.pairings import Band, Match

# How a round of a record looks as a disc.
_MARKS = {
    "bye": "w",
    "qualified-bye": "w",
    "walkover": "w",
    "forfeit": "l",
    "double-loss": "d",
    "draw": "D",
    "missed": "r",
    "pending": "p",
    "no-result": "n",
    "assumed-win": "q",
    "assumed-loss": "x",
}
_UNCHANGED = ("grade", "rating", "starting-points", "lottery-number", "smaller-lot", "previous-order")


@dataclass(frozen=True, slots=True)
class Rank:
    """One rank with everything that can be opened."""

    why: RankWhy
    values: tuple[CriterionValue, ...]  # those that are always equal only once
    deciding: CriterionValue | None
    above: Person | None
    met: tuple[dict[str, Any], ...]  # the record in the order of summing, with the player met and a mark
    mine: Number  # in the deciding criterion, as people read it
    theirs: Number

    @property
    def by_match(self) -> bool:
        """Whether a match decided against the player above."""
        return self.why.above is not None and self.why.above.by_match

    @property
    def sums(self) -> bool:
        """Whether there is something to add up."""
        return any(one.terms != ((), ()) for one in self.values)

    @property
    def of_opponents(self) -> bool:
        """Whether it is the opponents' wins."""
        words = words_in(tuple(one.name for one in self.values))
        return self.sums and any(word.startswith(OF_OPPONENTS) for word in words)


def rank_of(view: DivisionView, after: int, no: int) -> Rank:
    """Why this rank after this round."""
    why = rank_why(view.shown, after, no)
    values = why.told
    decided = why.above.decided_by if why.above else None
    deciding = next((one for one in values if decided and one.number <= decided <= one.merged_to), None)
    met = tuple(
        {
            "line": line,
            "person": view.people[line.opponent] if line.opponent is not None else None,
            "mark": _MARKS.get(line.kind, "W" if line.won else "L"),
        }
        for line in why.opponents
    )
    above = view.people[why.above.no] if why.above else None
    both = (why.above.mine, why.above.theirs) if why.above else (0, 0)
    mine, theirs = (shown(view.declared, deciding.name, value) if deciding else value for value in both)
    return Rank(why, values, deciding, above, met, mine, theirs)


def final_rank_of(
    view: DivisionView, no: int, latest: Rank, deciding: int | None
) -> tuple[tuple[Reason, ...], Rank]:
    """Why this final rank: what is said of it, and the arithmetic of the last standing as far as it counts here.

    A place that a match decided has no arithmetic. `deciding` is the criterion's number.
    """
    why = final_why(view.tournament, no)
    assert why is not None, "only a finished division has final ranks"
    counted = () if why.by_knockout else view.declared.final_criteria
    values = tuple(one for one in latest.values if one.name in counted)
    decided = next((one for one in values if deciding and one.number <= deciding <= one.merged_to), None)
    rank = replace(latest, values=values, deciding=decided)
    return why.reasons, rank


def compared(view: DivisionView) -> list[int]:
    """The places of the criteria that change from round to round; the rank before stands in the row above."""
    names = view.declared.order.criteria
    return [at for at, name in enumerate(names) if parts_of(name)[0] not in _UNCHANGED]


def earlier_ranks(view: DivisionView, no: int, latest: Rank) -> list[dict[str, Any]]:
    """The ranks after all rounds before the standing that the page explains."""
    longest = max(latest.why.criteria, key=lambda one: len(sum(one.terms, ())))
    found = []
    for standing in view.standings:
        row = standing.by_no.get(no)
        if row is None or not (view.finished or standing.after < latest.why.after):
            continue
        values = tuple(
            shown(view.declared, view.declared.order.criteria[at], row.keys[at]) for at in compared(view)
        )
        terms = terms_after(view.shown, standing.after, longest.name, no)
        found.append(
            {
                "after": standing.after,
                "rank": row.rank,
                # the shorter sums are parts of the longest
                "sum": replace(longest, terms=terms) if any(longest.terms) else None,
                "compared": values,
            }
        )
    return found


def pairing_of(view: DivisionView, number: int, no: int) -> tuple[Reason, ...]:
    """Why this player meets this opponent, or nobody, in this round."""
    if not view.people[no].here or number not in view.games:
        return ()
    return pairing_why(view.tournament, number, no, alternatives=False).reasons


def round_why(view: DivisionView, bands: Iterable[Band]) -> list[dict[str, Any]]:
    """Why the games of a round are as they are, each said once."""
    return [_band_why(view, band) for band in bands]


def _band_why(view: DivisionView, band: Band) -> dict[str, Any]:
    """What holds for all games of a band, the rules that the games' own reasons quote, and each game's own reasons."""
    told = [(one, _game_why(view, one)) for one in band.matches]
    common = tuple(reason for reason in told[0][1] if all(reason in reasons for _, reasons in told))
    own = [(one, tuple(reason for reason in reasons if reason not in common)) for one, reasons in told]
    rules = {str(reason.quote): reason.quote for _, reasons in own for reason in reasons if reason.quote}
    return {"band": band, "common": common, "rules": list(rules.values()), "games": own}


def _game_why(view: DivisionView, one: Match) -> tuple[Reason, ...]:
    """Both players have the same reasons, but where somebody paired by hand."""
    sides = [side.person.no for side in (one.first, one.second) if side is not None]
    found: list[Reason] = []
    for no in sides:
        found += [reason for reason in pairing_of(view, one.number, no) if reason not in found]
    return tuple(found)


def said(view: DivisionView, key: str) -> Words | None:
    """A sentence of the rule sheet, with its translation."""
    return quote(view.declared, key)


def criteria(view: DivisionView) -> list[tuple[Words, Words | None]]:
    """(number and name, sentence) of every criterion."""
    names = view.declared.order.criteria
    return [
        (criterion_title(name, number), criterion_quote(view.declared, name, number))
        for number, name in enumerate(names, 1)
    ]
