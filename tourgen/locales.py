"""How a language counts and writes dates, by the library that knows it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale


@cache
def locale_of(language: str) -> Locale:
    """The rules of a language; loaded when the first of them is needed."""
    from babel import Locale

    return Locale(language)
