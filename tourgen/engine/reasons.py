"""Why a game is in a round: each game carries one of these, and explanations only put them into words."""

from __future__ import annotations

from dataclasses import dataclass

from tourgen.engine.pairing import Pairing, Pool


@dataclass(frozen=True, slots=True)
class Paired:
    """The pair is part of the optimum of its pool."""

    pool: Pool
    pairing: Pairing


@dataclass(frozen=True, slots=True)
class Dealt:
    """A first round by number: the group in ascending number, and the rule by which it was paired."""

    rule: str  # halves-by-number, neighbours-by-number
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class QualifiedRest:
    """不戦勝 of a player who has qualified from the group already."""

    after: int


@dataclass(frozen=True, slots=True)
class Side:
    """One place of a match: its number, who is on it, and how it came there."""

    number: int
    no: int | None
    came: str  # "won", "lost": the match before; else as `from` says ("best", "winners" …), or "entered"
    stage: str = ""  # the match before, as in results.json; else the stage it comes from
    group: str | None = None
    name: str = ""  # what a list of seats calls it; of losers the position of their defeat
    rank: int = 0  # in its own group


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match of a tree: its level and number from the top, and its two sides."""

    level: int
    match: int
    sides: tuple[Side, Side]
    extra: str = ""  # "third", "fifth": a match beside the tree


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A game of a round robin: the round of its schedule, and the places of the two."""

    row: int
    places: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TitleMatch:
    """A match for a title: the candidates, best first, with the places they hold."""

    candidates: tuple[tuple[int, int | None], ...]


Reason = Paired | Dealt | QualifiedRest | TreeMatch | Scheduled | TitleMatch
