"""Divisions of any format, played by chance, as the pages get them."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.engine.declarations import checked, declaration
from tests.engine.random_play import CALM, UNRULY, Day, play
from tests.web.sample import TIMES, report
from tourgen.engine.lottery import Draw
from tourgen.engine.model import Round
from tourgen.engine.situation import Situation
from tourgen.event.load_event import LoadedDivision
from tourgen.event.settings import Division
from tourgen.event.tournament import Tournament
from tourgen.formats import Format, admits, read_format, shipped_text
from tourgen.model import Player

DAYS = (
    CALM,
    replace(UNRULY, by_hand=0.0),
)  # every round as it is planned, so that its games have their reasons


def shipped(format_id: str) -> Format:
    """A format of the program."""
    declared, problems = read_format(shipped_text(format_id), format_id)
    assert declared is not None, problems
    return declared


def invented(seed: int) -> Format | None:
    """A declaration by chance; None where the language refuses it."""
    return checked(declaration(random.Random(f"pages {seed}")))


def sizes(declared: Format, most: int = 14) -> list[int]:
    """How many can play it, up to a limit."""
    return [count for count in range(4, most + 1) if admits(declared, count)]


def played(declared: Format, count: int, day: Day, seed: int) -> list[Situation]:
    """Every situation of a division."""
    return play(declared, count, day, seed)


def stopped(declared: Format, situations: list[Situation], rounds: int, share: float = 0.5) -> LoadedDivision:
    """The division after so many rounds, with the next one begun."""
    now = situations[rounds]
    everybody = situations[-1].rounds
    begun = [_begun(everybody[rounds], share, rounds)] if rounds < len(everybody) else []
    teams = len(declared.boards)
    players = {
        no: Player(
            no,
            f"選手{no}",
            club=one.school,
            sex=one.sex,
            seed="シード" if one.seed else "",
            from_round=one.from_round,
            withdrawn_after=one.withdrawn_after,
            team="A" if teams else "",
            desk_number=one.number if declared.lottery.method != "linear-congruence" else None,
            members=tuple(f"{no}の{board}" for board in range(1, teams + 1)),
        )
        for no, one in now.entrants.items()
    }
    numbers = {no: one.number for no, one in now.entrants.items()}
    division = Division("open", "どれかの部", declared, "Some division", times=TIMES)
    whole = Tournament(
        division,
        players,
        Draw(None, {}, numbers),
        tuple(situations[: rounds + 1]),
        (*now.rounds, *begun),
        {one.number: one.games for one in everybody},
    )
    return report(whole)


def _begun(whole: Round, share: float, seed: int) -> Round:
    rng = random.Random(seed)
    games = [
        game
        if game.players[1] is None or rng.random() < share
        else replace(game, kind="played", winner=None, discs=None, boards=None, games=())
        for game in whole.games
    ]
    return replace(whole, games=tuple(games))
