"""`tourgen serve`."""

from __future__ import annotations

import asyncio
import datetime
import socket
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from starlette.routing import Mount, Route, WebSocketRoute

from tourgen.build import EventOutcome, build_events, find_events
from tourgen.cli.common import (
    AddressOption,
    EventsArgument,
    HostOption,
    LangOption,
    SiteOption,
    complain,
    disk_problems_told,
    echo,
    fail,
    named_events,
    refuse,
    say,
    site_folder,
)
from tourgen.cli.error_handler import unexpected
from tourgen.cli.outcomes import notice_texts, print_outcome
from tourgen.event.read_files import missing
from tourgen.go.live.hall import Hall
from tourgen.go.live.hall_pages import Halls
from tourgen.go.live.records import CannotOpen
from tourgen.go.live.seats import Wish, cannot_open, seats
from tourgen.live.desk import DESK, Desk
from tourgen.live.desk_pages import Desks
from tourgen.live.keys import KeysDamaged
from tourgen.live.server import Spectators, address_of, listen, make_app, run, shipped
from tourgen.live.site import OWN, Site
from tourgen.live.state import Live
from tourgen.live.watch import Watch, rebuild_on_change
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.results.published import site_builds
from tourgen.storage.errors import DiskProblem
from tourgen.storage.lock import hold

PORT = 8000
TRIES = 20  # ports after it, where it is taken
# Problems of a file that go away without a change of it.
_OF_THE_MOMENT = ("file-in-use", "file-not-read", "file-being-saved", "file-not-downloaded")
_TERMINAL = suppress(OSError)  # it may be closed, or the program that reads our words may have ended


def serve(
    names: EventsArgument = None,
    site: SiteOption = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="N", min=1, max=65535, help="ポート / port")] = PORT,
    address: AddressOption = None,
    lang: LangOption = None,
) -> None:
    """シートを保存するたびに作り直し、開いているページを更新します。直すところはページと端末に出ます。

    Builds again whenever a sheet is saved, and reloads the open pages; problems are shown there and in the terminal.
    """
    names, site = named_events(names), site_folder(site)
    events, problems = find_events(names)
    if problems:
        fail(problems, lang or "ja")
    serve_events(names, events, site, host, port, address, lang)


def serve_events(
    names: Sequence[str],
    events: Sequence[tuple[Path, str]],
    site: Path,
    host: str,
    port: int,
    address: str | None,
    lang: str | None,
    wish: Wish | None = None,
    opened: socket.socket | None = None,
) -> None:
    """The one server: the site, the desks and the Go tables of these events; `wish` is what `go live` asks for.

    It runs until Ctrl-C, and every event is locked meanwhile. A port that is `opened` already is taken over, and nobody
    else gets it in between.
    """
    tell = partial(say, language=lang or "ja")
    with disk_problems_told(lang), ExitStack() as held:
        for folder, _ in events:
            held.enter_context(hold(folder))
        spectators = Spectators()
        live = Live(spectators)
        watch = Watch(lambda: [folder for folder, _ in find_events(names)[0]])
        try:
            desks = [Desk(folder, shown, watch.ask) for folder, shown in events]
        except KeysDamaged as damaged:
            refuse("desk-keys-damaged", lang or "ja", path=damaged)
        builder = Builder(names, site, lang, live, {desk.shown: desk for desk in desks})
        builder.build()
        halls = [_hall(desk, wish, lang) for desk in desks]
        try:
            opened = opened or listen(host, port, TRIES)
        except OSError as error:
            refuse("live-port", lang or "ja", port=port, detail=error.strerror or str(error))
        own = (address or address_of(opened)).rstrip("/")
        served, tables = Desks(desks, own), Halls(halls, own, spectators)

        @asynccontextmanager
        async def life(_: object) -> AsyncIterator[None]:
            async with served.open(), tables.open(), _building(watch, builder):
                tell("said-serving", url=f"http://localhost:{opened.getsockname()[1]}/")
                for desk in desks:
                    tell("said-desk", event=desk.shown, link=served.link(desk, DESK))
                for hall in halls:
                    if hall.tables:
                        tell("said-live", count=len(hall.tables))
                        tell("said-live-desk", link=tables.link(hall, "referee", DESK))
                        tell("said-live-watch", link=tables.link(hall, ""))
                yield

        routes = [
            *served.routes(),
            *tables.routes(),
            WebSocketRoute(f"{OWN}reload", live.line),
            Route(f"{OWN}static/{{name}}", shipped("serving", "desk", "live", "static")),
            Mount("/", Site(site.resolve())),
        ]
        run(make_app(routes, life, lambda: own, OWN, partial(tell, "said-crowded")), opened)
        tell("said-served")
        owed = sorted(table.id for hall in halls for table in hall.clerk.owed)
        if owed:
            tell("said-live-owed", tables=", ".join(owed))


