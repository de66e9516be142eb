"""Tells all open pages of the site that there is a new build, or what is wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from starlette.websockets import WebSocket

from tourgen.live.screen import Screen, talk
from tourgen.live.server import Spectators, to_json


class Live:
    """The number of the latest site and the problems of the latest try."""

    def __init__(self, spectators: Spectators | None = None) -> None:
        self.spectators = spectators or Spectators()
        self.site = 0
        self.problems: tuple[str, ...] = ()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._screens: set[Screen] = set()

    def publish(self, problems: Sequence[str], new_site: bool) -> None:
        """After a build, from any thread: pages reload where the site is a new one, and show the problems there are."""
        self.site += new_site
        self.problems = tuple(problems)
        if self._loop:
            with suppress(RuntimeError):  # the server has stopped
                self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        for screen in self._screens:
            screen.show(self._state())

    def _state(self) -> str:
        return to_json({"site": self.site, "problems": self.problems})

    async def line(self, socket: WebSocket) -> None:
        """An open page: the state now, and after every build."""
        self._loop = asyncio.get_running_loop()
        await talk(socket, self._shown_to)

    async def _shown_to(self, screen: Screen) -> None:
        with self.spectators.place():
            self._screens.add(screen)
            try:
                screen.show(self._state())
                async for _ in screen.heard():
                    pass
            finally:
                self._screens.discard(screen)
