"""`python -m tourgen`, and the `tourgen` command."""

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress

# Objects made until Python looks for rings of them that nobody needs. Its own number is 700; what a command imports and
# makes, it needs, and looking in vain took a tenth of a build.
LOOK_AFTER = 100_000


def main() -> None:
    """Everything that the command line says."""
    gc.set_threshold(LOOK_AFTER)
    from tourgen.cli import app

    try:
        app(prog_name="tourgen")
        code: str | int | None = None
    except SystemExit as end:
        code = end.code
    # Not before here, where nothing of what was interrupted is kept any more: its locks are given back.
    if isinstance(code, int) and threading.active_count() == 1:
        _end(code)
    sys.exit(code)


def _end(code: int) -> None:
    """At once: taking everything apart that the system takes back anyway cost ten milliseconds."""
    atexit._run_exitfuncs()
    with suppress(OSError):  # nobody reads any more: Python ends as it always does
        for stream in filter(None, (sys.stdout, sys.stderr)):  # a terminal that was closed has none
            stream.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
