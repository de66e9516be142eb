"""Problems and notices: a named code, where it stands, what was found; the words live in messages/*.toml.

A Problem stops the event from being written; a Notice tells the organiser something and stops nothing.
Nothing raises at the first one: each pass collects what it finds, so that all of them are shown at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache

from tourgen.messages.fill import fill
from tourgen.model import Source
from tourgen.resources import shipped_tables

Language = str  # "ja" or "en"
LANGUAGES: tuple[Language, ...] = ("ja", "en")
_JOINERS = {"ja": "、", "en": ", "}
_MOST_FOUND = 200
NEAREST = 3  # words that may have been meant
MOST_LISTED = 12  # words that are listed where none is near


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
        return f"{place(self.where, language)}{words} ({self.code})"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something an organiser should know; the build goes on."""

    code: str
    where: Source = Source("")
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def text(self, language: Language = "ja") -> str:
        """The whole line: place and message."""
        return f"{place(self.where, language)}{message(self.code, language, **self.params)}"


class Unshowable(Exception):
    """A text or template of the event from which no page can be made."""

    def problem(self, shown: str, pages: Mapping[str, str]) -> Problem:
        """As it is told; `shown` is how messages name the event, `pages` has its texts by the names of their files."""
        raise NotImplementedError


def place(where: Source, language: Language = "ja") -> str:
    """`events/demo/rounds/open-r3.xlsx › 結果!F7 (卓 5 例示 一 - 見本 二): `, with what is known of it."""
    if not where.file:
        return ""
    inner = "!".join(brief(part) for part in (where.sheet, where.cell) if part)
    inside = f" › {inner}{_game(where, language)}" if inner else ""
    return f"{where.file}{inside}: "


def _game(where: Source, language: Language) -> str:
    """The table and the players of the row, by which people know a game."""
    if where.game is None or where.cell is None:
        return ""
    table, *players = where.game
    seat = "" if table is None else f"卓 {table} " if language == "ja" else f"table {table}, "
    return f" ({seat}{' - '.join(brief(player) for player in players if player)})"


def brief(found: str) -> str:
    """The beginning of a text, enough to find it in the file: the whole of it may have a million letters."""
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
    """One message in one language with its values filled in (a value may itself be {"ja": …, "en": …})."""
    values = {name: value[language] if isinstance(value, dict) else value for name, value in params.items()}
    return fill(catalogue()[code][language], language, values)


def in_both(code: str, **params: object) -> dict[Language, str]:
    """A message in both languages, to be a value in another one."""
    return {language: message(code, language, **params) for language in LANGUAGES}


def listed(words: Iterable[str | Mapping[Language, str]]) -> dict[Language, str]:
    """Several words one after the other, each the same in both languages or with its own in each."""
    every = [dict.fromkeys(LANGUAGES, one) if isinstance(one, str) else one for one in words]
    return {language: joiner.join(one[language] for one in every) for language, joiner in _JOINERS.items()}


def closest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known words that were probably meant, three at the most; where none is near and there are few, all."""
    known = list(dict.fromkeys(known))
    begun = [one for one in known if len(word) > 2 and one.startswith(word)]
    near = begun[:NEAREST] or get_close_matches(word, known, n=NEAREST, cutoff=0.5)
    few = known if len(known) <= MOST_LISTED else get_close_matches(word, known, n=NEAREST, cutoff=0.0)
    return ", ".join(near or few)
