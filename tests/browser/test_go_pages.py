"""The example of Go on a phone, in a real browser: boards fit the screen, nothing is blocked, the links lead on."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect

from tests.served import Quiet
from tests.web.states import example
from tourgen.web import render_event

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
    page.wait_for_url("**/open/r3-t02.html")
    boards = page.locator("svg.goban")
    page.locator("#viewer svg.goban").wait_for()  # the script draws it
    assert boards.count() == 4, "the position, both proposals, and the viewer"
    for at in range(boards.count()):
        box = boards.nth(at).bounding_box()
        assert box is not None and 300 < box["width"] <= 390 and box["height"] > 300
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shown, stones = page.locator("#viewer output"), page.locator("#viewer .stone")
    before = stones.count()
    page.locator("#viewer button").last.click()
    expect(shown).to_contain_text("1 / ")
    expect(stones).to_have_count(before + 1)
    page.locator("#viewer input").press("End")
    last, _, every = shown.inner_text().partition(" / ")
    assert last == every
    page.set_viewport_size({"width": 1100, "height": 900})
    left, right = (page.locator("#review .gofig").nth(at).bounding_box() for at in (0, 1))
    assert left is not None and right is not None and abs(left["y"] - right["y"]) < 2, "side by side"
    assert [text for text in complaints if "build.json" not in text and "404" not in text] == []


def test_marks_are_white_on_the_green_board_of_a_player(page: Page, site: str) -> None:
    """Green ○ and grey × were there, but nobody could see them."""
    page.goto(f"{site}open/p1.html")
    marks = page.locator("section.me .rec i")
    assert marks.count() > 1
    colours = marks.evaluate_all("all => all.map(one => getComputedStyle(one).getPropertyValue('--green'))")
    assert set(colours) == {"#fff"}


def test_a_handicap_stands_in_two_lines_on_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}open/r3.html")
    tops = page.evaluate("""() => {
        const said = document.createElement("small"), range = document.createRange();
        said.className = "hc";
        said.textContent = "定先（コミ0.5目）";
        document.querySelector("td.res").append(said);
        range.selectNodeContents(said);
        return [...new Set([...range.getClientRects()].map(one => Math.round(one.top)))];
    }""")
    assert len(tops) == 2
