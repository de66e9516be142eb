"""All tables of an event: opened from its folder, with their secrets and logs, and their records when they end.

games/live/secrets.json      the only place of the secrets; readable by its owner alone
games/live/r3-t05.jsonl      the log of a table
games/live/clock             the running time, so that clocks stand while the server is down
games/r3-t05.sgf, …          the triple, as soon as a table has its outcome
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from tourgen import disk
from tourgen.go.board import Colour
from tourgen.go.live import setup
from tourgen.go.live.game import SERVER, Event, Game, after
from tourgen.go.live.log import Damaged, line, replayed
from tourgen.go.live.table import Table
from tourgen.go.live.view import counted_for
from tourgen.go.procedure import Phase, Refused
from tourgen.go.record import BOTH_LOSE, JIGO, NO_RESULT, PENDING, RecordName, Triple, write_triple
from tourgen.intake import leads_outside
from tourgen.model import Source
from tourgen.problems import Problem

REFEREE = "referee"
RULED = {"b": "B+", "w": "W+", "draw": JIGO}
ENDED = {Phase.BOTH_LOSE: BOTH_LOSE, Phase.PENDING: PENDING, Phase.NO_RESULT: NO_RESULT}
SECRET = re.compile(r"[A-Za-z0-9_-]+")
PRIVATE = "# The links of players and referee are nobody else's business.\n*\n"


class Stranger(Exception):
    """A secret that opens nothing here."""


class CannotOpen(Exception):
    """The tables can't be opened; what is wrong, for the organiser."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


@dataclass(frozen=True)
class Seat:
    """A table to open: where its record goes, who plays Black and White, and how."""

    name: RecordName
    black: str = ""
    white: str = ""
    komi: Decimal = setup.USUAL_KOMI
    size: tuple[int, int] = (setup.USUAL_SIZE, setup.USUAL_SIZE)


class Desk:
    """The tables by id, and who may do what at them."""

    def __init__(
        self, folder: Path, tables: Mapping[str, Table], keys: Mapping[str, str], stood: int
    ) -> None:
        self.folder = folder
        self.tables = tables
        self.stood = stood  # the running time at which the last run ended
        self._keys = keys  # "referee", "r3-t05 b", … → secret

    @classmethod
    def open(cls, folder: Path, seats: Iterable[Seat], shown: str = "") -> Desk:
        """Opens the logs and makes what is missing.

        `shown` is how messages name the event's folder.
        """
        live = folder / "games" / "live"
        seats = list(seats)
        check_inside(folder, seats, shown)
        for written in (live, live.parent, live.parent / "old"):
            disk.recover(written)
        disk.write_new(live / ".gitignore", PRIVATE.encode())
        place = f"{shown or folder.name}/games/live"
        keys = _keys(live / "secrets.json", [seat.name.stem for seat in seats], f"{place}/secrets.json")
        stood = disk.Mark(live / "clock").value
        tables, problems = {}, []
        for seat in seats:
            journal = disk.Journal(live / f"{seat.name.stem}.jsonl")
            try:
                game = replayed(journal.lines)
            except Damaged as damage:
                where = Source(f"{place}/{journal.path.name}")
                problems.append(Problem("live-log-damaged", where, params={"line": damage.line}))
                journal.close()
                continue
            stood = max(stood, game.last.t if game.last else 0)
            game = _opened(folder, seat, journal, game, stood)
            tables[seat.name.stem] = Table(seat.name, (seat.black, seat.white), journal, game)
        if problems:
            raise CannotOpen(problems)
        return cls(folder, tables, keys, stood)

    def close(self) -> None:
        """Closes the logs."""
        for table in self.tables.values():
            table.journal.close()

    # --- Who is who

    def role(self, table: str | None, secret: str | None) -> str | None:
        """b, w or referee by the secret, None for a spectator; raises Stranger for a wrong one.

        Every comparison takes the same time, and all are made, whichever fits.
        """
        if secret is None:
            return None
        given = secret.encode()
        roles = {REFEREE: REFEREE} | ({f"{table} {letter}": letter for letter in ("b", "w")} if table else {})
        found = [role for key, role in roles.items() if hmac.compare_digest(given, self._keys[key].encode())]
        if not found:
            raise Stranger
        return found[0]

    def link(self, address: str, table: str | None, role: str | None) -> str:
        """The address of a page. A secret stands behind #, where browsers keep it out of requests and logs."""
        page = f"{address}/t/{table}" if table else f"{address}/desk"
        if role is None:
            return page
        return f"{page}#{self._keys[REFEREE if role == REFEREE else f'{table} {role}']}"

    # --- Records

    def settle(self, table: Table) -> None:
        """The triple and the result into games/ if the table has ended; doing it again changes nothing.

        Whatever else lies there under these names is set aside: the record that the position came from, and
        records of a table that a referee has reopened. Raises DiskProblem.
        """
        game, games = table.game, self.folder / "games"
        files = write_triple(triple(game, table.names), table.name) if game.over else {}
        for file in (table.name.file(), *(table.name.file(colour) for colour in Colour)):
            path = games / file
            lies_there = disk.read_own(path)
            if lies_there is not None and lies_there != files.get(file):
                disk.set_aside(path, games / "old")
        for file, data in files.items():
            if not disk.write_new(games / file, data) and disk.read_own(games / file) != data:
                raise disk.DiskProblem(games / file, "create", "exists")  # since then, or a link to nowhere


