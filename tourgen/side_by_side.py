"""Two pieces of work at the same time, where the system can split a process in two for next to nothing.

A helper may also be split off beforehand: it imports what it will need while this process still reads its files, and
is asked once there is something to do.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

QUIET_THREAD = "tourgen progress"  # a thread that a helper never waits for
# What can be wrong with a question, or with who should answer it.
_UNSENT = (EOFError, OSError, pickle.PickleError, TypeError, AttributeError, RecursionError)


def both(first: Callable[[], T], second: Callable[[], U], asked: Asked[U] | None = None) -> tuple[T, U]:
    """What the two give; the second by a process of its own, or here after the first.

    `asked`: a helper who was asked for what `second` gives. A helper that fails says nothing: its work is done again
    here, where an error is seen as it always is.
    """
    if asked is not None:
        return first(), fetched(asked, second)
    try:
        helper, answer = _answering(second)
    except OSError:  # no process, or no pipe, to be had
        return first(), second()
    try:
        with answer:
            mine = first()
            try:
                theirs: U = pickle.load(answer)
            except (EOFError, pickle.UnpicklingError):
                theirs = second()
    finally:
        _wait_for(helper)
    return mine, theirs


def _answering(work: Callable[[], object]) -> tuple[int, IO[bytes]]:
    """A process that does the work, and where what it gives comes from. Raises OSError."""
    if not _can_split():
        raise OSError
    reader, writer = os.pipe()

    def answer() -> None:
        os.close(reader)  # else a long answer that nobody waits for any more would wait for ever
        with os.fdopen(writer, "wb") as file:
            pickle.dump(work(), file)

    helper = _split_off(answer, reader, writer)
    os.close(writer)
    return helper, os.fdopen(reader, "rb")


def _split_off(work: Callable[[], object], *pipes: int) -> int:
    """A process that does it, without a word whatever goes wrong, and that Ctrl-C ends at once.

    Raises OSError where there is none to be had; then the pipes are closed.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # or it would be raised on the way
    try:
        process = os.fork()
        if not process and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except OSError:
        for one in pipes:
            os.close(one)
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if not process:
        with suppress(BaseException):
            work()
        os._exit(0)  # at once: whatever waits to be written to the terminal is the parent's
    return process


def _wait_for(process: int) -> None:
    with suppress(ChildProcessError):  # whoever started us had the system forget it
        os.waitpid(process, 0)


# --- A helper that waits


class Asked(Generic[U]):
    """What a helper was asked for."""

    def __init__(self, helper: _Helper) -> None:
        self._helper = helper

    def answer(self) -> U:
        """Waits for it. Raises one of _UNSENT."""
        answer: U = self._helper.answer()
        return answer


@contextmanager
def helper(ready: Callable[[], None]) -> Iterator[None]:
    """Splits off a helper that gets `ready` meanwhile, and waits to be asked."""
    if _waiting or not _can_split():
        yield
        return
    try:
        with suppress(OSError):  # no process, or no pipe, to be had
            _waiting.append(_Helper(ready))
        yield
    finally:
        let_go()
        while _ended:
            _wait_for(_ended.pop())


def let_go() -> None:
    """The helper is needed no more: it ends while we go on."""
    while _waiting:
        _waiting.pop().end()


def ask(function: Callable[..., U], *arguments: object) -> Asked[U] | None:
    """Asks the helper for what the function gives; None where none waits, or it can't be told."""
    if _waiting and _waiting[0].busy:
        let_go()  # nobody fetched its last answer: it would be taken for that to this question
    if not _waiting:
        return None
    try:
        _waiting[0].ask(function, arguments)
    except _UNSENT:
        let_go()
        return None
    return Asked(_waiting[0])


def fetched(asked: Asked[U] | None, here: Callable[[], U]) -> U:
    """What a helper was asked for; it is done here where none was, or where it failed."""
    if asked is not None:
        with suppress(*_UNSENT):
            return asked.answer()
    return here()


class _Helper:
    """A process of its own that answers one question after the other, until whoever asks is gone."""

    def __init__(self, ready: Callable[[], None]) -> None:
        self.busy = False
        mine_in, theirs_out = _wide_pipe()
        try:
            theirs_in, mine_out = _wide_pipe()
        except OSError:
            os.close(mine_in)
            os.close(theirs_out)
            raise

        def serve() -> None:
            os.close(mine_in)
            os.close(mine_out)
            _serve(os.fdopen(theirs_in, "rb"), os.fdopen(theirs_out, "wb"), ready)

        self._id = _split_off(serve, mine_in, theirs_out, theirs_in, mine_out)
        os.close(theirs_in)
        os.close(theirs_out)
        self._to, self._from = os.fdopen(mine_out, "wb"), os.fdopen(mine_in, "rb")

    def ask(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> None:
        self._to.write(pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL))  # all of it, or nothing
        self._to.flush()
        self.busy = True

    def answer(self) -> Any:
        answer = pickle.load(self._from)
        self.busy = False
        return answer

    def end(self) -> None:
        if not self.busy:  # it gets ready, or waits, and owns nothing: nobody should have to wait for it
            with suppress(OSError):
                os.kill(self._id, signal.SIGKILL)
        self._from.close()  # first: who is in the middle of an answer must not wait for ever
        with suppress(OSError):
            self._to.close()
        _ended.append(self._id)


_waiting: list[_Helper] = []  # one at the most
_ended: list[int] = []  # told to end


def _wide_pipe() -> tuple[int, int]:
    """Through a pipe of the usual size a question would go in many pieces, with a wait after each."""
    reader, writer = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 2**20)
    return reader, writer


def _serve(questions: IO[bytes], answers: IO[bytes], ready: Callable[[], None]) -> None:
    """Whatever goes wrong, and nobody left to ask, ends it without a word."""
    ready()
    while True:
        function, arguments = pickle.load(questions)
        pickle.dump(function(*arguments), answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def _hold_nothing() -> None:
    """A process that was split off has no helper: they are its parent's."""
    _waiting.clear()
    _ended.clear()


if sys.platform == "linux":
    import fcntl

    os.register_at_fork(after_in_child=_hold_nothing)


def _can_split() -> bool:
    """Elsewhere a new process would begin with importing everything; and who has threads must not be split."""
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1:
        return False
    quiet = sum(thread.name == QUIET_THREAD for thread in threading.enumerate())
    return _threads() - quiet == 1 and threading.current_thread() is threading.main_thread()


def _threads() -> int:
    """Those that Python doesn't know of (a library's own) included."""
    try:
        return sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:  # nobody knows: then nothing is split
        return 0
