"""A second derivation of a whole division from its results document, which shares no code with the engine.

It starts from the roster, the draws and the results of the games alone, derives everything else again and
lists every difference. Each round is judged on the results that stand before it, so one wrong round doesn't
make the following ones look wrong. Only the models of the format language are shared: what a declaration says
is read once, what it means is worked out here by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tourgen.formats.models import Format, Pool
from tourgen.verify.bracket import BracketStage
from tourgen.verify.course import Course, fitted, relabelled
from tourgen.verify.deviation import NOTHING, Deviation, shown
from tourgen.verify.document import check_closing, check_live, check_setting, check_standings, check_state
from tourgen.verify.facts import Barred, Facts, Sheet, read_facts
from tourgen.verify.lottery import check_lottery, check_replacements, draw_lots
from tourgen.verify.rounds import as_paired, check_round

__all__ = ["Barred", "Deviation", "facts_of", "verify"]

SEATING = ("table", "player-order", "black", "handicap")


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
    course = Course(facts, declared, lots)
    found = [*_check_roster(document), *check_lottery(document, facts, lots)]
    if declared.lottery.method == "bracket":
        found += check_replacements(facts, declared)
    found += _check_rounds(course, hand_made)
    found += check_setting(document, course)
    found += check_standings(document, course)
    found += check_live(document, course)
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
    """What a document says of itself; only where the first round deals by number a no-show is paired in it."""
    present = [row for row in document["players"] if not row.get("absent") and row.get("moved_to") is None]
    played = fitted(declared, len(present))
    first = next(stage for stage in played.stage if not stage.entered_from)
    dealt = isinstance(first, Pool) and first.first_round != "as-later"
    return read_facts(document, paired_ahead=paired_ahead, dealt=dealt, barred=barred)


def _check_roster(document: Mapping[str, Any]) -> Iterator[Deviation]:
    numbers = [row["no"] for row in document["players"]]
    for no in sorted({no for no in numbers if numbers.count(no) > 1}):
        yield Deviation("roster-twice", None, no, "1", shown(numbers.count(no)))


def _check_rounds(course: Course, hand_made: bool) -> Iterator[Deviation]:
    """Round after round: what should be played, what was; as far as the results go."""
    sheets = course.facts.sheets
    reached = 0
    while course.numbers and not course.waiting and not course.over:
        reached = course.completed + 1
        sections = as_paired(course, reached)
        # A round of which nothing is left to play is complete without a sheet.
        sheet = sheets.get(reached, Sheet(reached, False, ()))
        if not sheets and _may_wait(course):
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


def _may_wait(course: Course) -> bool:
    """While a volunteer of another division has no number yet, absentees' places wait for them."""
    entrants = course.facts.entrants.values()
    first = course.first_stage
    numbered = isinstance(first, BracketStage) and first.numbered
    return numbered and sum(one.out for one in entrants) > sum(one.taken_in for one in entrants)
