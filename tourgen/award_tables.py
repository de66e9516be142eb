"""The award list as a table to download, of one division or of the whole event."""

from __future__ import annotations

from collections.abc import Sequence

from tourgen.ceremony import AwardLine
from tourgen.dataclass import dataclass
from tourgen.formats.declaration import Award
from tourgen.tables import Document, Row, Table, table

_WORDS = {
    "charged": ("有料", "charged"),
    "free": ("無料", "free of charge"),
    "held": ("同等以上の段級位を取得済み", "holds an equal or higher grade"),
    "replacement": ("補充の選手は対象外", "not for replacements"),
    "never-came": ("出場せず", "did not take part"),
    "": (None, None),
}
_COLUMNS = ("rank", "wins", "title", "no", "name", "club", "grade", "award", "prizes", "charged", "reason", "qualified",
            "note", "replacement")  # fmt: skip


@dataclass(frozen=True, slots=True)
class AwardSection:
    """One division's part of the list; `names` says how other divisions are called."""

    name: str
    document: Document
    lines: Sequence[AwardLine]
    names: dict[str, str]


def awards_table(
    sections: Sequence[AwardSection], language: str = "ja", with_division: bool = False
) -> Table:
    """One row per player who is read out, in that order."""
    rows: list[Row] = []
    for section in sections:
        people = {player["no"]: player for player in section.document["players"]}
        for line in section.lines:
            if line.read_out:
                rows.append(_row(section, line, people[line.no], language))
    return table(rows, ("division", *_COLUMNS) if with_division else _COLUMNS, language)


def _row(section: AwardSection, line: AwardLine, person: Document, language: str) -> Row:
    other = language != "ja"
    given = line.award
    comma = ", " if other else "・"
    came = person["replacement_from"]
    return {
        "division": section.name,
        "rank": line.rank,
        "wins": line.wins,
        "title": comma.join(line.titles) or None,
        "no": line.no,
        "name": person["name"],
        "club": person["club"],
        "grade": person["grade"],
        "award": given.award if given else None,
        "prizes": comma.join(line.line.prizes) or None if line.line else None,
        "charged": _WORDS["charged" if given.charged else "free"][other] if given else None,
        "reason": _reason(line.line, other),
        "qualified": comma.join(one.target for one in line.qualified) or None,
        "note": _WORDS[line.why_not][other],
        "replacement": section.names.get(came["division"], came["division"]) if came else None,
    }


def _reason(line: Award | None, other: bool) -> str | None:
    if line is None:
        return None
    return (line.reason_en if other else "") or line.reason
