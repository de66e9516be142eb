"""Every other part of a results document against the derived one: stages, dealing, standings, final rank, state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from tourgen.formats.models import Award, Qualification, Sum
from tourgen.verify.bracket import BracketStage
from tourgen.verify.closing import Granted, awards, final_ranks, qualifications, titles
from tourgen.verify.course import FINALS, Course, Table
from tourgen.verify.deviation import NOTHING, Deviation, compare, shown
from tourgen.verify.groups import GroupStage
from tourgen.verify.pool import PoolStage
from tourgen.verify.record import Record


def check_setting(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """Which stages are played when, by which criteria, who was dealt where, and whether the field can be played."""
    if course.numbers and "stages" in document:
        expected = [_stage_row(course, name) for name in course.stages]
        rows = zip_longest(expected, document["stages"], fillvalue=dict[str, Any]())
        for row, found in rows:
            for key, value in row.items():
                yield from compare("stages", value, found.get(key), name=f"{row['id']} {key}")
        yield from compare("stages", len(expected), len(document["stages"]))
        criteria = [
            one.model_dump(mode="json") if isinstance(one, Sum) else one
            for one in course.declared.order.criteria
        ]
        yield from compare("criteria", criteria, document.get("criteria"))
    for row in document["players"]:
        no = row["no"]
        group = course.first_stage.dealt_group(no) if no in course.numbers else None
        yield from compare("league", group, row.get("league"), no=no)
    yield from _check_field(course)
    yield from _check_confirmed(document, course)


def _stage_row(course: Course, name: str) -> dict[str, Any]:
    declared, span = course.stages[name].declared, course.stages[name].span
    row = {key: getattr(declared, key) for key in ("id", "kind", "name", "name_en")}
    return {**row, "rounds": None if span is None else list(span)}


def _check_field(course: Course) -> Iterator[Deviation]:
    """A league larger than 2^rounds can't produce a sole unbeaten player, and an empty one nobody."""
    present, first = len(course.facts.present), course.first_stage
    if not course.takes_field:
        spans = [one.entrants for one in course.declared.stage if one.entrants]
        yield Deviation("field", None, None, ", ".join(f"{a}-{b}" for a, b in spans), shown(present))
    elif isinstance(first, BracketStage):
        most = first.declared.size or present
        if course.numbers and not 2 <= present <= most:
            yield Deviation("field", None, None, f"2-{most}", shown(present))
    elif isinstance(first, GroupStage):
        most = present
        if isinstance(first, PoolStage) and "sole-unbeaten" in first.declared.leave and first.last:
            most = 2**first.last
        for name, members in first.groups.items():
            if not 1 <= len(members) <= most:
                yield Deviation("field", None, None, f"{name}: 1-{most}", f"{name}: {len(members)}")


