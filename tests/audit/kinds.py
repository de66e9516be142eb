"""Every kind of page there is, found by building: which templates made it and which markup stands on it.

All example events, every state of `tests/web`, the documents, the pages that span events and the papers of
`tourgen print` are built once. Each page's templates are noted while it is made, so nobody keeps a list: a new
template, or a class or attribute that no chosen page shows yet, is looked at from the next run on.
"""

from __future__ import annotations

import base64
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from jinja2 import Environment, nodes

from tests.files import put
from tests.series import FULL
from tests.web.states import NOTHING, reports
from tools.docs.markup import Picture
from tools.docs.pictures import SIZES
from tools.docs.shelf import document
from tools.docs.site import render_docs
from tourgen.build import build_record
from tourgen.event.load_event import LoadedEvent, load_event
from tourgen.event.site_settings import Ratings, SiteSettings
from tourgen.messages.problems import LANGUAGES
from tourgen.web import Archive, render_event, render_index
from tourgen.web.paper.alone import render_papers
from tourgen.web.site import Site
from tourgen.web.site_index import write_index

ROOT = Path(__file__).parents[2]
EVENTS = sorted(path.name for path in (ROOT / "events").iterdir() if (path / "event.toml").exists())
# A few stand for all in `make test`; the states have the rest of what can be seen. `make audit` takes every event.
SOME = EVENTS if FULL else ["all-japan-51", "club-swiss", "go-demo"]
BUILT = datetime(2026, 7, 12, 14, 38, tzinfo=UTC)
RATED = SiteSettings(ratings=Ratings(on=True))
EXAMPLES, STATES = "examples.json", "states.json"  # the lists of their pages
DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
)


@dataclass(frozen=True, slots=True)
class Page:
    """A built page: its address below the served folder, and what makes it the kind of page that it is."""

    path: str
    address: str  # the same for both languages
    group: str  # the event, or what else it belongs to
    language: str
    templates: tuple[str, ...]  # the page's own first

    @property
    def kind(self) -> tuple[str, frozenset[str]]:
        return self.templates[0], frozenset(self.templates)


@dataclass(frozen=True, slots=True)
class Made:
    """What was noted of one rendered page."""

    prefix: str  # the folder of its language
    path: str
    language: str
    templates: tuple[str, ...]


@dataclass
class Recorder:
    """Notes for every rendered page the templates that were really used, includes and imports too."""

    pages: list[Made] = field(default_factory=list)
    _used: dict[str, None] = field(default_factory=dict)

    @contextmanager
    def listening(self) -> Iterator[None]:
        render, get_template = Site.render, Environment.get_template

        def noting(site: Site, template: str, path: str, **context: Any) -> bytes:
            self._used = {template: None}
            made = render(site, template, path, **context)
            self.pages.append(Made(site.prefix, path, site.language, tuple(self._used)))
            return made

        def noting_template(env: Environment, name: Any, *rest: Any, **named: Any) -> Any:
            self._used |= dict.fromkeys((str(name), *_imported(env, str(name))))
            return get_template(env, name, *rest, **named)

        with (
            patch.object(Site, "render", noting),
            patch.object(Environment, "get_template", noting_template),
        ):
            yield


@cache
def _imported(env: Environment, name: str) -> tuple[str, ...]:
    """What a template imports, and what that imports: Jinja asks for those only once."""
    assert env.loader is not None
    tree = env.parse(env.loader.get_source(env, name)[0])
    direct = [
        one.template.value
        for one in tree.find_all((nodes.Import, nodes.FromImport))
        if isinstance(one.template, nodes.Const)
    ]
    return (*direct, *(further for one in direct for further in _imported(env, one)))


def build(folder: Path, base_url: str = "") -> list[Page]:
    """Builds everything below `folder`."""
    return [*build_examples(folder, base_url), *build_states(folder)]


def build_examples(folder: Path, base_url: str = "") -> list[Page]:
    """The example events with what spans them, the documents and the papers."""
    examples = {name: _example(name) for name in SOME}
    pages: list[Page] = []
    for name, report in examples.items():
        pages += event_pages(folder, f"site/{name}", name, report, base_url and f"{base_url}site/")
    with (recorder := Recorder()).listening():
        put(folder / "site", render_docs(dict.fromkeys(LANGUAGES, pictures())))
    pages += _pages("site", "docs", recorder.pages)
    with (recorder := Recorder()).listening():
        write_index(folder / "site", base_url and f"{base_url}site/", settings=RATED)
    pages += _pages("site", "archive", recorder.pages)
    for report in examples.values():
        pages += _papers(folder, report, base_url)
    return _listed(folder / EXAMPLES, pages)


