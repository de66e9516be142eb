"""Papers as files that need nothing beside them, for `tourgen print`."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from tourgen.dataclass import dataclass
from tourgen.web.event import event_site
from tourgen.web.facts import Facts
from tourgen.web.paper.papers import Paper, papers_now, papers_of_event, papers_of_round
from tourgen.web.site import Site, static_text

if TYPE_CHECKING:
    from tourgen.report import EventReport


@dataclass(frozen=True, slots=True)
class Printed:
    """One paper as a file: what it is and how many sheets, in the language it is printed in."""

    name: str  # of the file, without its ending
    title: str
    sheets: str
    html: bytes


def render_papers(
    report: EventReport, division: str | None, number: int | None, base_url: str, language: str
) -> list[Printed]:
    """What can be printed of an event, of one division of it, or of one round of that."""
    everybody = [Facts(one, report.divisions) for one in report.divisions]
    site = event_site(report, everybody, language, base_url)
    ceremony = papers_of_event(everybody) if division is None and number is None else []
    return [
        *(
            _printed(site, facts, paper)
            for facts in everybody
            if division in (None, facts.id)
            for paper in (papers_now(facts) if number is None else papers_of_round(facts, number))
        ),
        *(_printed(site, None, paper) for paper in ceremony),
    ]


def _printed(site: Site, facts: Facts | None, paper: Paper) -> Printed:
    words = site.words
    of = site.common["division_name"][facts.id].striptags() if facts else words.t("award.whole")
    kind = f"paper.{paper.kind}"
    title = [of, words.of(facts, kind) if facts else words.t(kind)]
    if paper.round:
        title.insert(1, words.round(paper.round))
    html = site.render(
        "paper/alone.html",
        (facts.folder if facts else "") + paper.page,
        d=facts,
        paper=paper,
        leaves=paper.leaves,
        begin=1,
        style=_style(),
        style_hash=_style_hash(),
    )
    sheets = str(words.sheets(len(paper.leaves)))
    return Printed(f"{facts.id}-{paper.name}" if facts else paper.name, " ".join(title), sheets, html)


@cache
def _style_hash() -> str:
    """The one style that the page's policy lets through."""
    return f"sha256-{base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()}"


@cache
def _style() -> Markup:
    return Markup(
        "\n".join(static_text(name) for name in ("style.css", "more.css", "brackets.css", "print.css"))
    )
