"""What the site holds of all events, and people's pages across them: every entry with its result, namesakes, clubs."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.event.people import Entry, Named, Person, person_id, persons
from tourgen.event.site_settings import SiteSettings
from tourgen.results.ratings import history, rate, rated_games, table
from tourgen.web import parts
from tourgen.web.find import ROMAJI
from tourgen.web.kana import labelled, sort_key
from tourgen.web.parts import by_kana
from tourgen.web.site import Site

if TYPE_CHECKING:
    from pandas import DataFrame

Document = Mapping[str, Any]


def _scores(document: Document) -> dict[int, Mapping[str, Any]]:
    """Player → rank and score as the pages of the event have them now; finals are not added to a score."""
    live = document["live"]
    if document["final"] is not None:
        rows = document["final"]
    elif live is not None and live["entered"] > sum(
        one["table"] is None for one in document["rounds"][-1]["games"]
    ):
        rows = live["rows"]
    else:
        rows = document["standings"][-1]["rows"] if document["standings"] else ()
    return {row["no"]: row for row in rows}


_NOTHING = {"wins": 0, "losses": 0}


@dataclass(frozen=True)
class Archive:
    """Everything the pages that span events are made from."""

    documents: Sequence[Mapping[str, Any]]
    events: Mapping[str, Mapping[str, Any]]
    named: Sequence[Named] = ()  # people.toml
    base_url: str = ""
    pages: Sequence[str] = ()  # addresses of all other pages, for the sitemap
    docs: bool = False  # whether the documents of tourgen stand in the site, too
    found: Mapping[str, Mapping[str, Any]] | None = None  # event → its find.json, which knows the kana
    settings: SiteSettings = field(default_factory=SiteSettings)

    @cached_property
    def known(self) -> list[Mapping[str, Any]]:
        """The results of events that the site has."""
        return [one for one in self.documents if one["event"]["id"] in self.events]

    @cached_property
    def people(self) -> list[Person]:
        """Everybody in them."""
        dates = {event_id: event["date"] or "" for event_id, event in self.events.items()}
        return persons(self.known, dates, self.named, _readings(self.found or {}))

    @cached_property
    def romaji(self) -> dict[tuple[str, str], str]:
        """Name and club → rōmaji as an event's find.json has it."""
        rows = (row for index in (self.found or {}).values() for row in index.get("players", ()))
        return {(row[2], row[4]): row[ROMAJI] for row in rows if len(row) > ROMAJI}

    @cached_property
    def rated(self) -> DataFrame:
        """Every rated game, with the ratings before and after."""
        whose = {entry: person.id for entry, person in self.whose.items()}
        constants = self.settings.ratings
        return rate(rated_games(self.known, self.events, whose), constants.start, constants.k)

    @cached_property
    def ratings(self) -> list[dict[str, Any]]:
        """Game by game everybody with a rated one, the highest rating first, with the club."""
        clubs = {person.id: next(iter(person.clubs), "") for person in self.people}
        rows = json.loads(table(self.rated).to_json(orient="records", double_precision=10))
        return [{**row, "club": clubs[row["id"]]} for row in rows]

    @cached_property
    def rating_pages(self) -> list[tuple[str, Sequence[dict[str, Any]], dict[str, Any]]]:
        """Each page's address, its part of the ratings and what links the pages; none where ratings are off."""
        if not self.settings.ratings.on:
            return []
        chunks = parts.pages(self.ratings, parts.room_for(len(self.ratings)))
        return list(parts.numbered("ratings", chunks))

    @cached_property
    def rated_in(self) -> list[str]:
        """The games in which somebody has a rating."""
        return list(dict.fromkeys(row["game"] for row in self.ratings))

    @cached_property
    def anchors(self) -> dict[tuple[str, str], str]:
        """(game, person) → the name of the row in the lists; r-… with nothing else is somebody's first one."""
        first: dict[str, str] = {}
        keys = [(row["game"], row["id"]) for row in self.ratings]
        return {
            (game, own): f"r-{own}" if first.setdefault(own, game) == game else f"r-{own}-{game}"
            for game, own in keys
        }

    @cached_property
    def rating_href(self) -> dict[tuple[str, str], str]:
        """(game, person) → where the rating stands in the lists."""
        found = ((path, row["game"], row["id"]) for path, rows, _ in self.rating_pages for row in rows)
        return {(game, own): f"{path}#{self.anchors[game, own]}" for path, game, own in found}

    @cached_property
    def by_division(self) -> dict[tuple[str, str], Document]:
        """(event, division) → its results."""
        return {(one["event"]["id"], one["division"]["id"]): one for one in self.known}

    @cached_property
    def whose(self) -> dict[Entry, Person]:
        """Entry → person."""
        return {entry: person for person in self.people for entry in person.entries}

    @cached_property
    def _duels(self) -> dict[str, dict[str, list[int]]]:
        """Person → opponent → games won and lost at the board."""
        found: dict[str, dict[str, list[int]]] = {}
        for (event, division), document in self.by_division.items():
            for game in (game for one in document["rounds"] for game in one["games"]):
                sides = [self.whose.get((event, division, no)) for no in game["players"] if no is not None]
                if game["kind"] != "played" or game["winner"] is None or len(sides) < 2 or None in sides:
                    continue
                for no, me, other in zip(game["players"], sides, reversed(sides), strict=True):
                    score = found.setdefault(me.id, {}).setdefault(other.id, [0, 0])  # type: ignore[union-attr]
                    score[no != game["winner"]] += 1
        return found

    def duels(self, person: Person) -> list[tuple[Person, int, int]]:
        """Those whom somebody met more than once, most games first: won and lost."""
        known = {one.id: one for one in self.people}
        met = [
            (known[other], won, lost)
            for other, (won, lost) in self._duels.get(person.id, {}).items()
            if won + lost > 1
        ]
        return sorted(met, key=lambda one: (-one[1] - one[2], one[0].name))

    def charts(self, person: Person) -> list[dict[str, Any]]:
        """The rating after every event, in each game that the person plays."""
        points = history(self.rated, person.id) if self.settings.ratings.on else []
        found = [(game, [after for at, _, after in points if at == game]) for game in self.rated_in]
        return [
            {"game": game, "href": self.rating_href[game, person.id], **rating_chart(ratings)}
            for game, ratings in found
            if ratings
        ]

    def clubs(self) -> list[dict[str, Any]]:
        """Every club with its players, and what they won and lost in its name."""
        members: dict[str, dict[str, Person]] = {}
        score: Counter[tuple[str, bool]] = Counter()
        for (event, division), document in self.by_division.items():
            scores = self._scores[event, division]
            for one in document["players"]:
                person = self.whose.get((event, division, one["no"]))
                if person is not None and one["club"] and "members" not in one:
                    members.setdefault(one["club"], {})[person.id] = person
                    row = scores.get(one["no"], _NOTHING)
                    score[one["club"], True] += row["wins"]
                    score[one["club"], False] += row["losses"]
        return [
            {
                "name": name,
                "people": sorted(people.values(), key=_sound),
                "wins": score[name, True],
                "losses": score[name, False],
            }
            for name, people in sorted(members.items(), key=lambda item: (-len(item[1]), item[0]))
        ]

    @cached_property
    def _scores(self) -> dict[tuple[str, str], dict[int, Mapping[str, Any]]]:
        return {where: _scores(document) for where, document in self.by_division.items()}

    def lines(self, person: Person, site: Site) -> list[dict[str, Any]]:
        """The person's entries, the latest first."""
        return [self._line(entry, site) for entry in person.entries]

    def _line(self, entry: tuple[str, str, int], site: Site) -> dict[str, Any]:
        event_id, division_id, no = entry
        event, document = self.events[event_id], self.by_division[event_id, division_id]
        scores = self._scores[event_id, division_id]
        row = scores.get(no, _NOTHING)
        return {
            "event": site.words.either(event["name"], event["name_en"]),
            "division": division_name(site, event, document),
            "href": f"{folder_of(event, site.language)}{quote(division_id)}/p{no}.html",
            "date": date_of(event),
            "rank": row.get("rank") if document["final"] else None,  # once it is decided
            "status": "playing" if document["rounds"] else "roster",  # until then
            "of": len(scores),
            "wins": row["wins"],
            "losses": row["losses"],
            "titles": [one["title"] for one in document["titles"] if one["no"] == no],
            "awards": [one["award"] for one in document["awards"] if one["no"] == no],
        }


