"""The index behind "find me": every player of the event with table, opponent and record, for the script.

Language-free but for the divisions' names, so that both languages share one file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tourgen.web.facts import Facts, GameData, Person, opponent

INLINE_UP_TO = 300  # players; above this the home page fetches the index when the field is used


def find_data(divisions: Sequence[Facts]) -> dict[str, Any]:
    """{"divisions": […], "players": [[division, no, name, kana, club, grade, table, opponent, record, rank, …]]}.

    Of a team its members follow at the end, who are found as well.
    """
    return {
        "divisions": [_division(facts) for facts in divisions],
        "players": [line for at, facts in enumerate(divisions) for line in _players(at, facts)],
    }


def _division(facts: Facts) -> dict[str, Any]:
    names = {"ja": facts.division.name, "en": facts.division.name_en or facts.division.name}
    following = facts.current + 1
    return {
        "path": facts.folder,
        "name": names,
        "round": facts.current,
        "status": facts.status,
        "time": facts.time(facts.current),
        "next": following if following <= facts.declared.rounds and not facts.finished else 0,
        "next_time": facts.time(following),
        "clock": _clock(facts) if facts.declared.swiss else {},
        "cut": facts.cut_now,
        "after": facts.latest.after if facts.latest else 0,  # the round whose ranks these are
    }


def _players(at: int, facts: Facts) -> list[list[Any]]:
    latest, final = facts.latest, {entry["no"]: entry["rank"] for entry in facts.document["final"] or ()}
    found = []
    for person in facts.present:
        game = facts.games[facts.current].get(person.no) if facts.current else None
        first, second = game["players"] if game else (None, None)
        other = second if first == person.no else first
        row = latest.by_no.get(person.no) if latest else None
        rank = final.get(person.no, row.rank if row else 0)
        found.append(
            [
                at,
                person.no,
                person.name,
                person.kana,
                person.club,
                person.grade,
                (game["table"] if game else None) or 0,
                other or 0,
                facts.marks(person.no, facts.current),
                rank,
                facts.situation(person.no),
                *facts.live_score(person.no),
                int(person.came_from is not None),
                _met(facts, person.no),
                *_more(facts, person, game),
            ]
        )
    return found


def _more(facts: Facts, person: Person, game: GameData | None) -> list[Any]:
    """What only some formats have: the stage with its own time, a team's members, the colour."""
    if facts.in_colours:
        return [_stage(facts, game), None, facts.colour(game, person.no)]
    if facts.in_teams:
        return [_stage(facts, game), " ".join(filter(None, (*person.members, *person.reserves)))]
    return [_stage(facts, game)] if facts.declared.time_control else []


def _met(facts: Facts, no: int) -> list[int]:
    """The opponent of each round so far, 0 where there was none."""
    played = dict(facts.played(no))
    found = ((opponent(played[one], no) or 0) if one in played else 0 for one in range(1, facts.current + 1))
    return list(found)


def _clock(facts: Facts) -> dict[str, dict[str, str]]:
    """持ち時間: of all games under "", and of the stages that have their own."""
    declared = facts.declared
    labels = ["", *dict.fromkeys(label for one in declared.time_control for label in one.games)]
    said = {label: facts.clock(label) for label in labels}
    return {label: one for label, one in said.items() if any(one.values())}


def _stage(facts: Facts, game: GameData | None) -> str:
    """The stage of a game, where it has a time control of its own."""
    own = {label for one in facts.declared.time_control for label in one.games}
    return game["stage"] if game is not None and game["stage"] in own else ""


def dumps(data: Any) -> str:
    """Compact JSON, the same bytes for the same data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def in_page(text: str) -> str:
    """JSON that can stand inside <script type="application/json">: no "<" that could end the element."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
