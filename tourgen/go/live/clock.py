"""The time that tables run on: milliseconds for which the server has been running, over all its runs.

While the server is down nobody can act, so the clocks stand: a restarted server goes on from the last moment that
its predecessor noted. Changes of the computer's own clock don't matter.
"""

from __future__ import annotations

import time

NOTED_EVERY = 250  # milliseconds: how much a killed server may give back


class RunningTime:
    """Goes on from where the last run stood. Tests bring a clock that they move themselves."""

    def __init__(self, stood_at: int) -> None:
        self._begun = time.monotonic_ns() // 1_000_000
        self._stood_at = stood_at

    def now(self) -> int:
        """Milliseconds of running time; never less than before."""
        return self._stood_at + time.monotonic_ns() // 1_000_000 - self._begun
