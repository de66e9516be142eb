"""What the pages in the browser need to know of the latest build, told to all of them at once."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence


class Live:
    """The number of the latest site and the problems of the latest try; whoever waits is woken by a change."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version = 0
        self._site = 0
        self._problems: tuple[str, ...] = ()
        self._over = False

    def publish(self, problems: Sequence[str], new_site: bool) -> None:
        """After a build: pages reload where the site is a new one, and show the problems there are."""
        with self._changed:
            self._site += new_site
            self._problems = tuple(problems)
            self._version += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Lets everybody who waits go."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    @property
    def over(self) -> bool:
        """Whether the program is ending."""
        return self._over

    def wait(self, seen: int, seconds: float) -> tuple[int, str]:
        """(version, state as JSON) as soon as it is another than the one seen, or when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._version != seen, seconds)
            state = {"site": self._site, "problems": self._problems}
            return self._version, json.dumps(state, ensure_ascii=False)
