"""`python -m tourgen`, and the `tourgen` command."""

import sys

from tourgen.storage.limits import LimitsWrong, limits

INTERRUPTED = 130  # the exit code that shells know for Ctrl-C
WRONG_USAGE = 2


def main() -> None:
    """Runs the command line."""
    try:
        limits()  # the modules of the commands already work with them
        from tourgen.cli import app
        from tourgen.cli.error_handler import run

        run(app)
    except LimitsWrong as error:
        from tourgen.messages.problems import message

        for language in ("ja", "en"):
            print(message("said-limits-wrong", language, word=error.word, known=error.known), file=sys.stderr)
        sys.exit(WRONG_USAGE)
    except KeyboardInterrupt:  # Typer ends a command that is interrupted; this is for the imports before it
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
