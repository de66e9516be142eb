"""Whatever the built sites say of anybody is what results.json says: both languages, papers, drawings, feeds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.said import Site
from tests.web.states import NOTHING


def site(folder: Path, but: str = "") -> Site:
    """Everything in a folder, but not in one that lies there and is a site by itself."""
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    return Site({path.as_posix(): file.read_bytes() for path, file in files.items() if path.parts[0] != but})


@pytest.fixture(scope="module")
def examples(folder: Path) -> Site:
    return site(folder / "site")


@pytest.fixture(scope="module")
def every_state(states: Path) -> Site:
    return site(states, but=NOTHING)


def test_the_example_events_say_what_their_results_say(examples: Site) -> None:
    assert not list(examples.wrong())


def test_every_state_says_what_its_results_say(every_state: Site) -> None:
    assert not list(every_state.wrong())


# (pages on one of which it can be planted, what is changed there, into what); a number grows by one.
FAULTS = (
    (r"^people/\w{12}\.html", r">(\d+)勝", ""),
    (r"^en/people/\w{12}\.html", r">(\d+)–\d", ""),
    (r"^people/clubs\.html", r"<small>(\d+)名", ""),
    (r"^en/people/clubs\.html", r"(\d+)–\d+</small>", ""),
    (r"^people/ratings\.html", r"<td>(1\d\d\d)</td>", ""),
    (r"^feed\.xml", r"<summary>(1) ", ""),
    (r"^en/feed\.xml", r"<entry>.*?</entry>", " "),
    (r"all-japan-51/open/ranks-r3\.svg", r'class="v"[^>]*>(\d+)<', ""),
    (r"all-japan-51/open/course\.html", r'<text class="c[^>]*>(\d+)<', ""),
    (r"all-japan-51/find\.json", r'"[WL]+\.",(\d+)', ""),
    (r"all-japan-51/hall\.html", r'<ol class="ranks[^>]*>\s*<li><b>(\d+)</b>', ""),
    (r"all-japan-51/en/hall\.html", r"<small>(\d)–\d</small></li>", ""),
    (r"all-japan-51/en/index\.html", r'class="topten".*?<th scope="row">(\d+)', ""),
    (r"all-japan-51/en/open/standings\.html", r'class="row"[^>]*><td[^>]*>(\d+)', ""),
    (r"all-japan-51/en/open/standings-r2\.html", r'<i class="(w)">', "l"),
    (r"all-japan-51/en/open/players\.html", r"</th><td>(?:<small>[^<]*</small>)?(\d+)</td>", ""),
    (r"all-japan-51/en/open/r3\.html", r"<small>(\d)–\d", ""),
    (r"all-japan-51/en/open/p1\.html", r"Table \d+ · now (\d)–\d", ""),
    (r"all-japan-51/open/p1\.html", r'description" content="(\d)', ""),
    (r"all-japan-51/open/print-r3-standings\.html", r'<td class="t">(\d+)</td>', ""),
    (r"all-japan-51/open/print-r3-standings\.html", r'<td class="k[^>]*>(\d+)</td>', ""),
    (r"all-japan-51/open/print-r4-tables\.html", r"<small>(\d)勝", ""),
    (r"all-japan-51/en/open/print-r4-cards\.html", r"<small>(\d)–\d</small>", ""),
    (r"all-japan-51/en/open/print-cross\.html", r'<td class="sum">(\d)', ""),
)
FINISHED = (
    (r"open/bracket\.html", r'class="champion"[^>]*>[^<]*</text><text[^>]*>([^<]+)', "誰か"),
    (r"en/open/standings\.html", r'class="row"[^>]*><td[^>]*>(\d+)', ""),
    (r"free/awards\.html", r'<th scope="row">(\d+)位', ""),
    (r"open/print-standings\.html", r'<td class="score">(\d)勝', ""),
    (r"open/print-awards\.html", r'<td class="t">(\d+)位', ""),
)


@pytest.mark.parametrize(("place", "what", "into"), FAULTS)
def test_a_planted_fault_is_seen(examples: Site, place: str, what: str, into: str) -> None:
    plant(examples, place, what, into)


@pytest.mark.parametrize(("place", "what", "into"), FINISHED)
def test_a_planted_fault_in_final_ranks_is_seen(every_state: Site, place: str, what: str, into: str) -> None:
    plant(every_state, f"finished/{place}", what, into)


def plant(site: Site, place: str, what: str, into: str) -> None:
    for path in filter(re.compile(place).search, sorted(site.files)):
        text = site.files[path].decode()
        found = re.search(what, text, re.DOTALL)
        if found:
            start, end = found.span(found.re.groups)
            fault = text[:start] + (into or str(int(text[start:end]) + 1)) + text[end:]
            assert list(site.wrong_in(path, fault.encode())), text[start - 100 : end + 50]
            return
    raise AssertionError(f"nowhere in {place}")