def check_inside(folder: Path, seats: Iterable[Seat], shown: str = "") -> None:
    """Raises CannotOpen where a link would have secrets, logs and records written, or read, outside of the event."""
    games = folder / "games"
    live = games / "live"
    if not (leads_outside(games, folder) or leads_outside(live, folder)) and live.is_dir():
        kept = sorted(live.iterdir())
    else:
        kept = []
    used = [games, live, games / "old", *kept, *(games / seat.name.file() for seat in seats)]
    outside = [path.relative_to(folder).as_posix() for path in used if leads_outside(path, folder)]
    if outside:
        # Below a folder that leads outside everything does; the folder alone is told.
        raise CannotOpen([Problem("file-outside", Source(f"{shown or folder.name}/{outside[0]}"))])


def triple(game: Game, names: tuple[str, str]) -> Triple:
    """The records of an ended table."""
    info = dict(game.played.info)
    for key, name in zip(("PB", "PW"), names, strict=True):
        if name:
            info[key] = (name,)
    info.pop("RE", None)
    played = replace(game.played, info=info, komi=game.stop.komi)
    return Triple(played, game.black, game.white, result(game))


def result(game: Game) -> str:
    """As the record says it: B+3.5, W+, 0, both-lose, ?, Void."""
    assert game.state is not None and game.over
    if game.ruling in RULED:
        return RULED[game.ruling]
    if game.state.phase in ENDED:
        return ENDED[game.state.phase]
    counted = counted_for(game)
    assert counted is not None
    return counted.result


def _keys(path: Path, tables: Iterable[str], shown: str) -> dict[str, str]:
    """The secrets that are there, and new ones where none is."""
    keys = _read_keys(path, shown)
    wanted = [REFEREE, *(f"{table} {letter}" for table in tables for letter in ("b", "w"))]
    missing = [key for key in wanted if key not in keys]
    if missing:
        keys |= {key: secrets.token_urlsafe(18) for key in missing}
        disk.write_private(path, json.dumps(keys, indent=1).encode())
    return keys


def _read_keys(path: Path, shown: str) -> dict[str, str]:
    """Damaged ones are not replaced by themselves: every code that hangs in the hall would be void."""
    data = disk.read_own(path)
    try:
        keys: dict[str, str] = {} if data is None else json.loads(data)
        if all(SECRET.fullmatch(key) for key in keys.values()):
            return keys
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    raise CannotOpen([Problem("live-secrets-damaged", Source(shown))])


def _opened(folder: Path, seat: Seat, journal: disk.Journal, game: Game, now: int) -> Game:
    """A table nobody has sat at yet: the size and komi of the event, and the record that lies ready.

    A run that was killed while it opened the table is gone on with where its log ends.
    """
    if game.last is not None and game.last.who != SERVER:
        return game
    wanted: list[tuple[str, dict[str, object]]] = [("komi", {"komi": str(seat.komi)})]
    if seat.size != (setup.USUAL_SIZE, setup.USUAL_SIZE):
        wanted.append(("size", {"width": seat.size[0], "height": seat.size[1]}))
    record = disk.read_own(folder / "games" / seat.name.file())
    if record is not None:
        wanted.append(("load", {"sgf": setup.encode(record)}))
    for do, args in wanted[game.seq :]:
        event = Event(game.seq + 1, now, SERVER, do, args)
        found = after(game, event)
        if not isinstance(found, Refused):  # a record that can't be read: the position is entered on the page
            journal.append(line(event, found))
            game = found
    return game
