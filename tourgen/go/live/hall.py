"""The Go tables of one event on the server, and who may do what at them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from tourgen.event.read_files import open_elsewhere
from tourgen.event.round_files import round_file
from tourgen.go.live.clerk import Clerk, Troubles
from tourgen.go.live.clock import NOTED_EVERY, RunningTime
from tourgen.go.live.command import Command
from tourgen.go.live.game import COMMITTEE, REFEREE, SERVER, Game
from tourgen.go.live.outcome import cells
from tourgen.go.live.records import CannotOpen, open_tables
from tourgen.go.live.seats import Seat
from tourgen.go.live.table import Table
from tourgen.go.live.view import case, hints
from tourgen.go.procedure import Refused
from tourgen.live.changes import Refused as NotDone
from tourgen.live.desk import DESK, Desk
from tourgen.live.entries import Values
from tourgen.live.screen import Screen, Stranger
from tourgen.live.server import to_json
from tourgen.live.tables import EventTables
from tourgen.live.tables import Table as Row
from tourgen.storage.errors import DiskProblem
from tourgen.storage.journal import NumberFile

LOOK_EVERY = 0.05  # seconds between two looks at the clock
TOLD_EVERY = 10  # of these: a word about who is connected
HINT_EVERY = 0.5  # seconds
REST = 4  # times as long as weighing a draft took, so that clicks never wait for it
MOVED = to_json({"type": "moved"})
ORIGIN = "go"  # of the entries
PULSE = 8  # of these: a word to every screen, half as often as one may be silent


class Hall:
    """Opened from the event's folder; further rounds open by themselves. Raises CannotOpen."""

    def __init__(
        self,
        desk: Desk,
        seats: Callable[[EventTables], Sequence[Seat]],
        clock: Callable[[int], RunningTime] = RunningTime,
    ) -> None:
        self.desk = desk
        self.seats = seats
        opened, stood = open_tables(desk.folder, seats(desk.tables), desk.shown)
        self.tables = {table.id: table for table in opened}
        self.clock = clock(stood)
        self.referees: set[Screen] = set()  # their overviews
        self.committee: set[Screen] = set()
        self.troubles = Troubles()
        self.clerk = Clerk(desk.folder, self.troubles, self._entered)
        self._mark: NumberFile | None = None
        self._looks = self._told = self._noted = 0
        self._running: dict[str, asyncio.Task[None]] = {}
        self._sheets = asyncio.Event()
        self._provide_keys(opened)

    @property
    def id(self) -> str:
        """How addresses name the event."""
        return self.desk.folder.name

    def _provide_keys(self, tables: Sequence[Table]) -> None:
        """Players have their keys for the whole event; chairs without a name have keys of their own."""
        chairs = [owner for table in tables if table.seat.has_chairs for owner in table.seat.owners]
        self.desk.add_chairs([COMMITTEE, *chairs] if tables else [])

    # --- Life

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The tables are played at; afterwards the records that are due are written, what is refused is in the logs."""
        self._pool = ThreadPoolExecutor(max_workers=8, thread_name_prefix="tourgen-go")
        for table in self.tables.values():
            self._run(table)
        self.desk.refreshed.append(self._sheets.set)
        self._sheets.set()
        works = (self._look(), self._hint(), self._follow_rounds(), self.clerk.run(self._pool))
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            self.desk.refreshed.remove(self._sheets.set)
            for table in self.tables.values():
                table.finish()
            await asyncio.gather(*self._running.values(), return_exceptions=True)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._pool.shutdown()
            self.clerk.finish()
            if self.tables:
                self._note(self.clock.now())
            if self._mark:
                self._mark.close()
            for table in self.tables.values():
                table.journal.close()

    def _run(self, table: Table) -> None:
        table.changed = self._changed
        table.asks_referee = lambda: self.desk.reporting == "referee"
        table.logged = partial(self.troubles.tell, f"{table.id}.jsonl")
        self._running[table.id] = asyncio.create_task(table.run(self.clock, self._pool))
        if table.game.ended:  # by the run before, perhaps without its record
            self.clerk.owe(table)

    async def _follow_rounds(self) -> None:
        """New rounds open by themselves; where the pairing says who is Black, the tables follow their sheets."""
        while True:
            await self._sheets.wait()
            self._sheets.clear()
            wanted = {seat.name.stem: seat for seat in self.seats(self.desk.tables)}
            for table in list(self.tables.values()):
                seat = wanted.get(table.id, table.seat).ordered(table.seat.players)
                if seat is None:
                    await self._close(table)
                    continue
                table.seat = seat  # a name may have been corrected
                if seat.says_otherwise(table.game.black_seat):  # the two have changed places in their row
                    await table.submit(SERVER, Command("swap", 0))
            new = [seat for seat in wanted.values() if seat.name.stem not in self.tables]
            try:
                opened, _ = await asyncio.to_thread(
                    open_tables, self.desk.folder, new, self.desk.shown, self.clock.now()
                )
            except (CannotOpen, DiskProblem) as trouble:
                for problem in trouble.problems if isinstance(trouble, CannotOpen) else [trouble.problem]:
                    self.troubles.say("rounds", problem)
                continue
            self._provide_keys(opened)
            for table in opened:
                self._call_to(table)
                self.tables[table.id] = table
                self._run(table)

    async def _close(self, table: Table) -> None:
        """Ends a table whose round was paired anew, since another game is played there now."""
        table.finish()
        await self._running.pop(table.id)
        table.journal.close()
        self.clerk.owed.discard(table)
        del self.tables[table.id]
        for screen in table.screens:
            screen.show(MOVED)

    def _call_to(self, table: Table) -> None:
        """The players' open pages go to their new table."""
        for other in self.tables.values():
            for screen in other.screens:
                place = {"1": 0, "2": 1}.get(screen.role or "")
                if place is not None and other.seat.owners[place] in table.seat.owners:
                    screen.show(MOVED)

    async def _hint(self) -> None:
        """Shows the points at stake in drafts, beside the play: counting takes longer than a click may."""
        seen: dict[str, Game] = {}
        while True:
            for table in list(self.tables.values()):
                game = table.game
                quiet = seen.get(table.id) is game  # nobody has clicked since the last look
                seen[table.id] = game
                if quiet and table.hints_due():
                    began = time.monotonic()
                    table.show_hints(game, await asyncio.to_thread(hints, game))
                    await asyncio.sleep(REST * (time.monotonic() - began))
            await asyncio.sleep(HINT_EVERY)

    async def _look(self) -> None:
        while True:
            self.look(self.clock.now())
            await asyncio.sleep(LOOK_EVERY)

    def look(self, now: int) -> None:
        """The pulse: timeouts, the note of the running time, who is connected, the referee's overview."""
        for table in self.tables.values():
            table.look_at_the_clock(now)
        if self.tables and (now - self._noted >= NOTED_EVERY or now < self._noted):
            self._noted = now
            self._note(now)
        self._looks += 1
        if self._looks % TOLD_EVERY == 0:
            self._tell()

    def _note(self, now: int) -> None:
        trouble = None
        try:
            self._mark = self._mark or NumberFile(self.desk.folder / "games" / "live" / "clock")
            self._mark.set(now)
        except DiskProblem as problem:  # a full disk stops no clock
            trouble = problem
        self.troubles.tell("clock", trouble)

    def _tell(self) -> None:
        self._told += 1
        for table in self.tables.values():
            table.show_presence()
            if self._told % PULSE == 0:
                table.show_pulse(self.clock.now())
        for screen in list(self.committee):
            screen.show(to_json({"type": "cases", "cases": self.cases()}))
        if self.referees:
            message = to_json({"type": "tables", "tables": self.summaries()})
            for screen in list(self.referees):
                screen.show(message)

    def cases(self) -> list[dict[str, Any]]:
        """The games that wait for the committee, and those that it has decided."""
        return [
            {"table": table.id, "number": table.seat.number, "round": table.seat.name.round}
            | {"names": table.names, **case(table.game)}
            for table in self.tables.values()
            if table.game.pending and table.game.over
        ]

    def summaries(self) -> list[dict[str, Any]]:
        """A line for each table; nothing in it is secret."""
        now = self.clock.now()
        return [table.summary(now) for table in self.tables.values()]

    def _changed(self, table: Table, before: Game) -> None:
        if table.game.over or before.over:
            self.clerk.owe(table)

    async def _entered(self, table: Table) -> None:
        """The outcome of a table goes into its round's sheet, as the desk writes: shown there, and can be undone there.

        What somebody typed meanwhile is not overwritten: the desk shows both. A table that was reopened takes back
        what it had entered.
        """
        row, entries = self._row(table), self.desk.entries
        if row is None:
            return
        cell = f"board{table.seat.name.board}" if table.seat.name.board else "result1"
        mine = [one for one in entries.of(row.game) if one.origin == ORIGIN and cell in one.values]
        undone, taken_back = entries.undone(), {one.undoes for one in mine}
        made = [one for one in mine if one.undoes is None]
        standing = [one for one in made if one.id not in undone]
        stands: Values = standing[-1].values if standing else {}
        if not table.game.over:
            if standing:
                before = {key: standing[0].before.get(key) for key in stands}
                await self.desk.put(row, before, ORIGIN, standing[-1].id, stands)
            return
        if table.waits_for(table.game):
            return
        wanted = cells(table.game, table.seat, row)
        if made and dict(made[-1].values) == wanted and made[-1].id not in taken_back:
            return  # whoever has undone it at the desk meant it
        known = {"note": row.stands.get("note"), **stands}
        if "note" in wanted and known["note"] and known["note"] != stands.get("note"):
            wanted["note"] = f"{wanted['note']} {known['note']}"
        await self.desk.put(row, wanted, ORIGIN, before={key: known.get(key) for key in wanted})

    def _row(self, table: Table) -> Row | None:
        """Its row in the sheet of the round that is being played, in whichever order that names the two."""
        games, orders = self.desk.tables.games, (table.seat.game, table.seat.turned.game)
        return next((games[one] for one in orders if one is not None and one in games), None)

    async def press(self, table: Table, who: str, command: Command, device: str) -> int | Refused:
        """Carries out a command at a table; returns its number in the sequence, or why it is refused."""
        done = await table.submit(who, command, device)
        if isinstance(done, Refused) or table.game.nigiri or (who, command.do) != (REFEREE, "swap"):
            return done
        return await self._change_places(table) or done

    async def _change_places(self, table: Table) -> Refused | None:
        """Where the pairing says who is Black, the two change places in their row of the sheet, as the desk does it."""
        row = self._row(table)
        if row is None:
            return Refused("swap-refused")
        if open_elsewhere(self.desk.folder / round_file(row.game.division, row.game.round)):
            return Refused("swap-open")
        division, _, white, black = row.game
        asked = {"kind": "colours", "division": division, "no": black, "other": white}
        try:
            await self.desk.change(asked, ORIGIN)
        except NotDone as refused:
            return Refused("swap-entered" if str(refused) == "swap-entered" else "swap-refused")
        except DiskProblem:
            return Refused("not-written")
        return None

    # --- Who is who

    def role(self, table: Table | None, key: str | None) -> str | None:
        """The role that a key gives at this table; None for a spectator. Raises Stranger for a wrong key."""
        if key is None:
            return None
        owner = self.desk.owner(key)
        if owner == DESK:
            return REFEREE
        if owner == COMMITTEE:
            return None if table else COMMITTEE  # at a table it only watches
        if table is None or owner not in table.seat.owners:
            raise Stranger
        return "12"[table.seat.owners.index(owner)]

    def table_of(self, key: str) -> Table | None:
        """The table where the owner of a key plays now."""
        owner = self.desk.owner(key)
        tables = [table for table in self.tables.values() if owner in table.seat.owners]
        return max(tables, key=lambda table: table.seat.name.round, default=None)
