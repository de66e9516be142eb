"""The mark a sheet carries of the pairs it was made with, so that a stale sheet can be told from one edited by hand.

It is a custom property of the file, which Excel and LibreOffice keep when they save it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from xml.etree import ElementTree

PROPERTY = "tourgen-pairs"
PART = "docProps/custom.xml"


def pairs_mark(pairs: Iterable[tuple[int | None, int | None]]) -> str:
    """The same for the same pairs in any order."""
    lines = sorted("-".join(sorted(str(no) for no in pair)) for pair in pairs)
    return hashlib.sha256(" ".join(lines).encode()).hexdigest()[:32]


def read_mark(part: bytes) -> str:
    """The mark in the file's custom properties, or nothing."""
    try:
        root = ElementTree.fromstring(part) if part else None
    except ElementTree.ParseError:
        return ""
    for element in root if root is not None else ():
        if element.get("name") == PROPERTY:
            return "".join(element.itertext()).strip()
    return ""
