"""The site on this machine, with a line to every open page: it reloads after a build, or shows the problems."""

from __future__ import annotations

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import socket
from typing import Any

from tourgen.resources import templates_dir
from tourgen.serving.state import Live

HOST = "127.0.0.1"
OWN = "/.tourgen/"
KEEP_ALIVE = 15.0  # seconds
_HEAD = f'<link rel="stylesheet" href="{OWN}serve.css"><script src="{OWN}serve.js" defer></script></head>'.encode()
_TYPES = {"serve.js": "text/javascript; charset=utf-8", "serve.css": "text/css; charset=utf-8"}


def serve_site(site: Path, live: Live, port: int) -> ThreadingHTTPServer:
    """A server for the folder; where the port is taken, the next free one."""
    handler = partial(Handler, live=live, directory=str(site.resolve()))
    for candidate in range(port, port + 20):
        try:
            return _Server((HOST, candidate), handler)
        except OSError:
            continue
    return _Server((HOST, 0), handler)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # there it would share the port with another program

    def handle_error(self, request: socket | tuple[bytes, socket], client_address: Any) -> None:
        """A browser that goes away in the middle is nothing to talk about."""


class Handler(SimpleHTTPRequestHandler):
    """Pages never come out of a cache, and carry the script that keeps them current."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, live: Live, **kwargs: Any) -> None:
        self.live = live
        # Windows asks its registry, which may call a script plain text.
        self.extensions_map = {**self.extensions_map, ".js": "text/javascript"}
        super().__init__(*args, **kwargs)

    def do_GET(self) -> None:
        """A page of the site, or one of the files that serving adds."""
        if not self._from_here():
            self.send_error(HTTPStatus.FORBIDDEN)
        elif self.path == f"{OWN}events":
            self._events()
        elif self.path.startswith(OWN):
            self._own(self.path.removeprefix(OWN))
        else:
            self._site()

    def _from_here(self) -> bool:
        """Asked for by this machine's own name: no other site's page may read it through the browser."""
        host = self.headers.get("Host", "").rpartition(":")[0]
        return host in (HOST, "localhost")

    def _site(self) -> None:
        path = Path(self.translate_path(self.path))
        if any(part.startswith(".") for part in path.relative_to(self.directory).parts):
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        if path.is_dir() and self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        if path.suffix != ".html" or not path.is_file():
            super().do_GET()
            return
        self._send("text/html; charset=utf-8", path.read_bytes().replace(b"</head>", _HEAD, 1))

    def _own(self, name: str) -> None:
        if name not in _TYPES:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._send(_TYPES[name], (templates_dir() / "serving" / name).read_bytes())

    def _send(self, kind: str, data: bytes) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _events(self) -> None:
        """Server-sent events: the state now, and after every build."""
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()
        seen = -1
        while not self.live.over:
            version, state = self.live.wait(seen, KEEP_ALIVE)
            self.wfile.write(b": still here\n\n" if version == seen else f"data: {state}\n\n".encode())
            self.wfile.flush()
            seen = version

    def end_headers(self) -> None:
        """Nothing is kept: a reload shows what is on the disk."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """The terminal is for the builds."""
