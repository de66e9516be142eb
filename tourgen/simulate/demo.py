"""`tourgen demo`: an everyday club event with invented players and results, and its site."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from pathlib import Path

from tourgen.build import build_events
from tourgen.event.new_event import FolderExists
from tourgen.event.settings import Division, Event
from tourgen.event.tournament import Tournament
from tourgen.formats import shipped_format
from tourgen.simulate.event_files import event_files
from tourgen.simulate.invented import invented_field
from tourgen.simulate.random_tournament import Chances, RandomTournament, random_draws
from tourgen.storage.own_files import is_vacant
from tourgen.storage.typed_files import write_new

TIMES = ("13:00", "13:50", "14:40", "15:30", "16:20")
_PAGE = """\
# この大会について

これは tourgen の見本です。選手も所属も結果も、抽せんの数字も、すべて架空のものです。

`events/demo` の結果シートを Excel や LibreOffice で直し、`tourgen build` を実行すると、サイトが作り直されます。
"""


def make_demo(folder: Path) -> None:
    """Writes `folder/events/demo` and builds `folder/site`; whatever is there already is left alone."""
    if not is_vacant(folder):
        raise FolderExists(str(folder))
    names: set[str] = set()
    runs = [
        club_swiss("tourgen demo", names),
        played("knockout", "トーナメントの部", "Knockout", 11, "tourgen demo", names),
    ]
    event = Event(
        "demo", "見本オセロ例会(架空)", "Sample Othello club day (invented)", datetime.date(2026, 7, 12),
        "見本市産業会館", "Sample City Hall",
    )  # fmt: skip
    for name, data in event_files(event, runs, {"about": _PAGE}).items():
        write_new(folder / "events" / "demo" / name, data)
    where = [(folder / "events" / "demo", "events/demo")]
    outcomes = list(build_events(where, folder / "site", ""))
    assert not any(outcome.problems for outcome in outcomes), outcomes


def club_swiss(seed: str, taken: set[str]) -> Tournament:
    """例会: 24 players while round 3 is being entered; one came for round 2, another sat it out."""
    tournament = played("othello-swiss", "例会の部", "Club Swiss", 24, seed, taken, late=5, resting=8)
    return until(tournament, 3, 7)


def played(
    format_id: str,
    name: str,
    name_en: str,
    count: int,
    seed: str,
    taken: set[str],
    *,
    late: int = 0,
    resting: int = 0,
) -> Tournament:
    """A division played to its end; `late` came for round 2, `resting` sat round 2 out."""
    declared = shipped_format(format_id)
    rng = random.Random(f"{seed} {format_id}")
    draws = random_draws(declared, rng)
    field = invented_field(declared, count, rng, taken=taken)
    field |= {no: replace(field[no], from_round=2) for no in (late,) if no}
    field |= {no: replace(field[no], rests=(2,)) for no in (resting,) if no}
    division = Division(format_id, name, declared, name_en, draws, declared.lottery.draw_names)
    tournament = RandomTournament(division, field, rng, Chances()).run()
    times = TIMES[: len(tournament.rounds)]
    return replace(tournament, division=replace(tournament.division, times=times))


def until(tournament: Tournament, number: int, entered: int) -> Tournament:
    """The tournament while round `number` is being entered: only the first games have a result."""
    current = tournament.rounds[number - 1]
    to_play = [game for game in current.games if game.kind == "played"]
    blank = to_play[entered:]
    games = tuple(replace(game, winner=None, discs=None) if game in blank else game for game in current.games)
    players = {
        no: replace(p, withdrawn_after=None) if (p.withdrawn_after or 0) >= number else p
        for no, p in tournament.players.items()
    }
    rounds = (*tournament.rounds[: number - 1], replace(current, games=games))
    return replace(tournament, players=players, situations=tournament.situations[:number], rounds=rounds)
