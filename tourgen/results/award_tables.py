"""The award list as a table to download, of one division or of the whole event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tourgen.formats.models import Award
from tourgen.results.award_list import AwardLine
from tourgen.results.document import PlayerEntry, Results
from tourgen.results.tables import Row, table, word

if TYPE_CHECKING:
    from pandas import DataFrame

_COLUMNS = ("rank", "wins", "title", "no", "name", "club", "grade", "award", "prizes", "charged", "reason", "qualified",
            "note", "replacement")  # fmt: skip


@dataclass(frozen=True, slots=True)
class AwardSection:
    """One division's part of the list; `names` says how other divisions are called."""

    name: str
    results: Results
    lines: Sequence[AwardLine]
    names: dict[str, str]


def awards_table(
    sections: Sequence[AwardSection], language: str = "ja", with_division: bool = False
) -> DataFrame:
    """One row per player who is read out, in that order."""
    rows: list[Row] = []
    for section in sections:
        people = {player.no: player for player in section.results.players}
        for line in section.lines:
            if line.read_out:
                rows.append(_row(section, line, people[line.no], language))
    return table(rows, ("division", *_COLUMNS) if with_division else _COLUMNS, language)


def _row(section: AwardSection, line: AwardLine, person: PlayerEntry, language: str) -> Row:
    other = language != "ja"
    given = line.award
    comma = ", " if other else "・"
    came = person.replacement_from
    return {
        "division": section.name,
        "rank": line.rank,
        "wins": line.wins,
        "title": comma.join(line.titles) or None,
        "no": line.no,
        "name": person.name,
        "club": person.club,
        "grade": person.grade,
        "award": given.award if given else None,
        "prizes": comma.join(line.line.prizes) or None if line.line else None,
        "charged": word("awards", "charged" if given.charged else "free", language) if given else None,
        "reason": _reason(line.line, other),
        "qualified": comma.join(one.target for one in line.qualified) or None,
        "note": word("awards", line.why_not, language) if line.why_not else None,
        "replacement": section.names.get(came.division, came.division) if came else None,
    }


def _reason(line: Award | None, other: bool) -> str | None:
    if line is None:
        return None
    return (line.reason_en if other else "") or line.reason
