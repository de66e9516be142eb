"""Some of the long campaign of corrections (`python -m tests.corrections`): edits of a published day, and histories."""

import datetime
import shutil
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.corrections.edits import edits
from tests.corrections.histories import Day
from tests.corrections.office import KINDS
from tourgen.build import build_events

KEPT = Path(__file__).parent / "fixtures"


def test_every_consequence_of_an_edit_is_said() -> None:
    met: Counter[str] = Counter()
    for day in range(len(KINDS)):
        met += edits(day, 4)
    assert met["result"] >= 10 and met["roster"] and met["settings"] and met["withdrawal"] and met["about"]
    assert met["taken in"] >= 10 and met["refused with its reasons"] >= 3
    assert met["said: standings"] and met["said: results"] and met["round-differs"]


def test_a_build_after_any_history_is_a_build_from_scratch() -> None:
    few = settings(
        max_examples=5,
        stateful_step_count=20,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Day, settings=few)


def test_bracket_numbers_changed_after_the_play_let_nobody_meet_themselves(tmp_path: Path) -> None:
    """A history that the long campaign found: what a build makes, the next one takes."""
    event = tmp_path / "numbers-changed"
    shutil.copytree(KEPT / "numbers-changed", event)
    made, again = (
        next(iter(build_events([(event, event.name)], tmp_path / "site", "", datetime.datetime.now)))
        for _ in range(2)
    )
    assert made.sheets and not made.problems
    assert not again.sheets and not again.problems
    assert "round-redrawn" in {one.code for one in again.notices}
