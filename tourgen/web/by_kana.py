"""A list by name as pages: a large field is split along the rows of the fifty sounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tourgen.web import standings
from tourgen.web.kana import KanaGroup
from tourgen.web.paper.leaves import evenly


def by_kana(groups: Sequence[KanaGroup[Any]], name: str) -> list[tuple[str, dict[str, Any]]]:
    """Each page's address and what stands on it: its rows, and an index that leads to those of all pages."""
    everybody = sum(len(members) for *_, members in groups)
    room = standings.PAGE if everybody > standings.SPLIT_ABOVE else standings.SPLIT_ABOVE
    chunks = _chunks(groups, room)
    parts = standings.part_paths(name, len(chunks))
    placed = [(path, group[0]) for path, chunk in zip(parts, chunks, strict=True) for group in chunk]
    begins = {id_: path for path, id_ in reversed(placed)}  # one that was cut: where it begins
    found = []
    for at, (path, chunk) in enumerate(zip(parts, chunks, strict=True), 1):
        index = [
            (f"#{id_}" if begins[id_] == path else f"{begins[id_]}#{id_}", kana, latin)
            for id_, kana, latin, _ in groups
        ]
        found.append((path, {"names": chunk, "index": index, "parts": parts, "part": at}))
    return found


def _chunks(groups: Sequence[KanaGroup[Any]], room: int) -> list[list[KanaGroup[Any]]]:
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
