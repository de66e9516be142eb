"""The places of a tree in words: who stands there, how they came there, who is missing (section 6)."""

from __future__ import annotations

from collections.abc import Iterable

from tourgen.explain.words import Words, left, player, say
from tourgen.model import Game
from tourgen.rules.situation import Situation
from tourgen.rules.trees import TreeMatch, holder, present
from tourgen.tournament import Tournament


def on_place(
    tournament: Tournament, situation: Situation, place: int, round_no: int, came: Words | None = None
) -> Words:
    """見本 太郎(番号5、2回戦で 手筋 千尋 に勝ち), or why nobody is there."""
    no = holder(situation, place)
    if no is None:
        away = absentee(tournament, place)
        if away is None:
            return say("why-on-empty", place=place)
        return say("why-on-absent", name=player(tournament, away), place=place)
    name = player(tournament, no)
    if not present(situation, place, round_no):
        return say("why-on-left", name=name, place=place, left=left(situation.entrants[no].withdrawn_after))
    if came is None:
        return say("why-on", name=name, place=place)
    return say("why-on-came", name=name, place=place, came=came)


def absentee(tournament: Tournament, place: int) -> int | None:
    """The absent player whose number this is."""
    numbers = tournament.draw.numbers
    return next(
        (no for no, one in tournament.players.items() if one.absent and numbers.get(no) == place), None
    )


def won_words(
    tournament: Tournament, situation: Situation, matches: Iterable[TreeMatch], place: int
) -> Words | None:
    """2回戦で 手筋 千尋 に勝ち: the match that brought a place here; None where nobody played it."""
    match = next((one for one in matches if one.winner == place), None)
    return None if match is None else _result_words(tournament, situation, match.round, place)


def lost_words(
    tournament: Tournament, situation: Situation, matches: Iterable[TreeMatch], place: int
) -> Words | None:
    """3回戦で 手筋 千尋 に敗れ: the match of the main bracket that a place lost."""
    match = next((one for one in matches if one.loser == place), None)
    return None if match is None else _result_words(tournament, situation, match.round, place)


def _result_words(tournament: Tournament, situation: Situation, round_no: int, place: int) -> Words | None:
    no = holder(situation, place)
    game = None if no is None else game_in(situation, round_no, no)
    if no is None or game is None:
        return None
    if game.opponent(no) is None:
        return say("why-came-walkover", round=round_no)
    how = "won" if game.winner == no else "lost"
    forfeit = "-forfeit" if game.kind == "forfeit" else ""
    return say(f"why-came-{how}{forfeit}", round=round_no, name=player(tournament, game.opponent(no)))


def game_in(situation: Situation, round_no: int, no: int) -> Game | None:
    """The player's game in a round that is over."""
    return situation.rounds[round_no - 1].game_of(no)
