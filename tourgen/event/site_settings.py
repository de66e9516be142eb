"""events/site.toml: what holds for all events of a site."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tourgen.event.division_settings import TomlValues
from tourgen.event.read_files import missing, read_toml_file
from tourgen.event.read_settings import read_address
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
    table = read_toml_file(path, shown, path.parent)
    if isinstance(table, Problem):
        return SiteSettings(), [table]
    values = TomlValues(shown)
    values.unknown_keys(table, ("title", "url", "ratings"), "")
    title, url = values.text(table, "", "title"), read_address(table, "", "url", values)
    wanted = table.get("ratings", {})
    if not isinstance(wanted, dict):
        values.problem("event-value", "ratings", wanted, expected="[ratings]")
        wanted = {}
    values.unknown_keys(wanted, ("on", "start", "k"), "ratings.")
    usual = Ratings()
    found: dict[str, Any] = {"on": values.flag(wanted, "ratings.", "on")}
    for name, most in (("start", 10_000), ("k", 400)):
        found[name] = wanted.get(name, getattr(usual, name))
        if type(found[name]) is not int or not 0 < found[name] <= most:
            values.problem("event-value", f"ratings.{name}", found[name], expected=str(getattr(usual, name)))
    if values.problems:
        return SiteSettings(), values.problems
    return SiteSettings(title, url, Ratings(**found)), []
