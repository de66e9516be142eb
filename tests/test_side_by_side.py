"""Two pieces of work at once give what they give one after the other."""

import _thread
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tourgen import disk, side_by_side
from tourgen.report import read_report
from tourgen.side_by_side import ask, both, helper

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are split in two on Linux only")
ME = os.getpid()
HOLDS_A_LOCK_AND_DIES = """
import os, signal, sys
from pathlib import Path
from tourgen import disk

with disk.lock(Path(sys.argv[1])):
    if not os.fork():
        print("split", flush=True)
        sys.stdin.read()
        os._exit(0)
    signal.pause()
"""


_can_split = side_by_side._can_split


@pytest.fixture(autouse=True)
def splitting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the tests run: on one core, or beside threads."""
    monkeypatch.setattr(side_by_side, "_can_split", lambda: True)


def only_here(value: str, elsewhere: Callable[[], object]) -> Callable[[], str]:
    def work() -> str:
        if os.getpid() != ME:
            elsewhere()
        return value

    return work


def test_the_second_is_done_by_another_process() -> None:
    mine, theirs = both(os.getpid, os.getpid)
    assert mine == ME != theirs


def test_what_a_dead_helper_leaves_is_done_here() -> None:
    assert both(lambda: "first", only_here("second", lambda: os._exit(1))) == ("first", "second")


def test_a_long_answer_that_nobody_waits_for_any_more_keeps_nobody() -> None:
    def fail() -> None:
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        both(fail, lambda: b"x" * 1_000_000)  # more than a pipe holds


def test_what_cannot_be_sent_is_done_here() -> None:
    mine, theirs = both(lambda: None, lambda: lambda: "second")  # type: ignore[arg-type, return-value]
    assert mine is None and theirs is not None


def test_an_error_is_seen_here(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError):
        both(lambda: 1.0, lambda: 1 / 0)
    assert capfd.readouterr().err == ""


def test_one_after_the_other_where_it_cannot_be_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "_can_split", lambda: False)
    assert both(os.getpid, os.getpid) == (ME, ME)


@pytest.mark.parametrize(("name", "split"), [(side_by_side.QUIET_THREAD, True), ("server", False)])
def test_who_has_threads_is_not_split(monkeypatch: pytest.MonkeyPatch, name: str, split: bool) -> None:
    main, other = threading.main_thread(), threading.Thread(name=name)
    monkeypatch.setattr(side_by_side.os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(side_by_side, "_threads", lambda: 2)
    monkeypatch.setattr(threading, "enumerate", lambda: [main, other])
    monkeypatch.setattr(threading, "current_thread", lambda: main)
    assert _can_split() is split


def test_threads_that_python_does_not_know_are_counted() -> None:
    before, gate = side_by_side._threads(), _thread.allocate_lock()
    known = threading.active_count()
    gate.acquire()
    _thread.start_new_thread(gate.acquire, ())
    try:
        assert side_by_side._threads() == before + 1 and threading.active_count() == known
    finally:
        gate.release()


def test_a_helper_does_not_keep_the_lock_of_a_killed_build(tmp_path: Path) -> None:
    script = [sys.executable, "-c", HOLDS_A_LOCK_AND_DIES, str(tmp_path)]
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as build:
        assert build.stdout is not None and build.stdin is not None
        assert build.stdout.readline() == b"split\n"
        build.kill()
        os.waitid(os.P_PID, build.pid, os.WEXITED | os.WNOWAIT)  # it is dead, its helper is not
        with disk.lock(tmp_path):
            assert not build.stdin.closed


def test_where_there_is_no_process_to_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a pipe: the work is done here, and nothing stays open."""
    open_files = Path("/proc/self/fd")
    before = len(list(open_files.iterdir()))
    real, left = os.pipe, iter(range(1))
    for name in ("fork", "pipe"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, refuse)
            assert both(os.getpid, os.getpid) == (ME, ME)
            with helper(nothing):
                assert ask(twice, 1) is None
    with monkeypatch.context() as patch:  # one pipe, but not the other
        patch.setattr(os, "pipe", lambda: real() if next(left, None) is not None else refuse())
        with helper(nothing):
            assert ask(twice, 1) is None
    assert len(list(open_files.iterdir())) == before


def refuse() -> None:
    raise BlockingIOError(11, "Resource temporarily unavailable")


