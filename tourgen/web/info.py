"""Awards and qualifications in the words of the format's own table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tourgen.web.facts import Facts


@dataclass(frozen=True, slots=True)
class Award:
    """A grade that was awarded, with its reason in both languages."""

    no: int
    award: str
    reason: Mapping[str, str]
    charged: bool
    prizes: tuple[str, ...]


def awards(facts: Facts) -> list[Award]:
    """Grades awarded, in the order of the final rank, with the table's own words."""
    lines = {(line.award, line.reason): line for line in facts.declared.award}
    found = []
    for entry in facts.document["awards"]:
        line = lines.get((entry["award"], entry["reason"]))
        reason = {"ja": entry["reason"], "en": (line.reason_en if line else "") or entry["reason"]}
        prizes = line.prizes if line else ()
        found.append(Award(entry["no"], entry["award"], reason, entry["charged"], prizes))
    return found


def qualified_for(facts: Facts) -> list[tuple[str, list[tuple[int, Mapping[str, str]]]]]:
    """(what for, [(player, reason)]): the reasons of one player are joined."""
    english = {(line.target, line.reason): line.reason_en for line in facts.declared.qualification}
    found: dict[str, dict[int, list[tuple[str, str]]]] = {}
    for entry in facts.document["qualified"]:
        reason = (entry["reason"], english.get((entry["for"], entry["reason"])) or entry["reason"])
        found.setdefault(entry["for"], {}).setdefault(entry["no"], []).append(reason)
    return [
        (
            target,
            [
                (no, {"ja": "・".join(ja for ja, _ in why), "en": ", ".join(en for _, en in why)})
                for no, why in players.items()
            ],
        )
        for target, players in found.items()
    ]
