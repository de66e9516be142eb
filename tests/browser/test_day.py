"""A day at the venue as a person lives it: the opponent, sorting, why, the next round, no connection, the hall."""

from __future__ import annotations

import datetime
import json
import re
import shutil
import time
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.served import Packing, Silent, served
from tests.web.sample import division, event
from tourgen.build import build_record
from tourgen.web import render_event
from tourgen.web.hall import GAMES_ON_A_SCREEN, RANKS_ON_A_SCREEN

pytestmark = pytest.mark.browser

LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"  # as when the phone is taken out again

# Everything that the open page consists of has been kept.
# To be evaluated, not waited for: wait_for_function takes a promise itself for the answer yes.
UNTIL_KEPT = """async () => {
  const parts = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((one) => one.src || one.href);
  const kept = await caches.open("tourgen-pages");
  const all = async () => (await Promise.all([location.href, ...parts].map((one) => kept.match(one)))).every(Boolean);
  while (!await all()) await new Promise((again) => setTimeout(again, 50));
}"""


@cache
def rendered(rounds: int, share: float | None) -> dict[str, bytes]:
    return render_event(event(division(players=26, rounds=rounds, share=share)))


def publish(folder: Path, rounds: int, share: float | None = 0.5) -> None:
    """The site as a build of now leaves it."""
    files = rendered(rounds, share)
    now = datetime.datetime.now(datetime.UTC)
    if folder.exists():
        shutil.rmtree(folder)
    for name, data in {**files, "build.json": build_record(files, now)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """The folder of the event's site, in round 3; served with a host's cache of ten minutes."""
    folder = tmp_path / "host" / "sample"
    publish(folder, rounds=2)
    return folder


@pytest.fixture
def site(day: Path) -> Iterator[str]:
    with served(day.parent, Packing) as address:
        yield f"{address}sample/"


def pick(site: str, page: Page) -> list[str]:
    """Finds somebody who sits at a table by kana, and picks them; the row of the search index."""
    page.goto(f"{site}index.html")
    data = json.loads(page.locator("#players").text_content() or "")
    row: list[str] = next(row for row in data["players"] if row[6] and row[7])
    page.fill("#q", row[3])
    page.locator("#hits .iam").first.click()
    page.locator("#me [data-me=name]", has_text=row[2]).wait_for()
    return row


SHIFTED = """Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });  // it answers at once
window.shifted = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shifted += one.value; })
  .observe({ type: "layout-shift", buffered: true });"""


def test_nothing_moves_while_the_page_opens(site: str, page: Page) -> None:
    """Neither for a stranger, to whom the search is shown, nor for who is known, with the board at the top."""

    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.set_viewport_size({"width": 390, "height": 800})
    page.add_init_script(SHIFTED)
    page.route("**/*.js", late)
    for known in (False, True):
        for path in ("index.html", "en/index.html"):
            page.goto(site + path)
            page.locator(".built time", has_text=":").wait_for()
            expect(page.locator("#me")).to_be_visible(visible=known)
            page.wait_for_timeout(300)
            assert page.evaluate("window.shifted") == 0, (path, known)
        if not known:
            pick(site, page)


def test_from_me_to_my_opponent_and_back(site: str, page: Page) -> None:
    row = pick(site, page)
    opponent = page.locator("#me [data-me=opp]")
    name = opponent.inner_text()
    opponent.click()
    page.wait_for_url("**/open/p*.html")
    assert name in page.title()
    expect(page.locator("#mebar")).to_be_visible()
    page.locator("main a", has_text=row[2]).first.click()
    page.wait_for_url(f"**/open/p{row[1]}.html")


def test_the_magnifier_shows_the_first_hit(site: str, page: Page) -> None:
    page.goto(f"{site}en/index.html")
    page.fill("#q", "1")
    name = page.locator("#hits a > span").first.inner_text()
    page.click(".field button")
    page.wait_for_url("**/p*.html")
    assert name in page.title()


def test_pairings_by_name_and_by_table(site: str, page: Page) -> None:
    page.goto(f"{site}open/index.html")
    assert page.locator("#table").is_visible() and page.locator("#name").is_hidden()
    by_table, by_name = page.locator(".seg a").all()
    by_name.click()
    expect(page.locator("#name")).to_be_visible()
    expect(page.locator("#table")).to_be_hidden()
    expect(by_name).to_have_attribute("aria-current", "true")
    kana = page.locator("#name tbody th .kn").all_inner_texts()
    first = [unicodedata.normalize("NFD", name)[0] for name in kana]  # が stands with か
    assert len(first) == 26 and first == sorted(first)
    by_table.click()
    expect(page.locator("#table")).to_be_visible()
    tables = [
        int(number) for number in page.locator("#table .pair tbody th").all_inner_texts() if number.isdigit()
    ]
    assert tables == sorted(tables) and len(tables) > 10


def test_a_rank_opens_to_its_arithmetic(site: str, page: Page) -> None:
    page.goto(f"{site}index.html")
    players = {row[1]: row for row in json.loads(page.locator("#players").text_content() or "")["players"]}
    page.goto(f"{site}open/standings.html")
    page.locator(".rank .row td:first-child a").nth(2).click()
    why = page.locator(".rank .why")
    why.locator(".calc").wait_for()
    own = int((page.locator(".rank .row").nth(2).get_attribute("id") or "")[1:])
    met = [players[no][2] for no in players[own][15][:2] if no]
    assert met and all(name in why.inner_text() for name in met), "the opponents by name"
    assert why.locator("tr.cut, .verdict").first.is_visible()


def test_a_final_rank_opens_to_its_reason_and_its_rounds(page: Page, tmp_path: Path) -> None:
    publish(tmp_path / "sample", rounds=8, share=None)
    with served(tmp_path) as address:
        page.goto(f"{address}sample/open/standings.html")
        page.locator(".rank .row td:first-child a").first.click()
        why = page.locator(".rank .why")
        why.locator(".calc").wait_for()
        assert "決勝に勝って1位" in why.inner_text()
        assert why.locator("blockquote").is_visible()
        assert [row.split("\t")[0] for row in why.locator("tbody tr").all_inner_texts()] == list("1234567")
        page.locator(".rank .row td:first-child a").last.click()
        last = page.locator(".rank .why").last
        last.locator("tr.cut").wait_for()  # what decided against the player above


def test_a_new_round_appears_and_the_page_does_not_loop(day: Path, site: str, page: Page) -> None:
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.goto(f"{site}open/index.html")
    page.locator(".built time").wait_for(state="attached")
    page.wait_for_timeout(500)
    page.locator("h1", has_text="3回戦").wait_for()
    before = len(loads)
    publish(day, rounds=3)
    page.evaluate(LOOK_AGAIN)
    page.locator("h1", has_text="4回戦").wait_for()
    for _ in range(5):
        page.evaluate(LOOK_AGAIN)
        page.wait_for_timeout(200)
    assert len(loads) == before + 1, "reloaded past the cache once, and not again"
    page.goto(f"{site}index.html")
    assert "4回戦" in page.locator("h1").inner_text()
    page.locator(".built time", has_text=":").wait_for()
    at = page.locator(".built time").get_attribute("datetime")
    page.fill("#q", "あ")
    publish(day, rounds=4)
    for _ in range(3):
        page.evaluate(LOOK_AGAIN)
        page.wait_for_timeout(200)
    assert page.input_value("#q") == "あ" and "4回戦" in page.locator("h1").inner_text(), "never while typing"
    assert page.locator(".built time").get_attribute("datetime") == at, "the time of what is shown"
    page.fill("#q", "")
    page.locator("h1", has_text="5回戦").wait_for()


def test_what_was_seen_is_shown_without_a_connection_as_what_it_is(site: str, page: Page) -> None:
    page.goto(f"{site}open/index.html")
    shown = page.locator(".built time")
    shown.wait_for()
    time = shown.inner_text()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(UNTIL_KEPT)
    page.context.set_offline(True)
    page.goto(f"{site}open/index.html")
    notice = page.locator(".offline")
    notice.wait_for()
    assert time in notice.inner_text()
    assert notice.get_attribute("role") == "status"
    assert page.locator(".built").is_hidden(), "it does not claim to be of now"
    assert page.locator("#table .pair tr").count() > 13
    assert page.evaluate("getComputedStyle(document.querySelector('.tabs')).display") == "flex", (
        "with its styles"
    )
    page.context.set_offline(False)
    page.evaluate(LOOK_AGAIN)
    notice.wait_for(state="detached")
    page.locator(".built time").wait_for()


def test_what_was_seen_is_shown_while_the_network_takes_everything_and_answers_nothing(
    day: Path, page: Page
) -> None:
    Silent.over.set()
    with served(day.parent, Silent) as address:
        page.goto(f"{address}sample/open/index.html", wait_until="domcontentloaded")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.evaluate(UNTIL_KEPT)
        Silent.over.clear()
        try:
            page.goto(f"{address}sample/open/index.html", wait_until="domcontentloaded")
            assert page.locator("#table .pair tr").count() > 13
            display = "getComputedStyle(document.querySelector('.tabs')).display === 'flex'"
            page.wait_for_function(display)
            page.locator(".offline").wait_for()
        finally:
            Silent.over.set()


def test_the_hall_display_goes_round(day: Path, site: str, page: Page) -> None:
    page.clock.install()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{site}hall.html")
    screens = page.locator(".screen")
    count = screens.count()
    assert count > 1
    seen = []
    for _ in range(count + 1):
        visible = [at for at in range(count) if screens.nth(at).is_visible()]
        assert len(visible) == 1
        seen += visible
        page.clock.run_for(12_100)
    assert seen == [*range(count), 0]
    heading = page.locator(".screen h2", has_text=re.compile("3回戦"))
    assert heading.count() >= 1
    publish(day, rounds=3)
    page.clock.run_for(5_100)
    page.locator(".screen h2", has_text=re.compile("4回戦")).first.wait_for(state="attached")
    page.click("a.lang")
    page.wait_for_url("**/en/hall.html")


FULL = """(rows) => { for (const list of document.querySelectorAll(".screen ol")) {
  while (list.children.length < rows[list.className]) list.append(list.children[0].cloneNode(true));
  for (const { children } of list.children) {
    children[0].textContent = 128;
    children[1].textContent = "見本寺河原 左衛門之助";
  }
} }"""
ONLY = """(kind) => {
  const all = [...document.querySelectorAll(".screen")], one = all.find((s) => s.querySelector(`.${kind}`));
  all.forEach((s) => { s.hidden = s !== one; });
}"""
CUT = """() => [
  document.documentElement.scrollHeight - innerHeight,
  document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll(".screen:not([hidden]) li > b")].map((b) => b.scrollWidth - b.clientWidth),
]"""


def test_a_full_screen_in_the_hall_runs_off_nowhere(site: str, page: Page) -> None:
    page.goto(f"{site}hall.html")
    page.evaluate(FULL, {"games": GAMES_ON_A_SCREEN, "ranks": RANKS_ON_A_SCREEN})
    for width, height in ((1280, 720), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        for kind in ("games", "ranks"):
            page.evaluate(ONLY, kind)
            assert max(page.evaluate(CUT)) <= 0, (width, kind)
            bottom = page.locator(f".{kind} li").nth(9).evaluate("one => one.getBoundingClientRect().bottom")
            assert bottom > height / 2, "and in letters that fill it"