def build_states(folder: Path) -> list[Page]:
    """Every state that a page can be in, an empty list of events among them."""
    pages: list[Page] = []
    for name, report in reports().items():
        pages += event_pages(folder, f"states/{name}", "states", report, "")
    with (recorder := Recorder()).listening():
        put(folder / f"states/{NOTHING}", render_index(Archive([], {})))
    return _listed(folder / STATES, pages + _pages(f"states/{NOTHING}", "states", recorder.pages))


def _listed(path: Path, pages: list[Page]) -> list[Page]:
    path.write_text(json.dumps([asdict(page) for page in pages]), encoding="utf-8")
    return pages


def pictures() -> dict[str, Picture]:
    """A dot for every picture of the tutorial but the last, which stands there in words as without a browser."""
    text = document("tutorial", "ja").text
    kinds = "|".join(SIZES)
    found = re.findall(rf"<!-- ({kinds}): .*-->\n!\[.*\]\((.*)\)", text)
    return {name: Picture(DOT, 1, 1, kind) for kind, name in found[:-1]}


def event_pages(folder: Path, place: str, group: str, report: LoadedEvent, base_url: str) -> list[Page]:
    """Builds one event at `place` and tells its pages."""
    with (recorder := Recorder()).listening():
        files = render_event(report, base_url)
    put(folder / place, {**files, "build.json": build_record(files, BUILT)})
    return _pages(place, group, recorder.pages)


def _example(name: str) -> LoadedEvent:
    report, problems, _ = load_event(ROOT / "events" / name, f"events/{name}")
    assert report is not None, problems
    return report


def _pages(folder: str, group: str, made: Iterable[Made]) -> list[Page]:
    return [
        Page(f"{folder}/{one.prefix}{one.path}", f"{folder}/{one.path}", group, one.language, one.templates)
        for one in made
    ]


def _papers(folder: Path, report: LoadedEvent, base_url: str) -> list[Page]:
    """What `tourgen print` writes of the event as it stands."""
    pages = []
    for language in ("ja", "en"):
        with (recorder := Recorder()).listening():
            papers = render_papers(report, None, None, base_url, language)
        for paper, made in zip(papers, recorder.pages, strict=True):
            name = f"{report.event.id}-{paper.name}.html"
            put(folder / "papers" / language, {name: paper.html})
            pages.append(
                Page(f"papers/{language}/{name}", f"papers/{name}", "papers", language, made.templates)
            )
    return pages


def built(folder: Path) -> list[Page]:
    """The pages that `build` made there."""
    found = [
        one for name in (EXAMPLES, STATES) for one in json.loads((folder / name).read_text(encoding="utf-8"))
    ]
    return [Page(**{**one, "templates": tuple(one["templates"])}) for one in found]


def markup(html: str) -> frozenset[str]:
    """What a page is made of: every element with its classes, the names of its attributes and a few of their values."""
    found = set()
    for tag in set(re.findall(r"<[a-z][^>]*>", html)):
        name = re.match(r"<([a-z0-9-]+)", tag)
        assert name is not None
        attributes = dict(re.findall(r'\s([a-z-]+)(?:="([^"]*)")?', tag))
        classes = sorted(attributes.pop("class", "").split())
        said = [f"{key}={attributes[key]}" for key in ("role", "type", "aria-current") if key in attributes]
        found.add(" ".join([name[1], *classes, *sorted(attributes), *said]))
    return frozenset(found)


def chosen(folder: Path, pages: Iterable[Page]) -> list[Page]:
    """One page of every template, and enough to see each template that others include.

    In the full series: one page of every kind of every example event, what no event shows from elsewhere, and more
    until every piece of markup is on one of them. The choice is made in the first language; the other one's page of
    the same address comes with it.
    """
    by_kind: dict[tuple[str, Any], list[Page]] = defaultdict(list)
    pieces = {}
    for page in pages:
        if page.language == "ja":
            by_kind[page.group if FULL else "", page.kind].append(page)
            pieces[page] = markup((folder / page.path).read_text(encoding="utf-8"))
    taken: dict[Page, None] = {}
    seen: set[str] = set()

    def take(candidates: Iterable[Page]) -> bool:
        best = max(
            candidates,
            key=lambda page: (
                len(pieces[page] - seen),
                -len(pieces[page]),
                -(folder / page.path).stat().st_size,
            ),
        )
        new = bool(pieces[best] - seen)
        taken[best] = None
        seen.update(pieces[best])
        return new

    if not FULL:
        used: set[str] = set()
        for (_, kind), found in sorted(by_kind.items(), key=lambda item: -len(item[0][1][1])):
            if not kind[1] <= used:
                take(found)
                used |= kind[1]
        return list(taken)
    for (group, kind), found in by_kind.items():
        if group in EVENTS or kind not in {page.kind for page in taken}:
            take(found)
    while take(pieces):
        pass
    return list(taken)
