"""Pairing equals a look at every perfect matching; `python -m tests.engine.pairing.campaign` compares 20,000."""

from random import Random

import pytest

from tests.engine.pairing.campaign import EXPECTED, assert_equal_to_brute_force, brute_force, small_position
from tests.engine.pairing.positions import any_rule, fast_rule
from tourgen.engine.pairing import matching

BATCHES = 3
POSITIONS = 500  # in each batch


@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_rule_equals_brute_force(batch: int) -> None:
    seen = brute_force(Random(f"brute force {batch}"), POSITIONS)
    assert {name for name in EXPECTED if seen[name] * 100 < POSITIONS} == set()


def test_the_orders_of_the_championships_equal_brute_force() -> None:
    rnd = Random("championships")
    for _ in range(500):
        assert_equal_to_brute_force(rnd, fast_rule(rnd, small_position(rnd)))


def test_few_classes_that_fit_into_a_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    """With weights of 20 bits instead of 124 the classes and the choosers are settled one or two at a time."""
    monkeypatch.setattr(matching, "HIGHEST_WEIGHT", 1 << 20)
    rnd = Random("few bits")
    for _ in range(400):
        assert_equal_to_brute_force(rnd, any_rule(rnd, small_position(rnd)))
