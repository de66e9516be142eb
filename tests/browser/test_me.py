"""Once I said who I am: the bar on every page, my row in every table, and those whom I met."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.served import served
from tests.web.sample import division, event
from tests.web.shogi import shogi
from tests.web.states import example
from tourgen.build import build_record
from tourgen.web import render_event

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Every kind of division in the middle of its day."""
    return render_event(
        event(
            division(players=26, rounds=3, share=0.4),
            division("othello-new-32", 30, 3, 0.4, division_id="women", name="女子の部", name_en="Women"),
            shogi("shogi-encouragement", 24, 3, 0.4),
            shogi("shogi-team", 13, 2, 0.4),
        )
    )


@pytest.fixture(scope="module")
def site(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("me")
    now = datetime.datetime.now(datetime.UTC)
    for name, data in {**files, "build.json": build_record(files, now)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with served(folder) as address:
        yield address


def seated(files: dict[str, bytes], division_id: str) -> tuple[list[Any], dict[int, list[Any]]]:
    """Somebody who waits for a result at a table, and everybody of the division by number."""
    data = json.loads(files["find.json"])
    at = next(i for i, one in enumerate(data["divisions"]) if one["path"] == f"{division_id}/")
    rows = {row[1]: row for row in data["players"] if row[0] == at}
    return next(
        row for row in rows.values() if row[6] and row[7] and row[8].endswith(".") and any(row[15][:-1])
    ), rows


NUMBERS = """all => all.map((one) =>
  one.dataset.no ?? (one.href ?? one.querySelector('a[href^=p]').href).match(/p(\\d+).html/)[1])"""
PAGES = ("index", "standings", "cross", "players", "lottery", "course", "info")


@pytest.mark.parametrize("division_id", ["open", "women", "encouragement", "team"])
def test_the_bar_and_the_marks_are_on_every_page(
    site: str, files: dict[str, bytes], page: Page, division_id: str
) -> None:
    row, rows = seated(files, division_id)
    page.goto(f"{site}{division_id}/p{row[1]}.html")
    page.locator("#iam").click()
    page.wait_for_url(f"{site}index.html")
    opponents = {one for one in row[15] if one}
    for name in PAGES:
        page.goto(f"{site}{division_id}/{name}.html")
        page.locator("#mebar").wait_for()
        said = page.locator("#mebar").inner_text()
        expect(page.locator("#mebar b"), "my table, large").to_have_text(str(row[6]))
        assert rows[row[7]][2] in said, name
        assert f"{row[11]}勝" in said, "my record"
        rounds = len(row[15])
        moment = rf"{rounds - 1}回戦後{row[9]}位|{row[9]}位（途中 {rounds}回戦 \d+/\d+局まで）"
        assert re.search(moment, said), "my rank, and of when it is"
        assert "本部へ" in said, "the next step"
        if name in ("info", "course"):
            continue
        page.locator(".mine").first.wait_for(state="attached")
        marked = {int(no) for no in page.locator(".met").evaluate_all(NUMBERS)}
        assert marked == opponents, name
    page.goto(f"{site}{division_id}/p{row[7]}.html")
    page.locator("#mebar").wait_for()
    expect(page.locator(".theirs .whose"), "their board says whose it is").to_contain_text(rows[row[7]][2])
    green = "one => getComputedStyle(one).backgroundColor"
    assert page.locator("#mebar").evaluate(green) != page.locator("#seat").evaluate(green)
    page.goto(f"{site}{division_id}/p{row[1]}.html")
    assert page.locator("#seat:not(.theirs)").count() == 1 and page.locator(".whose").is_hidden()


def test_the_chart_shows_the_players_own_line(site: str, files: dict[str, bytes], page: Page) -> None:
    """The picture holds everybody's; each page shows another part of it."""
    row, rows = seated(files, "open")
    shown = []
    for no in (row[1], next(no for no in rows if no != row[1])):
        page.goto(f"{site}open/p{no}.html")
        chart = page.locator(".chart img")
        chart.scroll_into_view_if_needed()
        expect(chart).to_have_js_property("complete", True)
        shown.append(chart.screenshot())
    assert shown[0] != shown[1]


def test_a_player_of_go_sees_the_colour(page: Page, tmp_path: Any) -> None:
    report = example("go-demo")
    for name, data in render_event(report).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == "find.json":
            found = json.loads(data)
            for row in found["players"]:
                row[17] = "."  # the round is being played
            data = json.dumps(found).encode()
        path.write_bytes(data)
    first = next(row for row in found["players"] if row[-1] == "white")
    with served(tmp_path) as address:
        page.goto(f"{address}open/p{first[1]}.html")
        page.locator("#iam").click()
        page.wait_for_url(f"{address}index.html")
        page.goto(f"{address}open/standings.html")
        page.goto(f"{address}open/players.html")
        page.locator("#mebar", has_text="白番").wait_for()


def test_many_hits_say_how_many_more_there_are(site: str, page: Page) -> None:
    page.goto(f"{site}index.html")
    page.fill("#q", "高校")
    expect(page.locator("#hits .note")).to_contain_text("ほか")
    expect(page.locator("#hits a")).to_have_count(8)
