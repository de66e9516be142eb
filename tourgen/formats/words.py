"""The closed catalogue of the format language: every word that a declaration may use, and which belong together."""

from __future__ import annotations

import re
from typing import Literal, get_args

Kind = Literal["pool", "bracket", "round-robin"]
Who = Literal[
    "best", "places", "next-best", "unbeaten", "rest",
    "sole-unbeaten", "beaten", "passed", "out",
    "winners", "losers", "best-overall",
]  # fmt: skip
FirstRound = Literal["halves-by-number", "neighbours-by-number", "as-later"]
Opponent = Literal["lowest-possible", "highest-possible", "half-way"]
Bye = Literal["phantom", "fewest-wins-top-ranked", "fewest-wins-last-ranked", "last-ranked"]
Avoid = Literal[
    "second-bye", "forbidden", "rematch", "same-school", "same-school-strict", "score-gap",
    "same-school-soft", "same-group", "colour", "discouraged", "fewest-byes", "fewest-meetings",
]  # fmt: skip
School = Literal["strict", "soft", "off"]
Rest = Literal["bye", "win", "nothing"]
Deal = Literal["in-turn", "snake", "consecutive", "odd-even", "typed"]
Seats = Literal["by-number", "seeded", "drawn", "in-order", "across"]
SharedOrPlayed = Literal["shared", "played"]

# Which of `who` a source of each kind can answer.
ANSWERS: dict[str, tuple[str, ...]] = {
    "pool": ("best", "places", "next-best", "unbeaten", "rest", "sole-unbeaten", "beaten", "passed", "out"),
    "round-robin": ("best", "places", "next-best", "unbeaten", "rest"),
    "bracket": ("winners", "losers"),
}
# What a pool must `leave` by for these to occur.
LEAVES_AS: dict[str, tuple[str, ...]] = {
    "sole-unbeaten": ("sole-unbeaten",),
    "beaten": ("sole-unbeaten", "beaten-at-1-2-4-8"),
    "passed": ("wins-",),
    "out": ("losses-",),
}

PLAIN_CRITERIA: tuple[str, ...] = (
    *("wins", "points", "wins-before-latest", "cumulative-wins", "earlier-wins", "later-first-loss"),
    *("round-weights", "board-wins", "disc-difference", "disc-total"),
    *("opponents-wins", "beaten-wins", "median-wins", "opponents-wins-cut-1", "opponents-opponents-wins"),
    *("opponents-points", "beaten-points", "median-points", "opponents-points-cut-1"),
    *("opponents-opponents-points", "sonneborn-berger", "direct-encounter", "direct-encounter-of-two"),
    *("previous-order", "grade", "rating", "starting-points", "lottery-number", "smaller-lot"),
    "lot-of-the-round",
)
NUMBERED_CRITERIA: tuple[str, ...] = ("top-bottom", "brightwell", "brightwell-beaten", "rank-after")
CRITERIA: tuple[str, ...] = (*PLAIN_CRITERIA, *(f"{name}-1" for name in NUMBERED_CRITERIA))
# What players call some of them.
ALSO_CALLED: dict[str, str] = {
    **dict.fromkeys(("sos", "solkoff", "buchholz", "ソルコフ", "ブッフホルツ"), "opponents-wins"),
    **dict.fromkeys(("buchholz-cut-1", "sos-1"), "opponents-wins-cut-1"),
    **dict.fromkeys(("median-buchholz", "ミディアム"), "median-wins"),
    "sodos": "beaten-wins",
    "sosos": "opponents-opponents-wins",
    **dict.fromkeys(("sb", "neustadtl"), "sonneborn-berger"),
    **dict.fromkeys(("mms", "match-points", "勝ち点", "勝点"), "points"),
    **dict.fromkeys(("board-points", "game-points"), "board-wins"),
    "progressive": "cumulative-wins",
    **dict.fromkeys(("head-to-head", "mutual-result", "直接対決", "直接対局"), "direct-encounter"),
    "elo": "rating",
    "brightwell": "brightwell-6",
    "勝数": "wins",
    "石差": "disc-difference",
    "石数": "disc-total",
    **dict.fromkeys(("くじ", "抽選"), "smaller-lot"),
}
OF_DISCS: tuple[str, ...] = ("disc-difference", "disc-total", "brightwell", "brightwell-beaten")
LEAVE: tuple[str, ...] = ("sole-unbeaten", "beaten-at-1-2-4-8", "wins-2", "losses-2")

_NUMBERED = re.compile(rf"({'|'.join(NUMBERED_CRITERIA)})-([1-9]\d{{0,2}})")
_COUNTED_LEAVE = re.compile(r"(wins|losses)-([1-9]\d?)")


def criterion_parts(name: str) -> tuple[str, int] | None:
    """The word of a criterion and its number (0 where it has none), or None where there is no such criterion."""
    if name in PLAIN_CRITERIA:
        return name, 0
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def leave_parts(name: str) -> tuple[str, int] | None:
    """A word of `leave` and its number (0 where it has none), or None where there is no such word."""
    if name in ("sole-unbeaten", "beaten-at-1-2-4-8"):
        return name, 0
    found = _COUNTED_LEAVE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def words_of(literal: object) -> tuple[str, ...]:
    """The words of one of the lists above."""
    return get_args(literal)
