"""Match cards (対戦カード), four to a sheet."""

from __future__ import annotations

from typing import Any

from tourgen.formats.labels import grade_value
from tourgen.web import pairings
from tourgen.web.division_view import DivisionView, Person
from tourgen.web.pairings import Match
from tourgen.web.paper.leaves import stacked

ON_A_SHEET = 4
_NOT_PLAYED = ("bye", "qualified", "forfeit", "double-loss")


def cards(view: DivisionView, number: int) -> list[tuple[dict[str, Any], ...]]:
    """A card for every game of the round at which two sit down."""
    found: list[dict[str, Any]] = [
        {
            "match": match,
            "stage": band.stage,
            "group": band.group,
            "best_of": _best_of(view, band.stage),
            "keeper": keeper(match) if view.declared.game == "othello" else None,
        }
        for band in pairings.bands(view, number)
        for match in band.matches
        if match.second is not None and match.kind not in _NOT_PLAYED
    ]
    found.sort(key=lambda card: card["match"].table or 0)
    return stacked(found, ON_A_SHEET)


def keeper(match: Match) -> Person | None:
    """Who keeps the record: the higher grade. Equal or unknown grades leave it to age, which no sheet tells."""
    assert match.second is not None
    first, second = match.first.person, match.second.person
    one, other = grade_value(first.grade), grade_value(second.grade)
    if one is None or other is None or one == other:
        return None
    return first if one > other else second


def _best_of(view: DivisionView, label: str) -> int:
    """How many games a match has at most; the rounds of a tree are called by other names than their stage."""
    stage = view.stages.of(label) or view.stages.all.get(view.declared.titled_tree or "")
    return stage.best_of if stage else 1
