"""The states that pages can be in, as events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.engine.random_play import CALM
from tests.web.any_format import played, shipped, stopped
from tests.web.sample import RULES, asking, division, event, filled_from_draws
from tests.web.shogi import shogi
from tourgen.event.load_event import LoadedEvent, load_event

EVENTS = Path(__file__).parents[2] / "events"
NOTHING = "nothing"  # beside the states, a site without an event
FREE = {"division_id": "free", "name": "フリークラス", "name_en": "Free class"}
WOMEN = {"division_id": "women", "name": "女子の部", "name_en": "Women's division"}
TWO = {"division_id": "two", "name": "2リーグの部", "name_en": "Two leagues"}


def replacements() -> LoadedEvent:
    """The example event of three divisions, in which three players of the free class fill places of the others."""
    return example("all-japan-46")


def example(event_id: str) -> LoadedEvent:
    """An example event."""
    report, problems, _ = load_event(EVENTS / event_id, f"events/{event_id}")
    assert report is not None, problems
    return report


def drawn_numbers() -> LoadedEvent:
    """Bracket numbers that were computed from public draws."""
    return event(*filled_from_draws())


# Every state a page can be in.
STATES: dict[str, Callable[[], LoadedEvent]] = {
    "middle": lambda: event(
        division("othello-free", 38, 3, 0.5, **FREE),
        division(players=41, rounds=3, share=0.0),
        pages=[RULES],
    ),
    "finished": lambda: event(
        division(players=20, rounds=8, seed=3),
        division("othello-free", 16, 6, **FREE),
        division("othello-2-league", 13, 7, **TWO),
    ),
    "before": lambda: event(
        division(players=12, drawn=False),
        division("othello-2-league", 9, 0, 0.0, **TWO),
        division("othello-free", 12, drawn=False, **FREE),
    ),
    "brackets": lambda: event(
        division("othello-new-64", 61, 4, 0.5),
        division("othello-new-32", 29, 6, seed=2, **WOMEN),
        division("othello-free", 16, 6, **FREE),
    ),
    "brackets-before": lambda: event(
        division("othello-new-64", 64, drawn=False), division("othello-new-32", 32, 0, 0.0, **WOMEN)
    ),
    "replacements": replacements,
    "go": lambda: example("go-demo"),
    "drawn-numbers": drawn_numbers,
    "semi-finals": lambda: event(division(players=20, rounds=6, share=0.4)),
    "asking": lambda: event(asking()),
    "shogi": lambda: event(
        shogi("shogi-championship", 26, 3, 0.5),
        shogi("shogi-encouragement", 24, 4, 0.5),
        shogi("shogi-girls", 5, 2, 0.5),
        shogi("shogi-team", 13, 2, 0.5),
    ),
    "shogi-finished": lambda: event(
        shogi("shogi-championship", 17, third="played"),
        shogi("shogi-encouragement", 20),
        shogi("shogi-girls", 9),
        shogi("shogi-team", 21, seed=3),
    ),
    "shogi-before": lambda: event(
        shogi("shogi-championship", 12, draws=()),
        shogi("shogi-encouragement", 12, 0, 0.0),
        shogi("shogi-girls", 4, draws=()),
        shogi("shogi-team", 6, 0, None),
    ),
    "round-robin": lambda: event(
        stopped(shipped("groups-knockout"), played(shipped("groups-knockout"), 14, CALM, 1), 2)
    ),
    "english": lambda: event(division(players=14, rounds=2), pages=[RULES], language="en"),
}


def reports() -> dict[str, LoadedEvent]:
    """Every state."""
    return {name: make() for name, make in STATES.items()}
