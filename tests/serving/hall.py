"""An event whose first round is paired, and its desk."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.cli.desk import new_event
from tourgen.event.load_event import load_event
from tourgen.event.round_files import round_file
from tourgen.event.round_sheet import round_bytes
from tourgen.live.desk import Desk
from tourgen.live.desk_pages import Desks
from tourgen.live.server import listen, make_app, make_server
from tourgen.live.site import OWN
from tourgen.live.tables import GameId, Table, read_tables
from tourgen.storage.typed_files import write_new

Result = TypeVar("Result")
PATIENCE = 90  # seconds that a busy machine may take


def paired(folder: Path, format_id: str = "othello-2-league", players: int = 8) -> Path:
    """The folder of the event."""
    event = new_event(folder, format_id, players)
    pair(event)
    return event


def pair(event: Path) -> None:
    """The sheets of the next rounds, as a build writes them, without the site."""
    report, problems, _ = load_event(event, "demo")
    assert report, problems
    for one in report.divisions:
        for new in one.tournament.new_rounds:
            name = round_file(one.division.id, new.number)
            assert write_new(event / name, round_bytes(one.tournament, new, report.event))


def desk_of(event: Path) -> Desk:
    return Desk(event, "events/demo", lambda: None)


def complete(work: Coroutine[Any, Any, Result]) -> Result:
    """What it gives, in a thread of its own: in this one a browser's tests may have left a loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def tables_of(event: Path) -> Mapping[GameId, Table]:
    return read_tables(event, "events/demo").games


def winners(event: Path) -> list[int | None]:
    """Who won each game of the round that is being played, as the sheet says."""
    found = (table.outcome({}) for table in tables_of(event).values())
    return [one.winner if one else None for one in found]


@contextmanager
def desk_served(event: Path) -> Iterator[tuple[Desks, int]]:
    """The desk on a real server in a thread; its port."""
    opened = listen("127.0.0.1", 0)
    port = int(opened.getsockname()[1])
    desks = Desks([desk_of(event)], f"http://127.0.0.1:{port}")

    @asynccontextmanager
    async def life(_: object) -> AsyncIterator[None]:
        async with desks.open():
            yield

    server = make_server(make_app(desks.routes(), life, lambda: desks.address, OWN))
    thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield desks, port
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


class Line:
    """An open page, without the browser."""

    def __init__(self, port: int, key: str, origin: str = "", silent: bool = False) -> None:
        own = Origin(origin or f"http://127.0.0.1:{port}")
        address = f"ws://127.0.0.1:{port}{OWN}line"
        self.socket = connect(address, origin=own, proxy=None, close_timeout=1, legacy=True)
        if not silent:
            self.socket.send(json.dumps({"key": key}))
        self.state: dict[str, Any] = {}
        self.number = 0

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        if message["type"] not in ("answer", "alive"):
            self.state = message
        return message

    def ask(self, do: str, **values: Any) -> dict[str, Any]:
        self.number += 1
        self.socket.send(json.dumps({"do": do, "number": self.number, **values}))
        while (answer := self.hear())["type"] != "answer":
            pass
        assert answer["number"] == self.number
        return answer

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The state as soon as this is so."""
        while not self.state or not true(self.state):
            self.hear()
        return self.state

    def code(self) -> int:
        """With which the server closes the line."""
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                self.hear()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code
