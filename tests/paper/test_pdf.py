"""The sheets as a printer gets them: one page for each, a head on every page, nothing cut, codes that can be read."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest
import zxingcpp

from tests.random.troubles import Chances
from tests.series import FULL
from tests.web.sample import division, event
from tests.web.shogi import shogi
from tests.web.states import example
from tourgen.event.load_event import LoadedEvent
from tourgen.simulate.invented import invented_field
from tourgen.web.division_view import DivisionView
from tourgen.web.paper.alone import Printed, render_papers
from tourgen.web.paper.browser import print_to_pdf

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

BASE = "https://example.org/othello"


def long_names() -> LoadedEvent:
    """People whose names and clubs fill every place they stand in."""
    plain = division("othello-free", 20, 2, 0.0)
    words = ("アレクサンドラ・サンプルスカヤ", "Wilhelmina Montgomery-Warburton", "見本寺河原 左衛門之助")
    people = {
        no: replace(
            one, name=f"{words[no % 3]} {no}", club="架空県立見本高等学校オセロ同好会連合", grade="十段"
        )
        for no, one in plain.players.items()
    }
    one = division(
        "othello-free", 20, 3, 0.0, entries=people, name="シニア・ジュニア合同無差別級の部", name_en=""
    )
    found = event(one)
    return replace(found, event=replace(found.event, name="第百二十三回 " + "全日本見本オセロ選手権大会" * 3))


def everybody_there(format_id: str, count: int, rounds: int) -> LoadedEvent:
    """As many as a cross-table of its size can take."""
    declared = division(format_id, count, 0).declared
    people = invented_field(declared, count, random.Random(1))
    return event(division(format_id, count, rounds, 0.0, entries=people, chances=Chances()))


EVENTS: dict[str, Callable[[], LoadedEvent]] = {
    "8": lambda: event(division("othello-2-league", 8, 2, 0.0, seed=2)),
    "64": lambda: event(division("othello-free", 64, 3, 0.2)),
    "256": lambda: event(division("othello-4-league", 256, 2, 0.0)),
    "brackets": lambda: event(division("othello-new-64", 61, 4, 0.5)),
    "finished": lambda: event(division("othello-new-32", 30, 6, seed=2)),
    "long names": long_names,
    "square of 12": lambda: everybody_there("othello-2-league", 12, 2),
    "square of 20": lambda: everybody_there("othello-2-league", 20, 2),
    "square of 32": lambda: everybody_there("othello-new-32", 32, 4),
    "shogi": lambda: event(
        shogi("shogi-championship", 17), shogi("shogi-encouragement", 20), shogi("shogi-girls", 9)
    ),
    "teams": lambda: event(shogi("shogi-team", 21, seed=3)),
    "go": lambda: example("go-demo"),
    "finals": lambda: event(division("othello-free", 40, 6, seed=3)),
}
# Everything of a sheet that is text or drawing lies on it, and no table is longer than its sheet.
OUTSIDE = """(leaf) => {
  const sheet = leaf.getBoundingClientRect();
  const parts = [...leaf.querySelectorAll("tr, h2, p, article, footer, svg, b, .rec, td > span, th > span")];
  const beyond = (box) => box.width && (box.top < sheet.top - 1 || box.left < sheet.left - 1
    || box.bottom > sheet.bottom + 1 || box.right > sheet.right + 1);
  const cut = parts.filter((part) => beyond(part.getBoundingClientRect()));
  const found = cut.map((part) => part.outerHTML.slice(0, 120));
  const foot = leaf.querySelector(":scope > footer");
  const table = leaf.querySelector(":scope > table");
  const end = table ? table.getBoundingClientRect().bottom : 0;
  if (foot && end > foot.getBoundingClientRect().top + 1) found.push("the foot");
  return found;
}"""
# A name that runs into the next column.
CROWDED = """(leaf) => [...leaf.querySelectorAll("tbody td, tbody th, .who > div")].filter((cell) => {
  const box = cell.getBoundingClientRect();
  return [...cell.querySelectorAll("span, b")].some((one) => !one.classList.contains("vh") && !one.closest(".vh")
    && one.getBoundingClientRect().right > box.right + 1);
}).map((cell) => cell.textContent)"""


def printed(name: str, language: str = "ja") -> list[Printed]:
    return render_papers(EVENTS[name](), None, None, BASE, language)


# One of every kind, in one language or the other; `make audit` takes all of them in both.
SOME = [
    *(("64", "en"), ("finished", "en"), ("long names", "ja"), ("long names", "en"), ("square of 32", "ja")),
    *(("shogi", "en"), ("teams", "ja"), ("go", "en"), ("finals", "ja")),
]


@pytest.mark.parametrize(
    ("name", "language"), list(itertools.product(EVENTS, ["ja", "en"])) if FULL else SOME
)
def test_nothing_is_cut_and_nothing_runs_into_another(
    name: str, language: str, page: Page, tmp_path: Path
) -> None:
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 1100, "height": 1100})
    for paper in printed(name, language):
        file = tmp_path / f"{paper.name}.html"
        file.write_bytes(paper.html)
        page.goto(file.as_uri())
        leaves = page.locator(".leaf")
        assert leaves.count() > 0
        for check in (OUTSIDE, CROWDED):
            assert leaves.evaluate_all(f"(leaves) => leaves.flatMap({check})") == [], paper.name


@pytest.mark.parametrize("name", ["8", "64", "brackets", "finals"] if FULL else ["8", "finished"])
def test_a_page_for_every_sheet(name: str, page: Page, tmp_path: Path) -> None:
    for paper in printed(name):
        pdf = pdf_of(paper, page, tmp_path)
        sheets = paper.html.decode().count("<section")
        assert len(pdf) == sheets, paper.name
        wide = " wide" in paper.html.decode().partition("<section")[2][:80]
        for sheet in pdf:
            size = tuple(round(side / 72 * 25.4) for side in sheet.get_size())
            assert size == ((297, 210) if wide else (210, 297)), paper.name
            said = words(sheet)
            assert "見本オセロ選手権大会" in said
            assert "無差別の部" in said


def test_the_wall_of_256_players(chromium_path: Path, tmp_path: Path) -> None:
    """Printed as `tourgen print` does."""
    report = EVENTS["256"]()
    found = {paper.name: paper for paper in render_papers(report, None, 3, BASE, "ja")}
    (tmp_path / "names.html").write_bytes(found["open-r3-names"].html)
    data = print_to_pdf(chromium_path, tmp_path / "names.html", tmp_path / "profile")
    assert data is not None
    pdf = pypdfium2.PdfDocument(data)
    pages = [words(page) for page in pdf]
    assert len(pages) == 8
    for at, said in enumerate(pages, 1):
        assert "無差別の部3回戦" in said
        assert "13:20開始" in said
        assert f"{at}/8枚目" in said
    names = [person.name.replace(" ", "") for person in DivisionView(report.divisions[0]).present]
    rows = "".join(pages)
    assert all(name in rows for name in names)


def test_the_codes_can_be_read(page: Page, tmp_path: Path) -> None:
    found = {paper.name: paper for paper in printed("64")}
    for name, address, count in (("names", "r4.html#name", 1), ("cards", "r4.html", 4)):
        pdf = pdf_of(found[f"open-r4-{name}"], page, tmp_path)
        picture = pdf[0].render(scale=3).to_numpy()
        codes = zxingcpp.read_barcodes(picture)
        assert [code.text for code in codes] == [f"{BASE}/sample/open/{address}"] * count


def pdf_of(paper: Printed, page: Page, folder: Path) -> pypdfium2.PdfDocument:
    file = folder / f"{paper.name}.html"
    file.write_bytes(paper.html)
    page.goto(file.as_uri())
    return pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))


def words(page: pypdfium2.PdfPage) -> str:
    return re.sub(r"\s", "", page.get_textpage().get_text_range())
