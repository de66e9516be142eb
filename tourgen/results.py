"""results.json: one document per division (docs/results.schema.json)."""

from __future__ import annotations

import json
from typing import Any

from tourgen.model import Game, Player
from tourgen.rules.awards import Finish, award_for, qualification_for
from tourgen.rules.final_rank import final_ranks, title_holders
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

SCHEMA = "tourgen.results/1"


def document(tournament: Tournament, event_id: str, event_name: str) -> dict[str, Any]:
    """The whole division as data. Same input, same document."""
    division = tournament.division
    final = final_ranks(tournament.now) if tournament.finished and tournament.now else None
    return {
        "schema": SCHEMA,
        "event": {"id": event_id, "name": event_name},
        "division": {"id": division.id, "name": division.name, "format": division.declared.id},
        "lottery": {"draws": list(division.draws), "x0": tournament.draw.x0},
        "players": _players(tournament),
        "confirmed": _confirmed(tournament),
        "rounds": [
            {
                "round": one.number,
                "by_hand": one.by_hand,
                "games": [_game(game, bool(division.declared.boards)) for game in one.games],
            }
            for one in tournament.rounds
        ],
        "standings": [
            _standing(situation) for situation in tournament.situations if _has_standing(situation)
        ],
        "final": None if final is None else [{"rank": rank, "no": no} for rank, no in final],
        "titles": _titles(tournament),
        **_awards(tournament, final or []),
        "state": {
            "completed": tournament.completed,
            "next": tournament.next_round,
            "finished": tournament.finished,
        },
    }


def to_bytes(one: dict[str, Any]) -> bytes:
    """The document as it is published: one list entry per line where that helps reading differences."""
    return (json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _players(tournament: Tournament) -> list[dict[str, Any]]:
    dealt = tournament.situations[0].seats if tournament.situations else {}
    return [
        _player(player, tournament, dealt[no].group if no in dealt else None)
        for no, player in sorted(tournament.players.items())
    ]


def _player(player: Player, tournament: Tournament, league: str | None) -> dict[str, Any]:
    in_teams = bool(tournament.division.declared.boards)
    team = {"members": list(player.members), "reserves": list(player.reserves)} if in_teams else {}
    return {
        "no": player.no,
        "name": player.name,
        "club": player.club,
        "sex": player.sex,
        "grade": player.grade,
        "seed": bool(player.seed),
        "absent": player.absent,
        "from_round": player.from_round,
        "preliminary": tournament.draw.preliminary.get(player.no),
        "lottery": tournament.draw.numbers.get(player.no),
        "league": league,
        "withdrawn_after": player.withdrawn_after,
        "replacement_from": _elsewhere(player.replacement_from),
        "moved_to": _elsewhere(player.moved_to),
        **team,
    }


def _elsewhere(place: tuple[str, int] | None) -> dict[str, Any] | None:
    return None if place is None else {"division": place[0], "no": place[1]}


def _confirmed(tournament: Tournament) -> list[dict[str, Any]]:
    qualifiers = tournament.now.qualifiers if tournament.now else ()
    chosen = sorted((one.after, one.league, one.no) for one in qualifiers if one.confirmed)
    return [{"group": league, "no": no, "after": after} for after, league, no in chosen]


def _game(game: Game, in_teams: bool) -> dict[str, Any]:
    boards = {"boards": None if game.boards is None else list(game.boards)} if in_teams else {}
    return {
        "table": game.table,
        "stage": game.stage,
        "group": game.group,
        "players": list(game.players),
        "kind": game.kind,
        "winner": game.winner,
        "discs": None if game.discs is None else list(game.discs),
        "rated": game.rated,
        **boards,
        **({"ruling": True} if game.ruling else {}),
    }


def _has_standing(situation: Situation) -> bool:
    """One entry per completed round in which anything but finals was played."""
    return 1 <= situation.after <= situation.declared.counted_rounds


def _standing(situation: Situation) -> dict[str, Any]:
    first = situation.declared.first_stage
    through = {one.no: one.league for one in situation.qualifiers}

    def group(no: int) -> str | None:
        seat = situation.seats[no]
        return seat.group if seat.stage == first.id else through.get(no)

    rows = [
        {
            "rank": row.rank,
            "no": row.no,
            "group": group(row.no),
            "wins": situation.record.wins(row.no),
            "losses": situation.record.losses(row.no),
            "keys": list(row.keys),
        }
        for row in situation.rows
    ]
    return {"after": situation.after, "rows": rows}


def _titles(tournament: Tournament) -> list[dict[str, Any]]:
    if not tournament.finished or tournament.now is None:
        return []
    places = {one.title for one in tournament.division.declared.place_title}
    return [
        {"title": one.title, "no": one.no}
        if one.title in places
        else {"title": one.title, "no": one.no, "referee": one.referee}
        for one in title_holders(tournament.now)
    ]


def finishes(tournament: Tournament, final: list[tuple[int, int]]) -> list[Finish]:
    """How everybody finished, as the award table sees it."""
    assert tournament.now is not None or not final
    return [
        Finish(
            no,
            rank,
            tournament.now.record.wins(no) if tournament.now else 0,
            tournament.players[no].grade,
            tournament.players[no].replacement_from is not None,
            tournament.players[no].withdrawn_after != 0,
        )
        for rank, no in final
    ]


def _awards(tournament: Tournament, final: list[tuple[int, int]]) -> dict[str, Any]:
    declared = tournament.division.declared
    awards, qualified = [], []
    for finish in finishes(tournament, final):
        line = award_for(finish, declared.award)
        if line is not None:
            entry = {"no": finish.no, "award": line.award, "reason": line.reason, "charged": line.charged}
            awards.append(entry)
        for one in qualification_for(finish, declared.qualification):
            qualified.append({"no": finish.no, "for": one.target, "reason": one.reason})
    return {"awards": awards, "qualified": qualified}
