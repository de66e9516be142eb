"""`tourgen go live`."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tourgen.cli.common import EventArgument, LangOption, complain, language_option, one_event, refuse, say

if TYPE_CHECKING:
    import asyncio
    from decimal import Decimal

    from tourgen.go.live.desk import Desk, Seat
    from tourgen.go.live.seats import Wish

_SIZE = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?")


def live(
    event: EventArgument,
    division: Annotated[
        str | None, typer.Option("--division", metavar="ID", help="部門 / the division")
    ] = None,
    round_number: Annotated[
        int | None,
        typer.Option(
            "--round", metavar="N", min=1, max=99, help="回戦(なければ最新) / the round, else the latest"
        ),
    ] = None,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables",
            metavar="N",
            min=1,
            max=500,
            help="シートによらず N 卓を開く / open N tables, whatever the sheets say",
        ),
    ] = None,
    komi: Annotated[
        str | None, typer.Option("--komi", metavar="K", help="コミ(ふつう 6.5) / komi, usually 6.5")
    ] = None,
    size: Annotated[str, typer.Option("--size", metavar="S", help="盤の大きさ / board size: 19, 9x7")] = "19",
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="待ち受けるアドレス / where to listen")
    ] = "0.0.0.0",
    port: Annotated[int, typer.Option("--port", metavar="P", min=0, max=65535, help="ポート / port")] = 8004,
    address: Annotated[
        str | None,
        typer.Option(
            "--address",
            metavar="URL",
            help="スマホから見えるこの機械のアドレス / how phones reach this machine",
        ),
    ] = None,
    lang: LangOption = None,
) -> None:
    """終局処理を、対局者と観戦者のスマホやパソコンでリアルタイムに行います。

    The end of the game for two players and spectators, on their phones and laptops, in real time.
    """
    _check_parts(language_option(lang) or "ja")
    from tourgen.disk import DiskProblem
    from tourgen.go.live.seats import Wish

    folder, shown = one_event(event, lang)
    names = _event_names(folder, shown)
    language = lang or names["language"]
    wish = Wish(division, round_number, tables, _komi(komi), _size(size))
    try:
        _Opening(folder, shown, wish, names, language).serve(host, port, address)
    except DiskProblem as error:
        complain([error.problem], language)
        raise typer.Exit(1) from error


class _Opening:
    """The tables of one event, from the folder to the last connection."""

    def __init__(self, folder: Path, shown: str, wish: Wish, names: dict[str, str], language: str) -> None:
        self.folder, self.shown, self.wish, self.names, self.language = folder, shown, wish, names, language

    def serve(self, host: str, port: int, address: str | None) -> None:
        """Until Ctrl-C; one server per event."""
        import asyncio

        from tourgen.disk import lock

        seats = self._seats()
        self._check_inside(seats)
        with lock(self.folder / "games" / "live"), suppress(KeyboardInterrupt):
            asyncio.run(self._run(self._desk(seats), host, port, address))
        say("said-live-over", self.language, path=f"{self.shown}/games/live")

    def _seats(self) -> list[Seat]:
        from tourgen.go.live.seats import plain_seats, seats_of_event

        if self.wish.tables:
            return plain_seats(self.wish)
        seats, problems = seats_of_event(self.folder, self.shown, self.wish)
        if problems:
            complain(problems, self.language)
            raise typer.Exit(1)
        return seats

    def _check_inside(self, seats: list[Seat]) -> None:
        """Before the lock, which would make the folder."""
        from tourgen.go.live.desk import CannotOpen, check_inside

        try:
            check_inside(self.folder, seats, self.shown)
        except CannotOpen as error:
            complain(error.problems, self.language)
            raise typer.Exit(1) from error

    def _desk(self, seats: list[Seat]) -> Desk:
        from tourgen.go.live.desk import CannotOpen, Desk

        try:
            return Desk.open(self.folder, seats, self.shown)
        except CannotOpen as error:
            complain(error.problems, self.language)
            raise typer.Exit(1) from error

    async def _run(self, desk: Desk, host: str, port: int, address: str | None) -> None:
        from tourgen.go.live.clock import RunningTime
        from tourgen.go.live.server import LiveServer

        told_to_stop = _told_to_stop()
        server = LiveServer(desk, RunningTime(desk.stood), self.names, address or "")
        try:
            opened = await server.start(host, port)
        except OSError as error:
            refuse("live-port", self.language, port=port, detail=error.strerror or str(error))
        server.address = (address or _address(host, opened)).rstrip("/")
        say("said-live", self.language, count=len(desk.tables))
        say("said-live-desk", self.language, link=desk.link(server.address, None, "referee"))
        say("said-live-watch", self.language, link=f"{server.address}/")
        try:
            await told_to_stop.wait()
        finally:
            await server.stop()
            if server.clerk.owed:
                tables = ", ".join(sorted(table.id for table in server.clerk.owed))
                say("said-live-owed", self.language, tables=tables)


def _told_to_stop() -> asyncio.Event:
    """By the system that shuts down, or the closing of the terminal's window; Ctrl-C ends the waiting by itself."""
    import asyncio
    import signal

    told = asyncio.Event()
    for name in ("SIGTERM", "SIGHUP"):
        with suppress(AttributeError, NotImplementedError):  # Windows
            one = getattr(signal, name)
            if signal.getsignal(one) == signal.SIG_DFL:  # nohup wants it to go on
                asyncio.get_running_loop().add_signal_handler(one, told.set)
    return told


def _address(host: str, port: int) -> str:
    from tourgen.go.live.pages import guessed_address

    return guessed_address(port) if host in ("0.0.0.0", "::") else f"http://{host}:{port}"


def _event_names(folder: Path, shown: str) -> dict[str, str]:
    """What the pages call the event, whatever its sheets hold."""
    from tourgen.event import read_event

    event, _ = read_event(folder, shown)
    name = event.name if event else folder.name
    return {
        "name": name,
        "name_en": (event.name_en if event else "") or name,
        "language": event.language if event else "ja",
    }


def _check_parts(language: str) -> None:
    """The libraries of the extra `go`, which a plain installation has not got."""
    from importlib.util import find_spec

    missing = [name for name in ("websockets", "segno") if find_spec(name) is None]
    if missing:
        refuse("live-missing", language, missing=", ".join(missing))


def _komi(text: str | None) -> Decimal | None:
    from decimal import Decimal

    from tourgen.go.live.command import KOMI

    if text is None:
        return None
    if not KOMI.fullmatch(text):
        raise typer.BadParameter("6.5 のように入力してください / write it like 6.5", param_hint="--komi")
    return Decimal(text)


def _size(text: str) -> tuple[int, int]:
    from tourgen.go.board import LARGEST

    found = _SIZE.fullmatch(text)
    width, height = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise typer.BadParameter(
            f"19 や 9x7 のように入力してください / write it like 19 or 9x7, up to {LARGEST}",
            param_hint="--size",
        )
    return width, height
