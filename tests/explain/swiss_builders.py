"""Small divisions of section 8 with every result written out; lots are roster numbers, so that 1 is ahead of 2."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tests.rules.builders import game
from tourgen.engine.lottery import Draw
from tourgen.engine.model import BarredPair, Entrant, Game, Round
from tourgen.engine.progress import advance, next_round, plan, start
from tourgen.engine.situation import Situation
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.explain.words import Reason
from tourgen.formats import Format
from tourgen.formats.fitting import fitted
from tourgen.model import Player

CHAMPIONSHIP, ENCOURAGEMENT, GIRLS, TEAM = (
    "shogi-championship",
    "shogi-encouragement",
    "shogi-girls",
    "shogi-team",
)


def swiss(
    form: Format,
    count: int,
    *rounds: str,
    clubs: Mapping[int, str] | None = None,
    barred: Sequence[BarredPair] = (),
    late: Mapping[int, int] | None = None,
    left: Mapping[int, int] | None = None,
) -> Tournament:
    """A division after these rounds, with the next one planned.

    Results are short forms ("1>2 3-"); "1>2/3" is a team match in which the winner won three boards (else two);
    "semi: 1>4" begins another stage. `late` are first rounds, `left` last rounds.
    """
    declared, clubs, late, left = fitted(form, count), clubs or {}, late or {}, left or {}
    entrants = {
        no: Entrant(
            no,
            no,
            from_round=late.get(no, 1),
            school=clubs.get(no, ""),
            withdrawn_after=left.get(no),
            paired_until=left.get(no),
        )
        for no in range(1, count + 1)
    }
    situations = [start(declared, entrants, {}, barred)]
    planned, played = {}, []
    for number, text in enumerate(rounds, 1):
        planned[number] = plan(situations[-1])
        games = tuple(_games(text, situations[-1]))
        by_hand = {frozenset(one.players) for one in planned[number]} != {
            frozenset(one.players) for one in games
        }
        played.append(Round(number, games, by_hand))
        situations.append(advance(situations[-1], played[-1]))
    now = situations[-1]
    if next_round(now) is not None:
        planned[now.after + 1] = plan(now)
        played.append(Round(now.after + 1, planned[now.after + 1]))
    players = {
        no: Player(
            no,
            f"選手{no}",
            club=clubs.get(no, ""),
            from_round=late.get(no, 1),
            withdrawn_after=left.get(no),
        )
        for no in entrants
    }
    division = Division("small", "小さな部", now.format)
    draw = Draw(None, {}, {no: no for no in entrants})
    return Tournament(division, players, draw, tuple(situations), tuple(played), planned)


def _games(text: str, situation: Situation) -> list[Game]:
    first = situation.format.first_stage.id
    stage = first
    found = []
    for word in text.split():
        if word.endswith(":"):
            stage = word[:-1]
            continue
        result, _, boards = word.partition("/")
        one = game(result, stage, None)
        group = situation.seats[one.players[0]].group if stage == first else None
        found.append(_with_boards(replace(one, group=group), int(boards or 2), len(situation.format.boards)))
    return found


def _with_boards(one: Game, won: int, boards: int) -> Game:
    if not boards or one.kind == "double-loss":
        return one
    won = boards if one.kind in ("bye", "forfeit") else won
    return replace(one, boards=(1,) * won + (0,) * (boards - won))


def told(reasons: Sequence[Reason], language: str = "ja") -> list[str]:
    """What is said about one pair or player, without what holds for everybody."""
    return [reason.text[language] for reason in reasons if reason.about == "pair"]
