"""A division as a fold over its rounds: start, plan the next round, advance when it has been played.

Each kind of stage gives two functions: the games it wants next, and who leaves it after a round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tourgen.formats.declaration import Format, Knockout, Leagues, Pool, Stage, TitleMatch
from tourgen.model import Game, Round
from tourgen.rules import brackets, leagues, title_match
from tourgen.rules.record import Entrant, Record, add_round
from tourgen.rules.situation import Seat, Situation, paired_pool, settle_withdrawals

# Tables are numbered in this order of stages (decision M3).
TABLE_ORDER = ("final", "third", "semi", "knockout", "womens-final", "league", "ranking")


def start(declared: Format, entrants: Mapping[int, Entrant], confirmations: Mapping[str, int]) -> Situation:
    """Before round 1: everybody present has been dealt into a league."""
    stage = declared.leagues
    numbers = {no: entrant.number for no, entrant in entrants.items()}
    dealt = leagues.deal(stage, numbers)
    seats = {no: Seat(stage.id, league) for league, members in dealt.items() for no in members}
    record = Record(numbers, dict.fromkeys(sorted(entrants), ()))
    return Situation(declared, entrants, 0, seats, record, confirmations=confirmations)


def plan(situation: Situation) -> tuple[Game, ...]:
    """The next round by the rules: every game, walkovers and byes filled in, tables numbered."""
    round_no = situation.after + 1
    games = [game for stage in situation.declared.stage for game in _stage_games(stage, situation, round_no)]
    settled = [
        settle_withdrawals(game, situation.entrants, round_no)
        for game in games
        if not (game.kind == "bye" and situation.entrants[game.players[0]].withdrawn(round_no))  # D6
    ]
    return number_tables(sorted(settled, key=lambda game: TABLE_ORDER.index(game.stage)))


def _stage_games(stage: Stage, situation: Situation, round_no: int) -> list[Game]:
    if not stage.rounds[0] <= round_no <= stage.rounds[1]:
        return []
    match stage:
        case Leagues():
            return leagues.games(stage, situation)
        case Pool():
            return paired_pool(situation, stage, "ranking", None)
        case Knockout():
            return brackets.games(stage, situation)
        case TitleMatch():
            return title_match.games(stage, situation)


def number_tables(games: list[Game]) -> tuple[Game, ...]:
    """卓: numbered from 1; byes and games with nobody there to play them need none."""
    numbered, table = [], 0
    for game in games:
        if game.players[1] is None or game.kind == "double-loss":
            numbered.append(replace(game, table=None))
        else:
            table += 1
            numbered.append(replace(game, table=table))
    return tuple(numbered)


def advance(situation: Situation, played: Round) -> Situation:
    """The situation after one more completed round."""
    declared, record = situation.declared, situation.record
    if played.number <= declared.counted_rounds:
        through = situation.qualified.values()
        record = add_round(record, played.number, played.games, situation.entrants, through)
    after = replace(situation, after=played.number, record=record, rounds=(*situation.rounds, played))
    return _seated_as_played(leagues.leave(declared.leagues, after), played)


def _seated_as_played(situation: Situation, played: Round) -> Situation:
    """Who has played in a knockout belongs to it, even if an earlier correction says otherwise (decision X1)."""
    seats = dict(situation.seats)
    for stage in situation.declared.stage:
        if isinstance(stage, Knockout):
            games = [game for game in played.games if game.stage in brackets.LABELS]
            there = {no for game in games for no in game.players if no is not None}
            seats.update({no: Seat(stage.id) for no in there if seats[no].stage != stage.id})
    return replace(situation, seats=seats)


def finished(situation: Situation) -> bool:
    """Whether nothing is left to play, and nothing to decide."""
    pending = any(game.kind == "pending" for one in situation.rounds for game in one.games)
    return situation.after >= situation.declared.rounds and not pending
