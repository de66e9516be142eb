"""`python -m tourgen`, and the `tourgen` command."""

import gc
import os
import sys

# Objects made until Python looks for rings of them that nobody needs. Its own number is 700; what a command imports and
# makes, it needs, and looking in vain took a tenth of a build.
LOOK_AFTER = 100_000
INTERRUPTED = 130  # what a program that Ctrl-C ended says to its shell


def main() -> None:
    """Everything that the command line says."""
    gc.set_threshold(LOOK_AFTER)
    try:
        code = _run()
    except KeyboardInterrupt:  # when the command was done
        code = INTERRUPTED
    import threading

    # Not before here, where nothing of what was interrupted is kept any more: its locks are given back.
    if isinstance(code, int) and threading.active_count() == 1:
        _end(code)
    sys.exit(code)


def _run() -> str | int | None:
    """The command; how it ended."""
    import signal
    from contextlib import nullcontext

    # Until there is a command there is nothing to put right: Ctrl-C ends us at once, with no traceback of an import.
    raised = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if raised:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tourgen.page_maker import page_maker

    # Before Typer is imported: who makes the pages gets ready while we find out what to build, and read it.
    pages_wanted = sys.argv[1:2] == ["build"] and "--help" not in sys.argv
    with page_maker() if pages_wanted else nullcontext():
        from tourgen.cli import app

        if raised:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            app(prog_name="tourgen")
        except SystemExit as end:
            return end.code
    return None


def _end(code: int) -> None:
    """At once: taking everything apart that the system takes back anyway cost ten milliseconds."""
    import atexit
    from contextlib import suppress

    atexit._run_exitfuncs()
    with suppress(OSError):  # nobody reads any more: Python ends as it always does
        for stream in filter(None, (sys.stdout, sys.stderr)):  # a terminal that was closed has none
            stream.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
