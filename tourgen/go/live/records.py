"""What a table keeps in the event's folder: its log while it is played at, its records when it has ended.

games/live/r3-t05.jsonl      the log
games/live/clock             the running time, so that clocks stand while the server is down
games/r3-t05.sgf, …          the triple, as soon as a table has its outcome
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tourgen.event.read_files import leads_outside
from tourgen.go.board import Colour
from tourgen.go.live import setup
from tourgen.go.live.game import SERVER, Event, Game, after
from tourgen.go.live.log import Damaged, line, replayed
from tourgen.go.live.outcome import triple
from tourgen.go.live.seats import Seat
from tourgen.go.live.table import Table
from tourgen.go.procedure import Refused
from tourgen.go.record import write_triple
from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.errors import DiskProblem
from tourgen.storage.journal import Journal, NumberFile
from tourgen.storage.reading import names_in, read_if_there
from tourgen.storage.typed_files import set_aside, write_new
from tourgen.storage.unfinished import clear_up


class CannotOpen(Exception):
    """The tables can't be opened; what is wrong, for the organiser."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


# --- The log


def open_tables(folder: Path, seats: Iterable[Seat], shown: str, now: int = 0) -> tuple[list[Table], int]:
    """The tables as their logs left them, and the running time at which the last run ended; or CannotOpen."""
    seats = list(seats)
    if not seats:
        return [], now
    check_inside(folder, seats, shown)
    live = folder / "games" / "live"
    for place in (live, live.parent, live.parent / "old"):
        clear_up(place)
    clock = NumberFile(live / "clock")
    stood = max(now, clock.value)
    clock.close()
    tables: list[Table] = []
    problems = []
    for seat in seats:
        journal = Journal(live / f"{seat.name.stem}.jsonl")
        try:
            game = replayed(journal.lines)
        except Damaged as damage:
            where = Source(f"{shown}/games/live/{journal.path.name}")
            problems.append(Problem("live-log-damaged", where, params={"line": damage.line}))
            journal.close()
            continue
        known = seat.ordered(game.players) if game.last else seat
        if known is None:  # the round was paired anew
            journal.close()
            set_aside(journal.path, live.parent / "old")
            journal, game = Journal(journal.path), Game()
        seat = known or seat
        stood = max(stood, game.last.t if game.last else 0)
        tables.append(Table(seat, journal, _opened(folder, seat, journal, game, stood)))
    if problems:
        for table in tables:
            table.journal.close()
        raise CannotOpen(problems)
    return tables, stood


def _opened(folder: Path, seat: Seat, journal: Journal, game: Game, now: int) -> Game:
    """A table nobody has sat at yet: the size and komi of the event, and the record that lies ready.

    A run that was killed while it opened the table is gone on with where its log ends.
    """
    if game.last is not None and game.last.who != SERVER:
        return game
    who: dict[str, object] = {"players": seat.players, "black": seat.black, "nigiri": seat.nigiri}
    if seat.stones:
        who["stones"] = seat.stones
    wanted: list[tuple[str, dict[str, object]]] = [("seat", who), ("komi", {"komi": str(seat.komi)})]
    if seat.size != (setup.USUAL_SIZE, setup.USUAL_SIZE):
        wanted.append(("size", {"width": seat.size[0], "height": seat.size[1]}))
    record = read_if_there(folder / "games" / seat.name.file())
    if record is not None:
        wanted.append(("load", {"sgf": setup.encode(record)}))
    for do, args in wanted[game.seq :]:
        event = Event(game.seq + 1, now, SERVER, do, args)
        found = after(game, event)
        if not isinstance(found, Refused):  # a record that can't be read: the position is entered on the page
            journal.append(line(event, found))
            game = found
    return game


def check_inside(folder: Path, seats: Iterable[Seat], shown: str) -> None:
    """Raises CannotOpen where a link would have logs and records written, or read, outside of the event."""
    games = folder / "games"
    live = games / "live"
    inside = not (leads_outside(games, folder) or leads_outside(live, folder))
    kept = [live / name for name in names_in(live)] if inside else []
    used = [games, live, games / "old", *kept, *(games / seat.name.file() for seat in seats)]
    outside = [path.relative_to(folder).as_posix() for path in used if leads_outside(path, folder)]
    if outside:
        # Below a folder that leads outside everything does; the folder alone is told.
        raise CannotOpen([Problem("file-outside", Source(f"{shown}/{outside[0]}"))])


# --- The records


def settle(folder: Path, table: Table) -> None:
    """The triple and the result into games/ if the table has ended; doing it again changes nothing.

    Whatever else lies there under these names is set aside: the record that the position came from, and
    records of a table that a referee has reopened. Raises DiskProblem.
    """
    game, games, name = table.game, folder / "games", table.seat.name
    files = write_triple(triple(game, table.names), name) if game.over else {}
    for file in (name.file(), *(name.file(colour) for colour in Colour)):
        path = games / file
        lies_there = read_if_there(path)
        if lies_there is not None and lies_there != files.get(file):
            set_aside(path, games / "old")
    for file, data in files.items():
        if not write_new(games / file, data) and read_if_there(games / file) != data:
            raise DiskProblem(games / file, "exists")  # since then, or a link to nowhere
