"""`tourgen print`: papers as HTML and, through a browser, as PDF, in a folder beside the site."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tourgen.storage.tree import check_replaceable, replace_tree, scratch
from tourgen.web.paper.browser import find_browser, print_to_pdf

if TYPE_CHECKING:
    from tourgen.web.paper.alone import Printed

AT_ONCE = 4  # browsers running side by side


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in the folder now; `missing` are the papers that a browser was there for but made no PDF of."""

    folder: Path
    browser: bool
    missing: tuple[str, ...] = ()


def write_papers(papers: Sequence[Printed], folder: Path) -> Written:
    """Exactly these papers: one of an earlier round left beside them would be hung up by mistake."""
    check_replaceable(folder)  # before a browser is kept busy for nothing
    pages = {f"{paper.name}.html": paper.html for paper in papers}
    browser = find_browser()
    made = _pdfs(browser, pages, folder.parent) if browser else {}
    replace_tree(folder, {**pages, **made})
    missing = [name for name in pages if browser and _pdf(name) not in made]
    return Written(folder, browser is not None, tuple(missing))


def one_pdf(page: bytes, parent: Path) -> bytes | None:
    """A page as PDF, None where there is no browser for it, or it made none; nothing of it is left in `parent`."""
    browser = find_browser()
    return next(iter(_pdfs(browser, {"papers.html": page}, parent).values()), None) if browser else None


def _pdfs(browser: Path, pages: Mapping[str, bytes], parent: Path) -> dict[str, bytes]:
    with scratch(parent, pages) as place:

        def make(name: str) -> bytes | None:
            return print_to_pdf(browser, place / name, place / f"{name}.profile")

        with ThreadPoolExecutor(max_workers=min(AT_ONCE, os.cpu_count() or 1)) as pool:
            found = dict(zip(pages, pool.map(make, pages), strict=True))
    return {_pdf(name): data for name, data in found.items() if data}


def _pdf(name: str) -> str:
    return name.removesuffix(".html") + ".pdf"
