"""The brackets in a real browser: a player's way lights up by its address, phones get lists, paper gets two sheets."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_site import Quiet
from tests.web.conftest import replacements
from tourgen.web import render_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PAGES = ["awards.html", "index.html"] + [
    f"{folder}/{kind}.html"
    for folder in ("open", "women", "en/open")
    for kind in (
        "bracket",
        "lottery",
        "awards",
        "standings",
        "standings-r6",
        "players",
        "r3",
        "r7",
        "p1",
        "p33",
    )
    if (folder, kind) != ("women", "r7")
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example event of three divisions."""
    folder = tmp_path_factory.mktemp("site")
    for name, data in {**render_event(replacements()), "build.json": b"{}"}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_nothing_scrolls_sideways(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    for address in PAGES:
        page.goto(site + address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, (address, width)


def test_an_address_lights_up_one_way_through_both_drawings(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 1300, "height": 900})
    page.goto(f"{site}open/bracket.html#b13")
    stroke = "e => getComputedStyle(e).stroke"
    mine = page.locator("#b13 > path").evaluate_all(f"all => all.map({stroke})")
    others = page.locator("#b12 > path").evaluate_all(f"all => all.map({stroke})")
    assert len(mine) > 2
    assert set(mine).isdisjoint(others)
    page.locator("#b12 a").first.hover()
    assert set(page.locator("#b12 > path").evaluate_all(f"all => all.map({stroke})")) == set(mine)
    assert page.locator("#b13 circle").first.is_visible()


def test_a_phone_shows_lists_and_the_drawing_on_demand(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}open/bracket.html")
    assert not page.locator("#drawing").is_visible()
    assert page.locator(".rounds-list h2").first.is_visible()
    page.locator(".unfold a").click()
    assert page.locator("#drawing").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_poster_is_two_sheets(site: str, page: Page, tmp_path: Path) -> None:
    for folder in ("open", "women"):
        page.goto(f"{site}{folder}/bracket.html")
        paper = page.pdf(format="A4", prefer_css_page_size=True)
        assert paper.count(b"/Type /Page\n") == 2, folder
