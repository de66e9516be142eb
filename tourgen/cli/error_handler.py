"""The command as a program: whatever goes wrong unexpectedly ends in one clear line, never in a traceback."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sys
import unicodedata
from pathlib import Path

import typer

from tourgen.messages.problems import message

DEBUG = "TOURGEN_DEBUG"
WRONG_USAGE = 2
_PLAINER = "tourgen-plainer"
_INSTEAD = {"›": ">", "–": "-", "•": "・", "✓": "○"}
_FULL_WIDTH = re.compile(r"(--[a-z-]+=)?[０-９]+(?:[.．][０-９]+)?")


def run(app: typer.Typer) -> None:
    """Runs the command that was typed; errors that no command foresaw are told, with exit code 1."""
    for stream in (sys.stdout, sys.stderr):
        # A console that lacks ○ or › (cp932) shows something else in its place.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_PLAINER)
    words = [with_plain_digits(one) for one in sys.argv[1:]]
    try:
        app(words, prog_name="tourgen")
    except SystemExit as over:
        if over.code == WRONG_USAGE:  # the lines above are in English
            typer.echo(message("said-usage", "ja", words=" ".join(words)[:200]), err=True)
        raise
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        for line in unexpected(error):
            typer.echo(line, err=True)
        sys.exit(1)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Puts plainer letters in the place of those that a console lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(_INSTEAD.get(letter, "?") for letter in lacking), error.end


codecs.register_error(_PLAINER, _plainer)


def with_plain_digits(argument: str) -> str:
    """`--round １` is `--round 1`: a number that was typed with a Japanese keyboard; a folder of such a name stays."""
    number = _FULL_WIDTH.fullmatch(argument) and not Path(argument).exists()
    return unicodedata.normalize("NFKC", argument) if number else argument


def unexpected(error: Exception) -> list[str]:
    """Says in both languages what failed, that nothing typed was changed, and how to learn more."""
    said = " ".join(str(error).split())[:200]
    if isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
        # Files are written elsewhere, with messages of their own: this is what was to be printed.
        return [message("said-output-full", language) for language in ("ja", "en")]
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return [message("said-unexpected", language, what=what, debug=DEBUG) for language in ("ja", "en")]
