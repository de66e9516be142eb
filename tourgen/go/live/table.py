"""One table while it is served: commands in, one after the other; logged; then shown to everybody."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import field
from typing import Any, Protocol

from tourgen.dataclass import dataclass
from tourgen.disk import DiskProblem, Journal
from tourgen.go.live.clock import Clock
from tourgen.go.live.command import Command
from tourgen.go.live.game import Event, Game, after, due
from tourgen.go.live.log import line
from tourgen.go.live.view import role_view, summary, view
from tourgen.go.procedure import Refused
from tourgen.go.record import RecordName

# Whoever presses one of these has seen the scene it belongs to, or it is refused; a stone says itself what it does.
ANY_SCENE = {"put", "prisoners", "size", "load", "start", "komi", "override", "cap", "rule"}


_log = logging.getLogger(__name__)


class Screen(Protocol):
    """A connection, as far as a table knows it."""

    role: str | None

    def show(self, message: str) -> None:
        """Sends without waiting."""
        ...


@dataclass(frozen=True, slots=True)
class Waiting:
    """A command whose sender waits for the answer."""

    who: str
    command: Command
    answer: asyncio.Future[int | Refused]


@dataclass
class Plan:
    """What a batch of commands comes to, before any of it is on the disk."""

    game: Game
    lines: list[bytes] = field(default_factory=list)
    steps: list[Game] = field(default_factory=list)
    answers: list[tuple[Waiting, int | Refused]] = field(default_factory=list)

    def take(self, event: Event) -> Refused | None:
        """One more event, if it is allowed."""
        found = after(self.game, event)
        if isinstance(found, Refused):
            return found
        self.game = found
        self.lines.append(line(event, found))
        self.steps.append(found)
        return None


class Table:
    """Its game, its log, and who looks at it."""

    def __init__(self, name: RecordName, names: tuple[str, str], journal: Journal, game: Game) -> None:
        self.name = name
        self.id = name.stem
        self.names = names
        self.journal = journal
        self.game = game
        self.screens: set[Screen] = set()
        self.presence_changed = False
        self.changed: Callable[[Table, Game], None] = lambda table, before: None
        self.logged: Callable[[DiskProblem | None], None] = lambda trouble: None
        self._commands: list[Waiting] = []
        self._wake = asyncio.Event()
        self._closing = False

    # --- From outside

    async def submit(self, who: str, command: Command) -> int | Refused:
        """Waits until the command is logged and shown; its number in the sequence, or why it is refused."""
        answer: asyncio.Future[int | Refused] = asyncio.get_running_loop().create_future()
        self._commands.append(Waiting(who, command, answer))
        self._wake.set()
        return await answer

    def finish(self) -> None:
        """Ends `run` when what is being logged is logged and known: half of that would be lost to the records."""
        self._closing = True
        self._wake.set()

    def look_at_the_clock(self, now: int) -> None:
        """Called many times a second."""
        if due(self.game, now) is not None:
            self._wake.set()

    def join(self, screen: Screen, now: int) -> None:
        """One more screen; it gets the present state, and from now on every change."""
        self.screens.add(screen)
        self.presence_changed = True
        screen.show(self._message(self.game, now, screen.role))
        screen.show(self.presence())

    def leave(self, screen: Screen) -> None:
        """A screen is gone."""
        self.screens.discard(screen)
        self.presence_changed = True

    def presence(self) -> str:
        """Who is connected."""
        roles = [screen.role for screen in self.screens]
        return _json(
            {"type": "presence", "b": "b" in roles, "w": "w" in roles, "watching": roles.count(None)}
        )

    def show_presence(self) -> None:
        """Tells everybody, if it changed since it was told last."""
        if self.presence_changed:
            self.presence_changed = False
            self._send(self.presence(), self.screens)

    def show_pulse(self, now: int) -> None:
        """A word from time to time, so that a dead line is noticed, and the time on the clock with it."""
        left = summary(self.game, now)["left"]
        self._send(_json({"type": "pulse", "seq": self.game.seq, "left": left}), self.screens)

    # --- The one task that changes the game

    async def run(self, clock: Clock, pool: Executor) -> None:
        """Serves the table until `finish` is called."""
        while not self._closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._commands = self._commands, []
            try:
                await self._batch(batch, clock, pool)
            except Exception as error:  # one table's trouble is nobody else's
                _log.exception("table %s", self.id)
                for waiting in batch:
                    if not waiting.answer.done():
                        waiting.answer.set_exception(error)

    async def _batch(self, batch: list[Waiting], clock: Clock, pool: Executor) -> None:
        plan = self._plan(batch, clock.now())
        if plan.lines:
            try:
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(pool, self.journal.append, b"".join(plan.lines))
                self.logged(None)
            except DiskProblem as trouble:
                self.logged(trouble)
                plan = Plan(self.game, answers=[(waiting, Refused("not-written")) for waiting in batch])
        before, self.game = self.game, plan.game
        for step in plan.steps:
            self._show(step, clock.now())
        for waiting, answer in plan.answers:
            if not waiting.answer.done():
                waiting.answer.set_result(answer)
        if plan.steps:
            self.changed(self, before)

    def _plan(self, batch: list[Waiting], now: int) -> Plan:
        plan = Plan(self.game)
        self._time_out(plan, now)
        for waiting in batch:
            command = waiting.command
            if command.do not in ANY_SCENE and command.scene not in (None, plan.game.scene):
                plan.answers.append((waiting, Refused("changed")))
                continue
            refused = plan.take(Event(plan.game.seq + 1, now, waiting.who, command.do, command.args))
            plan.answers.append((waiting, refused or plan.game.seq))
        return plan

    def _time_out(self, plan: Plan, now: int) -> None:
        while (timeout := due(plan.game, now)) is not None:
            plan.take(timeout)

    # --- To the screens

    def _show(self, game: Game, now: int) -> None:
        common = self._common(game, now)
        for role in {screen.role for screen in self.screens}:
            message = _json({**common, **role_view(game, role)})
            self._send(message, [screen for screen in self.screens if screen.role == role])

    def _message(self, game: Game, now: int, role: str | None) -> str:
        return _json({**self._common(game, now), **role_view(game, role)})

    def _common(self, game: Game, now: int) -> dict[str, Any]:
        return {
            "type": "view",
            "table": self.id,
            "number": self.name.table,
            "names": self.names,
            **view(game, now),
        }

    def _send(self, message: str, screens: Iterable[Screen]) -> None:
        for screen in list(screens):
            screen.show(message)

    def summary(self, now: int) -> dict[str, Any]:
        """A line of the list of tables; nothing in it is secret."""
        roles = [screen.role for screen in self.screens]
        return {
            "id": self.id,
            "number": self.name.table,
            "round": self.name.round,
            "names": self.names,
            "here": [role for role in ("b", "w") if role in roles],
            **summary(self.game, now),
        }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
