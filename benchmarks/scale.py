"""The numbers of docs/scale.md, measured in one run: `python -m benchmarks.scale [PLAYERS] [EVENTS]`.

One event ten times as large as the one beside it, an archive ten and a hundred times as long, and how much of it a
phone loads. It takes long (10,000 players and 1,000 events: about half an hour) and is no part of `make bench`. With 0
for one of them only the other is measured.
"""

import gzip
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measured import HEAD, ROOT, TOURGEN, Measured, run

SWISS, SMALL = "shogi-championship", "othello-free"
SMALL_FIELD = 32
STATIC = re.compile(r'="(?:\.\./)*(static/[^"]+)"')

VIEWS, VISITORS = 1_000_000, 50_000  # a day of many pages
LOOKS = 4  # at build.json while a page is open for a minute: at once, and every 20 seconds
HEADERS = 500  # bytes of an answer beside what is asked for; assumed, for every host has its own


def main(players: int, events: int) -> None:
    """One table after the other."""
    with tempfile.TemporaryDirectory() as scratch:
        if players:
            _large(Path(scratch), players)
        if events:
            _archive(Path(scratch), events)


def _large(folder: Path, players: int) -> None:
    print(f"One event ({SWISS}, played to the end)\n{HEAD}  files  size  packed")
    yardstick = None
    for count in (64, players // 10, players):
        event, site = folder / f"swiss-{count}", folder / f"site-{count}"
        _played(SWISS, count, [event])
        found = _build(site, [event])
        yardstick = yardstick or found
        files = list(_files(site))
        size = sum(path.stat().st_size for path in files) / 1e6
        packed = sum(_packed(path) for path in files) / 1e6
        print(
            f"{found.line(f'build, {count:,} players', yardstick)}"
            f"  {len(files):,} files, {size:.0f} MB, {packed:.1f} MB packed",
            flush=True,
        )
        _pages(site / event.name)


def _pages(event: Path) -> None:
    """What a phone loads of every page that it looks at, once in the morning, and every 20 seconds."""
    division = next(path.parent for path in event.glob("*/results.json"))
    pages = {
        "home": event / "index.html",
        "pairings": sorted(division.glob("r[0-9]*.html"))[0],
        "standings": division / "standings.html",
        "a player": division / "p1.html",
    }
    asked = {name for page in pages.values() for name in STATIC.findall(page.read_text(encoding="utf-8"))}
    once = [event / "sw.js", *(event / name for name in sorted(asked))]
    sizes = {name: _packed(page) for name, page in pages.items()}
    page = sum(sizes.values()) / len(sizes)
    sizes |= {name: _packed(event / name) for name in ("find.json", "build.json")}
    sizes["styles and scripts"] = sum(map(_packed, once))
    for name, size in sizes.items():
        print(f"{size / 1e3:29.1f} KB  {name}")
    _day(page, sizes["find.json"], sizes["build.json"], sizes["styles and scripts"], len(once))


def _day(page: float, find: int, build: int, once: int, files: int) -> None:
    """A day on which everybody has said who they are, and every page is the first since somebody typed a result."""
    parts = {
        "pages": (VIEWS, VIEWS * (page + HEADERS)),
        "find.json": (VIEWS, VIEWS * (find + HEADERS)),
        "build.json": (VIEWS * LOOKS, VIEWS * LOOKS * (build + HEADERS)),
        "styles and scripts": (VISITORS * files, VISITORS * (once + files * HEADERS)),
    }
    for name, (requests, size) in parts.items():
        print(
            f"{size / 1e9:29.1f} GB  {requests / 1e6:.2f} million times {name}, for {VIEWS:,} pages in a day"
        )


def _archive(folder: Path, events: int) -> None:
    print(f"\nMany events ({SMALL}, {SMALL_FIELD} players each)\n{HEAD}")
    places = [folder / "events" / f"e{number:04}" for number in range(1, events + 1)]
    _played(SMALL, SMALL_FIELD, places)
    alone = _build(folder / "alone", places[:1])
    print(alone.line("build of one event, alone", alone), flush=True)
    site = folder / "archive"
    for count in sorted({10, events // 10, events}):
        whole = _build(site, places[:count])
        print(whole.line(f"build of all {count:,} events", alone))
        again = _build(site, places[:1])
        pages = [path for path in _files(site) if "people" in path.parts]
        print(again.line(f"build of one event beside {count - 1:,}; {len(pages):,} files of people", alone))
        print(f"{_packed(site / 'index.html') / 1e3:29.1f} KB  index page", flush=True)


def _played(format_id: str, players: int, folders: Iterable[Path]) -> None:
    """Invented events in a process of its own, for whoever measures must be small."""
    script = (
        "import sys; from pathlib import Path; from tourgen.simulate.simulation_runner import Simulation;"
        "from tourgen.simulate.random_tournament import Chances; form, players, *places = sys.argv[1:];"
        "[Simulation.of(form, int(players), None, seed=seed, runs=1, chances=Chances()).save(Path(place))"
        " for seed, place in enumerate(places, 1)]"
    )
    subprocess.run(
        [sys.executable, "-c", script, format_id, str(players), *map(str, folders)], cwd=ROOT, check=True
    )


def _build(site: Path, events: list[Path]) -> Measured:
    return run((*TOURGEN, "build", *events, "--site", site))


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


if __name__ == "__main__":
    main(*(int(word) for word in (sys.argv[1:] or ("10000", "1000"))))
