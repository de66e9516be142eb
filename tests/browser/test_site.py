"""The pages on a phone, in a real browser: no sideways scrolling, no error, find me, and all of it without script."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.served import served
from tests.web.sample import RULES, division, event
from tourgen.build import build_record
from tourgen.web import render_event

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

pytestmark = pytest.mark.browser

BUILT = datetime.datetime.fromisoformat("2026-07-12T14:38:00+09:00")
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
    for name, data in {**files, "build.json": build_record(files, BUILT)}.items():
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
    for number in (f"{table}卓", f"{table}番", f"table {table}", f"{name.split()[0]} {table}"):
        page.fill("#q", number)
        assert page.locator("#hits button", has_text=name).count() == 1, number
    page.fill("#q", "いない人の名前")
    assert page.locator("#hits button").count() == 0
    assert page.locator("#found").text_content() != ""


def test_a_name_is_found_however_its_letters_are_written(site: str, page: Page) -> None:
    page.goto(f"{site}index.html")
    names = [
        ("髙見本 𠮷郎", "たかみほん よしろう"),
        ("渡邉 大地", "わたなべ だいち"),
        ("齋藤 大地", "さいとう だいち"),
    ]
    page.evaluate(
        """(names) => { const block = document.getElementById("players"), data = JSON.parse(block.textContent);
        names.forEach(([name, kana], i) => { data.players[i][2] = name; data.players[i][3] = kana; });
        block.textContent = JSON.stringify(data); }""",
        names,
    )
    for typed, wanted, marked in [
        ("高見本", [0], "髙見本"),
        ("髙見本吉郎", [0], "髙見本 𠮷郎"),
        ("渡辺", [1], "渡邉"),
        ("渡邊 だいち", [1], "渡邉"),
        ("斉藤だいち", [2], None),
        ("さいとう 大地", [2], "大地"),
        ("だいち", [1, 2], None),
        ("渡辺 いちろう", [], None),
    ]:
        page.fill("#q", typed)
        hits = page.locator("#hits button > span").all_inner_texts()
        assert [at for at, (name, _) in enumerate(names) if name in hits] == wanted, typed
        if marked:
            assert page.locator("#hits button > span mark").first.inner_text() == marked
    page.fill("#q", "3卓 高見本")
    assert page.locator("#hits button").count() <= 1


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


ALONE = """Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });"""


def test_a_host_that_lags_is_asked_ever_less_often_and_nothing_claims_to_be_new(
    site: str, page: Page
) -> None:
    asked: list[str] = []
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.on("request", lambda one: asked.append(one.url) if one.resource_type == "fetch" else None)
    page.add_init_script(ALONE)
    page.clock.install(time=BUILT + datetime.timedelta(hours=1))
    page.goto(f"{site}en/open/index.html")
    shown = page.locator(".built time")
    shown.wait_for()
    assert shown.get_attribute("datetime") == BUILT.astimezone().isoformat()
    assert len(shown.inner_text()) == 5, "of today the time is enough"

    newer = {"built": "2199-01-01T00:00:00+09:00", "build": "fedcba9876543210"}
    page.route("**/build.json", lambda route: route.fulfill(json=newer))
    page.clock.fast_forward(25 * 3600_000)
    notice = page.locator(".offline", has_text="A newer version")
    notice.wait_for()
    assert shown.get_attribute("datetime") == BUILT.astimezone().isoformat()
    page.reload()  # the host still gives the old page, and the phone knows what it is
    notice.wait_for()
    assert "12 July" in notice.inner_text() and "12 July" in shown.inner_text()
    asked.clear()
    for _ in range(15):  # five minutes
        page.clock.fast_forward(20_000)
    again = [url for url in asked if url.endswith("/open/index.html")]
    assert 1 <= len(again) <= 4
    assert len(loads) == 2, "nothing was reloaded for nothing"

    page.unroute("**/build.json")
    page.clock.fast_forward(20_000)
    notice.wait_for(state="detached")


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
