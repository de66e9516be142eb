"""The server of the live tables: pages by HTTP, everything else over one websocket per screen."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from http import HTTPStatus
from typing import Any

import segno
from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from tourgen import disk
from tourgen.disk import DiskProblem
from tourgen.go.live.clerk import Clerk, Troubles
from tourgen.go.live.clock import NOTED_EVERY, Clock
from tourgen.go.live.command import LONGEST, Command, Malformed, read_command, read_hello
from tourgen.go.live.desk import REFEREE, Desk, Stranger
from tourgen.go.live.game import Game
from tourgen.go.live.pages import Pages, headers, known_host, same_origin
from tourgen.go.live.table import Table
from tourgen.go.procedure import Refused

HELLO_WITHIN = 10  # seconds
LOOK_EVERY = 0.05  # seconds between two looks at the clock
TOLD_EVERY = 10  # of these: a word about who is connected
PULSE = 8  # of these: a word to every screen, half as often as one may be silent
MOST_PER_SECOND = 40  # messages of one connection
MOST_BEHIND = 1 << 20  # bytes that a slow connection may lag before it is closed
MOST_SCREENS = 2000
MALFORMED, STRANGER, TOO_FAST, TOO_SLOW = 4400, 4403, 4429, 4408  # close codes

_quiet = logging.getLogger("tourgen.go.live.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False


@dataclass(eq=False, slots=True)
class Connection:
    """One screen. It knows its role, never its secret."""

    socket: ServerConnection
    role: str | None
    wrong_speed: Callable[[Connection], None]

    def show(self, message: str) -> None:
        """Sends without waiting; who can't keep up is disconnected and comes back to the present state."""
        if self.socket.transport.get_write_buffer_size() > MOST_BEHIND:
            self.wrong_speed(self)
            return
        broadcast([self.socket], message)


