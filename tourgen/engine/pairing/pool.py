"""One pool of one round as the pairing rule sees it, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tourgen.formats.words import Bye, Opponent

Pair = tuple[int, int | None]  # the higher-ranked player first; None is the bye


@dataclass(frozen=True, slots=True)
class Avoided:
    """One class of pairs to avoid, with the level of each pair in it; a pair that is not named has level 0."""

    name: str  # the word of the format file: "rematch", "same-school", …
    # player → opponent (None: the bye) → level, from 1; symmetric
    levels: Mapping[int, Mapping[int | None, int]]


@dataclass(frozen=True, slots=True)
class ScoreGap:
    """The class "score-gap": the level of a pair is the difference of its two scores; the phantom counts."""

    name: str = "score-gap"


@dataclass(frozen=True, slots=True)
class Pool:
    """The players of one pool, best first, and the rule by which they are paired."""

    order: tuple[int, ...]
    score: Mapping[int, int]  # of everybody in order; not necessarily descending in it
    avoid: tuple[Avoided | ScoreGap, ...]  # most important first; ScoreGap at most once, perhaps not at all
    opponent: Opponent = "highest-possible"
    bye: Bye = "phantom"
    phantom: int = -1  # the phantom's score


@dataclass(frozen=True, slots=True, order=True)
class Count:
    """How many pairs of each level a pairing has in one class: (level, pairs), the largest level first, none empty.

    The plain order of these tuples is the rule's: fewest pairs of the largest level first, then of the next.
    """

    levels: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairs in the order in which they were fixed, and the count of every class of `avoid` at the optimum."""

    pairs: tuple[Pair, ...]
    counts: tuple[Count, ...]  # as many as `pool.avoid`, in its order; comparable as they are
