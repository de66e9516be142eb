"""The pages that span events: the home page, lists by year, people's pages; made from what the site holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from tourgen import disk
from tourgen.model import Source
from tourgen.people import Named
from tourgen.problems import Notice
from tourgen.published import EVENT_FILE, published_events, read_back
from tourgen.side_by_side import ask, both

T = TypeVar("T")

# Pages that a site has one day and not the next: a year's list when the only event of it got another date.
_NOT_ALWAYS = re.compile(r"(year-\d+|undated)\.html|sitemap\.xml")


def write_index(site: Path, base_url: str = "", named: Sequence[Named] = ()) -> list[Notice]:
    """The pages that span events, made from what every event's folder in the site holds; what was passed over."""
    return Spanning(site, base_url, named).write()


class Spanning:
    """The pages that span events: made when all of those are there, or while the last of them is written."""

    def __init__(self, site: Path, base_url: str, named: Sequence[Named]) -> None:
        self._site, self._base_url, self._named = site, base_url, named
        self._made: tuple[dict[str, bytes], list[Notice]] | None = None

    def beside(self, publishing: Callable[[], T], files: Mapping[str, bytes]) -> T:
        """Publishes an event of these files, the last one; nobody else changes the site: what it will hold is known."""
        if self._base_url:  # the list of all addresses is that of the files that are there
            return publishing()
        making = partial(_already, self._site, self._named, read_back(files))
        outcome, self._made = both(publishing, making, ask(making))
        return outcome

    def write(self) -> list[Notice]:
        """Writes them; what was passed over."""
        files, notices = self._made or _spanning_files(self._site, self._base_url, self._named)
        _write_spanning(self._site, files)
        resisting = [Notice("site-resists", Source(path.as_posix())) for path in disk.resisting(self._site)]
        return [*notices, *resisting]

    def without_event(self, sources: Collection[Path]) -> list[Notice]:
        """Events in the site whose folders are gone: a rehearsal, or one that got another name. They stay there."""
        known = {disk.one_name(folder.resolve().name) for folder in sources}
        home = next(iter(sources)).parent.as_posix()
        return [
            Notice("site-without-event", Source(path.as_posix()), {"home": home, "file": path.as_posix()})
            for path in disk.folders(self._site)
            if disk.one_name(path.name) not in known and _is_event(path)
        ]


def _is_event(folder: Path) -> bool:
    """One that nobody may look into is told of elsewhere."""
    with suppress(disk.DiskProblem):
        return disk.there(folder / EVENT_FILE)
    return False


def _already(
    site: Path, named: Sequence[Named], coming: Mapping[str, bytes]
) -> tuple[dict[str, bytes], list[Notice]] | None:
    """None if something can't be read: that is no problem of the event, and is told when they are written."""
    try:
        return _spanning_files(site, "", named, coming)
    except disk.DiskProblem:
        return None


def _spanning_files(
    site: Path, base_url: str, named: Sequence[Named], coming: Mapping[str, bytes] | None = None
) -> tuple[dict[str, bytes], list[Notice]]:
    """`coming`: what is read of an event that is just being written."""
    from tourgen.web import Archive, render_index

    published, notices = published_events(site, coming)
    documents = [document for one in published.values() for document in one.divisions.values()]
    events = {one.event["id"]: one.event for one in published.values() if one.event is not None}
    index = {one.event["id"]: one.index for one in published.values() if one.event is not None}
    docs = (site / "docs/index.html").is_file()
    pages: list[str] = []
    if base_url:
        homes = [*published, *(("docs", "en/docs") if docs else ())]
        found = (page for home in homes for page in disk.pages_below(site / home))
        pages = [page.relative_to(site).as_posix() for page in found]
    archive = Archive(documents, events, named, base_url, pages, docs, index)
    return dict(render_index(archive)), notices


def _write_spanning(site: Path, files: Mapping[str, bytes]) -> None:
    """People's pages swapped in as a folder, the few others one by one; what is there already is left."""
    for folder in ("people", "en/people"):
        inside = {
            name.removeprefix(f"{folder}/"): data
            for name, data in files.items()
            if name.startswith(f"{folder}/")
        }
        disk.renew_tree(disk.inside(site, folder), inside)
    others = {name: data for name, data in files.items() if not name.startswith(("people/", "en/people/"))}
    disk.write_each(site, others)
    for prefix in ("", "en/"):
        wanted = {name.removeprefix(prefix) for name in others if name.startswith(prefix)}
        disk.remove_others(disk.inside(site, f"{prefix}index.html").parent, wanted, _NOT_ALWAYS)
