"""Everything that can stop a command that writes.

    python -m tests.crash [--kills 200] [--seed 1]

Every scene (build, pair, the Go table, publish --init) killed before each change of a file and in the middle of each
write, refused each operation once (EIO), and once more shortly after, and everything that grows from each operation on
(ENOSPC); then `kill -9` at random moments. The server of the Go tables is also killed over real connections, by
tests/go/live/test_kill.py.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

from tests.crash.kills import kill_at_random
from tests.crash.scenes import SCENES
from tests.crash.test_operations import AGAIN, ERRORS, stopped_everywhere


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="tourgen-crash-") as home:
        for kind in SCENES:
            scene = kind(Path(home) / kind.name)
            for what in ("kill", "half", *ERRORS):
                print(
                    f"{scene.name}: {what} at each of {stopped_everywhere(scene, what) - 1} operations",
                    flush=True,
                )
            for again in AGAIN:
                count = stopped_everywhere(scene, "EIO", again=again) - 1
                print(f"{scene.name}: EIO at each of {count} operations and {again} later", flush=True)
            count = kill_at_random(scene, -(-options.kills // len(SCENES)), rng)
            print(f"{scene.name}: {count} random kills", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
