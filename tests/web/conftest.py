"""The pages of every state, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.built import Files, Pages
from tests.web.states import NOTHING


@pytest.fixture(scope="session")
def sites(states: Path) -> dict[str, Files]:
    """Every file of every sample event."""
    return {event.name: Files(event) for event in sorted(states.iterdir()) if event.name != NOTHING}


@pytest.fixture(scope="session")
def pages(sites: dict[str, Files]) -> Pages:
    return Pages(sites)
