"""One screen: an open page with a line to the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tourgen.live.server import Full, to_json

# How a line ends; 1013 is the standard's word for one for which there is no place now.
MALFORMED, STRANGER, TRY_LATER = 4400, 4403, 1013
SLOWEST = 10  # seconds that a screen may take for one message; then it is let go, and comes back to the present state


class Malformed(Exception):
    """Not a message of these pages."""


class Stranger(Exception):
    """A key that opens nothing here."""


class Screen:
    """An open page. It knows the role of its user, never the key."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.role: str | None = None
        self._messages: asyncio.Queue[str] = asyncio.Queue()

    def show(self, message: str) -> None:
        """Sends without waiting."""
        self._messages.put_nowait(message)

    def tell(self, **message: Any) -> None:
        """Sends a message that is not JSON yet, without waiting."""
        self.show(to_json(message))

    async def heard(self) -> AsyncIterator[str | bytes]:
        """The messages of the page, until it is closed."""
        while (message := await self.socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            yield message["bytes"] if text is None else text

    @staticmethod
    async def first(heard: AsyncIterator[str | bytes]) -> str | bytes:
        """The first thing a page says, which it says at once: a line that stays silent keeps no other one out."""
        async with asyncio.timeout(SLOWEST):
            return await anext(heard, "{}")

    async def close(self, code: int, reason: str) -> None:
        """Ends the line; a page that has gone already needs no word."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(code, reason)

    async def run(self, listening: Awaitable[None]) -> None:
        """Sends what is to be shown while `listening` goes on; ends with whichever ends first."""
        tasks = [asyncio.ensure_future(listening), asyncio.create_task(self._send())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            found = await asyncio.gather(*tasks, return_exceptions=True)
        for one in found:
            if isinstance(one, Exception) and not isinstance(one, WebSocketDisconnect | TimeoutError):
                raise one

    async def _send(self) -> None:
        while True:
            message = await self._messages.get()
            async with asyncio.timeout(SLOWEST):
                await self.socket.send_text(message)


async def talk(socket: WebSocket, listen: Callable[[Screen], Awaitable[None]]) -> None:
    """One open page, until it goes or is refused."""
    await socket.accept()
    screen = Screen(socket)
    try:
        await screen.run(listen(screen))
    except Stranger:
        await asyncio.sleep(0.5)  # guessing is slow, besides being hopeless
        await screen.close(STRANGER, "unknown link")
    except Full:
        await screen.close(TRY_LATER, "full")
    except (Malformed, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        await screen.close(MALFORMED, "malformed")
