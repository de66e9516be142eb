"""One table while it is served: commands in, one after the other; logged; then shown to everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

from tourgen.go.live.clock import RunningTime
from tourgen.go.live.command import Command
from tourgen.go.live.game import Event, Game, after, due
from tourgen.go.live.log import line
from tourgen.go.live.outcome import mark_of, named
from tourgen.go.live.seats import Seat
from tourgen.go.live.view import REFEREE_ACTIONS, role_view, summary, view
from tourgen.go.procedure import Refused
from tourgen.live.screen import Screen
from tourgen.live.server import to_json
from tourgen.storage.errors import DiskProblem
from tourgen.storage.journal import Journal

# Whoever presses one of these has seen the scene it belongs to, or it is refused; a stone says itself what it does.
ANY_SCENE = {"put", "prisoners", "size", "load", "call", "judge", *REFEREE_ACTIONS}


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A command whose sender waits for the answer."""

    who: str
    device: str
    command: Command
    answer: asyncio.Future[int | Refused]


@dataclass
class Plan:
    """The result of a batch of commands, before any of it is on the disk."""

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
    """A served table: its game, its log and the screens that show it."""

    def __init__(self, seat: Seat, journal: Journal, game: Game) -> None:
        self.seat = seat
        self.id = seat.name.stem
        self.journal = journal
        self.game = game
        self.screens: set[Screen] = set()
        self.presence_changed = False
        self._hinted: Game | None = None  # of which the last hints were
        self._hints = ""
        self.changed: Callable[[Table, Game], None] = lambda table, before: None
        self.logged: Callable[[DiskProblem | None], None] = lambda trouble: None
        self.asks_referee: Callable[[], bool] = lambda: False  # whether outcomes wait for the referee
        self._commands: list[Waiting] = []
        self._wake = asyncio.Event()
        self._closing = False

    @property
    def names(self) -> tuple[str, str]:
        """Black's and White's."""
        return named(self.seat, self.game)

    def waits_for(self, game: Game) -> str:
        """The referee's action without which an outcome doesn't go into the sheet: "confirm", "rule", or "" for none.

        A board of a team match must end with a winner: its cell knows no other marks.
        """
        if self.seat.game is None or not game.over:
            return ""
        if self.seat.name.board and mark_of(game, game.black_seat) not in ("win", "loss"):
            return "rule"
        ruled = game.ruling is not None and not game.resigned
        return "confirm" if self.asks_referee() and not (game.confirmed or ruled) else ""

    # --- From outside

    async def submit(self, who: str, command: Command, device: str = "") -> int | Refused:
        """Waits until the command is logged and shown; its number in the sequence, or why it is refused."""
        answer: asyncio.Future[int | Refused] = asyncio.get_running_loop().create_future()
        self._commands.append(Waiting(who, device, command, answer))
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
        role = colour(self.game, screen.role)
        screen.show(to_json({**self._common(self.game, now), **role_view(self.game, role)}))
        screen.show(self.presence())
        if self._hints:
            screen.show(self._hints)

    def leave(self, screen: Screen) -> None:
        """A screen is gone."""
        self.screens.discard(screen)
        self.presence_changed = True

    def presence(self) -> str:
        """Who is connected."""
        roles = self._roles()
        return to_json(
            {"type": "presence", "b": "b" in roles, "w": "w" in roles, "watching": roles.count(None)}
        )

    def show_presence(self) -> None:
        """Tells everybody, if it changed since it was told last."""
        if self.presence_changed:
            self.presence_changed = False
            self._send(self.presence(), self.screens)

    def hints_due(self) -> bool:
        """Whether somebody looks at a draft that is not weighed yet."""
        return bool(self.screens) and self.game is not self._hinted

    def show_hints(self, game: Game, found: dict[str, Any] | None) -> None:
        """To everybody alike; only as long as they are about what is on the board."""
        self._hinted = game
        self._hints = to_json(found) if found and game is self.game else ""
        if self._hints:
            self._send(self._hints, self.screens)

    def show_pulse(self, now: int) -> None:
        """A word from time to time, so that a dead line is noticed, and the time on the clock with it."""
        left = summary(self.game, now)["left"]
        self._send(to_json({"type": "pulse", "seq": self.game.seq, "left": left}), self.screens)

    # --- The one task that changes the game

    async def run(self, clock: RunningTime, pool: Executor) -> None:
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

    async def _batch(self, batch: list[Waiting], clock: RunningTime, pool: Executor) -> None:
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
            who = colour(plan.game, waiting.who) or ""
            event = Event(plan.game.seq + 1, now, who, command.do, command.args, waiting.device)
            refused = plan.take(event)
            plan.answers.append((waiting, refused or plan.game.seq))
        return plan

    def _time_out(self, plan: Plan, now: int) -> None:
        while (timeout := due(plan.game, now)) is not None:
            plan.take(timeout)

    # --- To the screens

    def _show(self, game: Game, now: int) -> None:
        common = self._common(game, now)
        for role in {screen.role for screen in self.screens}:
            message = to_json({**common, **role_view(game, colour(game, role))})
            self._send(message, [screen for screen in self.screens if screen.role == role])

    def _roles(self) -> list[str | None]:
        return [colour(self.game, screen.role) for screen in self.screens]

    def _common(self, game: Game, now: int) -> dict[str, Any]:
        return {
            "type": "view",
            "table": self.id,
            "number": self.seat.number,
            "names": named(self.seat, game),
            "waits_for": self.waits_for(game),
            **view(game, now),
        }

    def _send(self, message: str, screens: Iterable[Screen]) -> None:
        for screen in list(screens):
            screen.show(message)

    def summary(self, now: int) -> dict[str, Any]:
        """A line of the list of tables; nothing in it is secret."""
        roles = self._roles()
        return {
            "id": self.id,
            "number": self.seat.number,
            "round": self.seat.name.round,
            "names": self.names,
            "seats": self.seat.names,
            "waits_for": self.waits_for(self.game),
            "here": [role for role in ("b", "w") if role in roles],
            **summary(self.game, now),
        }


def colour(game: Game, role: str | None) -> str | None:
    """b or w for "1" and "2", the two of the sheet's row; everybody else stays what they are."""
    return "bw"["12".index(role) != game.black_seat] if role in ("1", "2") else role
