"""Some of the long campaign of corrections (`python -m tests.corrections`): edits of a published day, and histories."""

from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.corrections.edits import edits
from tests.corrections.histories import Day
from tests.corrections.office import KINDS


def test_every_consequence_of_an_edit_is_said() -> None:
    met: Counter[str] = Counter()
    for day in range(len(KINDS)):
        met += edits(day, 3)
    assert met["result"] >= 10 and met["roster"] and met["settings"] and met["withdrawal"]
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
