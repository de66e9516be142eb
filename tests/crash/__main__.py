"""Everything that can stop a command that writes.

    python -m tests.crash [--kills 200] [--programs 20] [--seed 1] [--only SCENE …]

Every scene (build, pair, the Go table, publish --init) killed before each change of a file and in the middle of each
write, refused each operation once (EIO), each with the next one (EIO twice) or with one shortly after, and everything
that grows from each operation on (ENOSPC); then so many `kill -9` of each scene at random moments, and so many of real
programs: `tourgen build` with all its pages and its helper. The server of the Go tables is also killed over real
connections, by tests/go/live/test_kill.py.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.crash.kills import kill_at_random, kill_builds, kill_helpers
from tests.crash.scenes import SCENES, RealBuild
from tests.crash.test_operations import AGAIN, ERRORS, stopped_everywhere


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[*(kind.name for kind in SCENES), RealBuild.name])
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="tourgen-crash-") as home:
        for kind in (kind for kind in SCENES if kind.name in options.only):
            scene = kind(Path(home) / kind.name)
            for what in ("kill", "half", *ERRORS):
                print(
                    f"{scene.name}: {what} at each of {stopped_everywhere(scene, what) - 1} operations",
                    flush=True,
                )
            for again in AGAIN:
                count = stopped_everywhere(scene, "EIO", again=again) - 1
                print(f"{scene.name}: EIO at each of {count} operations and {again} later", flush=True)
            print(f"{scene.name}: {kill_at_random(scene, options.kills, rng)} random kills", flush=True)
        if RealBuild.name in options.only:
            program = RealBuild(Path(home) / RealBuild.name)
            seen = kill_builds(program, options.programs, rng)
            print(
                f"{program.name}: {', '.join(f'{count} {what}' for what, count in seen.items())}", flush=True
            )
            print(
                f"{program.name}: {kill_helpers(program, options.programs // 4)} helpers killed", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
