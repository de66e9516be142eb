"""Every visible string, from texts.toml, in one language.

Texts are trusted markup of the project; whatever is filled in is escaped.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup, escape

from tourgen.messages.fill import fill
from tourgen.resources import shipped_table


@cache
def catalogue(name: str) -> dict[str, dict[str, str]]:
    """{"section.key": {"ja": …, "en": …}} of one of the TOML files here."""
    tables = shipped_table(f"web/{name}")
    return {f"{section}.{key}": words for section, keys in tables.items() for key, words in keys.items()}


class Texts:
    """`t("section.key", n=3)`: the text in this language with its values filled in."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = {key: Markup(words[language]) for key, words in catalogue("texts.toml").items()}

    def __call__(self, key: str, **values: Any) -> Markup:
        if not values:
            return self._texts[key]
        return Markup(fill(self._texts[key], self.language, values, lambda value, _: escape(value)))

    def has(self, key: str) -> bool:
        """Whether there is such a text (for words that an organiser may make up, such as titles)."""
        return key in self._texts
