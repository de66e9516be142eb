"""Which documents there are and in which order they are read: docs/index.md and index.ja.md say so by their links.

A document `x.md` is English, `x.ja.md` beside it is the same in Japanese. Where there is only one of them, readers of
the other language get that one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tourgen.formats import shipped_formats

DOCS = Path(__file__).parents[2] / "docs"
_SECTION = re.compile(r"^## (.+)$|^- \[(.+?)\]\(([^)#]+\.md)\)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """One document in one language."""

    slug: str  # the path below docs/ without its ending, the same for both languages
    text: str
    language: str  # what it is written in

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def format_id(self) -> str:
        """The shipped format that the document introduces, "" for all others."""
        folder, _, name = self.slug.partition("/")
        return name if folder == "formats" and name in shipped_formats() else ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the index and the documents below it, as (what the index calls it, slug)."""

    title: str
    entries: tuple[tuple[str, str], ...]


def slug_of(path: str) -> str:
    """commands/build of commands/build.ja.md."""
    return path.removesuffix(".md").removesuffix(".ja")


def resolve(slug: str, target: str) -> str:
    """The path below docs/ that a link in a document leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(slug), target))


@cache
def document(slug: str, language: str) -> Document:
    """In this language if there is such a one."""
    files = {"ja": DOCS / f"{slug}.ja.md", "en": DOCS / f"{slug}.md"}
    spoken = language if files[language].exists() else next(one for one in files if one != language)
    return Document(slug, files[spoken].read_text(encoding="utf-8"), spoken)


@cache
def sections(language: str) -> tuple[Section, ...]:
    """The index as it is written."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for heading, label, path in _SECTION.findall(document("index", language).text):
        if heading:
            found.append((heading, []))
        else:
            found[-1][1].append((label, slug_of(path)))
    return tuple(Section(title, tuple(entries)) for title, entries in found)


def reading_order(language: str) -> list[tuple[str, str]]:
    """(label, slug) from the first page to the last."""
    return [entry for section in sections(language) for entry in section.entries]


def other_files() -> Iterator[Path]:
    """What lies beside the documents and is linked from them."""
    return (path for path in sorted(DOCS.rglob("*")) if path.is_file() and path.suffix != ".md")
