"""A process that reads hostile files, watched: python -m tests.hostile.worker KIND SEED FIRST COUNT.

Every file is read as an event's file is; some as part of a whole event, which is then checked or built. The number of
each is printed before it is read, so that whoever started this process knows which file ended it; then what was
counted, as JSON. An exception that tourgen doesn't turn into a message, a change to the disk, a connection or a
child process ends it at once.
"""

import datetime
import json
import os
import resource
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.desk import new_event, run, type_results
from tests.few_pages import without_pages
from tests.files import tree
from tests.hostile import mutate
from tourgen.build import build_events, check_events
from tourgen.event.read_settings import read_event
from tourgen.formats import shipped_formats, shipped_text
from tourgen.go.score import score
from tourgen.messages.problems import Problem
from tourgen.sheets import read_roster, read_round
from tourgen.sheets import workbook as reading
from tourgen.sheets.guard import Package

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "events" / "go-demo" / "games"
OTHERS = ROOT / "tests" / "fixtures" / "libreoffice"  # as another program writes them
SHOWN = "events/demo"
PATIENCE = 120  # seconds of computing for one file, after which it counts as a hang; a busy machine makes no difference
MOST_MEMORY = 2 * 2**30  # address space: an absurd reservation fails here instead of on somebody's laptop
WHOLE_EVERY = 20  # of so many files two are read as part of the whole event
BUILD_EVERY = 100  # and two built

CHANGES = {
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"),
}
ESCAPES = {
    "socket.connect",
    "socket.getaddrinfo",
    "subprocess.Popen",
    "os.system",
    "os.exec",
    "os.posix_spawn",
}

allowed = True  # whether the disk may be changed just now


def watch(event: str, args: tuple[Any, ...]) -> None:
    """An audit hook: what may not happen while a hostile file is read."""
    writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    if event in ESCAPES or (not allowed and (writes or event in CHANGES)):
        print(f"forbidden: {event} {args!r}", file=sys.stderr)
        os._exit(3)


@contextmanager
def reading_only() -> Iterator[None]:
    global allowed
    allowed = False
    try:
        yield
    finally:
        allowed = True


COUNT: Counter[str] = Counter()


class Watched:
    """How far the workbook of the moment gets: past the guard to the parser, and through it."""

    data = b""
    passed = parsed = False

    @classmethod
    def start(cls, data: bytes) -> None:
        cls.data, cls.passed, cls.parsed = data, False, False

    @classmethod
    def end(cls) -> None:
        COUNT["reached the parser"] += cls.passed
        COUNT["parsed"] += cls.parsed

    @classmethod
    def install(cls) -> None:
        guard, read = reading.open_package, reading.Workbook.sheet

        def watching(data: bytes) -> Package:
            package = guard(data)
            cls.passed |= data == cls.data
            return package

        def through(book: reading.Workbook, name: str) -> reading.Sheet:
            sheet = read(book, name)
            cls.parsed |= cls.passed
            return sheet

        reading.open_package, reading.Workbook.sheet = watching, through  # type: ignore[method-assign]


def small_event(folder: Path, records: bool) -> Path:
    """Six players of Go after round 1, perhaps with the three records of a table."""
    event = new_event(folder, "go-swiss", 6)
    with without_pages():
        run(folder, "build")
        type_results(event / "rounds" / "open-r1.xlsx", lambda first, second: "白勝")
        run(folder, "build")
    (event / "games").mkdir()
    for record in RECORDS.glob("r1-t01.*") if records else ():
        (event / "games" / record.name).write_bytes(record.read_bytes())
    return event


