"""The brackets in a real browser: a player's way lights up by its address, phones get lists, paper gets two sheets."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.served import served
from tests.web.states import drawn_numbers, replacements
from tourgen.web import render_event

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


@contextlib.contextmanager
def on_a_host(folder: Path, files: Mapping[str, bytes]) -> Iterator[str]:
    """The address of these files on a static server."""
    for name, data in {**files, "build.json": b"{}"}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example event of three divisions."""
    with on_a_host(tmp_path_factory.mktemp("site"), render_event(replacements())) as address:
        yield address


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
    expect(page.locator("#drawing")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_bracket_numbers_are_computed_again(page: Page, tmp_path: Path) -> None:
    """Numbers from public draws, some typed at the desk, an absentee replaced, and who left for another division."""
    files = render_event(drawn_numbers())
    with on_a_host(tmp_path, files) as address:
        for division in ("women", "open"):
            page.goto(f"{address}{division}/lottery.html")
            verdict = page.locator("#verdict")
            expect(verdict, division).to_contain_text("一致しています")
        page.goto(f"{address}women/lottery.html")
        before = page.locator("#lots tbody th").all_inner_texts()
        fixed = page.locator("#lots tbody tr", has_text="シード").locator("th").all_inner_texts()
        assert sorted(fixed) == ["16", "32", "8"]
        page.click("#again")
        page.fill("#draw1", "9999")
        expect(verdict).to_contain_text("変わります")
        after = page.locator("#lots tbody th").all_inner_texts()
        assert before != after and sorted(before) == sorted(after)
        assert page.locator("#lots tbody tr", has_text="シード").locator("th").all_inner_texts() != []
        page.click("button[type=reset]")
        page.locator("#joined", has_text="012340567809012").wait_for()
        assert page.locator("#lots tbody th").all_inner_texts() == before


def test_a_replacement_is_called_one_where_players_are_found(site: str, page: Page) -> None:
    page.goto(f"{site}index.html")
    data = json.loads(page.locator("#players").text_content() or "")
    came = next(row for row in data["players"] if row[14])
    page.fill("#q", came[2])
    hit = page.locator("#hits li", has_text=came[2])
    assert hit.locator("em.tag").inner_text() == "補充"
    hit.locator(".iam").click()
    page.locator("#me .tag", has_text="補充").wait_for()
    page.goto(f"{site}en/index.html")
    page.locator("#me .tag", has_text="replacement").wait_for()


def test_the_poster_is_two_sheets(site: str, page: Page, tmp_path: Path) -> None:
    """Main bracket and repechage, on A4 and on A3, which is as wide as a screen with columns beside the text."""
    for folder in ("open", "women"):
        page.goto(f"{site}{folder}/bracket.html")
        for size in ("A4", "A3"):
            paper = page.pdf(format=size, prefer_css_page_size=True)
            assert paper.count(b"/Type /Page\n") == 2, (folder, size)


def test_the_poster_fills_the_paper(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 1512, "height": 1047})  # A3 without its margins
    page.goto(f"{site}open/bracket.html")
    page.emulate_media(media="print")
    box = page.locator("svg.paper").first.bounding_box()
    assert box is not None and box["width"] > 1400
    assert page.locator(".side").is_hidden()
