"""The index behind "find me": every player of the event with table, opponent and record, for the script.

Language-free but for the divisions' names, so that both languages share one file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tourgen.engine.model import Game
from tourgen.web.division_view import Facts, Person

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
    even = facts.declared.score.may_be_drawn and facts.declared.game != "go"
    return {
        "path": facts.folder,
        "name": names,
        "round": facts.current,
        "status": facts.status,
        "time": facts.time(facts.current),
        "next": following if following <= facts.stages.last_round and not facts.finished else 0,
        "next_time": facts.time(following),
        "clock": _clock(facts) if facts.timed else {},
        "cut": facts.cut_now,
        "after": facts.moment.after if facts.moment else 0,  # the round whose ranks these are
        "counted": list(
            (facts.moment and facts.moment.counted) or ()
        ),  # while it is played: tables done, all
        **({"drawn": "score_even"} if even else {}),  # how a score with draws is said, where it is not 持碁
    }


def _players(at: int, facts: Facts) -> list[list[Any]]:
    found = []
    for person in facts.present:
        game = facts.games[facts.current].get(person.no) if facts.current else None
        other = game.opponent(person.no) if game else None
        found.append(
            [
                at,
                person.no,
                person.name,
                person.kana,
                person.club,
                person.grade,
                (game.table if game else None) or 0,
                other or 0,
                facts.record(person.no),
                facts.places.get(person.no, 0),
                facts.situation(person.no),
                *facts.live_score(person.no)[:3],
                int(person.came_from is not None),
                _met(facts, person.no),
                "".join(mark for _, _, mark in facts.finals(person.no)),
                "" if game is None else facts.mark(game, person.no),
                person.romaji,
                *_more(facts, person, game),
            ]
        )
    return found


def _more(facts: Facts, person: Person, game: Game | None) -> list[Any]:
    """What only some formats have: the stage with its own time, a team's members, the colour."""
    if facts.in_colours:
        return [_stage(facts, game), None, facts.colour(game, person.no)]
    if facts.in_teams:
        return [_stage(facts, game), " ".join(filter(None, (*person.members, *person.reserves)))]
    return [_stage(facts, game)] if facts.declared.time_control else []


def _met(facts: Facts, no: int) -> list[int]:
    """The opponent of each round so far, 0 where there was none."""
    played = dict(facts.played(no))
    found = ((played[one].opponent(no) or 0) if one in played else 0 for one in range(1, facts.current + 1))
    return list(found)


def _clock(facts: Facts) -> dict[str, dict[str, str]]:
    """持ち時間: of all games under "", and of the stages that have their own."""
    declared = facts.declared
    labels = ["", *dict.fromkeys(label for one in declared.time_control for label in one.games)]
    said = {label: facts.clock(label) for label in labels}
    return {label: one for label, one in said.items() if any(one.values())}


def _stage(facts: Facts, game: Game | None) -> str:
    """The stage of a game, where it has a time control of its own."""
    own = {label for one in facts.declared.time_control for label in one.games}
    return game.stage if game is not None and game.stage in own else ""


def dumps(data: Any) -> str:
    """Compact JSON, the same bytes for the same data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
