"""`make bench`: how long the commands take, each in a process of its own, the best of three."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def seconds(*arguments: str) -> float:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "tourgen", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
        )
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        events = sorted(path.parent.name for path in (ROOT / "events").glob("*/event.toml"))
        runs = [["--help"], ["formats"], *(["check", event] for event in events)]
        runs += [["build", event, "--site", folder] for event in events]
        for arguments in runs:
            shown = " ".join(arguments[:2])
            print(f"{seconds(*arguments):7.2f} s  tourgen {shown}", flush=True)


if __name__ == "__main__":
    main()
