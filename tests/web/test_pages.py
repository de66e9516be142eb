"""What holds for every page: well-formed, safe, linked, in one language, small, and the same every time."""

from __future__ import annotations

import gzip
import json
import posixpath
import random
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from tests.web.reading import Reading
from tests.web.sample import division, event
from tests.web.states import reports
from tourgen.invented import invented_field
from tourgen.simulate import Chances
from tourgen.web import Archive, render_event, render_index
from tourgen.web.words import JAPANESE

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><script>alert(2)</script>",
    "{{ 7*7 }}{% raw %}",
    "' onmouseover='alert(3)",
    "javascript:alert(4)",
    "\u2028&amp;&lt;b&gt;",
    "]]><!--",
]


@pytest.fixture(scope="session")
def readings(pages: dict[str, str]) -> dict[str, Reading]:
    return {path: Reading(page) for path, page in pages.items()}


def test_every_state_has_every_kind_of_page(sites: dict[str, dict[str, bytes]]) -> None:
    kinds = [
        "index",
        "standings",
        "cross",
        "players",
        "bracket",
        "lottery",
        "awards",
        "info",
        "p1",
    ]
    for name, files in sites.items():
        other = "ja" if name == "english" else "en"
        folders = {path.split("/")[0] for path in files if path.endswith("/results.json")}
        for folder in folders:
            document = json.loads(files[f"{folder}/results.json"])
            declared = document["division"]["format"]
            in_leagues = declared.startswith("othello") and "new" not in declared
            assert (f"{folder}/leagues.html" in files) == in_leagues, (name, folder)
            assert (f"{folder}/blocks.html" in files) == (declared == "shogi-encouragement"), (name, folder)
            assert (f"{folder}/boards.html" in files) == (declared == "shogi-team"), (name, folder)
            for kind in kinds:
                few = declared == "shogi-girls" and len(document["players"]) <= 6  # a round robin
                if kind == "bracket" and (few or declared == "go-swiss"):
                    continue
                assert f"{folder}/{kind}.html" in files, (name, folder, kind)
                assert f"{other}/{folder}/{kind}.html" in files, (name, folder, kind)


def test_pages_are_well_formed(readings: dict[str, Reading]) -> None:
    for path, reading in readings.items():
        assert not reading.unclosed, (path, reading.unclosed)
        assert len(reading.ids) == len(set(reading.ids)), path
        assert sum(tag == "h1" for tag, _ in reading.elements) == 1, path


def test_language_is_declared(readings: dict[str, Reading]) -> None:
    for path, reading in readings.items():
        english = path.startswith("english/") != ("/ja/" in path or "/en/" in path)
        expected = "en" if english else "ja"
        assert dict(reading.elements)["html"]["lang"] == expected, path


def test_nothing_inline_and_a_policy_on_every_page(
    pages: dict[str, str], readings: dict[str, Reading]
) -> None:
    for path, reading in readings.items():
        policies = [
            a["content"] for tag, a in reading.elements if a.get("http-equiv") == "Content-Security-Policy"
        ]
        assert len(policies) == 1, path
        assert "default-src 'none'" in policies[0]
        assert "unsafe" not in policies[0]
        for tag, attributes in reading.elements:
            assert tag != "style", path
            assert "style" not in attributes, path
            assert not [name for name in attributes if name.startswith("on")], path
            if tag == "script":
                assert "src" in attributes or attributes.get("type") == "application/json", path


def test_no_other_hosts(readings: dict[str, Reading]) -> None:
    for path, reading in readings.items():
        for tag, attributes in reading.elements:
            if tag in ("script", "link", "img", "form"):
                target = attributes.get("src") or attributes.get("href") or attributes.get("action") or ""
                assert not re.match(r"[a-z]+:|//", target), (path, target)


def test_all_links_resolve(sites: dict[str, dict[str, bytes]], readings: dict[str, Reading]) -> None:
    for path, reading in readings.items():
        name, inner = path.split("/", 1)
        for link in reading.links:
            target, fragment = urldefrag(unquote(link))
            found = posixpath.normpath(posixpath.join(posixpath.dirname(inner), target)) if target else inner
            if found.startswith(("../people/", "../en/people/")):
                continue  # made with the pages that span events (tests/web/test_archive.py)
            assert found in sites[name], (path, link)
            if fragment and found.endswith(".html"):
                assert fragment in readings[f"{name}/{found}"].ids, (path, link)


