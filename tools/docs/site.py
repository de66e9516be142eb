"""All documents as pages of the site, in both languages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path

from tools.docs.format_page import format_part
from tools.docs.markup import Body, Picture, to_body
from tools.docs.shelf import DOCS, Document, document, other_files, reading_order, resolve, sections, slug_of
from tourgen.messages.problems import LANGUAGES
from tourgen.web.site import Site

TEMPLATES = Path(__file__).parent / "templates"
Pictures = Mapping[str, Mapping[str, Picture]]  # language → path below docs/ → picture


def render_docs(pictures: Pictures) -> dict[str, bytes]:
    """Every file of docs/ and en/docs/ by its path in the site."""
    files = {"docs/docs.css": (TEMPLATES / "docs.css").read_bytes()}
    for language in LANGUAGES:
        site = Site(language, "ja", TEMPLATES)
        site.common = site.addresses("")
        mine = pictures.get(language, {})
        for slug in ("index", *(slug for _, slug in reading_order(language))):
            _page(site, slug, mine)
        files |= site.files
        for name, picture in mine.items():
            files[f"{site.prefix}docs/{name}"] = picture.data
        for path in other_files():
            files[f"{site.prefix}docs/{path.relative_to(DOCS).as_posix()}"] = path.read_bytes()
    return files


def _page(site: Site, slug: str, pictures: Mapping[str, Picture]) -> None:
    one = document(slug, site.language)
    order = reading_order(site.language)
    at = next((at for at, (_, other) in enumerate(order) if other == slug), -1)
    label = order[at][0] if at >= 0 else one.title
    site.page(
        f"docs/{slug}.html",
        "doc.html",
        slug=slug,
        label=label,
        body=_body(one, pictures),
        body_lang=one.language,
        sections=sections(site.language),
        before=order[at - 1] if at > 0 else None,
        after=order[at + 1] if at + 1 < len(order) else None,
        to=lambda other: posixpath.relpath(f"{other}.html", posixpath.dirname(slug) or "."),
    )


def _body(one: Document, pictures: Mapping[str, Picture]) -> Body:
    text = one.text + (format_part(one.format_id, one.language) if one.format_id else "")
    here = posixpath.dirname(one.slug)
    shown = {posixpath.relpath(path, here or "."): picture for path, picture in pictures.items()}
    return to_body(text, one.language, _link(one.slug), shown)


def _link(slug: str) -> Callable[[str], str]:
    """Documents lead to pages in the reader's own language; everything else stays as it is."""

    def link(target: str) -> str:
        path, mark, fragment = target.partition("#")
        if not path.endswith(".md") or "://" in path:
            return target
        found = slug_of(resolve(slug, path))
        return posixpath.relpath(f"{found}.html", posixpath.dirname(slug) or ".") + mark + fragment

    return link
