"""Criteria of the opponents' results; `…-points` instead of `…-wins` includes starting points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from tourgen.engine.criteria.base import Criterion, Standing, Term, Value
from tourgen.engine.criteria.own import discs
from tourgen.engine.record import Line


def _terms(me: int, now: Standing, points: bool) -> list[tuple[Line, Term]]:
    """Everybody faced, with what each counts; a bye or a win by forfeit is an opponent with `bye_opponent` wins."""
    return [
        (line, Term(value, line.round, line.opponent, line.bye, won=line.won))
        for line, value in now.record.faced(me, points=points)
    ]


def _worth(term: Term) -> int:
    return term.value


def opponents_wins(me: int, now: Standing, _: Sequence[int], points: bool) -> Value:
    """SOS: 対戦した相手の「勝数」の合計."""
    return Value.sum_of(term for _, term in _terms(me, now, points))


def beaten_wins(me: int, now: Standing, _: Sequence[int], points: bool) -> Value:
    """SODOS: 対戦して自分が勝った相手の「勝数」の合計."""
    return Value.sum_of(term for line, term in _terms(me, now, points) if line.won)


def median_wins(me: int, now: Standing, _: Sequence[int], points: bool) -> Value:
    """対戦した相手の「勝数」のうち、最大のものと最小のものを除いた合計; 0 with fewer than three games."""
    terms = [term for _, term in _terms(me, now, points)]
    if len(terms) < 3:
        return Value(0)
    largest = max(terms, key=_worth)  # of equal ones the first that was met
    smallest = min((term for term in terms if term is not largest), key=_worth)
    kept = (one for one in terms if one is not largest and one is not smallest)
    return Value.sum_of(kept, (smallest, largest))


def opponents_wins_cut_1(me: int, now: Standing, _: Sequence[int], points: bool) -> Value:
    """SOS without the smallest."""
    terms = [term for _, term in _terms(me, now, points)]
    left_out = [terms.pop(terms.index(min(terms, key=_worth)))] if terms else []
    return Value.sum_of(terms, left_out)


def opponents_opponents_wins(me: int, now: Standing, _: Sequence[int], points: bool) -> Value:
    """SOSOS: the sum of the opponents' SOS; a bye has the own SOS where it has the own points, else 0."""
    of_bye = me if now.record.score_rule.bye_opponent == "own" else None
    terms = []
    for line, term in _terms(me, now, points):
        faced = of_bye if line.opponent is None else line.opponent
        worth = 0 if faced is None else opponents_wins(faced, now, (), points).value
        terms.append(replace(term, value=worth))
    return Value.sum_of(terms)


def sonneborn_berger(me: int, now: Standing, _: Sequence[int]) -> Value:
    """2 × wins of the beaten + 1 × wins of those drawn with."""
    terms = []
    for line, term in _terms(me, now, points=False):
        times = {"win": 2, "draw": 1}.get(line.outcome, 0)
        if times:
            terms.append(replace(term, value=times * term.value, times=times))
    return Value.sum_of(terms)


def top_bottom(me: int, now: Standing, _: Sequence[int], n: int) -> Value:
    """暫定順位 3-8: 自分が勝利した相手の中で上位k選手の勝数合計 + 自分が敗北した相手の中で下位k選手の勝数合計.

    With fewer than k what exists is summed; draws count among the lost.
    """
    faced = _terms(me, now, points=False)
    beaten = sorted((term for line, term in faced if line.won), key=lambda term: -term.value)
    lost = sorted((term for line, term in faced if not line.won), key=lambda term: term.value)
    return Value.sum_of([*beaten[:n], *lost[:n]])


def brightwell(me: int, now: Standing, _: Sequence[int], n: int, beaten_only: bool = False) -> Value:
    """Discs of the player's games + n × points of all opponents; of the beaten ones only, as some clubs count.

    A bye, and a game against somebody who withdrew, is 32 + n × own points.
    """
    record = now.record
    terms = []
    for line in record.lines[me]:
        for mine, _theirs in discs(line, now):
            gone = line.opponent is not None and record.entrants[line.opponent].withdrawn(record.latest)
            if line.bye or gone:
                worth = 32 * record.unit + n * record.points(me)
            else:
                counts = line.won or not beaten_only
                other = record.points(line.opponent) if counts and line.opponent is not None else 0
                worth = mine * record.unit + n * other
            terms.append(Term(worth, line.round, line.opponent, line.bye, n, line.won))
    return Value.sum_of(terms)


CRITERIA = {
    **{
        f"{name}-{what}{cut}": Criterion(partial(function, points=what == "points"), in_score=True)
        for what in ("wins", "points")
        for name, function, cut in (
            ("opponents", opponents_wins, ""),
            ("beaten", beaten_wins, ""),
            ("median", median_wins, ""),
            ("opponents", opponents_wins_cut_1, "-cut-1"),
            ("opponents-opponents", opponents_opponents_wins, ""),
        )
    },
    "sonneborn-berger": Criterion(sonneborn_berger, in_score=True),
    "top-bottom": Criterion(top_bottom, in_score=True),
    "brightwell": Criterion(brightwell, in_score=True),
    "brightwell-beaten": Criterion(partial(brightwell, beaten_only=True), in_score=True),
}