def test_english_pages_are_english(pages: dict[str, str], readings: dict[str, Reading]) -> None:
    names = {
        player.name
        for report in reports().values()
        for d in report.divisions
        for player in d.players.values()
    }
    for path, reading in readings.items():
        if dict(reading.elements)["html"]["lang"] != "en":
            continue
        for text in reading.spoken:
            plain = text
            for name in sorted(names, key=len, reverse=True) if JAPANESE.search(text) else ():
                plain = plain.replace(name, "")
            assert not JAPANESE.search(plain), (path, text)


def test_the_search_stands_above_who_won_and_each_division_says_its_round(pages: dict[str, str]) -> None:
    for name in ("finished/index.html", "brackets/index.html"):
        assert 0 < pages[name].index('id="find"') < pages[name].index('class="won-by"')
    lists = re.search(r'<ul class="lists">.*?</ul>', pages["brackets/index.html"], re.DOTALL)
    assert lists and re.findall(r"<small[^>]*>(.*?)</small>", lists[0]) == ["終了", "終了"]
    assert "<h1>5回戦" in pages["brackets/index.html"], "what is still being played"


def test_the_same_input_gives_the_same_bytes(sites: dict[str, dict[str, bytes]]) -> None:
    again = render_event(reports()["middle"])
    assert again == sites["middle"]
    build = json.loads(again["build.json"])["build"]
    pages = [data for name, data in again.items() if name.endswith(".html")]
    assert all(f' data-build="{build}"'.encode() in data for data in pages), "every page knows its build"


@pytest.mark.parametrize("format_id", ["othello-free", "othello-4-league", "othello-new-64"])
def test_a_phone_loads_little(format_id: str) -> None:
    """The pairings of 64 players with all that they load, packed as hosts pack it."""
    files = render_event(event(division(format_id, 64, 3, 0.5)))
    page = files["open/index.html"].decode()
    loaded = re.findall(r'<(?:link rel="stylesheet" href|script src)="\.\./(static/[^"]+)"', page)
    assert len(loaded) > 1
    sizes = {name: len(gzip.compress(files[name], 6)) for name in ["open/index.html", *loaded]}
    assert sum(sizes.values()) <= 15_000, sizes


def test_hostile_names_stay_text() -> None:
    one = division(players=24, rounds=1, share=0.5)
    people = invented_field(one.declared, 24, random.Random(3))
    for no, text in enumerate(HOSTILE, 1):
        people[no] = replace(people[no], name=text, kana=text, club=text, grade=text)
    names = {"name": HOSTILE[0], "name_en": HOSTILE[1]}
    report = event(division(players=24, rounds=2, entries=people, **names))
    report = replace(report, event=replace(report.event, name=HOSTILE[2], venue=HOSTILE[1]))
    files = render_event(report)
    plain = render_event(event(division(players=24, rounds=2)))
    known = {
        tag for path, data in plain.items() if ".html" in path for tag, _ in Reading(data.decode()).elements
    }
    for path, data in files.items():
        if not path.endswith(".html"):
            continue
        reading = Reading(data.decode())
        assert not reading.unclosed, path
        assert {tag for tag, _ in reading.elements} <= known, path
        scripts = [a for tag, a in reading.elements if tag == "script"]
        assert all("src" in a or a.get("type") == "application/json" for a in scripts), path
        assert not [a for _, a in reading.elements if any(name.startswith("on") for name in a)], path
        assert all(not link.startswith("javascript") for link in reading.links), path


def test_data_blocks_can_be_read(pages: dict[str, str]) -> None:
    block = re.search(
        r'<script type="application/json" id="players">(.*?)</script>', pages["middle/index.html"], re.S
    )
    assert block is not None
    data = json.loads(block[1])
    assert len(data["divisions"]) == 2
    assert {row[0] for row in data["players"]} == {0, 1}
    assert "<" not in block[1]


