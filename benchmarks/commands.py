"""What the commands cost, as ratios measured in one run: `python -m benchmarks.commands`.

Every run is a process of its own. The best of five counts, of 64 players the best of ten, of the largest event the
best of two.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.measured import HEAD, ROOT, RUN, measured

if TYPE_CHECKING:
    from tourgen.rehearsals import Rehearsals

YARDSTICK = "Python with typer, jinja2, markdown, python_calamine"
EMPTY_APP = "--help of an empty Typer app"
IMPORTS = ("-c", "import typer, jinja2, markdown, python_calamine")
EMPTY = """
import typer
app = typer.Typer()
@app.command()
def main() -> None:
    "Nothing."
app()
"""
TOURNAMENTS = 400  # of 60 players


def main() -> None:
    """One table after the other."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        subprocess.run([sys.executable, "-m", "benchmarks.events", scratch], cwd=ROOT, check=True)
        _starting()
        _building(folder)
        _growing(folder)
    _examples()
    _simulating()


def _tourgen(*arguments: str | Path) -> tuple[str, ...]:
    return ("-m", "tourgen", *map(str, arguments))


def _starting() -> None:
    found = measured({EMPTY_APP: ("-c", EMPTY, "--help"), "tourgen --help": _tourgen("--help")})
    print(HEAD)
    for name, one in found.items():
        print(one.line(name, found[EMPTY_APP]), flush=True)


def _building(folder: Path) -> None:
    """Into an empty site; again, when nothing has changed; and when every page has, so that all are exchanged."""
    name = "tourgen build, 64 players, seven rounds"
    build, other = (
        _tourgen("build", event, "--site") for event in (folder / "seven-64", folder / "other" / "seven-64")
    )
    commands = {
        YARDSTICK: IMPORTS,
        name: (*build, f"{folder}/site-{RUN}"),
        f"{name}, nothing changed": (*build, f"{folder}/site"),
        f"{name}, every page changed": (*build, f"{folder}/exchanged"),
        f"{name}, and back": (*other, f"{folder}/exchanged"),
    }
    found = measured(commands, repeats=10)
    print("\n" + HEAD)
    for name, one in found.items():
        print(one.line(name, found[YARDSTICK]), flush=True)


def _growing(folder: Path) -> None:
    names = {number: f"tourgen build, {number:,} players, ten rounds" for number in (100, 1000)}
    found = measured(
        {
            name: _tourgen("build", folder / f"ten-{number}", "--site", folder / f"site-{number}")
            for number, name in names.items()
        },
        repeats=2,
    )
    print("\n" + HEAD)
    for name, one in found.items():
        print(one.line(name, found[names[100]]), flush=True)


def _examples() -> None:
    with tempfile.TemporaryDirectory() as site:
        events = sorted(path.parent for path in (ROOT / "events").glob("*/event.toml"))
        commands = {f"tourgen check {event.name}": _tourgen("check", event) for event in events}
        commands |= {f"tourgen build {e.name}": _tourgen("build", e, "--site", site) for e in events}
        found = measured({YARDSTICK: IMPORTS, **commands}, repeats=2)
    print("\n" + HEAD)
    for name, one in found.items():
        print(one.line(name, found[YARDSTICK]), flush=True)


def _simulating() -> None:
    """Whole tournaments per second, on one core and on all; starting the command is not counted."""
    from tourgen.rehearsals import Rehearsals
    from tourgen.simulate import Chances

    plan = Rehearsals.of("othello-4-league", 60, None, seed=1, runs=TOURNAMENTS, chances=Chances())
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    print(f"\ntourgen simulate, 60 players, 4 leagues, {TOURNAMENTS} tournaments")
    counts = tuple(dict.fromkeys((1, cores)))
    runs = [[_per_second(plan, count) for count in counts] for _ in range(3)]  # in turns, as above
    best = [max(found) for found in zip(*runs, strict=True)]
    for count, speed in zip(counts, best, strict=True):
        print(f"{speed:8.1f} tournaments a second on {count} core(s)  {speed / best[0]:5.2f} x", flush=True)


def _per_second(plan: "Rehearsals", cores: int) -> float:
    start = perf_counter()
    played = sum(1 for _ in plan.play(verify=False, cores=cores))
    return played / (perf_counter() - start)


if __name__ == "__main__":
    main()
