"""The page that spans events, made from what every event's folder holds."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.web.site import Site, static_files
from tourgen.web.texts import LANGUAGES


@dataclass(frozen=True, slots=True)
class Division:
    """One division in the list of events."""

    name: Markup
    href: str
    players: int
    status: str
    round: int
    champion: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in the list."""

    name: Markup
    href: str
    date: datetime.date | None
    venue: Markup
    divisions: tuple[Division, ...]


def render_index(
    documents: Sequence[Mapping[str, Any]], events: Mapping[str, Mapping[str, Any]]
) -> dict[str, bytes]:
    """site/index.html and its English sister, with the static files they use."""
    files = static_files()
    for language in LANGUAGES:
        site = Site(language, "ja", None, {})
        entries = [_entry(site, event_id, event, documents) for event_id, event in events.items()]
        entries.sort(key=lambda entry: entry.href)
        entries.sort(key=lambda entry: entry.date or datetime.date.min, reverse=True)
        site.page("index.html", "index.html", entries=entries)
        files |= site.files
    return files


def _entry(
    site: Site, event_id: str, event: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]
) -> Entry:
    def said(japanese: str, english: str) -> Markup:
        return site.words.name(english if site.language == "en" and english else japanese)

    english = {one["id"]: one["name_en"] for one in event["divisions"]}
    order = list(english)
    mine = [one for one in documents if one["event"]["id"] == event_id]
    mine.sort(
        key=lambda one: order.index(one["division"]["id"]) if one["division"]["id"] in order else len(order)
    )
    # An event's pages stand in its own language at the top of its folder, the other one below.
    folder = quote(event_id) + "/" + ("" if site.language == event["language"] else f"{site.language}/")
    date = datetime.date.fromisoformat(event["date"]) if event["date"] else None
    divisions = tuple(
        _division(said(one["division"]["name"], english.get(one["division"]["id"], "")), folder, one)
        for one in mine
    )
    return Entry(
        said(event["name"], event["name_en"]),
        folder,
        date,
        said(event["venue"], event["venue_en"]),
        divisions,
    )


def _division(name: Markup, folder: str, one: Mapping[str, Any]) -> Division:
    names = {player["no"]: player["name"] for player in one["players"]}
    present = sum(not (p["absent"] or p["moved_to"]) for p in one["players"])
    number = one["rounds"][-1]["round"] if one["rounds"] else 0
    status = "finished" if one["state"]["finished"] else "playing" if number else "roster"
    champion = next((names[title["no"]] for title in one["titles"]), "")
    return Division(name, f"{folder}{quote(one['division']['id'])}/", present, status, number, champion)
