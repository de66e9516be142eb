"""The campaign of hostile files: python -m tests.hostile.campaign [--full] [--seed S] [--only KIND] [--kept FILE].

Files are read in processes of their own (worker.py), some hundreds in each. Whatever ends such a process but its own
end is a failure, and so is more memory than MOST_MIB. A file is replayed by its number:

    python -m tests.hostile.worker KIND SEED NUMBER 1
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.series import Kept

MOST_MIB = 300
IN_ONE_PROCESS = 500
FULL = {"workbook": 10_000, "sgf": 5_000, "toml": 5_000}
SHORT = {"workbook": 60, "sgf": 100, "toml": 20}


@dataclass
class Report:
    """What a campaign over one kind of file counted."""

    kind: str
    files: int = 0
    count: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = ", ".join(f"{name} {number}" for name, number in sorted(self.count.items()) if number)
        return "\n".join(
            [f"{self.kind}: {self.files} files, {counted}; at most {self.memory} MiB", *self.failures]
        )


def campaign(kind: str, files: int, seed: str = "1", kept: Path | None = None) -> Report:
    """Reads so many files of a kind; goes on behind one that fails."""
    report, noted = Report(kind, files), Kept(kept, Path(__file__).parent)
    first = 1
    while first <= files:
        count = min(IN_ONE_PROCESS, files + 1 - first)
        step = f"{kind} {seed} {first}-{first + count - 1}"
        number, said, counted = noted.ask(step, partial(_process, kind, seed, first, count))
        report.memory = max(report.memory, counted.pop("MiB", 0))
        report.count.update(counted)
        if said:
            report.failures.append(f"{kind} {seed} {number}: {said}")
        first = number + 1
    return report


def _process(kind: str, seed: str, first: int, count: int) -> tuple[int, str, dict[str, int]]:
    """The last file that was begun, what went wrong with it, and what was counted."""
    command = [sys.executable, "-m", "tests.hostile.worker", kind, seed, str(first), str(count)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = run.stdout.split("\n")
    numbers = [int(line) for line in lines if line.isdigit()]
    last = numbers[-1] if numbers else first
    if run.returncode:
        return last, f"ended with {run.returncode}\n{run.stderr[-1500:]}", {}
    counted = json.loads(lines[-2])
    if "panicked" in run.stderr or "Traceback" in run.stderr:
        return last, run.stderr[-1500:], counted
    return last, f"{counted['MiB']} MiB" if counted["MiB"] > MOST_MIB else "", counted


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--full", action="store_true", help="20,000 files, instead of some hundreds")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", choices=sorted(FULL))
    parser.add_argument("--kept", type=Path, help="where to note what was read, to go on from there")
    given = parser.parse_args()
    reports = []
    for kind, files in (FULL if given.full else SHORT).items():
        if given.only in (None, kind):
            reports.append(campaign(kind, files, given.seed, given.kept))
            print(reports[-1], flush=True)
    sys.exit(any(report.failures for report in reports))


if __name__ == "__main__":
    main()
