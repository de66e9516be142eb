"""Final rank, titles, awards, qualification and state of the document against the derived ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tourgen.verify.course import Course
from tourgen.verify.deviation import NOTHING, Deviation, shown
from tourgen.verify.honours import awards, final_ranks, qualifications, titles


def check_closing(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """What there is only once the division is finished: null or empty until then."""
    if not course.finished:
        for name, empty in (("final", None), ("titles", []), ("awards", []), ("qualified", [])):
            if document.get(name) != empty:
                yield Deviation("early", None, None, NOTHING, name)
        return
    ranks = final_ranks(course)
    yield from _check_final(document.get("final") or (), ranks)
    yield from _check_titles(document.get("titles") or (), course, ranks)
    yield from _check_awards(document.get("awards") or (), course, ranks)
    yield from _check_qualified(document.get("qualified") or (), course, ranks)


def _check_final(rows: Any, ranks: Mapping[int, int]) -> Iterator[Deviation]:
    found = {row["no"]: row["rank"] for row in rows}
    for no in sorted(ranks.keys() | found.keys()):
        if ranks.get(no) != found.get(no):
            yield Deviation("final", None, no, shown(ranks.get(no)), shown(found.get(no)))
    listed = [row["rank"] for row in rows]
    if len(found) != len(listed) or listed != sorted(listed):
        yield Deviation("final-order", None, None, shown(sorted(ranks.values())), shown(listed))


def _check_titles(rows: Any, course: Course, ranks: dict[int, int]) -> Iterator[Deviation]:
    expected = titles(course, ranks)
    found = [(row["title"], row["no"], bool(row.get("referee"))) for row in rows]
    for title in dict.fromkeys(name for name, _, _ in [*expected, *found]):
        ours = sorted((no, referee) for name, no, referee in expected if name == title)
        theirs = sorted((no, referee) for name, no, referee in found if name == title)
        if [no for no, _ in ours] != [no for no, _ in theirs]:
            no = ours[0][0] if ours else None
            yield Deviation("title", None, no, _holders(title, ours), _holders(title, theirs))
        elif ours != theirs:
            yield Deviation("referee", None, ours[0][0], f"{title} {shown(ours[0][1])}", shown(theirs[0][1]))


def _holders(title: str, holders: list[tuple[int, bool]]) -> str:
    return f"{title} {', '.join(str(no) for no, _ in holders) or NOTHING}"


def _check_awards(rows: Any, course: Course, ranks: dict[int, int]) -> Iterator[Deviation]:
    granted = awards(course, ranks)
    seen: set[int] = set()
    for row in rows:
        no, line = row["no"], granted.get(row["no"])
        found = f"{row['award']} ({row['reason']})"
        if line is None or no in seen:
            yield Deviation("award", None, no, NOTHING, found)
        elif row["award"] != line.award or row["reason"] not in (line.reason, line.reason_en):
            yield Deviation("award", None, no, f"{line.award} ({line.reason})", found)
        elif row["charged"] != line.charged:
            yield Deviation("charged", None, no, shown(line.charged), shown(row["charged"]))
        seen.add(no)
    for no in sorted(granted.keys() - seen):
        yield Deviation("award", None, no, f"{granted[no].award} ({granted[no].reason})", NOTHING)


def _check_qualified(rows: Any, course: Course, ranks: dict[int, int]) -> Iterator[Deviation]:
    expected = qualifications(course, ranks)
    seen: set[tuple[int, str]] = set()
    for row in rows:
        key = (row["no"], row["for"])
        line = expected.get(key)
        if line is None or key in seen or row["reason"] not in (line.reason, line.reason_en):
            wanted = f"{line.target} ({line.reason})" if line and key not in seen else NOTHING
            yield Deviation("qualified", None, row["no"], wanted, f"{row['for']} ({row['reason']})")
        seen.add(key)
    for no, target in sorted(expected.keys() - seen):
        yield Deviation("qualified", None, no, f"{target} ({expected[no, target].reason})", NOTHING)


def check_state(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """How far the division has come."""
    following = course.completed + 1
    expected = {
        "completed": course.completed,
        "next": following if following <= course.last_round else None,
        "finished": course.finished,
    }
    for name, value in expected.items():
        found = document["state"].get(name)
        if found != value:
            yield Deviation("state", None, None, f"{name} {shown(value)}", shown(found))
