"""総当たり戦: everybody meets everybody, by the circle method over the lots."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.verify.deviation import Pair


def round_count(entrants: int) -> int:
    """With an odd number everybody has one bye."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def circle_round(ascending: Sequence[int], number: int) -> tuple[Pair, ...]:
    """The pairs of a round (from 1): the last place stays, everybody else has moved on by a place each round."""
    seats: list[int | None] = [*ascending]
    if len(seats) % 2:
        seats.append(None)
    ring, last = seats[:-1], seats[-1]
    turned = [ring[(place - (number - 1)) % len(ring)] for place in range(len(ring))]
    table = [*turned, last]
    half = len(table) // 2
    return tuple(_named(table[place], table[-1 - place], ascending) for place in range(half))


def _named(one: int | None, other: int | None, ascending: Sequence[int]) -> Pair:
    """The smaller lot first; beside nobody it is a bye."""
    there = sorted((no for no in (one, other) if no is not None), key=ascending.index)
    return (there[0], there[1] if len(there) == 2 else None)
