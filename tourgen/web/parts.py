"""Long lists on several pages: evenly, or along the rows of the fifty sounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from tourgen.web.kana import KanaGroup

SPLIT_ABOVE = 300  # rows; phones get slow with more
PAGE = 150  # rows on each page of a list that is split

Item = TypeVar("Item")


def room_for(rows: int) -> int:
    """How many rows each page of a list gets."""
    return PAGE if rows > SPLIT_ABOVE else SPLIT_ABOVE


def evenly(items: Sequence[Item], room: int) -> list[tuple[Item, ...]]:
    """As few pages or sheets as possible, with the same number of rows on each, or one less."""
    count = -(-len(items) // room)
    ends = [-(-len(items) * at // count) for at in range(count + 1)] if count else [0]
    return [tuple(items[start:end]) for start, end in pairwise(ends)]


def pages(items: Sequence[Item], room: int) -> list[tuple[Item, ...]]:
    """The same, on one page where there is nothing."""
    return evenly(items, room) or [()]


def numbered(name: str, chunks: Sequence[Item]) -> Iterator[tuple[str, Item, dict[str, Any]]]:
    """(address, what stands on it, what links the pages) of each: r3.html, r3-2.html, …"""
    paths = [f"{name}.html", *(f"{name}-{at}.html" for at in range(2, len(chunks) + 1))]
    for at, (path, chunk) in enumerate(zip(paths, chunks, strict=True), 1):
        yield path, chunk, {"parts": paths, "part": at}


def by_kana(groups: Sequence[KanaGroup[Any]], name: str) -> list[tuple[str, dict[str, Any]]]:
    """Each page's address and what stands on it: its rows, and an index that leads to those of all pages."""
    everybody = sum(len(members) for *_, members in groups)
    placed = list(numbered(name, _whole_rows(groups, room_for(everybody))))
    # A row that was cut is found where it begins.
    begins = {group[0]: path for path, chunk, _ in reversed(placed) for group in chunk}
    found = []
    for path, chunk, links in placed:
        index = [
            (f"#{id_}" if begins[id_] == path else f"{begins[id_]}#{id_}", kana, latin)
            for id_, kana, latin, _ in groups
        ]
        found.append((path, {"names": chunk, "index": index, **links}))
    return found


def _whole_rows(groups: Sequence[KanaGroup[Any]], room: int) -> list[list[KanaGroup[Any]]]:
    """Whole rows of the fifty sounds on each page; one that is too long for a page is cut."""
    chunks: list[list[KanaGroup[Any]]] = [[]]
    left = room
    for id_, kana, latin, members in groups:
        for some in evenly(members, room):
            if len(some) > left and chunks[-1]:
                chunks.append([])
                left = room
            chunks[-1].append((id_, kana, latin, list(some)))
            left -= len(some)
    return chunks
