"""A rank's arithmetic as the pages show it: the opponents in the order they are summed, each sum, what decided.

The values themselves are the document's keys; the terms only show how a key comes about. 暫定順位 3-8: 「自分が勝利した
相手の中で上位k選手の勝数合計 + 自分が敗北した相手の中で下位k選手の勝数合計」.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tourgen.web.facts import COUNTED, Facts, Row, Standing, mark, opponent

_SUM = re.compile(r"top-bottom-(\d+)")


@dataclass(frozen=True, slots=True)
class Column:
    """One criterion, or several with the same values (after round r the sums for k ≥ r are equal)."""

    first: int  # number of the criterion in the rules, from 1
    last: int
    name: str
    k: int = 0  # of a sum


@dataclass(frozen=True, slots=True)
class Met:
    """One opponent with the wins that count in the sums."""

    round: int
    no: int | None  # None: a bye
    won: bool
    wins: int
    mark: str


@dataclass(frozen=True, slots=True)
class Line:
    """One criterion's value for one player, with the terms of a sum."""

    column: Column
    value: int
    beaten: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    decides: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """One row of a standing with everything that can be opened."""

    row: Row
    above: Row | None
    deciding: Column | None
    mine: int
    theirs: int
    met: tuple[Met, ...]
    lines: tuple[Line, ...]


def columns(facts: Facts, after: int) -> list[Column]:
    """The criteria of the format, sums that can't differ any more in one column."""
    found: list[Column] = []
    for number, name in enumerate(facts.declared.order.criteria, 1):
        match = _SUM.fullmatch(name)
        k = int(match[1]) if match else 0
        before = found[-1] if found else None
        if k and before and before.k and before.k >= after:
            found[-1] = Column(before.first, number, before.name, before.k)
        else:
            found.append(Column(number, number, name, k))
    return found


def met_before(facts: Facts, standing: Standing, no: int) -> tuple[Met, ...]:
    """Beaten opponents, most wins first; then those lost to, fewest wins first. A bye is -1 wins (*4)."""
    beaten, lost = [], []
    for number, game in facts.played(no, standing.after):
        if game["stage"] not in COUNTED:
            continue
        how = mark(game, no)
        other = opponent(game, no)
        if how == "w":
            beaten.append(Met(number, other, True, -1, how))
        elif how == "W" and other is not None:
            beaten.append(Met(number, other, True, standing.by_no[other].wins, how))
        elif how in "Lld" and other is not None:
            lost.append(Met(number, other, False, standing.by_no[other].wins, how))
    beaten.sort(key=lambda m: (-m.wins, m.round))
    lost.sort(key=lambda m: (m.wins, m.round))
    return (*beaten, *lost)


def explain(facts: Facts, standing: Standing) -> list[Explained]:
    """Every row of a standing, explained."""
    cols = columns(facts, standing.after)
    found: list[Explained] = []
    above: Row | None = None
    for row in standing.rows:
        met = met_before(facts, standing, row.no)
        beaten = tuple(m.wins for m in met if m.won)
        lost = tuple(m.wins for m in met if not m.won)
        deciding = _deciding(cols, row, above)
        lines = tuple(
            Line(c, row.keys[c.first - 1], beaten[: c.k], lost[: c.k], decides=c is deciding) for c in cols
        )
        at = deciding.first - 1 if deciding else 0
        theirs = above.keys[at] if above else 0
        found.append(Explained(row, above, deciding, row.keys[at], theirs, met, lines))
        above = row
    return found


def _deciding(cols: list[Column], row: Row, above: Row | None) -> Column | None:
    """The first criterion in which the two differ; None at the top, and where nothing differs."""
    if above is None:
        return None
    return next((c for c in cols if row.keys[c.first - 1] != above.keys[c.first - 1]), None)
