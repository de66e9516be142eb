"""The campaign in the size that fits every run of the tests, and every run that ever failed."""

import random
from pathlib import Path

import pytest

from tests.random.campaign import (
    CI_EVENTS,
    CI_FULL_FIELDS,
    EVENT_FIXTURES,
    FIXTURES,
    Summary,
    campaign,
    ci_runs,
    declaration,
    full_field,
    full_womens_field,
    jobs,
    kept_event,
    kept_job,
    run,
)
from tests.random.campaign import played as played_job
from tests.random.events import EventSummary, event_jobs, run_event
from tests.random.sheets import typed_sheets
from tourgen.formats import shipped_formats
from tourgen.model import Mark
from tourgen.simulate import sizes


@pytest.mark.slow
@pytest.mark.parametrize("format_id", shipped_formats())
def test_random_tournaments_are_derived_twice_with_the_same_result(format_id: str) -> None:
    summary = Summary(format_id, list(campaign(jobs(format_id, ci_runs(format_id), seed=1), cores=1)))
    print(summary.text())
    assert not summary.failed, summary.text()
    assert not summary.never, summary.text()


@pytest.mark.slow
def test_events_of_three_divisions_with_replacements() -> None:
    count, least = CI_EVENTS
    summary = EventSummary([run_event(job) for job in event_jobs(count, seed=1, files_every=20)], least)
    print(summary.text())
    assert not summary.failed, summary.text()
    assert not summary.lacking, summary.text()


@pytest.mark.slow
def test_full_fields_of_64() -> None:
    wrong = {number: faults for number in range(1, CI_FULL_FIELDS + 1) if (faults := full_field(number))}
    assert not wrong


@pytest.mark.slow
def test_full_fields_of_32() -> None:
    fields = range(1, CI_FULL_FIELDS + 1)
    wrong = {number: faults for number in fields if (faults := full_womens_field(number))}
    assert not wrong


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.json")), ids=lambda path: path.stem)
def test_what_failed_once(path: Path) -> None:
    assert run(kept_job(path)).faults == ()


def test_events_that_failed_once() -> None:
    # A loop: while none is kept, parameters would make a skipped test of it.
    for path in sorted(EVENT_FIXTURES.glob("*.json")):
        assert run_event(kept_event(path)).faults == (), path.name


@pytest.mark.parametrize("format_id", shipped_formats())
def test_the_full_campaign_has_every_size(format_id: str) -> None:
    planned = jobs(format_id, 1200, seed=1)
    assert {job.size for job in planned} >= set(sizes(declaration(format_id)))


def test_a_run_depends_on_nothing_but_its_job() -> None:
    job = next(job for job in jobs("othello-4-league", 40, seed=1) if job.chances.by_hand)
    assert run(job).met == run(job).met


@pytest.mark.parametrize(
    "format_id", ["othello-free", "othello-new-32", "go-swiss", "shogi-girls", "shogi-team"]
)
def test_somebody_is_disqualified_where_results_are_typed(format_id: str) -> None:
    """失格 is read back in every game, of single players and of teams."""
    marks: set[Mark | None] = set()
    for job in jobs(format_id, 60, seed=1):
        if job.replay == "sheets" and job.size < 40:
            sheets = typed_sheets(played_job(job), random.Random(f"sheets {job.seed} {job.run}"))
            marks |= {
                mark for one in sheets.values() for row in one.rows for mark in (*row.marks, *row.boards)
            }
    assert "disqualified" in marks
