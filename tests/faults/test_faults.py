"""The second derivation is awake: it finds every planted fault, and nothing where none was planted.

`pytest tests/faults -s` lists which deviations found which fault.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.faults.faults import ALL, FAULTS, Fault
from tests.random.campaign import CALM, DESERTED, QUARRELS, UNRULY, Job, declaration, played
from tourgen.results import document
from tourgen.verify import verify

SIZES = (11, 14, 9, 22, 30)
DAYS = (UNRULY, QUARRELS, CALM, DESERTED)
CONTROL = 24  # tournaments of each format without a fault
MOST = 120  # tournaments of each format with one; most faults show in the first


def jobs(format_id: str, count: int) -> Iterator[Job]:
    for run in range(1, count + 1):
        yield Job(format_id, SIZES[run % len(SIZES)], seed=7, run=run, chances=DAYS[run % len(DAYS)])


def deviations(job: Job, fault: Fault | None = None) -> Counter[str]:
    """Which deviations a second derivation finds, by code."""
    right = declaration(job.format)
    tournament = played(job, fault.declared(right) if fault and fault.declared else right)
    return Counter(deviation.code for deviation in verify(document(tournament, "event", "大会"), right))


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


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found_in_every_format_it_touches(fault: Fault) -> None:
    with fault.planted():
        found = found_by(fault)
    print(f"{fault.name}: {', '.join(f'{code} {times}' for code, times in found.most_common())}")


@pytest.mark.parametrize("format_id", ALL)
def test_nothing_is_found_without_a_fault(format_id: str) -> None:
    assert not [found for job in jobs(format_id, CONTROL) if (found := deviations(job))]


def test_every_fault_has_a_name_of_its_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 25
