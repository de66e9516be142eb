"""The pages that span events: the home page, lists by year, people's pages; made from what the site holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tourgen.event.people import Named
from tourgen.event.site_settings import Ratings, SiteSettings
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Source
from tourgen.results.published import EVENT_FILE, published_events
from tourgen.storage.errors import DiskProblem, attempt
from tourgen.storage.own_files import others_named, read_file_list, same_name
from tourgen.storage.reading import folders_in, is_file, pages_below
from tourgen.storage.tree import check_replaceable, inside, replace_files, replace_tree
from tourgen.storage.unfinished import resisting
from tourgen.web import Archive, render_index, static_files

USUAL = SiteSettings()
PEOPLE = ("people", "en/people")  # folders that are replaced whole
# The other pages that span events. A site has those of a year one day and not the next.
_PAGES = re.compile(r"(en/)?(index|undated|year-\d+)\.html|(en/)?feed\.xml|sitemap\.xml")


def write_index(
    site: Path, base_url: str = "", named: Sequence[Named] = (), settings: SiteSettings = USUAL
) -> list[Notice]:
    """Writes the pages that span events; returns notices of what was passed over, and of what resists removal."""
    archive, notices = _read_archive(site, base_url, named, settings)
    _write(site, render_index(archive))
    return [*notices, *(Notice("site-resists", Source(path.as_posix())) for path in resisting(site))]


def site_ratings(site: Path, named: Sequence[Named], constants: Ratings) -> list[dict[str, Any]]:
    """Game by game everybody with a rated one in this site, the highest rating first."""
    archive, _ = _read_archive(site, "", named, SiteSettings(ratings=constants))
    return [{**row, "rating": round(row["rating"], 1)} for row in archive.ratings]


def in_the_way(site: Path) -> list[Problem]:
    """What lies where the pages that span events go and was put there by somebody else."""
    if not site.is_dir():
        return []
    others = attempt(site, lambda: _other_pages(site))
    found = [Problem("disk-foreign-file", Source((site / name).as_posix())) for name in others]
    for folder in PEOPLE:
        try:
            check_replaceable(site / folder)
        except DiskProblem as error:
            found.append(error.problem)
    return found


def _other_pages(site: Path) -> list[str]:
    possible = {name for name in _names_in(site, "", "en/") if _PAGES.fullmatch(name.lower())}
    possible.add("en/index.html")  # without which en/ itself might be a file
    return others_named(site, {*possible, *static_files()}, read_file_list(site))


def _names_in(site: Path, *places: str) -> set[str]:
    folders = [(place, site / place) for place in places]
    return {f"{place}{one.name}" for place, folder in folders if folder.is_dir() for one in folder.iterdir()}


def events_without_folder(site: Path, folders: Collection[Path]) -> list[Notice]:
    """Events in the site whose folders are gone: a rehearsal, or one that got another name. They stay there."""
    known = {same_name(folder.resolve().name) for folder in folders}
    home = next(iter(folders)).parent.as_posix()
    return [
        Notice("site-without-event", Source(path.as_posix()), {"home": home, "file": path.as_posix()})
        for path in folders_in(site)
        if same_name(path.name) not in known and _is_event(path)
    ]


def _is_event(folder: Path) -> bool:
    """A folder that nobody may look into has a notice of its own, so it counts as none here."""
    with suppress(DiskProblem):
        return is_file(folder / EVENT_FILE)
    return False


def _read_archive(
    site: Path, base_url: str, named: Sequence[Named], settings: SiteSettings
) -> tuple[Archive, list[Notice]]:
    """Everything that the events' folders in the site hold."""
    published, notices = published_events(site)
    documents = [document for one in published.values() for document in one.divisions.values()]
    events = {one.event["id"]: one.event for one in published.values() if one.event is not None}
    index = {one.event["id"]: one.index for one in published.values() if one.event is not None}
    docs = (site / "docs/index.html").is_file()
    pages: list[str] = []
    if base_url:
        homes = [*published, *(("docs", "en/docs") if docs else ())]
        found = (page for home in homes for page in pages_below(site / home))
        pages = [page.relative_to(site).as_posix() for page in found]
    return Archive(documents, events, named, base_url, pages, docs, index, settings), notices


def _write(site: Path, files: Mapping[str, bytes]) -> None:
    """People's pages swapped in as a folder, the few others one by one; what is there already is left."""
    for folder in PEOPLE:
        pages = {
            name.removeprefix(f"{folder}/"): data
            for name, data in files.items()
            if name.startswith(f"{folder}/")
        }
        replace_tree(inside(site, folder), pages)
    others = {name: data for name, data in files.items() if not name.startswith(("people/", "en/people/"))}
    replace_files(site, others)
