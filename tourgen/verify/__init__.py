"""A second derivation of a whole division from its results document, which shares no code with the rules.

It starts from the roster, the draws and the results of the games alone, derives everything else again and
lists every difference. Each round is judged on the results that stand before it, so one wrong round doesn't
make the following ones look wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tourgen.formats.declaration import Format
from tourgen.verify.bracket_course import BracketCourse
from tourgen.verify.closing import check_closing, check_state
from tourgen.verify.course import Course, relabelled
from tourgen.verify.deviation import NOTHING, Deviation, shown
from tourgen.verify.facts import Barred, Facts, Sheet, read_facts
from tourgen.verify.league_course import LeagueCourse
from tourgen.verify.leagues import check_dealing
from tourgen.verify.lottery import Lots, check_lottery, draw_lots
from tourgen.verify.rounds import check_round
from tourgen.verify.rulings import as_paired
from tourgen.verify.standings import check_standings
from tourgen.verify.swiss_course import SwissCourse

__all__ = ["Barred", "Deviation", "course_of", "facts_of", "verify"]


SEATING = ("table", "player-order")


def verify(
    document: Mapping[str, Any],
    declared: Format,
    *,
    paired_ahead: bool = True,
    seating: bool = True,
    hand_made: bool = False,
    barred: Iterable[Barred] = (),
) -> list[Deviation]:
    """Every difference between a results document and what the rules give.

    `paired_ahead`: a player may have withdrawn after a round was already paired, and then forfeits in it.
    Where nobody did, False also finds withdrawn players who were paired all the same.
    `seating`: tables, and who of two is named first, must be as the rules number them. On a real day tables are
    moved and results corrected after the round was paired; False leaves both as they stand.
    `hand_made`: a round that the document itself marks as made by hand is held against the rules as well.
    `barred`: 組合せ禁止, which no document publishes: (roster number, roster number, whether it is 禁止).
    """
    facts = facts_of(document, declared, paired_ahead=paired_ahead, barred=barred)
    lots = draw_lots(facts, declared.lottery)
    course = course_of(facts, declared, lots)
    found = [*_check_roster(document), *check_lottery(document, facts, lots, declared.lottery)]
    found += check_dealing(document, course.dealt)
    found += _check_rounds(course, hand_made)
    found += course.check_own(document)
    found += check_standings(document, course)
    found += check_closing(document, course)
    found += check_state(document, course)
    return [one for one in found if seating or one.code not in SEATING]


def facts_of(
    document: Mapping[str, Any],
    declared: Format,
    *,
    paired_ahead: bool = True,
    barred: Iterable[Barred] = (),
) -> Facts:
    """What a document says of itself; only leagues pair a no-show in round 1, for they were dealt before."""
    dealt = bool(declared.league_names)
    return read_facts(document, paired_ahead=paired_ahead, dealt=dealt, barred=barred)


def course_of(facts: Facts, declared: Format, lots: Lots) -> Course:
    """The course of a format with leagues, with Swiss preliminaries or a round robin, or with a main bracket."""
    if declared.swiss is not None:
        return SwissCourse(facts, declared, lots)
    kind = LeagueCourse if declared.league_names else BracketCourse
    return kind(facts, declared, lots)


def _check_roster(document: Mapping[str, Any]) -> Iterator[Deviation]:
    numbers = [row["no"] for row in document["players"]]
    for no in sorted({no for no in numbers if numbers.count(no) > 1}):
        yield Deviation("roster-twice", None, no, "1", shown(numbers.count(no)))


def _check_rounds(course: Course, hand_made: bool) -> Iterator[Deviation]:
    """Round after round: what should be played, what was; as far as the results go."""
    sheets = course.facts.sheets
    reached = 0
    while course.numbers and not course.waiting and course.completed < course.last_round:
        reached = course.completed + 1
        sections = as_paired(course, reached, course_of)
        # A round of which nothing is left to play is complete without a sheet.
        sheet = sheets.get(reached, Sheet(reached, False, ()))
        if not sheets and course.may_wait():
            break
        if reached not in sheets and any(section.members for section in sections):
            yield Deviation("round-missing", reached, None, shown(reached), NOTHING)
            break
        yield from check_round(course, sheet, sections, hand_made)
        if not sheet.completed:
            break
        course.take_in(relabelled(sheet, sections))
    for number in sorted(sheets):
        if number > reached or number < 1:
            yield Deviation("round-early", number, None, NOTHING, shown(number))
