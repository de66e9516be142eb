"""The information page: how the division is played, by what it is ordered, what was out of the ordinary, downloads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from tourgen.problems import Notice
from tourgen.web.arithmetic import Column, columns
from tourgen.web.facts import Facts, entered
from tourgen.web.reasons import criterion_quote
from tourgen.web.texts import Texts


@dataclass(frozen=True, slots=True)
class Award:
    """A grade that was awarded, with its reason in both languages."""

    no: int
    award: str
    reason: Mapping[str, str]
    charged: bool
    prizes: tuple[str, ...]


def criteria(facts: Facts) -> list[tuple[Column, str]]:
    """Every criterion with its sentence; sums that follow the same pattern are not repeated."""
    return [(column, criterion_quote(facts, column.name)) for column in columns(facts, 99)]


def notice_texts(notices: Iterable[Notice], t: Texts) -> list[Markup]:
    """What readers should know, in their words; notices that only tell the organiser what to type are left out."""
    found = []
    for notice in notices:
        key = f"notice.{notice.code}"
        if t.has(key):
            values = {
                name: v[t.language] if isinstance(v, Mapping) else v for name, v in notice.params.items()
            }
            text = t(key, **values)
            if text not in found:
                found.append(text)
    return found


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


def figures(facts: Facts) -> dict[str, Any]:
    """A few numbers of the division."""
    games = [game for entry in facts.rounds for game in entry["games"]]
    played = [game for game in games if game["kind"] == "played" and entered(game)]
    differences = [abs(game["discs"][0] - game["discs"][1]) for game in played if game["discs"]]
    return {
        "players": len(facts.present),
        "absent": sum(p.absent for p in facts.people.values()),
        "withdrawn": sum(p.withdrawn_after is not None for p in facts.present),
        "games": len(played),
        "byes": sum(game["kind"] == "bye" for game in games),
        "forfeits": sum(game["kind"] in ("forfeit", "double-loss") for game in games),
        "clubs": len({p.club for p in facts.present if p.club}),
        "closest": min(differences, default=None),
        "widest": max(differences, default=None),
        "draw_wins": sum(game["discs"] == [32, 32] for game in played),
    }
