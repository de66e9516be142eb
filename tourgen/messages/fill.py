"""Values in the places of a text, and the form that a word has for so many things, as Babel knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from string import Formatter
from typing import Any

from babel import Locale

_ORDINAL_ENDINGS = {"one": "st", "two": "nd", "few": "rd", "other": "th"}


def fill(
    text: str, language: str, values: Mapping[str, Any], show: Callable[[Any, str], str] = format
) -> str:
    """The text with its values; `{n:# game|# games}` is 1 game, 2 games. `show` gets a value and how it is to look."""
    found = []
    for literal, name, spec, _ in Formatter().parse(text):
        found.append(literal)
        if name is not None:
            value = values[name]
            singular, several, plural = (spec or "").partition("|")
            if several:
                form = singular if _locale(language).plural_form(value) == "one" else plural
                found.append(form.replace("#", show(value, "")))
            else:
                found.append(show(value, singular))
    return "".join(found)


def ordinal_ending(n: int) -> str:
    """The ending of 1st, 2nd, 3rd, 4th."""
    return _ORDINAL_ENDINGS[_locale("en").ordinal_form(n)]


@cache
def _locale(language: str) -> Locale:
    return Locale(language)
