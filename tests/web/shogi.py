"""Shogi events for the page tests: schools, teams with reserves, late and exempt players, notes and substitutes."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from tests.random.troubles import Chances, RandomTournament
from tests.web.sample import TIMES, report, stopped
from tourgen.engine.model import Game, Round, Substitute
from tourgen.event.entrants import fit
from tourgen.event.load_event import LoadedDivision
from tourgen.event.settings import Division
from tourgen.event.tournament import NO_DRAW, Tournament
from tourgen.formats import Format, read_format, shipped_text
from tourgen.messages.problems import Notice
from tourgen.model import Player
from tourgen.simulate.invented import invented_field

_NAMES = ("見本", "架空", "仮名", "例示", "雛形", "空想", "試作", "凡例", "余白", "類例", "名簿学園", "参考")
SCHOOLS = tuple(f"{name}高校" for name in _NAMES)
NOTES = ("反則", "千日手", "失格")
DAY = Chances(withdraw=0.01, forfeit=0.02, late=0.04, barred=0.1)
NAMES = {
    "shogi-championship": ("選手権戦", "Championship"),
    "shogi-encouragement": ("奨励の部", "Encouragement"),
    "shogi-girls": ("女子選手権戦", "Girls’ championship"),
    "shogi-team": ("団体戦", "Teams"),
}


def declared_as(format_id: str, settings: Mapping[str, object]) -> Format:
    """A shipped format with these settings."""
    declared, problems = read_format(shipped_text(format_id), format_id, dict(settings))
    assert declared is not None, problems
    return declared


def shogi(
    format_id: str,
    players: int,
    rounds: int = 9,
    share: float | None = None,
    *,
    seed: int = 1,
    chances: Chances = DAY,
    draws: tuple[str, ...] = ("1234", "5678", "9012"),
    **settings: object,
) -> LoadedDivision:
    """`rounds` rounds played (the whole day unless said), the next one paired and `share` of its games entered."""
    declared = declared_as(format_id, settings)
    rng = random.Random(seed)
    name, name_en = NAMES[format_id]
    division_id = format_id.removeprefix("shogi-")
    one = Division(division_id, name, declared, name_en, draws, times=TIMES)
    people = pupils(declared, players, rng) if not declared.boards else teams(declared, players, rng)
    if not draws:
        waiting = Notice("draws-waiting", params={"division": name})
        found = report(Tournament(fit(one, people.values()), people, NO_DRAW, notices=(waiting,)))
        return replace(found, division=one)
    whole = with_notes(RandomTournament(one, people, rng, chances).run(), rng)
    found = report(_without_boards(stopped(whole, rounds, share, rng)))
    return replace(found, division=one)


def _without_boards(one: Tournament) -> Tournament:
    """Nothing is known of the boards of a match that is being played."""
    *before, last = one.rounds or (None,)
    if last is None:
        return one
    games = tuple(game if game.entered else replace(game, boards=None, note="") for game in last.games)
    return replace(one, rounds=(*before, replace(last, games=games)))


def pupils(declared: Format, count: int, rng: random.Random) -> dict[int, Player]:
    """Single players of schools; one is exempt and came all the same, one is exempt and stayed away."""
    people = invented_field(declared, count, rng)
    found = {no: replace(one, club=rng.choice(SCHOOLS)) for no, one in people.items()}
    if count > 10:
        found[3] = replace(found[3], exempt=True)
        found[5] = replace(found[5], exempt=True, absent=True)
    return found


def teams(declared: Format, count: int, rng: random.Random) -> dict[int, Player]:
    """Teams A, B, … of schools with a reserve each; every ninth comes with two."""
    people = [one.name for one in invented_field(declared, count * 4, rng).values()]
    size = len(declared.boards)
    found = {}
    for no in range(1, count + 1):
        school, letter = SCHOOLS[(no - 1) % len(SCHOOLS)], "ABCDEFG"[(no - 1) // len(SCHOOLS)]
        own = people[(no - 1) * 4 : no * 4]
        members = tuple(own[:size]) if no % 9 else (*own[: size - 1], "")
        found[no] = Player(no, f"{school} {letter}", club=school, team=letter, members=members,
                           reserves=tuple(own[size:]) if no % 9 else ())  # fmt: skip
    return found


def with_notes(whole: Tournament, rng: random.Random) -> Tournament:
    """Some games end by a foul or the referee's lot, some boards are taken by a reserve."""
    rounds = tuple(_noted(whole, one, rng) for one in whole.rounds)
    situations = tuple(
        replace(one, rounds=rounds[: len(one.rounds)]) if one.rounds else one for one in whole.situations
    )
    return replace(whole, rounds=rounds, situations=situations)


def _noted(whole: Tournament, one: Round, rng: random.Random) -> Round:
    games = []
    for game in one.games:
        if game.kind == "played" and rng.random() < 0.08:
            game = replace(game, note=rng.choice(NOTES[:2]))
        games.append(replace(game, substitutes=_reserves(whole, game, rng)))
    return replace(one, games=tuple(games))


def _reserves(whole: Tournament, game: Game, rng: random.Random) -> tuple[Substitute, ...]:
    return tuple(
        Substitute(side, rng.randrange(len(whole.players[no].members)), whole.players[no].reserves[0])
        for side, no in enumerate(game.players)
        if no is not None and whole.players[no].reserves and game.kind == "played" and rng.random() < 0.1
    )
