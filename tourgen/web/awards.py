"""The award list on a page: one heading per line of the format's own table, in the order in which it is read out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from tourgen.formats.models import Award, Qualification
from tourgen.results.award_list import AwardLine, award_lines
from tourgen.web.division_view import DivisionView, Person


@dataclass(frozen=True, slots=True)
class Honoured:
    """One line of the list."""

    person: Person
    line: AwardLine
    qualified: tuple[tuple[str, Mapping[str, str]], ...]  # (what for, why)


@dataclass(frozen=True, slots=True)
class AwardGroup:
    """Everybody under one line of the table; without one those who only have a title or a place elsewhere."""

    award: Award | None
    reason: Mapping[str, str]
    people: tuple[Honoured, ...]
    heading: str = "award.others"  # what they are called without a line


@dataclass(frozen=True, slots=True)
class AwardList:
    """One division's list."""

    groups: tuple[AwardGroup, ...]
    targets: tuple[str, ...]  # what one can qualify for here
    others: int  # players who reached no line of the table


def award_list(view: DivisionView) -> AwardList:
    """The list of a finished division, empty before, and where the format has no table to read from."""
    if not (view.declared.award or view.declared.qualification):
        return AwardList((), (), 0)
    lines = award_lines(view.tournament, view.results)
    read_out = [line for line in lines if line.read_out]
    groups = tuple(
        AwardGroup(award, said(award), tuple(_honoured(view, line) for line in members))
        for award, members in groupby(read_out, key=lambda line: line.line)
    )
    targets = tuple(dict.fromkeys(line.target for line in view.declared.qualification))
    return AwardList(groups, targets if read_out else (), len(lines) - len(read_out))


def read_out(view: DivisionView) -> tuple[AwardGroup, ...]:
    """What is read out of a finished division: by its table, or its titles and the places that matches decided."""
    if not view.finished or view.declared.award or view.declared.qualification:
        return award_list(view).groups
    lines = award_lines(view.tournament, view.results)
    people = tuple(_honoured(view, line) for line in lines if line.read_out)
    return (AwardGroup(None, said(None), people, "award.titles"),) if people else ()


def _honoured(view: DivisionView, line: AwardLine) -> Honoured:
    qualified = tuple((one.target, said(one)) for one in line.qualified)
    return Honoured(view.people[line.no], line, qualified)


def said(line: Award | Qualification | None) -> Mapping[str, str]:
    """The reason in the table's own words."""
    return {"ja": line.reason, "en": line.reason_en or line.reason} if line else {"ja": "", "en": ""}
