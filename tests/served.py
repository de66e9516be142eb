"""A folder served as a host on the web serves it: static, packed, on its own port."""

from __future__ import annotations

import functools
import gzip
import io
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

PACKED = {".html", ".css", ".js", ".json", ".svg", ".xml"}


class Quiet(SimpleHTTPRequestHandler):
    """A static server, as any host is."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Packing(Quiet):
    """The same, answering with gzip and a cache of ten minutes, as GitHub Pages does."""

    def send_head(self) -> BinaryIO | None:  # type: ignore[override]
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        if path.suffix not in PACKED or not path.is_file():
            return super().send_head()  # type: ignore[return-value]
        data = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", f"{self.guess_type(str(path))}; charset=utf-8")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        return io.BytesIO(data)


class Silent(Quiet):
    """One that takes every request and, once `over` is cleared, answers none until it is set again.

    Pictures are never answered: a page needs none of them.
    """

    over = threading.Event()

    def do_GET(self) -> None:
        if self.over.is_set() and Path(self.path).suffix not in {".svg", ".png"}:
            super().do_GET()
        else:
            self.over.wait()
            self.close_connection = True


def free_port() -> int:
    """One that stays free until it is taken on purpose: none of those that the system hands out by itself.

    A server that is killed and started again must find its port, while browsers and other tests make connections.
    """
    for port in random.sample(range(10_000, 32_000), 1000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@contextmanager
def served(folder: Path, handler: type[Quiet] = Quiet, port: int = 0) -> Iterator[str]:
    """The address of the folder, while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
