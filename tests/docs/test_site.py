"""The documents as pages: all there, in both languages, each led to, and nothing made without being true."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.files import put
from tests.web.reading import Reading
from tools.docs.format_page import format_part
from tools.docs.markup import Picture, to_body
from tools.docs.shelf import DOCS, document, reading_order, slug_of
from tools.docs.site import render_docs
from tourgen.formats import read_format, shipped_formats, shipped_text
from tourgen.formats.flow_text import sizes_of
from tourgen.messages.problems import LANGUAGES
from tourgen.web.site_index import write_index
from tourgen.web.words import JAPANESE

# What an English document may quote in Japanese: code, the rules' own words, one word at a time.
QUOTED = re.compile(r"```.*?```|`[^`]*`|「[^」]*」|“[^”]*”|^>.*?$|<!--.*?-->", re.MULTILINE | re.DOTALL)
DOT = Picture(b"\x89PNG", 360, 640, "phone")


PICTURES = {"en": {"pictures/home.png": DOT}}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return render_docs(PICTURES)


# --- All of them


def test_every_document_is_in_the_index_of_both_languages() -> None:
    there = {slug_of(path.relative_to(DOCS).as_posix()) for path in DOCS.rglob("*.md")} - {"index"}
    for language in LANGUAGES:
        listed = [slug for _, slug in reading_order(language)]
        assert sorted(listed) == sorted(there), f"the index in {language!r}"


def test_what_organisers_read_is_there_in_both_languages() -> None:
    for _, slug in reading_order("ja"):
        if slug.startswith(("commands/", "formats/")) or slug in (
            *("tutorial", "checklist", "trouble", "sheets", "contributing", "architecture", "formats"),
        ):
            assert document(slug, "ja").language == "ja", slug
        assert document(slug, "en").language == "en", slug


def test_every_format_has_its_page_under_its_own_name() -> None:
    for format_id in shipped_formats():
        declared, _ = read_format(shipped_text(format_id), format_id)
        assert declared is not None
        for language, title in (("ja", declared.title), ("en", declared.title_en)):
            one = document(f"formats/{format_id}", language)
            assert one.title == title and f"`{format_id}`" in one.text


def test_every_page_stands_in_both_languages_with_a_way_on(files: dict[str, bytes]) -> None:
    for language, prefix in (("ja", ""), ("en", "en/")):
        order = [slug for _, slug in reading_order(language)]
        for slug in ("index", *order):
            page = Reading(files[f"{prefix}docs/{slug}.html"].decode())
            assert not page.unclosed and len(page.ids) == len(set(page.ids)), slug
            turns = [attributes.get("rel") for tag, attributes in page.elements if tag == "a"]
            assert ("next" in turns) == (slug not in ("index", order[-1])), slug


def test_the_same_documents_give_the_same_bytes(files: dict[str, bytes]) -> None:
    assert render_docs(PICTURES) == files


def test_english_pages_hold_no_japanese_that_is_not_marked(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        if path.startswith("en/") and path.endswith(".html"):
            spoken = " ".join(Reading(data.decode()).spoken)
            assert not JAPANESE.search(spoken), f"{path}: {JAPANESE.search(spoken)}"


def test_english_documents_have_no_japanese_sentence() -> None:
    for path in DOCS.rglob("*.md"):
        if not path.name.endswith(".ja.md"):
            text = QUOTED.sub("", path.read_text(encoding="utf-8"))
            assert "。" not in text, f"{path.name}: {text[text.index('。') - 30 : text.index('。') + 1]}"


# --- The Markdown


def test_links_lead_to_pages_and_keep_their_fragments(files: dict[str, bytes]) -> None:
    text = "# T\n\n[a](b.ja.md#c) [d](../e.md) [f](https://example.org/x.md) [g](h.json)\n"
    links = re.findall(r'href="([^"]*)"', to_body(text, "ja", lambda one: f"<{one}>", {}).html)
    assert links == ["<b.ja.md#c>", "<../e.md>", "<https://example.org/x.md>", "<h.json>"]
    found = files["docs/commands/build.html"].decode()
    assert 'href="print.html"' in found and 'href="../tutorial.html"' in found


def test_japanese_in_english_is_marked_once() -> None:
    html = to_body('# T\n\nType 不戦敗 & "棄権" into `備考`.\n\n```\n結果\n```\n', "en", str, {}).html
    assert '<span lang="ja">不戦敗</span> &amp; "<span lang="ja">棄権</span>"' in html
    assert '<code><span lang="ja">備考</span></code>' in html
    assert '<pre tabindex="0" lang="ja"><code>結果' in html


def test_a_picture_is_shown_or_told() -> None:
    text = '# T\n\n![The "home" <b>](pictures/home.png)\n'
    said = "The &#34;home&#34; &lt;b&gt;"
    assert f'<p class="unseen">{said}</p>' in to_body(text, "en", str, {}).html
    html = to_body(text, "en", str, {"pictures/home.png": DOT}).html
    assert f'<img src="pictures/home.png" width="360" height="640" alt="{said}"' in html


def test_options_without_a_header_have_none() -> None:
    html = to_body("# T\n\n| | |\n|---|---|\n| `--x a\\|b` | y |\n", "en", str, {}).html
    assert "<th" not in html and "<td><code>--x a|b</code></td>\n<td>y</td>" in html


def test_headings_are_addresses_that_begin_with_a_letter() -> None:
    body = to_body("# T\n\n## 1. Pairs that shouldn't meet\n\n## 名簿\n", "ja", str, {})
    assert [id for id, _ in body.headings] == ["n1-pairs-that-shouldnt-meet", "名簿"]


def test_pictures_are_written_beside_the_pages_of_their_language(files: dict[str, bytes]) -> None:
    assert files["en/docs/pictures/home.png"] == DOT.data and "docs/pictures/home.png" not in files
    assert 'src="pictures/home.png"' in files["en/docs/tutorial.html"].decode()
    assert 'class="unseen"' in files["docs/tutorial.html"].decode()


# --- The formats


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format_id", shipped_formats())
def test_a_formats_page_says_what_its_file_says(format_id: str, language: str) -> None:
    part = format_part(format_id, language)
    text = shipped_text(format_id)
    declared, _ = read_format(text, format_id)
    assert declared is not None
    for name, value in tomllib.loads(text).get("settings", {}).items():
        assert f"| `{name}` | `{json.dumps(value, ensure_ascii=False)}` |" in part
    for stage in declared.stage:
        assert f"| {stage.name if language == 'ja' else stage.name_en} |" in part
    assert f"| {sizes_of(declared, language)} |" in part
    assert len(re.findall(r"^\d+\. `", part, re.MULTILINE)) == len(
        (*declared.order.criteria, *declared.final_criteria)
    )
    assert part.count("<rect") == len(declared.stage) and part.count("<svg") == 1


# --- The site


def test_the_list_of_events_leads_to_the_documents_that_are_there(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    write_index(tmp_path)
    assert "docs/index.html" not in (tmp_path / "index.html").read_text(encoding="utf-8")
    put(tmp_path, files)
    write_index(tmp_path, "https://example.org/")
    for page in ("index.html", "en/index.html"):
        assert 'href="docs/index.html"' in (tmp_path / page).read_text(encoding="utf-8")
    places = (tmp_path / "sitemap.xml").read_text(encoding="utf-8")
    assert "https://example.org/docs/tutorial.html" in places
    assert "https://example.org/en/docs/tutorial.html" in places
