"""In which order results were entered at the desk and from phones; nothing else of entries.jsonl concerns a build."""

from __future__ import annotations

import json
from pathlib import Path

from tourgen.storage.errors import DiskProblem
from tourgen.storage.reading import read_if_there

Played = tuple[str, int, frozenset[int]]  # division, round, both players


def entry_order(folder: Path) -> dict[Played, int]:
    """Game → the place of its latest entry; what can't be read is left out, since the sheets alone say who won."""
    found: dict[Played, int] = {}
    try:
        data = read_if_there(folder / "rounds" / "entries.jsonl") or b""
    except DiskProblem:
        return {}
    for place, line in enumerate(data.splitlines()):
        try:
            entry = json.loads(line)
            game = (entry["division"], entry["round"], frozenset(entry["players"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # a line about something else, or half of one
        if "values" in entry:
            found[game] = place
    return found
