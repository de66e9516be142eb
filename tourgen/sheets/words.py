"""The words in the sheets that are written, in Japanese and English: words.toml."""

from __future__ import annotations

from functools import cache
from typing import Any

from tourgen.resources import shipped_table


@cache
def words() -> dict[str, Any]:
    """All of words.toml."""
    return shipped_table("sheets/words.toml")
