"""A division as a fold over its rounds: start, plan the next round, advance when it has been played.

Each kind of stage gives two functions: the games it wants next, and who leaves it after a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tourgen.dataclass import replace
from tourgen.formats.declaration import (
    BracketFinals,
    FirstStage,
    Format,
    Knockout,
    Leagues,
    MainBracket,
    Placing,
    Pool,
    Repechage,
    RoundRobin,
    SeededKnockout,
    Stage,
    Swiss,
    TitleMatch,
)
from tourgen.model import BarredPair, Game, Round
from tourgen.rules import (
    brackets,
    leagues,
    main_bracket,
    repechage,
    round_robin,
    seeded,
    swiss,
    teams,
    title_match,
)
from tourgen.rules.places import decided_places
from tourgen.rules.record import Entrant, Record, add_round, assumed_results
from tourgen.rules.seats import seated_as_played
from tourgen.rules.situation import Seat, Situation, paired_pool, pool_game, settle_withdrawals

# Tables are numbered in this order of stages (decision M3).
TABLE_ORDER = (
    *("final", "third", "semi", "knockout", "womens-final"),
    *("main", "placing", "repechage", "league", "ranking"),
    *("playoff", "swiss", "round-robin"),
)


def start(
    declared: Format,
    entrants: Mapping[int, Entrant],
    confirmations: Mapping[str, int],
    barred: Iterable[BarredPair] = (),
) -> Situation:
    """Before round 1: everybody present has been dealt into a league or block, or stands on a bracket number."""
    numbers = {no: entrant.number for no, entrant in entrants.items()}
    record = Record(numbers, dict.fromkeys(sorted(entrants), ()))
    seats = first_seats(declared.first_stage, entrants)
    return Situation(declared, entrants, 0, seats, record, confirmations=confirmations, barred=tuple(barred))


def first_seats(stage: FirstStage, entrants: Mapping[int, Entrant]) -> dict[int, Seat]:
    """The stage in which everybody starts, and the league or block."""
    if isinstance(stage, Swiss | RoundRobin):
        return {no: Seat(stage.id, block) for no, block in swiss.deal(stage, entrants).items()}
    numbers = {no: entrant.number for no, entrant in entrants.items()}
    if isinstance(stage, MainBracket):
        return {no: Seat(stage.id, main_bracket.block_of(stage, number)) for no, number in numbers.items()}
    dealt = leagues.deal(stage, numbers)
    return {no: Seat(stage.id, league) for league, members in dealt.items() for no in members}


def plan(situation: Situation) -> tuple[Game, ...]:
    """The next round by the rules: every game, walkovers and byes filled in, tables numbered."""
    round_no = situation.after + 1
    games = _each_once(
        game for stage in situation.declared.stage for game in _stage_games(stage, situation, round_no)
    )
    settled = [
        settle_withdrawals(game, situation.entrants, round_no)
        for game in games
        if not (game.kind == "bye" and situation.entrants[game.players[0]].withdrawn(round_no))  # D6
    ]
    boards = len(situation.declared.boards)
    settled = [teams.with_boards(game, boards) for game in settled]
    return number_tables(sorted(settled, key=lambda game: TABLE_ORDER.index(game.stage)))


def _each_once(games: Iterable[Game]) -> Iterator[Game]:
    """Who stands in two matches, after a round made by hand, plays the first; in the other the place is empty (N14)."""
    seen: set[int] = set()
    for game in games:
        players = [no for no in game.players if no is not None]
        there = [no for no in dict.fromkeys(players) if no not in seen]
        seen.update(players)
        if len(there) == len(players):
            yield game
        elif there:
            yield pool_game(game.stage, game.group, (there[0], None))


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
        case MainBracket():
            return main_bracket.games(stage, situation)
        case BracketFinals():
            return main_bracket.final_games(stage, situation)
        case Repechage():
            return repechage.games(stage, situation)
        case Placing():
            return repechage.placing_games(stage, situation)
        case Swiss():
            return swiss.games(stage, situation)
        case RoundRobin():
            return round_robin.games(stage, situation)
        case SeededKnockout():
            return brackets.games(stage, situation)


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
    rounds = (*situation.rounds, played)
    after = replace(situation, after=played.number, record=_record(situation, played), rounds=rounds)
    for stage in situation.declared.stage:
        after = _leave(stage, after)
    after = seated_as_played(after, played)
    if not situation.declared.order.decided_places:
        return after
    places = decided_places(after)
    return replace(after, decided=places.held, given=places.given)


def _record(situation: Situation, played: Round) -> Record:
    declared = situation.declared
    counted = [game for game in played.games if declared.counts(game.stage)]
    if declared.swiss is not None:
        if played.number > declared.swiss.rounds[1]:
            return situation.record
        return add_round(situation.record, played.number, counted)
    if not declared.league_names:
        previous = {row.no: row.rank for row in situation.rows} if situation.after else {}
        return add_round(situation.record, played.number, counted, previous=previous)
    if played.number > declared.counted_rounds:
        return situation.record
    finals = [game for game in played.games if not declared.counts(game.stage)]
    qualified = situation.qualified.values()
    assumed = assumed_results(played.number, finals, situation.entrants, qualified)
    return add_round(situation.record, played.number, counted, assumed)


def _leave(stage: Stage, situation: Situation) -> Situation:
    match stage:
        case Leagues():
            return leagues.leave(stage, situation)
        case MainBracket():
            return main_bracket.leave(stage, situation)
        case Repechage():
            return repechage.leave(stage, situation)
        case SeededKnockout():
            return seeded.leave(stage, situation)
        case _:
            return situation


def finished(situation: Situation) -> bool:
    """Whether nothing is left to play, and nothing to decide."""
    pending = any(game.kind == "pending" for one in situation.rounds for game in one.games)
    return situation.after >= situation.declared.rounds and not pending