def folder_of(event: Document, language: str) -> str:
    """Where its pages stand: those in its own language at the top of its folder, those in the other one below."""
    return quote(event["id"]) + "/" + ("" if language == event["language"] else f"{language}/")


def date_of(event: Document) -> datetime.date | None:
    """Its day, as far as it is known."""
    return datetime.date.fromisoformat(event["date"]) if event["date"] else None


def division_name(site: Site, event: Document, document: Document) -> Markup:
    """A division in the page's language; its English name is known from event.json."""
    division = document["division"]
    english = {one["id"]: one["name_en"] for one in event["divisions"]}
    return site.words.either(division["name"], english.get(division["id"], ""))


def _readings(found: Mapping[str, Mapping[str, Any]]) -> dict[tuple[str, str, str], str]:
    """Event, name and club → kana."""
    return {
        (event_id, name, club): kana
        for event_id, index in found.items()
        for _, _, name, kana, club, *_ in index.get("players", ())
        if kana
    }


def _sound(person: Person) -> Any:
    return sort_key(person.kana, person.name, 0)


def rating_chart(ratings: Sequence[float]) -> dict[str, Any]:
    """A line from left to right, as high as the ratings go."""
    low, high = min(ratings), max(ratings)
    step, scale = 320 / max(len(ratings) - 1, 1), 100 / max(high - low, 1)
    points = [(round(10 + step * at), round(120 - (one - low) * scale)) for at, one in enumerate(ratings)]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    return {"path": path, "ratings": [round(one) for one in ratings]}


