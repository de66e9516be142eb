"""events/site.toml: what holds for all events of a site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tourgen.event.read_files import missing
from tourgen.event.toml_table import read_table
from tourgen.messages.problems import Problem

SITE_FILE = "site.toml"


@dataclass(frozen=True, slots=True)
class Ratings:
    """Whether ratings are published, and the constants of Elo."""

    on: bool = False
    start: int = 1500  # of somebody without a rated game
    k: int = 24  # how much one game can change


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The title over the list of events, where the site is published, ratings."""

    title: str = ""
    url: str = ""
    ratings: Ratings = Ratings()


def read_site(path: Path, shown: str) -> tuple[SiteSettings, list[Problem]]:
    """The settings, or everything that is wrong with them; the defaults where there is no such file."""
    if missing(path):
        return SiteSettings(), []
    table = read_table(path, shown, path.parent)
    if isinstance(table, Problem):
        return SiteSettings(), [table]
    table.refuse_others("title", "url", "ratings")
    title, url, wanted = table.text("title"), table.address("url"), table.table("ratings")
    wanted.refuse_others("on", "start", "k")
    start, k = wanted.whole("start", 1500, 10_000, 1500), wanted.whole("k", 24, 400, 24)
    settings = SiteSettings(title, url, Ratings(wanted.flag("on"), start, k))
    return (SiteSettings() if table.problems else settings), table.problems
