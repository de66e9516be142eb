"""The next round as the rules would pair it now, before anybody asks for it."""

from __future__ import annotations

from typing import Any

from tourgen.engine.model import Game
from tourgen.event.load_event import LoadedDivision, LoadedEvent
from tourgen.event.tournament import Tournament
from tourgen.formats.labels import sheet_group
from tourgen.live.desk_view import texts
from tourgen.messages.problems import LANGUAGES


def drafts(report: LoadedEvent) -> dict[str, dict[str, Any]]:
    """By division: its next round, or that it is finished, with what a build will say of it."""
    return {one.division.id: _draft(one) for one in report.divisions}


def _draft(one: LoadedDivision) -> dict[str, Any]:
    tournament = one.tournament
    said = [texts(notice) for notice in one.notices]
    titles = one.document["titles"] if tournament.finished else []
    found: dict[str, Any] = {
        "round": None,
        "finished": tournament.finished,
        "titles": [[title["title"], tournament.players[title["no"]].name] for title in titles],
        "notices": said,
    }
    if not tournament.new_rounds:
        return found
    new = tournament.new_rounds[-1]
    pairs = [_pair(tournament, new.number, game) for game in new.games]
    playing = [pair for pair in pairs if pair["gap"] is not None]
    return {
        **found,
        "round": new.number,
        "pairs": pairs,
        "games": len(playing),
        "rematches": sum(pair["rematch"] for pair in playing),
        "equal": sum(pair["gap"] == 0 for pair in playing),
        "gaps": sum(pair["gap"] > 0 for pair in playing),
        "byes": [pair["names"][0] for pair in pairs if pair["gap"] is None],
    }


def _pair(tournament: Tournament, number: int, game: Game) -> dict[str, Any]:
    """Two players, how far their wins lie apart, and whether they met before."""
    record = tournament.before(number).record
    first, second = game.players
    wins = [record.wins(no) for no in game.players if no is not None]
    return {
        "n": game.table,
        "names": [tournament.players[no].name if no is not None else "" for no in game.players],
        "wins": max(wins),
        "gap": abs(wins[0] - wins[1]) if second is not None else None,
        "rematch": second is not None and second in record.met(first),
        "group": {
            language: sheet_group(tournament.division.declared, game.stage, game.group, language)
            for language in LANGUAGES
        },
    }
