"""The award list as it is read out: by place, then by wins; who gets what, and why someone gets nothing (section 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tourgen.dataclass import dataclass, replace
from tourgen.formats.declaration import Award, Qualification
from tourgen.results import finishes
from tourgen.rules.awards import Finish, first_line
from tourgen.tournament import Tournament

WhyNot = Literal["", "held", "replacement", "never-came"]


@dataclass(frozen=True, slots=True)
class AwardLine:
    """One player: the line of the table that fits, whether it is given, and what the player has qualified for."""

    rank: int
    no: int
    wins: int
    line: Award | None
    why_not: WhyNot
    qualified: tuple[Qualification, ...]
    titles: tuple[str, ...]
    placed: bool = False  # by a match: third, or by the semi-finals or a placing match

    @property
    def award(self) -> Award | None:
        """What is given."""
        return None if self.why_not else self.line

    @property
    def read_out(self) -> bool:
        """Whether there is anything to say at the ceremony."""
        return self.line is not None or self.placed or bool(self.qualified or self.titles)


def ceremony(tournament: Tournament, document: Mapping[str, Any]) -> list[AwardLine]:
    """Everybody in the order of the table, then of the final rank; nothing before the division is finished.

    What is given is what the document says; here is only looked up which line of the table that was.
    """
    declared = tournament.division.declared
    final = [(entry["rank"], entry["no"]) for entry in document["final"] or ()]
    given = {entry["no"] for entry in document["awards"]}
    qualified: dict[int, list[Qualification]] = {}
    for entry in document["qualified"]:
        line = next(
            one
            for one in declared.qualification
            if (one.target, one.reason) == (entry["for"], entry["reason"])
        )
        qualified.setdefault(entry["no"], []).append(line)
    titles: dict[int, list[str]] = {}
    for entry in document["titles"]:
        titles.setdefault(entry["no"], []).append(entry["title"])
    by_match = placed(document)
    lines = []
    for finish in finishes(tournament, final):
        fitting = _fitting(tournament, finish)
        lines.append(
            AwardLine(
                finish.rank,
                finish.no,
                finish.wins,
                fitting,
                "" if finish.no in given or fitting is None else _why_not(tournament, finish),
                tuple(qualified.get(finish.no, ())),
                tuple(titles.get(finish.no, ())),
                finish.no in by_match,
            )
        )
    table = declared.award
    lines.sort(key=lambda one: (table.index(one.line) if one.line else len(table), one.rank))
    return lines


def placed(document: Mapping[str, Any]) -> set[int]:
    """Who has a place below the titles that a third-place or placing match decided, or that the semi-finals left."""
    played = {
        no
        for entry in document["rounds"]
        for game in entry["games"]
        if game["stage"] in ("semi", "third", "placing")
        for no in game["players"]
        if no is not None
    }
    titled = {entry["no"] for entry in document["titles"]}
    return played - titled if document["final"] else set()


def _fitting(tournament: Tournament, finish: Finish) -> Award | None:
    """The first line that fits; for a replacement also the one that is not for replacements."""
    table = tournament.division.declared.award
    return first_line(finish, table) or first_line(replace(finish, replacement=False), table)


def _why_not(tournament: Tournament, finish: Finish) -> WhyNot:
    if tournament.players[finish.no].withdrawn_after == 0:
        return "never-came"
    barred = first_line(finish, tournament.division.declared.award) is None
    return "replacement" if barred else "held"
