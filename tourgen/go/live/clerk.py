"""Writes the records of tables that end or are reopened, beside the play; what can't be written is tried again."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path

from tourgen.go.live.records import settle
from tourgen.go.live.table import Table
from tourgen.messages.problems import LANGUAGES, Problem
from tourgen.storage.errors import DiskProblem

TRIED_AGAIN = 5  # seconds after which a record that could not be written is tried again


class Troubles:
    """Reports failures of the disk in the terminal, each once, though the clock is noted four times a second."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}  # what it is about → what was said

    def tell(self, about: str, trouble: DiskProblem | None) -> None:
        """Says it, unless that was the last word about it; None where all is well (again)."""
        if trouble is None:
            self._told.pop(about, None)
            return
        self.say(about, trouble.problem)

    def say(self, about: str, problem: Problem) -> None:
        """Reports a problem, unless it was the last one reported about this."""
        said = "\n".join(problem.text(language) for language in LANGUAGES)
        if self._told.get(about) != said:
            self._told[about] = said
            with suppress(OSError):  # nobody reads it any more; the tables go on
                print(said, file=sys.stderr, flush=True)


class Clerk:
    """Writes the records of every table that has ended or was reopened, and tries again until they are on the disk."""

    def __init__(self, folder: Path, troubles: Troubles, entered: Callable[[Table], Awaitable[None]]) -> None:
        self.owed: set[Table] = set()
        self._folder = folder
        self._troubles = troubles
        self._entered = entered  # puts an outcome into the round's sheet
        self._wake = asyncio.Event()

    def owe(self, table: Table) -> None:
        """The table has ended or was reopened."""
        self.owed.add(table)
        self._wake.set()

    async def run(self, pool: Executor) -> None:
        """One table after the other until it is cancelled; after a refusal all of them again, later."""
        loop = asyncio.get_running_loop()
        while True:
            self._wake.clear()
            for table in list(self.owed):
                game = table.game
                # The sheet first: a build that finds the record alone asks for the result.
                entered = await self._in_sheet(table)
                if await loop.run_in_executor(pool, self._written, table) and entered and table.game is game:
                    self.owed.discard(table)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), TRIED_AGAIN if self.owed else None)

    def finish(self) -> None:
        """Once more what is owed, when no table changes any more; the rest is the next start's."""
        for table in list(self.owed):
            self._troubles.tell(table.id, None)  # so that it is said once more, last
            if self._written(table):
                self.owed.discard(table)

    async def _in_sheet(self, table: Table) -> bool:
        trouble = None
        try:
            await self._entered(table)
        except DiskProblem as problem:
            trouble = problem
        self._troubles.tell(f"{table.id} sheet", trouble)
        return trouble is None

    def _written(self, table: Table) -> bool:
        """One table's trouble is nobody else's, whatever it is."""
        try:
            settle(self._folder, table)
        except Exception as error:
            self._troubles.tell(table.id, self._trouble(table, error))
            return False
        self._troubles.tell(table.id, None)
        return True

    def _trouble(self, table: Table, error: Exception) -> DiskProblem:
        if isinstance(error, DiskProblem):
            return error
        return DiskProblem(self._folder / "games" / table.seat.name.file(), "failed", repr(error))
