"""The pages that span events, made from what every event's folder holds."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.messages.problems import LANGUAGES
from tourgen.results.document import player_names
from tourgen.sheets.export import csv_bytes
from tourgen.web.feed import atom_feed, sitemap
from tourgen.web.find import dumps
from tourgen.web.kana import romaji
from tourgen.web.people import Archive, date_of, division_name, folder_of, people_pages
from tourgen.web.site import Site, static_files


def render_index(archive: Archive) -> dict[str, bytes]:
    """The list of events by year, everybody's page across them, feed and sitemap, with the static files they use."""
    files = static_files()
    for language in LANGUAGES:
        files |= _one_language(language, archive)
    latin = archive.romaji
    everybody = []
    for one in archive.people:
        club = next(iter(one.clubs), "")
        everybody.append([one.id, one.name, one.kana, club, latin.get((one.name, club)) or romaji(one.kana)])
    files["people/people.json"] = f"{dumps(everybody)}\n".encode()
    if archive.settings.ratings.on:
        files["people/rated-games.csv"] = csv_bytes(archive.rated)
    if archive.base_url:
        own = [name for name in files if name.endswith(".html")]
        files["sitemap.xml"] = sitemap([*own, *archive.pages], archive.base_url)
    return files


def _one_language(language: str, archive: Archive) -> dict[str, bytes]:
    site = Site(language, "ja")
    site.common = {
        "site_title": archive.settings.title,
        "rated": archive.settings.ratings.on,
    } | site.addresses(f"{archive.base_url.rstrip('/')}/" if archive.base_url else "")
    _year_pages(site, archive)
    people_pages(site, archive)
    _rating_pages(site, archive)
    feed = atom_feed(archive.known, archive.events, archive.base_url, language)
    return {**site.files, f"{site.prefix}feed.xml": feed}


def _rating_pages(site: Site, archive: Archive) -> None:
    """Game by game the highest rating first, on as many pages as it takes."""
    games: dict[str, str] = {}  # where the list of each begins
    for path, rows, _ in archive.rating_pages:
        for row in rows:
            games.setdefault(row["game"], f"{path}#{row['game']}")
    same = {
        "games": games,
        "anchors": archive.anchors,
        "count": len({row["id"] for row in archive.ratings}),
        "constants": archive.settings.ratings,
    }
    for path, rows, links in archive.rating_pages:
        lists = [(game, list(some)) for game, some in groupby(rows, itemgetter("game"))]
        site.page(f"people/{path}", "ratings.html", lists=lists, **same, **links)


def _year_pages(site: Site, archive: Archive) -> None:
    """The latest year on the front page, every other year on its own."""
    entries = [_entry(site, event_id, event, archive.documents) for event_id, event in archive.events.items()]
    entries.sort(key=lambda entry: entry["href"])
    entries.sort(key=lambda entry: entry["date"] or datetime.date.min, reverse=True)
    years = list(dict.fromkeys(entry["date"].year if entry["date"] else 0 for entry in entries)) or [0]
    for place, year in enumerate(years):
        chosen = [entry for entry in entries if (entry["date"].year if entry["date"] else 0) == year]
        paths = [year_path(year), "index.html"] if place == 0 else [year_path(year)]
        for path in paths:
            site.page(
                path,
                "index.html",
                entries=chosen,
                years=years,
                year=year,
                year_path=year_path,
                docs=archive.docs,
            )


def year_path(year: int) -> str:
    """The address of a year's list, which stays when a new year begins."""
    return f"year-{year}.html" if year else "undated.html"


def _entry(
    site: Site, event_id: str, event: Mapping[str, Any], documents: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    said = site.words.either
    order = [one["id"] for one in event["divisions"]]
    mine = [one for one in documents if one["event"]["id"] == event_id]
    mine.sort(
        key=lambda one: order.index(one["division"]["id"]) if one["division"]["id"] in order else len(order)
    )
    folder = folder_of(event, site.language)
    return {
        "name": said(event["name"], event["name_en"]),
        "href": folder,
        "date": date_of(event),
        "venue": said(event["venue"], event["venue_en"]),
        "divisions": [_division(division_name(site, event, one), folder, one) for one in mine],
    }


def _division(name: Markup, folder: str, one: Mapping[str, Any]) -> dict[str, Any]:
    names = player_names(one)
    number = one["rounds"][-1]["round"] if one["rounds"] else 0
    return {
        "name": name,
        "href": f"{folder}{quote(one['division']['id'])}/",
        "players": sum(not (p["absent"] or p["moved_to"]) for p in one["players"]),
        "teams": any("members" in p for p in one["players"]),
        "status": "finished" if one["state"]["finished"] else "playing" if number else "roster",
        "round": number,
        "champion": next((names[title["no"]] for title in one["titles"]), ""),
    }
