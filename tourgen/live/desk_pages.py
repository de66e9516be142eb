"""The pages of the desk and of the players, and the line that each of them has to the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import segno
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tourgen.live.changes import Refused, TypeIt
from tourgen.live.desk import DESK, Desk
from tourgen.live.desk_view import previewed, texts, typed_state
from tourgen.live.entries import now
from tourgen.live.keys import KEYS, REPORT, report_addresses
from tourgen.live.papers import Papers
from tourgen.live.screen import Malformed, Screen, Stranger, talk
from tourgen.live.server import LOOPBACK, from_json, served_page, to_json
from tourgen.live.site import OWN
from tourgen.live.tables import GameId
from tourgen.messages.problems import LANGUAGES
from tourgen.publish.git import GitSays
from tourgen.publish.push import PublishedElsewhere, is_prepared, push, repository_of
from tourgen.resources import shipped_table
from tourgen.result_marks import BOARD_DISCS
from tourgen.storage.errors import DiskProblem


class Desks:
    """The desks of all events that are served; a key says which one."""

    def __init__(self, desks: Sequence[Desk], address: str) -> None:
        self.desks, self.address = desks, address
        self.alone = urlsplit(address).hostname in (LOOPBACK, "::1")  # no other device reaches this server
        self.papers = Papers()
        self._pushing = asyncio.Lock()

    def link(self, desk: Desk, owner: str) -> str:
        """A key stands behind #, where browsers keep it out of requests and logs."""
        return f"{self.address}{f'{OWN}desk' if owner == DESK else REPORT}#{desk.keys[owner]}"

    def routes(self) -> list[BaseRoute]:
        """Every address."""
        return [
            Route(f"{OWN}desk", lambda _: served_page("desk", "desk")),
            Route(f"{OWN}r", lambda _: served_page("desk", "report")),
            *(Route(f"{OWN}texts.{lang}.json", _texts(lang)) for lang in LANGUAGES),
            self.papers.route(),
            WebSocketRoute(f"{OWN}line", lambda socket: talk(socket, self._listen)),
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While the server runs."""
        lives = [life for desk in self.desks for life in (desk.run(), desk.pulse())]
        tasks = [asyncio.create_task(life) for life in lives]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for desk in self.desks:
                desk.entries.close()

    async def _listen(self, screen: Screen) -> None:
        heard = screen.heard()
        hello = from_json(await screen.first(heard))
        key = str(hello["key"])
        desk, owner = next(((one, owner) for one in self.desks if (owner := one.owner(key))), (None, None))
        if desk is None or owner is None or owner in desk.chairs:
            raise Stranger
        desk.screens[screen] = owner
        desk.show_to(screen)
        try:
            async for data in heard:
                said = from_json(data)
                if screen not in desk.screens:  # the key was renewed meanwhile
                    raise Stranger
                answer = await self._answer(desk, owner, said)
                screen.tell(type="answer", number=said["number"], **answer)
        finally:
            desk.screens.pop(screen, None)

    async def _answer(self, desk: Desk, owner: str, said: Mapping[str, Any]) -> dict[str, Any]:
        try:
            if owner != DESK:
                await _report(desk, owner, said)
                return {}
            return await self._do(desk, said) or {}
        except TypeIt as type_it:
            cells = [
                {"value": value, **{language: one.header(language) for language in LANGUAGES}}
                for one, value in type_it.cells
            ]
            said = {"file": type_it.file, "no": type_it.no, "pair": type_it.pair, "cells": cells}
            return {"refused": "type-it", **said}
        except Refused as refused:
            return {"refused": refused.args[0], "found": "".join(refused.args[1:])}
        except DiskProblem as problem:
            return {"refused": "not-written", "texts": texts(problem.problem)}

    async def _do(self, desk: Desk, said: Mapping[str, Any]) -> dict[str, Any] | None:
        """What a helper asks for."""
        match said["do"]:
            case "read":
                return {"read": typed_state(desk.read(said["text"][:200], str(said["division"])))}
            case "enter":
                return {"id": await desk.enter(said["text"][:200], str(said["division"]))}
            case "undo":
                await desk.undo(said["id"])
            case "decide":
                await desk.decide(GameId(*said["game"]), said["take"])
            case "confirm":
                await desk.confirm(GameId(*said["game"]))
            case "build":
                desk.release(said["division"])
            case "preview":
                return {"preview": previewed(*await desk.preview(said["change"]))}
            case "change":
                await desk.change(said["change"])
            case "give-up":
                await desk.give_up(said["id"])
            case "pair":
                return {"problems": [texts(one) for one in await desk.pair_again(said["division"])]}
            case "papers":
                return await self._papers(desk, said["division"], said["lang"])
            case "publish":
                return await self._publish(desk)
            case "renew":
                desk.renew(said["owner"])
                return {"link": self.link(desk, said["owner"])}
            case "links":
                return {"links": await asyncio.to_thread(self._links, desk), "alone": self.alone}
            case _:
                raise Malformed(said["do"])
        return None

    async def _papers(self, desk: Desk, division: str, language: str) -> dict[str, Any]:
        """All papers of the round; their codes lead to this server, unless event.toml says otherwise.

        A code that opens nothing would be worse than none.
        """
        event = desk.tables.event
        if event is None or language not in LANGUAGES:
            raise Refused("changed")
        codes: dict[tuple[str, int], str] = {}
        own = "" if self.alone else self.address
        address = event.report_url or own
        if event.report != "off" and address:
            players = [
                (one.id, player.no)
                for one in event.divisions
                for player in desk.tables.roster.get(one.id, ())
            ]
            codes = report_addresses(desk.folder / KEYS, players, address)
        place, held = event.site_url or own, desk.kept_back(desk.tables)
        made = await asyncio.to_thread(
            self.papers.make, desk.folder, desk.shown, division, language, place, codes, held
        )
        if not made:
            raise Refused("no-rounds")
        return {"href": made} if isinstance(made, str) else {"problems": [texts(one) for one in made]}

    async def _publish(self, desk: Desk) -> dict[str, Any]:
        """In the repository that lies around the events.

        GitHub knows no button: it would pair a complete round before its desk does, and then take nothing from here.
        """
        place = repository_of(desk.folder)
        if not is_prepared(place):
            raise Refused("changed")
        if any(one.complete(one.tables) for one in self.desks):
            raise Refused("button-first")
        event = desk.tables.event
        try:
            async with self._pushing:
                await asyncio.to_thread(push, place, event.name if event else desk.shown)
        except PublishedElsewhere:
            return {"refused": "published-elsewhere", "found": str(place)}
        except GitSays as said:
            return {"refused": "not-pushed", "found": str(said)}
        desk.published = now()
        desk.show()
        return {}

    def _links(self, desk: Desk) -> list[dict[str, str]]:
        """The desk's own link for another helper, then every player's."""
        return [
            {"owner": owner, "href": link, "qr": qr_code(link)}
            for owner in desk.keys
            if owner not in desk.chairs
            for link in (self.link(desk, owner),)
        ]


async def _report(desk: Desk, owner: str, said: Mapping[str, Any]) -> None:
    """What a player's page may say: who won, and the discs."""
    if said["do"] != "report" or said["winner"] not in (0, 1):
        raise Malformed(said["do"])
    discs = said["discs"]
    if discs is not None:
        first, second = discs
        if not all(type(one) is int and one >= 0 for one in (first, second)) or first + second > BOARD_DISCS:
            raise Refused("too-many-discs")
        if (first > second and said["winner"] == 1) or (first < second and said["winner"] == 0):
            raise Refused("discs-contradict")
        discs = (first, second)
    await desk.report(owner, said["round"], said["winner"], discs)


@cache
def qr_code(link: str) -> str:
    """As an image that a page can show."""
    return str(segno.make(link, error="m", micro=False).svg_data_uri(border=2))


@cache
def _texts(language: str) -> Response:
    """Every visible string in one language, by its key."""
    words = {key: one[language] for key, one in shipped_table("live/texts.toml").items()}
    return Response(to_json(words), media_type="application/json")
