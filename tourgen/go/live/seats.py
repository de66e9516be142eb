"""Which tables an event opens: the games of its current round, or a number of tables without names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from tourgen.go.live.desk import Seat
from tourgen.go.live.setup import USUAL_KOMI, USUAL_SIZE
from tourgen.go.record import RecordName
from tourgen.model import Round, Source
from tourgen.problems import Problem
from tourgen.report import DivisionReport, EventReport, read_report


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
    chosen = _divisions(report, wish.division)
    if not chosen:
        known = ", ".join(division.division.id for division in report.divisions)
        return [], [Problem("live-no-division", Source(shown), wish.division or "", {"known": known})]
    several = sum(_plays_go(one) for one in report.divisions) > 1  # else a record needs no division's name
    seats = [seat for division in chosen for seat in _seats(division, wish, several)]
    return seats, [] if seats else [Problem("live-no-tables", Source(shown))]


def _divisions(report: EventReport, wanted: str | None) -> list[DivisionReport]:
    """The one that was asked for; else all in which Go is played; else the only one there is."""
    if wanted is not None:
        return [one for one in report.divisions if one.division.id == wanted]
    go = [one for one in report.divisions if _plays_go(one)]
    return go or (list(report.divisions) if len(report.divisions) == 1 else [])


def _plays_go(report: DivisionReport) -> bool:
    return str(report.declared.game) == "go"


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
    """As asked for, else the event's setting, else the usual one."""
    if wish.komi is not None:
        return wish.komi
    setting = report.division.settings.get("komi")
    return USUAL_KOMI if setting is None else Decimal(str(setting))
