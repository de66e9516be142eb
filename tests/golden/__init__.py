"""Tournaments that must never come out otherwise: what the formats of the rule sheets gave when they were last proved.

`runs.json` has a hash for each simulated run: of everything that results.json has had from the beginning. `go.json`
has whole documents, whose rounds are planned and counted again; sides are left out, for they even out since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PARTS = (
    *("lottery", "players", "confirmed", "rounds", "standings", "final", "titles", "awards", "qualified"),
    "state",
)


def first_keys(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document without what was added to it later."""
    kept = {part: document[part] for part in PARTS}
    if kept["final"] is not None:
        kept["final"] = [{"rank": row["rank"], "no": row["no"]} for row in kept["final"]]
    return kept


def fingerprint(document: Mapping[str, Any]) -> str:
    """A hash of the document."""
    text = json.dumps(first_keys(document), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
