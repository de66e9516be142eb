"""交代1, 交代2: the players who sat in for registered ones, as typed: 「副将 佐藤花子」.

メンバー1, メンバー2 name the registered players in the same way, a line each. A name may contain a character that
people put between names (Kim/金 太郎) or before one (=A): in メンバー the name ends with its line, in 交代 such a name
is recognised because the roster has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from tourgen.engine.model import Substitute
from tourgen.messages.problems import LANGUAGES, in_both, listed
from tourgen.sheets.columns import Boards
from tourgen.sheets.rows import Row
from tourgen.sheets.text import BETWEEN_NAMES, Value, fold, is_blank, shown

_LINES = re.compile(r"[\n\r]+")
_BEFORE_NAME = re.compile(r"[\s:：=＝→⇒>＞]+")
_MOST_WITHIN = 8  # separators within one name: no name has more, and trying all would take long


def odd_names(people: Iterable[str]) -> frozenset[str]:
    """The roster's names that contain a separator, as they are compared: a cell must not be cut within them."""
    return frozenset(
        fold(name) for name in people if BETWEEN_NAMES.search(name) or _BEFORE_NAME.match(name) is not None
    )


def read_substitutes(row: Row, boards: Boards, odd: Collection[str] = ()) -> tuple[Substitute, ...]:
    """Every substitute of the two cells; `odd` are the roster's `odd_names`."""
    return tuple(one for side in (0, 1) for one in _read_cell(row, side, boards, odd))


def read_line_up(row: Row, side: int, boards: Boards) -> tuple[str, ...]:
    """The name at each board when the sheet was made, "" for an empty seat; () where not all boards are named."""
    value = row.value(f"lineup{side + 1}")
    lines = {} if is_blank(value) else _seats(_LINES.split(str(value)), boards, as_made=True)
    seats = lines if len(lines) == len(boards) else _seats(_items(value, boards), boards)
    if len(seats) < len(boards):
        return ()
    return tuple("" if is_blank(seats[place]) else seats[place] for place in range(len(boards)))


def _seats(items: Iterable[str], boards: Boards, as_made: bool = False) -> dict[int, str]:
    return dict(found for item in items if (found := _seat(shown(item), boards, as_made=as_made)))


def _items(value: Value, boards: Boards, odd: Collection[str] = ()) -> Iterator[str]:
    """The parts of a cell between separators; a separator within an odd name doesn't count."""
    text = "" if is_blank(value) else str(value)
    cuts = [(0, 0), *(match.span() for match in BETWEEN_NAMES.finditer(text)), (len(text), len(text))]
    at = 0
    while at < len(cuts) - 1:
        begin = cuts[at][1]
        wider = range(min(at + 1 + _MOST_WITHIN, len(cuts) - 1), at + 1, -1) if odd else ()
        at = next((end for end in wider if _is_odd(text[begin : cuts[end][0]], boards, odd)), at + 1)
        yield text[begin : cuts[at][0]]


def _is_odd(item: str, boards: Boards, odd: Collection[str]) -> bool:
    found = _seat(shown(item), boards, odd)
    return found is not None and fold(found[1]) in odd


def _read_cell(row: Row, side: int, boards: Boards, odd: Collection[str]) -> Iterator[Substitute]:
    key, taken = f"sub{side + 1}", set()
    row.text(key)  # reports a text that is too long
    for part in _items(row.value(key), boards, odd):
        item = shown(part)
        if is_blank(item):
            continue
        found = _seat(item, boards, odd)
        if found is None:
            row.report("sub-unreadable", key, item=item, **_examples(boards))
        elif found[0] in taken:
            row.report("sub-board-twice", key, item=item)
        else:
            taken.add(found[0])
            yield Substitute(side, *found)


def _examples(boards: Boards) -> dict[str, dict[str, str]]:
    return {
        "boards": listed({"ja": one, "en": other} for one, other in boards),
        "example": in_both("substitute-example", board=dict(zip(LANGUAGES, boards[-1], strict=True))),
    }


def _seat(
    item: str, boards: Boards, odd: Collection[str] = (), as_made: bool = False
) -> tuple[int, str] | None:
    """(board from 0, name) of 「副将 佐藤花子」, 「副将:佐藤花子」, "Board 2 Sato", 「2 佐藤花子」.

    `as_made`: as tourgen writes it, a space and the name, whatever it begins with.
    """
    text = unicodedata.normalize("NFKC", item).strip()
    for place, names in enumerate(boards):
        for name in (*names, f"Board{place + 1}"):
            match = re.match(_spelt(name), text, re.IGNORECASE)
            rest = _name(text[match.end() :], odd, as_made) if match else ""
            if rest and not (match and match[0][-1:].isdecimal() and text[match.end()].isdecimal()):
                return place, _as_typed(item, rest)
    number = re.match(r"([1-9])(?:番)?[\s:=→>]+(.+)", text)
    if number and int(number[1]) <= len(boards):
        return int(number[1]) - 1, _as_typed(item, number[2])
    return None


def _name(rest: str, odd: Collection[str], as_made: bool) -> str:
    """The text after a board without the signs that people put before a name."""
    whole = rest.strip()
    if (as_made and rest[:1].isspace()) or (odd and fold(whole) in odd):
        return whole
    return _BEFORE_NAME.sub("", rest, count=1)


def _spelt(name: str) -> str:
    """A pattern for a board's name; spaces in it don't matter."""
    parts = re.findall(r"\d+|[^\d\s]+", unicodedata.normalize("NFKC", name))
    return r"\s*".join(map(re.escape, parts))


def _as_typed(item: str, rest: str) -> str:
    """The name in its original characters, where they can be told."""
    own = item.strip()[-len(rest) :]
    return own if unicodedata.normalize("NFKC", own) == rest else rest
