"""Every kind of page of every example event in a real browser: axe, console, other hosts, width, without script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.audit.kinds import ROOT, Page
from tests.audit.looking import SIZES, looker
from tests.series import FULL
from tests.served import served
from tourgen.messages.problems import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PARTS = 40 if FULL else 3  # the pages are dealt to so many tests, so that no worker waits for another
# The languages and colours that the pages take by turns; the full series looks at every page in all of them.
LOOKS = [("ja", "light"), ("en", "dark"), ("ja", "dark"), ("en", "light")]
Twins = dict[tuple[str, str], Page]


def looks(kinds: list[Page], twins: Twins, part: int, size: str) -> Iterator[tuple[Page, str]]:
    """(page, colours) of one part: every other page on a phone, the others on a desktop."""
    for at, page in enumerate(kinds[part::PARTS]):
        if FULL:
            yield from ((twins[page.address, language], colours) for language, colours in LOOKS)
        elif at % 2 == (size == "desktop"):
            language, colours = LOOKS[at // 2 % len(LOOKS)]
            yield twins[page.address, language], colours


def test_every_template_is_on_an_audited_page(kinds: list[Page]) -> None:
    # Live tables, desk and start page are served, not built: tests/browser opens them.
    # Certificates and name tags are only printed: tests/cli/test_print.py makes them.
    only_paper = ("certificates.html", "tags.html")
    there = {
        path.relative_to(folder).as_posix()
        for folder in (ROOT / "templates", ROOT / "tools/docs/templates")
        for path in folder.rglob("*.html")
        if path.parent.name not in ("live", "desk", "start") and path.name not in only_paper
    }
    used = {name for page in kinds for name in page.templates}
    assert not there - used, "no page that is looked at uses these (tests/audit/kinds.py builds the pages)"


def test_every_page_is_there_in_both_languages(kinds: list[Page], twins: Twins) -> None:
    for page in kinds:
        assert {(page.address, "ja"), (page.address, "en")} <= twins.keys(), page.path


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES if FULL else ["phone", "desktop"])
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_found(
    chromium: Browser, host: str, axe: str, kinds: list[Page], twins: Twins, part: int, size: str
) -> None:
    window = looker(chromium, host, size)
    found = [
        line
        for page, colours in looks(kinds, twins, part, size)
        for line in window.look(page.path, axe, colours=colours)
    ]
    window.context.close()
    assert not found, "\n".join(found)


@pytest.mark.browser
@pytest.mark.parametrize("part", range(PARTS))
def test_works_without_script(
    chromium: Browser, host: str, kinds: list[Page], twins: Twins, part: int
) -> None:
    """On a phone, in one language or the other."""
    window = looker(chromium, host, "phone", script=False)
    found = []
    for at, page in enumerate(kinds[part::PARTS]):
        for language in LANGUAGES if FULL else LANGUAGES[at % 2 : at % 2 + 1]:
            found += window.look_without_script(twins[page.address, language].path)
    window.context.close()
    assert not found, "\n".join(found)


@pytest.mark.browser
@pytest.mark.parametrize(("size", "colours"), [("phone", "light"), ("desktop", "dark")])
def test_nothing_is_found_once_i_am_known(
    chromium: Browser, host: str, axe: str, size: str, colours: str
) -> None:
    """The card on the home, the bar on every other page and my rows are made by script."""
    event = "site/all-japan-51/"
    window = looker(chromium, host, size)
    window.page.goto(f"{host}{event}index.html")
    window.page.fill("#q", "1")
    window.page.locator("#hits .star").nth(1).click()
    window.page.locator("#hits .iam").first.click()
    window.page.locator("#me").wait_for()
    found = []
    for name in ("index.html", "en/index.html", "open/index.html", "en/open/standings.html"):
        found += window.look(event + name, axe, colours=colours)
    assert window.page.locator("#mebar").is_visible()
    window.context.close()
    assert not found, "\n".join(found)


FAULTS = """<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="http://localhost:9/elsewhere.css">
<style>p { color: #bbb; background: #fff; width: 900px } .broad { width: 200% }</style>
</head>
<body><main><p>見えにくい</p><button>script</button><table class="broad"><tr><td>0</td></tr></table>
<svg width="300"><text x="900" y="9">past</text></svg></main>
<script>console.error("oh")</script></body></html>"""


@pytest.mark.browser
def test_the_audit_is_awake(chromium: Browser, axe: str, tmp_path: Path) -> None:
    (tmp_path / "faults.html").write_text(FAULTS, encoding="utf-8")
    (tmp_path / "empty.html").write_text("<!doctype html><title>x</title><main></main>", encoding="utf-8")
    with served(tmp_path) as address:
        window = looker(chromium, address, "phone")
        said = "\n".join(window.look("faults.html", axe))
        window.context.close()
        bare = looker(chromium, address, "phone", script=False)
        without = bare.look_without_script("faults.html") + bare.look_without_script("empty.html")
        bare.context.close()
    for expected in (
        "axe: color-contrast",
        "axe: document-title",
        "axe: html-has-lang",
        "axe: page-has-heading-one",  # a best practice
        "console: oh",
        "request to another host: http://localhost:9/",
        "scrolls sideways: 9",
        "runs past its column: broad",
        "cut at the edge: past",
    ):
        assert expected in said
    assert any("1 controls are shown" in line for line in without)
    assert any("nothing to read" in line for line in without)
