"""The example of Go on a phone, in a real browser: boards fit the screen, nothing is blocked, the links lead on."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from tests.served import Quiet
from tests.web.states import example
from tourgen.web import render_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("go")
    for name, data in render_event(example("go-demo")).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_from_the_pairings_to_the_review_page(page: Page, site: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}open/r3.html")
    page.click("td.res > a")
    assert page.url.endswith("/open/r3-t02.html")
    boards = page.locator("svg.goban")
    assert boards.count() == 3
    for at in range(3):
        box = boards.nth(at).bounding_box()
        assert box is not None and 300 < box["width"] <= 390 and box["height"] > 300
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1100, "height": 900})
    left, right = (page.locator(".proposals .gofig").nth(at).bounding_box() for at in (0, 1))
    assert left is not None and right is not None and abs(left["y"] - right["y"]) < 2, "side by side"
    assert [text for text in complaints if "build.json" not in text and "404" not in text] == []
