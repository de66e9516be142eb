"""The pages on a phone, in a real browser: no sideways scrolling, no error, find me, and all of it without script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.served import served
from tests.web.sample import RULES, division, event
from tourgen.web import render_event

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

pytestmark = pytest.mark.browser

FREE = {"division_id": "free", "name": "フリークラス", "name_en": "Free class"}
KINDS = [
    "index",
    "standings",
    "cross",
    "players",
    "leagues",
    "bracket",
    "course",
    "lottery",
    "awards",
    "info",
    "p1",
    "p7",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A day in the middle of it: two divisions, one of them finished."""
    folder = tmp_path_factory.mktemp("site")
    report = event(
        division(players=26, rounds=3, share=0.5), division("othello-free", 20, 6, **FREE), pages=[RULES]
    )
    files = render_event(report)
    build = {"built": "2026-07-12T14:38:00+09:00", "build": "0123456789abcdef"}
    for name, data in {**files, "build.json": json.dumps(build).encode()}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with served(folder) as address:
        yield address


@pytest.fixture
def errors(page: Page) -> list[str]:
    """What the console complained about."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def someone(site: str, page: Page) -> tuple[str, str, str]:
    """(name, kana, table) of a player who sits at a table now."""
    page.goto(f"{site}index.html")
    data = json.loads(page.locator("#players").text_content() or "")
    row = next(row for row in data["players"] if row[6] and row[7])
    return row[2], row[3], str(row[6])


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways(site: str, page: Page, errors: list[str], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    addresses = ["index.html", "en/index.html", "pages/rules.html", "open/index.html#name"]
    addresses += [f"{folder}/{kind}.html" for folder in ("open", "free", "en/open") for kind in KINDS]
    for address in addresses:
        page.goto(site + address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    assert errors == []


def test_find_me_by_kana_and_stay_found(site: str, page: Page, errors: list[str]) -> None:
    name, kana, table = someone(site, page)
    page.fill("#q", kana.split()[0])
    page.locator("#hits button", has_text=name).first.click()
    assert page.locator("#me [data-me=table]").inner_text() == table
    assert page.locator("#me [data-me=name]").inner_text() == name
    page.reload()
    assert page.locator("#me [data-me=table]").inner_text() == table
    page.goto(f"{site}open/index.html")
    assert page.locator("#mebar b").inner_text() == table
    mine = page.locator("#table tr.mine")
    assert mine.count() == 1
    assert mine.locator("th").inner_text() == table
    page.goto(f"{site}en/open/standings.html")
    page.locator("#mebar").click()
    assert page.locator("tr.mine + tr details").get_attribute("open") is not None
    page.goto(f"{site}index.html")
    page.click("#change")
    assert not page.locator("#me").is_visible()
    assert errors == []


def test_find_by_table_club_and_halfwidth_katakana(site: str, page: Page) -> None:
    name, kana, table = someone(site, page)
    page.fill("#q", table)
    assert page.locator("#hits button", has_text=name).count() == 1
    katakana = "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in kana)
    page.fill("#q", katakana)
    assert page.locator("#hits button", has_text=name).count() == 1
    page.fill("#q", "いない人の名前")
    assert page.locator("#hits button").count() == 0
    assert page.locator("#found").text_content() != ""


def test_choose_me_on_my_page(site: str, page: Page) -> None:
    name, _, _ = someone(site, page)
    page.fill("#q", name)
    page.locator("#hits button").first.click()
    page.locator("#me [data-me=name]").click()
    assert page.locator("h1").inner_text().replace("\n", "")
    assert page.locator("#mebar").is_hidden(), "my own page needs no bar"
    page.goto(f"{site}open/p1.html")
    button = page.locator("#iam")
    if button.is_visible():
        button.click()
        page.wait_for_url("**/index.html")
        assert page.locator("#me").is_visible()


def test_the_language_switch_keeps_the_page(site: str, page: Page) -> None:
    page.goto(f"{site}open/standings.html")
    page.click("a.lang")
    assert page.url == f"{site}en/open/standings.html"
    assert page.locator("html").get_attribute("lang") == "en"
    page.click("a.lang")
    assert page.url == f"{site}open/standings.html"


NUMBERS = "(rows) => rows.map((row) => row.dataset.no)"


def test_the_lottery_recomputes_itself(site: str, page: Page, errors: list[str]) -> None:
    page.goto(f"{site}open/lottery.html")
    verdict = page.locator("#verdict")
    assert "一致しています" in verdict.inner_text()
    before = page.locator("#lots tbody th").all_inner_texts()
    roster = page.locator("#lots tbody tr").evaluate_all(NUMBERS)
    page.click("#again")
    page.fill("#draw1", "9999")
    assert "変わります" in verdict.inner_text()
    number = dict(zip(roster, before, strict=True))
    now = dict(
        zip(
            page.locator("#lots tbody tr").evaluate_all(NUMBERS),
            page.locator("#lots tbody th").all_inner_texts(),
            strict=True,
        )
    )
    moved = sum(now[no] != drawn for no, drawn in number.items())
    assert f" {moved}名" in verdict.inner_text(), "seeds keep the number they drew"
    assert 0 < moved < len(before)
    assert page.locator("#joined").inner_text() == "099990567809012"
    page.click("button[type=reset]")
    page.locator("#joined", has_text="012340567809012").wait_for()
    assert page.locator("#lots tbody th").all_inner_texts() == before
    assert errors == []


def test_the_time_of_the_build_is_shown(site: str, page: Page) -> None:
    page.goto(f"{site}index.html")
    page.locator(".built time").wait_for()
    assert page.locator(".built time").get_attribute("datetime") == "2026-07-12T14:38:00+09:00"


def test_a_new_build_reloads_the_page_once(site: str, page: Page) -> None:
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    newer = {"built": "2199-01-01T00:00:00+09:00", "build": "fedcba9876543210"}
    page.route("**/build.json", lambda route: route.fulfill(json=newer))
    page.goto(f"{site}open/index.html")
    for _ in range(100):  # a busy machine takes its time
        page.wait_for_timeout(100)
        if len(loads) > 1:
            break
    page.wait_for_timeout(800)
    assert len(loads) == 2, "reloaded past the cache, and not in a loop"


def test_everything_is_there_without_script(site: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(f"{site}index.html")
    assert page.locator("form[role=search]").is_hidden()
    page.locator(".lists a").first.click()
    assert page.url.endswith("open/index.html#name")
    assert page.locator("#name").is_visible()
    assert page.locator("#table").is_hidden()
    page.locator(".seg a").first.click()
    assert page.locator("#table").is_visible()
    page.goto(f"{site}open/standings.html")
    page.locator(".why summary").nth(3).click()
    assert page.locator(".calc").nth(3).is_visible()
    page.goto(f"{site}open/lottery.html")
    assert page.locator("#lots tbody tr").count() == 26
    context.close()


def test_paper_is_black_on_white(site: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{site}open/index.html")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate(
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert page.locator(".tabs").is_hidden()
