"""Two faults planted in every function of `tourgen/engine`, and who catches each.

    python -m tests.faults.by_script [--only MODULE[:FUNCTION] …] [--report FILE] [--kept FILE]

First `verify` looks at small random tournaments of every format and of random declarations, then the tests run that
reach the function, until one of them finds the fault. Whatever nobody finds must be named in `equivalent.toml` with the
reason why nobody can; then another one is planted as well. With `--only` the report keeps what it says of the others.
"""

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from tests.faults.mutants import Mutant, forget_answers, mutants, names, path_of, reviewed, watched
from tests.verify.campaign import RANDOM, run
from tourgen.formats import shipped_formats

TESTS = (
    "tests/engine",
    "tests/rules",
    "tests/golden",
    "tests/explain",
    "tests/verify",
    "tests/test_tournament.py",
    "tests/test_go_day.py",
)
SEED = 7
EACH_FORMAT, DECLARATIONS = 8, 240
Job = tuple[str, int]  # format, run of tests.verify.campaign
# Of computing for one tournament or test: more than ten times what any takes without a fault (0.4 s, and less than
# 20 s), so that whoever needs more goes round in circles.
VERIFY_SECONDS, TEST_SECONDS = 10, 200
CIRCLES = "the limit on time"
EQUIVALENT = "equivalent: "
MEMORY = 2_000_000_000  # without a fault none takes as much


@dataclass(frozen=True)
class Caught:
    """Who found a fault, and how; nobody if `by` is empty."""

    by: str
    how: str = ""


# --- Random tournaments


@cache
def tournaments() -> tuple[Job, ...]:
    """Runs of every format in turn, then random declarations."""
    shipped = [(format_id, number) for number in range(1, EACH_FORMAT + 1) for format_id in shipped_formats()]
    return (*shipped, *((RANDOM, number) for number in range(1, DECLARATIONS + 1)))


def judge(job: Job) -> tuple[str, ...]:
    """What is wrong with one of them."""
    forget_answers()
    return tuple(run(job[0], SEED, job[1]) or ())


@cache
def reached(most: int | None = None) -> dict[str, list[int]]:
    """Function → the tournaments in which it is called, or those of the first few."""
    found: dict[str, list[int]] = defaultdict(list)
    calls: set[str] = set()
    with watched(names(), calls.add):
        for number, job in enumerate(tournaments()[:most]):
            calls.clear()
            assert not judge(job), job
            for name in sorted(calls):
                found[name].append(number)
    return found


def by_verify(mutant: Mutant, most: int | None = None) -> Caught:
    """The first tournament that shows the fault."""

    reached(most)  # known here once, before a process for each fault begins

    def look() -> Caught:
        with mutant.planted():
            for number in reached(most).get(mutant.name, []):
                signal.setitimer(signal.ITIMER_PROF, VERIFY_SECONDS)
                try:
                    faults = judge(tournaments()[number])
                except Exception as error:
                    faults = (f"{type(error).__name__}: {error}",)
                if faults:
                    return Caught(f"verify, {_short(tournaments()[number])}", faults[-1])
        return Caught("")

    return _apart(look)


def _short(job: Job) -> str:
    return f"{job[0]} {job[1]}"


# --- Tests


class Reach:
    """Notes which tests call which functions, and how long they take."""

    def __init__(self) -> None:
        self.calls: set[str] = set()
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.took: dict[str, float] = {}
        self.failed: list[str] = []

    def pytest_runtest_logstart(self) -> None:
        forget_answers()  # else only the first of several tests is seen to call a cached function

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed += [report.nodeid] * report.failed
        self.took[report.nodeid] = self.took.get(report.nodeid, 0.0) + report.duration
        for name in self.calls:
            self.tests[name].append(report.nodeid)
        self.calls.clear()


def reaching(wanted: Sequence[str], where: Sequence[str]) -> dict[str, list[str]]:
    """Function → the tests that call it: first those of files that name it, the fastest first."""

    def look() -> dict[str, list[str]]:
        reach = Reach()
        with watched(list(wanted), reach.calls.add):
            _pytest(where, reach)
        assert not reach.failed, f"without any fault: {reach.failed}"
        return {
            name: sorted(dict.fromkeys(found), key=lambda one: (not _named(name, one), reach.took[one]))
            for name, found in reach.tests.items()
        }

    answer, died = _in_child(look)
    if died:
        raise RuntimeError(f"the process that looked for tests has died: {died}")
    return dict(answer)


