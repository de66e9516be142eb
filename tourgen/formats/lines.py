"""Where a key of a format file stands: the line that a person looks for."""

from __future__ import annotations

import re
from collections import Counter

_HEADER = re.compile(r"\[(\[)?\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"([\w-]+)\s*=")


class Lines:
    """The lines of a text that is TOML, by the tables and keys that begin in them."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.begun: dict[str, int] = {}  # "stage[2].rounds" → its line, from 1
        table, seen = "", Counter[str]()
        for number, line in enumerate(self.lines, 1):
            header, key = _HEADER.match(line.strip()), _KEY.match(line.strip())
            if header:
                seen[header[2]] += 1
                table = f"{header[2]}[{seen[header[2]]}]" if header[1] else header[2]
                self.begun.setdefault(table, number)
            elif key:
                self.begun.setdefault(f"{table}.{key[1]}" if table else key[1], number)

    def of(self, key: str, found: str) -> int | None:
        """The line of a key, or of the table it is missing in; in a long list the line of what was found."""
        place = key
        while place and place not in self.begun:
            place = place.rpartition("[" if place.endswith("]") else ".")[0]
        if not place:
            return None
        first = self.begun[place]
        later = min((one for one in self.begun.values() if one > first), default=len(self.lines) + 1)
        inside = range(first, later) if place.count(".") else range(first, first + 1)
        return next((one for one in inside if found and f'"{found}"' in self.lines[one - 1]), first)