def test_who_cannot_see_the_threads_is_not_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "Path", lambda _: Path("/nowhere"))
    assert side_by_side._threads() == 0 and not _can_split()


@pytest.mark.parametrize("way", ["both", "helper"])
def test_whoever_started_us_may_have_the_system_forget_children(way: str) -> None:
    """`trap '' CHLD`: there is nobody left to wait for."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        if way == "both":
            assert both(lambda: 1, lambda: 2) == (1, 2)
        with helper(nothing):
            assert asked_for(3)[1][0] == 6
    finally:
        signal.signal(signal.SIGCHLD, before)


# --- Ctrl-C

INTERRUPTED = """
import os, signal, sys, threading, time
from tourgen import side_by_side
from tourgen.side_by_side import ask, both, helper

def slow():
    time.sleep(600)

def press():
    time.sleep(0.3)
    os.killpg(0, signal.SIGINT)

os.setpgid(0, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have it ignored
side_by_side._can_split = lambda: True
try:
    if sys.argv[1] == "both":
        both(press, slow)
    else:
        with helper(slow if sys.argv[1] == "ready" else int):
            ask(slow) if sys.argv[1] == "asked" else None
            press()
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("at", ["both", "ready", "waiting", "asked"])
def test_an_interruption_is_only_the_parents(at: str) -> None:
    """Whoever helps ends at once and says nothing, whatever it is at."""
    script = [sys.executable, "-c", INTERRUPTED, at]
    # who waits until the helper has done its work waits for ten minutes
    done = subprocess.run(script, capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_what_we_were_told_to_ignore_our_helpers_ignore() -> None:
    """`nohup`, and what a script starts in the background."""
    before, found = signal.getsignal(signal.SIGINT), []
    try:
        for ours in (signal.SIG_IGN, signal.default_int_handler):
            signal.signal(signal.SIGINT, ours)
            found.append(both(int, lambda: signal.getsignal(signal.SIGINT))[1])
    finally:
        signal.signal(signal.SIGINT, before)
    assert found == [signal.SIG_IGN, signal.SIG_DFL]


# --- A helper that waits


def twice(number: int) -> tuple[int, int]:
    """What a helper is asked for, and by whom it is answered."""
    if number < 0:
        os._exit(1)
    return 2 * number, os.getpid()


def nothing() -> None:
    """There is nothing to get ready."""


def asked_for(number: int) -> tuple[str, tuple[int, int]]:
    return both(lambda: "mine", lambda: (2 * abs(number), ME), ask(twice, number))


def test_a_helper_answers_one_question_after_the_other() -> None:
    with helper(nothing):
        answers = [asked_for(number)[1] for number in (1, 2, 3)]
    assert [number for number, _ in answers] == [2, 4, 6]
    assert len({process for _, process in answers} - {ME}) == 1


def test_a_helper_that_dies_leaves_its_work_to_us() -> None:
    with helper(nothing):
        assert asked_for(-4) == ("mine", (8, ME))
        mine, (number, _) = asked_for(5)  # and later questions are answered without it
        assert (mine, number) == ("mine", 10)


def test_a_helper_that_never_gets_ready_leaves_its_work_to_us() -> None:
    def fail() -> None:
        raise ValueError

    with helper(fail):
        assert asked_for(3)[1] in ((6, ME),)


def test_what_cannot_be_sent_to_a_helper_is_not_asked_of_it() -> None:
    with helper(nothing):
        assert ask(lambda: 1) is None
        assert ask(twice, 1) is None  # it was dismissed: half a question would be taken for the next


def test_an_answer_that_nobody_fetched_is_not_taken_for_another() -> None:
    with helper(nothing):
        assert ask(twice, 1) is not None
        assert ask(twice, 2) is None
    with helper(nothing), pytest.raises(ZeroDivisionError):
        both(lambda: 1 / 0, lambda: (0, 0), ask(twice, 1))


def test_where_nobody_waits_nobody_is_asked() -> None:
    assert ask(twice, 1) is None


@pytest.mark.parametrize("event", sorted(path.name for path in Path("events").iterdir() if path.is_dir()))
def test_every_example_can_be_sent_to_a_helper(event: str) -> None:
    """Go records, teams, brackets: what a build would otherwise make alone without a word."""
    report, problems, _ = read_report(Path("events") / event, event)
    assert report is not None and not problems
    assert pickle.loads(pickle.dumps(report)) == report
