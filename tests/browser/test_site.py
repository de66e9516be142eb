"""The pages on a phone, in a real browser: no sideways scrolling, no error, find me, and all of it without script."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.served import served
from tests.web.any_format import shipped
from tests.web.sample import RULES, division, event
from tests.web.test_archive import about, document, player
from tourgen.build import build_record
from tourgen.simulate.invented import invented_field
from tourgen.web import Archive, render_event, render_index

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
    page.locator("#hits li", has_text=name).first.locator(".iam").click()
    page.locator("#me [data-me=table]", has_text=table).wait_for()
    assert page.locator("#me [data-me=name]").inner_text() == name
    page.reload()
    page.locator("#me [data-me=table]", has_text=table).wait_for()
    page.goto(f"{site}open/index.html")
    expect(page.locator("#mebar b")).to_have_text(table)
    mine = page.locator("#table tr.mine")
    expect(mine).to_have_count(1)
    assert mine.locator("th").inner_text() == table
    page.goto(f"{site}en/open/standings.html")
    page.locator("#mebar").click()
    page.locator("tr.mine + tr.why .calc").wait_for()
    page.goto(f"{site}index.html")
    page.click("#change")
    expect(page.locator("#me")).to_be_hidden()
    assert errors == []


def test_looking_somebody_up_is_not_being_them(site: str, page: Page, errors: list[str]) -> None:
    name, kana, _ = someone(site, page)
    page.fill("#q", kana)
    page.locator("#hits a", has_text=name).first.click()
    page.wait_for_url("**/p*.html")
    page.goto(f"{site}index.html")
    assert page.locator("#me").is_hidden()
    assert errors == []


def test_follow_two_and_look_up_a_third(site: str, page: Page, errors: list[str]) -> None:
    """What is followed stands on top of every page, with table and opponent; nobody becomes me."""
    page.goto(f"{site}index.html")
    data = json.loads(page.locator("#players").text_content() or "")
    people = [row for row in data["players"] if row[6] and row[7]]
    for row in people[:2]:
        page.fill("#q", row[2])
        page.locator("#hits li", has_text=row[2]).first.locator(".star").click()
    page.fill("#q", "")
    page.goto(f"{site}open/standings.html")
    page.locator("#followed li").nth(1).wait_for()
    told = page.locator("#followed li").all_inner_texts()
    for row, text in zip(people, told, strict=False):
        assert row[2] in text and str(row[6]) in text
    page.fill("#q", people[2][18].split()[0])  # rōmaji, on any page
    page.locator("#hits a", has_text=people[2][2]).first.click()
    page.wait_for_url(f"**/p{people[2][1]}.html")
    expect(page.locator("#followed li")).to_have_count(2)
    assert page.locator("#mebar").is_hidden()
    page.locator("#followed .star").first.click()
    expect(page.locator("#followed li")).to_have_count(1)
    assert errors == []


def test_the_ranks_are_filtered_and_sorted(site: str, page: Page, errors: list[str]) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{site}open/standings.html")
    rows = page.locator(".rank .row:visible")
    everybody = rows.count()
    page.locator(".filter input[type=checkbox]").check()
    women = page.locator(".rank .row[data-sex=F]").count()
    expect(rows).to_have_count(women)
    assert 0 < women < everybody
    page.locator(".rank .row:visible th a").first.click()
    page.go_back()
    expect(page.get_by_label("女子")).to_be_checked()
    expect(rows).to_have_count(women)
    page.locator(".filter input[type=checkbox]").uncheck()
    page.locator(".rank thead .cl").click()  # anywhere in the head
    clubs = page.locator(".rank .row .cl").all_inner_texts()
    assert clubs == page.evaluate("(all) => [...all].sort((a, b) => a.localeCompare(b, 'ja'))", clubs)
    club = next(one for one in clubs if one)
    page.locator(".filter select").first.select_option(club)
    expect(rows).to_have_count(clubs.count(club))
    assert errors == []


def test_the_rank_after_an_old_round_opens_to_its_own_arithmetic(
    site: str, page: Page, errors: list[str]
) -> None:
    page.goto(f"{site}open/standings-r2.html")
    row = page.locator(".rank .row").nth(4)
    rank, name = row.locator("td").first.inner_text(), row.locator("th a").inner_text()
    row.locator("td a").first.click()
    told = page.locator(".why .earlier tbody tr")
    expect(told).to_have_count(1)
    assert [told.locator("th").inner_text(), told.locator("td").first.inner_text()] == ["2", rank]
    page.goto(row.locator("td a").first.get_attribute("href") or "")
    expect(page.locator("h1")).to_contain_text(name.split()[0])
    expect(page.locator("#rank-r2")).to_be_in_viewport()
    assert errors == []


def test_find_by_table_club_and_halfwidth_katakana(site: str, page: Page) -> None:
    name, kana, table = someone(site, page)
    hit = page.locator("#hits a", has_text=name)
    page.fill("#q", table)
    expect(hit).to_have_count(1)
    katakana = "".join(chr(ord(c) + 0x60) if "ぁ" <= c <= "ゖ" else c for c in kana)
    page.fill("#q", katakana)
    expect(hit).to_have_count(1)
    for number in (f"{table}卓", f"{table}番", f"table {table}", f"{name.split()[0]} {table}"):
        page.fill("#q", number)
        expect(hit, number).to_have_count(1)
    page.fill("#q", "いない人の名前")
    expect(page.locator("#hits a")).to_have_count(0)
    expect(page.locator("#found")).not_to_be_empty()


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
        hits = page.locator("#hits a > span").all_inner_texts()
        assert [at for at, (name, _) in enumerate(names) if name in hits] == wanted, typed
        if marked:
            assert page.locator("#hits a > span mark").first.inner_text() == marked
    page.fill("#q", "3卓 高見本")
    assert page.locator("#hits a").count() <= 1


def test_choose_me_on_my_page(site: str, page: Page) -> None:
    name, _, _ = someone(site, page)
    page.fill("#q", name)
    page.locator("#hits .iam").first.click()
    page.locator("#me [data-me=name]").click()
    page.wait_for_url("**/p*.html")
    assert page.locator("h1").inner_text().replace("\n", "")
    assert page.locator("#mebar").is_hidden(), "my own page needs no bar"
    page.goto(f"{site}open/p1.html")
    button = page.locator("#iam")
    if button.is_visible():
        button.click()
        page.wait_for_url("**/index.html")
        expect(page.locator("#me")).to_be_visible()


def test_the_language_switch_keeps_the_page(site: str, page: Page) -> None:
    page.goto(f"{site}open/standings.html")
    page.click("a.lang")
    expect(page).to_have_url(f"{site}en/open/standings.html")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.click("a.lang")
    expect(page).to_have_url(f"{site}open/standings.html")


NUMBERS = "(rows) => rows.map((row) => row.dataset.no)"


def test_the_lottery_recomputes_itself(site: str, page: Page, errors: list[str]) -> None:
    page.goto(f"{site}open/lottery.html")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("一致しています")
    before = page.locator("#lots tbody th").all_inner_texts()
    roster = page.locator("#lots tbody tr").evaluate_all(NUMBERS)
    page.click("#again")
    page.fill("#draw1", "9999")
    expect(verdict).to_contain_text("変わります")
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
    expect(page.locator("#joined")).to_have_text("099990567809012")
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
    assert "July" in shown.inner_text(), "a time without its day says little a day later"

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
    assert page.locator("search").is_hidden()
    page.locator(".side .two a").first.click()
    page.wait_for_url("**/open/index.html#name")
    expect(page.locator("#name")).to_be_visible()
    expect(page.locator("#table")).to_be_hidden()
    page.locator(".seg a").first.click()
    expect(page.locator("#table")).to_be_visible()
    page.goto(f"{site}open/standings.html")
    page.locator(".rank .row th a").nth(3).click()
    expect(page.locator("#rank .calc")).to_be_visible()
    page.locator(".files a").last.click()
    page.wait_for_url("**-why.html#p*")
    expect(page.locator(".whys :target, tr:target").first).to_be_visible()
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


@pytest.mark.parametrize("width", [360, 768, 1024, 1280])
def test_final_ranks_with_every_criterion_fit_the_window(width: int, page: Page, tmp_path: Path) -> None:
    report = event(division("othello-4-league", 30, 8))
    for name, data in render_event(report).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    page.set_viewport_size({"width": width, "height": 900})
    for language in ("", "en/"):
        page.goto((tmp_path / language / "open/standings.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, language
        right = "one => one.getBoundingClientRect().right"
        assert page.locator("table.rank").evaluate(right) <= page.locator("main").evaluate(right) + 1


def test_a_record_of_thirteen_rounds_fits_a_phone(page: Page, tmp_path: Path) -> None:
    for name, data in render_event(event(division("othello-world", 16, 15, seed=11))).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    page.set_viewport_size({"width": 360, "height": 740})
    for name in ("index.html", "open/p1.html", "open/standings.html", "open/cross.html"):
        page.goto((tmp_path / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name


@pytest.mark.parametrize("width", [360, 1280])
def test_a_long_club_and_a_long_record_stay_in_their_column(width: int, page: Page, tmp_path: Path) -> None:
    club = "架空県立国際情報科学技術高等学校オセロ同好会"
    people = invented_field(shipped("othello-4-league"), 24, random.Random(1))
    clubs = {no: replace(one, club=club) for no, one in people.items()}
    world = division("othello-world", 16, 14, seed=11, division_id="world", name="世界の部", name_en="World")
    for name, data in render_event(event(division(rounds=4, entries=clubs), world)).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    page.set_viewport_size({"width": width, "height": 740})
    for name in ("index.html", "open/leagues.html"):
        page.goto((tmp_path / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        beyond = "all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth + 1).length"
        assert page.locator("table").evaluate_all(beyond) == 0, name


def test_the_search_over_everybody_finds_romaji(tmp_path: Path, page: Page, errors: list[str]) -> None:
    found = {"spring": {"players": [[0, 1, "伊藤 一", "いとう はじめ", "", *[0] * 13, "itou hajime"]]}}
    one = document("spring", [player(1, "伊藤 一"), player(2, "木村")])
    for name, data in render_index(Archive([one], {"spring": about("spring", None)}, found=found)).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with served(tmp_path) as address:
        page.goto(f"{address}people/index.html")
        for typed in ("Ito", "itoh haji", "いとう"):
            page.fill("#q", typed)
            expect(page.locator(".hits li")).to_have_count(1)
            expect(page.locator(".hits a")).to_contain_text("伊藤 一")
    assert errors == []
