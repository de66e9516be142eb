"""What is computed once for a whole tournament or situation, though it is asked for player by player."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


def remembered(compute: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """As functools.cache, but as long as the argument lives, which has no hash: by its identity."""
    known: dict[int, Value] = {}

    def value(owner: Owner) -> Value:
        if id(owner) not in known:
            known[id(owner)] = compute(owner)
            weakref.finalize(owner, known.pop, id(owner)).atexit = False
        return known[id(owner)]

    return value
