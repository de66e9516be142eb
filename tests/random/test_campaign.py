"""The campaign in the size that fits every run of the tests, and every run that ever failed."""

import random
from pathlib import Path

import pytest

from tests.random.campaign import (
    EVENT_FIXTURES,
    FIXTURES,
    FULL_RUNS,
    LARGEST_SHORT,
    ORDINARY,
    SHORT_EVENTS,
    SHORT_FIELDS,
    SHORT_RUNS,
    Job,
    declaration,
    full_field,
    full_womens_field,
    jobs,
    kept_event,
    kept_job,
    run,
)
from tests.random.campaign import played as played_job
from tests.random.events import EventJob, event_jobs, run_event
from tests.random.sheets import typed_sheets
from tests.series import FULL
from tourgen.formats import shipped_formats
from tourgen.model import Mark
from tourgen.simulate.random_tournament import sizes


@pytest.mark.parametrize("format_id", shipped_formats())
def test_random_tournaments_are_derived_twice_with_the_same_result(format_id: str) -> None:
    for job in jobs(format_id, SHORT_RUNS, seed=1):
        assert run(job).faults == (), str(job)


@pytest.mark.parametrize("job", event_jobs(SHORT_EVENTS[0], seed=1, files_every=3), ids=str)
def test_events_of_three_divisions_with_replacements(job: EventJob) -> None:
    assert run_event(job).faults == ()


@pytest.mark.parametrize("number", range(1, SHORT_FIELDS + 1))
def test_full_fields(number: int) -> None:
    assert full_field(4 * number) == full_womens_field(number) == []


def test_a_large_field_is_derived_twice_with_the_same_result() -> None:
    assert run(Job("othello-swiss", 150, seed=1, run=1, chances=ORDINARY)).faults == ()


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_what_failed_once(path: Path) -> None:
    """The largest fields in the full series alone."""
    job = kept_job(path)
    assert (job.size > LARGEST_SHORT and not FULL) or run(job).faults == ()


def test_events_that_failed_once() -> None:
    # A loop: while none is kept, parameters would make a skipped test of it.
    for path in sorted(EVENT_FIXTURES.glob("*.json")):
        assert run_event(kept_event(path)).faults == (), path.name


@pytest.mark.parametrize("format_id", ["othello-new-64", "go-swiss"])
def test_the_full_campaign_has_every_size(format_id: str) -> None:
    planned = jobs(format_id, FULL_RUNS, seed=1)
    assert {job.size for job in planned} >= set(sizes(declaration(format_id)))


def test_a_run_depends_on_nothing_but_its_job() -> None:
    job = next(job for job in jobs("othello-4-league", 40, seed=1) if job.chances.by_hand)
    assert run(job).met == run(job).met


@pytest.mark.parametrize(
    "format_id", ["othello-free", "othello-new-32", "go-swiss", "shogi-girls", "shogi-team"]
)
def test_somebody_is_disqualified_where_results_are_typed(format_id: str) -> None:
    """失格 is read back in every game, of single players and of teams."""

    def marks(job: Job) -> set[Mark | None]:
        sheets = typed_sheets(played_job(job), random.Random(f"sheets {job.seed} {job.run}"))
        return {mark for one in sheets.values() for row in one.rows for mark in (*row.marks, *row.boards)}

    planned = [job for job in jobs(format_id, 60, seed=1) if job.replay == "sheets" and job.size < 40]
    assert any("disqualified" in marks(job) for job in planned)
