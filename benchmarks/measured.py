"""A command measured as a process of its own: time on the clock, time of the processors, peak memory.

The program that measures must be small, because Linux counts the memory of the parent into that of a child. So this
module imports nothing of tourgen.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOURGEN = (sys.executable, "-m", "tourgen")
REPEATS = 5
HEAD = "   clock  ratio  processor  ratio  memory"


@dataclass(frozen=True)
class Measured:
    """The best of some runs; memory is that of the largest process."""

    seconds: float
    processor: float
    megabytes: float

    def line(self, name: str, yardstick: "Measured") -> str:
        """A row of the table."""
        return (
            f"{self.seconds:8.2f} s {self.seconds / yardstick.seconds:6.2f} x"
            f" {self.processor:8.2f} s {self.processor / yardstick.processor:6.2f} x"
            f" {self.megabytes:6.0f} MB  {name}"
        )


def measured(commands: Mapping[str, Sequence[str | Path]], repeats: int = REPEATS) -> dict[str, Measured]:
    """The best of some runs of each. The commands take turns, so that a busy moment hits them all."""
    for command in commands.values():
        run(command)  # Python and Jinja compile in the first run what they keep for the others
    runs: dict[str, list[Measured]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            runs[name].append(run(command))
    return {
        name: Measured(
            min(one.seconds for one in found),
            min(one.processor for one in found),
            max(one.megabytes for one in found),
        )
        for name, found in runs.items()
    }


def run(command: Sequence[str | Path]) -> Measured:
    """One run of it."""
    # Modules are compiled once, as in every installation, whatever the shell says here.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return Measured(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
