"""`python -m tourgen`, and the `tourgen` command."""

import atexit
import gc
import os
import sys
import threading
from contextlib import nullcontext, suppress

# Objects made until Python looks for rings of them that nobody needs. Its own number is 700; what a command imports and
# makes, it needs, and looking in vain took a tenth of a build.
LOOK_AFTER = 100_000
INTERRUPTED = 130  # what a program that Ctrl-C ended says to its shell


def main() -> None:
    """Everything that the command line says."""
    gc.set_threshold(LOOK_AFTER)
    from tourgen.page_maker import page_maker

    # Before Typer is imported: who makes the pages gets ready while we find out what to build, and read it.
    pages_wanted = sys.argv[1:2] == ["build"] and "--help" not in sys.argv
    try:
        with page_maker() if pages_wanted else nullcontext():
            code = _run()
    except KeyboardInterrupt:  # before there was a command, or when it was done
        code = INTERRUPTED
    # Not before here, where nothing of what was interrupted is kept any more: its locks are given back.
    if isinstance(code, int) and threading.active_count() == 1:
        _end(code)
    sys.exit(code)


def _run() -> str | int | None:
    """The command; how it ended."""
    from tourgen.cli import app

    try:
        app(prog_name="tourgen")
    except SystemExit as end:
        return end.code
    return None


def _end(code: int) -> None:
    """At once: taking everything apart that the system takes back anyway cost ten milliseconds."""
    atexit._run_exitfuncs()
    with suppress(OSError):  # nobody reads any more: Python ends as it always does
        for stream in filter(None, (sys.stdout, sys.stderr)):  # a terminal that was closed has none
            stream.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
