"""Problems and notices: a named code, where it stands, what was found; the words live in messages/*.toml.

A Problem stops the event from being written; a Notice tells the organiser something and stops nothing.
Nothing raises at the first one: each pass collects what it finds, so that all of them are shown at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from string import Formatter

from tourgen.dataclass import dataclass
from tourgen.locales import plural_form
from tourgen.model import Source
from tourgen.resources import shipped_tables

Language = str  # "ja" or "en"
_MOST_FOUND = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """Something an organiser must correct: file, sheet, cell, what stands there, and what to type."""

    code: str
    where: Source
    found: str = ""
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def text(self, language: Language = "ja") -> str:
        """The whole line: place, message, code."""
        words = message(self.code, language, found=brief(self.found), **self.params)
        return f"{place(self.where)}{words} ({self.code})"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something an organiser should know; the build goes on."""

    code: str
    where: Source = Source("")
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def text(self, language: Language = "ja") -> str:
        """The whole line: place and message."""
        return f"{place(self.where)}{message(self.code, language, **self.params)}"


class Unshowable(Exception):
    """Something of the event's own that no page can be made of."""

    def problem(self, shown: str, pages: Mapping[str, str]) -> Problem:
        """As it is told; `shown` is how messages name the event, `pages` has its texts by the names of their files."""
        raise NotImplementedError


def place(where: Source) -> str:
    """`events/demo/rounds/open-r3.xlsx › 結果!F7: `, with what is known of it."""
    if not where.file:
        return ""
    inner = "!".join(brief(part) for part in (where.sheet, where.cell) if part)
    return f"{where.file} › {inner}: " if inner else f"{where.file}: "


def brief(found: str) -> str:
    """So much of what stands somewhere that it can be found; the whole of it may be a million letters."""
    return found if len(found) <= _MOST_FOUND else f"{found[:_MOST_FOUND]}…"


@cache
def catalogue() -> dict[str, dict[str, str]]:
    """Every message by code: {"ja": …, "en": …}, gathered from messages/*.toml."""
    merged: dict[str, dict[str, str]] = {}
    for table in shipped_tables("messages"):
        for code, words in table.items():
            if code in merged:
                raise ValueError(f"message {code} stands in two files")
            merged[code] = words
    return merged


def message(code: str, language: Language, **params: object) -> str:
    """One message in one language with its values filled in (a value may itself be {"ja": …, "en": …}).

    `{count:game|games}` is 1 game, 2 games.
    """
    found = []
    for literal, name, spec in pieces(catalogue()[code][language]):
        found.append(literal)
        if name is not None:
            value = params[name]
            found.append(_shown(value[language] if isinstance(value, dict) else value, spec))
    return "".join(found)


@cache
def pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A text with places to fill in, taken apart once: what stands before each, its name, how it is shown."""
    return tuple((literal, name, spec or "") for literal, name, spec, _ in Formatter().parse(text))


def _shown(value: object, spec: str) -> str:
    if "|" not in spec or not isinstance(value, int):
        return format(value, spec)
    forms = dict(zip(("one", "other"), spec.split("|"), strict=True))  # only English has more than one
    return f"{value} {forms[plural_form('en', value)]}"


def closest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known word that was probably meant, or the whole list when none is near."""
    from difflib import get_close_matches

    begun = [one for one in known if len(word) > 2 and one.startswith(word)]
    return ", ".join(begun or get_close_matches(word, known, n=1, cutoff=0.5) or known)
