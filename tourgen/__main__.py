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
    except SystemExit as end:
        if isinstance(end.code, int) and threading.active_count() == 1:
            _end(end.code)
        raise


def _end(code: int) -> None:
    """At once: taking everything apart that the system takes back anyway cost ten milliseconds."""
    with suppress(OSError):  # nobody reads any more: Python ends as it always does
        sys.stdout.flush()
        sys.stderr.flush()
        atexit._run_exitfuncs()
        os._exit(code)


if __name__ == "__main__":
    main()
