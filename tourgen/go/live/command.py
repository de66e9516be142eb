"""What a connection may say: small JSON objects, checked strictly; anything else ends that connection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from tourgen.dataclass import dataclass
from tourgen.go.board import LARGEST
from tourgen.go.procedure import OUTCOMES, Phase
from tourgen.go.record import read_name

LONGEST = 64 * 1024  # bytes of one message: a game record with comments fits
LONGEST_RECORD = 60 * 1024  # in base64
MOST_PRISONERS = LARGEST * LARGEST
MOST_RESUMPTIONS = 99
RULINGS = ("b", "w", "draw", "both-lose", "pending", "no-result")

Check = Callable[[Any], bool]


class Malformed(Exception):
    """Not a message of this protocol."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is there: which table (None: the referee's desk), and the secret that shows more than a spectator."""

    table: str | None
    secret: str | None


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

COMMANDS: Mapping[str, Mapping[str, Check]] = {
    # before the procedure
    "put": {**POINT, "stone": _one_of("b", "w", ".")},
    "prisoners": {"b": _whole(0, MOST_PRISONERS), "w": _whole(0, MOST_PRISONERS)},
    "size": {"width": _whole(1, LARGEST), "height": _whole(1, LARGEST)},
    "load": {"sgf": _text(LONGEST_RECORD)},
    "ready": {},
    # the procedure
    "insert": {**POINT, "task": _one_of("own", "other")},
    "mark": {**POINT, "task": _one_of("own", "other")},
    "delete": {"n": _one_of("1", "5", "all")},
    "clear": {},
    "count": {},
    "approve": {},
    "deny": {},
    "correct": {},
    "cancel": {},
    "resume": {},
    "acknowledge": {},
    "move": {**POINT},
    "pass": {},
    # the referee
    "start": {},
    "komi": {"komi": lambda value: type(value) is str and KOMI.fullmatch(value) is not None},
    "override": {
        "phase": _one_of(*(phase.value for phase in Phase if phase not in OUTCOMES)),
        "lead": _one_of("b", "w"),
    },
    "cap": {"most": _optional(_whole(0, MOST_RESUMPTIONS))},
    "rule": {"ruling": _one_of(*RULINGS), "note": _text(500)},
}


def read_hello(data: str | bytes) -> Hello:
    """The first message of a connection."""
    message = _object(data)
    table, secret = message.get("table"), message.get("secret")
    fine = set(message) == {"hello", "table", "secret"} and message["hello"] == 1
    if not fine or not _optional(_text(100))(secret):
        raise Malformed("hello")
    if table is not None and not (type(table) is str and read_name(f"{table}.sgf")):
        raise Malformed("table")
    return Hello(table, secret)


def read_command(data: str | bytes) -> Command:
    """Every later message."""
    message = _object(data)
    do, number, scene = message.pop("do", None), message.pop("number", None), message.pop("scene", None)
    checks = COMMANDS.get(do) if type(do) is str else None
    if checks is None or not NUMBER(number) or not _optional(NUMBER)(scene):
        raise Malformed("command")
    if set(message) != set(checks) or not all(check(message[name]) for name, check in checks.items()):
        raise Malformed(f"arguments of {do}")
    return Command(do, number, scene, message)


def _object(data: str | bytes) -> dict[str, Any]:
    if not isinstance(data, str):
        raise Malformed("binary")
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        raise Malformed("JSON") from None
    if type(message) is not dict:
        raise Malformed("object")
    return message
