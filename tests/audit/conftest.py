"""Everything is built once per run, whichever worker comes first; the others wait for it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.audit.kinds import Page, build, built, chosen
from tests.audit.tools import AXE, MISSING
from tests.served import Packing, served

PATIENCE = 600  # seconds that another worker may take on a busy machine


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds every site, state and paper."""
    base = tmp_path_factory.getbasetemp()
    place = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "audited"
    done, failed = place / "done", place / "failed"
    try:
        place.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not done.exists():
            assert not failed.exists(), "the worker that built the pages failed"
            assert time.monotonic() < until, "nobody finished building the pages"
            time.sleep(0.2)
        return place
    try:
        build(place)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return place


@pytest.fixture(scope="session")
def every_page(folder: Path) -> list[Page]:
    return built(folder)


@pytest.fixture(scope="session")
def kinds(folder: Path, every_page: list[Page]) -> list[Page]:
    """The pages that stand for all, in one language."""
    return chosen(folder, every_page)


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
