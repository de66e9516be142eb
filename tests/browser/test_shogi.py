"""The shogi pages in a real browser: narrow phones, members found, lots recomputed, and all of it without script."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.served import served
from tests.web.sample import event
from tests.web.shogi import shogi
from tourgen.event.load_event import LoadedEvent
from tourgen.web import render_event

pytestmark = pytest.mark.browser

KINDS = ("index", "standings", "cross", "players", "lottery", "awards", "info", "p1", "p9")
DIVISIONS = {
    "championship": ("bracket",),
    "encouragement": ("bracket", "blocks", "standings-r4"),
    "girls": (),
    "team": ("bracket", "boards", "r1"),
}
PAGES = ["index.html", "awards.html"] + [
    f"{language}{division}/{kind}.html"
    for language in ("", "en/")
    for division, more in DIVISIONS.items()
    for kind in (*KINDS, *more)
    if (division, kind) != ("girls", "p9")
]


def day() -> LoadedEvent:
    """A round being played everywhere: preliminaries, quarter-finals, a round robin, teams."""
    return event(
        shogi("shogi-championship", 20, 3, 0.5),
        shogi("shogi-encouragement", 24, 4, 0.5),
        shogi("shogi-girls", 5, 2, 0.5),
        shogi("shogi-team", 13, 2, 0.0),
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    for name, data in {**render_event(day()), "build.json": b"{}"}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with served(folder) as address:
        yield address


def test_nothing_scrolls_sideways_and_nothing_complains(site: str, page: Page) -> None:
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(f"{page.url} {message.text}")

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.set_viewport_size({"width": 360, "height": 780})
    for address in PAGES:
        page.goto(site + address)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, (address, width)
    assert not found


def test_the_longest_words_fit_a_narrow_phone(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{site}en/championship/r1.html")
    long = page.locator(".pair td small").first
    long.evaluate("e => { e.innerHTML = '<em>repetition: won by lot</em>' }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto(f"{site}en/championship/p1.html")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    verdict = page.locator(".calc .verdict").first
    verdict.evaluate(
        "e => { e.innerHTML = '<b class=tag>④ opponents’ wins without largest and smallest</b>' }"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_member_finds_the_team_with_its_table_and_the_time(site: str, page: Page) -> None:
    team = next(one for one in day().divisions if one.division.id == "team")
    game = next(game for game in team.tournament.rounds[-1].games if game.table == 2)
    person = team.players[game.players[0]]
    page.goto(site)
    page.locator("#q").fill(person.members[1].replace(" ", ""))
    page.locator("#hits .iam").first.click()
    page.locator("[data-me=table]", has_text="2").wait_for()
    expect(page.locator("[data-me=name]")).to_have_text(person.name)
    expect(page.locator("[data-me=clock]")).to_have_text("10分、切れたら1手30秒未満")
    page.goto(f"{site}team/index.html")
    expect(page.locator(".pair tr.mine")).to_have_count(1)


def test_a_school_finds_all_its_teams(site: str, page: Page) -> None:
    page.goto(site)
    page.locator("#q").fill("見本高校")
    page.locator("#hits a", has_text="見本高校 A").first.wait_for()


def test_the_round_before_the_cut_tells_what_follows(site: str, page: Page) -> None:
    page.goto(f"{site}championship/p1.html")
    page.locator("#iam").click()
    page.wait_for_url("**/index.html")
    expect(page.locator("[data-me=next]")).to_contain_text("上位が決勝へ進みます")


def test_the_lots_agree_when_the_phone_computes_them(site: str, page: Page) -> None:
    for division in DIVISIONS:
        page.goto(f"{site}{division}/lottery.html")
        expect(page.locator("#verdict"), division).to_contain_text("一致しています")


def test_every_column_of_a_criterion_is_seen_on_a_desktop(site: str, page: Page) -> None:
    """Which criteria have a column is tested in tests/web/test_shogi.py."""
    page.goto(f"{site}team/standings.html")
    cells = page.locator(".row").first.locator("td:not([class])")
    assert cells.count() > 3 and not cells.nth(3).is_visible()
    page.set_viewport_size({"width": 1200, "height": 900})
    for cell in cells.all():
        expect(cell).to_be_visible()
    expect(page.locator("thead th.k:visible")).to_have_count(page.locator("thead th.k").count())


def test_pages_work_without_script(site: str, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}team/r1.html")
    assert page.locator(".boards li").first.is_visible()
    page.goto(f"{site}encouragement/standings.html")
    page.locator(".rank .row th a").first.click()
    expect(page.locator("#rank .calc")).to_be_visible()
    page.goto(f"{site}encouragement/bracket.html")
    assert page.locator(".tree svg").is_visible()
    context.close()