def test_markdown_is_sanitised() -> None:
    from tourgen.web.markdown_pages import to_html

    html = to_html(
        "# 方式\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=alert(1)>b</b>"
        '<p style="color:red">s</p>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    )
    assert "script" not in html
    assert "onclick" not in html
    assert "style=" not in html
    assert "javascript" not in html
    assert "<h1" not in html
    assert '<section class="wide"' in html


def test_a_large_field_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    from tourgen.web import cross, standings
    from tourgen.web import event as events

    monkeypatch.setattr(standings, "SPLIT_ABOVE", 9)
    monkeypatch.setattr(standings, "PAGE", 8)
    monkeypatch.setattr(standings, "WITH_ARITHMETIC", 8)
    monkeypatch.setattr(cross, "GRID_UP_TO", 10)
    monkeypatch.setattr(events, "INLINE_UP_TO", 10)
    files = render_event(event(division(players=20, rounds=2, share=0.5)))
    assert b'id="players"' not in files["index.html"], "the index is fetched, not inlined"
    parts = [
        "open/standings-r2.html",
        "open/standings-r2-2.html",
        "open/standings-r2-3.html",
        "open/cross-3.html",
    ]
    readings = {path: Reading(data.decode()) for path, data in files.items() if path.endswith(".html")}
    assert set(parts) <= set(readings)
    assert {"open/r3-2.html", "open/r3-name.html", "open/r3-name-2.html", "open/players-2.html"} <= set(
        readings
    )
    for path, reading in readings.items():
        for link in reading.links:
            target = urldefrag(link)[0]
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            # A person's page across events is made with the pages that span them (tests/web/test_archive.py).
            assert found in files or found.startswith(("../people/", "../en/people/")), (path, link)


@pytest.mark.parametrize(("rows", "parts"), [(0, 1), (1, 1), (100, 1), (101, 2), (256, 3)])
def test_ranks_with_their_arithmetic_are_split_evenly(rows: int, parts: int) -> None:
    from tourgen.web.standings import WITH_ARITHMETIC, pages

    found = pages(range(rows), WITH_ARITHMETIC)
    sizes = [len(part) for part in found]
    assert len(found) == parts
    assert [no for part in found for no in part] == list(range(rows))
    assert max(sizes) <= WITH_ARITHMETIC and max(sizes) - min(sizes) <= 1


def test_the_index_lists_every_event(sites: dict[str, dict[str, bytes]]) -> None:
    chosen = {"middle": sites["middle"], "english": sites["english"]}
    events = {name: json.loads(files["event.json"]) for name, files in chosen.items()}
    documents = []
    for name, files in chosen.items():
        for path, data in files.items():
            if path.endswith("/results.json"):
                document = json.loads(data)
                document["event"]["id"] = name
                documents.append(document)
    made = render_index(Archive(documents, events))
    japanese, english = Reading(made["index.html"].decode()), Reading(made["en/index.html"].decode())
    assert "middle/free/index.html" in japanese.links
    assert "../english/open/index.html" in english.links
    assert "english/ja/open/index.html" in japanese.links
    assert "../middle/en/free/index.html" in english.links


def test_no_division_can_take_a_name_the_pages_need(sites: dict[str, dict[str, bytes]]) -> None:
    from tourgen.event import RESERVED_IDS

    for files in sites.values():
        taken = {path.split("/")[0] for path in files if "/" in path}
        divisions = {path.split("/")[0] for path in files if path.endswith("/results.json")}
        assert taken - divisions <= RESERVED_IDS


def test_an_events_own_templates_replace_the_projects(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "awards.html").write_text(
        '{% extends "base.html" %}{% block heading %}賞状{% endblock %}', encoding="utf-8"
    )
    report = event(division(players=12, rounds=0))
    files = render_event(replace(report, event=replace(report.event, folder=tmp_path)))
    assert "<h1>賞状</h1>" in files["open/awards.html"].decode()
    assert "<h1>賞状</h1>" not in render_event(report)["open/awards.html"].decode(), (
        "the next event has its own again"
    )


@pytest.mark.parametrize(
    ("number", "cause"), [(1, "抽選や名簿を後で訂正した"), (2, "前の回戦の結果を後で訂正した")]
)
def test_a_round_that_the_rules_would_pair_otherwise_names_both_causes(number: int, cause: str) -> None:
    """A correction makes it so as well as a hand."""
    one = division(players=12, rounds=2)
    one.document["rounds"][number - 1]["by_hand"] = True
    files = render_event(event(one))
    assert cause in files[f"open/r{number}.html"].decode()
    assert "組み直した" not in files[f"open/r{3 - number}.html"].decode()


@pytest.mark.parametrize("seed", range(6))
def test_days_that_go_wrong_still_have_pages(seed: int) -> None:
    rng = random.Random(seed)
    wrong = Chances(
        withdraw=0.12, forfeit=0.15, by_hand=0.2, no_show=0.05, leave_after_pairing=0.05, absent=0.05
    )
    format_id = ("othello-4-league", "othello-free", "othello-2-league")[seed % 3]
    share = rng.choice([None, 0.0, 0.5])
    report = event(
        division(format_id, rng.randint(9, 24), rng.randint(0, 8), share, seed=seed, chances=wrong)
    )
    files = render_event(report)
    for path in (
        "index.html",
        "open/index.html",
        "open/standings.html",
        "open/bracket.html",
        "en/open/p1.html",
    ):
        assert not Reading(files[path].decode()).unclosed, path
