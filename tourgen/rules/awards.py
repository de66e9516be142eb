"""段位認定 and 王座戦 qualification: the first line of the table that fits (section 7)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Award, Qualification, Span

_NUMERALS = {
    "初": 1,
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
}


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player finished: final rank and wins (walkovers count), and the grade already held."""

    no: int
    rank: int
    wins: int
    grade: str = ""
    replacement: bool = False  # taken in from another division
    took_part: bool = True  # not for who withdrew before round 1 (decision A3)


def grade_value(grade: str) -> int | None:
    """段級位 on one scale: 初段 is 1, 二段 2 …; 1級 is 0, 2級 -1 …; None where nothing can be read.

    English sheets may say 4-dan and 2 kyu.
    """
    text = "".join(unicodedata.normalize("NFKC", grade).casefold().split())
    for suffix, sign in (("段", 1), ("dan", 1), ("級", -1), ("kyu", -1)):
        number = text.removesuffix(suffix)
        if number == text:
            continue
        if suffix.isascii():
            number = number.removesuffix("-")
        value = int(number) if number.isdecimal() else _NUMERALS.get(number)
        if value is None:
            return None
        return value if sign > 0 else 1 - value
    return None


def fits(finish: Finish, places: Span | None, wins: int | None) -> bool:
    """Whether a line of the table fits: a place inside the range, or at least so many wins."""
    if not finish.took_part:
        return False
    if places is not None:
        return places[0] <= finish.rank <= places[1]
    return wins is not None and finish.wins >= wins


def first_line(finish: Finish, table: Iterable[Award]) -> Award | None:
    """The first line that fits, whatever grade is held."""
    open_to = (line for line in table if line.replacements or not finish.replacement)
    return next((line for line in open_to if fits(finish, line.places, line.wins)), None)


def award_for(finish: Finish, table: Iterable[Award]) -> Award | None:
    """The first line that fits, unless the grade already held is as high or higher (decision A1)."""
    line = first_line(finish, table)
    if line is None:
        return None
    held, won = grade_value(finish.grade), grade_value(line.award)
    return None if held is not None and won is not None and held >= won else line


def qualification_for(finish: Finish, table: Sequence[Qualification]) -> list[Qualification]:
    """The first line that fits for each thing one can qualify for."""
    found: dict[str, Qualification] = {}
    for line in table:
        if line.target not in found and fits(finish, line.places, line.wins):
            found[line.target] = line
    return list(found.values())
