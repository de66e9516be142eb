"""`tourgen` alone: the start page in the browser, then the server of the event that was opened there."""

from __future__ import annotations

import asyncio
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tourgen.cli.common import refuse, say, site_beside
from tourgen.cli.serve import PORT, TRIES, serve_events
from tourgen.live.server import EVERYWHERE, LOOPBACK, listen, make_app, run
from tourgen.live.site import OWN
from tourgen.live.start import Start

SETTLED = 0.3  # seconds for the last answer to reach the page


def start() -> None:
    """Serves the start page until an event is opened or Ctrl-C is pressed."""
    chosen: list[tuple[Path, bool]] = []
    try:
        opened = listen(LOOPBACK, PORT, TRIES)
    except OSError as error:
        refuse("live-port", "ja", port=PORT, detail=error.strerror or str(error))
    port, kept = opened.getsockname()[1], opened.dup()  # so that no other program takes it in between

    @asynccontextmanager
    async def life(_: object) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def open_event(folder: Path, everywhere: bool) -> None:
            chosen.append((folder, everywhere))
            loop.call_soon_threadsafe(loop.call_later, SETTLED, signal.raise_signal, signal.SIGINT)

        page.open_event = open_event
        say("said-start", "ja", url=url)
        webbrowser.open(url)
        yield

    page = Start(_home())
    url = f"http://{LOOPBACK}:{port}{OWN}start#{page.key}"
    run(make_app(page.routes(), life, own=OWN), opened)
    for folder, everywhere in chosen[:1]:
        if everywhere:
            kept.close()
            kept = listen(EVERYWHERE[0], port, TRIES)
        here = Path.cwd()
        inside = folder != here and folder.is_relative_to(here)
        shown = (folder.relative_to(here) if inside else folder).as_posix()
        site = site_beside(folder).resolve()
        serve_events([shown], [(folder, shown)], site, LOOPBACK, port, None, None, opened=kept)


def _home() -> Path:
    """Where somebody looks for events: here, or among the documents where the program was double-clicked."""
    documents = Path.home() / "Documents"
    return documents if getattr(sys, "frozen", False) and documents.is_dir() else Path.cwd()
