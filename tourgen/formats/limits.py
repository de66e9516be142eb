"""What a setting may be, in the words of a message."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from tourgen.toml_text import toml_value

Words = dict[str, str]


def one_of(known: Sequence[str]) -> Words:
    """One of these words."""
    words = [toml_value(word) for word in known]
    return {"ja": f"({'、'.join(words)} のどれか)", "en": f" (one of {', '.join(words)})"}


def at_least(least: int) -> Words:
    """A whole number with a lower limit."""
    return {"ja": f"({least} 以上の整数)", "en": f" (a whole number, {least} or more)"}


def between(least: int, most: int) -> Words:
    """A whole number with both."""
    return {"ja": f"({least}〜{most})", "en": f" ({least} to {most})"}


def names_for(count: object) -> Words | str:
    """Names where a number stands: how many there are is how many are named."""
    if type(count) is not int or not 1 <= count <= len(ascii_uppercase):
        return ""
    names = toml_value(list(ascii_uppercase[:count]))
    return {
        "ja": f"({count} つなら {names} のように名前を並べます)",
        "en": f" (a name each: {names} for {count})",
    }