class LiveServer:
    """The tables of a desk, served."""

    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        event: Mapping[str, str],
        address: str,
        most_per_second: int = MOST_PER_SECOND,
    ) -> None:
        self.desk = desk
        self.clock = clock
        self.address = address
        self.most_per_second = most_per_second
        self.pages = Pages(self._summaries, desk.tables, event)
        self.desks: set[Connection] = set()  # the referee's overviews
        self._pool = ThreadPoolExecutor(max_workers=8, thread_name_prefix="tourgen-live")
        self._tasks: list[asyncio.Task[None]] = []
        self._tables: list[asyncio.Task[None]] = []
        self._troubles = Troubles()
        self.clerk = Clerk(desk, self._troubles)
        self._mark = disk.Mark(desk.folder / "games" / "live" / "clock")
        self._server: Server | None = None
        self._looks = self._told = self._noted = 0

    # --- Life

    async def start(self, host: str, port: int) -> int:
        """Opens the port and serves in the background; the port, which is a free one for 0."""
        self._server = await serve(
            self._connection,
            host,
            port,
            process_request=self._request,
            max_size=LONGEST,
            max_queue=4,
            close_timeout=2,
            compression=None,  # small messages on a local network: time matters more than bytes
            logger=_quiet,
            server_header=None,
        )
        for table in self.desk.tables.values():
            table.changed = self._changed
            table.logged = partial(self._troubles.tell, f"{table.id}.jsonl")
            self._tables.append(asyncio.create_task(table.run(self.clock, self._pool)))
        self._tasks += [asyncio.create_task(self._look()), asyncio.create_task(self.clerk.run(self._pool))]
        return int(next(iter(self._server.sockets)).getsockname()[1])

    async def stop(self) -> None:
        """Closes every connection and writes the records that are due; whatever is refused is in the logs."""
        if self._server:
            self._server.close()
            await self._server.wait_closed()
        for table in self.desk.tables.values():
            table.finish()
        await asyncio.gather(*self._tables, return_exceptions=True)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown()
        self.clerk.finish()
        self._note(self.clock.now())
        self._mark.close()
        self.desk.close()

    async def _look(self) -> None:
        while True:
            self.look(self.clock.now())
            await asyncio.sleep(LOOK_EVERY)

    def look(self, now: int) -> None:
        """The pulse: timeouts, the note of the running time, who is connected, the referee's overview."""
        for table in self.desk.tables.values():
            table.look_at_the_clock(now)
        if now - self._noted >= NOTED_EVERY or now < self._noted:
            self._noted = now
            self._note(now)
        self._looks += 1
        if self._looks % TOLD_EVERY == 0:
            self._tell()

    def _note(self, now: int) -> None:
        trouble = None
        try:
            self._mark.set(now)
        except DiskProblem as problem:  # a full disk stops no clock
            trouble = problem
        self._troubles.tell("clock", trouble)

    def _tell(self) -> None:
        self._told += 1
        for table in self.desk.tables.values():
            table.show_presence()
            if self._told % PULSE == 0:
                table.show_pulse(self.clock.now())
        if self.desks:
            message = _json({"type": "tables", "tables": self._summaries()})
            for screen in list(self.desks):
                screen.show(message)

    def _summaries(self) -> list[dict[str, Any]]:
        now = self.clock.now()
        return [table.summary(now) for table in self.desk.tables.values()]

    def _changed(self, table: Table, before: Game) -> None:
        if table.game.over or before.over:
            self.clerk.owe(table)

    # --- Pages

    def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers with a page; None lets a websocket of one of our own pages in."""
        host = request.headers.get("Host")
        if not known_host(host, self.address):
            return connection.respond(HTTPStatus.MISDIRECTED_REQUEST, "Unknown host.\n")
        assert host is not None
        if request.path == "/ws":
            if not same_origin(request.headers.get("Origin"), host):
                return connection.respond(HTTPStatus.FORBIDDEN, "Not from a page of this server.\n")
            if self._server and len(self._server.connections) >= MOST_SCREENS:
                return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many screens.\n")
            return None
        page = self.pages.find(request.path)
        if page is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "Not found.\n")
        kind, body = page
        fields = {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Connection": "close",
            **headers(host),
        }
        return Response(200, "OK", Headers(fields), body)

    # --- Connections

    async def _connection(self, socket: ServerConnection) -> None:
        try:
            hello = read_hello(await asyncio.wait_for(socket.recv(), HELLO_WITHIN))
            table = self.desk.tables.get(hello.table) if hello.table else None
            if hello.table and table is None:
                raise Malformed("no such table")
            screen = Connection(socket, self.desk.role(hello.table, hello.secret), _drop)
            if table is not None:
                await self._at_table(screen, table)
            elif screen.role == REFEREE:
                await self._at_desk(screen)
            else:
                raise Stranger
        except (Malformed, TimeoutError):
            await socket.close(MALFORMED, "malformed")
        except Stranger:
            await asyncio.sleep(0.5)  # guessing is slow, besides being hopeless
            await socket.close(STRANGER, "unknown link")
        except ConnectionClosed:
            pass

    async def _at_table(self, screen: Connection, table: Table) -> None:
        table.join(screen, self.clock.now())
        pace = _Pace(asyncio.get_running_loop().time, self.most_per_second)
        try:
            async for data in screen.socket:
                if pace.too_fast():
                    await screen.socket.close(TOO_FAST, "too fast")
                    return
                screen.show(await self._answer(screen, table, read_command(data)))
        finally:
            table.leave(screen)

    async def _answer(self, screen: Connection, table: Table, command: Command) -> str:
        found: int | Refused = Refused("spectator")
        if screen.role is not None:
            found = await table.submit(screen.role, command)
        answer = {"refused": found.code} if isinstance(found, Refused) else {"seq": found}
        return _json({"type": "answer", "number": command.number, **answer})

    async def _at_desk(self, screen: Connection) -> None:
        """The overview: every table's links with their QR codes once, then how they stand."""
        loop = asyncio.get_running_loop()
        links = await loop.run_in_executor(self._pool, self._links)
        screen.show(_json({"type": "links", "links": links}))
        self.desks.add(screen)
        try:
            async for _ in screen.socket:
                raise Malformed("a desk only listens")
        finally:
            self.desks.discard(screen)

    def _links(self) -> dict[str, Any]:
        roles = {"b": "b", "w": "w", "watch": None, "referee": REFEREE}
        return {
            table: {
                name: {"href": link, "qr": qr_code(link) if name != "referee" else None}
                for name, role in roles.items()
                for link in (self.desk.link(self.address, table, role),)
            }
            for table in self.desk.tables
        }


class _Pace:
    """Counts one connection's messages per second."""

    def __init__(self, time: Callable[[], float], most: int) -> None:
        self._time = time
        self._most = most
        self._second = time()
        self._count = 0

    def too_fast(self) -> bool:
        now = self._time()
        if now - self._second >= 1:
            self._second, self._count = now, 0
        self._count += 1
        return self._count > self._most


def _drop(screen: Connection) -> None:
    """Ends a connection that is too far behind to be told so."""
    screen.socket.transport.abort()


@cache
def qr_code(address: str) -> str:
    """A QR code as an image that a page can show."""
    return str(segno.make(address, error="m", micro=False).svg_data_uri(border=2))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
