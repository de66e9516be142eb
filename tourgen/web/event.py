"""All files of one event: every page in both languages, data, static files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.problems import catalogue
from tourgen.side_by_side import both
from tourgen.tables import statistics
from tourgen.web import home, standings
from tourgen.web.awards import award_list
from tourgen.web.bracket_shapes import width_of
from tourgen.web.divisions import Spec, division_pages, papers_pages, player_pages
from tourgen.web.downloads import Made, downloads, event_awards, round_sheets
from tourgen.web.facts import Facts, File
from tourgen.web.find import INLINE_UP_TO, dumps, find_data
from tourgen.web.go_games import record_files
from tourgen.web.hall import screens
from tourgen.web.markdown_pages import to_html
from tourgen.web.paper.leaves import fit
from tourgen.web.paper.papers import papers_of_event, papers_of_site
from tourgen.web.paper.qr import qr_code
from tourgen.web.site import Site, data_block, environment, page_templates, static_files, static_text
from tourgen.web.stamp import stamped
from tourgen.web.texts import LANGUAGES
from tourgen.web.words import JAPANESE

if TYPE_CHECKING:
    from tourgen.event import Event
    from tourgen.report import EventReport


def render_event(report: EventReport, base_url: str = "") -> dict[str, bytes]:
    """Every file below `site/<event-id>/`, by relative path."""
    return stamped(_files(report, base_url))


def _files(report: EventReport, base_url: str) -> dict[str, bytes]:
    """The same without the build's id; what they were made with is let go first."""
    divisions, offered, sites = _begun(report, base_url)
    files = {**static_files(), "sw.js": static_text("sw.js").encode()}
    found = dumps(find_data(divisions))
    files["find.json"] = found.encode()
    files["event.json"] = dumps(event_json(report)).encode()
    for facts in divisions:
        files |= {f"{facts.id}/{name}": content for name, content in record_files(facts).items()}
    for made in both(
        partial(_pages, sites, divisions),
        partial(_players_and_tables, sites, report, divisions, offered, found),
    ):
        files |= made
    return files


def get_ready() -> None:
    """What the pages need whatever the event is, before there is one."""
    catalogue()
    static_files()
    for language in LANGUAGES:
        for name in page_templates():
            environment(language).get_template(name)


def _begun(
    report: EventReport, base_url: str
) -> tuple[list[Facts], list[list[tuple[File, Made]]], list[Site]]:
    """What the pages of an event are made with: its divisions, what each offers for download, both languages."""
    divisions = [Facts(one, report.divisions) for one in report.divisions]
    offered = [_offered(facts, report.event) for facts in divisions]
    for facts, data in zip(divisions, offered, strict=True):
        facts.files = [file for file, _ in data]
    return divisions, offered, [event_site(report, divisions, one, base_url) for one in LANGUAGES]


def _offered(facts: Facts, event: Event) -> list[tuple[File, Made]]:
    return [*round_sheets(facts, event), *downloads(facts, event.language)]


def _pages(sites: Sequence[Site], divisions: Sequence[Facts]) -> dict[str, bytes]:
    """The pages of the divisions but the players', in both languages."""
    for facts in divisions:
        facts.figures = statistics(facts.document)
        facts.papers = papers_of_site(facts)
        for spec in division_pages(facts):
            for site in sites:
                _page(site, facts, spec)
    return _taken(sites)


def _players_and_tables(
    sites: Sequence[Site],
    report: EventReport,
    divisions: Sequence[Facts],
    offered: Sequence[Sequence[tuple[File, Made]]],
    found: str,
) -> dict[str, bytes]:
    """The other half of the work: the event's and the players' pages in both languages, and what can be downloaded."""
    bodies = [(page, to_html(page.markdown)) for page in report.pages]
    for site in sites:
        _event_pages(site, report, divisions, found, bodies)
    files = event_awards(divisions, report.event.language)
    for facts, data in zip(divisions, offered, strict=True):
        files |= {f"{facts.id}/{file.name}": make() for file, make in data}
        for spec in player_pages(facts):
            for site in sites:
                _page(site, facts, spec)
    return files | _taken(sites)


def _taken(sites: Sequence[Site]) -> dict[str, bytes]:
    """The pages out of the sites: left there, each would be in memory twice once it has the build's id."""
    taken = {name: page for site in sites for name, page in site.files.items()}
    for site in sites:
        site.files.clear()
    return taken


def _page(site: Site, facts: Facts, spec: Spec) -> None:
    for path in filter(None, (spec.path, spec.also)):
        site.page(facts.folder + path, spec.template, d=facts, tab=spec.tab, **spec.context)


def event_json(report: EventReport) -> dict[str, Any]:
    """What the pages that span events need beside the results documents, and what else the next build compares."""
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
            {"id": one.id, "name": one.name, "name_en": one.name_en, "times": list(one.times)}
            for one in (facts.division for facts in report.divisions)
        ],
        "pages": [
            {
                "slug": page.slug,
                "title": page.title,
                "text": hashlib.sha256(page.markdown.encode()).hexdigest()[:16],
            }
            for page in report.pages
        ],
    }


def _event_pages(
    site: Site,
    report: EventReport,
    divisions: Sequence[Facts],
    found: str,
    bodies: Sequence[tuple[Any, Markup]],
) -> None:
    """The pages that belong to no division."""
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
