"""The log of a table: a JSON object per line, on the disk before anybody is shown what it says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tourgen.go.live.game import Event, Game, after
from tourgen.go.procedure import Refused
from tourgen.live.server import to_json

OWN_KEYS = ("seq", "t", "who", "device", "do", "at", "then")


class Damaged(Exception):
    """A log that this version can't follow; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def line(event: Event, game: Game) -> bytes:
    """The event as a line, with the state it led to and the time of day, for whoever reads it."""
    data: dict[str, Any] = {
        "seq": event.seq,
        "t": event.t,
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "who": event.who,
        **({"device": event.device} if event.device else {}),
        "do": event.do,
        **event.args,
        "then": phase(game),
    }
    return f"{to_json(data)}\n".encode()


def phase(game: Game) -> str:
    """The state's name; SETUP while the position is put up."""
    return game.state.phase.value if game.state else "SETUP"


def replayed(lines: Sequence[bytes]) -> Game:
    """The game as the log left it; raises Damaged where it can't be followed."""
    game = Game()
    for number, text in enumerate(lines, 1):
        try:
            data = json.loads(text)
            args = {key: value for key, value in data.items() if key not in OWN_KEYS}
            event = Event(data["seq"], data["t"], data["who"], data["do"], args, data.get("device", ""))
            found = after(game, event)
        except Exception:  # whatever somebody's editor or a failing disk made of it
            raise Damaged(number) from None
        if isinstance(found, Refused) or phase(found) != data.get("then"):
            raise Damaged(number)
        game = found
    return game
