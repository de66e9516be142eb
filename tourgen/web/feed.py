"""For programs that look whether there is something new: an Atom feed of results, and a sitemap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree as xml

from tourgen.web.texts import Texts

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
UNDATED = "1970-01-01"
MOST_ENTRIES = 100


def atom_feed(
    documents: Sequence[Mapping[str, Any]],
    events: Mapping[str, Mapping[str, Any]],
    base_url: str,
    language: str,
) -> bytes:
    """The finished divisions, the latest event first. Dates are the events' own: the same results, the same feed."""
    t = Texts(language)
    feed = xml.Element("feed", {"xmlns": ATOM, "xml:lang": language})
    root = base_url.rstrip("/")
    _put(feed, "title", str(t("index.title")))
    _put(feed, "id", root + "/" if root else "tag:tourgen,2024:feed")
    finished = [one for one in documents if one["state"]["finished"] and one["event"]["id"] in events]
    finished.sort(
        key=lambda one: (_date(events, one), one["event"]["id"], one["division"]["id"]), reverse=True
    )
    _put(feed, "updated", f"{max((_date(events, one) for one in finished), default=UNDATED)}T00:00:00Z")
    xml.SubElement(feed, "link", {"rel": "alternate", "href": root + "/" if root else "index.html"})
    for one in finished[:MOST_ENTRIES]:
        _entry(feed, one, events, root, t)
    return _bytes(feed)


def _entry(
    feed: xml.Element,
    document: Mapping[str, Any],
    events: Mapping[str, Mapping[str, Any]],
    root: str,
    t: Texts,
) -> None:
    event, division = document["event"]["id"], document["division"]["id"]
    entry = xml.SubElement(feed, "entry")
    path = f"{quote(event)}/{quote(division)}/standings.html"
    names = {player["no"]: player["name"] for player in document["players"]}
    _put(entry, "title", f"{document['event']['name']} {document['division']['name']}")
    _put(entry, "id", f"tag:tourgen,2024:{quote(event)}/{quote(division)}")
    _put(entry, "updated", f"{_date(events, document)}T00:00:00Z")
    author = xml.SubElement(entry, "author")
    _put(author, "name", document["event"]["name"])
    xml.SubElement(entry, "link", {"rel": "alternate", "href": f"{root}/{path}" if root else path})
    won = [f"{title['title']} {names[title['no']]}" for title in document["titles"]]
    _put(entry, "summary", str(t("page.comma")).join(won))


def _date(events: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any]) -> str:
    return str(events[document["event"]["id"]]["date"] or UNDATED)


def sitemap(paths: Sequence[str], base_url: str) -> bytes:
    """Every page of the site, where its address is known."""
    urls = xml.Element("urlset", {"xmlns": SITEMAP})
    for path in sorted(paths):
        _put(xml.SubElement(urls, "url"), "loc", f"{base_url.rstrip('/')}/{quote(path)}")
    return _bytes(urls)


def _put(parent: xml.Element, tag: str, text: str) -> None:
    xml.SubElement(parent, tag).text = "".join(character for character in text if _allowed(character))


def _allowed(character: str) -> bool:
    """XML knows no control characters but these."""
    return character in "\t\n\r" or (character >= " " and character not in "\ufffe\uffff")


def _bytes(root: xml.Element) -> bytes:
    text: bytes = xml.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + text + b"\n"
