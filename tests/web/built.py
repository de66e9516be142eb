"""The files of built events, read when they are asked for: together they are large."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Files(Mapping[str, bytes]):
    """The files of one event."""

    def __init__(self, folder: Path) -> None:
        self.paths = {
            path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()
        }

    def __getitem__(self, name: str) -> bytes:
        """As it is rendered: build.json before the time was added to it."""
        data = self.paths[name].read_bytes()
        return (
            data
            if name != "build.json"
            else (json.dumps({"build": json.loads(data)["build"]}) + "\n").encode()
        )

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)


class Pages(Mapping[str, str]):
    """Every page by event/path."""

    def __init__(self, sites: Mapping[str, Files]) -> None:
        self.sites = sites

    def __getitem__(self, name: str) -> str:
        event, _, path = name.partition("/")
        return self.sites[event][path].decode()

    def __iter__(self) -> Iterator[str]:
        for event, files in self.sites.items():
            yield from (f"{event}/{path}" for path in files if path.endswith(".html"))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def dead_links(files: Mapping[str, bytes]) -> list[str]:
    """Links to a file, or to a place on a page, that is not there.

    A person's page is made with those that span events (tests/web/test_archive.py).
    """

    @cache
    def ids(page: str) -> set[str]:
        return set(re.findall(r'\sid="([^"]+)"', files[page].decode()))

    dead = []
    for page in (name for name in files if name.endswith(".html")):
        for link in set(re.findall(r'\s(?:href|src|action)="([^"]*)"', files[page].decode())):
            target, place = urldefrag(unquote(unescape(link)))
            found = posixpath.normpath(posixpath.join(posixpath.dirname(page), target)) if target else page
            if urlsplit(link).scheme or found.startswith(("../people/", "../en/people/")):
                continue
            if found not in files or (place and found.endswith(".html") and place not in ids(found)):
                dead.append(f"{page}: {link}")
    return dead
