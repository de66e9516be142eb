"""A person's page across events: every entry with its result, and others of the same name."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from tourgen.dataclass import dataclass
from tourgen.people import Person, person_id
from tourgen.web.by_kana import by_kana
from tourgen.web.kana import labelled, sort_key
from tourgen.web.site import Site

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: where, when, and what came of it."""

    event: Markup
    division: Markup
    href: str
    date: datetime.date | None
    rank: int | None  # in the final order, once it is decided
    of: int
    wins: int
    losses: int
    titles: tuple[str, ...]
    awards: tuple[str, ...]


class _Outcome:
    """What came of one division, by player."""

    def __init__(self, document: Document) -> None:
        self.ranks = {row["no"]: row["rank"] for row in document["final"] or ()}
        self.wins: Counter[int] = Counter()  # byes and finals included
        self.losses: Counter[int] = Counter()
        for game in (game for one in document["rounds"] for game in one["games"]):
            if game["winner"] is not None or game["kind"] == "double-loss":
                for no in game["players"]:
                    (self.wins if no == game["winner"] else self.losses)[no] += 1


@dataclass(frozen=True)
class Shelf:
    """What every person's page is made from."""

    documents: Mapping[tuple[str, str], Document]
    events: Mapping[str, Mapping[str, Any]]

    @cached_property
    def _outcomes(self) -> dict[tuple[str, str], _Outcome]:
        return {where: _Outcome(document) for where, document in self.documents.items()}

    def lines(self, person: Person, site: Site) -> list[Line]:
        """The person's entries, the latest first."""
        return [self._line(entry, site) for entry in person.entries]

    def _line(self, entry: tuple[str, str, int], site: Site) -> Line:
        event_id, division_id, no = entry
        event, document = self.events[event_id], self.documents[event_id, division_id]
        english = {one["id"]: one["name_en"] for one in event["divisions"]}
        folder = quote(event_id) + "/" + ("" if site.language == event["language"] else f"{site.language}/")
        came = self._outcomes[event_id, division_id]
        return Line(
            said(site, event["name"], event["name_en"]),
            said(site, document["division"]["name"], english.get(division_id, "")),
            f"{folder}{quote(division_id)}/p{no}.html",
            datetime.date.fromisoformat(event["date"]) if event["date"] else None,
            came.ranks.get(no),
            len(came.ranks),
            came.wins[no],
            came.losses[no],
            tuple(one["title"] for one in document["titles"] if one["no"] == no),
            tuple(one["award"] for one in document["awards"] if one["no"] == no),
        )


def said(site: Site, japanese: str, english: str) -> Markup:
    """A name in the page's language, or as it is where there is no other."""
    return site.words.name(english if site.language == "en" and english else japanese)


def people_pages(site: Site, people: Sequence[Person], shelf: Shelf) -> None:
    """people/index.html in the order of the fifty sounds, and one page for everybody."""
    namesakes: dict[str, list[Person]] = {}
    for person in people:
        namesakes.setdefault(person.name, []).append(person)
    by_sound = sorted(people, key=lambda one: sort_key(one.kana, one.name, 0))
    for path, names in by_kana(labelled((one.kana, one) for one in by_sound), "index"):
        site.page(f"people/{path}", "people.html", **names, count=len(people))
    for person in people:
        others = [one for one in namesakes[person.name] if one.id != person.id]
        lines = shelf.lines(person, site)
        site.page(f"people/{person.id}.html", "person.html", person=person, lines=lines, others=others)
    for key, several in _crossroads(people, shelf).items():
        for path, names in by_kana([("kx", "", "", several)], key):
            site.page(f"people/{path}", "people.html", **names, count=len(several))


def _crossroads(people: Sequence[Person], shelf: Shelf) -> dict[str, list[Person]]:
    """Addresses by name and club that are nobody's own: several people, or somebody whom people.toml names."""
    keys = {
        (*where, one["no"]): person_id(one["name"], one["club"])
        for where, document in shelf.documents.items()
        for one in document["players"]
    }
    own = {person.id for person in people}
    found: dict[str, list[Person]] = {}
    for person in people:
        for key in dict.fromkeys(keys[entry] for entry in person.entries):
            if key not in own:
                found.setdefault(key, []).append(person)
    return found
