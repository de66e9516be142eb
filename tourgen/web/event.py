"""All files of one event: every page in both languages, data, static files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.side_by_side import both
from tourgen.tables import statistics
from tourgen.web import home, standings
from tourgen.web.awards import award_list
from tourgen.web.bracket_shapes import width_of
from tourgen.web.divisions import Spec, division_pages, papers_pages
from tourgen.web.downloads import downloads, event_awards, round_sheets
from tourgen.web.facts import Facts, File
from tourgen.web.find import INLINE_UP_TO, dumps, find_data
from tourgen.web.go_games import record_files
from tourgen.web.hall import screens
from tourgen.web.markdown_pages import to_html
from tourgen.web.paper.leaves import fit
from tourgen.web.paper.papers import papers_of_event, papers_of_site
from tourgen.web.paper.qr import qr_code
from tourgen.web.site import Site, data_block, static_files, static_text
from tourgen.web.texts import LANGUAGES
from tourgen.web.words import JAPANESE

if TYPE_CHECKING:
    from tourgen.report import EventReport


def render_event(report: EventReport, base_url: str = "") -> dict[str, bytes]:
    """Every file below `site/<event-id>/`, by relative path."""
    divisions = [Facts(one, report.divisions) for one in report.divisions]
    files = {**static_files(), "sw.js": static_text("sw.js").encode()}
    found = dumps(find_data(divisions))
    files["find.json"] = found.encode()
    files["event.json"] = dumps(_event_json(report)).encode()
    for facts in divisions:
        facts.figures = statistics(facts.document)
        facts.papers = papers_of_site(facts)
    bodies = [(page, to_html(page.markdown)) for page in report.pages]
    specs, (data, awards) = both(partial(_specs, divisions), partial(_tables, report, divisions))
    for facts, offered in zip(divisions, data, strict=True):
        facts.files = [file for file, _ in offered]
        files |= {facts.id + "/" + file.name: content for file, content in offered}
        files |= {f"{facts.id}/{name}": content for name, content in record_files(facts).items()}
    files |= awards
    makers = (
        partial(_one_language, report, specs, language, found, bodies, base_url) for language in LANGUAGES
    )
    for pages in both(*makers):
        files |= pages
    return files


def _specs(divisions: Sequence[Facts]) -> list[tuple[Facts, list[Spec]]]:
    return [(facts, division_pages(facts)) for facts in divisions]


def _tables(
    report: EventReport, divisions: Sequence[Facts]
) -> tuple[list[list[tuple[File, bytes]]], dict[str, bytes]]:
    event = report.event
    data = [[*round_sheets(facts, event), *downloads(facts, event.language)] for facts in divisions]
    return data, event_awards(divisions, event.language)


def _event_json(report: EventReport) -> dict[str, Any]:
    """What the pages that span events need beside the results documents."""
    event = report.event
    return {
        "id": event.id,
        "name": event.name,
        "name_en": event.name_en,
        "date": event.date.isoformat() if event.date else None,
        "venue": event.venue,
        "venue_en": event.venue_en,
        "language": event.language,
        "divisions": [
            {"id": d.division.id, "name": d.division.name, "name_en": d.division.name_en}
            for d in report.divisions
        ],
    }


def _one_language(
    report: EventReport,
    specs: Sequence[tuple[Facts, list[Spec]]],
    language: str,
    found: str,
    bodies: Sequence[tuple[Any, Markup]],
    base_url: str,
) -> dict[str, bytes]:
    divisions = [facts for facts, _ in specs]
    site = event_site(report, divisions, language, base_url)
    won = {
        "honours": {facts.id: home.honours(facts) for facts in divisions},
        "places": {facts.id: home.places(facts) for facts in divisions},
    }
    _home(site, report, divisions, found, won)
    site.page("hall.html", "hall.html", d=None, tab="", screens=screens(divisions))
    lists = [(facts, award_list(facts)) for facts in divisions]
    papers = papers_of_event(divisions)
    site.page("awards.html", "event_awards.html", d=None, tab="", lists=lists, papers=papers, **won)
    for spec in papers_pages(papers):
        site.page(spec.path, spec.template, d=None, tab="", **spec.context)
    for page, body in bodies:
        spoken = "ja" if JAPANESE.search(page.markdown) else "en"
        context = {"page": page, "body": body, "body_lang": spoken}
        site.page(f"pages/{page.slug}.html", "page.html", d=None, tab="", **context)
    for facts, pages in specs:
        for spec in pages:
            for path in filter(None, (spec.path, spec.also)):
                site.page(facts.folder + path, spec.template, d=facts, tab=spec.tab, **spec.context)
    return site.files


def event_site(report: EventReport, divisions: Sequence[Facts], language: str, base_url: str) -> Site:
    """One language of the event's pages, with what all of them are filled with."""
    event = report.event
    site = Site(language, event.language, event.folder / "templates", {})
    site.common = {
        "event": event,
        "event_name": _said(site, event.name, event.name_en),
        "venue": _said(site, event.venue, event.venue_en),
        **site.addresses(f"{base_url.rstrip('/')}/{quote(event.id)}/" if base_url else ""),
        "all_divisions": divisions,
        "division_name": {one.id: _said(site, one.division.name, one.division.name_en) for one in divisions},
        "event_pages": report.pages,
        "qr": qr_code,
        "fit": fit,
        "width_of": width_of,
    }
    return site


def _said(site: Site, japanese: str, english: str) -> Markup:
    """A name in the page's language, or as it is where there is no other."""
    return site.words.name(english if site.language == "en" and english else japanese)


def _home(
    site: Site, report: EventReport, divisions: Sequence[Facts], found: str, won: Mapping[str, Any]
) -> None:
    count = sum(len(facts.present) for facts in divisions)
    number, status = home.headline(divisions)
    site.page(
        "index.html",
        "home.html",
        d=None,
        tab="",
        number=number,
        status=status,
        plan=home.plan(divisions),
        **won,
        notices=[(facts, text) for facts in divisions for text in site.words.notices(facts.report.notices)],
        split_names=lambda facts: len(facts.present) > standings.SPLIT_ABOVE,
        find=data_block(found) if count <= INLINE_UP_TO else "",
    )
