"""Which tables an event opens: the games of its current round, or a number of tables without names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from tourgen.event import division_named
from tourgen.go.live.desk import Seat
from tourgen.go.live.setup import USUAL_KOMI, USUAL_SIZE
from tourgen.go.record import RecordName
from tourgen.model import Round, Source
from tourgen.problems import Problem
from tourgen.report import DivisionReport, read_report


@dataclass(frozen=True)
class Wish:
    """What the organiser asked for."""

    division: str | None = None
    round: int | None = None
    tables: int | None = None
    komi: Decimal | None = None
    size: tuple[int, int] = (USUAL_SIZE, USUAL_SIZE)


def plain_seats(wish: Wish) -> list[Seat]:
    """Tables 1 to N of a round, for whoever sits down at them."""
    komi = USUAL_KOMI if wish.komi is None else wish.komi
    return [
        Seat(RecordName(wish.round or 1, table, wish.division), komi=komi, size=wish.size)
        for table in range(1, (wish.tables or 0) + 1)
    ]


def seats_of_event(folder: Path, shown: str, wish: Wish) -> tuple[list[Seat], list[Problem]]:
    """The games of the round that is being played, with their players; or why there are none."""
    report, problems, _ = read_report(folder, shown)
    if report is None:
        return [], problems
    go = [one for one in report.divisions if str(one.declared.game) == "go"]
    if not go:
        return [], [Problem("live-no-go", Source(shown))]
    wanted = wish.division and division_named(report.event, wish.division, shown)
    chosen = [one for one in go if wanted in (None, one.division.id)]
    if not chosen:
        known = ", ".join(one.division.id for one in go)
        return [], [Problem("live-no-division", Source(shown), wish.division or "", {"known": known})]
    several = len(go) > 1  # else a record needs no division's name
    seats = [seat for division in chosen for seat in _seats(division, wish, several)]
    return seats, [] if seats else [Problem("live-no-tables", Source(shown))]


def _seats(report: DivisionReport, wish: Wish, several: bool) -> Iterator[Seat]:
    round_ = _round(report, wish.round)
    division = report.division.id if several else None
    for game in round_.games if round_ else ():
        black, white = game.players
        if game.table is not None and white is not None:
            names = (report.players[black].name, report.players[white].name)
            name = RecordName(round_.number if round_ else 0, game.table, division)
            yield Seat(name, *names, _komi(report, wish), wish.size)


def _round(report: DivisionReport, wanted: int | None) -> Round | None:
    """The round asked for, else the latest that is paired."""
    rounds = [one for one in report.tournament.rounds if one.games and wanted in (None, one.number)]
    return rounds[-1] if rounds else None


def _komi(report: DivisionReport, wish: Wish) -> Decimal:
    """As asked for, else what the division plays with."""
    return Decimal(str(report.declared.komi)) if wish.komi is None else wish.komi
