"""⑤ 直接対戦の結果: who is equal in everything before, who of them met, and whether that decides (section 8)."""

from __future__ import annotations

from collections.abc import Set
from itertools import groupby
from typing import Literal

from tourgen.dataclass import dataclass
from tourgen.explain.words import Words, joined, names, player, say
from tourgen.memo import Memo
from tourgen.rules.record import Line
from tourgen.rules.situation import Situation
from tourgen.tournament import Tournament

DIRECT = "direct-encounter"
Result = Literal["won", "both-lost", "drawn", "open"]
Outcome = Literal[
    "won",  # two are tied, and this one beat the other
    "lost",
    "unmet",
    "undecided",  # they met, but not so that one has the better of it
    "all-won",  # of more than two, this one beat all the others
    "other-won",
    "none-won",
]


@dataclass(frozen=True, slots=True)
class DirectGame:
    """A game between two who are tied; the winner first, where there is one."""

    round: int
    players: tuple[int, int]
    result: Result


@dataclass(frozen=True, slots=True)
class DirectWhy:
    """Who is equal in all criteria before (in provisional order), their games, and who beat all the others."""

    tied: tuple[int, ...]
    games: tuple[DirectGame, ...]
    winner: int | None


def direct_why(situation: Situation, no: int) -> DirectWhy | None:
    """The direct encounter as it was looked at for one player; None where the format has none."""
    return _known(situation)[no] if DIRECT in situation.declared.order.criteria else None


def _whys(situation: Situation) -> dict[int, DirectWhy]:
    """Everybody's. Those of a block with the same keys before stand together, and share theirs."""
    at, seats = situation.declared.order.criteria.index(DIRECT), situation.seats
    found: dict[int, DirectWhy] = {}
    for _, alike in groupby(situation.rows, key=lambda row: (seats[row.no].group, row.keys[:at])):
        rows = list(alike)
        tied = tuple(row.no for row in rows)
        winner = next((row.no for row in rows if row.keys[at]), None)
        found |= dict.fromkeys(tied, DirectWhy(tied, _games(situation, frozenset(tied)), winner))
    return found


_known: Memo[Situation, dict[int, DirectWhy]] = Memo(_whys)


def _games(situation: Situation, tied: Set[int]) -> tuple[DirectGame, ...]:
    found = [
        _game(no, line.opponent, line)
        for no in tied
        for line in situation.record.lines[no]
        if line.met
        and line.opponent in tied
        and (line.won or (not _lost(line) and no < (line.opponent or 0)))
    ]
    found += _both_lost(situation, tied)
    return tuple(sorted(found, key=lambda game: game.round))


def _lost(line: Line) -> bool:
    return not (line.won or line.drawn or line.open)


def _both_lost(situation: Situation, tied: Set[int]) -> list[DirectGame]:
    lost = {
        (line.round, no, line.opponent)
        for no in tied
        for line in situation.record.lines[no]
        if line.met and line.opponent in tied and _lost(line)
    }
    return [
        DirectGame(number, (no, other), "both-lost")
        for number, no, other in lost
        if other is not None and no < other and (number, other, no) in lost
    ]


def _game(no: int, other: int | None, line: Line) -> DirectGame:
    assert other is not None
    return DirectGame(line.round, (no, other), "won" if line.won else "drawn" if line.drawn else "open")


def direct_words(tournament: Tournament, why: DirectWhy, no: int) -> Words:
    """Why it decides, or why it doesn't."""
    others = [one for one in why.tied if one != no]
    if not others:
        return say("why-direct-nobody")
    games = joined([_game_words(tournament, game) for game in why.games]) or {}
    values = {
        "name": player(tournament, others[0] if len(others) == 1 or why.winner is None else why.winner),
        "names": names(tournament, others),
        "games": games if why.games else say("why-direct-no-games"),
    }
    return say(f"why-direct-{_outcome(why, no, len(others))}", **values)


def _outcome(why: DirectWhy, no: int, others: int) -> Outcome:
    if others > 1:
        return "all-won" if why.winner == no else "other-won" if why.winner is not None else "none-won"
    if why.winner is not None:
        return "won" if why.winner == no else "lost"
    return "undecided" if why.games else "unmet"


def _game_words(tournament: Tournament, game: DirectGame) -> Words:
    one, other = (player(tournament, no) for no in game.players)
    ending = "" if game.result == "won" else f"-{game.result}"
    return say(f"why-direct-game{ending}", round=game.round, winner=one, loser=other)
