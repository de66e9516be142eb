"""The desk of one event: helpers enter results, players report theirs, everybody sees it at once.

What is entered is on the medium before it is shown; then it goes into its sheet, which stays the truth.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tourgen.event.load_event import load_event
from tourgen.event.pair_again import pair_again
from tourgen.event.result_meaning import Outcome
from tourgen.live.changes import Preview, Refused, asked_change, can_undo, preview, write_change
from tourgen.live.desk_view import DeskView, Said, desk_state, player_state
from tourgen.live.draft import drafts
from tourgen.live.entries import (
    DROPPED,
    Change,
    Changed,
    Entries,
    Entry,
    Report,
    Values,
    agreement,
    report_line,
)
from tourgen.live.keys import KEYS, KeysDamaged, keys_for, owner_of
from tourgen.live.screen import Screen
from tourgen.live.tables import EventTables, GameId, Table, read_tables
from tourgen.live.typed_line import Typed, read_line
from tourgen.live.write_entries import Written, write_entries
from tourgen.messages.problems import Notice, Problem
from tourgen.result_marks import written
from tourgen.sheets.edit_rows import Differs
from tourgen.sheets.exchange_cell import CellValue
from tourgen.storage.errors import DiskProblem

DESK = "desk"
TRIED_AGAIN = 1.0  # seconds after which entries that wait for their sheet are tried again
PULSE = 4.0  # seconds after which every screen hears something; a page that hears nothing takes a new line
_log = logging.getLogger(__name__)


class Desk:
    """One event. Only the server's loop changes its state; threads read and write the disk."""

    def __init__(self, folder: Path, shown: str, build: Callable[[], None]) -> None:
        self.folder, self.shown = folder, shown
        self.build = build  # asks for a build, as soon as possible
        self.entries = Entries.open(folder / "rounds" / "entries.jsonl")
        self.tables: EventTables = read_tables(folder, shown)
        self.chairs: set[str] = set()  # keys of Go tables without players' names; they open nothing here
        self.refreshed: list[Callable[[], None]] = []  # told when the sheets were read again
        self.keys = self._keys()
        self.said: Said = ((), ())  # problems and notices of the last build
        self.written = Written()
        self.drafts: Mapping[str, Any] = {}  # of the rounds that are complete and wait for the button
        self.published = ""  # when, from this desk
        self._drafted: EventTables | None = None
        self.released = self._paired()
        self.screens: dict[Screen, str] = {}  # whose key it came with
        self.loop: asyncio.AbstractEventLoop | None = None
        self._appending = asyncio.Lock()
        self._wake = asyncio.Event()

    # --- Keys

    def _keys(self, renewed: str = "") -> dict[str, str]:
        """One for the desk, one for every player who has a game."""
        players = {
            owner_of(game.division, no) for game in self.tables.games for no in (game.first, game.second)
        }
        wanted = [DESK, *sorted(players), *sorted(self.chairs)]
        return keys_for(self.folder / KEYS, wanted, [renewed] if renewed else [])

    def add_chairs(self, chairs: Iterable[str]) -> None:
        """Keys for Go tables at which nobody is known by name."""
        self.chairs |= set(chairs)
        self.keys = self._keys()

    def owner(self, key: str) -> str | None:
        """The owner of a key, if it is one of ours."""
        found = [owner for owner, one in self.keys.items() if hmac.compare_digest(one.encode(), key.encode())]
        return found[0] if found else None

    # --- The sheets

    def refresh(self) -> KeptBack:
        """From any thread: the sheets may have changed; the divisions whose next round no build may make."""
        tables = read_tables(self.folder, self.shown)
        if self.loop is None:
            self._refreshed(tables)
        elif tables.event:
            with suppress(RuntimeError):  # the server has stopped
                self.loop.call_soon_threadsafe(self._refreshed, tables)
        return KeptBack(self, tables)

    def _refreshed(self, tables: EventTables) -> None:
        if tables.read_at < self.tables.read_at:
            return  # the sheets were read again since
        self.tables = tables
        with suppress(DiskProblem, KeysDamaged):  # the keys that are known go on opening their pages
            self.keys = self._keys()
        for told in self.refreshed:
            told()
        self._wake.set()
        self.show()

    def tell(self, problems: Sequence[Problem], notices: Sequence[Notice]) -> None:
        """From any thread: what a build said."""
        self.said = (tuple(problems), tuple(notices))
        self.refresh()

    def _paired(self) -> set[tuple[str, int]]:
        """Rounds whose next one is made already."""
        return {(one.division.id, number) for one in self.tables.divisions for number in range(1, one.round)}

    # --- Life

    async def run(self) -> None:
        """Puts entries into their sheets as soon as that is possible, until it is cancelled."""
        self.loop = asyncio.get_running_loop()
        self._wake.set()
        while True:
            with suppress(TimeoutError):
                waiting = self.entries.owed() or self.entries.waiting_changes()
                await asyncio.wait_for(self._wake.wait(), TRIED_AGAIN if waiting else None)
            self._wake.clear()
            try:
                await self.write()
                await self._draw()
            except Exception:  # the entries are kept and tried again, whatever it is
                _log.exception("entries of %s", self.shown)
                await asyncio.sleep(TRIED_AGAIN)

    async def pulse(self) -> None:
        """Lets every screen hear something, until it is cancelled."""
        while True:
            await asyncio.sleep(PULSE)
            for screen in self.screens:
                screen.tell(type="alive")

    async def write(self) -> None:
        """Puts everything that waits into its sheet, as far as that is possible now."""
        owed, changes = self.entries.owed(), self.entries.waiting_changes()
        if not (owed or changes) or self.tables.event is None:
            return
        before = self.written
        self.written = await asyncio.to_thread(write_entries, self.tables.event, owed)
        for one in changes:  # in their order, each known to be in its workbook before the next may go over it
            try:
                reason = await asyncio.to_thread(write_change, self.tables.event, one.change)
            except Differs:
                self.written.differing.append(one.id)
                continue
            if reason:
                self.written.waiting[Path(one.change.file).name] = reason
            else:
                self.written.in_sheet.append(one.id)
            break
        if self.written.in_sheet:
            # The sheets are read again first: at no moment is an entry neither waiting nor in what the sheets say.
            tables = await asyncio.to_thread(read_tables, self.folder, self.shown)
            self.tables = max(self.tables, tables, key=lambda one: one.read_at)
            await self._append({"in_sheet": self.written.in_sheet})
            self._refreshed(self.tables)
        elif self.written != before:
            self.show()

    async def _draw(self) -> None:
        """The next round of those that are complete, as a draft."""
        if self._drafted is self.tables or self.entries.owed():
            return
        self._drafted, before = self.tables, self.drafts
        if held := self.held(self.tables):
            report, problems, _ = await asyncio.to_thread(load_event, self.folder, self.shown)
            found = drafts(report) if report else {}
            self.drafts = {division: found.get(division) for division in held}
            if problems:
                self.said = (tuple(problems), self.said[1])
        else:
            self.drafts = {}
        if self.drafts != before:
            self.show()

    async def _append(self, line: Mapping[str, Any]) -> None:
        """Writes a line to the medium; only then the desk knows it."""
        async with self._appending:
            await self._write(line)

    async def _write(self, line: Mapping[str, Any]) -> None:
        await asyncio.to_thread(self.entries.write, line)
        self.entries.take(line)

    def show(self) -> None:
        """Sends the present state to every screen."""
        self.show_to(*self.screens)

    def show_to(self, *screens: Screen) -> None:
        """Sends it to these: helpers see the whole desk, a player their own game."""
        view = DeskView(self.tables, self.entries, self.written, self.said, self.published)
        shown: dict[str, str] = {}
        for screen in screens:
            owner = self.screens[screen]
            if owner not in shown:
                shown[owner] = (
                    desk_state(view, self.held(self.tables), self.drafts)
                    if owner == DESK
                    else player_state(view, owner)
                )
            screen.show(shown[owner])

    def held(self, tables: EventTables) -> set[str]:
        """Divisions whose round is complete and waits for the button."""
        owed = {game.division for game in self.entries.owed()}  # the button would be refused
        return self.complete(tables) - owed

    def complete(self, tables: EventTables) -> set[str]:
        """Divisions of which the sheets have the whole round, so that only this desk keeps the next one back."""
        kept = [one for one in tables.divisions if one.division.id in self.kept_back(tables)]
        return {one.division.id for one in kept if all(table.decided({}) for table in one.tables)}

    def kept_back(self, tables: EventTables) -> set[str]:
        """Divisions whose next round no build makes by itself, for this one is entered at this desk.

        Until the button is pressed a slip is corrected without a pairing made from it. Who fills in sheets by hand
        needs no button.
        """
        entered = {entry.game[:2] for entry in self.entries.results()} - self.released
        return {one.division.id for one in tables.divisions if (one.division.id, one.round) in entered}

    # --- What helpers do

    def read(self, text: str, division: str) -> Typed:
        """Reads a typed line for the selected division, else for the first division that has such a table."""
        divisions = sorted(self.tables.divisions, key=lambda one: one.division.id != division)
        found = [read_line(text, one.tables) for one in divisions if one.round]
        return next((one for one in found if one.table), found[0] if found else Typed(problem="no-rounds"))

    async def enter(self, text: str, division: str) -> int:
        """An entry; its number."""
        typed = self.read(text, division)
        if typed.table is None or typed.outcome is None:
            raise Refused(typed.problem or "not-whole", typed.found)
        return await self.put(typed.table, typed.values, DESK)

    async def put(
        self,
        table: Table,
        values: Values,
        origin: str,
        undoes: int | None = None,
        before: Values | None = None,
    ) -> int:
        """The same, as values for its cells; from phones only where there is no result yet.

        `before` is what must stand there now; where something else does, a person decides.
        """
        async with self._appending:
            stands = self.present(table)
            if origin == "phone" and table.outcome(stands):
                raise Refused("entered")
            if before is None:
                before = {key: stands.get(key) for key in values}
            line = self.entries.new(origin, table.game, table.number, dict(values), before, undoes)
            await self._write(line)
        self._wake.set()
        self.show()
        return int(line["id"])

    def present(self, table: Table) -> dict[str, CellValue]:
        """The cells of a game as they will be when its waiting entries are written."""
        owed = self.entries.owed().get(table.game)
        return table.shown(owed.values if owed else {})

    async def undo(self, number: int | None) -> None:
        """Takes an entry back, the last one if none is named; what stood before it comes back."""
        # As they stand at this moment: a result that has just gone in forbids taking a swap back.
        now = await asyncio.to_thread(read_tables, self.folder, self.shown)
        undone = self.entries.undone()
        possible = [
            one
            for one in self.entries.everything()
            if one.id not in undone and one.undoes is None and one.state != DROPPED
            if isinstance(one, Entry) or can_undo(one.change, now)
        ]
        chosen = [one for one in possible if number in (None, one.id)]
        if not chosen:
            raise Refused("nothing-to-undo")
        entry = chosen[-1]
        if isinstance(entry, Changed):
            if entry.change.pair and not self._untouched(entry.change):
                raise Refused("paired-again")
            await self._change(entry.change.undone(), DESK, entry.id)
            return
        if (table := self.tables.games.get(entry.game)) is None:
            raise Refused("nothing-to-undo")
        if {key: self.present(table).get(key) for key in entry.values} != dict(entry.values):
            raise Refused("entered-again")
        await self.put(table, entry.before, "desk", entry.id)

    def _untouched(self, change: Change) -> bool:
        """Whether the round that was paired with a change can be paired again."""
        wanted = (change.division, change.pair)
        found = [one for one in self.tables.divisions if (one.division.id, one.round) == wanted]
        return bool(found) and found[0].untouched and all(game[:2] != wanted for game in self.entries.owed())

    async def decide(self, game: GameId, take: str) -> None:
        """Of two different values for one game: what the sheet says, or what was entered."""
        owed, stands = self.entries.owed().get(game), self.written.conflicts.get(game)
        table = self.tables.games.get(game)
        if table and owed is None and (lost := self.entries.lost(game, table.stands)):
            if take == "entry":
                await self.put(table, lost.values, DESK)
            else:
                await self._append({"dropped": [entry.id for entry in self.entries.of(game)]})
                self.show()
            return
        if owed is None or stands is None or take not in ("sheet", "entry"):
            raise Refused("changed")
        async with self._appending:  # the new entry first: whatever stops it then, nothing is lost
            if take == "entry" and table is not None:
                await self._write(
                    self.entries.new("desk", game, table.number, dict(owed.values), dict(stands))
                )
            await self._write({"dropped": [entry.id for entry in owed.entries]})
        self.written.conflicts.pop(game, None)
        self._wake.set()
        self.show()

    # --- The roster's day

    async def preview(self, asked: Mapping[str, Any]) -> tuple[Change, Preview]:
        """The change that is asked for, and its consequences, before it is done."""
        change = await self._asked(asked)
        assert self.tables.event
        try:
            held = self.held(self.tables)
            found = await asyncio.to_thread(preview, self.folder, self.shown, self.tables.event, change, held)
        except Differs:
            raise Refused("changed") from None
        return change, found

    async def change(self, asked: Mapping[str, Any], origin: str = DESK) -> None:
        """Makes the change that `preview` has shown."""
        await self._change(await self._asked(asked), origin)

    async def _asked(self, asked: Mapping[str, Any]) -> Change:
        touched = {game.division for game in self.entries.owed()}
        return await asyncio.to_thread(asked_change, self.tables, asked, touched)

    async def _change(self, change: Change, origin: str, undoes: int | None = None) -> None:
        async with self._appending:
            await self._write(self.entries.new_change(change, origin, undoes))
        self._wake.set()
        self.show()

    async def give_up(self, number: int) -> None:
        """A change whose cells say something else by now: what the workbook says stays."""
        if number not in self.written.differing:
            raise Refused("changed")
        await self._append({"dropped": [number]})
        self.written.differing.remove(number)
        self.show()

    async def pair_again(self, division: str) -> Sequence[Problem]:
        """The round that is being played, made again from the roster and the results as they are now."""
        found = [one for one in self.tables.divisions if one.division.id == division]
        if not found or self.entries.owed() or self.entries.waiting_changes():
            raise Refused("changed")
        done = await asyncio.to_thread(pair_again, self.folder, self.shown, division, found[0].round)
        self.said = ((), ())  # it was about the sheet before
        self.build()
        self._refreshed(await asyncio.to_thread(read_tables, self.folder, self.shown))
        return done.problems

    def release(self, division: str) -> None:
        """The button: the next round is built."""
        if division not in self.held(self.tables) or self.entries.owed() or self.entries.waiting_changes():
            raise Refused("changed")
        self.released |= {
            (division, one.round) for one in self.tables.divisions if one.division.id == division
        }
        self.build()
        self.show()

    def renew(self, owner: str) -> None:
        """A player lost their card: the old key opens nothing any more."""
        if owner not in self.keys or owner == DESK:
            raise Refused("changed")
        self.keys = self._keys(owner)
        for screen, theirs in list(self.screens.items()):
            if theirs == owner:
                screen.tell(type="renewed")
                del self.screens[screen]
        self.show()

    # --- What players do

    async def report(self, owner: str, number: int, winner: int, discs: tuple[int, int] | None) -> None:
        """A player's word; as soon as both say the same it counts, or waits for the referee."""
        division, _, no = owner.rpartition(" ")
        table = self.tables.of_player(division, int(no))
        if table is None or table.game.round != number or self.reporting == "off":
            raise Refused("changed")
        if table.decided(self.present(table)):
            raise Refused("entered")
        if discs is None and table.lacks_discs({}, Outcome("played", winner)):
            raise Refused("needs-discs")
        by = (table.game.first, table.game.second).index(int(no))
        await self._append(report_line(table.game, table.number, by, winner, discs))
        agreed = agreement(self.entries.said(table.game))
        if agreed and self.reporting == "agree":
            with suppress(Refused):  # the other phone was as fast
                await self.put(table, reported_values(table, agreed), "phone")
        self.show()

    @property
    def reporting(self) -> str:
        """As event.toml says."""
        return self.tables.event.report if self.tables.event else "off"

    async def confirm(self, game: GameId) -> None:
        """The referee accepts what both players say."""
        table = self.tables.games.get(game)
        agreed = agreement(self.entries.said(game))
        if table is None or agreed is None:
            raise Refused("changed")
        await self.put(table, reported_values(table, agreed), "phone")


@dataclass(frozen=True)
class KeptBack:
    """The divisions whose next round the desk keeps back.

    A build asks once it has read the sheets: an entry is known here before it stands in its sheet, so that no result
    of this desk leads to a pairing without the button, however fast it was typed.
    """

    desk: Desk
    tables: EventTables

    def __contains__(self, division: object) -> bool:
        return division in self.desk.kept_back(self.tables)


def reported_values(table: Table, report: Report) -> dict[str, CellValue]:
    """The cells of a result that both players reported."""
    values = table.blank
    values["result1"] = written("win" if report.winner == 0 else "loss")
    if report.discs and table.counts_discs:
        values |= {"discs1": report.discs[0], "discs2": report.discs[1]}
    return values
