"""Who makes an event's pages: a helper that gets ready while the event is read, or this process.

Nothing heavy is imported here: the sooner the helper is split off, the sooner it is ready. `tourgen build` has it split
off before anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING

from tourgen.side_by_side import ask, fetched, helper

if TYPE_CHECKING:
    from tourgen.report import EventReport

# Entrants up to which an event is sent to a helper that waits: a larger one takes longer to send than to split again.
SMALL = 300


def page_maker() -> AbstractContextManager[None]:
    """A helper to whom events are sent; the one that waits already, where there is one."""
    return helper(_get_ready)


def event_files(report: EventReport, base_url: str) -> Callable[[], dict[str, bytes]]:
    """Asks for every file below `site/<event-id>/`; who calls what it gives waits for them."""
    small = sum(len(one.players) for one in report.divisions) <= SMALL
    asked = ask(_render, report, base_url) if small else None
    return partial(fetched, asked, partial(_render, report, base_url))


def _get_ready() -> None:
    from tourgen.web.event import get_ready

    get_ready()


def _render(report: EventReport, base_url: str) -> dict[str, bytes]:
    from tourgen.web import render_event

    return render_event(report, base_url)
