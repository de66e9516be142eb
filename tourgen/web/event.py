"""All files of one event: every page in both languages, data, static files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from tourgen.tables import statistics
from tourgen.web import home, standings
from tourgen.web.awards import award_list
from tourgen.web.divisions import Spec, division_pages
from tourgen.web.downloads import downloads, event_awards
from tourgen.web.facts import Facts
from tourgen.web.find import INLINE_UP_TO, dumps, find_data
from tourgen.web.markdown_pages import to_html
from tourgen.web.site import Site, data_block, static_files
from tourgen.web.texts import LANGUAGES
from tourgen.web.words import JAPANESE

if TYPE_CHECKING:
    from tourgen.report import EventReport


def render_event(report: EventReport, base_url: str = "") -> dict[str, bytes]:
    """Every file below `site/<event-id>/`, by relative path."""
    divisions = [Facts(one, report.divisions) for one in report.divisions]
    files = static_files()
    found = dumps(find_data(divisions))
    files["find.json"] = found.encode()
    files["event.json"] = dumps(_event_json(report)).encode()
    for facts in divisions:
        data = downloads(facts, report.event.language)
        facts.figures = statistics(facts.document)
        facts.files = [file for file, _ in data]
        files |= {facts.id + "/" + file.name: content for file, content in data}
    files |= event_awards(divisions, report.event.language)
    bodies = [(page, to_html(page.markdown)) for page in report.pages]
    specs = [(facts, division_pages(facts)) for facts in divisions]
    for language in LANGUAGES:
        files |= _one_language(report, specs, language, found, bodies, base_url)
    return files


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
    event, divisions = report.event, [facts for facts, _ in specs]
    site = Site(language, event.language, event.folder / "templates", {})
    names = {facts.id: _said(site, facts.division.name, facts.division.name_en) for facts in divisions}
    site.common = {
        "event": event,
        "event_name": _said(site, event.name, event.name_en),
        "venue": _said(site, event.venue, event.venue_en),
        "base_url": base_url,
        "all_divisions": divisions,
        "division_name": names,
        "event_pages": report.pages,
    }
    _home(site, report, divisions, found)
    lists = [(facts, award_list(facts)) for facts in divisions]
    site.page("awards.html", "event_awards.html", d=None, tab="", lists=lists)
    for page, body in bodies:
        spoken = "ja" if JAPANESE.search(page.markdown) else "en"
        context = {"page": page, "body": body, "body_lang": spoken}
        site.page(f"pages/{page.slug}.html", "page.html", d=None, tab="", **context)
    for facts, pages in specs:
        for spec in pages:
            for path in filter(None, (spec.path, spec.also)):
                site.page(facts.folder + path, spec.template, d=facts, tab=spec.tab, **spec.context)
    return site.files


def _said(site: Site, japanese: str, english: str) -> Markup:
    """A name in the page's language, or as it is where there is no other."""
    return site.words.name(english if site.language == "en" and english else japanese)


def _home(site: Site, report: EventReport, divisions: Sequence[Facts], found: str) -> None:
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
        honours={facts.id: home.honours(facts) for facts in divisions},
        places={facts.id: home.places(facts) for facts in divisions},
        notices=[(facts, text) for facts in divisions for text in site.words.notices(facts.report.notices)],
        split_names=lambda facts: len(facts.present) > standings.SPLIT_ABOVE,
        find=data_block(found) if count <= INLINE_UP_TO else "",
    )
