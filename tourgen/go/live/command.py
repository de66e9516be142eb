"""What a connection may say: small JSON objects, checked strictly; anything else ends that connection."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tourgen.go.board import LARGEST
from tourgen.go.live.game import DELETED, RULED
from tourgen.go.procedure import OUTCOMES, Phase
from tourgen.live.screen import Malformed
from tourgen.live.server import from_json

LONGEST_RECORD = 1_400_000  # in base64: a record of 1 MB, as `go score` reads it
MOST_PRISONERS = LARGEST * LARGEST
MOST_RESUMPTIONS = 99

Check = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there: at which event and table (None: the player's own, or the referee's list), and with which key."""

    event: str
    table: str | None
    key: str | None
    device: str


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do. `number` comes back in the answer; `scene` is what its sender was looking at."""

    do: str
    number: int
    scene: int | None = None
    args: Mapping[str, Any] = field(default_factory=dict)


def _whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*words: str) -> Check:
    return lambda value: type(value) is str and value in words


def _text(most: int) -> Check:
    return lambda value: type(value) is str and len(value) <= most


POINT: dict[str, Check] = {"x": _whole(0, LARGEST - 1), "y": _whole(0, LARGEST - 1)}
NUMBER = _whole(0, 2**53)


def _optional(check: Check) -> Check:
    return lambda value: value is None or check(value)


KOMI = re.compile(r"-?\d{1,3}(\.\d)?")
VERDICT = {"ruling": _one_of(*RULED), "note": _text(500)}

_ALONE = """record-komi swap ready clear count approve deny correct cancel resume acknowledge pass resign call
    start pause go-on reset confirm"""  # words that say all
COMMANDS: Mapping[str, Mapping[str, Check]] = {
    **{do: {} for do in _ALONE.split()},
    # before the procedure
    "put": {**POINT, "stone": _one_of("b", "w", ".")},
    "prisoners": {"b": _whole(0, MOST_PRISONERS), "w": _whole(0, MOST_PRISONERS)},
    "size": {"width": _whole(1, LARGEST), "height": _whole(1, LARGEST)},
    "load": {"sgf": _text(LONGEST_RECORD)},
    # the procedure
    "insert": {**POINT, "task": _one_of("own", "other")},
    "mark": {**POINT, "task": _one_of("own", "other")},
    "delete": {"n": _one_of(*DELETED)},
    "move": POINT,
    # the referee
    "komi": {"komi": lambda value: type(value) is str and KOMI.fullmatch(value) is not None},
    "override": {
        "phase": _one_of(*(phase.value for phase in Phase if phase not in OUTCOMES)),
        "lead": _one_of("b", "w"),
    },
    "cap": {"most": _optional(_whole(0, MOST_RESUMPTIONS))},
    "rule": VERDICT,
    # the committee
    "judge": {**VERDICT, "table": _text(100), "misuse": _one_of("", "b", "w")},
}
HELLO = {
    "event": _text(100),
    "table": _optional(_text(100)),
    "key": _optional(_text(100)),
    "device": _text(16),
}


def read_hello(data: str | bytes) -> Hello:
    """The first message of a connection."""
    message = _object(data)
    if not _fits(message, HELLO):
        raise Malformed("hello")
    return Hello(**message)


def read_command(data: str | bytes) -> Command:
    """Every later message."""
    message = _object(data)
    do, number, scene = message.pop("do", None), message.pop("number", None), message.pop("scene", None)
    checks = COMMANDS.get(do) if type(do) is str else None
    if checks is None or not NUMBER(number) or not _optional(NUMBER)(scene):
        raise Malformed("command")
    if not _fits(message, checks):
        raise Malformed(f"arguments of {do}")
    return Command(do, number, scene, message)


def _fits(message: Mapping[str, Any], checks: Mapping[str, Check]) -> bool:
    return message.keys() == checks.keys() and all(check(message[name]) for name, check in checks.items())


def _object(data: str | bytes) -> dict[str, Any]:
    if not isinstance(data, str):
        raise Malformed("binary")
    try:
        message = from_json(data)
    except (ValueError, RecursionError):
        raise Malformed("JSON") from None
    if type(message) is not dict:
        raise Malformed("object")
    return message
