"""The sheets as pages of the site, on a phone and on a desk: they fit, nothing is refused, the button prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.files import put
from tests.random.troubles import Chances
from tests.web.sample import division, event
from tests.web.shogi import shogi
from tourgen.web import render_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WOMEN = {"division_id": "women", "name": "女子の部", "name_en": "Women's division"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One division in play, one finished."""
    folder = tmp_path_factory.mktemp("site")
    report = event(division("othello-free", 40, 2, 0.0), division("othello-new-32", 30, 6, **WOMEN))
    put(folder, render_event(report, "https://example.org"))
    yield folder


@pytest.mark.parametrize("width", [320, 1280])
def test_sheets_fit_the_screen(site: Path, page: Page, width: int) -> None:
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
    page.set_viewport_size({"width": width, "height": 800})
    found: dict[str, Path] = {}  # of every kind the one with the most on it
    for path in sorted(site.glob("**/print-*.html"), key=lambda path: path.stat().st_size):
        found[path.name.removeprefix("print-").removesuffix(".html").split("-")[-1]] = path
    assert found.keys() == {"tables", "names", "cards", "standings", "cross", "bracket", "awards"}
    for path in found.values():
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path.name
        assert page.locator("main").evaluate("(one) => one.scrollWidth <= one.clientWidth"), path.name
        assert page.locator(".leaf").first.is_visible()
    assert refused == []


def test_the_page_around_is_not_printed(site: Path, page: Page) -> None:
    page.goto((site / "open" / "print-r3-names.html").as_uri())
    assert page.locator("h1").is_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for part in ("h1", ".tabs", ".side", ".printing", "#print"):
        assert not page.locator(part).first.is_visible(), part
    colours = "[getComputedStyle(one).backgroundColor, getComputedStyle(one).color]"
    found = page.locator(".leaf").first.evaluate(f"(one) => {colours}")
    assert found == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_the_button_prints(site: Path, page: Page) -> None:
    page.add_init_script("window.print = () => { document.title = 'printed'; }")
    page.goto((site / "en" / "open" / "print-r3-cards.html").as_uri())
    page.click("#print")
    assert page.title() == "printed"


@pytest.mark.parametrize("base_url", ["", "https://example.org"])
def test_nothing_of_a_head_hangs_over_its_line(tmp_path: Path, page: Page, base_url: str) -> None:
    """With and without a QR code."""
    files = render_event(event(division("othello-free", 16, 0, 0.0)), base_url)
    some = ("static/", "open/print-r1-")
    put(tmp_path, {name: data for name, data in files.items() if name.startswith(some)})
    for path in sorted(tmp_path.glob("open/print-*.html")):
        page.goto(path.as_uri())
        over = "(all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length"
        assert page.locator(".leaf > header").evaluate_all(over) == 0, path.name


@pytest.mark.parametrize("name", ["open/cross.html", "open/print-cross.html"])
def test_a_walkover_lost_does_not_look_like_one_won(name: str, page: Page, tmp_path: Path) -> None:
    """On paper and on shogi's slips both were the same dashed ring."""
    put(tmp_path, render_event(event(shogi("shogi-championship", 24, 4, chances=Chances(forfeit=0.3)))))
    page.goto((tmp_path / name.replace("open", "championship")).as_uri())
    struck = "all => all.map(one => getComputedStyle(one, '::after').borderTopWidth !== '0px')"
    assert set(page.locator(".cross .l.b").evaluate_all(struck)) == {True}
    assert set(page.locator(".cross .w.b").evaluate_all(struck)) == {False}
    grounds = page.locator(".cross td").evaluate_all(
        "all => all.map(one => getComputedStyle(one).backgroundColor)"
    )
    slip = "rgb(243, 238, 221)"
    assert (slip in grounds) == ("print" not in name), "paper is white as it is"