@cache
def _named(name: str, test: str) -> bool:
    path = Path(__file__).parents[2] / test.partition("::")[0]
    return re.split("[.:]", name)[-1] in path.read_text(encoding="utf-8")


class First:
    """The first test that fails; each has its own time."""

    def __init__(self) -> None:
        self.failed = ""
        self.how = ""

    def pytest_runtest_logstart(self) -> None:
        forget_answers()
        signal.setitimer(signal.ITIMER_PROF, TEST_SECONDS)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid
            self.how = str(report.longrepr).strip().splitlines()[-1] if report.longrepr else ""


def by_tests(mutant: Mutant, tests: Sequence[str]) -> Caught:
    """The first test that shows the fault."""

    def look() -> Caught:
        first = First()
        with mutant.planted():
            _pytest(["-x", *tests], first)
        return Caught(first.failed, first.how)

    return _apart(look) if tests else Caught("")


def _pytest(arguments: Iterable[str], plugin: object) -> None:
    quiet = ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        pytest.main([*quiet, *arguments], plugins=[plugin])


# --- A process for each fault


def _apart(look: Callable[[], Caught]) -> Caught:
    """In a process of its own, which a fault may fill or keep busy for ever; whatever else ends it is no catch."""

    def plain() -> list[str]:
        one = look()
        return [one.by, one.how]

    answer, died = _in_child(plain)
    if died == signal.SIGPROF:
        return Caught(CIRCLES, "takes more than ten times as long as any without a fault")
    return Caught("", f"the process died: {died}") if died else Caught(*answer)


def _in_child(look: Callable[[], Any]) -> tuple[Any, int]:
    """What was found, and the signal or negative exit code by which the process died."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            answer = look()
            signal.setitimer(signal.ITIMER_PROF, 0)
            with os.fdopen(writing, "w", encoding="utf-8") as file:
                json.dump(answer, file)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as file:
        text = file.read()
    died = -os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return (None, died) if died else (json.loads(text), 0)


# --- The report


class Kept:
    """What an earlier run found, for as long as the module with the fault stays as it was: one line for each."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        self.found = {key: Caught(by, how) for key, by, how in map(json.loads, lines)}

    def ask(self, who: str, mutant: Mutant, look: Callable[[], Caught]) -> Caught:
        """Who catches it: as it is known, or as it turns out now."""
        source = hashlib.sha256(path_of(mutant.module).read_bytes()).hexdigest()[:12]
        key = f"{who}: {source}: {mutant.line}.{mutant.column}: {mutant}"
        if key not in self.found:
            self.found[key] = look()
            if self.path and (self.found[key].by or who == "verify"):  # tests may be added
                with self.path.open("a", encoding="utf-8") as file:
                    print(json.dumps([key, self.found[key].by, self.found[key].how]), file=file)
        return self.found[key]


def catch(wanted: Sequence[Mutant], kept: Kept) -> dict[Mutant, Caught]:
    """Who catches each of them."""
    found: dict[Mutant, Caught] = {}
    for mutant in wanted:
        found[mutant] = kept.ask("verify", mutant, partial(by_verify, mutant))
        print(f"  {mutant}: {found[mutant].by or '?'}", flush=True)
    left = [mutant for mutant, caught in found.items() if not caught.by and str(mutant) not in reviewed()]

    @cache
    def tests() -> dict[str, list[str]]:
        return reaching(sorted({mutant.name for mutant in left}), TESTS)

    for mutant in left:
        found[mutant] = kept.ask("tests", mutant, lambda one=mutant: by_tests(one, tests().get(one.name, ())))
        print(f"  {mutant}: {found[mutant].by or 'NOBODY'}", flush=True)
    return found


Line = tuple[str, str, str, str]  # function, line, fault, who caught it: the cells of the table


def lines_of(found: dict[Mutant, Caught]) -> list[Line]:
    """The table's lines of these faults."""
    lines = []
    for mutant, caught in found.items():
        who = (
            f"{caught.by}: {caught.how}"
            if caught.by
            else f"{EQUIVALENT}{reviewed().get(str(mutant), 'NOBODY')}"
        )
        lines.append((f"`{mutant.name}`", str(mutant.line), _change(mutant), _cell(who)))
    return lines


