"""The long campaign of corrections.

    python -m tests.corrections [--edits 500] [--by-hand 500] [--histories 2600] [--steps 50]
                                [--seed 1] [--cores N] [--kept FILE]

Edits of published days (tests/corrections/edits.py), days re-paired by hand (by_hand.py), then histories
(histories.py) in lots of fifty. A history that fails is printed in its smallest form. With `--kept` a later run goes
on where this one stopped, while program and series stay.
"""

import argparse
import os
import sys
from collections import Counter
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import hypothesis
from hypothesis import HealthCheck
from hypothesis.stateful import run_state_machine_as_test

from tests.corrections.by_hand import day
from tests.corrections.edits import EVERY, edits
from tests.corrections.histories import Day
from tests.series import Kept

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
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--kept", type=Path, help="where to note what was done, to go on from there")
    options = parser.parse_args()
    kept = Kept(options.kept, Path(__file__).parent)
    met: Counter[str] = Counter()
    taken: Counter[int] = Counter()
    first = 1000 * (options.seed - 1)
    several = range(first, first + -(-options.edits // EVERY))
    days = range(first, first + options.by_hand)
    lots = range(-(-options.histories // LOT))
    run = partial(lot, histories=options.histories, steps=options.steps, seed=options.seed)
    with Pool(options.cores, maxtasksperchild=4) as pool:
        for _, found in kept.each("edits", several, partial(pool.imap, edits)):
            met.update(found)
        print(f"{len(several) * EVERY} edits")
        for name, times in met.most_common():
            print(f"  {times:>6}  {name}")
        for seed, wrong in kept.each("by hand", days, partial(pool.imap, day)):
            assert not wrong, (seed, wrong)
        print(f"{options.by_hand} days re-paired by hand", flush=True)
        for _, found in kept.each(
            f"lot of {options.histories} of {options.steps}", lots, partial(pool.imap, run)
        ):
            taken.update({int(count): times for count, times in found.items()})
            whole = sum(times for count, times in taken.items() if count >= options.steps)
            print(f"{taken.total()} histories, {whole} of them of {options.steps} steps", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
