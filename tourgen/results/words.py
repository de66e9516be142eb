"""The words in the tables to download, in Japanese and English: words.toml."""

from __future__ import annotations

from functools import cache
from typing import Any

from tourgen.messages.fill import fill
from tourgen.resources import shipped_table


@cache
def words() -> dict[str, Any]:
    """All of words.toml."""
    return shipped_table("results/words.toml")


def word(section: str, key: str, language: str, **values: int) -> str:
    """One of them, with its values filled in."""
    return fill(words()[section][key][language], language, values)
