"""What is made once per run, whichever worker comes first; the others wait for it."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 600  # seconds that another worker may take on a busy machine


def shared(factory: pytest.TempPathFactory) -> Path:
    """The folder that all workers of a run have in common."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


def once(name: str, place: Path, make: Callable[[Path], object]) -> Path:
    """`place` with what `make` has put into it."""
    begun, done, failed = (place.with_name(f"{name}-{state}") for state in ("begun", "done", "failed"))
    place.mkdir(exist_ok=True)
    try:
        begun.mkdir()
    except FileExistsError:
        until = time.monotonic() + PATIENCE
        while not done.exists():
            assert not failed.exists(), f"the worker that made the {name} failed"
            assert time.monotonic() < until, f"nobody finished the {name}"
            time.sleep(0.2)
        return place
    try:
        make(place)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return place
