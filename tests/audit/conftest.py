"""Every site, state and paper, in one folder that is served."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.audit.kinds import Page, build_examples, built, chosen
from tests.audit.tools import AXE, MISSING
from tests.once import once
from tests.served import Packing, served


@pytest.fixture(scope="session")
def folder(states: Path) -> Path:
    """The folder that holds them all."""
    return once("examples", states.parent, build_examples)


@pytest.fixture(scope="session")
def every_page(folder: Path) -> list[Page]:
    return built(folder)


@pytest.fixture(scope="session")
def kinds(folder: Path, every_page: list[Page]) -> list[Page]:
    """The pages that stand for all, in one language."""

    def choose(place: Path) -> None:
        paths = [page.path for page in chosen(folder, every_page)]
        (place / "paths.json").write_text(json.dumps(paths), encoding="utf-8")

    place = once("kinds", folder.with_name("chosen"), choose)
    paths = json.loads((place / "paths.json").read_text(encoding="utf-8"))
    by_path = {page.path: page for page in every_page}
    return [by_path[path] for path in paths]


@pytest.fixture(scope="session")
def twins(every_page: list[Page]) -> dict[tuple[str, str], Page]:
    """(address, language) → page."""
    return {(page.address, page.language): page for page in every_page}


@pytest.fixture(scope="session")
def host(folder: Path) -> Iterator[str]:
    with served(folder, Packing) as address:
        yield address


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core as one script."""
    if not AXE.exists():
        pytest.skip(MISSING)
    return AXE.read_text(encoding="utf-8")