class Desk:
    """The event, in which one file at a time is replaced."""

    def __init__(self, folder: Path, records: bool) -> None:
        self.folder, self.site = small_event(folder, records), folder / "built"
        self.plain = tree(self.folder)
        self.plain["my.toml"] = shipped_text("go-swiss").encode()
        for name in self.plain:
            self.put(name, self.plain[name])

    @property
    def with_own_format(self) -> bytes:
        return self.plain["event.toml"].replace(b'"go-swiss"', b'"my.toml"')

    def put(self, name: str, data: bytes) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def read(self, name: str, data: bytes, build: bool) -> None:
        """Reads the event with this file in it; afterwards everything is as it was."""
        self.put(name, data)
        Watched.start(data)
        if name == "my.toml":
            self.put("event.toml", self.with_own_format)
        with reading_only():
            (outcome, *_) = check_events([(self.folder, SHOWN)])
            for one in (*outcome.problems, *outcome.notices):
                one.text("ja"), one.text("en")
        Watched.end()
        COUNT["refused" if outcome.problems else "harmless"] += 1
        if build:
            self.build()
        assert tree(self.folder) == {**tree_as_was(self.plain, self.folder), name: data}
        self.put(name, self.plain[name])
        self.put("event.toml", self.plain["event.toml"])

    def build(self) -> None:
        """Of an event with problems nothing is written; otherwise its whole site is."""
        done = list(build_events([(self.folder, SHOWN)], self.site, "", datetime.datetime.now))
        written = (self.site / "demo").exists()
        assert written != bool(done[0].problems)
        COUNT["built"] += 1
        for path in sorted(self.site.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        for path in (self.folder / "rounds").glob("*.xlsx"):
            if f"rounds/{path.name}" not in self.plain:
                path.unlink()  # the next round's sheet


def tree_as_was(plain: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    return plain | {"event.toml": (folder / "event.toml").read_bytes()}


# --- One file after the other


def alone(data: bytes, read: Callable[[], Iterable[Problem]]) -> None:
    """A file on its own, read as the event reads it: ten times as fast as the whole event."""
    Watched.start(data)
    with reading_only():
        problems = list(read())
        for one in problems:
            one.text("ja"), one.text("en")
    Watched.end()
    COUNT["refused" if problems else "harmless"] += 1


def workbook(desk: Desk, draw: Random, number: int, whole: bool, build: bool) -> None:
    """Every other one is damaged inside and packed again as a valid archive; a third is from another program."""
    change = mutate.workbook_changed if number % 2 else mutate.bytes_changed
    name = draw.choice([name for name in desk.plain if name.endswith(".xlsx")])
    if whole:
        desk.read(name, change(desk.plain[name], draw), build)
        return
    path = draw.choice(sorted(OTHERS.glob("*.xlsx"))) if draw.random() < 0.33 else desk.folder / name
    data = change(path.read_bytes(), draw)
    boards = ("主将", "副将", "三将") if "team" in path.name else ()
    teams = {"open": boards} if boards else {}
    if "roster" in path.name:
        alone(data, lambda: read_roster(data, "roster.xlsx", [("open", "オープンの部")], teams)[1])
    else:
        alone(data, lambda: read_round(data, "open-r1.xlsx", boards)[1])


def sgf(desk: Desk, draw: Random, number: int, whole: bool, build: bool) -> None:
    name = draw.choice([name for name in desk.plain if name.endswith(".sgf")])
    data = mutate.sgf_changed(desk.plain[name], draw)
    if whole:
        desk.read(name, data, build)
    else:
        alone(data, lambda: filter(lambda one: isinstance(one, Problem), [score(data, name)]))  # type: ignore[arg-type]


def toml(desk: Desk, draw: Random, number: int, whole: bool, build: bool) -> None:
    """event.toml, or a format in the event's folder: go-swiss, or any other, whatever comes of it."""
    if number % 2:
        name, data = "event.toml", mutate.toml_changed(desk.plain["event.toml"], draw)
    else:
        plain = shipped_text(draw.choice((*shipped_formats(), *["go-swiss"] * 4))).encode()
        name, data = "my.toml", mutate.toml_changed(plain, draw)
    if whole:
        desk.read(name, data, build)
        return
    event = data if name == "event.toml" else desk.with_own_format
    desk.put("event.toml", event)
    desk.put(name, data)
    alone(data, lambda: read_event(desk.folder, SHOWN)[1])
    desk.put("my.toml", desk.plain["my.toml"])
    desk.put("event.toml", desk.plain["event.toml"])


KINDS: dict[str, Callable[[Desk, Random, int, bool, bool], None]] = {
    "workbook": workbook,
    "sgf": sgf,
    "toml": toml,
}


def memory() -> int:
    """The most memory that this process ever had, in MiB."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage also counts the process that started this one
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmHWM"].split()[0]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def forget_memory() -> None:
    """From here on `memory` counts anew, where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main(kind: str, seed: str, first: int, count: int) -> None:
    limit_memory()
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name), records=kind == "sgf")
        Watched.install()
        sys.addaudithook(watch)
        for number in range(first, first + count):
            print(number, flush=True)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            with reading_only():
                exec(os.environ.get("TOURGEN_TEST_FAULT", ""))  # so that a test sees this process awake
            whole = number % WHOLE_EVERY < 2  # two in a row: damaged inside and out
            KINDS[kind](desk, Random(f"{seed} {kind} {number}"), number, whole, number % BUILD_EVERY < 2)
            signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps({**COUNT, "MiB": memory()}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
