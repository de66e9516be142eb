"""Settings as people write them: UTF-8 text that is TOML, or the problem and the line it stands in."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from typing import Any

from tourgen.messages.problems import Problem
from tourgen.model import Source
from tourgen.storage.limits import limits

_AT = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")
# Text and comments first, so that only numbers between them are found.
_FULL_WIDTH = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#.*|[０-９]+')
_SHOWN = 60  # characters of a line or value that are enough to find it


def read_toml(text: str, file: str) -> dict[str, Any] | Problem:
    """The tables in a text, or the line at which the reader stumbled."""
    if too_deep := _endless_key(text, file):
        return too_deep
    try:
        table = tomllib.loads(_FULL_WIDTH.sub(_as_digits, text))
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        at = _AT.search(str(error))
        number = int(at[1]) if at and at[1] else text.rstrip().count("\n") + 1
        lines = text.split("\n")
        line = lines[number - 1].strip() if number <= len(lines) else ""
        params = {"line": number, "detail": _AT.sub("", str(error))}
        return Problem("toml-broken", Source(file), line[:_SHOWN], params)
    return _absurd(table, file) or table


def _as_digits(found: re.Match[str]) -> str:
    """Full-width digits are digits; text stays as it was typed."""
    return unicodedata.normalize("NFKC", found[0]) if found[0].isdecimal() else found[0]


def _endless_key(text: str, file: str) -> Problem | None:
    """Tables within tables are also written a.b.c, and the time for such a key grows with the square of its dots."""
    depth = limits().depth
    key = re.search(rf"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{2 * depth}}}", _FULL_WIDTH.sub('""', text))
    return _too_deep(key[0], depth, file) if key else None


def _too_deep(key: str, depth: int, file: str) -> Problem:
    return Problem(
        "toml-too-deep", Source(file, None, key[:_SHOWN]), params={"limit": depth, "name": "depth"}
    )


def _absurd(table: dict[str, Any], file: str) -> Problem | None:
    """What no setting ever is: tables within tables without end, numbers of more than 64 bits."""
    depth = limits().depth
    pending: list[tuple[str, object, int]] = [("", table, 0)]
    while pending:
        key, value, level = pending.pop()
        if level > depth:
            return _too_deep(key, depth, file)
        if isinstance(value, int) and value.bit_length() > 63:
            return Problem("toml-number", Source(file, None, key[:_SHOWN]), hex(value)[:20])
        if isinstance(value, dict):
            pending += [(f"{key}.{name}".lstrip("."), one, level + 1) for name, one in value.items()]
        elif isinstance(value, list):
            pending += [(key, one, level + 1) for one in value]
    return None


def shown_value(value: object) -> str:
    """A value much as it was typed; text without its quotation marks, since messages have their own."""
    return (value if isinstance(value, str) else toml_value(value))[:_SHOWN]


def toml_key(key: str) -> str:
    """A key, in quotation marks where it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


def toml_value(value: object) -> str:
    """A TOML value; JSON's escapes are TOML's, and TOML wants one more. Dates and nan stand there as they are."""
    if isinstance(value, tuple | list):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, str | bool):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)
