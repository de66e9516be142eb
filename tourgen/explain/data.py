"""`tourgen explain --json`: the same explanations as data, sentences in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tourgen.explain.final import final_why
from tourgen.explain.league import league_why
from tourgen.explain.lottery import lottery_why
from tourgen.explain.pairing import pairing_why
from tourgen.explain.preliminaries import preliminaries_why
from tourgen.explain.rank import rank_why
from tourgen.explain.replacements import EventWhy
from tourgen.explain.summary import bracket_why
from tourgen.tournament import Tournament


def explain_data(
    tournament: Tournament, *, round_no: int | None, player: int | None, event: Sequence[Tournament] = ()
) -> dict[str, Any]:
    """What `explain_text` says, as data."""
    head = {"division": tournament.division.id, "round": round_no, "player": player}
    if not tournament.situations or (player is not None and player not in tournament.players):
        return head
    rounds = [number for number, games in sorted((tournament.planned or {}).items()) if games]
    if round_no is not None:
        return {**head, **(_round(tournament, round_no, player) if round_no in rounds else {})}
    if player is not None:
        return {**head, **_player(tournament, rounds, player), **_moved(tournament, event, player)}
    after = min(tournament.completed, tournament.division.declared.counted_rounds)
    everyone = sorted(tournament.situations[0].entrants)
    return {
        **head,
        **_replacements(tournament, event),
        **_course(tournament),
        "ranks": [asdict(rank_why(tournament, after, row.no)) for row in tournament.situations[after].rows],
        "final": [asdict(why) for no in everyone if (why := final_why(tournament, no)) is not None],
    }


def _course(tournament: Tournament) -> dict[str, Any]:
    """How the leagues went, or the main bracket and what followed from it."""
    leagues = tournament.division.declared.league_names
    if tournament.division.declared.swiss is not None:
        return {"preliminaries": asdict(preliminaries_why(tournament))}
    if leagues:
        return {"leagues": [asdict(league_why(tournament, league)) for league in leagues]}
    return {"bracket": asdict(bracket_why(tournament))}


def _replacements(tournament: Tournament, event: Sequence[Tournament]) -> dict[str, Any]:
    why = EventWhy(event).division(tournament.division.id) if event else None
    return {"replacements": asdict(why)} if why else {}


def _moved(tournament: Tournament, event: Sequence[Tournament], no: int) -> dict[str, Any]:
    reasons = EventWhy(event).player(tournament.division.id, no) if event else ()
    return {"replacement": [asdict(reason) for reason in reasons]} if reasons else {}


def _round(tournament: Tournament, round_no: int, player: int | None) -> dict[str, Any]:
    if player is not None:
        there = player in tournament.situations[0].entrants
        return {"pairings": [_pairing(tournament, round_no, player, exact=True)] if there else []}
    games = (tournament.planned or {})[round_no]
    return {"pairings": [_pairing(tournament, round_no, game.players[0], exact=False) for game in games]}


def _pairing(tournament: Tournament, round_no: int, no: int, *, exact: bool) -> dict[str, Any]:
    """For the organiser, like everything here: barred pairs are named."""
    return asdict(pairing_why(tournament, round_no, no, exact=exact, organiser=True))


def _player(tournament: Tournament, rounds: list[int], no: int) -> dict[str, Any]:
    lottery = lottery_why(tournament, no)
    found: dict[str, Any] = {"lottery": asdict(lottery) if lottery else None}
    if no not in tournament.situations[0].entrants:
        return found
    after = min(tournament.completed, tournament.division.declared.counted_rounds)
    league = tournament.situations[0].seats[no].group
    assert league is not None
    in_league = bool(tournament.division.declared.league_names)
    final = final_why(tournament, no)
    return {
        **found,
        **({"league": asdict(league_why(tournament, league))} if in_league else {}),
        "pairings": [_pairing(tournament, number, no, exact=True) for number in rounds],
        "rank": asdict(rank_why(tournament, after, no)) if after else None,
        "final": asdict(final) if final else None,
    }
