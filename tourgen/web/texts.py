"""Every visible string, from texts.toml, in one language.

Texts are trusted markup of the project; whatever is filled in is escaped.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

from tourgen.problems import pieces
from tourgen.resources import shipped_table

LANGUAGES = ("ja", "en")


@cache
def catalogue(name: str) -> dict[str, dict[str, str]]:
    """{"section.key": {"ja": …, "en": …}} of one of the TOML files here."""
    tables = shipped_table(f"web/{name}")
    return {f"{section}.{key}": words for section, keys in tables.items() for key, words in keys.items()}


_escaped = lru_cache(maxsize=10_000)(escape)  # addresses and words that stand on page after page


def text(value: Any) -> str:
    """A value as it stands on a page, as by `escape`; but what is markup is taken as it is, and numbers have none."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int:
        return str(value)
    return _escaped(value) if kind is str else escape(value)


class Texts:
    """`t("section.key", n=3)`: the text in this language with its values filled in."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts = {key: Markup(words[language]) for key, words in catalogue("texts.toml").items()}

    def __call__(self, key: str, **values: Any) -> Markup:
        if not values:
            return self._texts[key]
        # The same as Markup.format, several times faster: a build fills in tens of thousands of texts.
        found = []
        for literal, name, _ in pieces(self._texts[key]):
            found.append(literal)
            if name is not None:
                found.append(text(values[name]))
        return Markup("".join(found))

    def has(self, key: str) -> bool:
        """Whether there is such a text (for words that an organiser may make up, such as titles)."""
        return key in self._texts
