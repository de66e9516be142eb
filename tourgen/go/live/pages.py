"""The web pages of the live tables: which address is which file, and what every answer carries.

Nothing here is secret: a page is the same for everybody, and says over its connection who it is.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
from collections.abc import Callable, Container, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tourgen.resources import shipped_table, templates_dir

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
STATIC = ("live.css", "live.js", "board.js", "words.js", "lobby.js", "desk.js")
SHARED = ("style.css", "icon.svg")  # the site's own
LANGUAGES = ("ja", "en")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\]")

Page = tuple[str, bytes]  # content type, body


def headers(host: str) -> dict[str, str]:
    """What every answer carries. `host` has been checked."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }


class Pages:
    """Every address that can be fetched."""

    def __init__(
        self, tables: Callable[[], list[dict[str, Any]]], known: Container[str], event: Mapping[str, str]
    ) -> None:
        self._tables = tables
        self._known = known
        self._event = event
        folder = templates_dir()
        self._files = {
            **{f"/static/{name}": _page(folder / "live" / name) for name in STATIC},
            **{f"/static/{name}": _page(folder / "static" / name) for name in SHARED},
            **{f"/texts.{lang}.json": (KINDS["json"], _json(texts(lang))) for lang in LANGUAGES},
            "/": _rendered(folder, "lobby"),
            "/desk": _rendered(folder, "desk"),
        }
        self._table = _rendered(folder, "table")

    def find(self, address: str) -> Page | None:
        """The page at an address; None where there is none."""
        path = urlsplit(address).path
        if path == "/tables.json":
            return KINDS["json"], _json({"event": self._event, "tables": self._tables()})
        if path.startswith("/t/"):
            return self._table if path.removeprefix("/t/") in self._known else None
        return self._files.get(path)


@cache
def texts(language: str) -> dict[str, str]:
    """Every visible string in one language, by its key."""
    tables = shipped_table("go/live/texts.toml")
    return {
        f"{section}.{key}": words[language] for section, keys in tables.items() for key, words in keys.items()
    }


def _page(path: Path) -> Page:
    return KINDS[path.suffix.removeprefix(".")], path.read_bytes()


def _rendered(folder: Path, name: str) -> Page:
    """A page on the base that all of them share."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(folder)
    env = Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    return KINDS["html"], env.get_template(f"live/{name}.html").render(page=name).encode()


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# --- Whether a request is really for this server


def known_host(header: str | None, own: str) -> bool:
    """Whether this Host is one by which people reach this machine.

    Numbers can't be re-bound by somebody's name server; names are only believed when they are this machine's.
    """
    parts = _split(header)
    if parts is None:
        return False
    name = parts.strip("[]").lower()
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        mine = socket.gethostname().lower().partition(".")[0]
        return name in {"localhost", mine, f"{mine}.local", (urlsplit(own).hostname or "").lower()}


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a connection is made by a page of this server: browsers say so, and nobody else needs one."""
    if origin is None or host is None:
        return False
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _split(header: str | None) -> str | None:
    """The name in `name:port`."""
    if header is None:
        return None
    name, port = re.fullmatch(r"(.*?)(?::(\d{1,5}))?", header).groups()  # type: ignore[union-attr]
    return name if _HOST.fullmatch(name) and (port is None or int(port) < 65536) else None


def guessed_address(port: int) -> str:
    """How other machines in the same network probably reach this one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system only picks the way out
            host = probe.getsockname()[0]
        except OSError:
            host = "127.0.0.1"
    return f"http://{host}:{port}"
