"""Tournaments to explain: simulated ones, and small ones whose records are written out."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from tests.random.troubles import Chances, RandomTournament
from tests.rules.builders import FREE, declared
from tourgen.engine.lottery import Draw
from tourgen.engine.model import Entrant, Game, Round
from tourgen.engine.progress import plan, start
from tourgen.engine.record import Line
from tourgen.engine.situation import Seat
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.model import Player
from tourgen.simulate.random_tournament import generator, random_draws, random_field
from tourgen.simulate.simulation_runner import Part, Simulation

OPEN, WOMEN = "othello-new-64", "othello-new-32"
CALM = Chances()
UNRULY = Chances(absent=0.1, withdraw=0.03, forfeit=0.08, no_show=0.03, leave_after_pairing=0.03, by_hand=0.3)


def line(round_no: int, won: bool, opponent: int | None = None, *, bye: bool = False) -> Line:
    """One round of a record in the preliminary leagues; without an opponent the round is assumed."""
    outcome = "win" if won else "loss"
    return Line(round_no, "league", outcome, opponent, bye, met=opponent is not None)  # type: ignore[arg-type]


@cache
def simulated(format_id: str, players: int, run: int, chances: Chances = CALM) -> Tournament:
    """One random tournament, the same every time."""
    form, rng = declared(format_id), generator(20, run)
    draws = random_draws(form, rng)
    field = random_field(form, players, rng, chances.absent)
    division = Division("sim", "架空の部", form, draws=draws, draw_names=form.lottery.draw_names)
    return RandomTournament(division, field, rng, chances).run()


def written_out(
    format_id: str,
    lines: Mapping[int, tuple[Line, ...]],
    pool: tuple[int, ...],
    after: int,
    games: Mapping[int, tuple[Game, ...]] | None = None,
) -> Tournament:
    """A division after some rounds, in which `pool` is league A and everybody else is in the ranking league."""
    form = declared(format_id)
    there = {no: Entrant(no, no) for no in sorted(lines)}
    first = start(form, there)
    rounds = tuple(Round(number, (games or {}).get(number, ())) for number in range(1, after + 1))
    seats = {no: Seat("league", "A") if no in pool else Seat("ranking") for no in there}
    everything = replace(first.everything, lines=dict(lines))
    now = replace(first, everything=everything, rounds=rounds, seats=seats)
    planned = {after + 1: plan(now)}
    players = {no: Player(no, f"選手{no}") for no in there}
    return Tournament(
        Division("small", "小さな部", form),
        players,
        Draw(None, {}, {no: no for no in there}),
        (now,) * (after + 1),
        (*rounds, Round(after + 1, planned[after + 1])),
        planned,
    )


@cache
def three_divisions(run: int, chances: Chances = CALM) -> tuple[Tournament, ...]:
    """An event of open, women's and free class; some of the free class would fill places of the others."""
    rng = generator(21, run)
    forms = {"open": declared(OPEN), "women": declared(WOMEN), "free": declared(FREE)}
    sizes = {"open": (64, 0.08), "women": (32, 0.15), "free": (58, 0.05)}
    rosters = {name: random_field(form, sizes[name][0], rng, sizes[name][1]) for name, form in forms.items()}
    rosters["women"] = {no: replace(one, sex="F") for no, one in rosters["women"].items()}
    rosters["free"] = {
        no: replace(one, standby=tuple(name for name in ("open", "women") if rng.random() < 0.3))
        for no, one in rosters["free"].items()
    }
    divisions = tuple(
        Division(name, f"架空の部{at}", form) for at, (name, form) in enumerate(forms.items(), 1)
    )
    parts = tuple(Part(one, len(rosters[one.id]), tuple(rosters[one.id].values())) for one in divisions)
    about = Event("sim", "架空の大会", "", None, "", "", "ja", divisions, Path(), "")
    return tuple(Simulation(about, parts, 21, 1, chances, RandomTournament).run(1))
