"""The pages of the Go tables, and the line that each of them has to the server.

Nothing in a page is secret: every visitor gets the same one, and it says over its line whose screen it is on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from datetime import date
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tourgen.go.live.command import Command, read_command, read_hello
from tourgen.go.live.game import COMMITTEE, REFEREE
from tourgen.go.live.hall import Hall
from tourgen.go.live.outcome import triple
from tourgen.go.live.table import Table
from tourgen.go.procedure import Refused
from tourgen.go.record import write_triple
from tourgen.live.desk import DESK
from tourgen.live.desk_pages import qr_code
from tourgen.live.screen import Malformed, Screen, Stranger, talk
from tourgen.live.server import Spectators, served_page, to_json
from tourgen.live.site import OWN
from tourgen.messages.problems import LANGUAGES
from tourgen.resources import shipped_table

GO = f"{OWN}go/"


class Halls:
    """Of all events that are served."""

    def __init__(self, halls: Sequence[Hall], address: str, spectators: Spectators | None = None) -> None:
        self.halls = {hall.id: hall for hall in halls}
        self.spectators = spectators or Spectators()
        self.address = address

    def link(self, hall: Hall, page: str, owner: str | None = None) -> str:
        """The address of a page. A key stands behind #, where browsers keep it out of requests and logs."""
        return f"{self.address}{GO}{hall.id}/{page}{f'#{hall.desk.keys[owner]}' if owner else ''}"

    def routes(self) -> list[BaseRoute]:
        """Every address."""
        return [
            *(Route(f"{GO}texts.{lang}.json", _json(texts(lang))) for lang in LANGUAGES),
            WebSocketRoute(f"{GO}line", lambda socket: talk(socket, self._listen)),
            Route(f"{GO}{{event}}/tables.json", self._tables),
            Route(f"{GO}{{event}}/sgf/{{table}}", self._record),
            *(
                Route(f"{GO}{{event}}/{path}", self._page)
                for path in ("", "referee", "committee", "me", "t/{table}")
            ),
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While the server runs."""
        async with AsyncExitStack() as opened:
            for hall in self.halls.values():
                await opened.enter_async_context(hall.open())
            yield

    # --- Pages

    def _hall(self, request: Request) -> Hall | None:
        return self.halls.get(request.path_params["event"])

    async def _tables(self, request: Request) -> Response:
        hall = self._hall(request)
        if hall is None:
            return PlainTextResponse("Not found.\n", 404)
        event = hall.desk.tables.event
        name = event.name if event else hall.id
        shown = {
            "name": name,
            "name_en": (event.name_en if event else "") or name,
            "language": event.language if event else "ja",
        }
        return _json({"event": shown, "tables": hall.summaries()})

    async def _record(self, request: Request) -> Response:
        """The official record of a table that has ended."""
        hall = self._hall(request)
        table = hall.tables.get(request.path_params["table"]) if hall else None
        if table is None or not table.game.over:
            return PlainTextResponse("Not found.\n", 404)
        name = table.seat.name
        headers = {"Content-Disposition": f'attachment; filename="{name.file()}"'}
        files = write_triple(triple(table.game, table.names), name)
        return Response(files[name.file()], media_type="application/x-go-sgf", headers=headers)

    async def _page(self, request: Request) -> Response:
        hall, table = self._hall(request), request.path_params.get("table")
        if hall is None or (table is not None and table not in hall.tables):
            return PlainTextResponse("Not found.\n", 404)
        last = request.url.path.rpartition("/")[2]
        named = {"": "lobby", "referee": "referee", "committee": "committee"}
        return served_page("live", named.get(last, "table"))

    # --- Lines

    async def _listen(self, screen: Screen) -> None:
        heard = screen.heard()
        hello = read_hello(await screen.first(heard))
        hall = self.halls.get(hello.event)
        if hall is None:
            raise Malformed("no such event")
        if hello.table is None and hello.key and hall.desk.owner(hello.key) not in (DESK, COMMITTEE):
            table = hall.table_of(hello.key)
        else:
            table = hall.tables.get(hello.table or "")
            if hello.table and table is None:
                raise Malformed("no such table")
        screen.role = hall.role(table, hello.key)
        if table is not None:
            with nullcontext() if screen.role else self.spectators.place():
                await self._at_table(hall, screen, table, heard, hello.device)
        elif screen.role == REFEREE:
            await self._at_desk(hall, screen, heard)
        elif screen.role == COMMITTEE:
            await self._judging(hall, screen, heard, hello.device)
        else:
            raise Stranger

    async def _at_table(
        self, hall: Hall, screen: Screen, table: Table, heard: AsyncIterator[str | bytes], device: str
    ) -> None:
        table.join(screen, hall.clock.now())
        try:
            async for data in heard:
                await _do(hall, screen, table, read_command(data), device)
        finally:
            table.leave(screen)

    async def _at_desk(self, hall: Hall, screen: Screen, heard: AsyncIterator[str | bytes]) -> None:
        """The overview: how all tables stand; their links and QR codes when they are asked for."""
        hall.referees.add(screen)
        try:
            async for _ in heard:
                screen.tell(type="links", links=await asyncio.to_thread(self._links, hall))
        finally:
            hall.referees.discard(screen)

    async def _judging(
        self, hall: Hall, screen: Screen, heard: AsyncIterator[str | bytes], device: str
    ) -> None:
        """The committee: every pending game with both proposals; its verdict is an action at that table."""
        hall.committee.add(screen)
        screen.tell(type="cases", cases=hall.cases())
        try:
            async for data in heard:
                said = read_command(data)
                table = hall.tables.get(str(said.args.get("table")))
                if said.do != "judge" or table is None:
                    raise Malformed("not for the committee")
                verdict = {key: said.args[key] for key in ("ruling", "note", "misuse")}
                command = Command("judge", said.number, None, {**verdict, "date": date.today().isoformat()})
                await _do(hall, screen, table, command, device)
                screen.tell(type="cases", cases=hall.cases())
        finally:
            hall.committee.discard(screen)

    def _links(self, hall: Hall) -> dict[str, Any]:
        review = self.link(hall, "committee", COMMITTEE)
        found: dict[str, Any] = {"committee": {"href": review, "qr": qr_code(review)}}
        for table in list(hall.tables.values()):
            links = {
                "watch": self.link(hall, f"t/{table.id}"),
                "referee": self.link(hall, f"t/{table.id}", DESK),
                **{
                    str(place): self.link(hall, "me", owner)
                    for place, owner in enumerate(table.seat.owners, 1)
                },
            }
            found[table.id] = {name: {"href": link, "qr": qr_code(link)} for name, link in links.items()}
        return found


async def _do(hall: Hall, screen: Screen, table: Table, command: Command, device: str) -> None:
    found: int | Refused = Refused("spectator")
    if screen.role is not None:
        found = await hall.press(table, screen.role, command, device)
    answer = {"refused": found.code} if isinstance(found, Refused) else {"seq": found}
    screen.tell(type="answer", number=command.number, **answer)


def _json(value: object) -> Response:
    return Response(to_json(value), media_type="application/json")


@cache
def texts(language: str) -> dict[str, str]:
    """Every visible string in one language, by its key."""
    tables = shipped_table("go/live/texts.toml")
    return {
        f"{section}.{key}": words[language] for section, keys in tables.items() for key, words in keys.items()
    }
