"""直接対戦の結果: which players are equal in everything before, which of them met, and whether that decides."""

from __future__ import annotations

from collections.abc import Sequence, Set

from tourgen.engine.criteria import Row
from tourgen.engine.situation import Situation
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Words, joined, names, player, say

DIRECT = ("direct-encounter", "direct-encounter-of-two")
ENDINGS = {"draw": "-drawn", "pending": "-open", "no-result": "-open"}  # of games that nobody won


def direct_words(
    tournament: Tournament, now: Situation, word: str, tied: Sequence[Row], at: int, no: int
) -> Words:
    """Why it decides, or why it doesn't; `tied` are equal in everything before this criterion, the one number `at`."""
    others = [row.no for row in tied if row.no != no]
    if not others:
        return say("why-direct-nobody")
    winner = next((row.no for row in tied if row.keys[at]), None)
    games = _games(tournament, now, {row.no for row in tied})
    if len(others) > 1 and word == DIRECT[1]:
        outcome = "too-many"
    elif len(others) > 1:
        outcome = "all-won" if winner == no else "other-won" if winner is not None else "none-won"
    elif winner is not None:
        outcome = "won" if winner == no else "lost"
    else:
        outcome = "undecided" if games else "unmet"
    return say(
        f"why-direct-{outcome}",
        name=player(tournament, others[0] if len(others) == 1 or winner is None else winner),
        names=names(tournament, others),
        games=joined(games) if games else say("why-direct-no-games"),
    )


def _games(tournament: Tournament, now: Situation, tied: Set[int]) -> list[Words]:
    """Every counted game between two of them, round by round; of a round those first that were not lost by both."""
    found = []
    for played in now.rounds:
        for game in played.games:
            first, second = game.players
            counted = now.format.stage_of_label(game.stage) in now.format.counted
            if second is None or game.kind == "forfeit" or not counted or not {first, second} <= tied:
                continue
            ending = "" if game.winner is not None else ENDINGS.get(game.kind, "-both-lost")
            one = game.winner if game.winner is not None else min(first, second)
            who = {"winner": player(tournament, one), "loser": player(tournament, game.opponent(one))}
            text = say(f"why-direct-game{ending}", round=played.number, **who)
            found.append(((played.number, ending == "-both-lost", one), text))
    return [text for _, text in sorted(found, key=lambda entry: entry[0])]
