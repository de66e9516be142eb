"""The second derivation is awake: it finds every planted fault, and nothing where none was planted.

`pytest tests/faults -s` lists which deviations found which fault.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.faults.bracket_faults import BOTH, BRACKET_FAULTS, EVENT_FAULTS
from tests.faults.faults import ALL, FAULTS, Fault
from tests.faults.go_faults import GO, GO_FAULTS
from tests.faults.swiss_faults import SHOGI, SWISS_FAULTS
from tests.random import events
from tests.random.campaign import CALM, DESERTED, QUARRELS, UNRULY, Job, declaration, played
from tourgen.results import document
from tourgen.simulate import Chances
from tourgen.verify import verify

SIZES = (11, 14, 9, 22, 30)
BRACKET_SIZES = (11, 14, 30, 22, 32)
SWISS_SIZES = (6, 11, 14, 5, 9, 22, 30, 8)
DAYS = (UNRULY, QUARRELS, CALM, DESERTED)
SWISS_DAYS = tuple(replace(day, late=0.15, barred=0.3) for day in (*DAYS, Chances(withdraw=0.15)))
GO_DAYS = tuple(
    replace(day, jigo=0.15, pending=0.04, no_result=0.1, ruling=0.4) for day in (*SWISS_DAYS[:3], CALM)
)
CONTROL = 24  # tournaments of each format without a fault
MOST = (
    240  # tournaments of each format with one; most faults show in the first, a place that stays vacant late
)


def jobs(format_id: str, count: int) -> Iterator[Job]:
    sizes = SIZES if format_id in ALL else SWISS_SIZES if format_id in (*SHOGI, *GO) else BRACKET_SIZES
    for run in range(1, count + 1):
        day = DAYS[run % len(DAYS)]
        if format_id in SHOGI:
            day = SWISS_DAYS[run % len(SWISS_DAYS)]
        if format_id in GO:
            day = GO_DAYS[run % len(GO_DAYS)]
        yield Job(format_id, sizes[run % len(sizes)], seed=7, run=run, chances=day)


def deviations(job: Job, fault: Fault | None = None) -> Counter[str]:
    """Which deviations a second derivation finds, by code."""
    right = declaration(job.format)
    tournament = played(job, fault.declared(right) if fault and fault.declared else right)
    barred = [(*one.players, one.forbidden) for one in tournament.situations[0].barred]
    # Who left before the knockout was drawn can be told only where nobody leaves after a sheet was made.
    ahead = job.format not in SHOGI or bool(job.chances.leave_after_pairing)
    found = verify(document(tournament, "event", "大会"), right, barred=barred, paired_ahead=ahead)
    return Counter(deviation.code for deviation in found)


def found_by(fault: Fault) -> Counter[str]:
    """The deviations of the first tournaments of each format, as many as it takes to find the fault there."""
    found: Counter[str] = Counter()
    for format_id in fault.formats:
        here: Counter[str] = Counter()
        for job in jobs(format_id, MOST):
            here += deviations(job, fault)
            if here[fault.found_by]:
                break
        else:
            pytest.fail(
                f"{fault.name}: {MOST} tournaments of {format_id} show no {fault.found_by}, only {dict(here)}"
            )
        found += here
    return found


@pytest.mark.parametrize(
    "fault", (*FAULTS, *BRACKET_FAULTS, *SWISS_FAULTS, *GO_FAULTS), ids=lambda fault: fault.name
)
def test_a_planted_fault_is_found_in_every_format_it_touches(fault: Fault) -> None:
    with fault.planted():
        found = found_by(fault)
    print(f"{fault.name}: {', '.join(f'{code} {times}' for code, times in found.most_common())}")


@pytest.mark.parametrize("fault", EVENT_FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found_in_an_event(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three divisions: `verify` finds it, or the replacements worked out once more do."""
    right = events.declaration
    change = fault.declared
    if change is not None:
        monkeypatch.setattr(events, "declaration", lambda format_id: change(right(format_id)))
        monkeypatch.setattr(events, "judged_by", right)
    with fault.planted():
        for job in events.event_jobs(MOST // 4, seed=7, files_every=1000):
            faults = events.run_event(job).faults
            if any(fault.found_by in text for text in faults):
                return
    pytest.fail(f"{fault.name}: {MOST // 4} events show no {fault.found_by}, only {faults[:5]}")


@pytest.mark.parametrize("format_id", (*ALL, *BOTH, *SHOGI, *GO))
def test_nothing_is_found_without_a_fault(format_id: str) -> None:
    assert not [found for job in jobs(format_id, CONTROL) if (found := deviations(job))]


def test_every_fault_has_a_name_of_its_own() -> None:
    faults = (*FAULTS, *BRACKET_FAULTS, *SWISS_FAULTS, *GO_FAULTS, *EVENT_FAULTS)
    assert len({fault.name for fault in faults}) == len(faults) >= 25
    assert len(BRACKET_FAULTS) + len(EVENT_FAULTS) >= 15
    assert len(SWISS_FAULTS) >= 50
    assert len(GO_FAULTS) >= 25