def _hall(desk: Desk, wish: Wish | None, lang: str | None) -> Hall:
    """The Go tables of an event: of the rounds that are being played, or those that were asked for."""
    problems = cannot_open(desk.tables, wish, desk.shown) if wish else []
    if not problems:
        try:
            return Hall(desk, lambda tables: seats(tables, wish or Wish()))
        except CannotOpen as error:
            problems = error.problems
    complain(problems, lang or "ja")
    raise typer.Exit(1)


@asynccontextmanager
async def _building(watch: Watch, builder: Builder) -> AsyncIterator[None]:
    """Builds whenever something is saved, beside the server."""
    over = threading.Event()
    building = asyncio.create_task(asyncio.to_thread(rebuild_on_change, watch, builder.build, over))
    try:
        yield
    finally:
        over.set()
        await building


class Builder:
    """Builds, says what came of it, and tells the open pages; no state of a sheet stops it."""

    def __init__(
        self, names: Sequence[str], site: Path, lang: str | None, live: Live, desks: Mapping[str, Desk] = {}
    ) -> None:
        self.names, self.site, self.lang, self.live, self.desks = names, site, lang, live, desks
        self.seen: dict[str, str] = {}
        self.folders: dict[str, Path] = {}  # of the events at the start, by what messages call them
        self.said: dict[str, list[str]] = {}  # event → its notices at the last build

    def build(self) -> bool:
        """One build of every event there is now; False where it should be tried again.

        Whatever goes wrong is told, for nobody else would build after the next change.
        """
        try:
            return self._build()
        except Exception as error:  # a page that stays open must outlive a mistake of the program too
            self._broken(error)
            return False

    def _build(self) -> bool:
        """Builds the events; a desk whose next round has not been asked for holds it back."""
        problems: list[tuple[Problem, str]] = []
        builds = self.seen
        try:
            held = {shown: desk.refresh() for shown, desk in self.desks.items()}
            with _TERMINAL:
                say("said-building", self.lang or "ja", time=datetime.datetime.now().strftime("%H:%M:%S"))
            events, found = self._find()
            with _TERMINAL:
                complain(found, self.lang or "ja")
            problems += [(one, "ja") for one in found]
            for outcome in build_events(events, self.site, "", everything=not self.names, held=held):
                self._print(outcome)
                if desk := self.desks.get(outcome.event):
                    desk.tell(outcome.problems, outcome.notices)
                problems += [(one, outcome.language) for one in outcome.problems]
            builds = site_builds(self.site)
        except DiskProblem as error:
            problems.append((error.problem, "ja"))
            with _TERMINAL:
                complain([error.problem], self.lang or "ja")
        texts = [one.text(self.lang or language) for one, language in problems]
        self.live.publish(texts, builds != self.seen)
        self.seen = builds
        return not any(one.code in _OF_THE_MOMENT or one.code.startswith("disk-") for one, _ in problems)

    def _find(self) -> tuple[list[tuple[Path, str]], list[Problem]]:
        """The events there are; one that was there at the start and is gone is named, for its pages stay."""
        events, problems = find_events(self.names)
        self.folders = self.folders or {shown: folder for folder, shown in events}
        gone = [shown for shown, folder in self.folders.items() if missing(folder)]
        if gone:  # these would say the same once more
            problems = [one for one in problems if one.code not in ("events-none", "event-unknown")]
        return events, [*problems, *(Problem("event-gone", Source(shown)) for shown in gone)]

    def _print(self, outcome: EventOutcome) -> None:
        """What became of an event; of its notices only those that are new, and those that are settled."""
        known = self.said.get(outcome.event, [])
        with _TERMINAL:
            print_outcome(outcome, self.lang, self.site, known)
        if not outcome.problems:
            now = self.said[outcome.event] = notice_texts(outcome, self.lang)
            for text in known:
                if text not in now:
                    with _TERMINAL:
                        say("said-notice-gone", self.lang or outcome.language, text=text)

    def _broken(self, error: Exception) -> None:
        lines = unexpected(error)
        with _TERMINAL:
            for line in lines:
                echo(line, err=True)
        self.live.publish(lines, new_site=False)
