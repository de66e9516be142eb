"""Everything that can stop a command that writes.

    python -m tests.crash [--kills 200] [--programs 20] [--seed 1] [--only SCENE …] [--kept FILE]

Every scene (build, pair, the Go table, the desk, publish --init, restore) killed before each change of a file and in
the middle of each write, refused each operation once (EIO), each with the next one (EIO twice) or with one shortly
after, and everything that grows from each operation on (ENOSPC); then so many `kill -9` of each scene at random
moments, and so many of real programs: `tourgen build` with all its pages. The server of the Go tables is also killed
over real connections, by tests/go/live/test_kill.py. With `--kept` a later run goes on where this one stopped,
while program and series stay.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.crash.kills import kill_at_random, kill_builds
from tests.crash.scenes import SERIES, RealBuild
from tests.crash.test_operations import AGAIN, ERRORS, stopped_everywhere
from tests.series import Kept

LOT = 20  # kills between two notes


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[*(kind.name for kind in SERIES), RealBuild.name])
    parser.add_argument("--kept", type=Path, help="where to note what was done, to go on from there")
    options = parser.parse_args()
    kept, kills, programs = Kept(options.kept, Path(__file__).parent), options.kills, options.programs
    with tempfile.TemporaryDirectory(prefix="tourgen-crash-") as home:
        for kind in (kind for kind in SERIES if kind.name in options.only):
            scene = kind(Path(home) / kind.name)
            steps: dict[str, Callable[[], object]] = {
                f"{what} at each operation": partial(stopped_everywhere, scene, what)
                for what in ("kill", "half", *ERRORS)
            }
            steps |= {
                f"EIO at each operation and {again} later": partial(
                    stopped_everywhere, scene, "EIO", again=again
                )
                for again in AGAIN
            }
            for first in range(0, kills, LOT):
                rng = random.Random(f"{options.seed} {kind.name} {first}")
                steps[f"kills from {first}"] = partial(kill_at_random, scene, min(LOT, kills - first), rng)
            for step, do in steps.items():
                print(f"{scene.name}: {step}: {kept.ask(f'{scene.name}: {step}', do)}", flush=True)
        if RealBuild.name in options.only:
            program = RealBuild(Path(home) / RealBuild.name)
            rng = random.Random(options.seed)
            seen = kept.ask(f"{program.name} {programs}", partial(kill_builds, program, programs, rng))
            print(
                f"{program.name}: {', '.join(f'{count} {what}' for what, count in seen.items())}", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
