"""A copied format with any mistake is answered with words, or can be played: never a traceback."""

import copy
import random
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from tests.fixtures.toml_writer import toml
from tourgen.event.settings import Division
from tourgen.formats import admits, read_format, shipped_formats, shipped_text
from tourgen.results.document import document
from tourgen.simulate.random_tournament import Chances, RandomTournament, random_draws, random_field

VALUES: list[Any] = [
    *(0, 1, 2, 3, 5, 6, 7, 8, 20, -1, 10**9, "", "A", "B", "C", "x", "$men_seed_numbers", True, False, 0.5),
    *([], [1], [1, 2], [2, 1], [1, 6], [7, 8], ["A"], ["A", "A"], ["A", "B", "C", "D"], ["", "A", "B", ""]),
    *(
        {},
        {"M": [1, 3]},
        *("desk", "linear-congruence", "none", "bye", "played", "shared", "knockout", "ranking", "swiss"),
        *("best", "winners", "seeded", "drawn", "unbeaten", "wins-2", "sole-unbeaten"),
    ),
    *(
        "league",
        "pool",
        "leagues",
        "bracket",
        "round-robin",
        ["wins"],
        ["lottery-number"],
        ["wins", "points"],
    ),
]


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield (*place, key)
        yield from places(one, (*place, key))


def spoil(table: dict[str, Any], rng: random.Random) -> None:
    """Changes, removes or repeats one thing."""
    *path, last = rng.choice(list(places(table)))
    around: Any = table
    for key in path:
        around = around[key]
    alike = [value for value in VALUES if type(value) is type(around[last])]
    match rng.randrange(10):
        case 0:
            del around[last]
        case 1 if isinstance(around, list):
            around.append(copy.deepcopy(around[last]))
        case 2:
            around[last] = copy.deepcopy(rng.choice(VALUES))
        case _:
            around[last] = copy.deepcopy(rng.choice(alike or VALUES))


@pytest.mark.slow
def test_any_format_is_answered_or_played() -> None:
    rng = random.Random(20260712)
    answered = played = 0
    for number in range(300):
        table = tomllib.loads(shipped_text(rng.choice(shipped_formats())))
        for _ in range(rng.choice((1, 1, 2))):
            spoil(table, rng)
        declared, problems = read_format("\n".join(toml(table)), "my.toml")
        if declared is None:
            assert problems and all(
                one.at("my.toml").text(language) for one in problems for language in ("ja", "en")
            )
            answered += 1
        elif admits(declared, 9):
            chance = random.Random(number)
            players = random_field(declared, 9, chance, 0.0)
            division = Division("open", "open", declared, draws=random_draws(declared, chance))
            assert document(
                RandomTournament(division, players, chance, Chances(withdraw=0.05, forfeit=0.1)).run(),
                "event",
                "event",
            )
            played += 1
    assert answered > 100 and played > 25
