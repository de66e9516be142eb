"""The build as it is, but for its pages: they are most of its time, and not the point of many tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from tourgen.results.document import to_bytes
from tourgen.web.division_view import DivisionView
from tourgen.web.event import event_json
from tourgen.web.find import dumps, find_data
from tourgen.web.stamp import stamped

Files = dict[str, bytes]


def read_back(report: Any) -> Files:
    """What the next build reads."""
    results = {f"{one.division.id}/results.json": to_bytes(one.document) for one in report.divisions}
    about = dumps(event_json(report)).encode()
    index = dumps(find_data([DivisionView(one, report.divisions) for one in report.divisions])).encode()
    return {**results, "event.json": about, "find.json": index}


@contextmanager
def without_pages() -> Iterator[None]:
    """Only what the next build reads back is rendered."""
    with (
        patch("tourgen.build.render_event", lambda report, base_url: stamped(read_back(report))),
        patch("tourgen.web.site_index.render_index", lambda archive: {}),
    ):
        yield


@contextmanager
def few_pages() -> Iterator[None]:
    """And a few pages in folders, of the event and of all events."""

    def render_event(report: Any, base_url: str) -> Files:
        files = read_back(report)
        return stamped({**files, "index.html": str(files).encode()})

    def render_index(archive: Any) -> Files:
        said = str(archive.documents).encode()
        return {"index.html": said, "people/index.html": said, "en/people/index.html": said}

    with (
        patch("tourgen.build.render_event", render_event),
        patch("tourgen.web.site_index.render_index", render_index),
    ):
        yield
