"""How long the commands take, as ratios measured in one run: `python -m benchmarks.commands`.

The yardstick is starting Python and importing typer, jinja2, markdown and python_calamine. Each run is a process of
its own; the best of three counts.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
YARDSTICK = ("-c", "import typer, jinja2, markdown, python_calamine")
REPEATS = 3


def seconds(*arguments: str) -> float:
    """The best time of a process of this Python."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """One line per command."""
    yardstick = seconds(*YARDSTICK)
    print(f"{yardstick:7.2f} s          Python with typer, jinja2, markdown and python_calamine", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        events = sorted(path.parent.name for path in (ROOT / "events").glob("*/event.toml"))
        runs = [["--help"], ["formats"], *(["check", event] for event in events)]
        runs += [["build", event, "--site", folder] for event in events]
        for arguments in runs:
            taken = seconds("-m", "tourgen", *arguments)
            print(
                f"{taken:7.2f} s  {taken / yardstick:5.1f} x  tourgen {' '.join(arguments[:2])}", flush=True
            )


if __name__ == "__main__":
    main()
