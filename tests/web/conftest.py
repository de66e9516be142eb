"""The pages of every state, as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.states import NOTHING


@pytest.fixture(scope="session")
def sites(states: Path) -> dict[str, dict[str, bytes]]:
    """Every file of every sample event."""
    return {
        event.name: {
            path.relative_to(event).as_posix(): _timeless(path)
            for path in sorted(event.rglob("*"))
            if path.is_file()
        }
        for event in sorted(states.iterdir())
        if event.name != NOTHING
    }


def _timeless(path: Path) -> bytes:
    """A file as it is rendered: build.json before the time was added to it."""
    if path.name != "build.json":
        return path.read_bytes()
    return (json.dumps({"build": json.loads(path.read_bytes())["build"]}) + "\n").encode()


@pytest.fixture(scope="session")
def pages(sites: dict[str, dict[str, bytes]]) -> dict[str, str]:
    """Every page by event/path."""
    return {
        f"{name}/{path}": data.decode()
        for name, files in sites.items()
        for path, data in files.items()
        if path.endswith(".html")
    }
