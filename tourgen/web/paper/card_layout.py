"""What differs on paper from game to game and from format to format; the only place that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tourgen.web.bracket_poster import brackets, drawing
from tourgen.web.bracket_small import final_matches, tree
from tourgen.web.division_view import Facts
from tourgen.web.pairings import Match

TALLEST = 1000  # a drawing of its width that is higher goes on an upright sheet


@dataclass(frozen=True, slots=True)
class Habit:
    """How a game is written down on its match card."""

    record: str  # the space for the game record: a board to write move numbers into, or lines
    discs: bool = False  # whether the final count is entered beside the result
    by_grade: bool = False  # whether the player of the higher grade hides the stone and keeps the record


_HABITS: Mapping[str, Habit] = {"othello": Habit("board", discs=True, by_grade=True)}
_OTHERS = Habit("lines")


def habit_of(facts: Facts) -> Habit:
    """The habits of the division's game."""
    return _HABITS.get(facts.declared.game, _OTHERS)


def clock(facts: Facts, stage: str) -> dict[str, str]:
    """持ち時間 of a stage's games."""
    return {language: facts.declared.time_of(stage, language) for language in ("ja", "en")}


@dataclass(frozen=True, slots=True)
class DrawnLeaf:
    """A drawing, or the part of it that one sheet shows; games that have no place in it stand beside it."""

    drawing: Any
    top: float
    height: float
    games: Sequence[tuple[str, str | None, int, list[Match]]] = ()


@dataclass(frozen=True, slots=True)
class Bracket:
    """The brackets of a format; `kind` is also the template that draws them."""

    kind: str
    leaves: tuple[DrawnLeaf, ...]
    wide: bool


def bracket_of(facts: Facts) -> Bracket | None:
    """The brackets, where the format has any: those of everybody, or those of a few at the end."""
    found = brackets(facts)
    if found:
        drawn = drawing(facts, found)
        leaves = tuple(DrawnLeaf(drawn, top, height) for top, height in drawn.sheets if height)
        return Bracket("brackets", leaves, wide=drawn.top <= TALLEST)
    first = facts.stages.finals or facts.stages.first
    trees = [tree(facts, stage) for stage in facts.stages.brackets]
    # A tree without a name in it is nothing to hang up.
    named = [one for one in trees if one and any(slot.person for slot in one.slots)]
    listed = [one for one in named if one.stage is first or len(one.slots) > 2]
    leaves = tuple(
        DrawnLeaf(one, 0, one.height, final_matches(facts) if one.stage is first else ()) for one in listed
    )
    return Bracket("knockout", leaves, wide=True) if leaves else None
