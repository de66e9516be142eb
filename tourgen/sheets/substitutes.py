"""交代1, 交代2: who sat at a board instead of its registered player, as typed: 「副将 佐藤花子」.

メンバー1, メンバー2 name the registered ones in the same way, a line each.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tourgen.model import Substitute
from tourgen.sheets.columns import Boards
from tourgen.sheets.rows import Row
from tourgen.sheets.text import is_blank, shown

_BETWEEN = re.compile(r"[、,，;；/／\n\r]+")
_BEFORE_NAME = re.compile(r"[\s:：=＝→⇒>＞]+")


def read_substitutes(row: Row, boards: Boards) -> tuple[Substitute, ...]:
    """Everybody named in the two cells."""
    return tuple(one for side in (0, 1) for one in _read_cell(row, side, boards))


def read_line_up(row: Row, side: int, boards: Boards) -> tuple[str, ...]:
    """Who was registered at each board when the sheet was made, "" where nobody; () where not all boards are named."""
    value = row.value(f"lineup{side + 1}")
    items = _BETWEEN.split(str(value)) if not is_blank(value) else ()
    seats = dict(found for item in items if (found := _seat(shown(item), boards)))
    if len(seats) < len(boards):
        return ()
    return tuple("" if is_blank(seats[place]) else seats[place] for place in range(len(boards)))


def _read_cell(row: Row, side: int, boards: Boards) -> Iterator[Substitute]:
    key, taken = f"sub{side + 1}", set()
    value = row.value(key)
    for part in _BETWEEN.split(str(value)) if not is_blank(value) else ():
        item = shown(part)
        if is_blank(item):
            continue
        found = _seat(item, boards)
        if found is None:
            row.report("sub-unreadable", key, item=item, **_examples(boards))
        elif found[0] in taken:
            row.report("sub-board-twice", key, item=item)
        else:
            taken.add(found[0])
            yield Substitute(side, *found)


def _examples(boards: Boards) -> dict[str, dict[str, str]]:
    ja, en = (tuple(names) for names in zip(*boards, strict=True))
    return {
        "boards": {"ja": "、".join(ja), "en": ", ".join(en)},
        "example": {"ja": f"{ja[-1]} 佐藤花子", "en": f"{en[-1]} Hanako Sato"},
    }


def _seat(item: str, boards: Boards) -> tuple[int, str] | None:
    """(board from 0, name) of 「副将 佐藤花子」, 「副将:佐藤花子」, "Board 2 Sato", 「2 佐藤花子」."""
    text = unicodedata.normalize("NFKC", item).strip()
    for place, names in enumerate(boards):
        for name in (*names, f"Board{place + 1}"):
            match = re.match(_spelt(name), text, re.IGNORECASE)
            rest = _BEFORE_NAME.sub("", text[match.end() :], count=1) if match else ""
            if rest and not (match and match[0][-1:].isdecimal() and text[match.end()].isdecimal()):
                return place, _as_typed(item, rest)
    number = re.match(r"([1-9])(?:番)?[\s:=→>]+(.+)", text)
    if number and int(number[1]) <= len(boards):
        return int(number[1]) - 1, _as_typed(item, number[2])
    return None


def _spelt(name: str) -> str:
    """A pattern for a board's name; spaces in it don't matter."""
    parts = re.findall(r"\d+|[^\d\s]+", unicodedata.normalize("NFKC", name))
    return r"\s*".join(map(re.escape, parts))


def _as_typed(item: str, rest: str) -> str:
    """The name in its original characters, where they can be told."""
    own = item.strip()[-len(rest) :]
    return own if unicodedata.normalize("NFKC", own) == rest else rest
