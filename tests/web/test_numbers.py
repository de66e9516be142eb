"""Every number on the pages of the example events is the one in results.json; of formats: test_every_format.py."""

from __future__ import annotations

import pytest

from tests.web.built import Files
from tests.web.numbers import check_event, check_files, check_home
from tests.web.states import EVENTS, example, reports


@pytest.mark.parametrize("name", sorted(path.parent.name for path in EVENTS.glob("*/event.toml")))
def test_an_example_event_says_what_its_results_say(name: str) -> None:
    check_event(example(name))


def test_home_and_files_say_what_the_results_say(sites: dict[str, Files]) -> None:
    for name, report in reports().items():
        check_home(report, sites[name]["index.html"].decode())
        check_files(sites[name], report)