def _check_confirmed(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """Only a group that closed without a sole unbeaten player takes a name: of one dealt into it, still there."""
    for row in document.get("confirmed") or ():
        name, no, after = row["group"], row["no"], row["after"]
        pool = next((one for one in course.pools if one.closed.get(name) == after), None)
        if pool is None:
            closed = next((f"{name} {one.closed[name]}" for one in course.pools if name in one.closed), None)
            yield Deviation("confirmed", after, no, shown(closed), f"{name} {after}")
        elif pool.qualified.get(name) != no:
            members = ", ".join(map(str, pool.groups[name]))
            yield Deviation("confirmed", after, no, f"{name}: {members}", f"{name}: {no}")


def last_standing(course: Course) -> int:
    """The last round with a standing: the last in which anything but finals counts."""
    spans = [course.stages[name].span for name in course.counted if name not in FINALS]
    return max((course.completed if span[1] is None else span[1] for span in spans if span), default=0)


def check_standings(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """One entry per completed round in which anything but finals was played."""
    entries = {entry["after"]: entry["rows"] for entry in document.get("standings") or ()}
    due = range(1, min(course.completed, last_standing(course)) + 1)
    for after in due:
        if after in entries:
            groups = course.shown_groups[after]
            yield from _check_rows(entries[after], course, course.table(after), after, groups)
        # A round in which nobody was left to play may have an entry, it need not.
        elif any(game.stage not in FINALS for game in course.played[after].games):
            yield Deviation("standing-missing", after, None, shown(after), NOTHING)
    for after in sorted(entries.keys() - set(due)):
        yield Deviation("standing-early", after, None, NOTHING, shown(after))


def check_live(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """The standing with the results entered so far, open games left out, nothing predicted."""
    if "live" not in document:
        return
    live, number = document["live"], course.completed + 1
    sheet = course.facts.sheets.get(number) if course.numbers else None
    if sheet is not None and (number > last_standing(course) or sheet.completed):
        sheet = None
    if sheet is None or live is None:
        yield from compare("live", sheet and number, live and live["round"], number)
        return
    entered = sum(game.entered for game in sheet.games)
    for name, value in (("round", number), ("entered", entered), ("games", len(sheet.games))):
        yield from compare("live", value, live[name], number, name=name)
    record = Record(tuple(course.numbers), course.scale, len(course.declared.boards))
    record.lines = {no: list(lines) for no, lines in course.record.lines.items()}
    course.write(record, sheet)
    table = course.ranking(course.ground(after=number, record=record))
    groups = {no: course.first_stage.group_of(no) for no in course.numbers}
    for one in _check_rows(live["rows"], course, table, number, groups):
        yield replace(one, code=one.code.replace("standing", "live"))


def _check_rows(
    rows: Sequence[Mapping[str, Any]],
    course: Course,
    table: Table,
    after: int,
    groups: Mapping[int, str | None],
) -> Iterator[Deviation]:
    order, found = list(table.order), [row["no"] for row in rows]
    if sorted(order) != sorted(found):
        missing, extra = sorted(set(order) - set(found)), sorted(set(found) - set(order))
        yield Deviation("standing-players", after, None, shown(missing), shown(extra))
    elif order != found:
        # The first place at which the two differ says enough; the keys below say why.
        at = next(i for i in range(len(order)) if order[i] != found[i])
        yield Deviation("standing-order", after, order[at], f"{at + 1}: {order[at]}", f"{found[at]}")
    for row in rows:
        if (no := row["no"]) in table.ranks:
            expected = {
                "rank": table.ranks[no],
                "wins": table.view.count(no, "win"),
                "losses": table.view.count(no, "loss"),
                "group": groups[no],
            }
            for name, value in expected.items():
                yield from compare(f"standing-{name}", value, row[name], after, no)
            yield from _check_keys(course, table, after, no, list(row["keys"]))


def _check_keys(
    course: Course, table: Table, after: int | None, no: int, keys: list[int]
) -> Iterator[Deviation]:
    names = course.declared.order.criteria
    if len(keys) != len(names):
        yield Deviation("key", after, no, shown(list(table.keys[no])), shown(keys))
        return
    for name, expected, found in zip(names, table.keys[no], keys, strict=True):
        if expected != found:
            yield Deviation("key", after, no, f"{name} {expected}", f"{name} {found}")


def check_closing(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """What there is only once the division is finished: null or empty until then."""
    if not course.finished:
        for name, empty in (("final", None), ("titles", []), ("awards", []), ("qualified", [])):
            if document.get(name) != empty:
                yield Deviation("early", None, None, NOTHING, name)
        return
    ranks = final_ranks(course)
    yield from _check_final(document.get("final") or (), course, ranks)
    yield from _check_titles(document.get("titles") or (), course, ranks)
    yield from _check_granted("award", document.get("awards") or (), awards(course, ranks))
    yield from _check_granted("qualified", document.get("qualified") or (), qualifications(course, ranks))


def _check_final(rows: Any, course: Course, ranks: Mapping[int, int]) -> Iterator[Deviation]:
    table = course.table(course.completed)
    found = {row["no"]: row["rank"] for row in rows}
    for no in sorted(ranks.keys() | found.keys()):
        yield from compare("final", ranks.get(no), found.get(no), no=no)
    place = {no: at for at, no in enumerate(table.order)}
    order = sorted(ranks, key=lambda no: (ranks[no], place[no]))
    if found == ranks:
        yield from compare("final-order", order, [row["no"] for row in rows])
    for row in rows:
        if (no := row["no"]) in ranks and "keys" in row:
            for name, result in (("wins", "win"), ("losses", "loss"), ("draws", "draw")):
                yield from compare("final-count", table.view.count(no, result), row[name], no=no, name=name)
            yield from _check_keys(course, table, None, no, list(row["keys"]))


def _check_titles(rows: Any, course: Course, ranks: Mapping[int, int]) -> Iterator[Deviation]:
    expected = titles(course, ranks)
    found = [(row["title"], row["no"], bool(row.get("referee"))) for row in rows]
    for title in dict.fromkeys(name for name, _, _ in [*expected, *found]):
        ours, theirs = (
            sorted((no, referee) for name, no, referee in some if name == title) for some in (expected, found)
        )
        if [no for no, _ in ours] != [no for no, _ in theirs]:
            no = ours[0][0] if ours else None
            yield Deviation("title", None, no, _holders(title, ours), _holders(title, theirs))
        elif ours != theirs:
            yield Deviation("referee", None, ours[0][0], f"{title} {shown(ours[0][1])}", shown(theirs[0][1]))


def _holders(title: str, holders: Sequence[tuple[int, bool]]) -> str:
    return f"{title} {', '.join(str(no) for no, _ in holders) or NOTHING}"


def _check_granted(code: str, rows: Any, expected: Granted) -> Iterator[Deviation]:
    """Every row is due, once, for its reason in either language."""
    left = dict(expected)
    for row in rows:
        line = left.pop((row["no"], row.get("for")), None)
        found = f"{row.get('for') or row['award']} ({row['reason']})"
        if line is None or found not in _told(line):
            yield Deviation(code, None, row["no"], NOTHING if line is None else _told(line)[0], found)
        elif isinstance(line, Award):
            yield from compare("charged", line.charged, row["charged"], no=row["no"])
    for no, target in sorted(left):
        yield Deviation(code, None, no, _told(left[no, target])[0], NOTHING)


def _told(line: Award | Qualification) -> list[str]:
    name = line.award if isinstance(line, Award) else line.target
    return [f"{name} ({reason})" for reason in (line.reason, line.reason_en)]


def check_state(document: Mapping[str, Any], course: Course) -> Iterator[Deviation]:
    """How far the division has come."""
    expected = {
        "completed": course.completed,
        "next": None if course.over and course.numbers else course.completed + 1,
        "finished": course.finished,
    }
    for name, value in expected.items():
        yield from compare("state", value, document["state"].get(name), name=name)