def lines_kept(text: str, without: Iterable[str]) -> list[Line]:
    """A report's lines of the other functions, where the same faults stand today; they may have moved."""
    kept: list[Line] = []
    for name in [one for one in names() if one not in set(without)]:
        rows = [line for line in text.splitlines() if line.startswith(f"| `{name}` | ")]
        cells = [re.split(r"(?<!\\) \| ", row.removeprefix("| ").removesuffix(" |")) for row in rows]
        known = {change: who for _, _, change, who in cells}
        for mutant in mutants(name):
            assert _change(mutant) in known, f"{mutant} is not in the report: --only {name}"
            kept.append((f"`{name}`", str(mutant.line), _change(mutant), known[_change(mutant)]))
    return kept


def report(lines: list[Line]) -> str:
    """The table of tests/faults/report.md, in the order of the engine."""
    by = Counter(_kind(who) for *_, who in lines)
    order = {f"`{name}`": place for place, name in enumerate(names())}
    text = [
        "# Faults planted in every function of the engine",
        "",
        "Written by `make faults` (`python -m tests.faults.by_script --report tests/faults/report.md`): two faults in"
        " each function of `tourgen/engine/`, one at a time, and who caught it first. `verify` stands for the second"
        " derivation of small random tournaments, crashes included; the others are tests, and the limit on the time of"
        " one tournament or test, ten times what any takes without a fault. Where a fault changes nothing that can be"
        " seen, another one is planted as well, as long as the function has any.",
        "",
        f"{len({name for name, *_ in lines})} functions, {len(lines)} faults: {by['verify']} caught by `verify`,"
        f" {by['limit']} by the limit on time, {by['tests']} by the tests, {by['nobody']} equivalent (they change"
        " nothing that can be seen; the reason stands beside each, from `tests/faults/equivalent.toml`).",
        "",
        "| function | line | fault | caught by |",
        "|---|---|---|---|",
        *(f"| {' | '.join(line)} |" for line in sorted(lines, key=lambda line: order[line[0]])),
    ]
    return "\n".join(text) + "\n"


def _change(mutant: Mutant) -> str:
    return f"`{_cell(mutant.before)}` → `{_cell(mutant.after)}`"


def _kind(who: str) -> str:
    if who.startswith(EQUIVALENT):
        return "nobody"
    if who.startswith(CIRCLES):
        return "limit"
    return "verify" if who.startswith("verify") else "tests"


def _cell(text: str) -> str:
    short = text if len(text) <= 110 else f"{text[:109]}…"
    return short.replace("|", "\\|").replace("\n", " ").replace("`", "'")


def main() -> int:
    """1 if somebody is missing who catches a fault, or a reviewed one has become visible."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.by_script", description=__doc__)
    parser.add_argument("--only", nargs="*", default=(), help="modules or functions")
    parser.add_argument("--report", type=Path, help="where the table is written")
    parser.add_argument(
        "--kept", type=Path, help="what is found is kept here, and a later run goes on from it"
    )
    options = parser.parse_args()
    begun = time.monotonic()
    chosen = [
        name for name in names() if not options.only or any(name.startswith(one) for one in options.only)
    ]
    found = catch([mutant for name in chosen for mutant in mutants(name)], Kept(options.kept))
    nobody = [mutant for mutant, caught in found.items() if not caught.by and str(mutant) not in reviewed()]
    wrong = sorted(set(reviewed()) - {str(mutant) for mutant, caught in found.items() if not caught.by})
    print(f"{len(chosen)} functions, {len(found)} faults, {time.monotonic() - begun:.0f} s")
    for mutant in nobody:
        print(f"NOBODY caught {mutant.module}.py:{mutant.line} {mutant} ({mutant.kind})")
    if not options.only:
        for text in wrong:
            print(f"NO LONGER equivalent, or no longer planted: {text}")
    if options.report:
        old = options.report.read_text(encoding="utf-8") if options.only else ""
        kept = lines_kept(old, chosen) if options.only else []
        options.report.write_text(report([*kept, *lines_of(found)]), encoding="utf-8")
    return 1 if nobody or (wrong and not options.only) else 0


if __name__ == "__main__":
    sys.exit(main())
