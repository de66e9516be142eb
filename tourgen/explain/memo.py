"""What is computed once for a whole tournament or format, though it is asked for player by player."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class Memo(Generic[Owner, Value]):
    """Remembers one value per object for as long as the object lives (a tournament is no key: it has no hash)."""

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self._compute = compute
        self._known: dict[int, tuple[weakref.ref[Owner], Value]] = {}

    def __call__(self, owner: Owner) -> Value:
        number = id(owner)
        if number not in self._known:
            gone = weakref.ref(owner, lambda _: self._known.pop(number, None))
            self._known[number] = gone, self._compute(owner)
        return self._known[number][1]
