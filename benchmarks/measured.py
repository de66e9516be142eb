"""A command measured as a process of its own: time on the clock, time of the processors, peak memory.

Whoever measures must be small: Linux counts what a process was split from as memory of its own. So this imports nothing
of tourgen.
"""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
REPEATS = 5
RUN = "{run}"


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


HEAD = "   clock  ratio  processor  ratio  memory"


def measured(commands: Mapping[str, Sequence[str]], repeats: int = REPEATS) -> dict[str, Measured]:
    """Arguments of this Python → what they cost. The commands take turns, so that a busy moment hits them all.

    RUN in an argument is another number each time.
    """
    for arguments in commands.values():
        run(_numbered(arguments, 0))  # compiles what is compiled once
    runs: dict[str, list[Measured]] = {name: [] for name in commands}
    for number in range(1, repeats + 1):
        for name, arguments in commands.items():
            runs[name].append(run(_numbered(arguments, number)))
    return {
        name: Measured(
            min(one.seconds for one in found),
            min(one.processor for one in found),
            max(one.megabytes for one in found),
        )
        for name, found in runs.items()
    }


def _numbered(arguments: Sequence[str], number: int) -> list[str]:
    return [one.replace(RUN, str(number)) for one in arguments]


def run(arguments: Sequence[str]) -> Measured:
    """One run of it."""
    # Modules are compiled once, as in every installation, whatever the shell says here.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return Measured(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
