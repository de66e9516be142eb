"""Some of `make faults`: the faults of a few functions of the engine, all caught."""

import pytest

from tests.faults.by_script import by_tests, by_verify, reaching
from tests.faults.mutants import functions, modules, mutants, names

FEW = 18  # tournaments, one of every shipped format
SEEN = (
    "criteria.opponents:median_wins",
    "final:final_ranks",
    "lottery:draw_numbers",
    "stages.bracket:BracketStage.reserved",
    "stages.bracket.seats:seeding_order",
    "stages.pool:halves_by_number",
)


def test_every_function_of_the_engine_has_its_faults() -> None:
    """But for the few that only return the function inside them."""
    every = [f"{module}:{function}" for module in modules() for function in functions(module)]
    assert len(every) > len(names()) > 0.9 * len(every)


@pytest.mark.parametrize("name", SEEN)
def test_a_planted_fault_deviates_from_the_second_derivation(name: str) -> None:
    assert all(by_verify(mutant, FEW).by for mutant in mutants(name))


def test_a_planted_fault_fails_a_test() -> None:
    name = "colours:_handicap"
    tests = reaching([name], ["tests/engine/test_sides.py"])[name]
    assert all(by_tests(mutant, tests).by for mutant in mutants(name))
