"""Keys that open a page for one person or role. They lie in one file, which is never published and never logged."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Collection, Iterable
from pathlib import Path

from tourgen.storage.reading import read_if_there
from tourgen.storage.typed_files import write_new, write_replace
from tourgen.storage.unfinished import clear_up

KEYS = "desk/keys.json"  # below the event's folder
REPORT = "/_/r"
PRIVATE = "# These keys open the pages of players and helpers: they are nobody else's business.\n*\n"
_KEY = re.compile(r"[A-Za-z0-9_-]+")


class KeysDamaged(Exception):
    """The file of keys can't be read. It isn't made again, for every code that was printed would be void then."""


def read_keys(path: Path) -> dict[str, str]:
    """The keys by their owners; none where there is no file."""
    data = read_if_there(path)
    try:
        keys: dict[str, str] = {} if data is None else json.loads(data)
        if all(_KEY.fullmatch(key) for key in keys.values()):
            return keys
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass
    raise KeysDamaged(path)


def owner_of(division: str, no: int) -> str:
    """A player, as the owner of a key."""
    return f"{division} {no}"


def report_addresses(
    path: Path, players: Iterable[tuple[str, int]], address: str
) -> dict[tuple[str, int], str]:
    """Every player's own report page: the key stands behind #, where browsers keep it out of requests and logs."""
    wanted = list(players)
    keys = keys_for(path, [owner_of(*one) for one in wanted])
    return {one: f"{address}{REPORT}#{keys[owner_of(*one)]}" for one in wanted}


def keys_for(path: Path, wanted: Iterable[str], renewed: Collection[str] = ()) -> dict[str, str]:
    """The keys that are there, and new ones for those who have none, or whose is `renewed`."""
    clear_up(path.parent)
    keys = read_keys(path)
    missing = [one for one in wanted if one not in keys or one in renewed]
    if missing:
        keys |= {one: secrets.token_urlsafe(18) for one in missing}
        write_new(path.parent / ".gitignore", PRIVATE.encode())
        write_replace(path, json.dumps(keys, indent=1).encode(), private=True)
    return keys
