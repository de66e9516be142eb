"""The pages of every state, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.states import NOTHING


@pytest.fixture(scope="session")
def sites(states: Path) -> dict[str, dict[str, bytes]]:
    """Every file of every sample event."""
    return {
        event.name: {
            path.relative_to(event).as_posix(): path.read_bytes()
            for path in sorted(event.rglob("*"))
            if path.is_file() and path.name != "build.json"
        }
        for event in sorted(states.iterdir())
        if event.name != NOTHING
    }


@pytest.fixture(scope="session")
def pages(sites: dict[str, dict[str, bytes]]) -> dict[str, str]:
    """Every page by event/path."""
    return {
        f"{name}/{path}": data.decode()
        for name, files in sites.items()
        for path, data in files.items()
        if path.endswith(".html")
    }
