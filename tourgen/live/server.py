"""The one server of the project: Starlette and uvicorn, and what every request must pass and every answer carries."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import json
import mimetypes
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from tourgen.resources import templates_dir

LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
LONGEST = 1_500_000  # bytes of a message that a page may send: a game record fits
MOST_CONNECTIONS = 2000
WAITING = 256  # connections that the system holds until they are taken up
OWN_FILES = 100  # that the program may have open beside them
RESERVED = 400  # places that are kept for players and helpers, who have keys
_OUT_OF_PLACES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]")


def make_app(
    routes: Sequence[BaseRoute],
    life: Callable[[Starlette], AbstractAsyncContextManager[None]],
    address: Callable[[], str] = lambda: "",
    own: str = "/",
    crowded: Callable[[], None] = lambda: None,
) -> Starlette:
    """These pages, guarded; `address` is how other machines reach this one, if that is a name.

    Below `own` the pages are the server's, and load nothing from elsewhere. `crowded` is called once, when the system
    gives no more connections.
    """

    @asynccontextmanager
    async def guarded(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(_told_once(crowded))
        async with life(app):
            yield

    guard = Middleware(Guard, address=address, own=own)
    return Starlette(routes=routes, lifespan=guarded, middleware=[guard])


def _told_once(crowded: Callable[[], None]) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Each refused connection is an error of the loop, thousands in a second: it is told once."""
    told = False

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal told
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in _OUT_OF_PLACES:
            if not told:
                crowded()
            told = True
        elif not (told and isinstance(error, ValueError) and "file descriptor" in str(error)):
            # That one is the loop listening once more after the crowd, at a port that is closed by then.
            loop.default_exception_handler(context)

    return handle


def most_connections() -> int:
    """As many as the system lets this program have, once its own limit is raised as far as that goes."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OWN_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OWN_FILES)


class Spectators:
    """Counts the connections without a key, and keeps places free for players and helpers."""

    def __init__(self) -> None:
        most = most_connections()
        self.most = most - min(RESERVED, most // 2)
        self.there = 0

    @contextmanager
    def place(self) -> Iterator[None]:
        """Raises Full."""
        if self.there >= self.most:
            raise Full
        self.there += 1
        try:
            yield
        finally:
            self.there -= 1


class Full(Exception):
    """No place is left for another spectator."""


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """The port, or with more `tries` one of those after it, else any; raises OSError where there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries):
        with suppress(OSError, OverflowError):
            return _bound(family, host, candidate)
    return _bound(family, host, port if tries == 1 else 0)


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    # On Windows an address that may be used again would be shared with another program.
    made = socket.socket(family)
    try:
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(WAITING)
    except BaseException:
        made.close()
        raise
    return made


def make_server(app: ASGIApp) -> uvicorn.Server:
    """No log of requests, and h11, which refuses a request with two Host headers."""
    # Windows asks its registry, which may call a script plain text.
    mimetypes.add_type("text/javascript", ".js")
    config = uvicorn.Config(
        app,
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,  # small messages on a local network: time matters more than bytes
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=most_connections(),
        backlog=WAITING,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def run(app: ASGIApp, opened: socket.socket) -> None:
    """Serves until Ctrl-C, or until the system or the closing of the terminal's window says so."""
    for name in ("SIGTERM", "SIGHUP"):
        one = getattr(signal, name, None)  # Windows has no SIGHUP
        if one is not None and signal.getsignal(one) == signal.SIG_DFL:  # nohup wants it to go on
            signal.signal(one, lambda *_: signal.raise_signal(signal.SIGINT))
    with suppress(KeyboardInterrupt):
        make_server(app).run(sockets=[opened])


class Guard:
    """Answers requests that call this machine by a name of its own; only pages of this server may change anything."""

    def __init__(self, app: ASGIApp, address: Callable[[], str], own: str) -> None:
        self.app, self.address, self.own = app, address, own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not known_host(hosts[0], self.address()):
            refusal = PlainTextResponse("Unknown host.\n", 421)
        elif _changes(scope) and not same_origin(headers.get("origin"), hosts[0]):
            refusal = PlainTextResponse("Not from a page of this server.\n", 403)
        else:
            policy = _policy(hosts[0]) if scope["path"].startswith(self.own) else ""
            await self.app(scope, receive, _with_headers(send, policy))
            return
        answer: ASGIApp = WebSocketClose() if scope["type"] == "websocket" else refusal
        await answer(scope, receive, send)


def _changes(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


def _policy(host: str) -> str:
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _with_headers(send: Send, policy: str) -> Send:
    """Nothing is kept: a reload shows what is on the disk."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Cache-Control"] = "no-store"
            headers["Referrer-Policy"] = "no-referrer"
            headers["X-Content-Type-Options"] = "nosniff"
            if policy:
                headers["Content-Security-Policy"] = policy
        await send(message)

    return sending


def known_host(header: str, own: str) -> bool:
    """Whether this Host is one by which people reach this machine.

    Numbers can't be re-bound by somebody's name server; names are only believed when they are this machine's.
    """
    name, port = re.fullmatch(r"(.*?)(?::(\d{1,5}))?", header, re.DOTALL).groups()  # type: ignore[union-attr]
    if not _HOST.fullmatch(name) or int(port or 0) > 65535:
        return False
    name = name.strip("[]").lower()
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        mine = socket.gethostname().lower().partition(".")[0]
        return name in {"localhost", mine, f"{mine}.local", (urlsplit(own).hostname or "").lower()}


def same_origin(origin: str | None, host: str) -> bool:
    """Whether a request is made by a page of this server: browsers say so, and nobody else needs one."""
    parts = urlsplit(origin or "")
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def address_of(opened: socket.socket) -> str:
    """The address to tell others."""
    host, port = opened.getsockname()[:2]
    if host in EVERYWHERE:
        return guessed_address(port)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def guessed_address(port: int) -> str:
    """How other machines in the same network probably reach this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system only picks the way out
            host = probe.getsockname()[0]
        except OSError:
            host = LOOPBACK
    return f"http://{host}:{port}"


@cache
def served_page(folder: str, name: str) -> Response:
    """A page of the templates, on the base that all pages of the server share."""
    loader = FileSystemLoader(templates_dir())
    env = Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    return HTMLResponse(env.get_template(f"{folder}/{name}.html").render(page=name))


def shipped(*folders: str) -> Callable[[Request], Response]:
    """Scripts, styles and pictures of these folders of the templates, by `{name}`."""
    files = {
        path.name: path
        for folder in folders
        for path in (templates_dir() / folder).iterdir()
        if path.suffix in (".js", ".css", ".svg")
    }

    def answer(request: Request) -> Response:
        path: Path | None = files.get(request.path_params["name"])
        if path is None:
            return PlainTextResponse("Not found.\n", 404)
        return Response(path.read_bytes(), media_type=mimetypes.guess_type(path.name)[0])

    return answer


def to_json(value: Any) -> str:
    """As it goes over the line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str | bytes) -> Any:
    """A message of a page. ValueError where it is no JSON, or holds half a character, which no file could keep."""
    said = json.loads(text)
    to_json(said).encode()
    return said
