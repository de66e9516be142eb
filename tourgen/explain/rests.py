"""A round without a game: not there yet, resting, withdrawn, qualified, waiting for a later match, out."""

from __future__ import annotations

from typing import Literal

from tourgen.engine.model import Game
from tourgen.engine.situation import Departure, Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.kinds import KINDS
from tourgen.explain.round_robin import schedule_reasons
from tourgen.explain.seeding import not_in_words
from tourgen.explain.words import Reason, Words, in_sentence, left, player, quote, say, stage_words
from tourgen.formats.words import leave_parts
from tourgen.result_marks import DISQUALIFIED

RestKind = Literal["late", "resting", "withdrawn", "qualified-rest", "rest", "none"]


def rest_why(tournament: Tournament, now: Situation, no: int) -> tuple[RestKind, tuple[Reason, ...]]:
    """Why a player has no game in the next round."""
    round_no, entrant = now.after + 1, now.entrants[no]
    seat = now.seats.get(no)
    if seat is not None and now.stages[seat.stage].all_meet and entrant.still_here(round_no):
        schedule = schedule_reasons(tournament, now, seat.stage, no)
        if schedule:
            return "rest", schedule
    if round_no < entrant.from_round:
        return "late", (Reason(say(_worth(now, "why-late"), from_round=entrant.from_round)),)
    if round_no in entrant.rests and not entrant.withdrawn(round_no):
        return "resting", (Reason(say(_worth(now, "why-resting"))),)
    if not now.there(no, round_no):
        return "withdrawn", withdrawn_reasons(tournament, now, no)
    through = [one.stage for one in now.departures if one.no == no and one.left_as == "sole-unbeaten"]
    if through and now.plays(through[0], round_no):
        return "qualified-rest", (qualified_reason(now, no, "rest"),)
    waits = _waits_for(now, no)
    if waits is not None:
        return "rest", (waits,)
    return "none", (_out(tournament, now, no),)


def _worth(now: Situation, code: str) -> str:
    """A round sat out may count."""
    return f"{code}-counted" if now.format.score.missed else code


def qualified_reason(now: Situation, no: int, what: Literal["bye", "rest"]) -> Reason:
    """A player has qualified already: 不戦勝, or without a game a win."""
    through = next(one for one in now.departures if one.no == no and one.left_as == "sole-unbeaten")
    where = in_sentence(stage_words(now.format, through.stage, through.group))
    rule = quote(now.format, "qualified-bye" if what == "bye" else "assumed-wins")
    return Reason(say(f"why-qualified-{what}", where=where, after=through.after), rule)


def _waits_for(now: Situation, no: int) -> Reason | None:
    """A match of a later round that the player is in already, or a stage that begins later."""
    found = (KINDS[stage.declared.kind].waits(now, stage, no) for stage in now.stages.values())
    match = next((reason for reason in found if reason is not None), None)
    seat = now.seats.get(no)
    first = now.spans.get(seat.stage, (0, 0))[0] if seat is not None else 0
    if match is not None or seat is None or first <= now.after + 1:
        return match
    stage = in_sentence(stage_words(now.format, seat.stage))
    return Reason(say("why-waits-stage", stage=stage, round=first, now=now.after + 1))


def _out(tournament: Tournament, now: Situation, no: int) -> Reason:
    """Nothing left to play, or nothing in this round."""
    declared, seat = now.format, now.seats.get(no)
    game = _last_in_tree(now, no)
    if game is not None:
        stage = declared.stage_of(declared.stage_of_label(game.stage) or "")
        name = in_sentence(stage_words(declared, game.stage, None if game.stage != stage.id else game.group))
        if getattr(stage, "winner_places", None) is not None:
            return Reason(say("why-over", stage=name))
        if game.winner is None and game.entered:
            return Reason(say("why-out-nobody", stage=name))
        plays_on = seat is not None and seat.stage != stage.id and not now.stages[seat.stage].is_tree
        if game.winner != no and not plays_on:
            return Reason(say("why-out-beaten", stage=name, name=player(tournament, game.winner)))
    out = next(
        (one for one in reversed(now.departures) if one.no == no and one.left_as in ("out", "passed")), None
    )
    if out is not None and seat is None:
        return Reason(_left_words(now, out))
    missing = not_in_words(tournament, now, no)
    if missing is not None:
        return Reason(missing)
    if seat is not None and now.stages[seat.stage].over(now) and not now.stages[seat.stage].is_tree:
        name, last = in_sentence(stage_words(declared, seat.stage)), now.spans[seat.stage][1]
        return Reason(say("why-over-stage", stage=name, last=last), quote(declared, seat.stage))
    return Reason(say("why-no-game", round=now.after + 1))


def _left_words(now: Situation, one: Departure) -> Words:
    """2敗したので, 2勝で通過して."""
    stage = now.format.stage_of(one.stage)
    limits = dict(parts for word in getattr(stage, "leave", ()) if (parts := leave_parts(word)))
    where = in_sentence(stage_words(now.format, one.stage, one.group))
    key = "wins" if one.left_as == "passed" else "losses"
    return say(f"why-left-{one.left_as}", where=where, after=one.after, n=limits.get(key, 0))


def _last_in_tree(now: Situation, no: int) -> Game | None:
    """The player's last game, if it was one in a tree."""
    game = next((game for played in reversed(now.rounds) if (game := played.game_of(no))), None)
    stage_id = now.format.stage_of_label(game.stage) if game is not None else None
    return game if stage_id is not None and now.stages[stage_id].is_tree else None


# --- Who has left


def left_words(tournament: Tournament, now: Situation, no: int) -> Words:
    """2回戦のあと棄権, or 2回戦で失格."""
    after = now.entrants[no].withdrawn_after
    disqualified = _disqualified(tournament, now, no)
    return say("why-left-disqualified", after=after) if disqualified else left(after)


def withdrawn_reasons(tournament: Tournament, now: Situation, no: int) -> tuple[Reason, ...]:
    """What the rounds after leaving count as: `withdrawn` of the score."""
    rule = quote(now.format, "disqualified") if _disqualified(tournament, now, no) else None
    code = "why-withdrawn" if now.format.score.withdrawn == "loss" else "why-withdrawn-uncounted"
    text = say(code, left=left_words(tournament, now, no))
    return (Reason(text, rule or quote(now.format, "assumed-losses")),)


def _disqualified(tournament: Tournament, now: Situation, no: int) -> bool:
    """失格: the game of the last round played was lost by it."""
    games = [
        game
        for one in tournament.rounds
        if one.number == now.entrants[no].withdrawn_after
        for game in one.games
    ]
    return any(no in game.players and game.note == DISQUALIFIED and game.winner != no for game in games)
