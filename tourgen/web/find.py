"""The index behind "find me": every player of the event with table, opponent and record, for the script.

Language-free but for the divisions' names, so that both languages share one file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tourgen.engine.model import Game
from tourgen.web.division_view import DivisionView, Person

ROMAJI = 18  # where it stands in a player's line
INLINE_UP_TO = 300  # players; above this the home page fetches the index when the field is used


def find_data(divisions: Sequence[DivisionView]) -> dict[str, Any]:
    """{"divisions": […], "players": [[division, no, name, kana, club, grade, table, opponent, record, rank, …]]}.

    Of a team its members follow at the end, who are found as well.
    """
    return {
        "divisions": [_division(view) for view in divisions],
        "players": [line for at, view in enumerate(divisions) for line in _players(at, view)],
    }


def _division(view: DivisionView) -> dict[str, Any]:
    names = {"ja": view.division.name, "en": view.division.name_en or view.division.name}
    following = view.current + 1
    even = view.declared.score.may_be_drawn and view.declared.game != "go"
    return {
        "path": view.folder,
        "name": names,
        "round": view.current,
        "status": view.status,
        "time": view.time(view.current),
        "next": following if following <= view.stages.last_round and not view.finished else 0,
        "next_time": view.time(following),
        "clock": _clock(view) if view.timed else {},
        "cut": view.cut_now,
        "after": view.moment.after if view.moment else 0,  # the round whose ranks these are
        "counted": list((view.moment and view.moment.counted) or ()),  # while it is played: tables done, all
        **({"drawn": "score_even"} if even else {}),  # how a score with draws is said, where it is not 持碁
    }


def _players(at: int, view: DivisionView) -> list[list[Any]]:
    found = []
    for person in view.present:
        game = view.games[view.current].get(person.no) if view.current else None
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
                view.record(person.no),
                view.places.get(person.no, 0),
                view.situation(person.no),
                *view.live_score(person.no)[:3],
                int(person.came_from is not None),
                _met(view, person.no),
                "".join(mark for _, _, mark in view.finals(person.no)),
                "" if game is None else view.mark(game, person.no),
                person.romaji,
                *_more(view, person, game),
            ]
        )
    return found


def _more(view: DivisionView, person: Person, game: Game | None) -> list[Any]:
    """What only some formats have: the stage with its own time, a team's members, the colour."""
    if view.in_colours:
        return [_stage(view, game), None, view.colour(game, person.no)]
    if view.in_teams:
        return [_stage(view, game), " ".join(filter(None, (*person.members, *person.reserves)))]
    return [_stage(view, game)] if view.declared.time_control else []


def _met(view: DivisionView, no: int) -> list[int]:
    """The opponent of each round so far, 0 where there was none."""
    played = dict(view.played(no))
    found = ((played[one].opponent(no) or 0) if one in played else 0 for one in range(1, view.current + 1))
    return list(found)


def _clock(view: DivisionView) -> dict[str, dict[str, str]]:
    """持ち時間: of all games under "", and of the stages that have their own."""
    declared = view.declared
    labels = ["", *dict.fromkeys(label for one in declared.time_control for label in one.games)]
    said = {label: view.clock(label) for label in labels}
    return {label: one for label, one in said.items() if any(one.values())}


def _stage(view: DivisionView, game: Game | None) -> str:
    """The stage of a game, where it has a time control of its own."""
    own = {label for one in view.declared.time_control for label in one.games}
    return game.stage if game is not None and game.stage in own else ""


def dumps(data: Any) -> str:
    """Compact JSON, the same bytes for the same data."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
