"""All files of one event: every page in both languages, data, static files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tourgen.messages.problems import LANGUAGES
from tourgen.web import home
from tourgen.web.awards import award_list
from tourgen.web.chart import rank_chart
from tourgen.web.division_view import DivisionView
from tourgen.web.divisions import Spec, division_pages, papers_pages, stage_pages
from tourgen.web.downloads import downloads, event_awards, round_sheets
from tourgen.web.feed import calendar
from tourgen.web.find import INLINE_UP_TO, dumps, find_data
from tourgen.web.go_games import record_files
from tourgen.web.hall import screens
from tourgen.web.markdown_pages import to_html
from tourgen.web.paper.leaves import fit
from tourgen.web.paper.papers import papers_now, papers_of_event
from tourgen.web.paper.qr import qr_code
from tourgen.web.site import Site, data_block, shared_picture, static_files, static_text
from tourgen.web.stamp import stamped
from tourgen.web.words import JAPANESE, width_of

if TYPE_CHECKING:
    from tourgen.event.load_event import LoadedEvent
    from tourgen.event.settings import Event


Codes = Mapping[tuple[str, int], str]  # (division, roster number) → the address of that player's report page


def render_event(loaded: LoadedEvent, base_url: str = "") -> dict[str, bytes]:
    """Every file below `site/<event-id>/`, by relative path."""
    event = loaded.event
    divisions = [DivisionView(one, loaded.divisions) for one in loaded.divisions]
    found = dumps(find_data(divisions))
    files = {
        **static_files(),
        "sw.js": static_text("sw.js").encode(),
        "event.json": dumps(event_json(loaded)).encode(),
        "find.json": found.encode(),
        "manifest.webmanifest": dumps(_manifest(event, divisions[0].declared.game)).encode(),
        **event_awards(divisions, event.language),
    }
    for view in divisions:
        game = view.declared.game
        files[f"static/share-{game}.png"] = shared_picture(game)
        offered = [*round_sheets(view, event), *downloads(view, event.language)]
        view.files = [file for file, _ in offered]
        view.stage_pages, view.papers = stage_pages(view), papers_now(view)
        own = {**record_files(view), **{file.name: content for file, content in offered}}
        if ranks := rank_chart(view):
            own[view.rank_picture] = ranks
        files |= {f"{view.id}/{name}": content for name, content in own.items()}
    sites = [event_site(loaded, divisions, one, base_url) for one in LANGUAGES]
    if day := calendar(event, divisions, sites[0].words):
        files["timetable.ics"] = day
    for view in divisions:
        for spec in division_pages(view):
            for site in sites:
                _page(site, view, spec)
    for spec in _event_pages(loaded, divisions, sites[0].common["plan"]):
        for site in sites:
            site.page(spec.path, spec.template, d=None, tab="", **spec.context)
    for site in sites:
        _home(site, divisions, found)
        files |= site.files
    return stamped(files)


def _page(site: Site, view: DivisionView, spec: Spec) -> None:
    for path in filter(None, (spec.path, spec.also)):
        site.page(view.folder + path, spec.template, d=view, tab=spec.tab, **spec.context)


def event_json(loaded: LoadedEvent) -> dict[str, Any]:
    """What the pages that span events need beside the results documents, and what else the next build compares."""
    event = loaded.event
    return {
        "id": event.id,
        "name": event.name,
        "name_en": event.name_en,
        "date": event.date.isoformat() if event.date else None,
        "venue": event.venue,
        "venue_en": event.venue_en,
        "language": event.language,
        "divisions": [
            {
                "id": one.division.id,
                "name": one.division.name,
                "name_en": one.division.name_en,
                "game": one.declared.game,
                "times": list(one.division.times),
            }
            for one in loaded.divisions
        ],
        "pages": [
            {
                "slug": page.slug,
                "title": page.title,
                "text": hashlib.sha256(page.markdown.encode()).hexdigest()[:16],
            }
            for page in loaded.pages
        ],
    }


def _manifest(event: Event, game: str) -> dict[str, Any]:
    """What a phone shows that keeps the event's home among its apps."""
    icon = "icon.svg" if game == "othello" else f"icon-{game}.svg"
    return {
        "name": event.name,
        "short_name": event.name[:12],
        "lang": event.language,
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbfaf6",
        "theme_color": "#24754c",
        "icons": [{"src": f"static/{icon}", "type": "image/svg+xml", "sizes": "any"}],
    }


def _event_pages(
    loaded: LoadedEvent, divisions: Sequence[DivisionView], plan: Sequence[home.Slot]
) -> Iterator[Spec]:
    """The pages that belong to no division, but for the home."""
    boards = {view.id: home.board(view) for view in divisions}
    yield Spec("hall.html", "hall.html", {"screens": screens(divisions), "boards": boards})
    lists = [(view, award_list(view)) for view in divisions]
    papers = papers_of_event(divisions, plan if loaded.event.timetable else ())
    yield Spec("awards.html", "event_awards.html", {"lists": lists, "papers": papers})
    yield from papers_pages(papers)
    for page in loaded.pages:
        spoken = "ja" if JAPANESE.search(page.markdown) else "en"
        context = {"page": page, "body": to_html(page.markdown), "body_lang": spoken}
        yield Spec(f"pages/{page.slug}.html", "page.html", context)


def event_site(
    loaded: LoadedEvent,
    divisions: Sequence[DivisionView],
    language: str,
    base_url: str,
    codes: Codes = MappingProxyType({}),
) -> Site:
    """One language of the event's pages, with what all of them are filled with.

    Players' own `codes` stand on papers, never in the site.
    """
    event = loaded.event
    published = base_url or event.site_url
    site = Site(language, event.language, event.folder / "templates")
    site.common = {
        "event": event,
        "event_name": site.words.either(event.name, event.name_en),
        "venue": site.words.either(event.venue, event.venue_en),
        **site.addresses(f"{published.rstrip('/')}/{quote(event.id)}/" if published else ""),
        "all_divisions": divisions,
        "plan": home.plan(divisions, event.timetable),
        "division_name": {
            one.id: site.words.either(one.division.name, one.division.name_en) for one in divisions
        },
        "event_pages": loaded.pages,
        "qr": qr_code,
        "report_address": lambda division, no: codes.get((division, no), ""),
        "fit": fit,
        "width_of": width_of,
    }
    return site


def _home(site: Site, divisions: Sequence[DivisionView], found: str) -> None:
    count = sum(len(view.present) for view in divisions)
    number, status = home.headline(divisions)
    site.page(
        "index.html",
        "home.html",
        d=None,
        tab="",
        number=number,
        status=status,
        boards=[home.board(view) for view in divisions],
        notices=[(view, text) for view in divisions for text in site.words.notices(view.loaded.notices)],
        find=data_block(found) if count <= INLINE_UP_TO else "",
    )
