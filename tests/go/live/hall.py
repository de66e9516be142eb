"""A hall of live tables for tests: the real server in a thread, with a clock that only the test moves."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tourgen.go.live.desk import Desk, Seat
from tourgen.go.live.server import LiveServer
from tourgen.go.record import RecordName

EVENT = {"name": "試験大会", "name_en": "Test event", "language": "ja"}
# The seed's three pictures: right stones inserted and marked, White wins by 2.
PICTURE = ("..b.w..", ".wb.w..", "..bbww.", "bbbww..", ".bbw...")
FASTER_THAN_FINGERS = 1_000_000
PATIENCE = 20  # seconds that a slow machine may take; nothing here is measured


class ManualClock:
    """Stands still until it is moved."""

    def __init__(self, at: int = 0) -> None:
        self._now = at

    def now(self) -> int:
        return self._now

    def advance(self, milliseconds: int) -> None:
        self._now += milliseconds


def seats(tables: int = 1, size: tuple[int, int] = (7, 5)) -> list[Seat]:
    return [
        Seat(RecordName(1, number, None), f"青木 {number}", f"石川 {number}", Decimal(0), size)
        for number in range(1, tables + 1)
    ]


class Hall:
    """The running server."""

    def __init__(self, folder: Path, opened: Iterable[Seat], port: int = 0) -> None:
        self.folder = folder
        self.desk = Desk.open(folder, opened)
        self.clock = ManualClock(self.desk.stood)
        self.loop = asyncio.new_event_loop()
        self.server = LiveServer(self.desk, self.clock, EVENT, "", most_per_second=FASTER_THAN_FINGERS)
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.port = self._do(self.server.start("127.0.0.1", port))
        self.address = self.server.address = f"http://127.0.0.1:{self.port}"

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def close(self) -> None:
        self._do(self.server.stop())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def link(self, role: str | None, table: str = "r1-t01") -> str:
        return self.desk.link(self.address, table, role)

    def secret(self, role: str, table: str = "r1-t01") -> str:
        return self.link(role, table).partition("#")[2]

    def log(self, table: str = "r1-t01") -> list[dict[str, Any]]:
        text = (self.folder / "games/live" / f"{table}.jsonl").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]


@contextmanager
def hall(folder: Path, opened: Iterable[Seat] | None = None, port: int = 0) -> Iterator[Hall]:
    running = Hall(folder, seats() if opened is None else opened, port)
    try:
        yield running
    finally:
        running.close()


class Person:
    """Somebody with a screen, without the browser."""

    def __init__(self, hall: Hall, role: str | None, table: str = "r1-t01") -> None:
        self.socket = plug(hall.port)
        secret = hall.secret(role, table) if role else None
        self.say({"hello": 1, "table": table, "secret": secret})
        self.views: list[dict[str, Any]] = []
        self.number = 0
        self.next_view()

    def say(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        if message["type"] == "view":
            if self.views:
                assert message["seq"] == self.views[-1]["seq"] + 1, "no state is left out or comes twice"
            self.views.append(message)
        return message

    def next_view(self) -> dict[str, Any]:
        while self.hear()["type"] != "view":
            pass
        return self.views[-1]

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    def do(self, action: str, **args: object) -> int | str:
        """The number of the action in the table's sequence, or the code of its refusal."""
        self.number += 1
        self.say({"do": action, "number": self.number, "scene": self.view["scene"], **args})
        while (answer := self.hear())["type"] != "answer":
            pass
        assert answer["number"] == self.number
        found: int | str = answer.get("seq", answer.get("refused"))
        return found

    def until(self, phase: str) -> dict[str, Any]:
        while self.view["phase"] != phase:
            self.next_view()
        return self.view

    def catch_up(self, seq: int) -> dict[str, Any]:
        while self.view["seq"] < seq:
            self.next_view()
        return self.view

    def leave(self) -> None:
        self.socket.close()


def plug(port: int, origin: str | None = "", path: str = "/ws", **options: Any) -> ClientConnection:
    """A bare connection, from a page of the server unless another origin is given."""
    own = f"http://127.0.0.1:{port}"
    headers = {} if origin is None else {"Origin": origin or own}
    return connect(
        f"ws://127.0.0.1:{port}{path}",
        additional_headers=headers,
        proxy=None,
        close_timeout=1,
        legacy=True,
        **options,
    )


def put_up(person: Person, rows: Iterable[str] = PICTURE) -> None:
    """Enters a position stone by stone."""
    for y, row in enumerate(rows):
        for x, stone in enumerate(row):
            if stone != ".":
                assert isinstance(person.do("put", x=x, y=y, stone=stone), int)
