"""段位認定 and 王座戦 qualification: the first line of the table that fits (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tourgen.formats.labels import grade_value
from tourgen.formats.models import Award, Line, Qualification


@dataclass(frozen=True, slots=True)
class Finish:
    """How a player finished: final rank and wins (walkovers count), and the grade already held."""

    no: int
    rank: int
    wins: int
    grade: str = ""
    replacement: bool = False  # taken in from another division
    took_part: bool = True  # not if they withdrew before round 1


def fits(finish: Finish, line: Line) -> bool:
    """Whether a line of a table fits: a place inside the range, or at least so many wins."""
    if not finish.took_part:
        return False
    if line.places is not None:
        return line.places[0] <= finish.rank <= line.places[1]
    return line.wins is not None and finish.wins >= line.wins


def first_line(finish: Finish, table: Iterable[Award]) -> Award | None:
    """The first line that fits, whatever grade is held.

    「フリークラスから補充された選手を除く」 where a line says so.
    """
    open_to = (line for line in table if line.replacements or not finish.replacement)
    return next((line for line in open_to if fits(finish, line)), None)


def award_for(finish: Finish, table: Iterable[Award]) -> Award | None:
    """The first line that fits, unless the grade already held is as high or higher."""
    line = first_line(finish, table)
    if line is None:
        return None
    held, won = grade_value(finish.grade), grade_value(line.award)
    return None if held is not None and won is not None and held >= won else line


def qualification_for(finish: Finish, table: Sequence[Qualification]) -> list[Qualification]:
    """王座戦出場: the first line that fits for each thing one can qualify for."""
    found: dict[str, Qualification] = {}
    for line in table:
        if fits(finish, line):
            found.setdefault(line.target, line)
    return list(found.values())
