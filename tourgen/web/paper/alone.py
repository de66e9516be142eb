"""Papers as files that need nothing beside them, for `tourgen print`."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from markupsafe import Markup

from tourgen.web.division_view import DivisionView
from tourgen.web.event import Codes, event_site
from tourgen.web.paper.papers import Paper, papers_now, papers_of_event, papers_of_round
from tourgen.web.site import Site, static_text

if TYPE_CHECKING:
    from tourgen.event.certificate import Line
    from tourgen.event.load_event import LoadedEvent
    from tourgen.event.settings import Event


TAGS = 10  # on a sheet


@dataclass(frozen=True, slots=True)
class Printed:
    """One paper as a file: what it is and how many sheets, in the language it is printed in."""

    name: str  # of the file, without its ending
    title: str
    sheets: str
    html: bytes


def render_papers(
    loaded: LoadedEvent,
    division: str | None,
    number: int | None,
    base_url: str,
    language: str,
    codes: Codes = MappingProxyType({}),
) -> list[Printed]:
    """What can be printed of an event, of one division of it, or of one round of that."""
    everybody, site = _site(loaded, base_url, language, codes)
    plan = site.common["plan"] if loaded.event.timetable else ()
    ceremony = papers_of_event(everybody, plan) if division is None and number is None else []
    return [
        *(
            _printed(site, view, paper)
            for view in everybody
            if division in (None, view.id)
            for paper in (
                [*papers_now(view), *handed_out(view, loaded.event, site)]
                if number is None
                else papers_of_round(view, number)
            )
        ),
        *(_printed(site, None, paper) for paper in ceremony),
    ]


def handed_out(view: DivisionView, event: Event, site: Site) -> list[Paper]:
    """What the site doesn't show: name tags until a round is over, certificates once the division is finished."""
    found = []
    if not view.results.state.completed:
        tags = [view.present[at : at + TAGS] for at in range(0, len(view.present), TAGS)]
        found.append(Paper("tags", "players.html", tuple(map(tuple, tags))))
    if view.finished and event.certificate:
        found.append(Paper("certificates", "awards.html", tuple(_honoured(view, event, site))))
    return [paper for paper in found if paper.leaves]


def _honoured(view: DivisionView, event: Event, site: Site) -> Iterator[list[tuple[Line, str]]]:
    """One certificate for every title, and for the places below that matches decided: lines with their text."""
    words, english = site.words, site.language == "en"
    won = [(words.title(one["title"]), one["person"]) for one in view.honours]
    won += [(words.place(rank), person) for rank, person in view.placed]
    for title, person in won:
        told = {
            "title": str(title.striptags()),
            "name": person.name,
            "club": person.club,
            "division": (english and view.division.name_en) or view.division.name,
            "event": (english and event.name_en) or event.name,
            "date": words.date(event.date),
            "venue": (english and event.venue_en) or event.venue,
        }
        lines = event.certificate.lines if event.certificate else ()
        yield [(line, line.text.format(**told)) for line in lines]


def render_together(
    loaded: LoadedEvent, division: str, base_url: str, language: str, codes: Codes
) -> bytes | None:
    """Everything to print for the round of a division that is to be played, else how it ended, as one page."""
    everybody, site = _site(loaded, base_url, language, codes)
    view = next(one for one in everybody if one.id == division)
    playing = view.rounds and not view.finished
    papers = papers_of_round(view, view.current) if playing else papers_now(view)
    if not papers:
        return None
    title = f"{site.common['division_name'][view.id].striptags()} {site.words.round(view.current)}"
    return _render(site, view, papers, title)


def _site(loaded: LoadedEvent, base_url: str, language: str, codes: Codes) -> tuple[list[DivisionView], Site]:
    everybody = [DivisionView(one, loaded.divisions) for one in loaded.divisions]
    return everybody, event_site(loaded, everybody, language, base_url, codes)


def _printed(site: Site, view: DivisionView | None, paper: Paper) -> Printed:
    words = site.words
    of = site.common["division_name"][view.id].striptags() if view else words.t("award.whole")
    title = [of, words.paper(view, paper.kind).striptags()]
    if paper.round:
        title.insert(1, words.round(paper.round))
    html = _render(site, view, [paper], " ".join(title))
    sheets = str(words.sheets(len(paper.leaves)))
    return Printed(f"{view.id}-{paper.name}" if view else paper.name, " ".join(title), sheets, html)


def _render(site: Site, view: DivisionView | None, papers: Sequence[Paper], title: str) -> bytes:
    """Papers as one page; the sheets' codes lead to the site's pages of the first."""
    return site.render(
        "paper/alone.html",
        (view.folder if view else "") + papers[0].page,
        d=view,
        papers=papers,
        title=title,
        certificate=site.common["event"].certificate,
        style=_style(),
        style_hash=_style_hash(),
    )


@cache
def _style_hash() -> str:
    """The one style that the page's policy lets through."""
    return f"sha256-{base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()}"


@cache
def _style() -> Markup:
    return Markup(
        "\n".join(
            static_text(name) for name in ("ground.css", "style.css", "more.css", "brackets.css", "print.css")
        )
    )
