"""The award list as it is read out: by place, then by wins; who gets what, and why someone gets nothing (section 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tourgen.engine.awards import Finish, first_line
from tourgen.event.tournament import Tournament
from tourgen.formats.models import Award, Format, Qualification
from tourgen.results.document import Results, finishes

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


def award_lines(tournament: Tournament, results: Results) -> list[AwardLine]:
    """Everybody in the order of the table, then of the final rank; nothing before the division is finished.

    The document says who gets something; here its line of the table is looked up.
    """
    if tournament.now is None or results.final is None:
        return []
    declared = tournament.now.format
    given = {entry.no for entry in results.awards}
    qualified: dict[int, list[Qualification]] = {}
    for entry in results.qualified:
        line = next(
            one for one in declared.qualification if (one.target, one.reason) == (entry.target, entry.reason)
        )
        qualified.setdefault(entry.no, []).append(line)
    titles: dict[int, list[str]] = {}
    for held in results.titles:
        titles.setdefault(held.no, []).append(held.title)
    by_match = placed(tournament, results)
    lines = []
    for finish in finishes(tournament.now, tournament.players, [(one.rank, one.no) for one in results.final]):
        fitting = _fitting(declared.award, finish)
        lines.append(
            AwardLine(
                finish.rank,
                finish.no,
                finish.wins,
                fitting,
                "" if finish.no in given or fitting is None else _why_not(declared.award, finish),
                tuple(qualified.get(finish.no, ())),
                tuple(titles.get(finish.no, ())),
                finish.no in by_match,
            )
        )
    table = declared.award
    lines.sort(key=lambda one: (table.index(one.line) if one.line else len(table), one.rank))
    return lines


def placed(tournament: Tournament, results: Results) -> set[int]:
    """The players whose place a third-place match, a placing match or a semi-final decided, and no title tells."""
    if tournament.now is None or results.final is None:
        return set()
    declared = tournament.now.format
    played = {
        no
        for one in tournament.rounds
        for game in one.games
        if game.stage in ("semi", "third") or _gives_places(declared, game.stage)
        for no in game.players
        if no is not None
    }
    of_all = {one.title for one in declared.place_title if one.sex is None}
    return played - {entry.no for entry in results.titles if entry.title in of_all}


def _gives_places(declared: Format, label: str) -> bool:
    """Whether matches of a stage give the places that its declaration names."""
    stages = [declared.stage_of(name) for name in declared.final.first]
    return any(one.id == label and getattr(one, "winner_places", None) for one in stages)


def _fitting(table: Sequence[Award], finish: Finish) -> Award | None:
    """The first line that fits; for a replacement also the one that is not for replacements."""
    return first_line(finish, table) or first_line(replace(finish, replacement=False), table)


def _why_not(table: Sequence[Award], finish: Finish) -> WhyNot:
    if not finish.took_part:
        return "never-came"
    return "replacement" if first_line(finish, table) is None else "held"
