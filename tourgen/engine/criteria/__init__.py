"""順位決定方法: a closed catalogue of criteria, each a function of one signature; a list of them is a ranking.

A criterion gives an exact integer, larger is better, and the terms it is made of. Explanations print the terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tourgen.engine.criteria import opponents, own, persons
from tourgen.engine.criteria.base import Criterion, Standing, Term, Value
from tourgen.formats import models
from tourgen.formats.words import criterion_parts

__all__ = [
    "Criterion",
    "Row",
    "Standing",
    "Term",
    "Value",
    "criterion",
    "keys_of",
    "ranked",
    "ranked_by_keys",
    "shown_value",
]

CATALOGUE: dict[str, Criterion] = {**own.CRITERIA, **opponents.CRITERIA, **persons.CRITERIA}


@dataclass(frozen=True, slots=True)
class Row:
    """One player's place in an order, with every criterion's value."""

    rank: int
    no: int
    keys: tuple[int, ...]


def criterion(word: models.Criterion) -> Criterion:
    """The criterion of a word of a format file."""
    if isinstance(word, models.Sum):
        return _sum(word)
    parts = criterion_parts(word)
    assert parts is not None, word
    found = CATALOGUE[parts[0]]
    return found.of(parts[1]) if parts[1] else found


def _sum(word: models.Sum) -> Criterion:
    """A sum of criteria, each taken so many times; whole numbers are scaled where the others are in half points."""
    parts = [(criterion(name), times) for name, times in zip(word.sum, word.times, strict=True)]
    scaled = any(one.in_score for one, _ in parts)

    def value(me: int, now: Standing, tied: Sequence[int]) -> Value:
        terms = []
        for (one, times), name in zip(parts, word.sum, strict=True):
            unit = now.record.unit if scaled and not one.in_score else 1
            terms.append(Term(times * unit * one(me, now, tied).value, times=times, word=name))
        return Value.sum_of(terms)

    return Criterion(value, in_score=scaled, among_tied=any(one.among_tied for one, _ in parts))


def shown_value(score: models.Score, word: models.Criterion, value: int) -> models.Number:
    """A criterion's value, or a term of it, as people read it: scores in halves, everything else as it is."""
    return score.shown(value) if criterion(word).in_score else value


def keys_of(
    players: Iterable[int], now: Standing, criteria: Sequence[models.Criterion]
) -> dict[int, tuple[int, ...]]:
    """Every criterion's value for everybody, in order; some depend on who is equal in all before."""
    keys: dict[int, tuple[int, ...]] = dict.fromkeys(players, ())
    for one in map(criterion, criteria):
        tied: dict[tuple[int, ...], list[int]] = {}
        if one.among_tied:
            for no, so_far in keys.items():
                tied.setdefault(so_far, []).append(no)
        keys = {no: (*so_far, one(no, now, tied.get(so_far, ())).value) for no, so_far in keys.items()}
    return keys


def ranked(players: Iterable[int], now: Standing, criteria: Sequence[models.Criterion]) -> tuple[Row, ...]:
    """Players from best to worst; whoever is equal in every criterion shares a rank (1, 2, 2, 4)."""
    return ranked_by_keys(keys_of(players, now, criteria))


def ranked_by_keys(keys: Mapping[int, tuple[int, ...]]) -> tuple[Row, ...]:
    """Rows by keys, the largest first, with ranks 1, 2, 2, 4."""
    rows: list[Row] = []
    for position, no in enumerate(sorted(keys, key=keys.__getitem__, reverse=True), 1):
        rank = rows[-1].rank if rows and rows[-1].keys == keys[no] else position
        rows.append(Row(rank, no, keys[no]))
    return tuple(rows)
