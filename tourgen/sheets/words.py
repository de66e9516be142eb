"""The words in the sheets that are written, in Japanese and English: words.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def words() -> dict[str, Any]:
    """All of words.toml."""
    return tomllib.loads(files("tourgen.sheets").joinpath("words.toml").read_text(encoding="utf-8"))