def people_pages(site: Site, archive: Archive) -> None:
    """people/index.html in the order of the fifty sounds, clubs.html, and one page for everybody."""
    people = archive.people
    site.page("people/clubs.html", "clubs.html", clubs=archive.clubs())
    namesakes: dict[str, list[Person]] = {}
    for person in people:
        namesakes.setdefault(person.name, []).append(person)
    by_sound = sorted(people, key=_sound)
    for path, names in by_kana(labelled((one.kana, one) for one in by_sound), "index"):
        site.page(f"people/{path}", "people.html", **names, count=len(people))
    for person in people:
        others = [one for one in namesakes[person.name] if one.id != person.id]
        lines = archive.lines(person, site)
        more = {
            "duels": archive.duels(person),
            "charts": archive.charts(person),
            "by_game": len(archive.rated_in) > 1,
        }
        site.page(
            f"people/{person.id}.html", "person.html", person=person, lines=lines, others=others, **more
        )
    for key, several in _crossroads(people, archive).items():
        for path, names in by_kana([("kx", "", "", several)], key):
            site.page(f"people/{path}", "people.html", **names, count=len(several))


def _crossroads(people: Sequence[Person], archive: Archive) -> dict[str, list[Person]]:
    """Addresses by name and club that no single person has: several share them, or people.toml gives another one."""
    keys = {
        (*where, one["no"]): person_id(one["name"], one["club"])
        for where, document in archive.by_division.items()
        for one in document["players"]
    }
    own = {person.id for person in people}
    found: dict[str, list[Person]] = {}
    for person in people:
        for key in dict.fromkeys(keys[entry] for entry in person.entries):
            if key not in own:
                found.setdefault(key, []).append(person)
    return found
