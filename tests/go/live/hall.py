"""A hall of live tables for tests: the real server in a thread, with a clock that only the test moves."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

from starlette.routing import Route
from websockets.sync.client import ClientConnection, connect

from tourgen.go.live.hall import Hall as Tables
from tourgen.go.live.hall_pages import GO, Halls
from tourgen.go.live.seats import Seat, Wish
from tourgen.go.live.seats import seats as seats_of
from tourgen.go.record import RecordName
from tourgen.live.desk import DESK, Desk
from tourgen.live.desk_pages import Desks
from tourgen.live.server import listen, make_app, make_server, shipped
from tourgen.live.site import OWN

# The seed's three pictures: right stones inserted and marked, White wins by 2.
PICTURE = ("..b.w..", ".wb.w..", "..bbww.", "bbbww..", ".bbw...")
PATIENCE = 90  # seconds that a slow machine may take; nothing here is measured


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
        Seat(RecordName(1, number, None), (f"青木 {number}", f"石川 {number}"), Decimal(0), size)
        for number in range(1, tables + 1)
    ]


class Hall:
    """The running server."""

    def __init__(self, folder: Path, opened: Iterable[Seat] | None, port: int = 0) -> None:
        self.folder = folder
        chosen = None if opened is None else list(opened)
        self.desk = Desk(folder, folder.name, lambda: None)
        self.tables = Tables(
            self.desk, lambda tables: seats_of(tables, Wish()) if chosen is None else chosen, ManualClock
        )
        assert isinstance(self.tables.clock, ManualClock)
        self.clock = self.tables.clock
        bound = listen("127.0.0.1", port)
        self.port = bound.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.halls = Halls([self.tables], self.address)

        @asynccontextmanager
        async def life(_: object) -> AsyncIterator[None]:
            async with Desks([self.desk], "").open(), self.halls.open():
                yield

        files = Route(f"{OWN}static/{{name}}", shipped("desk", "live", "static"))
        app = make_app([*self.halls.routes(), files], life, lambda: self.address, OWN)
        self._uvicorn = make_server(app)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([bound],), daemon=True)
        self._thread.start()
        while not self._uvicorn.started:
            time.sleep(0.005)

    def close(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def link(self, role: str | None, table: str = "r1-t01") -> str:
        owners = dict(zip("bw", self.tables.tables[table].seat.owners, strict=True))
        owner = owners.get(role, DESK) if role else None
        return self.halls.link(self.tables, f"t/{table}", owner)

    @property
    def lobby(self) -> str:
        """The list of tables."""
        return self.halls.link(self.tables, "")

    @property
    def referees(self) -> str:
        """The referee's list."""
        return self.halls.link(self.tables, "referee", DESK)

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


@contextmanager
def event_hall(folder: Path) -> Iterator[Hall]:
    """The tables of an event's own round, with its desk."""
    running = Hall(folder, None)
    try:
        yield running
    finally:
        running.close()


class Person:
    """Somebody with a screen, without the browser."""

    def __init__(self, hall: Hall, role: str | None, table: str = "r1-t01") -> None:
        self.socket = plug(hall.port)
        self.say(hello(hall, table, hall.secret(role, table) if role else None))
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


def hello(hall: Hall, table: str | None, key: str | None) -> dict[str, str | None]:
    """The first word of a connection."""
    return {"event": hall.folder.name, "table": table, "key": key, "device": "d1"}


def plug(port: int, origin: str | None = "", path: str = f"{GO}line", **options: Any) -> ClientConnection:
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
