"""Rendered events that several tests look at; each is rendered once."""

from __future__ import annotations

import pytest

from tests.web.sample import RULES, asking, division, event
from tourgen.report import EventReport
from tourgen.web import render_event

FREE = {"division_id": "free", "name": "フリークラス", "name_en": "Free class"}
TWO = {"division_id": "two", "name": "2リーグの部", "name_en": "Two leagues"}


def reports() -> dict[str, EventReport]:
    """Every state a page can be in."""
    return {
        "middle": event(
            division("othello-free", 38, 3, 0.5, **FREE),
            division(players=41, rounds=3, share=0.0),
            pages=[RULES],
        ),
        "finished": event(
            division(players=20, rounds=8, seed=3),
            division("othello-free", 16, 6, **FREE),
            division("othello-2-league", 13, 7, **TWO),
        ),
        "before": event(
            division(players=12, drawn=False),
            division("othello-2-league", 9, 0, 0.0, **TWO),
            division("othello-free", 12, drawn=False, **FREE),
        ),
        "semi-finals": event(division(players=20, rounds=6, share=0.4)),
        "asking": event(asking()),
        "english": event(division(players=14, rounds=2), pages=[RULES], language="en"),
    }


@pytest.fixture(scope="session")
def sites() -> dict[str, dict[str, bytes]]:
    """Every file of every sample event."""
    return {name: render_event(report) for name, report in reports().items()}


@pytest.fixture(scope="session")
def pages(sites: dict[str, dict[str, bytes]]) -> dict[str, str]:
    """Every page by event/path."""
    return {
        f"{name}/{path}": data.decode()
        for name, files in sites.items()
        for path, data in files.items()
        if path.endswith(".html")
    }
