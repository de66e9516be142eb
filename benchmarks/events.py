"""Invented whole events to measure with: `python -m benchmarks.events FOLDER` makes them all."""

import re
import sys
from dataclasses import replace
from pathlib import Path

from tourgen.event.settings import Division
from tourgen.formats import read_format, shipped_text
from tourgen.simulate.random_tournament import Chances
from tourgen.simulate.simulation_runner import Part, Simulation

SEVEN_ROUNDS = "othello-2-league"
TEN_ROUNDS = "ten-rounds.toml"
_LATER = {"[1, 6]": "[1, 8]", "[2, 7]": "[2, 9]", "[7, 8]": "[9, 10]", "[8, 8]": "[10, 10]"}


def seven_rounds(folder: Path, players: int) -> None:
    """Two leagues, played to the end."""
    Simulation.of(SEVEN_ROUNDS, players, None, seed=1, runs=1, chances=Chances()).save(folder)


def ten_rounds(folder: Path, players: int) -> None:
    """Four leagues with two rounds more than published, as 250 players in a league need them."""
    text = re.sub(
        r"(?m)^(rounds = )(\[\d, \d\])",
        lambda line: line[1] + _LATER[line[2]],
        shipped_text("othello-4-league"),
    )
    declared, problems = read_format(text, TEN_ROUNDS)
    assert declared is not None, problems
    division = Division(
        "open", declared.title, declared, draw_names=declared.lottery.draw_names, format_text=text
    )
    shipped = Simulation.of(SEVEN_ROUNDS, 64, None, seed=1, runs=1, chances=Chances())
    replace(shipped, parts=(Part(division, players),)).save(folder)


def main(folder: Path) -> None:
    """All of them."""
    seven_rounds(folder / "seven-64", 64)
    ten_rounds(folder / "ten-100", 100)
    ten_rounds(folder / "ten-1000", 1000)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
