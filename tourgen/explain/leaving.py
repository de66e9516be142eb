"""Who has left, and how: withdrawn, or disqualified in a game (section 8)."""

from __future__ import annotations

from tourgen.explain.words import Reason, Words, left, quote, say
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament
from tourgen.verdicts import DISQUALIFIED


def left_words(tournament: Tournament, situation: Situation, no: int) -> Words:
    """2回戦のあと棄権, or 2回戦で失格."""
    after = situation.entrants[no].withdrawn_after
    if after and _disqualified(tournament, after, no):
        return say("why-left-disqualified", after=after)
    return left(after)


def withdrawn_reasons(tournament: Tournament, situation: Situation, no: int) -> tuple[Reason, ...]:
    """Section 8: rounds after leaving are neither won nor lost."""
    after = situation.entrants[no].withdrawn_after
    key = "disqualified" if after and _disqualified(tournament, after, no) else "withdrawn"
    text = say("why-withdrawn-uncounted", left=left_words(tournament, situation, no))
    return (Reason(text, quote(situation.declared, key)),)


def _disqualified(tournament: Tournament, round_no: int, no: int) -> bool:
    """失格: the game of that round was lost by it."""
    games = tournament.rounds[round_no - 1].games if round_no <= len(tournament.rounds) else ()
    return any(no in game.players and game.note == DISQUALIFIED and game.winner != no for game in games)
