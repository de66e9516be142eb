"""pages/ and templates/ of an event's folder, and notices about its files beside what stands in them."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from pathlib import Path

from tourgen.event.read_files import (
    is_workbook,
    listed,
    not_downloaded,
    open_elsewhere,
    read_text,
    unreadable,
)
from tourgen.event.read_sheets import PUBLIC_ROSTER, roster_name
from tourgen.event.settings import Event
from tourgen.messages.problems import Notice, Problem
from tourgen.model import Source

_TABLES = (".xlsx", ".xls", ".xlsm", ".ods", ".csv", ".numbers")
_FOLDERS = ("rounds", "pages", "games", "templates")
_READ = {
    "pages": (re.compile(r".*\.md"), ".md"),
    "games": (re.compile(r"(?i).*\.sgf"), ".sgf"),
}  # right in these
_OWN = (
    ("desk",),
    ("rounds", "old"),
    ("games", "old"),
    ("games", "live"),
)  # where tourgen keeps what it needs
_NAMED = 3  # of the files of a folder


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown page of the event; its title is its first heading."""

    slug: str
    title: str
    markdown: str


def read_pages(event: Event) -> tuple[tuple[Page, ...], list[Problem]]:
    """The pages by the names of their files, and everything wrong with them and with the event's templates."""
    pages, problems = _pages(event)
    problems += _unreadable_templates(event)
    for folder, ending in (("pages", ".md"), ("templates", "")):
        problems += not_downloaded(event.folder / folder, f"{event.shown}/{folder}", ending)
    return pages, problems


def _pages(event: Event) -> tuple[tuple[Page, ...], list[Problem]]:
    pages: list[Page] = []
    problems: list[Problem] = []
    try:
        files = [path for path in listed(event.folder / "pages") if path.suffix == ".md"]
    except OSError as error:
        return (), [unreadable(f"{event.shown}/pages", error)]
    for path in files:
        shown = f"{event.shown}/pages/{path.name}"
        if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", path.stem):
            problems.append(Problem("page-name", Source(shown), path.stem))
            continue
        text = read_text(path, shown, event.folder)
        if isinstance(text, Problem):
            problems.append(text)
            continue
        pages.append(Page(path.stem, _title(text) or path.stem, text))
    return tuple(pages), problems


def _title(text: str) -> str:
    """The first heading, without the # that may also stand behind it."""
    heading = re.search(r"^#\s+(\S.*)$", text, re.MULTILINE)
    return heading[1].rstrip().rstrip("#").rstrip() if heading else ""


def _unreadable_templates(event: Event) -> list[Problem]:
    """Templates of the event that can't be opened: Jinja would silently use the project's own instead."""
    wrong: list[OSError] = []
    for folder, _, files in os.walk(event.folder / "templates", onerror=wrong.append):
        for name in files:
            try:
                Path(folder, name).lstat()
            except OSError as error:
                wrong.append(error)
    home = str(event.folder)
    return [
        unreadable(str(one.filename).replace(home, event.shown, 1), one)
        for one in wrong
        if not isinstance(one, FileNotFoundError | NotADirectoryError)
    ]


def copies(event: Event) -> tuple[Notice, ...]:
    """Other versions of the two files: `roster (1).xlsx` of a cloud drive, 競合コピー, 名簿_最新版.xlsx."""
    kinds = (("event.toml", ("event",), (".toml",)), (roster_name(event.folder), ("roster", "名簿"), _TABLES))
    formats = {division.declared.id for division in event.divisions}
    return tuple(
        Notice("copy-unread", Source(f"{event.shown}/{one.name}"), {"found": one.name, "used": used})
        for used, words, endings in kinds
        for one in listed(event.folder)
        if any(word in unicodedata.normalize("NFKC", one.stem).casefold() for word in words)
        and one.suffix.lower() in endings
        and one.name not in (used, PUBLIC_ROSTER, *formats)
        and not one.name.startswith(("~$", "."))
    )


def astray(event: Event) -> Iterator[Notice]:
    """Files and folders that would be read elsewhere or by another name, those of one folder together.

    A result sheet beside `rounds`, `pages/rules.txt`, a folder `Rounds` where letter case counts.
    """
    found: dict[tuple[Path, str], dict[str, str]] = {}
    for path in sorted(chain(*(event.folder.glob(depth) for depth in ("*", "*/*", "*/*/*")))):
        parts = path.relative_to(event.folder).parts
        own = parts[:1] in _OWN or parts[:2] in _OWN
        hidden = any(part.startswith((".", "~$")) for part in parts)
        if not own and not hidden and (wanted := _meant(event, path, parts)):
            found.setdefault((path.parent, wanted.partition("/")[0]), {})[path.name] = wanted
    for (folder, _), names in found.items():
        listing = ", ".join(list(names)[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        where = "/".join((event.shown, *folder.relative_to(event.folder).parts))
        params = {"found": listing, "wanted": next(iter(names.values()))}
        yield Notice("file-elsewhere", Source(where), params)


def _meant(event: Event, path: Path, parts: tuple[str, ...]) -> str:
    """Where a file or folder should be to be read; nothing if it is, or if nobody would expect it."""
    folder = parts[0]
    if path.is_dir():
        near = get_close_matches(folder.casefold(), _FOLDERS, 1, 0.8) if len(parts) == 1 else []
        there = event.folder / near[0] if near else path
        return near[0] if near and not (there.exists() and there.samefile(path)) else ""
    stem = path.name.partition(".")[0]
    for division, _ in event.named:
        if re.fullmatch(re.escape(division) + r"-r[1-9]\d?", stem, re.IGNORECASE):
            read = parts[:-1] == ("rounds",) and is_workbook(path)
            return "" if read else f"rounds/{stem.lower()}.xlsx"
    if folder not in _READ or len(parts) == 1:
        return ""
    pattern, usual = _READ[folder]
    read_here = len(parts) == 2 and pattern.fullmatch(path.name)
    return "" if read_here else f"{folder}/{stem.lower()}{usual}"


def open_sheets(event: Event) -> tuple[Notice, ...]:
    """A sheet that is open in Excel: entries that are not saved yet are not in the file."""
    files = [event.folder / roster_name(event.folder), *listed(event.folder / "rounds")]
    return tuple(
        Notice(
            "sheet-open",
            Source(f"{event.shown}/{one.relative_to(event.folder).as_posix()}"),
            {"found": one.name},
        )
        for one in files
        if is_workbook(one) and open_elsewhere(one)
    )
