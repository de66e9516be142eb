"""The standings of the document against the order derived after each round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tourgen.verify.course import Course
from tourgen.verify.deviation import NOTHING, Deviation, shown
from tourgen.verify.facts import FINALS


def check_standings(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """One entry per completed round in which anything but finals was played."""
    entries = {entry["after"]: entry["rows"] for entry in document.get("standings") or ()}
    for after in sorted(course.tables):
        # A round in which nobody was left to play may have an entry, it need not.
        played = any(game.stage not in FINALS for game in course.played[after].games)
        if after in entries:
            yield from _check_rows(entries[after], course, after)
        elif played:
            yield Deviation("standing-missing", after, None, shown(after), NOTHING)
    for after in sorted(entries.keys() - course.tables.keys()):
        yield Deviation("standing-early", after, None, NOTHING, shown(after))


def _check_rows(rows: list[Mapping[str, Any]], course: Course, after: int) -> Iterator[Deviation]:
    order = course.tables[after].order
    found = [row["no"] for row in rows]
    if sorted(order) != sorted(found):
        missing, extra = sorted(set(order) - set(found)), sorted(set(found) - set(order))
        yield Deviation("standing-players", after, None, shown(missing), shown(extra))
    elif order != found:
        # The first place at which the two differ says enough; the keys below say why.
        place = next(i for i in range(len(order)) if order[i] != found[i])
        yield Deviation(
            "standing-order", after, order[place], f"{place + 1}: {order[place]}", f"{found[place]}"
        )
    rank = course.tables[after].ranks
    for row in rows:
        if row["no"] in rank:
            yield from _check_row(row, course, after, rank[row["no"]])


def _check_row(row: Mapping[str, Any], course: Course, after: int, rank: int) -> Iterator[Deviation]:
    no, table = row["no"], course.tables[after]
    facts = (
        ("standing-rank", rank, row["rank"]),
        ("standing-wins", table.wins[no], row["wins"]),
        ("standing-losses", course.record.losses(no, after), row["losses"]),
        ("standing-group", course.groups[after][no], row["group"]),
    )
    for code, expected, found in facts:
        if expected != found:
            yield Deviation(code, after, no, shown(expected), shown(found))
    names, keys = course.declared.order.criteria, list(row["keys"])
    if len(keys) != len(names):
        yield Deviation("key", after, no, shown(list(table.keys[no])), shown(keys))
        return
    for name, expected, found in zip(names, table.keys[no], keys, strict=True):
        if expected != found:
            yield Deviation("key", after, no, f"{name} {expected}", f"{name} {found}")
