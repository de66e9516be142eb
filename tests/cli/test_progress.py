"""Whatever takes longer than a second says on a terminal what is going on, and leaves nothing behind."""

import io
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tourgen.cli import common


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def slow(*items: int) -> Iterator[int]:
    for item in items:
        time.sleep(0.3)
        yield item


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal()
    monkeypatch.setattr(common, "sys", SimpleNamespace(stderr=terminal))
    monkeypatch.setattr(common, "SHOWN_AFTER", 0.02)
    monkeypatch.setattr(common, "TICK", 0.02)
    return terminal


def test_one_long_step_is_shown_while_it_lasts(screen: Terminal) -> None:
    said = []
    for item in common.with_progress(slow(7), 1, "tourgen build"):
        said.append((item, screen.getvalue()))
    assert said[0][0] == 7
    assert said[0][1].startswith("\rtourgen build 0/1  0 s")
    assert said[0][1].endswith(" \r"), "the line is cleared before anything else is printed"


def test_steps_are_counted(screen: Terminal) -> None:
    assert list(common.with_progress(slow(1, 2, 3), 3, "tourgen simulate", talkative=False)) == [1, 2, 3]
    assert all(f"tourgen simulate {done}/3" in screen.getvalue() for done in (0, 1, 2))
    assert screen.getvalue().endswith(" \r")


def test_what_is_over_soon_or_goes_to_a_file_shows_nothing(
    screen: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    with common.Progress("tourgen demo"):
        pass
    assert screen.getvalue() == ""
    monkeypatch.setattr(Terminal, "isatty", lambda _: False)
    assert list(common.with_progress(slow(1), 1, "tourgen check")) == [1]
    assert screen.getvalue() == ""
