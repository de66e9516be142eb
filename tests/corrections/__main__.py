"""The long campaign of corrections.

    python -m tests.corrections [--edits 500] [--by-hand 500] [--histories 2600] [--after 0] [--steps 50]
                                [--seed 1] [--cores N]

Edits of published days (tests/corrections/edits.py), days re-paired by hand (by_hand.py), then histories
(histories.py) in lots of fifty. A history that fails is printed in its smallest form. `--after 200` goes on where an
earlier run stopped.
"""

import argparse
import os
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool

import hypothesis
from hypothesis import HealthCheck
from hypothesis.stateful import run_state_machine_as_test

from tests.corrections.by_hand import day
from tests.corrections.edits import EVERY, edits
from tests.corrections.histories import Day

LOT = 50


def lot(number: int, histories: int, steps: int, seed: int) -> Counter[int]:
    """So many histories; which ones depends on the seed and the lot's number alone. How many steps each took."""
    chosen = hypothesis.settings(
        max_examples=min(LOT, histories - LOT * number),
        stateful_step_count=steps,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )

    taken: Counter[int] = Counter()

    class Days(Day):
        """With a seed of its own."""

        def teardown(self) -> None:
            super().teardown()
            taken[self.steps] += 1

    run_state_machine_as_test(hypothesis.seed(1000 * seed + number)(Days), settings=chosen)
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corrections", description=__doc__)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--by-hand", type=int, default=500)
    parser.add_argument("--histories", type=int, default=2600)
    parser.add_argument("--after", type=int, default=0)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    options = parser.parse_args()
    met: Counter[str] = Counter()
    with Pool(options.cores, maxtasksperchild=4) as pool:
        first = 1000 * (options.seed - 1)
        for found in pool.imap_unordered(edits, range(first, first + -(-options.edits // EVERY))):
            met += found
        print(f"{-(-options.edits // EVERY) * EVERY} edits")
        for name, times in met.most_common():
            print(f"  {times:>6}  {name}")
        days = range(first, first + options.by_hand)
        for seed, wrong in zip(days, pool.imap(day, days), strict=True):
            assert not wrong, (seed, wrong)
        print(f"{options.by_hand} days re-paired by hand", flush=True)
        run = partial(lot, histories=options.histories, steps=options.steps, seed=options.seed)
        taken: Counter[int] = Counter()
        for one in pool.imap_unordered(run, range(options.after // LOT, -(-options.histories // LOT))):
            taken += one
            whole = sum(times for count, times in taken.items() if count >= options.steps)
            print(f"{taken.total()} histories, {whole} of them of {options.steps} steps", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
