"""最終順位, titles, awards and qualification, derived from the course of a finished tournament."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tourgen.formats.declaration import Award, Qualification
from tourgen.verify.course import Course
from tourgen.verify.title import TitleHolder

KANJI = {"初": 1, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}

NO_GRADE = -1000


def final_ranks(course: Course) -> dict[int, int]:
    """「決勝の勝者を1位、敗者を2位とします」; everybody else after all the places played for.

    Who is equal in every listed criterion shares a rank: 1, 2, 2, 4.
    """
    ranks = dict(course.decided)
    table = course.last_table
    values = {no: table.values(no, course.declared.final.criteria) for no in table.order if no not in ranks}
    for no, mine in values.items():
        ahead = sum(other > mine for other in values.values())
        ranks[no] = course.decided_places + 1 + ahead
    return ranks


def titles(course: Course, ranks: dict[int, int]) -> list[TitleHolder]:
    """優勝, 準優勝, and the titles that have a game of their own, for whoever was there."""
    holders = [
        (line.title, no, False)
        for line in course.declared.place_title
        for no in ranks
        if ranks[no] == line.place
    ]
    there = _took_part(course)
    return [one for one in holders + course.match_titles(ranks) if one[1] in there]


def awards(course: Course, ranks: dict[int, int]) -> dict[int, Award]:
    """段位認定: the first line that fits, unless the grade held is equal or higher."""
    granted: dict[int, Award] = {}
    for no in _took_part(course):
        line = _first_fitting(course, no, ranks, course.declared.award)
        held = level(course.facts.entrants[no].grade)
        # An award that is no grade (敢闘賞) can't be held already.
        if isinstance(line, Award) and (level(line.award) == NO_GRADE or level(line.award) > held):
            granted[no] = line
    return granted


def qualifications(course: Course, ranks: dict[int, int]) -> dict[tuple[int, str], Qualification]:
    """王座戦出場: for each event it leads to, the first line that fits."""
    found: dict[tuple[int, str], Qualification] = {}
    for target in dict.fromkeys(line.target for line in course.declared.qualification):
        lines = [line for line in course.declared.qualification if line.target == target]
        for no in _took_part(course):
            line = _first_fitting(course, no, ranks, lines)
            if isinstance(line, Qualification):
                found[no, target] = line
    return found


def _took_part(course: Course) -> list[int]:
    """Whoever withdrew before round 1 was not there."""
    return [no for no in course.numbers if course.facts.entrants[no].withdrawn_after != 0]


def _first_fitting(
    course: Course, no: int, ranks: dict[int, int], lines: Iterable[Award | Qualification]
) -> Award | Qualification | None:
    """A line fits a place, or at least so many wins; walkovers and assumed wins count."""
    taken_in = course.facts.entrants[no].taken_in
    for line in lines:
        # 「フリークラスから補充された選手を除く」
        if taken_in and isinstance(line, Award) and not line.replacements:
            continue
        if line.places is not None and line.places[0] <= ranks[no] <= line.places[1]:
            return line
        if line.wins is not None and course.last_table.wins[no] >= line.wins:
            return line
    return None


def level(grade: str) -> int:
    """初段 < 二段 < … above 1級 > 2級 > …; a blank or unreadable grade is below all of them."""
    typed = re.sub(r"\s", "", unicodedata.normalize("NFKC", grade)).lower()
    written = re.fullmatch(r"(\d+|[初一二三四五六七八九十])(?:([段級])|-?(dan|kyu))", typed)
    if written is None:
        return NO_GRADE
    number = int(written[1]) if written[1].isdecimal() else KANJI[written[1]]
    return number if (written[2] or written[3]) in ("段", "dan") else -number
