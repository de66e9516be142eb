"""For other programs: an Atom feed of results, a sitemap, and the day's timetable for calendars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from xml.etree import ElementTree as xml

from tourgen.results.document import player_names
from tourgen.web.home import plan
from tourgen.web.texts import Texts

if TYPE_CHECKING:
    from tourgen.event.settings import Event
    from tourgen.web.division_view import DivisionView
    from tourgen.web.words import Words

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
UNDATED = "1970-01-01"
MOST_ENTRIES = 100
FINISHED = 999  # instead of a round: the final ranks
LEADERS = 3  # named of each round


def atom_feed(
    documents: Sequence[Mapping[str, Any]],
    events: Mapping[str, Mapping[str, Any]],
    base_url: str,
    language: str,
) -> bytes:
    """Every completed round and every finished division, the latest first.

    Dates are the events' own, and the rounds' times: the same results, the same feed.
    """
    t = Texts(language)
    feed = xml.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    root = base_url.rstrip("/")
    _put(feed, "title", str(t("index.title")))
    _put(feed, "id", root + "/" if root else "tag:tourgen,2024:feed")
    known = [one for one in documents if one["event"]["id"] in events]
    news = [(_time(events, one, number), one, number) for one in known for number in _rounds(one)]
    news.sort(key=lambda one: (one[0], one[1]["event"]["id"], one[1]["division"]["id"], one[2]), reverse=True)
    _put(feed, "updated", news[0][0] if news else f"{UNDATED}T00:00:00Z")
    xml.SubElement(feed, "link", {"rel": "alternate", "href": root + "/" if root else "index.html"})
    for time, one, number in news[:MOST_ENTRIES]:
        _entry(feed, one, number, time, root, t)
    return _bytes(feed)


def _rounds(document: Mapping[str, Any]) -> list[int]:
    """The completed rounds, and FINISHED."""
    state = document["state"]
    return [*range(1, state["completed"] + 1), *([FINISHED] if state["finished"] else [])]


def _time(events: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any], number: int) -> str:
    """When a round began, as far as the event says it; what is finished comes last."""
    event = events[document["event"]["id"]]
    times = {one["id"]: one.get("times", []) for one in event["divisions"]}.get(
        document["division"]["id"], []
    )
    time = "23:59" if number == FINISHED else times[number - 1] if number <= len(times) else "00:00"
    return f"{event['date'] or UNDATED}T{time.zfill(5)}:00Z"


def _entry(
    feed: xml.Element, document: Mapping[str, Any], number: int, time: str, root: str, t: Texts
) -> None:
    event, division = document["event"]["id"], document["division"]["id"]
    entry = xml.SubElement(feed, "entry")
    over = number == FINISHED
    path = f"{quote(event)}/{quote(division)}/{'standings' if over else f'r{number}'}.html"
    names = player_names(document)
    what = "" if over else f" {t('round.name', n=number)}"
    _put(entry, "title", f"{document['event']['name']} {document['division']['name']}{what}")
    _put(entry, "id", f"tag:tourgen,2024:{quote(event)}/{quote(division)}{'' if over else f'/r{number}'}")
    _put(entry, "updated", time)
    author = xml.SubElement(entry, "author")
    _put(author, "name", document["event"]["name"])
    xml.SubElement(entry, "link", {"rel": "alternate", "href": f"{root}/{path}" if root else path})
    _put(entry, "summary", str(t("page.comma")).join(_told(document, number, names, t)))


def _told(document: Mapping[str, Any], number: int, names: Mapping[int, str], t: Texts) -> list[str]:
    """The titles, or who led after a round; of one that made no new ranks, its first tables."""
    if number == FINISHED:
        return [f"{title['title']} {names[title['no']]}" for title in document["titles"]]
    rows = [row for one in document["standings"] if one["after"] == number for row in one["rows"]]
    games = [game for one in document["rounds"] if one["round"] == number for game in one["games"]]
    duels = [sorted(game["players"], key=game["winner"].__ne__) for game in games if game["kind"] == "played"]
    return [f"{row['rank']} {names[row['no']]}" for row in rows[:LEADERS]] or [
        f"{names[winner]} {t('home.beat')} {names[loser]}" for winner, loser in duels[:LEADERS]
    ]


def sitemap(paths: Sequence[str], base_url: str) -> bytes:
    """Every page of the site, where its address is known."""
    urls = xml.Element("urlset", {"xmlns": SITEMAP})
    for path in sorted(paths):
        _put(xml.SubElement(urls, "url"), "loc", f"{base_url.rstrip('/')}/{quote(path)}")
    return _bytes(urls)


def calendar(event: Event, divisions: Sequence[DivisionView], words: Words) -> bytes:
    """The timetable as iCalendar (RFC 5545), in the local time of the venue; b"" without a date or anything in it."""
    day = [(slot.time, slot.between, slot) for slot in plan(divisions, event.timetable)]
    if event.date is None or not day:
        return b""
    date = f"{event.date:%Y%m%d}"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tourgen//timetable//EN"]
    for number, (time, between, slot) in enumerate(day, 1):
        title = between.title if between else str(words.round(slot.round))
        if between is None and len(slot.divisions) < len(divisions):
            title += " " + " ".join(view.division.name for view in slot.divisions)
        lines += ["BEGIN:VEVENT", f"UID:{quote(event.id)}-{number}@tourgen", f"DTSTAMP:{date}T000000Z"]
        lines.append(f"DTSTART:{date}T{_clock(time)}")
        if between is not None and between.end:
            lines.append(f"DTEND:{date}T{_clock(between.end)}")
        lines += [f"SUMMARY:{_escaped(f'{title} {event.name}')}", f"LOCATION:{_escaped(event.venue)}"]
        lines.append("END:VEVENT")
    folded = [part for line in [*lines, "END:VCALENDAR"] for part in _folded(line)]
    return ("\r\n".join(folded) + "\r\n").encode()


def _clock(time: str) -> str:
    return time.zfill(5).replace(":", "") + "00"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\,;" else letter for letter in " ".join(text.split()))


def _folded(line: str) -> Iterator[str]:
    """Lines have up to 75 bytes; what is longer goes on behind a space (18 letters have 72 bytes at the most)."""
    for at in range(0, len(line), 18) if len(line.encode()) > 75 else (0,):
        part = line[at : at + 18] if len(line.encode()) > 75 else line
        yield f" {part}" if at else part


def _put(parent: xml.Element, tag: str, text: str) -> None:
    xml.SubElement(parent, tag).text = "".join(character for character in text if _allowed(character))


def _allowed(character: str) -> bool:
    """XML knows no control characters but these."""
    return character in "\t\n\r" or (character >= " " and character not in "\ufffe\uffff")


def _bytes(root: xml.Element) -> bytes:
    text: bytes = xml.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + text + b"\n"
